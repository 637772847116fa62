"""Make the cases of boot proofs (wire-formats.md, section 14)."""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any, NamedTuple, cast

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax._codec.clock import to_milliseconds
from sealwax._crypto.points import P256
from sealwax._limits import MAX_ATTESTATION_DOCUMENT_BYTES
from sealwax.proofs.manifest import ManifestVersion
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.nitro import (
    P384,
    AttestedEnclave,
    Encoding,
    KeySet,
    nitro_name,
    open_map,
    take_key_set,
    to_base64,
)
from sealwax_vectors.constructs.proofs import BootProofCase
from sealwax_vectors.format import Case, ErrorCode

from .builder import Cases
from .bundles import Live
from .certificates import odd_certificates
from .defects import bytes_changed_at_the_ends, compact, hex_defects, json_defects, near_texts
from .identities import boot_proof_identities
from .labels import Label, by_rule, comment_of, id_of, of_field, placed, quoted, words_of
from .manifests import manifests, two_whole_meanings
from .rsa_key import RSA_KEY

_EMPTY_MEASUREMENT = hashlib.sha384(bytes(48) + hashlib.sha384().digest()).digest()
BOOTED_AT = datetime(2026, 1, 1, tzinfo=timezone.utc)


class BootMaker:
    """Makes boot proofs of one enclave, and their cases."""

    def __init__(self, material: KeyMaterial, **how: Any) -> None:
        seed = material.take("enclave")
        forms: tuple[tuple[ManifestVersion, Encoding], ...] = (
            ("v0", "borsh"), ("v0", "json"), ("v1", "borsh"), ("v1", "json"), ("v2", "json")
        )  # fmt: skip
        self.enclaves: dict[tuple[ManifestVersion, Encoding], AttestedEnclave] = {
            (version, encoding): AttestedEnclave(
                seed, version=version, encoding=encoding, booted_at=BOOTED_AT, **{"pcr_count": 5, **how}
            )
            for version, encoding in forms
        }
        self.enclave: AttestedEnclave = self.enclaves["v0", "borsh"]
        self.newer: AttestedEnclave = AttestedEnclave(seed, version="v0", booted_at=BOOTED_AT, **how)
        self.other: AttestedEnclave = AttestedEnclave(
            material.take("enclave"), version="v0", booted_at=BOOTED_AT, **how
        )
        self.stranger: KeySet = take_key_set(material, "stranger")
        self._describe()

    @classmethod
    def for_service(cls, material: KeyMaterial, live: Live) -> "BootMaker":
        """Return a maker for the enclave of a running service."""
        made, enclave = cls(material), cast("AttestedEnclave", live.prover)
        made.enclaves = {form: enclave.with_manifest_in(*form) for form in made.enclaves}
        made.enclave = made.newer = enclave
        made._describe()
        return made

    def _describe(self) -> None:
        self.hash: bytes = self.enclave.hash(self.enclave.manifest())
        self.pinned: dict[str, Any] = {
            "root_sha256": self.enclave.root_sha256,
            "pcrs": {"0": self.enclave.measurements[0].hex()},
            "allow_any_program": True,
        }
        cases = Cases(
            BootProofCase,
            boot_proof=self.proof(),
            **self.pinned,
            public_key=self.enclave.ephemeral.public.hex(),
            booted_at=to_milliseconds(BOOTED_AT),
            manifest_hash=self.hash.hex(),
            manifest_version="v0",
            approved_by=["1", "3"],
            commitment="none",
        )
        self.good: Callable[..., BootProofCase] = cases.good
        self.bad: Callable[..., BootProofCase] = cases.bad
        self.bad_each: Callable[..., Iterator[BootProofCase]] = cases.bad_each

    def proof(self, enclave: AttestedEnclave | None = None, **changes: Any) -> str:
        """Make a boot proof, with changes."""
        return compact((enclave or self.enclave).boot_proof(**changes))

    def with_payload(self, **changes: Any) -> str:
        """Make a proof whose attestation document has another payload, correctly signed."""
        return self.proof(document=self.enclave.document(self.hash, **changes))

    def with_manifest(self, change: Callable[[Any], object]) -> str:
        """Make a proof of a changed manifest; its other parts match the manifest."""
        manifest = self.enclave.manifest()
        change(manifest)
        return self.proof(manifest=manifest)

    def with_envelope(self, **changes: Any) -> str:
        """Make a proof with a changed envelope."""
        return self.proof(envelope=self.enclave.envelope(self.enclave.manifest(), **changes))


def _linked(label: str) -> Label:
    """Return the label of another key beside the document than the one within."""
    return replace(placed("ephemeralPublicKeyHex", label), section="14.4")


def _boot_proofs(maker: BootMaker) -> Iterator[BootProofCase]:
    yield from _valid_boot_proofs(maker)
    yield from _pins(maker)
    yield from _forms(maker)
    yield from _documents(maker)
    yield from _chains(maker)
    yield from _measurements(maker)
    yield from _manifests_of(maker)
    yield from _approvals(maker)
    yield from _near_pins(maker)
    yield from _near_bindings(maker)


def _valid_boot_proofs(maker: BootMaker) -> Iterator[BootProofCase]:
    label: str | Label
    good, enclave = maker.good, maker.enclave
    for (version, encoding), versioned in maker.enclaves.items():
        yield good(
            f"a-manifest-of-{version}-in-{encoding}",
            "Valid",
            maker.proof(versioned),
            manifest_hash=versioned.hash(versioned.manifest()).hex(),
            manifest_version=version,
        )
    label = "a-document-that-commits-to-the-live-key"
    yield good(label, "Valid", maker.proof(maker.newer), commitment="live")
    setup = maker.newer.document(maker.hash, public_key=maker.newer.setup.public)
    setup_key = maker.newer.setup.public.hex()
    yield good(
        "a-document-that-commits-to-the-key-for-setting-up",
        "Valid",
        maker.proof(maker.newer, document=setup, ephemeralPublicKeyHex=setup_key),
        commitment="setup",
        public_key=setup_key,
    )
    payload = maker.enclave.payload(maker.hash)
    tagged = b"\xd2" + enclave.authority.sign(cbor2.dumps(payload))
    yield good("a-document-with-tag-18", "ClientVariant", maker.proof(document=tagged))
    definite = enclave.authority.sign(cbor2.dumps(payload))
    yield good("a-payload-with-a-length", "ClientVariant", maker.proof(document=definite))
    reverse = enclave.authority.sign(open_map(reversed(payload.items())))
    yield good("a-payload-in-reverse-order", "ClientVariant", maker.proof(document=reverse))
    boot_proof = enclave.boot_proof()
    yield good("white-space-in-the-JSON", "ClientVariant", json.dumps(boot_proof, indent=1))
    key = boot_proof["ephemeralPublicKeyHex"].upper()
    yield good("the-key-in-upper-case", "ClientVariant", maker.proof(ephemeralPublicKeyHex=key))
    lies: dict[str, Any] = {
        "createdAt": {"seconds": "0"},
        "owner": "x",
        "enclaveApp": "x",
        "deploymentLabel": "x",
    }
    label = Label("other-values-of-what-nothing-signs", "other values of unsigned fields")
    yield good(label, "ClientVariant", maker.proof(**lies))
    bare = {name: value for name, value in boot_proof.items() if name not in lies}
    label = Label("without-what-nothing-signs", "the unsigned fields left out")
    yield good(label, "ClientVariant", compact(bare))
    yield good(
        "all-members-approved",
        "ManifestApprovals",
        maker.with_envelope(manifestSetApprovals=enclave.approve(maker.hash, 2, 0, 1)),
        approved_by=["3", "1", "2"],
    )
    yield good(
        "approvals-of-the-share-set-too",
        "ManifestApprovals",
        maker.with_envelope(shareSetApprovals=enclave.approve(maker.hash, 1)),
    )
    for second in (-4, 3 * 3600 - 1):
        edge = to_milliseconds(BOOTED_AT) + second * 1000
        label = f"the-{'first' if second < 0 else 'last'}-second-of-its-certificate"
        yield good(label, "CertificateChain", maker.with_payload(timestamp=edge), booted_at=edge)


def _pins(maker: BootMaker) -> Iterator[BootProofCase]:
    """Yield matching pins, and pins with one difference."""
    label: str | Label
    enclave, proof = maker.enclave, maker.proof()
    quorum = enclave.quorum.public.hex()
    members = [key_set.public.hex() for key_set in enclave.members]
    measured = {str(index): value.hex() for index, value in enclave.measurements.items()}
    pins: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
        "PCR0": ({"pcrs": {"0": measured["0"]}}, {"pcrs": {"0": measured["1"]}}),
        "PCR1": ({"pcrs": {"1": measured["1"]}}, {"pcrs": {"1": measured["0"]}}),
        "PCR2": ({"pcrs": {"2": measured["2"]}}, {"pcrs": {"2": measured["0"]}}),
        "PCR3": ({"pcrs": {"3": measured["3"]}}, {"pcrs": {"3": measured["0"]}}),
        "PCR0-to-PCR4": ({"pcrs": measured}, {"pcrs": {**measured, "4": measured["0"]}}),
        "the-manifest-hash": (
            {"pcrs": {}, "manifest_hashes": ["00" * 32, maker.hash.hex()]},
            {"pcrs": {}, "manifest_hashes": ["00" * 32]},
        ),
        "the-quorum-key": ({"quorum_key": quorum}, {"quorum_key": maker.stranger.public.hex()}),
        "the-signing-point-of-the-quorum-key": ({"quorum_key": quorum[130:]}, {"quorum_key": quorum[:130]}),
        "the-namespace": ({"namespace": "test/signer"}, {"namespace": "test/signers"}),
        "the-manifest-set": (
            {"threshold": 2, "members": members[::-1]},
            {"threshold": 2, "members": [*members[:2], maker.stranger.public.hex()]},
        ),
        "the-threshold": ({"threshold": 2, "members": members}, {"threshold": 1, "members": members}),
    }
    for name, (right, wrong) in pins.items():
        if right != {"pcrs": maker.pinned["pcrs"]}:
            yield maker.good(placed("pinned", name), "EnclaveIdentity", proof, **right)
        yield maker.bad(
            placed("pinned", Label(f"{name}-another", f"{words_of(name)}, another")),
            "wrong-enclave",
            "EnclaveIdentity",
            proof,
            **wrong,
        )
    for index in ("0x0", "00", "+0", " 0", "0 ", "0.0", "0e0", ""):
        label = placed(
            "pinned",
            Label(
                f"PCR0-its-index-written-{id_of(index)}",
                f"PCR0, its index written '{index}'",
                hashed=f"PCR0, its index written '{index}'",
            ),
        )
        yield maker.bad(label, "malformed", "EnclaveIdentity", proof, pcrs={index: measured["0"]})
    for label, fields in (
        (Label("PCR0-a-byte-short", "PCR0, a byte short"), {"pcrs": {"0": measured["0"][:-2]}}),
        (
            Label(
                "a-manifest-hash-and-one-that-is-a-byte-short",
                "a manifest hash, and one that is a byte short",
            ),
            {"manifest_hashes": [maker.hash.hex(), "00" * 31]},
        ),
    ):
        yield maker.bad(placed("pinned", label), "malformed", "EnclaveIdentity", proof, **fields)
    label = Label(
        "pinned-the-namespace-as-empty-text",
        "pinned: the namespace, as empty text",
        idea="the namespace, as empty text",
    )
    yield maker.bad(label, "wrong-enclave", "EnclaveIdentity", proof, namespace="")
    absent: dict[str, Any] = {"pcrs": {"0": measured["0"], "16": "00" * 48}}
    label = Label(
        "pinned-PCR16-of-zeros-which-is-not-there",
        "pinned: PCR16 of zeros, which is not there",
        idea="PCR16 of zeros, which is not there",
    )
    yield maker.bad(label, "wrong-enclave", "EnclaveIdentity", proof, **absent)
    unpinned: dict[str, Any] = {"pcrs": {}}
    yield maker.bad(
        Label("nothing-is-pinned", "no pin at all"), "wrong-enclave", "EnclaveIdentity", proof, **unpinned
    )
    for name in ("the-quorum-key", "the-namespace", "the-manifest-set"):
        label = placed(
            "pinned",
            Label(
                f"{name}-and-neither-PCRs-nor-manifest-hashes",
                f"{words_of(name)}, and neither PCRs nor manifest hashes",
            ),
        )
        yield maker.bad(label, "wrong-enclave", "EnclaveIdentity", proof, **{**pins[name][0], **unpinned})
    for defect, value in (("all-zero", bytes(48)), ("the-empty-measurement", _EMPTY_MEASUREMENT)):
        with_pcr = maker.with_payload(pcrs={**enclave.pcrs(maker.hash), 5: value})
        alone: dict[str, Any] = {"pcrs": {"5": value.hex()}}
        label = placed(
            "pinned", Label(f"a-PCR-that-is-{defect}-alone", f"a PCR that is {words_of(defect)}, alone")
        )
        yield maker.bad(label, "wrong-enclave", "EnclaveIdentity", with_pcr, **alone)
    for position in (8, 16, 95):
        digit = "1" if measured["0"][position] == "0" else "0"
        near = measured["0"][:position] + digit + measured["0"][position + 1 :]
        label = placed(
            "pinned",
            Label(f"PCR0-but-for-its-digit-{position + 1}", f"PCR0, but for its digit {position + 1}"),
        )
        yield maker.bad(label, "wrong-enclave", "EnclaveIdentity", proof, pcrs={"0": near})
    other = maker.proof(maker.other)
    root = maker.other.root_sha256
    label = "the-proof-of-another-enclave"
    yield maker.bad(label, "wrong-enclave", "EnclaveIdentity", other, root_sha256=root)
    yield maker.bad("another-root", "untrusted-signer", "ForeignKey", proof, root_sha256=root)
    nearly = enclave.root_sha256[:-1] + ("1" if enclave.root_sha256[-1] == "0" else "0")
    label = "a-root-but-for-its-last-digit"
    yield maker.bad(label, "untrusted-signer", "ForeignKey", proof, root_sha256=nearly)


def _near_pins(maker: BootMaker) -> Iterator[BootProofCase]:
    """Yield pins that nearly match."""
    difference: str | Label
    label: str | Label
    enclave, proof = maker.enclave, maker.proof()
    quorum, stranger = enclave.quorum.public.hex(), maker.stranger.public.hex()
    members = [key_set.public.hex() for key_set in enclave.members]
    pins: dict[str, tuple[str, Callable[[str], dict[str, Any]]]] = {
        "PCR0": (enclave.measurements[0].hex(), lambda text: {"pcrs": {"0": text}}),
        "the-manifest-hash": (maker.hash.hex(), lambda text: {"pcrs": {}, "manifest_hashes": [text]}),
        "the-namespace": ("test/signer", lambda text: {"namespace": text}),
    }
    for name, (value, pinned) in pins.items():
        for difference, other in near_texts(value):
            # Hex is compared as bytes.
            if name == "the-namespace" or (other.isalnum() and other != value.upper()):
                label, fields = (
                    placed(
                        "pinned", Label(f"{name}-{difference}", f"{words_of(name)}, {words_of(difference)}")
                    ),
                    pinned(other),
                )
                yield maker.bad(label, "wrong-enclave", "EnclaveIdentity", proof, **fields)
    first = "2" if enclave.root_sha256[0] == "1" else "1"
    label = "a-root-but-for-its-first-digit"
    root = first + enclave.root_sha256[1:]
    yield maker.bad(label, "untrusted-signer", "ForeignKey", proof, root_sha256=root)
    for difference, key in (
        ("another-encryption-point", stranger[:130] + quorum[130:]),
        ("another-signing-point", quorum[:130] + stranger[130:]),
        ("another-signing-point-alone", stranger[130:]),
        ("its-last-digit-changed", quorum[:-1] + ("1" if quorum[-1] != "1" else "2")),
        ("the-last-digit-of-its-signing-point-changed", quorum[130:-1] + ("1" if quorum[-1] != "1" else "2")),
    ):
        label = placed(
            "pinned",
            Label(f"the-quorum-key-with-{difference}", f"the quorum key, with {words_of(difference)}"),
        )
        yield maker.bad(label, "wrong-enclave", "EnclaveIdentity", proof, quorum_key=key)
    for difference, threshold, pinned_members in (
        ("a-member-less", 2, members[:2]),
        ("a-member-more", 2, [*members, stranger]),
        ("a-threshold-of-one-more", 3, members),
        (
            Label("a-member-s-encryption-point-changed", "a member's encryption point changed"),
            2,
            [*members[:2], stranger[:130] + members[2][130:]],
        ),
        (
            Label("a-member-s-signing-point-changed", "a member's signing point changed"),
            2,
            [*members[:2], members[2][:130] + stranger[130:]],
        ),
    ):
        pins_of: dict[str, Any] = {"threshold": threshold, "members": pinned_members}
        label = placed(
            "pinned",
            Label(
                f"the-manifest-set-with-{id_of(difference)}",
                f"the manifest set, with {comment_of(difference)}",
            ),
        )
        yield maker.bad(label, "wrong-enclave", "EnclaveIdentity", proof, **pins_of)


def _near_bindings(maker: BootMaker) -> Iterator[BootProofCase]:
    """Yield parts of a proof that nearly match another part."""
    label: str | Label
    enclave = maker.enclave
    pcrs = enclave.pcrs(maker.hash)
    newer = maker.newer.pcrs(maker.hash)
    bad = maker.bad
    for which, value in bytes_changed_at_the_ends(pcrs[1]):
        proof = maker.with_payload(pcrs={**pcrs, 1: value})
        yield bad(f"PCR1-but-for-its-{which}-byte", "wrong-enclave", "Measurements", proof)
    for which, value in bytes_changed_at_the_ends(newer[17]):
        document = maker.newer.document(maker.hash, pcrs={**newer, 17: value})
        proof = maker.proof(maker.newer, document=document)
        label = placed("commitments", f"PCR17-but-for-its-{which}-byte")
        yield bad(label, "wrong-enclave", "Measurements", proof)
    for which, value in bytes_changed_at_the_ends(maker.hash):
        proof = maker.proof(document=enclave.document(value))
        label = Label(
            f"a-document-of-the-manifest-s-hash-but-for-its-{which}-byte",
            f"a document of the manifest's hash but for its {which} byte",
        )
        yield bad(label, "bad-signature", "ManifestBinding", proof)
    for which, value in bytes_changed_at_the_ends(enclave.root):

        def other_root(manifest: Any, root: bytes = value) -> None:
            manifest["enclave"]["awsRootCertificate"] = root

        label = f"a-manifest-with-the-root-but-for-its-{which}-byte"
        yield bad(label, "wrong-enclave", "ManifestBinding", maker.with_manifest(other_root))

    def longer_root(manifest: Any) -> None:
        manifest["enclave"]["awsRootCertificate"] = enclave.root + b"\0"

    label = "a-manifest-with-the-root-and-a-byte-more"
    yield bad(label, "wrong-enclave", "ManifestBinding", maker.with_manifest(longer_root))
    public = enclave.ephemeral.public
    for label, key in (
        *((f"its-{which}-byte-changed", key) for which, key in bytes_changed_at_the_ends(public)),
        ("a-byte-after-it", public + b"\0"),
        ("another-encryption-point", maker.stranger.public[:65] + public[65:]),
        ("another-signing-point", public[:65] + maker.stranger.public[65:]),
    ):
        proof = maker.proof(ephemeralPublicKeyHex=key.hex())
        yield bad(_linked(label), "untrusted-signer", "ForeignKey", proof)
    encoded = enclave.encode(enclave.manifest())
    (_, other_first), (_, other_last) = bytes_changed_at_the_ends(encoded)
    for label, error, flag, other in (
        ("its-first-byte-changed", "malformed", "BorshStrictness", other_first),
        ("its-last-byte-changed", "bad-signature", "ManifestBinding", other_last),
        ("a-byte-after-it", "malformed", "BorshStrictness", encoded + b"\0"),
    ):
        proof = maker.proof(qosManifestB64=to_base64(other))
        yield bad(placed("qosManifestB64", label), error, flag, proof)
    for label, digest in near_texts("SHA384"):
        proof = maker.with_payload(digest=digest)
        yield bad(
            Label(
                f"a-digest-SHA384-with-{label}",
                f"a digest 'SHA384' with {words_of(label)}",
                hashed=f"a digest 'SHA384' with {words_of(label)}",
            ),
            "unsupported",
            "AttestationHeader",
            proof,
        )


def _forms(maker: BootMaker) -> Iterator[BootProofCase]:
    """Yield boot proofs with malformed JSON, hex or base64, or with another key."""
    fields = {
        name: value
        for name, value in maker.enclave.boot_proof().items()
        if name.startswith(("eph", "aws", "qos"))
    }
    short = dict.fromkeys(fields, "AAAA")
    yield from maker.bad_each("the-proof", json_defects(short))
    defects = hex_defects(fields["ephemeralPublicKeyHex"])
    yield from maker.bad_each(
        "ephemeralPublicKeyHex", defects, lambda key: maker.proof(ephemeralPublicKeyHex=key)
    )
    text = fields["qosManifestB64"]
    for label, other in (
        ("a-newline-after-it", text + "\n"),
        ("white-space-within-it", text[:4] + " " + text[4:]),
        ("a-digit-of-the-other-alphabet", text[:4] + "-" + text[5:]),
        ("more-padding-than-belongs-there", text + "===="),
        ("padding-in-the-middle", text[:4] + "==" + text[4:]),
    ):
        for name in ("awsAttestationDocB64", "qosManifestB64", "qosManifestEnvelopeB64"):
            changed = maker.proof(**{name: other})
            yield maker.bad(placed(name, label), "malformed", "Base64Encoding", changed)
    padded = next(
        text
        for text in (to_base64(maker.enclave.document(maker.hash, module_id="i" * n)) for n in range(1, 4))
        if text.endswith("=")
    )
    proof = maker.proof(awsAttestationDocB64=padded)
    yield maker.good(
        Label(
            "awsAttestationDocB64-the-padding-that-belongs-there",
            "awsAttestationDocB64: the padding that belongs there",
            idea="the padding that belongs there",
        ),
        "Valid",
        proof,
    )
    for label, other in (("no-padding", padded.rstrip("=")), ("bits-in-its-last-digit", _stray(padded))):
        changed = maker.proof(awsAttestationDocB64=other)
        yield maker.bad(placed("awsAttestationDocB64", label), "malformed", "Base64Encoding", changed)
    for label, key in (
        ("another-enclave", maker.other.ephemeral.public),
        ("its-halves-swapped", maker.enclave.ephemeral.public[65:] + maker.enclave.ephemeral.public[:65]),
        ("its-signing-point-alone", maker.enclave.ephemeral.public[65:]),
        ("a-key-of-no-bytes", b""),
    ):
        changed = maker.proof(ephemeralPublicKeyHex=key.hex())
        yield maker.bad(_linked(label), "untrusted-signer", "ForeignKey", changed)


def _stray(text: str) -> str:
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    bare = text.rstrip("=")
    return bare[:-1] + digits[digits.index(bare[-1]) | 1] + "=" * (len(text) - len(bare))


def _documents(maker: BootMaker) -> Iterator[BootProofCase]:
    """Yield attestation documents that are malformed or do not verify."""
    label: str | Label
    enclave, authority = maker.enclave, maker.enclave.authority
    payload = enclave.payload(maker.hash)
    encoded = open_map(payload.items())
    parts = cbor2.loads(authority.sign(encoded))
    for label, document in (
        ("empty", b""),
        ("cut-by-a-byte", authority.sign(encoded)[:-1]),
        ("a-byte-after-it", authority.sign(encoded) + b"\0"),
        ("three-parts", cbor2.dumps(parts[:3])),
        ("five-parts", cbor2.dumps([*parts, b""])),
        ("a-map", cbor2.dumps(dict(enumerate(parts)))),
        ("a-payload-that-is-no-byte-string", cbor2.dumps([parts[0], {}, payload, parts[3]])),
        ("an-array-without-a-length", b"\x9f" + b"".join(map(cbor2.dumps, parts)) + b"\xff"),
        ("tag-18-twice", b"\xd2\xd2" + authority.sign(encoded)),
        ("tag-17", b"\xd1" + authority.sign(encoded)),
        ("unprotected-headers-that-are-no-map", cbor2.dumps([parts[0], [], *parts[2:]])),
        ("a-payload-that-is-no-map", authority.sign(cbor2.dumps([1]))),
        ("a-payload-with-a-byte-after-it", authority.sign(encoded + b"\0")),
        ("a-payload-with-a-member-twice", authority.sign(open_map([*payload.items(), ("nonce", None)]))),
        ("a-payload-without-its-end", authority.sign(encoded[:-1])),
        ("PCRs-without-a-length", authority.sign(_open_pcrs(payload))),
        ("protected-headers-that-are-no-CBOR", authority.sign(encoded, protected=b"\xff")),
    ):
        yield maker.bad(
            placed("a-document", label), "malformed", "CborStrictness", maker.proof(document=document)
        )
    largest, larger = (
        maker.proof(document=_of_size(enclave, maker.hash, MAX_ATTESTATION_DOCUMENT_BYTES + more))
        for more in (0, 1)
    )
    yield maker.good(by_rule("a-document-of-32768-bytes"), "FieldLimit", largest)
    yield maker.bad(by_rule("a-document-of-32769-bytes"), "malformed", "FieldLimit", larger)
    rounded = authority.sign(encoded, protected=bytes.fromhex("a101f9d060"))
    label = Label(
        "protected-headers-the-algorithm-as-a-float-35-0",
        "protected headers: the algorithm as a float, -35.0",
        idea="the algorithm as a float, -35.0",
    )
    yield maker.bad(label, "unsupported", "AttestationHeader", maker.proof(document=rounded))
    for label, protected in (
        ("ES256", "a10126"),
        ("ES512", "a1013823"),
        ("none", "a0"),
        ("two-headers", "a20138220400"),
        ("the-algorithm-as-text", "a1016545533338 34".replace(" ", "")),
        ("the-algorithm-under-another-label", "a1023822"),
    ):
        document = authority.sign(encoded, protected=bytes.fromhex(protected))
        proof = maker.proof(document=document)
        yield maker.bad(placed("protected-headers", label), "unsupported", "AttestationHeader", proof)
    document = authority.sign(encoded, unprotected={"alg": -35})
    proof = maker.proof(document=document)
    yield maker.bad("an-unprotected-header", "unsupported", "AttestationHeader", proof)
    for name, wrong, kind in (
        ("module_id", 1, "a-number"), ("digest", b"SHA384", "bytes"), ("timestamp", "1767225600000", "text"),
        ("timestamp", 1.0, "a-float"), ("timestamp", True, "true"), ("pcrs", [], "an-array"),
        ("certificate", "x", "text"), ("cabundle", {}, "a-map"), ("public_key", None, "null"),
        ("public_key", "x", "text"), ("user_data", None, "null"), ("user_data", "x", "text"),
        ("nonce", b"x", "bytes"),
    ):  # fmt: skip
        proof = maker.with_payload(**{name: wrong})
        defect = Label(f"is-{type(wrong).__name__}", f"is {words_of(kind)}")
        yield maker.bad(of_field(name, defect), "malformed", "WrongType", proof)
    for name in payload:
        document = authority.sign(open_map((one, value) for one, value in payload.items() if one != name))
        yield maker.bad(
            of_field(name, "left-out"), "malformed", "MissingField", maker.proof(document=document)
        )
    yield maker.bad("a-member-too-many", "malformed", "UnknownField", maker.with_payload(more=1))
    for label, changes in (
        ("a-timestamp-of-0", {"timestamp": 0}),
        ("a-negative-timestamp", {"timestamp": -1}),
        (by_rule("a-timestamp-past-the-year-9999"), {"timestamp": 253402300800000}),
        ("a-public-key-of-65-bytes", {"public_key": payload["public_key"][:65]}),
        ("a-hash-of-31-bytes", {"user_data": payload["user_data"][:31]}),
        ("a-hash-of-48-bytes", {"user_data": bytes(48)}),
    ):
        yield maker.bad(label, "malformed", "FieldLimit", maker.with_payload(**changes))
    for digest in ("SHA256", "sha384", "SHA-384", ""):
        proof = maker.with_payload(digest=digest)
        label = quoted("a-digest", digest)
        label = label if digest else replace(label, comment="an empty digest")
        yield maker.bad(label, "unsupported", "AttestationHeader", proof)
    off = payload["public_key"][:64] + bytes([payload["public_key"][64] ^ 1])
    for label, key in (
        ("its-first-point-off-the-curve", off + payload["public_key"][65:]),
        ("its-second-point-off-the-curve", payload["public_key"][:65] + off),
        ("its-points-compressed", b"\2" + payload["public_key"][1:]),
    ):
        document = enclave.document(maker.hash, public_key=key)
        proof = maker.proof(document=document, ephemeralPublicKeyHex=key.hex())
        yield maker.bad(placed("a-public-key", label), "malformed", "InvalidPoint", proof)
    # The signed message and the signer.
    altered: dict[str | Label, bytes] = {
        "the-module": open_map({**payload, "module_id": "i-1"}.items()),
        "the-hash": open_map({**payload, "user_data": bytes(32)}.items()),
        "the-public-key": open_map({**payload, "public_key": maker.other.ephemeral.public}.items()),
        "PCR4": open_map({**payload, "pcrs": {**payload["pcrs"], 4: bytes(48)}}.items()),
        Label("the-timestamp-by-a-millisecond", "the timestamp, by a millisecond"): open_map(
            {**payload, "timestamp": payload["timestamp"] + 1}.items()
        ),
    }
    for label, other in altered.items():
        proof = maker.proof(document=cbor2.dumps([parts[0], {}, other, parts[3]]))
        yield maker.bad(placed("altered", label), "bad-signature", "AlteredMessage", proof)
    by_others: dict[str | Label, bytes] = {
        Label("an-authority-s-key", "an authority's key"): authority.sign(encoded, key=authority.key(3)),
        Label("another-enclave-s-key", "another enclave's key"): authority.sign(
            encoded, key=maker.other.authority.key(-1)
        ),
        "another-context": authority.sign(encoded, context="Signature"),
    }
    for label, document in by_others.items():
        proof = maker.proof(document=document)
        yield maker.bad(
            Label(f"signed-with-{id_of(label)}", f"signed with {comment_of(label)}"),
            "bad-signature",
            "ForeignKey",
            proof,
        )
    r, s = parts[3][:48], parts[3][48:]
    order = P384.group_order.to_bytes(48, "big")
    twin = (P384.group_order - int.from_bytes(s, "big")).to_bytes(48, "big")
    proof = maker.proof(document=cbor2.dumps([*parts[:3], r + twin]))
    yield maker.good(
        Label(
            "the-document-s-signature-s-in-its-other-form",
            "the document's signature: s in its other form",
            idea="s in its other form",
        ),
        "LowS",
        proof,
    )
    for label, error, flag, signature in (
        ("r-and-s-swapped", "bad-signature", "AlteredMessage", s + r),
        ("a-bit-flipped", "bad-signature", "AlteredMessage", r + s[:-1] + bytes([s[-1] ^ 1])),
        ("cut-by-a-byte", "malformed", "RawSignature", (r + s)[:-1]),
        ("a-byte-after-it", "malformed", "RawSignature", r + s + b"\0"),
        ("empty", "malformed", "RawSignature", b""),
        (Label("r-is-0", "r is 0", idea="FIELD is 0"), "malformed", "SignatureRange", bytes(48) + s),
        (Label("s-is-0", "s is 0", idea="FIELD is 0"), "malformed", "SignatureRange", r + bytes(48)),
        (
            Label("s-is-the-order", "s is the order", idea="FIELD is the order"),
            "malformed",
            "SignatureRange",
            r + order,
        ),
        ("all-zero", "malformed", "SignatureRange", bytes(96)),
    ):
        proof = maker.proof(document=cbor2.dumps([*parts[:3], signature]))
        yield maker.bad(
            placed(Label("the-document-s-signature", "the document's signature"), label), error, flag, proof
        )


def _of_size(enclave: AttestedEnclave, manifest_hash: bytes, size: int) -> bytes:
    """Make a document of a given size near 32 KiB, by means of a long module id."""
    shorter = enclave.document(manifest_hash, module_id="i" * 24_000)
    return enclave.document(manifest_hash, module_id="i" * (24_000 + size - len(shorter)))


def _open_pcrs(payload: dict[str, Any]) -> bytes:
    """Encode a payload whose PCRs are an indefinite-length map."""
    pcrs = open_map(payload["pcrs"].items())
    rest = {name: value for name, value in payload.items() if name != "pcrs"}
    return open_map(rest.items())[:-1] + cbor2.dumps("pcrs") + pcrs + b"\xff"


def _chains(maker: BootMaker) -> Iterator[BootProofCase]:
    """Yield malformed certificates, and certificates that do not form a chain."""
    label: str | Label
    now = maker.enclave.booted_at
    late = to_milliseconds(now + timedelta(hours=4))
    expired = {
        "four-hours-later": late,
        "a-second-after-its-certificate": to_milliseconds(now + timedelta(hours=3)),
        "a-second-before-its-certificate": to_milliseconds(now) - 5000,
        "in-1970": 1000,
    }
    for label, timestamp in expired.items():
        proof = maker.with_payload(timestamp=timestamp)
        yield maker.bad(placed("the-time", label), "expired", "CertificateChain", proof)
    for label, error, flag, leaf, bundle in chain_defects(maker.enclave, maker.other):
        yield maker.bad(label, error, flag, maker.with_payload(certificate=leaf, cabundle=bundle))


class ChainDefect(NamedTuple):
    """A certificate chain with one defect, and the expected error."""

    label: str | Label
    error: ErrorCode
    flag: str
    certificate: bytes
    cabundle: list[Any]


def chain_defects(enclave: AttestedEnclave, other: AttestedEnclave) -> Iterator[ChainDefect]:
    """Yield invalid chains of an enclave's certificates, some with certificates of another enclave."""
    label: str | Label
    authority = enclave.authority
    *bundle, leaf = authority.chain()
    names, keys = authority.names, [*map(authority.key, range(5))]
    now = enclave.booted_at

    def replaced(level: int, **changes: Any) -> tuple[bytes, list[Any]]:
        """Replace a certificate of the chain; the certificate above it issues the new one."""
        chain = [*bundle, leaf]
        chain[level] = authority.certificate(level, **changes)
        return chain[-1], chain[:-1]

    expired: dict[str | Label, tuple[bytes, list[Any]]] = {
        "an-authority-that-has-expired": replaced(2, not_after=now - timedelta(minutes=1)),
        "an-authority-that-is-not-valid-yet": replaced(1, not_before=now + timedelta(minutes=1)),
    }
    for label, chain in expired.items():
        yield ChainDefect(placed("the-time", label), "expired", "CertificateChain", *chain)
    broken: dict[str | Label, tuple[bytes, list[Any]]] = {
        "authorities-in-reverse-order": (leaf, [bundle[0], *bundle[:0:-1]]),
        "two-authorities-swapped": (leaf, [bundle[0], bundle[2], bundle[1], bundle[3]]),
        "an-authority-missing": (leaf, [*bundle[:2], bundle[3]]),
        "the-last-authority-missing": (leaf, bundle[:3]),
        "only-the-root": (leaf, bundle[:1]),
        "an-authority-twice": (leaf, [*bundle[:2], bundle[1], *bundle[2:]]),
        "the-root-twice": (leaf, [bundle[0], *bundle]),
        Label(
            "the-enclave-s-certificate-among-the-authorities",
            "the enclave's certificate among the authorities",
        ): (leaf, [*bundle, leaf]),
        "an-authority-of-another-root": (leaf, [bundle[0], other.authority.certificate(1), *bundle[2:]]),
        "the-certificate-of-another-enclave": (other.authority.certificate(4), bundle),
        "an-authority-that-is-none": replaced(3, ca=False, path_length=None),
        "an-authority-without-basic-constraints": replaced(2, ca=None),
        "an-authority-that-may-not-sign-certificates": replaced(3, key_cert_sign=False),
        "an-authority-whose-path-is-too-short": replaced(1, path_length=1),
        "an-enclave-that-is-an-authority": replaced(4, ca=True),
        "an-enclave-without-basic-constraints": replaced(4, ca=None),
        "an-enclave-without-key-usage": replaced(4, key_cert_sign=None),
        "an-enclave-that-may-not-sign": replaced(4, digital_signature=False),
        "an-unknown-critical-extension": replaced(2, unknown_critical=True),
        Label("an-authority-of-another-issuer-s-name", "an authority of another issuer's name"): replaced(
            2, issuer=nitro_name("another")
        ),
        "an-authority-of-another-name": replaced(2, subject=nitro_name("another")),
        "an-authority-signed-by-the-one-below": replaced(2, issuer_key=keys[3]),
        "an-authority-that-signed-itself": replaced(2, issuer=names[2], issuer_key=keys[2]),
        "the-enclave-signed-by-the-root": replaced(4, issuer=names[0], issuer_key=keys[0]),
    }
    for label, chain in broken.items():
        yield ChainDefect(placed("a-chain", label), "bad-signature", "CertificateChain", *chain)
    p256 = ec.derive_private_key(5, P256)
    for label, chain in {
        Label("an-enclave-s-key-on-P-256", "an enclave's key on P-256"): replaced(4, key=p256.public_key()),
        Label("an-enclave-s-key-that-is-RSA", "an enclave's key that is RSA"): replaced(
            4, key=RSA_KEY.public_key()
        ),
        Label("an-authority-s-key-on-P-256", "an authority's key on P-256"): replaced(
            2, key=p256.public_key()
        ),
        Label("an-authority-s-signature-over-SHA-256", "an authority's signature over SHA-256"): replaced(
            3, algorithm=SHA256()
        ),
        Label("the-enclave-s-signature-over-SHA-256", "the enclave's signature over SHA-256"): replaced(
            4, algorithm=SHA256()
        ),
    }.items():
        yield ChainDefect(placed("a-chain", label), "unsupported", "SchemeConfusion", *chain)
    malformed: dict[str | Label, tuple[bytes, list[Any]]] = {
        "no-authorities": (leaf, []),
        "six-authorities": (leaf, [*bundle, leaf, leaf]),
        "an-authority-that-is-text": (leaf, [bundle[0], "x"]),
        "an-authority-that-is-no-certificate": (leaf, [bundle[0], b"x", *bundle[2:]]),
        Label("a-byte-after-the-enclave-s-certificate", "a byte after the enclave's certificate"): (
            leaf + b"\0",
            bundle,
        ),
        Label("an-enclave-s-certificate-cut-by-a-byte", "an enclave's certificate cut by a byte"): (
            leaf[:-1],
            bundle,
        ),
    }
    for label, chain in malformed.items():
        yield ChainDefect(placed("a-chain", label), "malformed", "WrongType", *chain)
    for odd in odd_certificates(leaf, keys[3]):
        label = placed(Label("the-enclave-s-certificate", "the enclave's certificate"), odd.label)
        yield ChainDefect(label, "malformed", "CertificateForm", odd.certificate, bundle)
    label, flag = (
        Label(
            "a-chain-another-root-in-front", "a chain: another root in front", idea="another root in front"
        ),
        "ForeignKey",
    )
    yield ChainDefect(label, "untrusted-signer", flag, leaf, [other.root, *bundle[1:]])
    yield ChainDefect(
        Label("a-chain-the-root-left-out", "a chain: the root left out", idea="the root left out"),
        "untrusted-signer",
        flag,
        leaf,
        bundle[1:],
    )


def _measurements(maker: BootMaker) -> Iterator[BootProofCase]:
    label: str | Label
    enclave = maker.enclave
    pcrs = enclave.pcrs(maker.hash)
    for index in range(4):
        without = {one: value for one, value in pcrs.items() if one != index}
        yield maker.bad(f"PCR{index}-left-out", "malformed", "MissingField", maker.with_payload(pcrs=without))
        proof = maker.with_payload(pcrs={**pcrs, index: enclave.measurements[4]})
        label = Label(f"PCR{index}-is-not-the-manifest-s", f"PCR{index} is not the manifest's")
        yield maker.bad(label, "wrong-enclave", "Measurements", proof, pcrs={"4": pcrs[4].hex()})
        for part, near in (("first", bytes(24) + pcrs[index][24:]), ("last", pcrs[index][:24] + bytes(24))):
            proof = maker.with_payload(pcrs={**pcrs, index: near})
            label = Label(
                f"PCR{index}-is-not-the-manifest-s-in-its-{part}-half",
                f"PCR{index} is not the manifest's in its {part} half",
            )
            yield maker.bad(label, "wrong-enclave", "Measurements", proof, pcrs={"4": pcrs[4].hex()})

        def zero(manifest: Any, index: int = index) -> None:
            manifest["enclave"][f"pcr{index}"] = bytes(48)

        manifest = enclave.manifest()
        zero(manifest)
        document = enclave.document(enclave.hash(manifest), pcrs={**pcrs, index: bytes(48)})
        proof = maker.proof(manifest=manifest, document=document)
        label = Label(
            f"PCR{index}-is-all-zero-in-the-manifest-too", f"PCR{index} is all zero, in the manifest too"
        )
        yield maker.bad(label, "wrong-enclave", "Measurements", proof, pcrs={"4": pcrs[4].hex()})
    odd: dict[str | Label, dict[object, object]] = {
        "of-47-bytes": {7: bytes(47)},
        "that-is-text": {7: "x" * 48},
        "with-index-32": {32: bytes(48)},
        Label("with-index-1", "with index -1"): {-1: bytes(48)},
        "with-text-for-its-index": {"5": bytes(48)},
    }
    for label, more in odd.items():
        proof = maker.with_payload(pcrs={**pcrs, **more})
        yield maker.bad(
            Label(f"a-PCR-{id_of(label)}", f"a PCR {comment_of(label)}"), "malformed", "WrongType", proof
        )
    newer = maker.newer.pcrs(maker.hash)

    def committed(**changes: bytes) -> str:
        changed = {int(name.removeprefix("pcr")): value for name, value in changes.items()}
        return maker.proof(maker.newer, document=maker.newer.document(maker.hash, pcrs={**newer, **changed}))

    proof = committed(pcr16=bytes(48))
    yield maker.good("PCR17-alone-commits-to-the-key", "Measurements", proof, commitment="live")
    proof = committed(pcr16=bytes(48), pcr17=bytes(48))
    yield maker.good("PCR16-and-PCR17-are-zero", "Measurements", proof)
    uncommitted: dict[str | Label, str] = {
        "PCR17-commits-to-another-key": committed(pcr17=newer[16]),
        "PCR17-is-something-else": committed(pcr17=newer[0]),
        "PCR16-and-PCR17-swapped": committed(pcr16=newer[17], pcr17=newer[16]),
        Label("PCR17-is-zero-and-PCR16-of-another-key", "PCR17 is zero, and PCR16 of another key"): committed(
            pcr17=bytes(48)
        ),
    }
    for label, proof in uncommitted.items():
        yield maker.bad(placed("commitments", label), "wrong-enclave", "Measurements", proof)


def _manifests_of(maker: BootMaker) -> Iterator[BootProofCase]:
    """Yield manifests to which the attestation document does not commit, or that contradict it."""
    label: str | Label
    enclave = maker.enclave
    original = enclave.document(maker.hash)

    def changed(change: Callable[[Any], object]) -> Any:
        manifest = enclave.manifest()
        change(manifest)
        return manifest

    def rename(manifest: Any) -> None:
        manifest["namespace"]["name"] = "test/signex"

    def raise_nonce(manifest: Any) -> None:
        manifest["namespace"]["nonce"] += 1

    def swap_application(manifest: Any) -> None:
        manifest["pivot"]["hash"] = bytes(32)

    for label, change in (("name", rename), ("nonce", raise_nonce), ("application", swap_application)):
        proof = maker.proof(manifest=changed(change), document=original)
        yield maker.bad(f"a-manifest-of-another-{label}", "bad-signature", "ManifestBinding", proof)
    envelope = enclave.envelope(changed(rename))
    proof = maker.proof(envelope=envelope)
    yield maker.bad("an-envelope-with-another-manifest", "bad-signature", "ManifestBinding", proof)
    proof = maker.proof(qosManifestB64=to_base64(enclave.encode(changed(rename))))
    yield maker.bad(
        Label("a-manifest-that-is-not-the-envelope-s", "a manifest that is not the envelope's"),
        "bad-signature",
        "ManifestBinding",
        proof,
    )
    in_json = maker.enclaves["v0", "json"]
    document = json.loads(in_json.encode(in_json.envelope(in_json.manifest())))
    snake = {"manifest": document["manifest"], "share_set_approvals": []}
    snake["manifest_set_approvals"] = document["manifestSetApprovals"]
    proof = maker.proof(in_json, qosManifestEnvelopeB64=to_base64(compact(snake).encode()))
    outputs = {"manifest_hash": maker.hash.hex()}
    yield maker.good(
        Label("an-envelope-of-V0-with-names-in-snake-case", "an envelope of V0 with names in snake_case"),
        "ClientVariant",
        proof,
        **outputs,
    )
    both = to_base64(compact({**document, "share_set_approvals": []}).encode())
    proof = maker.proof(in_json, qosManifestEnvelopeB64=both)
    yield maker.bad("an-envelope-with-a-name-in-two-spellings", "malformed", "DuplicateKey", proof)
    for label, other in (
        ("empty", ""),
        ("the-manifest-alone", to_base64(enclave.encode(enclave.manifest()))),
        ("a-byte-after-it", to_base64(enclave.encode(enclave.envelope(enclave.manifest())) + b"\0")),
        ("cut-by-a-byte", to_base64(enclave.encode(enclave.envelope(enclave.manifest()))[:-1])),
    ):
        proof = maker.proof(qosManifestEnvelopeB64=other)
        yield maker.bad(placed("an-envelope", label), "malformed", "BorshStrictness", proof)
    proof = maker.proof(qosManifestB64=to_base64(enclave.encode(enclave.envelope(enclave.manifest()))))
    yield maker.bad("the-envelope-in-place-of-the-manifest", "malformed", "BorshStrictness", proof)

    def other_root(manifest: Any) -> None:
        manifest["enclave"]["awsRootCertificate"] = maker.other.root

    proof = maker.with_manifest(other_root)
    yield maker.bad("a-manifest-with-another-root", "wrong-enclave", "ManifestBinding", proof)
    # The manifest hash of V1 in JSON covers its Borsh encoding, not its JSON.
    json_of_v1 = maker.enclaves["v1", "json"]
    wrong = _sha256(json_of_v1.encode(json_of_v1.manifest()))
    envelope = json_of_v1.envelope(
        json_of_v1.manifest(), manifestSetApprovals=json_of_v1.approve(wrong, 0, 2)
    )
    proof = maker.proof(json_of_v1, document=json_of_v1.document(wrong), envelope=envelope)
    label = Label(
        "a-hash-of-the-JSON-of-V1-as-it-is-in-the-approvals-too",
        "a hash of the JSON of V1 as it is, in the approvals too",
    )
    yield maker.bad(label, "bad-signature", "ManifestBinding", proof)
    forms: tuple[tuple[ManifestVersion, Encoding], ...] = (("v0", "json"), ("v1", "json"), ("v1", "borsh"))
    for form in forms:
        version, encoding = form
        proof = maker.proof(maker.enclaves[form], manifest=two_whole_meanings(enclave)[version])
        label = f"a-manifest-in-{encoding}-of-{version}-with-two-meanings"
        yield maker.bad(label, "malformed", "BorshStrictness", proof)


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _approvals(maker: BootMaker) -> Iterator[BootProofCase]:
    enclave = maker.enclave
    approve = enclave.approve
    good = approve(maker.hash, 0, 2)
    stranger = {
        "signature": maker.stranger.sign(maker.hash),
        "member": {"alias": "1", "pubKey": maker.stranger.public},
    }
    renamed = {**good[0], "member": {**good[0]["member"], "alias": "2"}}
    digest = _sha256(maker.hash)

    def with_approvals(*approvals: Any) -> str:
        return maker.with_envelope(manifestSetApprovals=list(approvals))

    for label, error, proof in (
        ("none", "untrusted-signer", with_approvals()),
        ("one-of-two", "untrusted-signer", with_approvals(good[0])),
        ("by-a-stranger", "untrusted-signer", with_approvals(*good, stranger)),
        (
            Label("by-a-member-with-another-s-name", "by a member with another's name"),
            "untrusted-signer",
            with_approvals(good[1], renamed),
        ),
        ("of-another-hash", "bad-signature", with_approvals(good[0], *approve(bytes(32), 2))),
        ("of-the-hash-of-the-hash", "bad-signature", with_approvals(good[0], *approve(digest, 2))),
        (
            Label("by-one-member-in-another-s-name", "by one member in another's name"),
            "bad-signature",
            with_approvals(good[0], {**good[0], "member": good[1]["member"]}),
        ),
        (
            "by-the-encryption-half",
            "bad-signature",
            with_approvals(good[0], {**good[1], "signature": _by_encryption_half(enclave, maker.hash)}),
        ),
        ("by-one-member-twice", "malformed", with_approvals(good[0], good[0])),
        (
            Label("by-one-member-twice-beside-enough", "by one member twice, beside enough"),
            "malformed",
            with_approvals(*good, good[0]),
        ),
        ("all-zero", "malformed", with_approvals(good[0], {**good[1], "signature": bytes(64)})),
        (
            "of-the-share-set-by-a-stranger",
            "untrusted-signer",
            maker.with_envelope(shareSetApprovals=[stranger]),
        ),
        (
            "of-the-share-set-that-does-not-verify",
            "bad-signature",
            maker.with_envelope(shareSetApprovals=approve(bytes(32), 1)),
        ),
        (
            Label("of-the-share-set-by-one-member-twice", "of the share set, by one member twice"),
            "malformed",
            maker.with_envelope(shareSetApprovals=approve(maker.hash, 1, 1)),
        ),
    ):
        yield maker.bad(placed("approvals", label), error, "ManifestApprovals", proof)
    short = to_base64(
        enclave.encode(enclave.envelope(enclave.manifest())).replace(
            (64).to_bytes(4, "little") + good[0]["signature"],
            (63).to_bytes(4, "little") + good[0]["signature"][:63],
        )
    )
    proof = maker.proof(qosManifestEnvelopeB64=short)
    yield maker.bad(
        Label(
            "approvals-a-signature-of-63-bytes",
            "approvals: a signature of 63 bytes",
            idea="a signature of 63 bytes",
        ),
        "malformed",
        "RawSignature",
        proof,
    )
    low = good[1]["signature"]
    twin = (P256.group_order - int.from_bytes(low[32:], "big")).to_bytes(32, "big")
    proof = with_approvals(good[0], {**good[1], "signature": low[:32] + twin})
    yield maker.good(
        Label("approvals-s-in-its-other-form", "approvals: s in its other form", idea="s in its other form"),
        "LowS",
        proof,
    )


def _by_encryption_half(enclave: AttestedEnclave, message: bytes) -> bytes:
    member = enclave.members[2]
    return member._replace(signing=member.encryption).sign(message)


def boot_proof(material: KeyMaterial, live: Live | None = None) -> Iterator[Case]:
    """Make the cases of boot proofs and manifests."""
    maker = BootMaker(material) if live is None else BootMaker.for_service(material, live)
    yield from _boot_proofs(maker)
    if live is None:
        yield from boot_proof_identities(maker.enclave, maker.newer)
    yield from manifests(maker.enclaves)
