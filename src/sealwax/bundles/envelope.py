"""The signed envelope that export, import and OTP bundles share (wire-formats.md, section 4.1).

The order of the checks is the point of this module: the envelope is parsed, its version and quorum key are
compared with what we expect, its signature is verified over the bytes as received, and only then is
anything that they say looked at.

| input | decision |
|---|---|
| no version, or another one; the older, unsigned form | refused, as unsupported |
| quorum key other than the pinned one, whether or not it is a point | refused, as an untrusted signer |
| key twice, in the envelope or inside | refused |
| fields that are not known, other order, white space | accepted |
| a document that belongs in another kind of bundle | refused |
"""

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import UNSET, UnsetType

from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import decode_json, encode_json
from sealwax._codec.text import to_bytes
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.hpke import seal_base
from sealwax._crypto.points import P256, UNCOMPRESSED_BYTES, decode_point
from sealwax.errors import ContextMismatch, MalformedInput, UnsupportedVersion, UntrustedSigner
from sealwax.trust import pinned_key

VERSION = "v1.0.0"
_LONGEST_SHOWN_ID = 64

_Field = str | UnsetType


class _Envelope(msgspec.Struct, frozen=True, rename="camel"):
    version: _Field = UNSET
    data: _Field = UNSET
    data_signature: _Field = UNSET
    enclave_quorum_public: _Field = UNSET
    # Of the older form, only to say so.
    encapped_public_signature: object = UNSET
    target_public_signature: object = UNSET


class Payload(msgspec.Struct, frozen=True, rename="camel"):
    """What the enclave signed, of every kind of bundle; which fields are there tells the kinds apart."""

    organization_id: _Field = UNSET
    user_id: _Field = UNSET
    encapped_public: _Field = UNSET
    ciphertext: _Field = UNSET
    target_public: _Field = UNSET


def open_signed_bundle(bundle: str | bytes, *, signer: str, what: str) -> Payload:
    """Check the envelope of a bundle, and parse what it holds.

    Args:
        bundle: The bundle's JSON, just as it was received, at most 1 MiB.
        signer: The pinned public key that must have signed it, as an uncompressed point in hex.
        what: What the bundle is, for the error messages.

    Returns:
        What the enclave signed. Nothing of it has been compared with what the caller expects yet.

    Raises:
        MalformedInput: The envelope or what it holds does not parse.
        UnsupportedVersion: It has no version, or another one than v1.0.0.
        UntrustedSigner: It names another quorum key.
        BadSignature: Its signature does not verify over the bytes as received.
    """
    envelope = decode_json(to_bytes(bundle, what), _Envelope, what)
    if envelope == _Envelope():
        raise MalformedInput(
            f"{what} has none of the fields that a bundle has; pass it alone, as it stands in the answer"
        )
    if envelope.version is UNSET:
        raise UnsupportedVersion(
            f"{what} has no version; the older form, in which nothing vouches for what it holds, is refused"
        )
    if envelope.version != VERSION:
        raise UnsupportedVersion(f"{what} has another version than {VERSION}, the only one known here")
    data = decode_hex(require(envelope.data, "data", what), f"the data of {what}")
    signature = decode_hex(
        require(envelope.data_signature, "dataSignature", what), f"the signature of {what}"
    )
    quorum_key = decode_hex(
        require(envelope.enclave_quorum_public, "enclaveQuorumPublic", what),
        f"the quorum key of {what}",
        length=UNCOMPRESSED_BYTES,
    )
    if quorum_key.hex() != signer:
        raise UntrustedSigner(
            f"{what} names another signer than the one that is trusted for it; "
            "use it only if it comes from a deployment of yours, by naming that deployment's keys"
        )
    verify_ecdsa(pinned_key(signer), signature, data, what)
    return decode_json(data, Payload, f"the data of {what}")


def require(value: str | UnsetType, name: str, what: str) -> str:
    """Take a field that must be there.

    Args:
        value: The field.
        name: Its name in the JSON, for the error message.
        what: What it is missing from, for the error message.

    Returns:
        The field.

    Raises:
        MalformedInput: It is not there.
    """
    if value is UNSET:
        raise MalformedInput(f"{what} has no `{name}`")
    return value


def check_organization(payload: Payload, organization_id: str, what: str) -> None:
    """Compare the organization that a bundle was made for with the one that is expected.

    Args:
        payload: What the enclave signed.
        organization_id: The organization's id, compared to the letter.
        what: What the bundle is, for the error message.

    Raises:
        MalformedInput: The bundle names no organization.
        ContextMismatch: It names another one (``wrong-organization``).
    """
    made_for = require(payload.organization_id, "organizationId", what)
    if made_for != organization_id:
        raise ContextMismatch(
            "wrong-organization",
            f"{what} was made for organization {_difference(made_for, organization_id)}; "
            "check the organization id: a sub-organization has its own",
        )


def check_user(payload: Payload, user_id: str, what: str) -> None:
    """Compare the user that a bundle was made for with the one that is expected.

    Args:
        payload: What the enclave signed.
        user_id: The user's id, compared to the letter.
        what: What the bundle is, for the error message.

    Raises:
        MalformedInput: The bundle names no user.
        ContextMismatch: It names another one (``wrong-user``).
    """
    made_for = require(payload.user_id, "userId", what)
    if made_for != user_id:
        raise ContextMismatch(
            "wrong-user", f"{what} was made for user {_difference(made_for, user_id)}; check the user id"
        )


def _difference(actual: str, expected: object) -> str:
    """Show two ids that differ, neither of which is secret, and either of which could hold anything."""
    if not isinstance(expected, str):
        return f"{_quoted(actual)}, and the one expected is no text"
    in_case_alone = " (they differ in case alone)" if actual.lower() == expected.lower() else ""
    return f"{_quoted(actual)}, not {_quoted(expected)}{in_case_alone}"


def _quoted(text: str) -> str:
    return ascii(text if len(text) <= _LONGEST_SHOWN_ID else text[:_LONGEST_SHOWN_ID] + "...")


def refuse_export(payload: Payload, what: str) -> None:
    """Refuse an export where a key to seal to is expected; only the fields inside tell them apart.

    Args:
        payload: What the enclave signed.
        what: What the bundle should be, for the error message.

    Raises:
        MalformedInput: It is an export.
    """
    if payload.encapped_public is not UNSET or payload.ciphertext is not UNSET:
        raise MalformedInput(f"{what} is not one: it holds something exported; pass the bundle to seal to")


def seal_to_text(pk_r: ec.EllipticCurvePublicKey, plaintext: bytes) -> str:
    """Seal a message to the enclave, as requests carry it (wire-formats.md, section 4.3).

    Returns:
        JSON text with ``encappedPublic`` and ``ciphertext``, both hex.
    """
    sealed = seal_base(pk_r, plaintext)
    return encode_json({"encappedPublic": sealed.enc.hex(), "ciphertext": sealed.ct.hex()})


def target_key(payload: Payload, what: str) -> ec.EllipticCurvePublicKey:
    """Take the enclave's key to seal to.

    Args:
        payload: What the enclave signed.
        what: What the bundle is, for the error message.

    Returns:
        The HPKE receiver's public key.

    Raises:
        MalformedInput: There is none, or it is not an uncompressed point on P-256.
    """
    name = f"the target key of {what}"
    point = decode_hex(require(payload.target_public, "targetPublic", what), name, length=UNCOMPRESSED_BYTES)
    return decode_point(point, P256, name)
