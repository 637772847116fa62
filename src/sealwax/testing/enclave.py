"""The service's half of the protocol, for tests and test vectors.

It does not protect secrets. Do not seal anything of value with it.
"""

import dataclasses
import hmac
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import NamedTuple, TypeVar
from uuid import UUID

import msgspec

from sealwax._codec.base58 import encode_base58check
from sealwax._codec.hex import decode_hex
from sealwax._codec.processes import process_lock
from sealwax._codec.strict_json import decode_json, encode_json
from sealwax._codec.text import decode_utf8
from sealwax._crypto.hpke import Sealed, seal_base
from sealwax._crypto.points import (
    COMPRESSED_BYTES,
    P256,
    compressed_point,
    decode_p256_hex,
    decode_point,
)
from sealwax._crypto.secret_types import NeverCopied
from sealwax.bundles.signed_envelope import VERSION
from sealwax.errors import DecryptionFailed, Expired, InvalidRequest
from sealwax.keys import TargetKey
from sealwax.login.client_signature import JsonObject
from sealwax.login.tokens import ES256_HEADER, SessionClaims, VerificationClaims
from sealwax.testing.sealed import open_base58_secret, open_envelope, open_sealed_text, to_payload
from sealwax.trust import EnclaveKeys, QuorumEncryptionKeys

from .jwt import sign, sign_es256
from .key_material import KeyMaterial
from .login import check_login, check_signup

T = TypeVar("T")

_ENCRYPTION_KEYS = ("tls_fetcher", "on_ramp", "pull_secret")

OTP_ATTEMPTS = 3
"""The number of attempts of an OTP flow, which the service documents for codes with a user identifier."""

IMPORTS_PER_USER = 64
"""The number of a user's unused import bundles that the enclave remembers; it forgets the oldest first."""

SECRET_IMPORTS_PER_ORGANIZATION = 256
"""The number of an organization's unused import targets for secrets that the enclave remembers."""

OTP_EMAIL, OTP_SMS = "OTP_TYPE_EMAIL", "OTP_TYPE_SMS"


class PendingOtp(NamedTuple):
    """An OTP flow that has begun: its id, and the bundle to which the client seals the code."""

    otp_id: str
    target_bundle: str


@dataclasses.dataclass
class OpenOtp:
    """An OTP flow that is still open."""

    key: TargetKey = dataclasses.field(repr=False)
    code: str = dataclasses.field(repr=False)
    contact: str
    verification_type: str
    organization_id: str
    expires_at: datetime | None
    attempts: int = 0


class ReferenceEnclave(NeverCopied):
    """An enclave in memory, with its own keys. Threads may share it.

    Args:
        seed: 32 bytes that, with the order of the calls, determine every key and nonce; None for random ones.

    Raises:
        MalformedInput: The seed is not 32 bytes long.
    """

    def __init__(self, seed: bytes | None = None) -> None:
        self._material = KeyMaterial(seed)
        self._signer = self._material.take_key("enclave signer")
        self._tls_fetcher = self._material.take_key("enclave TLS fetcher")
        self._notarizer = self._material.take_key("enclave notarizer")
        self._encryption = {name: self._material.take_key(f"enclave {name}") for name in _ENCRYPTION_KEYS}
        self._imports: dict[tuple[str, str], list[TargetKey]] = {}
        self._secret_imports: dict[str, list[TargetKey]] = {}
        self._otps: dict[str, OpenOtp] = {}
        self._used_tokens: set[str] = set()
        self._signed_up_tokens: set[str] = set()
        self._users: dict[tuple[str, str], str] = {}
        self._lock = process_lock()

    @property
    def keys(self) -> EnclaveKeys:
        """The enclave's public keys, for the ``keys`` argument of functions that verify its artifacts."""
        return EnclaveKeys(
            signer=self._signer.public_key,
            tls_fetcher=self._tls_fetcher.public_key,
            notarizer=self._notarizer.public_key,
        )

    @property
    def signer(self) -> TargetKey:
        """The private key that signs bundles: the signing half of the signer's quorum key."""
        return self._signer

    @property
    def encryption_keys(self) -> QuorumEncryptionKeys:
        """The enclave's public encryption keys, for the functions that seal secrets to them."""
        return QuorumEncryptionKeys(**{name: key.public_key for name, key in self._encryption.items()})

    def export_wallet(
        self, mnemonic: str, passphrase: str | None = None, *, organization_id: str, target_public_key: str
    ) -> str:
        """Export a wallet, as the service answers export_wallet.

        Args:
            mnemonic: The mnemonic.
            passphrase: The passphrase; None if the wallet has none.
            organization_id: The organization that owns the wallet.
            target_public_key: The client's ``targetPublicKey``: an uncompressed point on P-256, hex.

        Returns:
            The ``exportBundle``, JSON text.

        Raises:
            MalformedInput: The public key is not an uncompressed point on P-256 in hex.
        """
        text = mnemonic if passphrase is None else f"{mnemonic}\n{passphrase}"
        return self.export_plaintext(
            text.encode(), organization_id=organization_id, target_public_key=target_public_key
        )

    def export_account(self, private_key: bytes, *, organization_id: str, target_public_key: str) -> str:
        """Export an account, as the service answers export_wallet_account.

        Args:
            private_key: The account's private key, 32 bytes.
            organization_id: The organization that owns the account.
            target_public_key: The client's ``targetPublicKey``: an uncompressed point on P-256, hex.

        Returns:
            The ``exportBundle``, JSON text.

        Raises:
            MalformedInput: The public key is not an uncompressed point on P-256 in hex.
        """
        return self.export_plaintext(
            private_key, organization_id=organization_id, target_public_key=target_public_key
        )

    def export_secret(self, text: str, *, organization_id: str, target_public_key: str) -> str:
        """Export a secret, as the service answers export_secrets.

        Args:
            text: The secret.
            organization_id: The organization that owns the secret.
            target_public_key: The client's ``targetPublicKey``: an uncompressed point on P-256, hex.

        Returns:
            An entry of ``secretPayloads``, JSON text.

        Raises:
            MalformedInput: The public key is not an uncompressed point on P-256 in hex.
        """
        return self.export_plaintext(
            text.encode(), organization_id=organization_id, target_public_key=target_public_key
        )

    def export_plaintext(self, plaintext: bytes, *, organization_id: str, target_public_key: str) -> str:
        """Export any bytes, for bundles that the service would not make.

        Args:
            plaintext: The bytes to seal.
            organization_id: The organization that the bundle is for.
            target_public_key: The client's ``targetPublicKey``: an uncompressed point on P-256, hex.

        Returns:
            The ``exportBundle``, JSON text.

        Raises:
            MalformedInput: The public key is not an uncompressed point on P-256 in hex.
        """
        sealed = self._seal(plaintext, target_public_key)
        payload = {
            "encappedPublic": sealed.enc.hex(),
            "ciphertext": sealed.ct.hex(),
            "organizationId": organization_id,
        }
        return self.sign_bundle(encode_json(payload).encode())

    def import_bundle(self, *, organization_id: str, user_id: str) -> str:
        """Make a key for one import, as the service answers init_import_wallet.

        Args:
            organization_id: The organization to import into.
            user_id: The user who imports.

        Returns:
            The ``importBundle``, JSON text.
        """
        key = self._material.take_key("import target")
        with self._lock.get():
            unused = self._imports.setdefault((organization_id, user_id), [])
            unused.append(key)
            del unused[:-IMPORTS_PER_USER]
        payload = {"targetPublic": key.public_key, "organizationId": organization_id, "userId": user_id}
        return self.sign_bundle(encode_json(payload).encode())

    def open_import(self, encrypted_bundle: str, *, organization_id: str, user_id: str) -> bytes:
        """Open an encrypted bundle that a client sealed to an import bundle. Each import bundle works once.

        Args:
            encrypted_bundle: The client's encrypted bundle, JSON text.
            organization_id: The organization to import into.
            user_id: The user who imports.

        Returns:
            The plaintext: a wallet as text, or a private key of 32 bytes.

        Raises:
            InvalidRequest: The user has no import bundle that is still unused.
            MalformedInput: The encrypted bundle does not parse.
            DecryptionFailed: The encrypted bundle was sealed to another key.
        """
        with self._lock.get():
            unused = self._imports.get((organization_id, user_id), [])
            if not unused:
                raise InvalidRequest(
                    "there is no unused import bundle of this user; make one with import_bundle"
                )
            plaintext, key = _open_with_one(unused, encrypted_bundle)
            unused.remove(key)
        return plaintext

    def secret_import_bundle(self, *, organization_id: str) -> str:
        """Make a key for the import of one secret, as the service answers init_import_secrets.

        Args:
            organization_id: The organization to import into.

        Returns:
            An entry of ``enclaveTargetMessages``, JSON text.
        """
        key = self._material.take_key("secret import target")
        with self._lock.get():
            unused = self._secret_imports.setdefault(organization_id, [])
            unused.append(key)
            del unused[:-SECRET_IMPORTS_PER_ORGANIZATION]
        payload = {"targetPublic": key.public_key, "organizationId": organization_id}
        return self.sign_bundle(encode_json(payload).encode())

    def open_secret_import(
        self, encrypted_bundle: str, *, organization_id: str, target_public_key: str | None = None
    ) -> str:
        """Open a secret that was sealed to an import target of an organization. Each target works once.

        Args:
            encrypted_bundle: The client's ``secretPayload``, JSON text.
            organization_id: The organization to import into.
            target_public_key: The key of the target, in hex; None for any that is unused.

        Returns:
            The secret.

        Raises:
            InvalidRequest: The organization has no such import target that is still unused.
            MalformedInput: The encrypted bundle does not parse, or does not contain UTF-8 text.
            DecryptionFailed: The encrypted bundle was sealed to another key.
        """
        with self._lock.get():
            unused = self._secret_imports.get(organization_id, [])
            wanted = None if target_public_key is None else target_public_key.lower()
            named = [key for key in unused if wanted in {None, key.public_key}]
            if not named:
                raise InvalidRequest(
                    "there is no unused import target of this organization; make one with "
                    "secret_import_bundle"
                )
            plaintext, key = _open_with_one(named, encrypted_bundle)
            unused.remove(key)
        return decode_utf8(plaintext, "the secret")

    def open_oauth2_client_secret(self, encrypted_client_secret: str) -> bytes:
        """Open an OAuth 2.0 client secret, as the TLS fetcher does.

        Args:
            encrypted_client_secret: The ``encryptedClientSecret``, hex.

        Returns:
            The client secret.

        Raises:
            MalformedInput: It is not hex of an envelope.
            DecryptionFailed: It was sealed to another key.
        """
        envelope = decode_hex(encrypted_client_secret, "the encrypted client secret")
        return open_envelope(envelope, self._encryption["tls_fetcher"])

    def open_on_ramp_secret(self, encrypted: str) -> bytes:
        """Open a credential of an on-ramp provider.

        Args:
            encrypted: The sealed credential, base58check.

        Returns:
            The credential.

        Raises:
            MalformedInput: It is not base58check, is too short, or does not begin with a point.
            DecryptionFailed: It was sealed to another key.
        """
        return open_base58_secret(encrypted, self._encryption["on_ramp"])

    def open_pull_secret(self, encrypted: str) -> bytes:
        """Open the pull secret of a container image.

        Args:
            encrypted: The sealed credential, base58check.

        Returns:
            The pull secret.

        Raises:
            MalformedInput: It is not base58check, is too short, or does not begin with a point.
            DecryptionFailed: It was sealed to another key.
        """
        return open_base58_secret(encrypted, self._encryption["pull_secret"])

    def init_otp(
        self,
        *,
        code: str,
        contact: str,
        organization_id: str,
        otp_type: str | None = None,
        expires_at: datetime | None = None,
    ) -> PendingOtp:
        """Begin an OTP flow, as the service answers init-OTP.

        Args:
            code: The code that the user receives.
            contact: The email address or phone number that receives the code.
            organization_id: The organization that the flow is for.
            otp_type: ``OTP_TYPE_EMAIL`` or ``OTP_TYPE_SMS``; None derives it from the contact.
            expires_at: When the code expires, with a time zone; None if it does not.

        Returns:
            The flow's id and its target bundle.
        """
        key = self._material.take_key("OTP target")
        otp_id = self._new_id()
        kind = otp_type or (OTP_SMS if contact.startswith("+") else OTP_EMAIL)
        with self._lock.get():
            self._otps[otp_id] = OpenOtp(key, code, contact, kind, organization_id, expires_at)
        bundle = self.sign_otp_target(encode_json({"targetPublic": key.public_key}).encode())
        return PendingOtp(otp_id, bundle)

    def verify_otp(
        self, encrypted_otp_bundle: str, *, otp_id: str, expires_at: datetime, now: datetime | None = None
    ) -> str:
        """Check a one-time code, as the service does for verify_otp.

        A flow ends with the right code, and after three attempts.

        Args:
            encrypted_otp_bundle: The client's encrypted OTP bundle, JSON text.
            otp_id: The flow's id.
            expires_at: When the token expires, with a time zone.
            now: The time at which the code must be valid, with a time zone; None to accept it at any time.

        Returns:
            The verification token, bound to the public key in the bundle.

        Raises:
            InvalidRequest: There is no such flow, or the code is wrong.
            MalformedInput: The bundle does not parse.
            DecryptionFailed: The bundle was sealed to another key.
            Expired: The code has expired.
        """

        def open_bundle(otp: OpenOtp) -> "_OpenedOtp":
            opened = open_sealed_text(otp.key, encrypted_otp_bundle)
            return decode_json(opened, _OpenedOtp, "the OTP bundle")

        return self._exchange_otp(open_bundle, otp_id, expires_at, now)

    def verify_plain_otp(
        self,
        otp_code: str,
        *,
        public_key: str,
        otp_id: str,
        expires_at: datetime,
        now: datetime | None = None,
    ) -> str:
        """Check a one-time code that is not sealed, as the auth proxy does for otp_verify.

        Args:
            otp_code: The code.
            public_key: The public key to bind the token to: a compressed point, 66 hex digits.
            otp_id: The flow's id.
            expires_at: When the token expires, with a time zone.
            now: The time at which the code must be valid, with a time zone; None to accept it at any time.

        Returns:
            The verification token, bound to the public key.

        Raises:
            InvalidRequest: There is no such flow, or the code is wrong.
            MalformedInput: The public key is not a compressed point.
            Expired: The code has expired.
        """
        return self._exchange_otp(lambda _otp: _OpenedOtp(otp_code, public_key), otp_id, expires_at, now)

    def _exchange_otp(
        self,
        read: "Callable[[OpenOtp], _OpenedOtp]",
        otp_id: str,
        expires_at: datetime,
        now: datetime | None,
    ) -> str:
        """Check a one-time code, which ``read`` takes from the request; return the token."""
        with self._lock.get():
            otp = self._otps.get(otp_id)
            if otp is None:
                raise InvalidRequest("there is no open OTP flow with this id; begin one with init_otp")
            otp.attempts += 1
            if otp.attempts >= OTP_ATTEMPTS:
                del self._otps[otp_id]
            if now is not None and otp.expires_at is not None and now >= otp.expires_at:
                raise Expired("the one-time code has expired; begin another OTP flow")
            opened = read(otp)
            if not hmac.compare_digest(opened.otp_code.encode(), otp.code.encode()):
                left = OTP_ATTEMPTS - otp.attempts
                raise InvalidRequest(
                    f"the one-time code is wrong; attempts left: {left}"
                    if left
                    else "the one-time code is wrong; begin another OTP flow"
                )
            self._otps.pop(otp_id, None)
        key = decode_hex(opened.public_key, "the public key in the OTP bundle", length=COMPRESSED_BYTES)
        decode_point(key, P256, "the public key in the OTP bundle")
        return self.issue_verification_token(
            VerificationClaims(
                id=self._new_id(),
                verification_type=otp.verification_type,
                contact=otp.contact,
                organization_id=otp.organization_id,
                public_key=key.hex(),
                expires_at=expires_at,
            )
        )

    @contextmanager
    def use_token(self, token_id: str, *, signup: bool = False) -> Iterator[None]:
        """Use a verification token in a ``with`` block, which uses it up unless it raises.

        Args:
            token_id: The token's id.
            signup: Whether the use is a signup, after which the token still works for one other use: clients
                log in with the token that they signed up with.

        Raises:
            InvalidRequest: The token has been used before.
        """
        with self._lock.get():
            if token_id in self._used_tokens or (signup and token_id in self._signed_up_tokens):
                raise InvalidRequest("the verification token has been used; begin another OTP flow")
            yield
            (self._signed_up_tokens if signup else self._used_tokens).add(token_id)

    def otp_login(
        self, body: JsonObject, *, now: datetime, expires_at: datetime, user_id: str | None = None
    ) -> str:
        """Log in with a verification token, as the service does for otp_login_v2. Each token works once.

        Args:
            body: The request's body.
            now: The time at which the token must be valid, with a time zone.
            expires_at: When the session expires, with a time zone.
            user_id: The id of the user; by default, an id for the contact in its organization.

        Returns:
            The session JWT.

        Raises:
            InvalidRequest: A field is missing or has the wrong type, the public key is not the signed
                key, or the token has been used.
            SealwaxError: As ``verify_verification_token`` and ``verify_client_signature`` raise.
        """
        request, token = check_login(body, keys=self.keys, now=now)
        organization_id = request.organization_id or token.organization_id
        with self.use_token(token.id):
            if user_id is None:
                known = self._users
                user_id = known.get((organization_id, token.contact)) or self._new_id()
                known[organization_id, token.contact] = user_id
            return self.issue_session_jwt(
                SessionClaims(
                    expires_at=expires_at,
                    public_key=request.public_key,
                    session_type="SESSION_TYPE_READ_WRITE",
                    user_id=user_id,
                    organization_id=organization_id,
                )
            )

    def signup(self, body: JsonObject, *, now: datetime) -> VerificationClaims | None:
        """Check a signup, as the service does for signup_v2 before it creates anything.

        Args:
            body: The request's body.
            now: The time at which the token must be valid, with a time zone.

        Returns:
            The claims of the verification token; None if the body has neither a token nor a signature.

        Raises:
            InvalidRequest: A field is missing or has the wrong type, or differs from what was signed; or one
                of token and signature is missing.
            SealwaxError: As ``verify_verification_token`` and ``verify_client_signature`` raise.
        """
        return check_signup(body, keys=self.keys, now=now)

    def issue_verification_token(self, claims: VerificationClaims) -> str:
        """Issue an OTP verification token (wire-formats.md, section 5.2).

        Args:
            claims: The claims.

        Returns:
            The token.
        """
        return self.sign_verification_token(ES256_HEADER, encode_json(to_payload(claims)).encode())

    def issue_session_jwt(self, claims: SessionClaims) -> str:
        """Issue a session JWT (wire-formats.md, section 5.1).

        Args:
            claims: The claims.

        Returns:
            The token.
        """
        return self.sign_session_jwt(ES256_HEADER, encode_json(to_payload(claims)).encode())

    def sign_verification_token(self, header: bytes, payload: bytes) -> str:
        """Sign any header and payload with the TLS fetcher key, for tokens that the service would not make.

        Args:
            header: The bytes of the header, normally JSON.
            payload: The bytes of the payload, normally JSON.

        Returns:
            The token.
        """
        return sign_es256(self._tls_fetcher, header, payload)

    def sign_session_jwt(self, header: bytes, payload: bytes) -> str:
        """Sign any header and payload with the notarizer key, over the double hash.

        Args:
            header: The bytes of the header, normally JSON.
            payload: The bytes of the payload, normally JSON.

        Returns:
            The token.
        """
        return sign_es256(self._notarizer, header, payload, hashed_first=True)

    def seal_credential(self, private_key: bytes, *, target_public_key: str) -> str:
        """Seal an API key to a client, as older email and OAuth logins do.

        Args:
            private_key: The P-256 private key, 32 bytes, or any bytes.
            target_public_key: The client's public key: an uncompressed point on P-256, hex.

        Returns:
            The credential bundle, base58check.

        Raises:
            MalformedInput: The public key is not an uncompressed point on P-256 in hex.
        """
        sealed = self._seal(private_key, target_public_key)
        enc = decode_point(sealed.enc, P256, "the encapsulated key")
        return encode_base58check(compressed_point(enc) + sealed.ct)

    def sign_bundle(self, data: bytes) -> str:
        """Sign any bytes as the data of an export or import bundle, with the signer key.

        Args:
            data: The bytes to sign, normally JSON.

        Returns:
            The signed bundle, JSON text (wire-formats.md, section 4.1).
        """
        return _sign_bundle(self._signer, data)

    def sign_otp_target(self, data: bytes) -> str:
        """Sign any bytes as the data of an OTP target bundle, with the TLS fetcher key.

        Args:
            data: The bytes to sign, normally JSON.

        Returns:
            The signed bundle, JSON text (wire-formats.md, section 4.1).
        """
        return _sign_bundle(self._tls_fetcher, data)

    def _seal(self, plaintext: bytes, target_public_key: str) -> Sealed:
        receiver = decode_p256_hex(target_public_key, "the target public key")
        return seal_base(
            receiver, plaintext, ephemeral=self._material.take_key("ephemeral key").private_key_object()
        )

    def _new_id(self) -> str:
        return str(UUID(bytes=self._material.take("id")[:16], version=4))


class _OpenedOtp(msgspec.Struct, frozen=True):
    otp_code: str
    public_key: str


def _open_with_one(keys: Iterable[TargetKey], encrypted_bundle: str) -> tuple[bytes, TargetKey]:
    """Open a client's encrypted bundle, which does not name its key; return the content and the key."""
    for key in keys:
        with suppress(DecryptionFailed):
            return open_sealed_text(key, encrypted_bundle), key
    raise DecryptionFailed("the encrypted bundle was not sealed to one of the unused import keys")


def _sign_bundle(key: TargetKey, data: bytes) -> str:
    """Sign the data of a bundle; return JSON text (wire-formats.md, section 4.1)."""
    return encode_json(
        {
            "version": VERSION,
            "data": data.hex(),
            "dataSignature": sign(key, data).hex(),
            "enclaveQuorumPublic": key.public_key,
        }
    )
