"""Parse and check the client data and authenticator data of registrations and assertions.

Names and sections are those of WebAuthn Level 3.

| input | decision |
|---|---|
| an origin that differs in case, by a port (``:443`` too) or by a slash at its end | another origin |
| ``crossOrigin`` is true | refused as another origin, unless the caller allows it |
| ``topOrigin`` where ``crossOrigin`` is not true | malformed: section 5.8.1 |
| unknown keys in the client data | ignored |
| ``crossOrigin`` or ``topOrigin`` is null | as if it was absent |
| a byte order mark before the client data | skipped for parsing; hashed and sent like the other bytes |
| a credential that is backed up but not eligible for backup | malformed |
| attested credential data in an assertion, or none in a registration | malformed |
| a credential id that is empty or over 1023 bytes | malformed |
| an expected challenge that is empty | ``ValueError``: a response to it could be replayed |
"""

import hashlib
from codecs import BOM_UTF8
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

import msgspec

from sealwax._codec.arguments import require_type
from sealwax._codec.base64url import decode_base64url
from sealwax._codec.strict_cbor import decode_cbor
from sealwax._codec.strict_json import decode_json
from sealwax._codec.text import to_bytes
from sealwax._limits import MAX_CREDENTIAL_ID_BYTES
from sealwax.errors import BadSignature, ContextMismatch, MalformedInput

from .cose import STAMP_KEYS, CoseKey, Keys, decode_cose_key_prefix

# Flags of authenticator data, section 6.1.
_USER_PRESENT, _USER_VERIFIED, _BACKUP_ELIGIBLE, _BACKED_UP = 0x01, 0x04, 0x08, 0x10
_ATTESTED_DATA, _EXTENSIONS = 0x40, 0x80

_RP_ID_HASH_BYTES = 32
_FIXED_BYTES = 37
AAGUID_BYTES = 16


@dataclass(frozen=True)
class Assertion:
    """An authenticator's answer to a challenge (``AuthenticatorAssertionResponse``).

    Attributes:
        credential_id: The raw id of the credential that signed.
        authenticator_data: The authenticator data, as the authenticator gave it.
        client_data_json: The serialized client data that was signed.
        signature: The signature over the authenticator data and SHA-256 of the client data: DER for ES256, 64
            bytes for EdDSA, the length of the modulus for RS256.
    """

    credential_id: bytes
    authenticator_data: bytes
    client_data_json: bytes
    signature: bytes


class Authenticator(Protocol):
    """Makes assertions: for example a browser, a security key or a passkey in software."""

    def get_assertion(self, challenge: bytes) -> Assertion:
        """Sign a challenge, as ``navigator.credentials.get()`` does.

        Args:
            challenge: The challenge, raw bytes.

        Returns:
            The assertion.
        """


@dataclass(frozen=True)
class AttestedCredential:
    """The credential of a registration (section 6.5.1)."""

    aaguid: bytes
    credential_id: bytes
    public_key: CoseKey


class AuthenticatorData(NamedTuple):
    """Parsed authenticator data (section 6.1); an assertion has no credential."""

    rp_id_hash: bytes
    user_present: bool
    user_verified: bool
    backup_eligible: bool
    backed_up: bool
    sign_count: int
    credential: AttestedCredential | None


class ClientData(NamedTuple):
    """Parsed client data (section 5.8.1); few clients report the topmost page's origin."""

    type: str
    challenge: bytes
    origin: str
    cross_origin: bool
    top_origin: str | None


class _ClientData(msgspec.Struct, frozen=True, rename="camel"):
    type: str
    challenge: str
    origin: str
    cross_origin: bool | None = None
    top_origin: str | None = None


def parse_client_data(client_data_json: bytes, label: str) -> ClientData:
    """Parse client data; unknown keys are ignored, as the specification requires."""
    label = f"the client data of {label}"
    # UTF-8 decode, which sections 7.1 and 7.2 ask for, skips one mark.
    fields = decode_json(client_data_json.removeprefix(BOM_UTF8), _ClientData, label)
    challenge = decode_base64url(fields.challenge, f"the challenge in {label}")
    cross_origin = fields.cross_origin is True
    if fields.top_origin is not None and not cross_origin:
        raise MalformedInput(f"{label} has a `topOrigin`, but its `crossOrigin` is not true")
    return ClientData(fields.type, challenge, fields.origin, cross_origin, fields.top_origin)


def parse_authenticator_data(data: bytes, label: str, keys: Keys = STAMP_KEYS) -> AuthenticatorData:
    """Parse authenticator data strictly (section 6.1); extensions are parsed but not returned."""
    label = f"the authenticator data of {label}"
    if len(data) < _FIXED_BYTES:
        raise MalformedInput(f"{label} is {len(data)} bytes long; it must have at least {_FIXED_BYTES}")
    flags = data[_RP_ID_HASH_BYTES]
    if flags & _BACKED_UP and not flags & _BACKUP_ELIGIBLE:
        raise MalformedInput(f"{label} says that a credential is backed up but not eligible for backup")
    rest = data[_FIXED_BYTES:]
    credential = None
    if flags & _ATTESTED_DATA:
        credential, rest = _parse_credential(rest, label, keys)
    if flags & _EXTENSIONS:
        if not isinstance(decode_cbor(rest, f"the extensions in {label}"), dict):
            raise MalformedInput(f"the extensions in {label} must be a CBOR map")
    elif rest:
        raise MalformedInput(f"{label} has {len(rest)} bytes after its end")
    return AuthenticatorData(
        rp_id_hash=data[:_RP_ID_HASH_BYTES],
        user_present=bool(flags & _USER_PRESENT),
        user_verified=bool(flags & _USER_VERIFIED),
        backup_eligible=bool(flags & _BACKUP_ELIGIBLE),
        backed_up=bool(flags & _BACKED_UP),
        sign_count=int.from_bytes(data[_RP_ID_HASH_BYTES + 1 : _FIXED_BYTES], "big"),
        credential=credential,
    )


def _parse_credential(data: bytes, label: str, keys: Keys) -> tuple[AttestedCredential, bytes]:
    """Parse attested credential data (section 6.5.1); return it and the bytes after it."""
    id_start = AAGUID_BYTES + 2
    id_length = int.from_bytes(data[AAGUID_BYTES:id_start], "big")
    id_end = id_start + id_length
    check_credential_id_length(id_length, label)
    public_key = decode_cose_key_prefix(data[id_end:], f"the public key in {label}", keys)
    credential = AttestedCredential(data[:AAGUID_BYTES], data[id_start:id_end], public_key)
    return credential, data[id_end + len(public_key.encoded) :]


def check_credential_id_length(length: int, label: str) -> None:
    """Check the length of a raw credential id (section 4)."""
    if not 0 < length <= MAX_CREDENTIAL_ID_BYTES:
        raise MalformedInput(
            f"{label} has a credential id of {length} bytes; it must have 1 to {MAX_CREDENTIAL_ID_BYTES}"
        )


def require_expectations(*, optional: bool = False, **expected: object) -> None:
    """Raise ``TypeError`` or ``ValueError`` for a wrong expected value or flag; ``optional`` accepts None."""
    for name, value in expected.items():
        if value is None and optional:
            continue
        require_type(value, _EXPECTED_TYPES.get(name, bool), name)
        if name == "expected_challenge" and not value:
            raise ValueError(f"{name} must not be empty; pass the challenge that the page was given")
        if name == "expected_origin" and not isinstance(value, str) and isinstance(value, Collection):
            for origin in value:
                require_type(origin, str, f"each {name}")


# The types of the expected values; any other argument is a flag.
_EXPECTED_TYPES: dict[str, type | tuple[type, ...]] = {
    "expected_challenge": (bytes, str),
    "expected_origin": (str, Collection),
    "expected_rp_id": str,
}


def check_ceremony(client_data: ClientData, ceremony: str, label: str) -> None:
    """Check the type of client data: ``webauthn.create`` or ``webauthn.get``."""
    if client_data.type != ceremony:
        raise BadSignature(f"{label} is not of type {ceremony}; pass the result of that ceremony")


def check_origin(
    client_data: ClientData, origin: str | Collection[str], label: str, *, allow_cross_origin: bool
) -> None:
    """Compare the origin of the page, byte for byte, with the expected origins."""
    if client_data.origin not in ({origin} if isinstance(origin, str) else origin):
        raise ContextMismatch(
            "wrong-origin",
            f"{label} is from another origin than the expected one; the expected origin must be the page's "
            "scheme, host and any port, such as https://example.com, without a path or a final slash",
        )
    if client_data.cross_origin and not allow_cross_origin:
        raise ContextMismatch(
            "wrong-origin",
            f"{label} is from a page embedded in a page of another origin; pass allow_cross_origin=True "
            "to accept it",
        )


def check_rp_id(data: AuthenticatorData, rp_id: str, label: str) -> None:
    """Compare the relying party's id with the expected id."""
    if data.rp_id_hash != _rp_id_hash(rp_id):
        raise ContextMismatch(
            "wrong-origin",
            f"{label} is for another relying party than the expected one; the expected id must be the domain "
            "of the passkey, such as example.com, without a scheme or a port",
        )


@lru_cache(maxsize=16)
def _rp_id_hash(rp_id: str) -> bytes:
    # Most servers expect the same one each time.
    return hashlib.sha256(to_bytes(rp_id, "expected_rp_id")).digest()


def check_user(
    data: AuthenticatorData, *, require_verification: bool, allow_absent: bool = False, label: str
) -> None:
    """Check that the user was present, unless that is not required, and verified, if that is required."""
    if not data.user_present and not allow_absent:
        raise BadSignature(f"{label} was made without the user present")
    if require_verification and not data.user_verified:
        raise BadSignature(f"{label} was made without verifying the user")
