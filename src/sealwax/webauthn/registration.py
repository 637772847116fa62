"""Encode WebAuthn registrations for signup, and parse them (wire-formats.md, section 6).

Other sections are those of WebAuthn Level 3.
"""

import dataclasses
import hashlib
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

import cbor2

from sealwax._codec.arguments import require_type
from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._codec.folding import check_names
from sealwax._codec.strict_cbor import decode_cbor
from sealwax._codec.strict_json import decode_object, encode_json
from sealwax._codec.text import to_bytes
from sealwax.errors import ContextMismatch, MalformedInput

from .ceremony import (
    AttestedCredential,
    AuthenticatorData,
    ClientData,
    check_ceremony,
    check_credential_id_length,
    check_origin,
    check_rp_id,
    check_user,
    parse_authenticator_data,
    parse_client_data,
    require_expectations,
)
from .cose import STAMP_KEYS, Keys

TRANSPORTS = {
    "ble": "AUTHENTICATOR_TRANSPORT_BLE",
    "internal": "AUTHENTICATOR_TRANSPORT_INTERNAL",
    "nfc": "AUTHENTICATOR_TRANSPORT_NFC",
    "usb": "AUTHENTICATOR_TRANSPORT_USB",
    "hybrid": "AUTHENTICATOR_TRANSPORT_HYBRID",
}
"""The API's name of each WebAuthn transport that it supports."""

# Browsers wrote `cable` before the transport got its name.
_READ_TRANSPORTS = {**TRANSPORTS, "cable": TRANSPORTS["hybrid"]}

_WHAT = "the attestation"


class CredentialIdEncoding(Enum):
    """How ``credentialId`` holds a raw credential id."""

    CBOR = "cbor"
    """base64url of a CBOR byte string with the id, as the API's specification says."""

    RAW = "raw"
    """base64url of the id itself, as the deployed browser SDKs send it."""


@dataclass(frozen=True)
class RegistrationCredential:
    """An authenticator's answer to a registration, as raw bytes.

    Attributes:
        raw_id: The raw id of the credential.
        client_data_json: The serialized client data.
        attestation_object: The attestation object, CBOR.
        transports: WebAuthn's names of the transports, such as ``internal``.
    """

    raw_id: bytes
    client_data_json: bytes
    attestation_object: bytes
    transports: tuple[str, ...] = ()

    def to_json(self) -> str:
        """Write the registration as a browser does.

        Returns:
            JSON of the form of ``PublicKeyCredential.toJSON()``, which ``encode_attestation`` and
            ``verify_attestation`` accept.

        Raises:
            MalformedInput: A field has another type than its own.
        """
        registration = to_registration(self)
        raw_id = encode_base64url(registration.raw_id)
        return encode_json(
            {
                "id": raw_id,
                "rawId": raw_id,
                "response": {
                    "clientDataJSON": encode_base64url(registration.client_data_json),
                    "attestationObject": encode_base64url(registration.attestation_object),
                    "transports": registration.transports,
                },
                "clientExtensionResults": {},
                "type": "public-key",
            }
        )


@dataclass(frozen=True)
class Attestation:
    """The ``attestation`` of an authenticator in a signup request.

    Attributes:
        credential_id: The credential id, in the chosen encoding.
        client_data_json: base64url of the client data, unchanged.
        attestation_object: base64url of the attestation object, unchanged.
        transports: The API's names of the transports; those that it does not have are left out.
        challenge: base64url of the challenge, which the request has beside ``attestation``.
    """

    credential_id: str
    client_data_json: str
    attestation_object: str
    transports: tuple[str, ...]
    challenge: str

    def to_dict(self) -> dict[str, str | list[str]]:
        """Return the ``attestation`` object of a request's body.

        Returns:
            The four fields under their names on the wire; ``challenge`` is not one of them.
        """
        return {
            "credentialId": self.credential_id,
            "clientDataJson": self.client_data_json,
            "attestationObject": self.attestation_object,
            "transports": list(self.transports),
        }


@dataclass(frozen=True)
class AttestationObject:
    """A parsed, consistent registration, and the bytes that its attestation statement signs."""

    fmt: str
    statement: Mapping[object, object]
    data: AuthenticatorData
    credential: AttestedCredential
    client_data: ClientData
    client_data_hash: bytes
    signed: bytes


def encode_attestation(
    credential: str | bytes | Mapping[str, object] | RegistrationCredential,
    *,
    expected_challenge: str | bytes | None = None,
    expected_origin: str | Collection[str] | None = None,
    expected_rp_id: str | None = None,
    credential_id_encoding: CredentialIdEncoding = CredentialIdEncoding.CBOR,
    allow_cross_origin: bool = False,
    allow_user_absent: bool = False,
) -> Attestation:
    """Encode the result of ``navigator.credentials.create()`` for a signup request.

    The registration is parsed strictly, and compared with the expected values. The attestation
    statement is not verified: ``verify_attestation`` does that. Transports are hints: those that the API does
    not have are left out.

    Args:
        credential: ``PublicKeyCredential.toJSON()``, as text or as a mapping; a mapping of the same shape
            with raw bytes in place of base64url; or a ``RegistrationCredential``.
        expected_challenge: The registration's challenge, not empty: raw bytes, or base64url text as in the
            JSON that ``parseCreationOptionsFromJSON`` reads; None to accept any.
        expected_origin: The origin of the page that registered, such as ``https://example.com``, or several;
            compared byte for byte. None to accept any, embedded pages too.
        expected_rp_id: The relying party's id, such as ``example.com``; None to accept any.
        credential_id_encoding: How to write the credential id; as CBOR by default.
        allow_cross_origin: Whether that page may have been embedded in a page of another origin.
        allow_user_absent: Whether the user may have been absent: for a passkey that the browser made without
            asking (conditional create, section 7.1).

    Returns:
        The attestation. The authenticator's bytes are unchanged.

    Raises:
        MalformedInput: The registration does not parse, or its credential ids differ.
        Unsupported: The key is not ES256, EdDSA or RS256.
        BadSignature: The client data is not that of a registration, or the user was not present, unless
            ``allow_user_absent``.
        ContextMismatch: The registration is for another challenge (``wrong-challenge``), or for another
            origin or relying party (``wrong-origin``).
    """
    encoding = _to_encoding(credential_id_encoding)
    require_expectations(
        expected_challenge=expected_challenge,
        expected_origin=expected_origin,
        expected_rp_id=expected_rp_id,
        optional=True,
    )
    require_expectations(allow_cross_origin=allow_cross_origin, allow_user_absent=allow_user_absent)
    raw = to_registration(credential)
    parsed = parse_registration(raw)
    check_expectations(
        parsed, expected_challenge, expected_origin, expected_rp_id, allow_cross_origin=allow_cross_origin
    )
    check_user(parsed.data, require_verification=False, allow_absent=allow_user_absent, label=_WHAT)
    return Attestation(
        credential_id=encode_credential_id(raw.raw_id, encoding),
        client_data_json=encode_base64url(raw.client_data_json),
        attestation_object=encode_base64url(raw.attestation_object),
        transports=_known_transports(raw.transports),
        challenge=encode_base64url(parsed.client_data.challenge),
    )


def encode_credential_id(raw_id: bytes, encoding: CredentialIdEncoding = CredentialIdEncoding.CBOR) -> str:
    """Encode a raw credential id as ``credentialId``.

    Args:
        raw_id: The raw id.
        encoding: How to write the id; as CBOR by default.

    Returns:
        base64url of the CBOR byte string, or of the id itself, without padding.
    """
    require_type(raw_id, bytes, "raw_id")
    # cbor2 does not encode subclasses of bytes.
    raw_id = bytes(raw_id)
    return encode_base64url(cbor2.dumps(raw_id) if _to_encoding(encoding) is _CBOR else raw_id)


def decode_credential_id(text: str, encoding: CredentialIdEncoding = CredentialIdEncoding.CBOR) -> bytes:
    """Decode ``credentialId`` to the raw credential id.

    The encoding must be known: a raw id may look like CBOR.

    Args:
        text: base64url of the CBOR byte string, or of the id itself.
        encoding: How the id is written; as CBOR by default.

    Returns:
        The raw id.

    Raises:
        MalformedInput: The text is not base64url, does not hold exactly one CBOR byte string, or the id
            does not have 1 to 1023 bytes.
    """
    label = "the credential id"
    require_type(text, str, "text")
    encoding = _to_encoding(encoding)
    decoded = decode_base64url(text, label)
    raw_id = decode_cbor(decoded, label) if encoding is _CBOR else decoded
    # CBOR can write a length in several ways; only the shortest equals the encoding of the decoded id.
    if not isinstance(raw_id, bytes) or (encoding is _CBOR and cbor2.dumps(raw_id) != decoded):
        raise MalformedInput(f"{label} is not a CBOR byte string; if it is a raw id, pass the encoding `raw`")
    check_credential_id_length(len(raw_id), "`credentialId`")
    return raw_id


_CBOR = CredentialIdEncoding.CBOR


def _to_encoding(encoding: object) -> CredentialIdEncoding:
    """Accept a member or its value; refuse anything else."""
    try:
        return CredentialIdEncoding(encoding)
    except ValueError:
        raise ValueError("the encoding of a credential id must be `cbor` or `raw`") from None


def parse_registration(credential: RegistrationCredential, keys: Keys = STAMP_KEYS) -> AttestationObject:
    """Parse a registration, and check its consistency (section 7.1); verify no signature."""
    client_data = parse_client_data(
        to_bytes(credential.client_data_json, f"the client data of {_WHAT}"), _WHAT
    )
    check_ceremony(client_data, "webauthn.create", _WHAT)
    encoded = to_bytes(credential.attestation_object, "the attestation object")
    fields = decode_cbor(encoded, "the attestation object")
    if not isinstance(fields, dict):
        raise MalformedInput("the attestation object must be a CBOR map")
    fmt, statement, auth_data = (fields.get(name) for name in ("fmt", "attStmt", "authData"))
    if not isinstance(fmt, str) or not isinstance(statement, dict) or not isinstance(auth_data, bytes):
        raise MalformedInput(
            "the attestation object must have `fmt` (text), `attStmt` (a map) and `authData` (bytes)"
        )
    data = parse_authenticator_data(auth_data, _WHAT, keys)
    if data.credential is None:
        raise MalformedInput(f"the authenticator data of {_WHAT} has no credential; pass a registration")
    if data.credential.credential_id != credential.raw_id:
        raise MalformedInput(
            f"the credential id in the authenticator data of {_WHAT} differs from the raw id"
        )
    client_data_hash = hashlib.sha256(credential.client_data_json).digest()
    signed = auth_data + client_data_hash
    return AttestationObject(fmt, statement, data, data.credential, client_data, client_data_hash, signed)


def check_expectations(
    parsed: AttestationObject,
    challenge: str | bytes | None,
    origin: str | Collection[str] | None,
    rp_id: str | None,
    *,
    allow_cross_origin: bool,
) -> None:
    """Compare a registration with the expected values; skip those that are None."""
    if challenge is not None and parsed.client_data.challenge != _raw_challenge(challenge):
        raise ContextMismatch(
            "wrong-challenge",
            f"{_WHAT} is for another challenge than the expected one; pass the challenge that the page got: "
            "raw bytes, or base64url text",
        )
    if origin is not None:
        check_origin(parsed.client_data, origin, _WHAT, allow_cross_origin=allow_cross_origin)
    if rp_id is not None:
        check_rp_id(parsed.data, rp_id, _WHAT)


def _raw_challenge(challenge: str | bytes) -> bytes:
    """Return the bytes of an expected challenge."""
    if isinstance(challenge, bytes):
        return challenge
    with suppress(MalformedInput):
        return decode_base64url(challenge, "expected_challenge")
    raise ValueError("expected_challenge must be raw bytes, or base64url text as in the options of the page")


def to_registration(
    credential: str | bytes | Mapping[str, object] | RegistrationCredential,
) -> RegistrationCredential:
    """Convert a registration from any form that ``encode_attestation`` accepts."""
    if isinstance(credential, RegistrationCredential):
        parts = (credential.raw_id, credential.client_data_json, credential.attestation_object)
        if not all(isinstance(part, bytes) for part in parts):
            raise MalformedInput(
                "the fields of a RegistrationCredential must be bytes; pass text as a mapping or JSON"
            )
        return dataclasses.replace(credential, transports=_to_transports(credential.transports))
    fields: Mapping[str, object]
    if isinstance(credential, Mapping):
        fields = credential
    else:
        fields = decode_object(to_bytes(credential, "the credential"), "the credential")
    response = fields.get("response")
    if not isinstance(response, Mapping):
        raise MalformedInput(f"the credential must have a `response` object; {_ADVICE}")
    check_names(fields, _CREDENTIAL_NAMES, "the credential")
    check_names(response, _RESPONSE_NAMES, "the credential's response")
    if fields.get("type") not in (None, "public-key"):
        raise MalformedInput("the credential's `type` must be public-key")
    raw_id = _bytes(fields, "rawId")
    if fields.get("id") is not None and _bytes(fields, "id") != raw_id:
        raise MalformedInput("the credential's `id` must equal its `rawId`")
    return RegistrationCredential(
        raw_id=raw_id,
        client_data_json=_bytes(response, "clientDataJSON"),
        attestation_object=_bytes(response, "attestationObject"),
        transports=_to_transports(response.get("transports")),
    )


_CREDENTIAL_NAMES = frozenset({"id", "rawId", "response", "type"})
_RESPONSE_NAMES = frozenset({"attestationObject", "clientDataJSON", "transports"})


def _to_transports(names: object) -> tuple[str, ...]:
    """Check that transports, which may be unknown, are a list of strings; None stands for none."""
    if names is None:
        return ()
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise MalformedInput("the credential's `transports` must be a list of strings")
    return tuple(names)


def _known_transports(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the API's names of transports, each once, without those that it does not have."""
    return tuple(dict.fromkeys(_READ_TRANSPORTS[name] for name in names if name in _READ_TRANSPORTS))


def _bytes(fields: Mapping[str, object], name: str) -> bytes:
    """Take a field that is base64url text or raw bytes."""
    value = fields.get(name)
    if isinstance(value, str):
        return decode_base64url(value, f"the credential's `{name}`")
    if isinstance(value, bytes):
        return value
    if value is None:
        raise MalformedInput(f"the credential has no `{name}`; {_ADVICE}")
    raise MalformedInput(f"the credential's `{name}` must be base64url text or bytes; {_ADVICE}")


_ADVICE = "pass PublicKeyCredential.toJSON() of the result of navigator.credentials.create()"
