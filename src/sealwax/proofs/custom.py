"""Verify the proofs of any application: customers' applications do not use the service's form.

| input | decision |
|---|---|
| a form that is not the caller's: names, key length, encoding of the signature | refused, never guessed |
| a type of the service's own proofs, expected or found | refused |
| a payload without the expected type, or with a type where none is expected | refused |
| a payload that is not a JSON object, or has a member twice | refused |
| a signature that does not verify over the payload as received | refused |
| the key for enclave setup; 32 PCRs that commit to no key | refused |
| an identity that accepts any program | refused: the proof could be of any application |
| other members of the envelope and of the payload | ignored |
"""

import dataclasses
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, Generic, Literal, TypeVar, get_args, overload

import msgspec

from sealwax._codec.arguments import require_type
from sealwax._codec.clock import (
    LEEWAY,
    check_age,
    check_leeway,
    check_max_age,
    decode_milliseconds,
    to_instant,
)
from sealwax._codec.der import decode_der_signature, raw_to_der
from sealwax._codec.folding import check_names, fold
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import convert_json, decode_json_or_mapping, decode_object
from sealwax._codec.text import to_bytes
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.points import KEY_SET_BYTES, P256, UNCOMPRESSED_BYTES, decode_point
from sealwax.errors import (
    BadSignature,
    ContextMismatch,
    MalformedInput,
    Unsupported,
)

from .app import AppProofType, check_attested
from .boot import VerifiedBootProof, verify_boot_proof
from .identity import HASH_BYTES, EnclaveIdentity
from .nitro import PCR_INDICES

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

SignedPart = Literal["payload", "digest"]
SignatureEncoding = Literal["raw", "der"]
KeyBytes = Literal[65, 130]

RESERVED_TYPES: Final = frozenset({"APP_PROOF_TYPE_UNSPECIFIED", *get_args(AppProofType)})
"""The types of the service's own proofs: only ``verify_app_proof`` takes them."""

_WHAT: Final = "the custom proof"
# The members that have the type in the known forms. A reserved type in any of them is refused.
_TYPE_MEMBERS: Final = ("type", "proofType")


@dataclass(frozen=True, kw_only=True)
class ProofMembers:
    """The names of the members of a proof and of its payload.

    Attributes:
        public_key: The member of the proof with the key, in hex.
        payload: The member of the proof with the payload's text, or with its digest in hex.
        signature: The member of the proof with the signature, in hex.
        scheme: The member of the proof with the scheme; None if there is none.
        type: The member of the payload with its type; None if payloads have no type.
        time_of_signing: The member of the payload with this time, in milliseconds since the epoch as decimal
            text; None if there is none.

    Raises:
        ValueError: Two members of the proof or of the payload have names that differ at most in case, or a
            name is empty.
    """

    public_key: str = "publicKey"
    payload: str = "proofPayload"
    signature: str = "signature"
    scheme: str | None = "scheme"
    type: str | None = "type"
    time_of_signing: str | None = None

    def __post_init__(self) -> None:
        for name in ("public_key", "payload", "signature"):
            require_type(getattr(self, name), str, name)
        for name in ("scheme", "type", "time_of_signing"):
            require_type(getattr(self, name), (str, type(None)), name)
        if not _are_different(_of_proof(self)):
            raise ValueError("public_key, payload, signature and scheme must be different names")
        if not _are_different(_of_payload(self)):
            raise ValueError("type and time_of_signing must be different names, or None")


def _of_proof(members: ProofMembers) -> tuple[str, ...]:
    """Return the names of the members of the proof that are read."""
    of_scheme = () if members.scheme is None else (members.scheme,)
    return (members.public_key, members.payload, members.signature, *of_scheme)


def _of_payload(members: ProofMembers) -> tuple[str, ...]:
    """Return the names of the members of the payload that are read."""
    return tuple(name for name in (members.type, members.time_of_signing) if name is not None)


def _are_different(names: tuple[str, ...]) -> bool:
    """Whether names differ in more than case, which some JSON parsers, such as Go's, ignore."""
    return len({*map(fold, names)}) == len(names) and "" not in names


@dataclass(frozen=True, kw_only=True)
class ProofForm:
    """The form of an application's proofs: a JSON object of strings, and how the payload is signed.

    Attributes:
        members: The names of the members; by default, those that the service uses, without a time.
        scheme: The exact value of the scheme; None if the proof has no member for it.
        key_bytes: The length of the key: 130 for the key set of the enclave, 65 for its signing point alone.
        signature_encoding: ``raw`` (r, then s: 64 bytes) or ``der``.
        signs: ``payload``: the signature is over the payload's bytes as received. ``digest``: over the 32
            bytes of SHA-256 of a payload that is not in the proof, which the caller has.
        require_low_s: Whether the signature must have the lower of s and n-s.

    Raises:
        ValueError: A value is not one of those above, a scheme has no member or the reverse, or a form that
            signs digests names members of the payload.
    """

    members: ProofMembers = field(default_factory=ProofMembers)
    scheme: str | None = "SIGNATURE_SCHEME_EPHEMERAL_KEY_P256"
    key_bytes: KeyBytes = 130
    signature_encoding: SignatureEncoding = "raw"
    signs: SignedPart = "payload"
    require_low_s: bool = False

    def __post_init__(self) -> None:
        require_type(self.members, ProofMembers, "members")
        require_type(self.scheme, (str, type(None)), "scheme")
        require_type(self.require_low_s, bool, "require_low_s")
        for name, kind in (("signature_encoding", SignatureEncoding), ("signs", SignedPart)):
            if getattr(self, name) not in get_args(kind):
                raise ValueError(f"{name} must be {' or '.join(get_args(kind))}")
        if repr(self.key_bytes) not in {str(UNCOMPRESSED_BYTES), str(KEY_SET_BYTES)}:
            raise ValueError(f"key_bytes must be {UNCOMPRESSED_BYTES} or {KEY_SET_BYTES}")
        if (self.scheme is None) != (self.members.scheme is None) or self.scheme == "":
            raise ValueError("scheme and its member's name must be both given or both None")
        if self.signs == "digest" and _of_payload(self.members):
            raise ValueError("type and time_of_signing of members must be None in a form that signs digests")


SERVICE_FORM: Final = ProofForm(members=ProofMembers(time_of_signing="timestampMs"))
"""The service's own form; some customers' applications use it, too."""

SIGNING_HALF_FORM: Final = ProofForm(
    members=ProofMembers(time_of_signing="timestampMs"), key_bytes=65, signature_encoding="der"
)
"""The form of the service's examples (tvc-cosign, tvc-chainalysis): the signing point alone, and DER."""

TEMPLATE_FORM: Final = ProofForm(
    members=ProofMembers(public_key="public_key", payload="payload", scheme=None, type=None), scheme=None
)
"""The form of the service's template (tvc-template), whose payload has neither a type nor a time."""

DIGEST_FORM: Final = ProofForm(
    members=ProofMembers(payload="message", type=None),
    scheme="SIGNATURE_SCHEME_TURNKEY_P256_EPHEMERAL_KEY",
    signs="digest",
)
"""The form of visualsign-parser: the message is SHA-256 of the signed payload."""

PROOF_TYPE_FORM: Final = ProofForm(members=ProofMembers(type="proofType"))
"""The form of lygos-dlc, whose payload has a ``requestDigest`` and a ``challenge``."""

SNAKE_CASE_FORM: Final = ProofForm(
    members=ProofMembers(public_key="public_key", payload="proof_payload"), require_low_s=True
)
"""The form of zolana, whose payload has a ``request_id`` and a ``request_digest``."""

KNOWN_FORMS: Final[Mapping[str, ProofForm]] = {
    "service": SERVICE_FORM,
    "signing-half": SIGNING_HALF_FORM,
    "template": TEMPLATE_FORM,
    "digest": DIGEST_FORM,
    "proof-type": PROOF_TYPE_FORM,
    "snake-case": SNAKE_CASE_FORM,
}
"""The forms of known applications, by name. For any other, make a ``ProofForm``."""


@dataclass(frozen=True, kw_only=True)
class CustomProofExpectation:
    """The expected content of an application's proof.

    Attributes:
        type: The exact type of the proof; None for payloads without a type.
        members: Members of the payload, each with the exact text that it must have; None for none.
        max_age: How far the proof's time may be from now, in either direction; None accepts any age.

    Raises:
        ValueError: ``type`` is empty, or one of the service's; or ``max_age`` is negative.
    """

    type: str | None
    members: Mapping[str, str] | None = None
    max_age: timedelta | None = None

    def __post_init__(self) -> None:
        require_type(self.type, (str, type(None)), "type")
        require_type(self.members, (Mapping, type(None)), "members")
        if self.max_age is not None:
            check_max_age(self.max_age)
        if self.type in RESERVED_TYPES:
            raise ValueError("type is a type of the service's own proofs; use verify_app_proof")
        if self.type == "":
            raise ValueError("type must not be empty; pass None for payloads without a type")
        for name, value in (self.members or {}).items():
            require_type(name, str, "each name of members")
            require_type(value, str, "each value of members")


@dataclass(frozen=True)
class VerifiedCustomProof(Generic[T_co]):
    """A verified proof of an application.

    Attributes:
        type: The type of the proof; None if none was expected.
        content: The payload: parsed JSON including unknown members, or an instance of ``content_type``. Empty
            if the form signs digests: the caller's payload is not read.
        payload: The exact bytes of the payload.
        timestamp: The time of signing in UTC, by the application's clock; None if the form has none.
        members_checked: The names of the members that were compared with the expected ones.
        age_checked: Whether the time was compared with the expected ``max_age``.
        boot_proof: The verified boot proof of the enclave that signed.
    """

    type: str | None
    content: T_co
    payload: bytes
    timestamp: datetime | None
    members_checked: tuple[str, ...]
    age_checked: bool
    boot_proof: VerifiedBootProof


@overload
def verify_custom_proof(
    proof: str | bytes | Mapping[str, object],
    boot_proof: str | bytes | Mapping[str, object],
    *,
    identity: EnclaveIdentity,
    form: ProofForm,
    expected: CustomProofExpectation,
    content_type: type[T],
    payload: str | bytes | None = None,
    now: datetime | None = None,
    leeway: timedelta = LEEWAY,
) -> VerifiedCustomProof[T]: ...


@overload
def verify_custom_proof(
    proof: str | bytes | Mapping[str, object],
    boot_proof: str | bytes | Mapping[str, object],
    *,
    identity: EnclaveIdentity,
    form: ProofForm,
    expected: CustomProofExpectation,
    content_type: None = None,
    payload: str | bytes | None = None,
    now: datetime | None = None,
    leeway: timedelta = LEEWAY,
) -> VerifiedCustomProof[Mapping[str, object]]: ...


def verify_custom_proof(
    proof: str | bytes | Mapping[str, object],
    boot_proof: str | bytes | Mapping[str, object],
    *,
    identity: EnclaveIdentity,
    form: ProofForm,
    expected: CustomProofExpectation,
    content_type: type[T] | None = None,
    payload: str | bytes | None = None,
    now: datetime | None = None,
    leeway: timedelta = LEEWAY,
) -> VerifiedCustomProof[T]:
    """Verify a proof of any application, and the boot proof of the enclave that signed it.

    The enclave's identity identifies the application; the proof's own statements do not
    (wire-formats.md, section 14.7). A proof can be replayed: expect a challenge or a digest of your request
    among its members, or at least a ``max_age``.

    Args:
        proof: The proof as the application gives it: JSON text, or the parsed mapping. Its payload must be
            the text as received.
        boot_proof: The boot proof of the enclave's key, in the same form. An application with a key of 65
            bytes gives the whole key set beside the proof, by which the service returns the boot proof.
        identity: The expected enclave. Its pins must identify the program.
        form: The form of the application's proofs: one of ``KNOWN_FORMS``, or your own.
        expected: The expected type, members and age of the proof.
        content_type: The type of the content: a ``msgspec.Struct`` or a dataclass, which the payload is
            converted to; None for parsed JSON.
        payload: The payload of a form that signs digests, where the proof does not have it: the bytes that
            the application hashes, or their text.
        now: The time to compare with ``max_age``, with a time zone; the system's by default.
        leeway: How far the clocks may differ: added to ``max_age`` at both ends.

    Returns:
        The content of the proof, and the enclave that signed it.

    Raises:
        MalformedInput: A proof, its payload, its document or its manifest does not parse, or is of another
            form; the payload has no type or time although the form has one, or a type although none is
            expected; or it does not fit ``content_type``.
        Unsupported: The scheme is another one, the payload has a type of the service's own proofs, or an
            algorithm of the boot proof is not supported.
        BadSignature: The signature of the proof, the document, its chain or an approval does not verify, or
            the proof is of another payload.
        UntrustedSigner: The boot proof attests another key, has another root, or lacks approvals.
        ContextMismatch: The enclave is another one, or is being set up (``wrong-enclave``); the type is
            another one (``wrong-address``); or a member is not the expected one (``wrong-challenge``).
        Expired: The proof's time is further from now than ``max_age`` and ``leeway``, or a certificate was
            not valid when the document was signed.
        ValueError: ``identity`` accepts any program; or ``expected``, ``content_type`` or ``payload`` does
            not fit the form.
    """
    _check_identity(identity)
    require_type(form, ProofForm, "form")
    require_type(expected, CustomProofExpectation, "expected")
    _check_expected(expected, form)
    _check_content(content_type, form)
    if (payload is not None) != (form.signs == "digest"):
        raise ValueError(
            "payload is for a form that signs digests, which requires it; otherwise, leave it out"
        )
    instant = to_instant(now)
    check_leeway(leeway)
    envelope = _read_envelope(proof, form)
    key = decode_hex(envelope[form.members.public_key], f"the public key of {_WHAT}", length=form.key_bytes)
    signed, content = _signed_bytes(envelope[form.members.payload], payload, form)
    _verify_signature(key, envelope[form.members.signature], signed, form)
    boot = verify_boot_proof(boot_proof, identity=identity)
    _check_key(key, boot)
    document = {} if form.signs == "digest" else decode_object(content, f"the payload of {_WHAT}")
    _check_type(document, form, expected.type)
    _check_members(document, expected.members or {})
    read: Any = (
        document if content_type is None else convert_json(document, content_type, f"the payload of {_WHAT}")
    )
    return VerifiedCustomProof(
        type=expected.type,
        content=read,
        payload=content,
        timestamp=_check_time(document, form, expected.max_age, instant, leeway),
        members_checked=tuple(expected.members or ()),
        age_checked=expected.max_age is not None,
        boot_proof=boot,
    )


def _check_identity(identity: EnclaveIdentity) -> None:
    require_type(identity, EnclaveIdentity, "identity")
    if not identity.identifies_program:
        raise ValueError(
            "identity must identify the program: name manifest_hashes, or PCR0 with pivot_hashes or with "
            "quorum_key and namespace"
        )


def _check_expected(expected: CustomProofExpectation, form: ProofForm) -> None:
    if expected.type is not None and form.members.type is None:
        raise ValueError("expected.type is for forms whose payload has a type; pass None")
    if expected.max_age is not None and form.members.time_of_signing is None:
        raise ValueError("expected.max_age is for forms whose payload has a time")
    if expected.members and form.signs == "digest":
        raise ValueError("expected.members is for forms whose payload is in the proof")


def _check_content(content_type: object, form: ProofForm) -> None:
    if content_type is None:
        return
    if not _is_structured(content_type):
        raise TypeError("content_type must be a msgspec.Struct or a dataclass")
    if form.signs == "digest":
        raise ValueError("content_type is for forms whose payload is in the proof")


def _is_structured(kind: object) -> bool:
    return isinstance(kind, type) and (issubclass(kind, msgspec.Struct) or dataclasses.is_dataclass(kind))


def _read_envelope(proof: object, form: ProofForm) -> dict[str, str]:
    """Return the members of the form, all of which must be text."""
    document: dict[str, Any] = decode_json_or_mapping(proof, dict[str, Any], _WHAT)
    names = _of_proof(form.members)
    check_names(document, frozenset(names), _WHAT)
    for name in names:
        if not isinstance(document.get(name), str):
            raise MalformedInput(f"{_WHAT} must have {name}, a string; check the form of the application")
    if form.members.scheme is not None and document[form.members.scheme] != form.scheme:
        raise Unsupported(f"the {form.members.scheme} of {_WHAT} must be {form.scheme}")
    return {name: document[name] for name in names}


def _signed_bytes(text: str, payload: str | bytes | None, form: ProofForm) -> tuple[bytes, bytes]:
    """Return the bytes that are signed, and the payload."""
    if payload is None:
        content = to_bytes(text, f"the payload of {_WHAT}")
        return content, content
    digest = decode_hex(text, f"the {form.members.payload} of {_WHAT}", length=HASH_BYTES)
    content = to_bytes(payload, "payload")
    if hashlib.sha256(content).digest() != digest:
        raise BadSignature(f"{_WHAT} is of another payload")
    return digest, content


def _verify_signature(key: bytes, text: str, message: bytes, form: ProofForm) -> None:
    label = f"the signature of {_WHAT}"
    signature = decode_hex(text, label)
    if form.signature_encoding == "raw":
        signature = raw_to_der(signature, P256.group_order, label)
    _, s = decode_der_signature(signature, P256.group_order, label)
    if form.require_low_s and s > P256.group_order // 2:
        raise MalformedInput(f"{label} has the higher of s and n-s; this form requires the lower")
    point = decode_point(key[-UNCOMPRESSED_BYTES:], P256, f"the public key of {_WHAT}")
    verify_ecdsa(point, signature, message, _WHAT)


def _check_key(key: bytes, boot: VerifiedBootProof) -> None:
    """Check that the boot proof attests the key, and that it is the key of a running application."""
    check_attested(key.hex(), boot, _WHAT)
    has_all = len(boot.pcrs) == len(PCR_INDICES)
    if boot.checks.commitment == "setup" or (has_all and boot.checks.commitment is None):
        raise ContextMismatch(
            "wrong-enclave",
            f"the signer of {_WHAT} is a key for enclave setup, or a key that no PCR commits to",
        )


def _check_type(document: Mapping[str, object], form: ProofForm, expected: str | None) -> None:
    label = f"the payload of {_WHAT}"
    members = frozenset({*_TYPE_MEMBERS, *filter(None, [form.members.type])})
    check_names(document, members, label)
    for name in members:
        found = document.get(name)
        if isinstance(found, str) and found in RESERVED_TYPES:
            raise Unsupported(f"{label} has a type of the service's own proofs; use verify_app_proof")
    if form.members.type is None:
        return
    if expected is None:
        if form.members.type in document:
            raise MalformedInput(f"{label} has a {form.members.type}; pass it as the expected type")
        return
    found = document.get(form.members.type)
    if not isinstance(found, str):
        raise MalformedInput(f"{label} must have {form.members.type}, a string; check the form")
    if found != expected:
        raise ContextMismatch("wrong-address", f"{label} does not have the expected type")


def _check_members(document: Mapping[str, object], expected: Mapping[str, str]) -> None:
    label = f"the payload of {_WHAT}"
    check_names(document, frozenset(expected), label)
    for name, value in expected.items():
        if document.get(name) != value:
            raise ContextMismatch(
                "wrong-challenge",
                f"a member of {label} does not have the expected text: it answers another request",
            )


def _check_time(
    document: Mapping[str, object],
    form: ProofForm,
    max_age: timedelta | None,
    now: datetime,
    leeway: timedelta,
) -> datetime | None:
    if form.members.time_of_signing is None:
        return None
    label = f"{form.members.time_of_signing} of the payload of {_WHAT}"
    check_names(document, frozenset({form.members.time_of_signing}), f"the payload of {_WHAT}")
    text = document.get(form.members.time_of_signing)
    if not isinstance(text, str):
        raise MalformedInput(f"{label} must be a time in milliseconds since the epoch, as decimal text")
    timestamp = decode_milliseconds(text, label)
    if max_age is not None:
        check_age(_WHAT, timestamp, now, max_age=max_age, leeway=leeway, cure="get a new proof")
    return timestamp
