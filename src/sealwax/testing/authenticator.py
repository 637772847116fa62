"""A software passkey for tests and test vectors, whose registrations and assertions are like a browser's.

It asks no user, and by default claims that the user was present and verified. Do not protect anything of
value with it.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Literal

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax._codec.arguments import require_type
from sealwax._codec.base64url import encode_base64url
from sealwax._codec.strict_json import encode_json
from sealwax._codec.text import to_bytes
from sealwax._crypto.secret_types import NeverCopied
from sealwax.errors import Unsupported
from sealwax.webauthn.ceremony import Assertion
from sealwax.webauthn.cose import EDDSA, ES256, encode_eddsa_key, encode_es256_key
from sealwax.webauthn.registration import RegistrationCredential

from .key_material import KeyMaterial

_AAGUID = bytes(16)
_USER_PRESENT, _USER_VERIFIED, _ATTESTED_DATA = 0x01, 0x04, 0x40


class SoftwareAuthenticator(NeverCopied):
    """A software passkey. It implements ``Authenticator``.

    Args:
        rp_id: The relying party's id, such as ``example.com``.
        origin: The origin of the page, such as ``https://example.com``.
        algorithm: ``ES256`` or ``EdDSA``.
        seed: 32 bytes that determine the key and the credential id; None for random ones.
        user_present: Whether to claim that the user was present.
        user_verified: Whether to claim that the user was verified.

    Raises:
        MalformedInput: The seed is not 32 bytes long, or ``rp_id`` or ``origin`` is not text that UTF-8 can
            encode.
        Unsupported: The algorithm is neither ``ES256`` nor ``EdDSA``.
    """

    def __init__(
        self,
        *,
        rp_id: str,
        origin: str,
        algorithm: Literal["ES256", "EdDSA"] = "ES256",
        seed: bytes | None = None,
        user_present: bool = True,
        user_verified: bool = True,
    ) -> None:
        for name, value in (("rp_id", rp_id), ("origin", origin)):
            require_type(value, str, name)
            to_bytes(value, name)
        require_type(algorithm, str, "algorithm")
        require_type(user_present, bool, "user_present")
        require_type(user_verified, bool, "user_verified")
        material = KeyMaterial(seed)
        self._rp_id_hash = hashlib.sha256(rp_id.encode()).digest()
        self._origin = origin
        self._user_flags = _USER_PRESENT * user_present | _USER_VERIFIED * user_verified
        self._sign_count = 0
        self._credential_id = material.take("credential id")
        self._sign: Callable[[bytes], bytes]
        if algorithm == "ES256":
            self._alg = ES256
            es256 = material.take_key("passkey").private_key_object()
            deterministic = ec.ECDSA(SHA256(), deterministic_signing=True)
            self._sign = lambda message: es256.sign(message, deterministic)
            self._public_key = encode_es256_key(es256.public_key())
        elif algorithm != "EdDSA":
            raise Unsupported("the algorithm of a software passkey must be ES256 or EdDSA")
        else:
            self._alg = EDDSA
            eddsa = ed25519.Ed25519PrivateKey.from_private_bytes(material.take("passkey"))
            self._sign = eddsa.sign
            self._public_key = encode_eddsa_key(eddsa.public_key().public_bytes_raw())

    @property
    def public_key(self) -> bytes:
        """The public key as a COSE key (CBOR)."""
        return self._public_key

    @property
    def credential_id(self) -> bytes:
        """The raw credential id, 32 bytes."""
        return self._credential_id

    def create(
        self,
        challenge: bytes,
        *,
        attestation: Literal["none", "self"] = "none",
        conditional: bool = False,
        transports: Sequence[str] = ("internal",),
    ) -> RegistrationCredential:
        """Register, as ``navigator.credentials.create()`` does.

        Args:
            challenge: The challenge, raw bytes.
            attestation: ``none``, or ``self`` for a packed statement by the passkey's own key.
            conditional: Whether to register without asking the user (conditional create, WebAuthn, section
                7.1): the registration then claims that the user was neither present nor verified.
            transports: The transport hints, by WebAuthn's names such as ``internal``; any others too.

        Returns:
            The registration.

        Raises:
            Unsupported: The attestation is neither ``none`` nor ``self``.
        """
        require_type(challenge, bytes, "challenge")
        require_type(attestation, str, "attestation")
        require_type(conditional, bool, "conditional")
        require_type(transports, (list, tuple), "transports")
        for name in transports:
            require_type(name, str, "each name of transports")
        if attestation not in {"none", "self"}:
            raise Unsupported("the attestation of a software passkey must be `none` or `self`")
        client_data = self._client_data("webauthn.create", challenge)
        credential = (
            _AAGUID + len(self._credential_id).to_bytes(2, "big") + self._credential_id + self._public_key
        )
        user = 0 if conditional else self._user_flags
        data = self._authenticator_data(user | _ATTESTED_DATA) + credential
        statement: dict[str, object] = {}
        if attestation == "self":
            statement = {"alg": self._alg, "sig": self._sign(data + hashlib.sha256(client_data).digest())}
        return RegistrationCredential(
            raw_id=self._credential_id,
            client_data_json=client_data,
            # The keys are in CTAP2's order.
            attestation_object=cbor2.dumps(
                {"fmt": "packed" if statement else "none", "attStmt": statement, "authData": data}
            ),
            transports=tuple(transports),
        )

    def get_assertion(self, challenge: bytes) -> Assertion:
        """Sign a challenge, as ``navigator.credentials.get()`` does; add one to the signature counter.

        Args:
            challenge: The challenge, raw bytes.

        Returns:
            The assertion.
        """
        require_type(challenge, bytes, "challenge")
        client_data = self._client_data("webauthn.get", challenge)
        self._sign_count += 1
        data = self._authenticator_data(self._user_flags)
        signature = self._sign(data + hashlib.sha256(client_data).digest())
        return Assertion(self._credential_id, data, client_data, signature)

    def _client_data(self, ceremony: str, challenge: bytes) -> bytes:
        # Serialized as in WebAuthn, section 5.8.1.1.
        return encode_json(
            {
                "type": ceremony,
                "challenge": encode_base64url(challenge),
                "origin": self._origin,
                "crossOrigin": False,
            }
        ).encode()

    def _authenticator_data(self, flags: int) -> bytes:
        return self._rp_id_hash + bytes([flags]) + self._sign_count.to_bytes(4, "big")
