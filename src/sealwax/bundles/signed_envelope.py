"""The signed envelope of export, import and OTP target bundles (wire-formats.md, section 4.1).

The order of the checks matters. First the envelope is parsed, and its version and quorum key are compared
with the expected ones. Then its signature is verified over the bytes as received. Only then is the payload
parsed.

| input | decision |
|---|---|
| no version, or another version; the older form, whose payload is not signed | refused, as unsupported |
| a quorum key other than the pinned key, whether or not it is a point | refused, as an untrusted signer |
| a duplicate key, in the envelope or in the payload | refused |
| unknown fields, another order, white space | accepted |
| a payload of another kind of bundle | refused |
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar, cast

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import UNSET, UnsetType

from sealwax._codec.arguments import require_type
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import decode_json, encode_json
from sealwax._codec.text import to_bytes
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.hpke import Sealed, seal_base
from sealwax._crypto.points import UNCOMPRESSED_BYTES, decode_p256_hex
from sealwax._limits import MAX_SHOWN_ID
from sealwax.errors import ContextMismatch, MalformedInput, MismatchCode, Unsupported, UntrustedSigner
from sealwax.trust import EnclaveKeys, KeyName, pinned_key

VERSION = "v1.0.0"

T = TypeVar("T")

Field = str | UnsetType


class Envelope(msgspec.Struct, frozen=True, rename="camel"):
    """The fields of a bundle, not verified."""

    version: Field = UNSET
    data: Field = UNSET
    data_signature: Field = UNSET
    enclave_quorum_public: Field = UNSET
    # Fields of the older form, read only to recognise it.
    encapped_public_signature: object = UNSET
    target_public_signature: object = UNSET


class Payload(msgspec.Struct, frozen=True, rename="camel"):
    """The signed payload of any bundle; its fields determine the kind."""

    # In the order in which the enclave writes them, because such a document is parsed only once.
    encapped_public: Field = UNSET
    ciphertext: Field = UNSET
    target_public: Field = UNSET
    # Of any type where a kind does not read them.
    organization_id: object = UNSET
    user_id: object = UNSET


@dataclass(frozen=True)
class Kind(Generic[T]):
    """A kind of bundle: a key signs several kinds, and only the payloads' fields tell them apart.

    Attributes:
        label: Its name in errors.
        read: Reads its content from the payload; refuses the payload of another kind.
        signer: The name of the key that signs it, in ``EnclaveKeys``.
        has_organization: Whether the payload names the organization that it was made for.
        has_user: Whether the payload names the user, too.
    """

    label: str
    read: Callable[[Payload, str], T]
    signer: KeyName = "signer"
    has_organization: bool = True
    has_user: bool = False


def open_signed_bundle(
    bundle: str | bytes,
    kind: Kind[T],
    *,
    keys: EnclaveKeys,
    organization_id: str | None = None,
    user_id: str | None = None,
) -> T:
    """Return the content of a bundle that the enclave signed, of a kind, for the organization and the user.

    The ids are compared exactly: the case of letters counts.
    """
    label = kind.label
    payload = verify_envelope(bundle, kind, keys=keys)
    content = kind.read(payload, label)
    if kind.has_organization:
        advice = "check the organization id: a sub-organization has its own"
        _check_id("wrong-organization", payload.organization_id, organization_id, label, advice)
    if kind.has_user:
        if payload.user_id is UNSET:
            raise MalformedInput(
                f"{label} has no `userId`; if it is the target of a secret, use verify_secret_import_bundle"
            )
        _check_id("wrong-user", payload.user_id, user_id, label, "check the user id")
    return content


def verify_envelope(bundle: str | bytes, kind: Kind[T], *, keys: EnclaveKeys) -> Payload:
    """Verify the envelope of a bundle of a kind; parse its payload, but compare nothing yet."""
    label, signer = kind.label, pinned_key(keys, kind.signer)
    envelope = decode_json(to_bytes(bundle, label), Envelope, label)
    if envelope == Envelope():
        raise MalformedInput(
            f"{label} has none of the fields of a bundle; pass only the bundle from the answer"
        )
    if envelope.version is UNSET:
        raise Unsupported(
            f"{label} has no version; the older form, whose payload is not signed, is not supported"
        )
    if envelope.version != VERSION:
        raise Unsupported(f"{label} has an unknown version; it must be {VERSION}")
    data = _hex_field(envelope.data, "data", label)
    signature = _hex_field(envelope.data_signature, "dataSignature", label)
    quorum_key = _hex_field(
        envelope.enclave_quorum_public, "enclaveQuorumPublic", label, length=UNCOMPRESSED_BYTES
    )
    if quorum_key.hex() != signer.hex:
        raise UntrustedSigner(
            f"{label} names a signer that is not trusted; check that it is not another kind of bundle; if it "
            "comes from your own deployment, pass that deployment's keys"
        )
    verify_ecdsa(signer.public_key, signature, data, label)
    return decode_json(data, Payload, f"the data of {label}")


def _hex_field(value: Field, name: str, label: str, *, length: int | None = None) -> bytes:
    """Decode a required hex field."""
    return decode_hex(_require(value, name, label), f"`{name}` of {label}", length=length)


def _require(value: object, name: str, label: str) -> str:
    """Return a required field, which must be text; refuse a bundle without it."""
    if value is UNSET:
        raise MalformedInput(f"{label} has no `{name}`")
    if not isinstance(value, str):
        raise MalformedInput(f"the data of {label}: {name} must be a string")
    return value


def _check_id(code: MismatchCode, found: object, expected: str | None, label: str, advice: str) -> None:
    """Compare two ids. They are not secret: the error quotes both, shortened and escaped."""
    kind = code.removeprefix("wrong-")
    actual = _require(found, f"{kind}Id", label)
    require_type(expected, str, f"{kind}_id")
    expected = cast("str", expected)
    if actual != expected:
        only_in_case = " (they differ only in case)" if actual.lower() == expected.lower() else ""
        raise ContextMismatch(
            code,
            f"{label} was made for {kind} {_quoted(actual)}, not {_quoted(expected)}{only_in_case}; {advice}",
        )


def _quoted(text: str) -> str:
    return ascii(text if len(text) <= MAX_SHOWN_ID else text[:MAX_SHOWN_ID] + "...")


def _sealed(payload: Payload, label: str) -> Sealed:
    if payload.target_public is not UNSET:
        raise MalformedInput(f"this is an import bundle; pass {label}")
    return Sealed(
        _hex_field(payload.encapped_public, "encappedPublic", label),
        _hex_field(payload.ciphertext, "ciphertext", label),
    )


def _target_key(payload: Payload, label: str) -> ec.EllipticCurvePublicKey:
    if payload.encapped_public is not UNSET or payload.ciphertext is not UNSET:
        raise MalformedInput(f"this is an export bundle; pass {label}")
    return decode_p256_hex(
        _require(payload.target_public, "targetPublic", label), f"`targetPublic` of {label}"
    )


def _target_key_of_no_user(payload: Payload, label: str) -> ec.EllipticCurvePublicKey:
    key = _target_key(payload, label)
    if payload.user_id is not UNSET:
        raise MalformedInput(f"this is the import bundle of a wallet or a private key; pass {label}")
    return key


EXPORT: Final = Kind("the export bundle", _sealed)
IMPORT_TARGET: Final = Kind("the import bundle", _target_key, has_user=True)
SECRET_TARGET: Final = Kind("the import target for secrets", _target_key_of_no_user)
OTP_TARGET: Final = Kind("the OTP target bundle", _target_key, signer="tls_fetcher", has_organization=False)


def seal_to_text(pk_r: ec.EllipticCurvePublicKey, plaintext: bytes) -> str:
    """Seal a message to the enclave, as the JSON text that requests carry (wire-formats.md, section 4.3)."""
    sealed = seal_base(pk_r, plaintext)
    return encode_json({"encappedPublic": sealed.enc.hex(), "ciphertext": sealed.ct.hex()})
