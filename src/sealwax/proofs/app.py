"""Verify app proofs: statements signed by an application in an enclave, with the key of its boot proof."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, get_args

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
from sealwax._codec.hex import decode_hex
from sealwax._codec.organizations import check_organization
from sealwax._codec.strict_json import convert_json, decode_json, decode_json_or_mapping
from sealwax._codec.text import to_bytes
from sealwax._crypto.points import KEY_SET_BYTES
from sealwax.errors import ContextMismatch, MalformedInput, Unsupported, UntrustedSigner

from .boot import VerifiedBootProof, verify_boot_proof
from .identity import EnclaveIdentity
from .manifest import verify_by_key_set

AppProofType = Literal["APP_PROOF_TYPE_ADDRESS_DERIVATION", "APP_PROOF_TYPE_POLICY_OUTCOME"]
# The service's application that signs proofs of each type.
_SIGNED_BY: dict[AppProofType, str] = {
    "APP_PROOF_TYPE_ADDRESS_DERIVATION": "signer",
    "APP_PROOF_TYPE_POLICY_OUTCOME": "ump",
}
_SCHEME = "SIGNATURE_SCHEME_EPHEMERAL_KEY_P256"
_WHAT = "the app proof"


@dataclass(frozen=True, kw_only=True)
class AppProofExpectation:
    """The expected content of an app proof. None skips a check.

    Attributes:
        type: The type of the proof, such as ``APP_PROOF_TYPE_ADDRESS_DERIVATION``.
        organization_id: The organization's id.
        wallet_id: The wallet's id.
        derivation_path: The derivation path of the address.
        address: The address, compared byte for byte.
        max_age: The longest span between the proof's time and now, in either direction; None accepts any age.
            The result has the time.
    """

    type: AppProofType
    organization_id: str
    wallet_id: str | None = None
    derivation_path: str | None = None
    address: str | None = None
    max_age: timedelta | None = None

    def __post_init__(self) -> None:
        for name in ("type", "organization_id"):
            require_type(getattr(self, name), str, name)
        for name in ("wallet_id", "derivation_path", "address"):
            require_type(getattr(self, name), (str, type(None)), name)
        require_type(self.max_age, (timedelta, type(None)), "max_age")
        if self.type not in get_args(AppProofType):
            raise ValueError(f"type must be {' or '.join(get_args(AppProofType))}")
        if self.max_age is not None:
            check_max_age(self.max_age)


@dataclass(frozen=True)
class VerifiedAppProof:
    """A verified app proof.

    Attributes:
        type: The type of the proof.
        timestamp: The time of signing in UTC, according to the documentation by the clock of the enclave's
        hardware.
        organization_id: The organization's id.
        wallet_id: The wallet's id; None if the proof has none.
        derivation_path: The derivation path of the address; None if the proof has none.
        address: The address that was derived; None in a proof of another type.
        outcome: The outcome of the policies, such as ``OUTCOME_ALLOW``; None in a proof of another type.
        content: The whole content of the proof as parsed JSON, including unknown fields.
        age_checked: Whether the time was compared with ``max_age``.
        boot_proof: The verified boot proof of the enclave that signed.
    """

    type: AppProofType
    timestamp: datetime
    organization_id: str
    wallet_id: str | None
    derivation_path: str | None
    address: str | None
    outcome: str | None
    content: Mapping[str, object]
    age_checked: bool
    boot_proof: VerifiedBootProof


class _AppProof(msgspec.Struct, frozen=True, rename="camel"):
    scheme: str
    public_key: str
    proof_payload: str
    signature: str


class _AddressDerivation(msgspec.Struct, frozen=True, rename="camel"):
    organization_id: str
    address: str
    wallet_id: str | None = None
    derivation_path: str | None = None


class _PolicyOutcome(msgspec.Struct, frozen=True, rename="camel"):
    organization_id: str
    outcome: str


class _Payload(msgspec.Struct, frozen=True, rename="camel"):
    type: str
    timestamp_ms: str
    address_derivation_proof: _AddressDerivation | None = None
    policy_outcome_proof: _PolicyOutcome | None = None


# The member of the payload with the content of a proof of each type.
_MEMBERS: dict[AppProofType, str] = {
    "APP_PROOF_TYPE_ADDRESS_DERIVATION": "addressDerivationProof",
    "APP_PROOF_TYPE_POLICY_OUTCOME": "policyOutcomeProof",
}


def verify_app_proof(
    app_proof: str | bytes | Mapping[str, object],
    boot_proof: str | bytes | Mapping[str, object],
    *,
    identity: EnclaveIdentity,
    expected: AppProofExpectation,
    now: datetime | None = None,
    leeway: timedelta = LEEWAY,
) -> VerifiedAppProof:
    """Verify an app proof and the boot proof of the enclave that signed it (wire-formats.md, section 14).

    Args:
        app_proof: The app proof as the service gives it: JSON text, or the parsed mapping. Its
            ``proofPayload`` must be the text as received.
        boot_proof: The boot proof of the app proof's key, in the same form.
        identity: The expected enclave.
        expected: The expected content of the app proof.
        now: The time to compare with ``max_age``, with a time zone; the system's by default.
        leeway: How far the clocks may differ: added to ``max_age`` at both ends.

    Returns:
        The content of the app proof, and the enclave that signed it.

    Raises:
        MalformedInput: A proof, its document or its manifest does not parse or contradicts itself.
        Unsupported: The scheme or type of the app proof, or an algorithm of the boot proof, is not supported.
        BadSignature: The signature of the app proof, the document, its chain or an approval does not verify.
        UntrustedSigner: The boot proof attests another key, has another root, or lacks approvals.
        Expired: The app proof's time is further from now than ``max_age`` and ``leeway``, or a certificate
            was not valid when the document was signed.
        ContextMismatch: The enclave is another one, or the identity's ``application`` does not sign proofs of
            the expected type (``wrong-enclave``; ``signer`` signs address derivations, the policy engine
            ``ump`` outcomes). The proof is of another organization (``wrong-organization``), or of another
            type, wallet, path or address (``wrong-address``).
    """
    require_type(expected, AppProofExpectation, "expected")
    require_type(identity, EnclaveIdentity, "identity")
    if identity.application not in {None, _SIGNED_BY[expected.type]}:
        raise ContextMismatch(
            "wrong-enclave",
            f"the application {_SIGNED_BY[expected.type]} signs proofs of the expected type, and the "
            f"identity is of another application; pass the identity of {_SIGNED_BY[expected.type]}",
        )
    now = to_instant(now)
    check_leeway(leeway)
    proof = decode_json_or_mapping(app_proof, _AppProof, _WHAT)
    if proof.scheme != _SCHEME:
        raise Unsupported(f"the scheme of {_WHAT} must be {_SCHEME}")
    public_key = decode_hex(proof.public_key, f"the public key of {_WHAT}", length=KEY_SET_BYTES).hex()
    signature = decode_hex(proof.signature, f"the signature of {_WHAT}")
    signed = to_bytes(proof.proof_payload, f"the payload of {_WHAT}")
    verify_by_key_set(public_key, signature, signed, _WHAT)
    boot = verify_boot_proof(boot_proof, identity=identity)
    check_attested(public_key, boot, _WHAT)
    if boot.checks.commitment == "setup":
        raise ContextMismatch(
            "wrong-enclave", f"the signer of {_WHAT} is the key for enclave setup, not an application's key"
        )
    return _to_result(signed, expected, now, leeway, boot)


def _to_result(
    signed: bytes,
    expected: AppProofExpectation,
    now: datetime,
    leeway: timedelta,
    boot: VerifiedBootProof,
) -> VerifiedAppProof:
    """Read the signed payload, and compare it with the expected content."""
    label = f"the payload of {_WHAT}"
    document = decode_json(signed, dict[str, Any], label)
    payload = convert_json(document, _Payload, label)
    kind = next((name for name in _MEMBERS if name == payload.type), None)
    if kind is None:
        raise Unsupported(f"the type of {_WHAT} must be {' or '.join(_MEMBERS)}")
    member = _MEMBERS[kind]
    if [name for name in _MEMBERS.values() if document.get(name) is not None] != [member]:
        raise MalformedInput(
            f"{label} must have {member}, the member of its type, and no member of another type"
        )
    timestamp = decode_milliseconds(payload.timestamp_ms, f"timestampMs of {label}")
    derivation, outcome = payload.address_derivation_proof, payload.policy_outcome_proof
    result = VerifiedAppProof(
        type=kind,
        timestamp=timestamp,
        organization_id=document[member]["organizationId"],
        wallet_id=derivation.wallet_id if derivation else None,
        derivation_path=derivation.derivation_path if derivation else None,
        address=derivation.address if derivation else None,
        outcome=outcome.outcome if outcome else None,
        content=document[member],
        age_checked=expected.max_age is not None,
        boot_proof=boot,
    )
    _compare(result, expected)
    if expected.max_age is not None:
        check_age(_WHAT, timestamp, now, max_age=expected.max_age, leeway=leeway, cure="get a new proof")
    return result


def check_attested(public_key: str, boot: VerifiedBootProof, label: str) -> None:
    """Check that a boot proof attests a key set (lower-case hex), or its signing half, the second."""
    if not boot.public_key.endswith(public_key):
        raise UntrustedSigner(
            f"the boot proof does not attest the key that signed {label}; get the boot proof of this key"
        )


def _compare(proof: VerifiedAppProof, expected: AppProofExpectation) -> None:
    check_organization(proof.organization_id, expected.organization_id, _WHAT)
    for name in ("type", "wallet_id", "derivation_path", "address"):
        wanted = getattr(expected, name)
        if wanted is not None and getattr(proof, name) != wanted:
            shown = name.replace("_", " ")
            raise ContextMismatch("wrong-address", f"the {shown} of {_WHAT} is not the expected one")
