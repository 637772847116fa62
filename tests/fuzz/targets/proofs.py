"""App proofs and boot proofs, and the parts of them that are read by themselves."""

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import timedelta
from functools import cache, partial
from typing import Any

import cbor2

from sealwax.errors import ContextMismatch, MalformedInput
from sealwax.proofs import (
    RESERVED_TYPES,
    AppProofExpectation,
    CustomProofExpectation,
    EnclaveIdentity,
    EnclaveRelease,
    Manifest,
    OperatorSet,
    ProofForm,
    ProofMembers,
    QuorumMember,
    QuorumSet,
    decode_manifest,
    verify_app_proof,
    verify_attestation_document,
    verify_boot_proof,
    verify_custom_proof,
)
from sealwax.proofs.manifest import decode_envelope
from sealwax.proofs.nitro import QosDocument, open_qos_document
from tests.fuzz.corpus import Context, Seed, from_vectors
from tests.fuzz.target import Target, instant, text_or_bytes

_PINS = (
    "rootSha256", "pcrs", "pivotHashes", "manifestHashes", "quorumKey", "namespace", "minNonce", "args",
    "environment", "resolvers", "bridges", "operators", "threshold", "members", "shareThreshold",
    "shareMembers", "requireLive", "allowAnyProgram",
    "allowDebugMode",
)  # fmt: skip
_EXPECTED = ("expectedType", "expectedOrganizationId", "expectedAddress", "maxAge")


def _identity(context: Context) -> EnclaveIdentity:
    try:
        return EnclaveIdentity(
            pcrs={int(index): value for index, value in context.get("pcrs", {}).items()},
            pivot_hashes=context.get("pivotHashes", ()),
            manifest_hashes=context.get("manifestHashes", ()),
            quorum_key=context.get("quorumKey"),
            namespace=context.get("namespace"),
            min_nonce=context.get("minNonce"),
            args=context.get("args"),
            environment=context.get("environment"),
            resolvers=context.get("resolvers"),
            bridges=_bridges(context.get("bridges")),
            operators=_operators(context["operators"]) if "operators" in context else None,
            manifest_set=_set(context.get("threshold"), context.get("members", ())),
            share_set=_set(context.get("shareThreshold"), context.get("shareMembers", ())),
            root=context["rootSha256"],
            require_live=context.get("requireLive", False),
            allow_any_program=context.get("allowAnyProgram", False),
            allow_debug_mode=context.get("allowDebugMode", False),
        )
    except MalformedInput:
        raise
    except ValueError as error:
        # Pins that are not enough are the caller's mistake; vectors have such a case.
        raise ContextMismatch("wrong-enclave", str(error)) from None


def _bridges(bridges: list[Any] | None) -> list[tuple[str, int, str | None]] | None:
    return None if bridges is None else [(each["type"], each["port"], each.get("host")) for each in bridges]


def _operators(fields: Context) -> OperatorSet:
    return OperatorSet(fields["threshold"], fields["members"], nonce=fields.get("nonce", 0))


def _set(threshold: int | None, members: Iterable[str]) -> QuorumSet | None:
    pinned = tuple(QuorumMember("", key) for key in members)
    return None if threshold is None else QuorumSet(threshold, pinned)


def _app_proof(context: Context, document: bytes) -> object:
    age = context.get("maxAge")
    verified = verify_app_proof(
        text_or_bytes(document),
        context["bootProof"],
        identity=_identity(context),
        expected=AppProofExpectation(
            type=context["expectedType"],
            organization_id=context["expectedOrganizationId"],
            address=context.get("expectedAddress"),
            max_age=None if age is None else timedelta(milliseconds=age),
        ),
        now=instant(context),
    )
    return verified.type, verified.timestamp, verified.content, verified.boot_proof.public_key


def _app_signed(_: Context, document: bytes) -> object:
    proof = json.loads(document)
    return proof["publicKey"].lower(), proof["proofPayload"]


_FORM_NAMES = {
    "scheme": "scheme", "keyBytes": "key_bytes", "signatureEncoding": "signature_encoding", "signs": "signs",
    "requireLowS": "require_low_s",
}  # fmt: skip
_MEMBER_NAMES = {
    "publicKey": "public_key", "payload": "payload", "signature": "signature", "schemeMember": "scheme",
    "typeMember": "type", "timeMember": "time_of_signing",
}  # fmt: skip


def _form(values: dict[str, Any]) -> ProofForm:
    members: dict[str, Any] = {
        _MEMBER_NAMES[name]: value for name, value in values.items() if name in _MEMBER_NAMES
    }
    form: dict[str, Any] = {_FORM_NAMES[name]: value for name, value in values.items() if name in _FORM_NAMES}
    return ProofForm(
        **{"scheme": None, **form, "members": ProofMembers(**{"scheme": None, "type": None, **members})}
    )


def _custom_proof(context: Context, document: bytes) -> object:
    age = context.get("maxAge")
    identity = _identity(context)
    if not identity.identifies_program or context.get("expectedType") in RESERVED_TYPES:
        # The caller's mistakes; vectors have such cases.
        raise ContextMismatch(
            "wrong-enclave", "the caller accepts any program, or a type of the service's own"
        )
    verified = verify_custom_proof(
        text_or_bytes(document),
        context["bootProof"],
        identity=identity,
        form=_form(context["form"]),
        expected=CustomProofExpectation(
            type=context.get("expectedType"),
            members=context.get("expectedMembers"),
            max_age=None if age is None else timedelta(milliseconds=age),
        ),
        payload=context.get("signedPayload"),
        now=instant(context),
    )
    return verified.type, verified.timestamp, verified.content, verified.payload


def _custom_signed(context: Context, document: bytes) -> object:
    proof, form = json.loads(document), context["form"]
    return proof[form["publicKey"]].lower(), proof[form["payload"]].lower() if form[
        "signs"
    ] == "digest" else (proof[form["payload"]])


def _boot_proof(context: Context, document: bytes) -> object:
    verified = verify_boot_proof(text_or_bytes(document), identity=_identity(context))
    # Who approved is not authenticated by the document, but by each approval.
    return verified.public_key, verified.timestamp, verified.pcrs, verified.manifest, verified.checks


def _attested(_: Context, document: bytes) -> object:
    return _payload_of(base64.b64decode(json.loads(document)["awsAttestationDocB64"]))


def _payload_of(document: bytes) -> bytes:
    payload: bytes = _cose(document)[2]
    return payload


def _cose(document: bytes) -> Any:
    try:
        decoded = cbor2.loads(document)
    except (cbor2.CBORDecodeError, EOFError) as error:
        raise ValueError from error
    return decoded.value if isinstance(decoded, cbor2.CBORTag) else decoded


def _hangs_together(_: Context, document: bytes, result: Any) -> None:
    """Check, with other parsers, that the manifest is the one attested, and the envelope holds it."""
    proof = json.loads(document)
    members = cbor2.loads(_payload_of(base64.b64decode(proof["awsAttestationDocB64"])))
    manifest, envelope = (base64.b64decode(proof[f"qosManifest{name}B64"]) for name in ("", "Envelope"))
    assert members["public_key"].hex() == proof["ephemeralPublicKeyHex"].lower() == result[0]
    if not manifest.lstrip().startswith(b"{"):
        assert hashlib.sha256(manifest).digest() == members["user_data"]
        assert envelope.startswith(manifest)


def _document_seeds() -> Iterator[Seed]:
    for seed in from_vectors("boot_proof", "BootProof", "bootProof", "rootSha256"):
        try:
            document = base64.b64decode(json.loads(seed.document)["awsAttestationDocB64"])
        except (ValueError, KeyError, TypeError):
            continue
        yield Seed(seed.context, document, authentic=seed.authentic)


def _document(context: Context, document: bytes) -> QosDocument:
    return open_qos_document(document, roots=[context["rootSha256"]])


def _manifest_seeds() -> Iterator[Seed]:
    for seed in from_vectors("boot_proof", "ManifestDecoding", "manifest"):
        yield Seed({}, base64.b64decode(seed.document))


def _envelope_seeds() -> Iterator[Seed]:
    for seed in from_vectors("boot_proof", "BootProof", "bootProof"):
        try:
            yield Seed({}, base64.b64decode(json.loads(seed.document)["qosManifestEnvelopeB64"]))
        except (ValueError, KeyError, TypeError):
            continue


def _hashed(_: Context, document: bytes, manifest: Manifest) -> None:
    """Check that Borsh has the hash of its own bytes: it has one spelling."""
    if not document.lstrip().startswith(b"{"):
        assert manifest.hash == hashlib.sha256(document).hexdigest()
    assert 0 < manifest.manifest_set.threshold <= len(manifest.manifest_set.members)


def _any_document(context: Context, document: bytes) -> object:
    verified = verify_attestation_document(document, root=context["rootSha256"])
    return verified.timestamp, verified.public_key, verified.user_data, verified.nonce, verified.pcrs


def _any_document_seeds() -> Iterator[Seed]:
    group = "attestation_document", "AttestationDocument", "document", "rootSha256"
    for seed in from_vectors(*group):
        try:
            document = base64.b64decode(seed.document, validate=True)
        except ValueError:
            continue
        yield Seed(seed.context, document, authentic=seed.authentic)


def _release_seeds() -> Iterator[Seed]:
    """Give each file of each release, with the others beside it."""
    for seed in from_vectors("enclave_release", "EnclaveRelease", "files", "operators"):
        files: dict[str, str] = json.loads(seed.document)
        for path, content in files.items():
            yield Seed({**seed.context, "path": path, "files": files}, base64.b64decode(content))


def _release(context: Context, document: bytes) -> EnclaveRelease:
    files = {path: base64.b64decode(content) for path, content in context["files"].items()}
    files[context["path"]] = document
    return EnclaveRelease.from_files(files, operators=_operators(context["operators"]))


@cache
def _approved_hashes() -> frozenset[str]:
    """Give the hashes of all manifests that the makers of vectors approved."""
    hashes = set()
    for seed in _release_seeds():
        if seed.context["path"].endswith("manifest"):
            with suppress(MalformedInput):
                hashes.add(decode_manifest(seed.document).hash)
    return frozenset(hashes)


def _is_approved(context: Context, _document: bytes, release: EnclaveRelease) -> None:
    """Check that nobody made up a manifest, and that enough of the trusted keys approved each."""
    trusted = set(context["operators"]["members"].values())
    for application in release.applications.values():
        assert application.manifest.hash in _approved_hashes()
        approved_by = {member.public_key for member in application.approved_by} & trusted
        assert len(approved_by) >= context["operators"]["threshold"]


def _operator_seeds() -> Iterator[Seed]:
    for group in ("EnclaveRelease", "ReleaseChain"):
        for seed in from_vectors("enclave_release", group, "operators"):
            yield Seed({}, seed.document)


def _is_sound(_context: Context, _document: bytes, operators: OperatorSet) -> None:
    assert OperatorSet.from_json(operators.to_json()) == operators
    assert 0 < operators.threshold <= len(set(operators.members.values()))


TARGETS = (
    Target(
        "any-attestation-document",
        "verify_attestation_document",
        "has the payload of an original",
        _any_document_seeds,
        _any_document,
        lambda _context, document: _payload_of(document),
        weight=0.5,
    ),
    Target(
        "enclave-release",
        "EnclaveRelease.from_files",
        "has a manifest that was approved, by enough of the trusted keys",
        _release_seeds,
        _release,
        check=_is_approved,
        weight=0.25,
    ),
    Target(
        "operator-set",
        "OperatorSet.from_json",
        "is read again as it is written, and can reach its threshold",
        _operator_seeds,
        lambda _context, document: OperatorSet.from_json(text_or_bytes(document)),
        check=_is_sound,
        weight=0.5,
    ),
    Target(
        "app-proof",
        "verify_app_proof, of the app proof",
        "has the key and payload of an original, and the same content",
        partial(from_vectors, "app_proof", "AppProof", "appProof", "bootProof", "now", *_PINS, *_EXPECTED),
        _app_proof,
        _app_signed,
        weight=0.25,
    ),
    Target(
        "custom-proof",
        "verify_custom_proof, of the proof",
        "has the key and payload of an original, and the same content",
        partial(
            from_vectors,
            "custom_proof",
            "CustomProof",
            "customProof",
            "bootProof",
            "now",
            "form",
            "expectedType",
            "expectedMembers",
            "signedPayload",
            "maxAge",
            *_PINS,
        ),
        _custom_proof,
        _custom_signed,
        weight=0.25,
    ),
    Target(
        "boot-proof",
        "verify_boot_proof",
        "has the document of an original, the manifest that it attests, and the same result",
        partial(from_vectors, "boot_proof", "BootProof", "bootProof", *_PINS),
        _boot_proof,
        _attested,
        _hangs_together,
        weight=0.5,
    ),
    Target(
        "attestation-document",
        "the attestation document of a boot proof, by itself",
        "has the payload of an original",
        _document_seeds,
        _document,
        lambda _context, document: _payload_of(document),
        weight=0.5,
    ),
    Target(
        "manifest",
        "decode_manifest",
        "has the hash of its own bytes, in Borsh, and a threshold that can be met",
        _manifest_seeds,
        lambda _context, document: decode_manifest(document),
        check=_hashed,
    ),
    Target(
        "manifest-envelope",
        "the envelope of a manifest, by itself",
        "keeps within the limits",
        _envelope_seeds,
        lambda _context, document: decode_envelope(document),
        weight=0.5,
    ),
)
