"""Make users, keys, passkeys, providers, wallets, sessions and organizations."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Protocol
from urllib.parse import urlsplit

from sealwax._codec.base64url import decode_base64url
from sealwax._codec.hex import decode_hex
from sealwax._crypto.curves import API_KEY_CURVES
from sealwax._crypto.points import COMPRESSED_BYTES, UNCOMPRESSED_BYTES
from sealwax.errors import MalformedInput
from sealwax.login.tokens import SessionClaims
from sealwax.operations import (
    SignupAuthenticator,
    SignupV2,
    SignupWallet,
    SignupWalletAccount,
)
from sealwax.schemes import P256_SCHEME, Scheme, decode_public_key, scheme_of_curve
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.webauthn.attestation import verify_attestation
from sealwax.webauthn.registration import (
    CredentialIdEncoding,
    RegistrationCredential,
    decode_credential_id,
    parse_registration,
)
from sealwax_service._limits import (
    CODES_PERIOD,
    DEFAULT_SESSION_SECONDS,
    MAX_API_KEYS,
    MAX_AUTHENTICATORS,
    MAX_CODES,
    MAX_COUNTED_IDENTIFIERS,
    MAX_EXPIRING_API_KEYS,
    MAX_OAUTH_PROVIDERS,
    MAX_PRIVATE_KEYS,
    MAX_SUB_ORGANIZATION_TAGS,
    MAX_TAGS,
    MAX_WALLETS,
)
from sealwax_service.api_errors import (
    CONFLICT,
    INVALID_ATTESTATION,
    INVALID_EMAIL,
    INVALID_EXPIRATION,
    LABEL_NOT_UNIQUE,
    OVER_QUOTA,
    PROVIDER_EXISTS,
    RATE_LIMIT,
    REQUEST_INVALID,
    TOO_MANY,
    ApiError,
    refusing,
)
from sealwax_service.chains import derivation
from sealwax_service.enclaves.oidc_issuer import TestIssuer
from sealwax_service.enclaves.proofs import Prover
from sealwax_service.state.records import (
    AccountRecord,
    ApiKeyRecord,
    OauthProviderRecord,
    OidcIdentity,
    Organization,
    Passkey,
    PrivateKeyRecord,
    State,
    Tag,
    User,
    Wallet,
    find_session_profile,
    keep_last,
)
from sealwax_service.yielding import Pace

from .bodies import RootUser

_UNCOMPRESSED, _COMPRESSED = 4, (2, 3)
_EMAIL = re.compile(r"[^@\s]+@([^@\s.]+\.)+[^@\s.]+")
_SECONDS = re.compile("[1-9][0-9]{0,18}", re.ASCII)


class Labelled(Protocol):
    """A record with a name."""

    @property
    def name(self) -> str:
        """The name."""


@dataclass(eq=False)
class Provisioner:
    """Makes records. ``add_*`` also put them in the state; the caller holds its lock."""

    state: State
    enclave: ReferenceEnclave
    prover: Prover
    issuer: TestIssuer
    strict: bool
    permissive: bool
    _codes: dict[str, list[datetime]] = field(default_factory=dict)
    """The times of requests for one-time codes, by organization and user identifier."""

    def new_user(
        self, name: str, *, email: str | None = None, phone_number: str | None = None, is_root: bool = False
    ) -> User:
        """Make a user, who is not yet in an organization."""
        check_email(email)
        now = self.state.now()
        return User(self.state.new_id(), name, now, now, email or None, phone_number or None, is_root)

    def count_code(self, organization_id: str, user_identifier: str | None) -> None:
        """Count a request of a one-time code; refuse too many by the same user identifier."""
        if user_identifier is None:
            return
        key, now = f"{organization_id} {user_identifier}", self.state.now()
        recent = [time for time in self._codes.get(key, ()) if now - time < CODES_PERIOD]
        if len(recent) >= MAX_CODES:
            reason = f"at most {MAX_CODES} codes in three minutes by one userIdentifier"
            raise ApiError(RATE_LIMIT, reason=reason)
        keep_last(self._codes, key, [*recent, now], MAX_COUNTED_IDENTIFIERS)

    def add_tag(self, tags: dict[str, Tag], name: str) -> Tag:
        """Make a tag, and add it to those of an organization."""
        now = self.state.now()
        tag = Tag(self.state.new_id(), name, now, now)
        tags[tag.tag_id] = tag
        return tag

    def new_private_key(
        self, name: str, curve: str, private_key: bytes, formats: Iterable[str]
    ) -> PrivateKeyRecord:
        """Make a private key; refuse bytes that are not a key of the curve."""
        public_key = derivation.public_key_text(private_key, curve)
        addresses = [
            (each, derivation.address_of(public_key, curve, each)) for each in dict.fromkeys(formats)
        ]
        now = self.state.now()
        return PrivateKeyRecord(
            self.state.new_id(), name, curve, public_key, private_key, addresses, now, now
        )

    def new_api_key(self, given: Any) -> ApiKeyRecord:
        """Make an API key, by default on P-256; refuse a public key that is not on its curve."""
        curve = API_KEY_CURVES[getattr(given, "curve_type", "API_KEY_CURVE_P256")]
        if given.expiration_seconds is not None and not _SECONDS.fullmatch(given.expiration_seconds):
            raise ApiError(INVALID_EXPIRATION, "it must be a positive number of seconds as text")
        key, now = self._read_public_key(given.public_key, scheme_of_curve(curve)), self.state.now()
        return ApiKeyRecord(
            self.state.new_id(),
            given.api_key_name,
            key.hex(),
            curve,
            now,
            expires_at=None if given.expiration_seconds is None else later(now, given.expiration_seconds, 0),
        )

    def _read_public_key(self, text: str, scheme: Scheme) -> bytes:
        """Decode the public key of an API key; compress an uncompressed one.

        The deployed service checks only the first byte, so its clients' tests send random bytes. Only a
        strict service checks that the point is on the curve.
        """
        if self.strict or scheme.curve == "ed25519":
            key = decode_public_key(scheme, text, "publicKey")
            scheme.verifier(key, "publicKey")
            return key
        raw = decode_hex(text, "publicKey")
        if len(raw) == UNCOMPRESSED_BYTES and raw[0] == _UNCOMPRESSED:
            return bytes([_COMPRESSED[raw[-1] & 1]]) + raw[1:COMPRESSED_BYTES]
        if len(raw) != COMPRESSED_BYTES or raw[0] not in _COMPRESSED:
            raise MalformedInput("publicKey must be 33 bytes that begin with 02 or 03, or 65 with 04")
        return raw

    def add_api_keys(self, organization: Organization, user: User, made: Sequence[ApiKeyRecord]) -> None:
        """Add API keys to a user; refuse too many without an expiry, and end the oldest of others."""
        self.check_unique(organization.users.values(), user, made)
        now = self.state.now()
        lasting = [key for key in [*user.api_keys, *made] if key.expires_at is None]
        check_limit(len(lasting), MAX_API_KEYS, "long-lived api keys")
        new = [key for key in made if key.expires_at is not None]
        check_limit(len(new), MAX_EXPIRING_API_KEYS, "short-lived api keys")
        old = [key for key in user.api_keys if key.expires_at is not None]
        # Expired keys are removed first.
        old.sort(key=lambda key: key.expires_at is not None and key.expires_at > now)
        gone = old[: max(0, len(old) + len(new) - MAX_EXPIRING_API_KEYS)]
        user.api_keys = [*(key for key in user.api_keys if key not in gone), *made]

    @staticmethod
    def check_unique(users: Iterable[User], user: User, made: Iterable[ApiKeyRecord]) -> None:
        """Refuse a public key of another user of the organization, because a stamp must identify its user."""
        theirs = {key.public_key for other in users if other is not user for key in other.api_keys}
        if any(key.public_key in theirs for key in made):
            raise ApiError(CONFLICT, "another user of the organization has this public key")

    def new_passkey(self, given: SignupAuthenticator) -> Passkey:
        """Make a passkey; refuse a registration that does not verify."""
        with refusing(INVALID_ATTESTATION):
            return self._verify_registration(given)

    def _verify_registration(self, given: SignupAuthenticator) -> Passkey:
        attestation = given.attestation
        client_data_json = decode_base64url(attestation.client_data_json, "clientDataJson")
        attestation_object = decode_base64url(attestation.attestation_object, "attestationObject")
        raw_id = self._raw_id(attestation.credential_id)
        credential = RegistrationCredential(raw_id, client_data_json, attestation_object)
        parsed = parse_registration(credential)
        origin = parsed.client_data.origin
        rp_id = _rp_id_of(origin, parsed.data.rp_id_hash)
        verified = verify_attestation(
            credential,
            expected_challenge=self._challenge(given.challenge, parsed.client_data.challenge),
            expected_origin=origin,
            expected_rp_id=rp_id,
            allow_cross_origin=True,
            allow_unanchored=True,
            now=self.state.now(),
        )
        return Passkey(
            self.state.new_id(),
            given.authenticator_name,
            verified.credential_id,
            verified.public_key,
            rp_id,
            origin,
            [*attestation.transports],
            verified.aaguid,
            self.state.now(),
        )

    def _raw_id(self, credential_id: str) -> bytes:
        """Decode a credential id: CBOR; unless strict, also the form of deployed browser SDKs."""
        try:
            return decode_credential_id(credential_id)
        except MalformedInput:
            if self.strict:
                raise
            return decode_credential_id(credential_id, CredentialIdEncoding.RAW)

    def _challenge(self, given: str, signed: bytes) -> bytes:
        """Decode the challenge of a registration: base64url, or text as some SDKs send it."""
        if not self.strict and given.encode() == signed:
            return signed
        return decode_base64url(given, "challenge")

    def new_providers(self, users: Iterable[User], given: Iterable[Any]) -> list[OauthProviderRecord]:
        """Make the OAuth providers of a user; refuse an identity that one of the organization's users has."""
        taken = {provider.identity for user in users for provider in user.oauth_providers}
        made: list[OauthProviderRecord] = []
        for each in given:
            provider = self._new_provider(each)
            if provider.identity is not None and provider.identity in taken:
                raise ApiError(PROVIDER_EXISTS)
            taken.add(provider.identity)
            made.append(provider)
        return made

    def _new_provider(self, given: Any) -> OauthProviderRecord:
        """Make an OAuth provider; the specification requires neither a token nor claims."""
        now, identity = self.state.now(), None
        claims = getattr(given, "oidc_claims", None)
        if claims is not None:
            identity = OidcIdentity(claims.iss, claims.sub, claims.aud)
        if given.oidc_token is not None:
            proven = self.issuer.identify(given.oidc_token, now=now)
            if identity not in {None, proven}:
                raise ApiError(REQUEST_INVALID, "oidcToken and oidcClaims name different identities")
            identity = proven
        return OauthProviderRecord(self.state.new_id(), given.provider_name, identity, now)

    def new_wallet(self, given: SignupWallet) -> Wallet:
        """Make a wallet with a new mnemonic."""
        mnemonic = derivation.new_mnemonic(self.state.material.take("wallet"), given.mnemonic_length)
        return self.make_wallet(given.wallet_name, mnemonic, None, given.accounts)

    def make_wallet(
        self, name: str, mnemonic: str, passphrase: str | None, accounts: Sequence[SignupWalletAccount]
    ) -> Wallet:
        """Make a wallet from a mnemonic."""
        made = self.new_accounts(accounts, derivation.derive(mnemonic, passphrase, accounts))
        now = self.state.now()
        return Wallet(self.state.new_id(), name, mnemonic, passphrase, now, now, accounts=made)

    def new_accounts(
        self, accounts: Sequence[SignupWalletAccount], derived: Iterable[derivation.DerivedAccount]
    ) -> list[AccountRecord]:
        """Make the records of derived accounts."""
        now = self.state.now()
        return [
            AccountRecord(
                self.state.new_id(),
                given.name,
                given.curve,
                given.path,
                given.address_format,
                account.address,
                account.public_key,
                account.private_key,
                now,
            )
            for given, account in zip(accounts, derived, strict=True)
        ]

    def new_sub_organization(
        self,
        parent: Organization,
        name: str,
        roots: Iterable[RootUser | SignupV2],
        wallet: SignupWallet | None,
        *,
        root_threshold: int = 1,
    ) -> Organization:
        """Make a sub-organization with its root users and wallet, which is not yet in the state."""
        made = Organization(self.state.new_id(), name, parent, self.state.now(), root_threshold)
        pace = Pace()
        for root in roots:
            user = self.new_user(
                root.user_name or root.user_email or "User",
                email=root.user_email,
                phone_number=root.user_phone_number,
                is_root=True,
            )
            check_limits(root)
            user.api_keys = [self.new_api_key(key) for key in root.api_keys]
            user.passkeys = [self.new_passkey(each) for each in root.authenticators]
            self.check_unique(made.users.values(), user, user.api_keys)
            user.oauth_providers = self.new_providers(made.users.values(), root.oauth_providers)
            made.users[user.user_id] = user
            pace.pause()
        if wallet is not None:
            new = self.new_wallet(wallet)
            made.wallets[new.wallet_id] = new
        return made

    def open_session(
        self,
        organization: Organization,
        user: User,
        public_key: str,
        *,
        seconds: str | None,
        invalidate_existing: bool,
        profile_id: str | None = None,
    ) -> str:
        """Let a public key stamp for a user until the session expires; return the session JWT.

        The profile belongs to the organization or its parent. The session expires with the shorter of both
        lifetimes. The profile's scope, which restricts the key, is in the JWT.
        """
        profile = None if profile_id is None else find_session_profile(organization, profile_id)
        lifetimes = [seconds, None if profile is None else profile.get("expirationSeconds")]
        now = self.state.now()
        given = [later(now, each, DEFAULT_SESSION_SECONDS) for each in lifetimes if each is not None]
        expires_at = min(given, default=later(now, None, DEFAULT_SESSION_SECONDS))
        key = decode_public_key(P256_SCHEME, public_key, "publicKey")
        P256_SCHEME.verifier(key, "publicKey")
        text = key.hex()
        record = ApiKeyRecord(
            self.state.new_id(),
            "Session",
            text,
            "p256",
            now,
            expires_at,
            is_session=True,
            credential_type="CREDENTIAL_TYPE_LOGIN",
            session_profile_id=profile_id,
        )
        self.check_unique(organization.users.values(), user, [record])
        user.api_keys = [
            each
            for each in user.api_keys
            if not each.is_session
            or (
                not invalidate_existing
                and each.public_key != text
                and each.expires_at is not None
                and each.expires_at > now
            )
        ]
        if all(each.public_key != text for each in user.api_keys):
            self.add_api_keys(organization, user, [record])
        return self.enclave.issue_session_jwt(
            SessionClaims(
                expires_at=expires_at,
                public_key=public_key,
                session_type="SESSION_TYPE_READ_WRITE" if profile is None else profile["sessionProfileName"],
                user_id=user.user_id,
                organization_id=organization.organization_id,
                session_profile_id=profile_id,
                scope=None if profile is None else profile["scope"],
            )
        )


def check_limits(user: Any) -> None:
    """Refuse a new user with more credentials than the service allows."""
    expiring = sum(key.expiration_seconds is not None for key in user.api_keys)
    for count, limit, what in (
        (len(user.api_keys) - expiring, MAX_API_KEYS, "long-lived api keys"),
        (expiring, MAX_EXPIRING_API_KEYS, "short-lived api keys"),
        (len(getattr(user, "authenticators", ())), MAX_AUTHENTICATORS, "authenticators"),
        (len(getattr(user, "oauth_providers", ())), MAX_OAUTH_PROVIDERS, "oauth providers"),
    ):
        check_limit(count, limit, what)


def later(now: datetime, seconds: str | None, default: int) -> datetime:
    """Return the time some seconds after now."""
    try:
        return now + timedelta(seconds=default if seconds is None else int(seconds))
    except OverflowError:
        raise ApiError(REQUEST_INVALID, "expirationSeconds is too large") from None


def check_email(text: str | None) -> None:
    """Refuse an email address without a domain; an empty one removes the user's."""
    if text and not _EMAIL.fullmatch(text):
        raise ApiError(INVALID_EMAIL)


def check_size(count: int, limit: int, what: str) -> None:
    """Refuse more records of a kind than an organization may have."""
    if count > limit:
        raise ApiError(OVER_QUOTA, reason=f"it may have {limit} {what}")


def check_labels(kept: Iterable[Labelled], names: Sequence[str], what: str) -> None:
    """Refuse repeated names of new or changed records, and names of other records."""
    if len({*names}) < len(names) or {*names} & {each.name for each in kept}:
        raise ApiError(LABEL_NOT_UNIQUE._replace(message=f"{what} {LABEL_NOT_UNIQUE.message}"))


def check_renamed(records: Mapping[str, Labelled], record: Labelled, name: str | None, what: str) -> None:
    """Refuse the new name of a record, if it has one, that another record has."""
    if name is not None:
        check_labels((each for each in records.values() if each is not record), [name], what)


def check_tags(organization: Organization, tags: Mapping[str, Tag], name: str, what: str) -> None:
    """Refuse a new tag beyond an organization's limit, or with the name of another tag of its kind."""
    limit = MAX_TAGS if organization.parent is None else MAX_SUB_ORGANIZATION_TAGS
    check_size(len(organization.user_tags) + len(organization.private_key_tags) + 1, limit, "tags")
    check_labels(tags.values(), [name], what)


def check_wallet(organization: Organization, wallet: Wallet) -> None:
    """Refuse a new wallet beyond an organization's limit, or with the name of another wallet."""
    check_size(len(organization.wallets) + 1, MAX_WALLETS, "wallets")
    check_labels(organization.wallets.values(), [wallet.name], "wallet")


def check_private_keys(organization: Organization, keys: Sequence[PrivateKeyRecord]) -> None:
    """Refuse new private keys beyond an organization's limit, or without unique names."""
    check_size(len(organization.private_keys) + len(keys), MAX_PRIVATE_KEYS, "private keys")
    check_labels(organization.private_keys.values(), [key.name for key in keys], "private key")


def check_limit(count: int, limit: int, what: str) -> None:
    """Refuse more credentials of a kind than a user may have."""
    if count > limit:
        kind = TOO_MANY._replace(message=f"{TOO_MANY.message} {what}")
        raise ApiError(kind, f"a user may have {limit}")


def _rp_id_of(origin: str, rp_id_hash: bytes) -> str:
    """Find the relying party's id: the host of the origin, or a domain above it, that has this hash."""
    host = urlsplit(origin).hostname or ""
    labels = host.split(".")
    for start in range(len(labels)):
        rp_id = ".".join(labels[start:])
        if hashlib.sha256(rp_id.encode()).digest() == rp_id_hash:
            return rp_id
    raise ApiError(INVALID_ATTESTATION, "the passkey's relying party is not the host of its origin")
