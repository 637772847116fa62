"""WebAuthn attestations: encoding for signup, parsing, and verification (wire-formats.md, section 6).

The sections cited otherwise are those of WebAuthn Level 3.
"""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum

import cbor2

from sealwax._codec.arguments import require_type
from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._codec.strict_cbor import decode_cbor
from sealwax._codec.strict_json import decode_json
from sealwax._codec.text import to_bytes
from sealwax.errors import ContextMismatch, MalformedInput, UnsupportedVersion

from .ceremony import (
    AttestedCredential,
    AuthenticatorData,
    ClientData,
    check_ceremony,
    check_origin,
    check_rp_id,
    check_user,
    parse_authenticator_data,
    parse_client_data,
)

TRANSPORTS = {
    "ble": "AUTHENTICATOR_TRANSPORT_BLE",
    "internal": "AUTHENTICATOR_TRANSPORT_INTERNAL",
    "nfc": "AUTHENTICATOR_TRANSPORT_NFC",
    "usb": "AUTHENTICATOR_TRANSPORT_USB",
    "hybrid": "AUTHENTICATOR_TRANSPORT_HYBRID",
}
"""WebAuthn's transports that the API has a name for, and that name."""

_WHAT = "the attestation"


class CredentialIdEncoding(Enum):
    """How a raw credential id becomes the text of ``credentialId``."""

    CBOR = "cbor"
    """base64url of the CBOR byte string that holds it, as the API's specification says."""

    RAW = "raw"
    """base64url of the id itself, as the browser SDKs that are deployed today send it."""


@dataclass(frozen=True)
class RegistrationCredential:
    """What an authenticator answers when it makes a credential, as raw bytes.

    Attributes:
        raw_id: The raw id of the credential.
        client_data_json: The client data, as it was serialized.
        attestation_object: The attestation object, CBOR.
        transports: WebAuthn's names of the transports, such as ``internal``.
    """

    raw_id: bytes
    client_data_json: bytes
    attestation_object: bytes
    transports: tuple[str, ...] = ()


@dataclass(frozen=True)
class Attestation:
    """The ``attestation`` of an authenticator in a signup request.

    Attributes:
        credential_id: The credential id, in the encoding that was asked for.
        client_data_json: base64url of the client data, untouched.
        attestation_object: base64url of the attestation object, untouched.
        transports: The API's names of the transports.
        challenge: base64url of the challenge in the client data, for the ``challenge`` beside it in the
            request.
    """

    credential_id: str
    client_data_json: str
    attestation_object: str
    transports: tuple[str, ...]
    challenge: str

    def to_dict(self) -> dict[str, str | list[str]]:
        """Give the ``attestation`` object of a request's body.

        Returns:
            The four fields by their names on the wire; the challenge is not one of them.
        """
        return {
            "credentialId": self.credential_id,
            "clientDataJson": self.client_data_json,
            "attestationObject": self.attestation_object,
            "transports": list(self.transports),
        }


@dataclass(frozen=True)
class AttestationObject:
    """A registration, parsed and consistent in itself.

    Attributes:
        fmt: The format of the attestation statement, such as ``none`` or ``packed``.
        statement: The attestation statement.
        data: The authenticator data, parsed.
        credential: The credential that it is about.
        client_data: The client data, parsed.
        signed: What an attestation statement signs: the authenticator data and SHA-256 of the client data.
    """

    fmt: str
    statement: Mapping[object, object]
    data: AuthenticatorData
    credential: AttestedCredential
    client_data: ClientData
    signed: bytes


def encode_attestation(
    credential: str | bytes | Mapping[str, object] | RegistrationCredential,
    *,
    credential_id_encoding: CredentialIdEncoding = CredentialIdEncoding.CBOR,
    expected_challenge: bytes | None = None,
    expected_origin: str | Collection[str] | None = None,
    expected_rp_id: str | None = None,
) -> Attestation:
    """Encode what ``navigator.credentials.create()`` returned for a signup request.

    The registration is parsed strictly and must be consistent in itself; what it vouches for is compared with
    whatever of it is given here. Attestation statements are not verified: ``verify_attestation`` does that.

    Args:
        credential: ``PublicKeyCredential.toJSON()``, as text or as a mapping; a mapping of the same shape
            with raw bytes in place of base64url; or a ``RegistrationCredential``.
        credential_id_encoding: How to write the credential id; the specification's way by default.
        expected_challenge: The challenge that the credential was made for, raw bytes.
        expected_origin: The origin of the page that made it, such as ``https://example.com``, or several.
        expected_rp_id: The relying party's id, such as ``example.com``.

    Returns:
        The attestation, with the bytes of the authenticator untouched.

    Raises:
        MalformedInput: It does not parse; or the credential id of the authenticator data is not the raw id.
        UnsupportedVersion: The key is neither ES256, EdDSA nor RS256, or the API has no name for a transport.
        BadSignature: It is not a registration, or the user was not present.
        ContextMismatch: It is for another challenge (``wrong-challenge``), or from another origin or relying
            party (``wrong-origin``).
    """
    raw = to_registration(credential)
    parsed = parse_registration(raw)
    check_expectations(parsed, expected_challenge, expected_origin, expected_rp_id)
    check_user(parsed.data, require_verification=False, what=_WHAT)
    return Attestation(
        credential_id=encode_credential_id(raw.raw_id, credential_id_encoding),
        client_data_json=encode_base64url(raw.client_data_json),
        attestation_object=encode_base64url(raw.attestation_object),
        transports=tuple(_transport(name) for name in raw.transports),
        challenge=encode_base64url(parsed.client_data.challenge),
    )


def encode_credential_id(raw_id: bytes, encoding: CredentialIdEncoding = CredentialIdEncoding.CBOR) -> str:
    """Encode a credential id.

    Args:
        raw_id: The raw id.
        encoding: How to write it; the specification's way by default.

    Returns:
        base64url, of the CBOR byte string or of the id itself.

    Raises:
        TypeError: The raw id is not bytes.
        ValueError: There is no such encoding.
    """
    require_type(raw_id, bytes, "raw_id")
    return encode_base64url(cbor2.dumps(raw_id) if _to_encoding(encoding) is _CBOR else raw_id)


def decode_credential_id(text: str, encoding: CredentialIdEncoding = CredentialIdEncoding.CBOR) -> bytes:
    """Decode a credential id. The encoding has to be known: an id may look like either.

    Args:
        text: base64url, of the CBOR byte string or of the id itself.
        encoding: How it is written; the specification's way by default.

    Returns:
        The raw id.

    Raises:
        MalformedInput: It is not base64url, or not of a CBOR byte string and nothing else.
        ValueError: There is no such encoding.
    """
    what = "the credential id"
    decoded = decode_base64url(text, what)
    if _to_encoding(encoding) is not _CBOR:
        return decoded
    raw_id = decode_cbor(decoded, what)
    # Compared with the way back: a byte string's length may be written in more than one way.
    if not isinstance(raw_id, bytes) or cbor2.dumps(raw_id) != decoded:
        raise MalformedInput(f"{what} is not a CBOR byte string; it may be in the raw encoding")
    return raw_id


_CBOR = CredentialIdEncoding.CBOR


def _to_encoding(encoding: object) -> CredentialIdEncoding:
    """Take the value of a member for the member, and never anything else for one of the two."""
    try:
        return CredentialIdEncoding(encoding)
    except ValueError:
        raise ValueError("the encoding of a credential id must be `cbor` or `raw`") from None


def parse_registration(credential: RegistrationCredential) -> AttestationObject:
    """Parse a registration, and check that it is consistent in itself (section 7.1).

    Args:
        credential: The raw bytes.

    Returns:
        What is in it. Nothing of it has been verified or compared with what the caller expects.

    Raises:
        MalformedInput: It does not parse, has no credential, or one of another id.
        UnsupportedVersion: The key is neither ES256, EdDSA nor RS256.
        BadSignature: The client data is not of a registration.
    """
    client_data = parse_client_data(
        to_bytes(credential.client_data_json, f"the client data of {_WHAT}"), _WHAT
    )
    check_ceremony(client_data, "webauthn.create", _WHAT)
    encoded = to_bytes(credential.attestation_object, "the attestation object")
    fields = decode_cbor(encoded, "the attestation object")
    if not isinstance(fields, dict):
        raise MalformedInput("the attestation object is not a map")
    fmt, statement, auth_data = (fields.get(name) for name in ("fmt", "attStmt", "authData"))
    if not isinstance(fmt, str) or not isinstance(statement, dict) or not isinstance(auth_data, bytes):
        raise MalformedInput(
            "the attestation object needs `fmt` (text), `attStmt` (map) and `authData` (bytes)"
        )
    data = parse_authenticator_data(auth_data, _WHAT)
    if data.credential is None:
        raise MalformedInput(f"the authenticator data of {_WHAT} has no credential")
    if data.credential.credential_id != credential.raw_id:
        raise MalformedInput(f"the credential id in the authenticator data of {_WHAT} is not the raw id")
    signed = auth_data + hashlib.sha256(credential.client_data_json).digest()
    return AttestationObject(fmt, statement, data, data.credential, client_data, signed)


def check_expectations(
    parsed: AttestationObject,
    challenge: bytes | None,
    origin: str | Collection[str] | None,
    rp_id: str | None,
) -> None:
    """Compare a registration with whatever is expected of it; None leaves a part of it unchecked."""
    if challenge is not None:
        require_type(challenge, bytes, "expected_challenge")
        if parsed.client_data.challenge != challenge:
            raise ContextMismatch(
                "wrong-challenge", f"{_WHAT} is for another challenge than the expected one"
            )
    if origin is not None:
        check_origin(parsed.client_data, origin, _WHAT)
    if rp_id is not None:
        check_rp_id(parsed.data, rp_id, _WHAT)


def to_registration(
    credential: str | bytes | Mapping[str, object] | RegistrationCredential,
) -> RegistrationCredential:
    """Take what a browser or an authenticator returned, in any of its forms.

    Args:
        credential: As for ``encode_attestation``.

    Returns:
        The raw bytes.

    Raises:
        MalformedInput: It does not parse, or its ``id`` is not its ``rawId``.
    """
    if isinstance(credential, RegistrationCredential):
        parts = (credential.raw_id, credential.client_data_json, credential.attestation_object)
        if not all(isinstance(part, bytes) for part in parts):
            raise MalformedInput("a RegistrationCredential holds raw bytes; pass text as a mapping or JSON")
        return credential
    fields: Mapping[str, object]
    if isinstance(credential, Mapping):
        fields = credential
    else:
        fields = decode_json(to_bytes(credential, "the credential"), dict, "the credential")
    response = fields.get("response")
    if not isinstance(response, Mapping):
        raise MalformedInput("the credential has no `response`; pass PublicKeyCredential.toJSON()")
    if fields.get("type", "public-key") != "public-key":
        raise MalformedInput("the credential is not of type public-key")
    raw_id = _bytes(fields, "rawId")
    if "id" in fields and _bytes(fields, "id") != raw_id:
        raise MalformedInput("the credential's `id` is not its `rawId`")
    transports = response.get("transports", ())
    if not isinstance(transports, list | tuple) or not all(isinstance(name, str) for name in transports):
        raise MalformedInput("the credential's `transports` are not a list of names")
    return RegistrationCredential(
        raw_id=raw_id,
        client_data_json=_bytes(response, "clientDataJSON"),
        attestation_object=_bytes(response, "attestationObject"),
        transports=tuple(transports),
    )


def _bytes(fields: Mapping[str, object], name: str) -> bytes:
    """Take a field that is base64url text or raw bytes."""
    value = fields.get(name)
    if isinstance(value, str):
        return decode_base64url(value, f"the credential's `{name}`")
    if isinstance(value, bytes):
        return value
    raise MalformedInput(f"the credential has no `{name}`, as base64url text or bytes")


def _transport(name: str) -> str:
    transport = TRANSPORTS.get(name)
    if transport is None:
        raise UnsupportedVersion(f"the API has no such transport; it has {', '.join(TRANSPORTS)}")
    return transport
