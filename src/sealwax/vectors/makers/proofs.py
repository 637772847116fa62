"""Vectors of app proofs, boot proofs and manifests (wire-formats.md, section 14)."""

import hashlib
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import datetime, timedelta, timezone
from itertools import count
from typing import Any, cast

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from msgspec import UNSET

from sealwax._codec.clock import to_milliseconds
from sealwax._crypto.points import P256
from sealwax.proofs.manifest import MANIFESTS, ManifestVersion
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
from sealwax.vectors.cases.proofs import (
    AppProofCase,
    BootProofCase,
    ManifestCase,
)
from sealwax.vectors.format import Case

from .builder import invalid, valid
from .bundles import ORGANIZATION, Live
from .defects import NOT_TEXT, compact, hex_defects, json_defects
from .rsa_key import RSA_KEY

BOOTED_AT = datetime(2026, 1, 1, tzinfo=timezone.utc)
SIGNED_AT = BOOTED_AT + timedelta(days=2)
WALLET = "ad8a06ec-c2f4-55f2-ac43-65991efbfdd1"
PATH = "m/44'/60'/0'/0/0"
ADDRESS = "0xb84b4730Cd81Bc82Ee6B1dE6c343Ebd7928138DC"
TYPE, OTHER_TYPE = "APP_PROOF_TYPE_ADDRESS_DERIVATION", "APP_PROOF_TYPE_POLICY_OUTCOME"


Good = Callable[..., BootProofCase]
Bad = Callable[..., BootProofCase]


class BootMaker:
    """Makes boot proofs of one enclave, and cases of them."""

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
    def of(cls, material: KeyMaterial, live: Live) -> "BootMaker":
        """Return what makes boot proofs of an enclave that runs."""
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
        }

    def proof(self, enclave: AttestedEnclave | None = None, **changes: Any) -> str:
        """Make a boot proof, with changes."""
        return compact((enclave or self.enclave).boot_proof(**changes))

    def with_payload(self, **changes: Any) -> str:
        """Make a proof whose attestation document has another payload, well signed."""
        return self.proof(document=self.enclave.document(self.hash, **changes))

    def with_manifest(self, change: Callable[[Any], object]) -> str:
        """Make a proof of a changed manifest, to which everything else fits."""
        manifest = self.enclave.manifest()
        change(manifest)
        return self.proof(manifest=manifest)

    def with_envelope(self, **changes: Any) -> str:
        """Make a proof with a changed envelope."""
        return self.proof(envelope=self.enclave.envelope(self.enclave.manifest(), **changes))

    def good(self, comment: str, flag: str, proof: str, **changes: Any) -> BootProofCase:
        """Make a case that must be accepted."""
        outputs = {
            "public_key": self.enclave.ephemeral.public.hex(),
            "booted_at": to_milliseconds(BOOTED_AT),
            "manifest_hash": self.hash.hex(),
            "manifest_version": "v0",
            "approved_by": ["1", "3"],
            "commitment": "none",
        }
        fields = {**self.pinned, **outputs, **changes}
        return valid(BootProofCase, comment, flag, boot_proof=proof, **fields)

    def bad(self, comment: str, error: Any, flag: str, proof: str, **changes: Any) -> BootProofCase:
        """Make a case that must be refused."""
        fields = {**self.pinned, **changes}
        return invalid(BootProofCase, comment, error, flag, boot_proof=proof, **fields)


def _boot_proofs(maker: BootMaker) -> Iterator[BootProofCase]:
    yield from _valid_boot_proofs(maker)
    yield from _pins(maker)
    yield from _forms(maker)
    yield from _documents(maker)
    yield from _chains(maker)
    yield from _measurements(maker)
    yield from _manifests_of(maker)
    yield from _approvals(maker)


def _valid_boot_proofs(maker: BootMaker) -> Iterator[BootProofCase]:
    good, enclave = maker.good, maker.enclave
    for (version, encoding), each in maker.enclaves.items():
        yield good(
            f"a manifest of {version} in {encoding}",
            "Valid",
            maker.proof(each),
            manifest_hash=each.hash(each.manifest()).hex(),
            manifest_version=version,
        )
    yield good(
        "a document that commits to the live key", "Valid", maker.proof(maker.newer), commitment="live"
    )
    setup = maker.newer.document(maker.hash, public_key=maker.newer.setup.public)
    setup_key = maker.newer.setup.public.hex()
    yield good(
        "a document that commits to the key for setting up",
        "Valid",
        maker.proof(maker.newer, document=setup, ephemeralPublicKeyHex=setup_key),
        commitment="setup",
        public_key=setup_key,
    )
    payload = maker.enclave.payload(maker.hash)
    tagged = b"\xd2" + enclave.authority.sign(cbor2.dumps(payload))
    yield good("a document with tag 18", "ClientVariant", maker.proof(document=tagged))
    definite = enclave.authority.sign(cbor2.dumps(payload))
    yield good("a payload with a length", "ClientVariant", maker.proof(document=definite))
    reverse = enclave.authority.sign(open_map(reversed(payload.items())))
    yield good("a payload in reverse order", "ClientVariant", maker.proof(document=reverse))
    boot_proof = enclave.boot_proof()
    yield good("white space in the JSON", "ClientVariant", json.dumps(boot_proof, indent=1))
    key = boot_proof["ephemeralPublicKeyHex"].upper()
    yield good("the key in upper case", "ClientVariant", maker.proof(ephemeralPublicKeyHex=key))
    lies: dict[str, Any] = {
        "createdAt": {"seconds": "0"},
        "owner": "x",
        "enclaveApp": "x",
        "deploymentLabel": "x",
    }
    yield good("other values of what nothing signs", "ClientVariant", maker.proof(**lies))
    bare = {name: value for name, value in boot_proof.items() if name not in lies}
    yield good("without what nothing signs", "ClientVariant", compact(bare))
    yield good(
        "all members approved",
        "ManifestApprovals",
        maker.with_envelope(manifestSetApprovals=enclave.approve(maker.hash, 2, 0, 1)),
        approved_by=["3", "1", "2"],
    )
    yield good(
        "approvals of the share set too",
        "ManifestApprovals",
        maker.with_envelope(shareSetApprovals=enclave.approve(maker.hash, 1)),
    )
    for second in (-4, 3 * 3600 - 1):
        edge = to_milliseconds(BOOTED_AT) + second * 1000
        yield good(
            f"the {'first' if second < 0 else 'last'} second of its certificate",
            "CertificateChain",
            maker.with_payload(timestamp=edge),
            booted_at=edge,
        )


def _pins(maker: BootMaker) -> Iterator[BootProofCase]:
    """Yield what the caller pins, and what differs from it, one thing at a time."""
    enclave, proof = maker.enclave, maker.proof()
    quorum = enclave.quorum.public.hex()
    members = [key_set.public.hex() for key_set in enclave.members]
    measured = {str(index): value.hex() for index, value in enclave.measurements.items()}
    pins: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
        "PCR0": ({"pcrs": {"0": measured["0"]}}, {"pcrs": {"0": measured["1"]}}),
        "PCR1": ({"pcrs": {"1": measured["1"]}}, {"pcrs": {"1": measured["0"]}}),
        "PCR2": ({"pcrs": {"2": measured["2"]}}, {"pcrs": {"2": measured["0"]}}),
        "PCR3": ({"pcrs": {"3": measured["3"]}}, {"pcrs": {"3": measured["0"]}}),
        "PCR0 to PCR4": ({"pcrs": measured}, {"pcrs": {**measured, "4": measured["0"]}}),
        "the manifest hash": (
            {"pcrs": {}, "manifest_hashes": ["00" * 32, maker.hash.hex()]},
            {"pcrs": {}, "manifest_hashes": ["00" * 32]},
        ),
        "the quorum key": ({"quorum_key": quorum}, {"quorum_key": maker.stranger.public.hex()}),
        "the signing point of the quorum key": ({"quorum_key": quorum[130:]}, {"quorum_key": quorum[:130]}),
        "the namespace": ({"namespace": "test/signer"}, {"namespace": "test/signers"}),
        "the manifest set": (
            {"threshold": 2, "members": members[::-1]},
            {"threshold": 2, "members": [*members[:2], maker.stranger.public.hex()]},
        ),
        "the threshold": ({"threshold": 2, "members": members}, {"threshold": 1, "members": members}),
    }
    for name, (right, wrong) in pins.items():
        if right != {"pcrs": maker.pinned["pcrs"]}:
            yield maker.good(f"pinned: {name}", "EnclaveIdentity", proof, **right)
        yield maker.bad(f"pinned: {name}, another", "wrong-enclave", "EnclaveIdentity", proof, **wrong)
    nothing = {"pcrs": {"16": "00" * 48}}
    yield maker.bad("pinned: a PCR that is not there", "wrong-enclave", "EnclaveIdentity", proof, **nothing)
    for position in (8, 16, 95):
        digit = "1" if measured["0"][position] == "0" else "0"
        near = measured["0"][:position] + digit + measured["0"][position + 1 :]
        comment = f"pinned: PCR0, but for its digit {position + 1}"
        yield maker.bad(comment, "wrong-enclave", "EnclaveIdentity", proof, pcrs={"0": near})
    other = maker.proof(maker.other)
    root = maker.other.root_sha256
    yield maker.bad(
        "the proof of another enclave", "wrong-enclave", "EnclaveIdentity", other, root_sha256=root
    )
    yield maker.bad("another root", "untrusted-signer", "ForeignKey", proof, root_sha256=root)
    nearly = enclave.root_sha256[:-1] + ("1" if enclave.root_sha256[-1] == "0" else "0")
    yield maker.bad(
        "a root but for its last digit", "untrusted-signer", "ForeignKey", proof, root_sha256=nearly
    )


def _forms(maker: BootMaker) -> Iterator[BootProofCase]:
    """Yield boot proofs that are malformed before anything is decoded."""
    fields = {
        name: value
        for name, value in maker.enclave.boot_proof().items()
        if name.startswith(("eph", "aws", "qos"))
    }
    short = dict.fromkeys(fields, "AAAA")
    for defect in json_defects(short):
        yield maker.bad(f"the proof: {defect.comment}", "malformed", defect.flag, defect.value)
    for defect in hex_defects(fields["ephemeralPublicKeyHex"]):
        changed = maker.proof(ephemeralPublicKeyHex=defect.value)
        yield maker.bad(f"ephemeralPublicKeyHex: {defect.comment}", "malformed", defect.flag, changed)
    text = fields["qosManifestB64"]
    for comment, other in (
        ("a newline after it", text + "\n"),
        ("white space within it", text[:4] + " " + text[4:]),
        ("a digit of the other alphabet", text[:4] + "-" + text[5:]),
        ("more padding than belongs there", text + "===="),
        ("padding in the middle", text[:4] + "==" + text[4:]),
    ):
        for name in ("awsAttestationDocB64", "qosManifestB64", "qosManifestEnvelopeB64"):
            changed = maker.proof(**{name: other})
            yield maker.bad(f"{name}: {comment}", "malformed", "Base64Encoding", changed)
    padded = next(
        text
        for text in (to_base64(maker.enclave.document(maker.hash, module_id="i" * n)) for n in range(1, 4))
        if text.endswith("=")
    )
    proof = maker.proof(awsAttestationDocB64=padded)
    yield maker.good("awsAttestationDocB64: the padding that belongs there", "Valid", proof)
    for comment, other in (("no padding", padded.rstrip("=")), ("bits in its last digit", _stray(padded))):
        changed = maker.proof(awsAttestationDocB64=other)
        yield maker.bad(f"awsAttestationDocB64: {comment}", "malformed", "Base64Encoding", changed)
    for comment, key in (
        ("another enclave", maker.other.ephemeral.public),
        ("its halves swapped", maker.enclave.ephemeral.public[65:] + maker.enclave.ephemeral.public[:65]),
        ("its signing point alone", maker.enclave.ephemeral.public[65:]),
        ("nothing", b""),
    ):
        changed = maker.proof(ephemeralPublicKeyHex=key.hex())
        yield maker.bad(f"ephemeralPublicKeyHex: {comment}", "untrusted-signer", "ForeignKey", changed)


def _stray(text: str) -> str:
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    bare = text.rstrip("=")
    return bare[:-1] + digits[digits.index(bare[-1]) | 1] + "=" * (len(text) - len(bare))


def _documents(maker: BootMaker) -> Iterator[BootProofCase]:
    """Yield attestation documents that are not, or do not verify."""
    enclave, authority = maker.enclave, maker.enclave.authority
    payload = enclave.payload(maker.hash)
    encoded = open_map(payload.items())
    parts = cbor2.loads(authority.sign(encoded))
    for comment, document in (
        ("empty", b""),
        ("cut by a byte", authority.sign(encoded)[:-1]),
        ("a byte after it", authority.sign(encoded) + b"\0"),
        ("three parts", cbor2.dumps(parts[:3])),
        ("five parts", cbor2.dumps([*parts, b""])),
        ("a map", cbor2.dumps(dict(enumerate(parts)))),
        ("a payload that is no byte string", cbor2.dumps([parts[0], {}, payload, parts[3]])),
        ("an array without a length", b"\x9f" + b"".join(map(cbor2.dumps, parts)) + b"\xff"),
        ("tag 18 twice", b"\xd2\xd2" + authority.sign(encoded)),
        ("tag 17", b"\xd1" + authority.sign(encoded)),
        ("more than 32 KiB", cbor2.dumps([*parts[:2], bytes(32768), parts[3]])),
        ("unprotected headers that are no map", cbor2.dumps([parts[0], [], *parts[2:]])),
        ("a payload that is no map", authority.sign(cbor2.dumps([1]))),
        ("a payload with a byte after it", authority.sign(encoded + b"\0")),
        ("a payload with a member twice", authority.sign(open_map([*payload.items(), ("nonce", None)]))),
        ("a payload without its end", authority.sign(encoded[:-1])),
        ("PCRs without a length", authority.sign(_open_pcrs(payload))),
        ("protected headers that are no CBOR", authority.sign(encoded, protected=b"\xff")),
    ):
        yield maker.bad(
            f"a document: {comment}", "malformed", "CborStrictness", maker.proof(document=document)
        )
    for comment, protected in (
        ("ES256", "a10126"),
        ("ES512", "a1013823"),
        ("none", "a0"),
        ("two headers", "a20138220400"),
        ("the algorithm as text", "a1016545533338 34".replace(" ", "")),
        ("the algorithm under another label", "a1023822"),
    ):
        document = authority.sign(encoded, protected=bytes.fromhex(protected))
        proof = maker.proof(document=document)
        yield maker.bad(f"protected headers: {comment}", "unsupported", "AttestationHeader", proof)
    document = authority.sign(encoded, unprotected={"alg": -35})
    proof = maker.proof(document=document)
    yield maker.bad("an unprotected header", "unsupported", "AttestationHeader", proof)
    for name, wrong in (
        ("module_id", 1), ("digest", b"SHA384"), ("timestamp", "1767225600000"), ("timestamp", 1.0),
        ("timestamp", True), ("pcrs", []), ("certificate", "x"), ("cabundle", {}), ("public_key", None),
        ("public_key", "x"), ("user_data", None), ("user_data", "x"), ("nonce", b"x"),
    ):  # fmt: skip
        comment = f"{name} is {type(wrong).__name__}"
        yield maker.bad(comment, "malformed", "WrongType", maker.with_payload(**{name: wrong}))
    for name in payload:
        document = authority.sign(open_map((one, value) for one, value in payload.items() if one != name))
        yield maker.bad(f"{name} left out", "malformed", "MissingField", maker.proof(document=document))
    yield maker.bad("a member too many", "malformed", "UnknownField", maker.with_payload(more=1))
    for comment, changes in (
        ("a timestamp of 0", {"timestamp": 0}),
        ("a negative timestamp", {"timestamp": -1}),
        ("a timestamp past the year 9999", {"timestamp": 253402300800000}),
        ("a public key of 65 bytes", {"public_key": payload["public_key"][:65]}),
        ("a hash of 31 bytes", {"user_data": payload["user_data"][:31]}),
        ("a hash of 48 bytes", {"user_data": bytes(48)}),
    ):
        yield maker.bad(comment, "malformed", "FieldLimit", maker.with_payload(**changes))
    for digest in ("SHA256", "sha384", "SHA-384", ""):
        proof = maker.with_payload(digest=digest)
        yield maker.bad(f"a digest '{digest}'", "unsupported", "AttestationHeader", proof)
    off = payload["public_key"][:64] + bytes([payload["public_key"][64] ^ 1])
    for comment, key in (
        ("its first point off the curve", off + payload["public_key"][65:]),
        ("its second point off the curve", payload["public_key"][:65] + off),
        ("its points compressed", b"\2" + payload["public_key"][1:]),
    ):
        document = enclave.document(maker.hash, public_key=key)
        proof = maker.proof(document=document, ephemeralPublicKeyHex=key.hex())
        yield maker.bad(f"a public key: {comment}", "malformed", "InvalidPoint", proof)
    # What is signed, and by whom.
    altered = {
        "the module": open_map({**payload, "module_id": "i-1"}.items()),
        "the hash": open_map({**payload, "user_data": bytes(32)}.items()),
        "the public key": open_map({**payload, "public_key": maker.other.ephemeral.public}.items()),
        "PCR4": open_map({**payload, "pcrs": {**payload["pcrs"], 4: bytes(48)}}.items()),
        "the timestamp, by a millisecond": open_map(
            {**payload, "timestamp": payload["timestamp"] + 1}.items()
        ),
    }
    for comment, other in altered.items():
        proof = maker.proof(document=cbor2.dumps([parts[0], {}, other, parts[3]]))
        yield maker.bad(f"altered: {comment}", "bad-signature", "AlteredMessage", proof)
    by_others = {
        "an authority's key": authority.sign(encoded, key=authority.key(3)),
        "another enclave's key": authority.sign(encoded, key=maker.other.authority.key(-1)),
        "another context": authority.sign(encoded, context="Signature"),
    }
    for comment, document in by_others.items():
        proof = maker.proof(document=document)
        yield maker.bad(f"signed with {comment}", "bad-signature", "ForeignKey", proof)
    r, s = parts[3][:48], parts[3][48:]
    order = P384.group_order.to_bytes(48, "big")
    twin = (P384.group_order - int.from_bytes(s, "big")).to_bytes(48, "big")
    proof = maker.proof(document=cbor2.dumps([*parts[:3], r + twin]))
    yield maker.good("the document's signature: s in its other form", "LowS", proof)
    for comment, error, flag, signature in (
        ("r and s swapped", "bad-signature", "AlteredMessage", s + r),
        ("a bit flipped", "bad-signature", "AlteredMessage", r + s[:-1] + bytes([s[-1] ^ 1])),
        ("cut by a byte", "malformed", "RawSignature", (r + s)[:-1]),
        ("a byte after it", "malformed", "RawSignature", r + s + b"\0"),
        ("empty", "malformed", "RawSignature", b""),
        ("r is 0", "malformed", "SignatureRange", bytes(48) + s),
        ("s is 0", "malformed", "SignatureRange", r + bytes(48)),
        ("s is the order", "malformed", "SignatureRange", r + order),
        ("all zero", "malformed", "SignatureRange", bytes(96)),
    ):
        proof = maker.proof(document=cbor2.dumps([*parts[:3], signature]))
        yield maker.bad(f"the document's signature: {comment}", error, flag, proof)


def _open_pcrs(payload: dict[str, Any]) -> bytes:
    """Encode a payload whose PCRs are a map without a length."""
    pcrs = open_map(payload["pcrs"].items())
    rest = {name: value for name, value in payload.items() if name != "pcrs"}
    return open_map(rest.items())[:-1] + cbor2.dumps("pcrs") + pcrs + b"\xff"


def _chains(maker: BootMaker) -> Iterator[BootProofCase]:
    """Yield certificates that are not, or form no chain from the root to the document."""
    authority = maker.enclave.authority
    *bundle, leaf = authority.chain()
    names, keys = authority.names, [*map(authority.key, range(5))]
    now = maker.enclave.booted_at

    def with_chain(leaf: bytes, bundle: list[Any]) -> str:
        return maker.with_payload(certificate=leaf, cabundle=bundle)

    def replaced(level: int, **changes: Any) -> str:
        """Replace a certificate of the chain by another one, also issued by the one above it."""
        chain = [*bundle, leaf]
        chain[level] = authority.certificate(level, **changes)
        return with_chain(chain[-1], chain[:-1])

    late = to_milliseconds(now + timedelta(hours=4))
    expired = {
        "four hours later": maker.with_payload(timestamp=late),
        "a second after its certificate": maker.with_payload(
            timestamp=to_milliseconds(now + timedelta(hours=3))
        ),
        "a second before its certificate": maker.with_payload(timestamp=to_milliseconds(now) - 5000),
        "in 1970": maker.with_payload(timestamp=1000),
        "an authority that has expired": replaced(2, not_after=now - timedelta(minutes=1)),
        "an authority that is not valid yet": replaced(1, not_before=now + timedelta(minutes=1)),
    }
    for comment, proof in expired.items():
        yield maker.bad(f"the time: {comment}", "expired", "CertificateChain", proof)
    broken = {
        "authorities in reverse order": with_chain(leaf, [bundle[0], *bundle[:0:-1]]),
        "two authorities swapped": with_chain(leaf, [bundle[0], bundle[2], bundle[1], bundle[3]]),
        "an authority missing": with_chain(leaf, [*bundle[:2], bundle[3]]),
        "the last authority missing": with_chain(leaf, bundle[:3]),
        "only the root": with_chain(leaf, bundle[:1]),
        "an authority twice": with_chain(leaf, [*bundle[:2], bundle[1], *bundle[2:]]),
        "the root twice": with_chain(leaf, [bundle[0], *bundle]),
        "the enclave's certificate among the authorities": with_chain(leaf, [*bundle, leaf]),
        "an authority of another root": with_chain(
            leaf, [bundle[0], maker.other.authority.certificate(1), *bundle[2:]]
        ),
        "the certificate of another enclave": with_chain(maker.other.authority.certificate(4), bundle),
        "an authority that is none": replaced(3, ca=False, path_length=None),
        "an authority without basic constraints": replaced(2, ca=None),
        "an authority that may not sign certificates": replaced(3, key_cert_sign=False),
        "an authority whose path is too short": replaced(1, path_length=1),
        "an enclave that is an authority": replaced(4, ca=True),
        "an enclave without basic constraints": replaced(4, ca=None),
        "an enclave without key usage": replaced(4, key_cert_sign=None),
        "an unknown critical extension": replaced(2, unknown_critical=True),
        "an authority of another issuer's name": replaced(2, issuer=nitro_name("another")),
        "an authority of another name": replaced(2, subject=nitro_name("another")),
        "an authority signed by the one below": replaced(2, issuer_key=keys[3]),
        "an authority that signed itself": replaced(2, issuer=names[2], issuer_key=keys[2]),
        "the enclave signed by the root": replaced(4, issuer=names[0], issuer_key=keys[0]),
    }
    for comment, proof in broken.items():
        yield maker.bad(f"a chain: {comment}", "bad-signature", "CertificateChain", proof)
    p256 = ec.derive_private_key(5, P256)
    for comment, proof in {
        "an enclave's key on P-256": replaced(4, key=p256.public_key()),
        "an enclave's key that is RSA": replaced(4, key=RSA_KEY.public_key()),
        "an authority's key on P-256": replaced(2, key=p256.public_key()),
        "an authority's signature over SHA-256": replaced(3, algorithm=SHA256()),
        "the enclave's signature over SHA-256": replaced(4, algorithm=SHA256()),
    }.items():
        yield maker.bad(f"a chain: {comment}", "unsupported", "SchemeConfusion", proof)
    for comment, proof in {
        "no authorities": with_chain(leaf, []),
        "six authorities": with_chain(leaf, [*bundle, leaf, leaf]),
        "an authority that is text": with_chain(leaf, [bundle[0], "x"]),
        "an authority that is no certificate": with_chain(leaf, [bundle[0], b"x", *bundle[2:]]),
        "a byte after the enclave's certificate": with_chain(leaf + b"\0", bundle),
        "an enclave's certificate cut by a byte": with_chain(leaf[:-1], bundle),
    }.items():
        yield maker.bad(f"a chain: {comment}", "malformed", "WrongType", proof)
    proof = with_chain(leaf, [maker.other.root, *bundle[1:]])
    yield maker.bad("a chain: another root in front", "untrusted-signer", "ForeignKey", proof)
    proof = with_chain(leaf, bundle[1:])
    yield maker.bad("a chain: the root left out", "untrusted-signer", "ForeignKey", proof)


def _measurements(maker: BootMaker) -> Iterator[BootProofCase]:
    enclave = maker.enclave
    pcrs = enclave.pcrs(maker.hash)
    for index in range(4):
        without = {one: value for one, value in pcrs.items() if one != index}
        yield maker.bad(f"PCR{index} left out", "malformed", "MissingField", maker.with_payload(pcrs=without))
        proof = maker.with_payload(pcrs={**pcrs, index: enclave.measurements[4]})
        comment = f"PCR{index} is not the manifest's"
        yield maker.bad(comment, "wrong-enclave", "Measurements", proof, pcrs={"4": pcrs[4].hex()})

        def zero(manifest: Any, index: int = index) -> None:
            manifest["enclave"][f"pcr{index}"] = bytes(48)

        manifest = enclave.manifest()
        zero(manifest)
        document = enclave.document(enclave.hash(manifest), pcrs={**pcrs, index: bytes(48)})
        proof = maker.proof(manifest=manifest, document=document)
        comment = f"PCR{index} is all zero, in the manifest too"
        yield maker.bad(comment, "wrong-enclave", "Measurements", proof, pcrs={"4": pcrs[4].hex()})
    odd: dict[str, dict[object, object]] = {
        "of 47 bytes": {7: bytes(47)},
        "that is text": {7: "x" * 48},
        "with index 32": {32: bytes(48)},
        "with index -1": {-1: bytes(48)},
        "with text for its index": {"5": bytes(48)},
    }
    for comment, more in odd.items():
        proof = maker.with_payload(pcrs={**pcrs, **more})
        yield maker.bad(f"a PCR {comment}", "malformed", "WrongType", proof)
    newer = maker.newer.pcrs(maker.hash)

    def committed(**changes: bytes) -> str:
        changed = {int(name.removeprefix("pcr")): value for name, value in changes.items()}
        return maker.proof(maker.newer, document=maker.newer.document(maker.hash, pcrs={**newer, **changed}))

    proof = committed(pcr16=bytes(48))
    yield maker.good("PCR17 alone commits to the key", "Measurements", proof, commitment="live")
    proof = committed(pcr16=bytes(48), pcr17=bytes(48))
    yield maker.good("PCR16 and PCR17 are zero", "Measurements", proof)
    for comment, proof in {
        "PCR17 commits to another key": committed(pcr17=newer[16]),
        "PCR17 is something else": committed(pcr17=newer[0]),
        "PCR16 and PCR17 swapped": committed(pcr16=newer[17], pcr17=newer[16]),
        "PCR17 is zero, and PCR16 of another key": committed(pcr17=bytes(48)),
    }.items():
        yield maker.bad(f"commitments: {comment}", "wrong-enclave", "Measurements", proof)


def _manifests_of(maker: BootMaker) -> Iterator[BootProofCase]:
    """Yield manifests that the attestation document does not commit to, or that contradict it."""
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

    for comment, change in (("name", rename), ("nonce", raise_nonce), ("application", swap_application)):
        proof = maker.proof(manifest=changed(change), document=original)
        yield maker.bad(f"a manifest of another {comment}", "bad-signature", "ManifestBinding", proof)
    envelope = enclave.envelope(changed(rename))
    proof = maker.proof(envelope=envelope)
    yield maker.bad("an envelope with another manifest", "bad-signature", "ManifestBinding", proof)
    in_json = maker.enclaves["v0", "json"]
    document = json.loads(in_json.encode(in_json.envelope(in_json.manifest())))
    snake = {"manifest": document["manifest"], "share_set_approvals": []}
    snake["manifest_set_approvals"] = document["manifestSetApprovals"]
    proof = maker.proof(in_json, qosManifestEnvelopeB64=to_base64(compact(snake).encode()))
    outputs = {"manifest_hash": maker.hash.hex()}
    yield maker.good("an envelope of V0 with names in snake_case", "ClientVariant", proof, **outputs)
    both = to_base64(compact({**document, "share_set_approvals": []}).encode())
    proof = maker.proof(in_json, qosManifestEnvelopeB64=both)
    yield maker.bad("an envelope with a name in two spellings", "malformed", "DuplicateKey", proof)
    for comment, other in (
        ("empty", ""),
        ("the manifest alone", to_base64(enclave.encode(enclave.manifest()))),
        ("a byte after it", to_base64(enclave.encode(enclave.envelope(enclave.manifest())) + b"\0")),
        ("cut by a byte", to_base64(enclave.encode(enclave.envelope(enclave.manifest()))[:-1])),
    ):
        proof = maker.proof(qosManifestEnvelopeB64=other)
        yield maker.bad(f"an envelope: {comment}", "malformed", "BorshStrictness", proof)
    proof = maker.proof(qosManifestB64=to_base64(enclave.encode(enclave.envelope(enclave.manifest()))))
    yield maker.bad("the envelope in place of the manifest", "malformed", "BorshStrictness", proof)

    def other_root(manifest: Any) -> None:
        manifest["enclave"]["awsRootCertificate"] = maker.other.root

    proof = maker.with_manifest(other_root)
    yield maker.bad("a manifest with another root", "wrong-enclave", "ManifestBinding", proof)
    # The hash of JSON of V1 is that of its Borsh, not that of its own bytes.
    json_of_v1 = maker.enclaves["v1", "json"]
    wrong = json_of_v1.document(_sha256(json_of_v1.encode(json_of_v1.manifest())))
    proof = maker.proof(json_of_v1, document=wrong)
    yield maker.bad("a hash of the JSON of V1 as it is", "bad-signature", "ManifestBinding", proof)


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

    for comment, error, proof in (
        ("none", "untrusted-signer", with_approvals()),
        ("one of two", "untrusted-signer", with_approvals(good[0])),
        ("by a stranger", "untrusted-signer", with_approvals(*good, stranger)),
        ("by a member with another's name", "untrusted-signer", with_approvals(good[1], renamed)),
        ("of another hash", "bad-signature", with_approvals(good[0], *approve(bytes(32), 2))),
        ("of the hash of the hash", "bad-signature", with_approvals(good[0], *approve(digest, 2))),
        ("by one member in another's name", "bad-signature",
         with_approvals(good[0], {**good[0], "member": good[1]["member"]})),
        ("by the encryption half", "bad-signature",
         with_approvals(good[0], {**good[1], "signature": _by_encryption_half(enclave, maker.hash)})),
        ("by one member twice", "malformed", with_approvals(good[0], good[0])),
        ("by one member twice, beside enough", "malformed", with_approvals(*good, good[0])),
        ("all zero", "malformed", with_approvals(good[0], {**good[1], "signature": bytes(64)})),
        ("of the share set by a stranger", "untrusted-signer",
         maker.with_envelope(shareSetApprovals=[stranger])),
        ("of the share set that does not verify", "bad-signature",
         maker.with_envelope(shareSetApprovals=approve(bytes(32), 1))),
        ("of the share set, by one member twice", "malformed",
         maker.with_envelope(shareSetApprovals=approve(maker.hash, 1, 1))),
    ):  # fmt: skip
        yield maker.bad(f"approvals: {comment}", error, "ManifestApprovals", proof)
    short = to_base64(
        enclave.encode(enclave.envelope(enclave.manifest())).replace(
            (64).to_bytes(4, "little") + good[0]["signature"],
            (63).to_bytes(4, "little") + good[0]["signature"][:63],
        )
    )
    proof = maker.proof(qosManifestEnvelopeB64=short)
    yield maker.bad("approvals: a signature of 63 bytes", "malformed", "RawSignature", proof)
    low = good[1]["signature"]
    twin = (P256.group_order - int.from_bytes(low[32:], "big")).to_bytes(32, "big")
    proof = with_approvals(good[0], {**good[1], "signature": low[:32] + twin})
    yield maker.good("approvals: s in its other form", "LowS", proof)


def _by_encryption_half(enclave: AttestedEnclave, message: bytes) -> bytes:
    member = enclave.members[2]
    return member._replace(signing=member.encryption).sign(message)


def _decoded_manifests(maker: BootMaker) -> Iterator[ManifestCase]:
    def good(
        comment: str, flag: str, encoded: bytes, enclave: AttestedEnclave, **changes: Any
    ) -> ManifestCase:
        outputs = {
            "manifest_hash": enclave.hash(enclave.manifest()).hex(),
            "manifest_version": enclave.version,
            "namespace": "test/signer",
        }
        return valid(ManifestCase, comment, flag, manifest=to_base64(encoded), **{**outputs, **changes})

    def bad(comment: str, flag: str, encoded: bytes) -> ManifestCase:
        return invalid(ManifestCase, comment, "malformed", flag, manifest=to_base64(encoded))

    for (version, encoding), enclave in maker.enclaves.items():
        yield good(f"{version} in {encoding}", "Valid", enclave.encode(enclave.manifest()), enclave)
    borsh, in_json = maker.enclaves["v1", "borsh"], maker.enclaves["v1", "json"]
    v2 = maker.enclaves["v2", "json"]
    encoded = borsh.encode(borsh.manifest())
    documents: dict[str, Any] = {
        each.version: json.loads(each.encode(each.manifest()))
        for each in (in_json, v2, maker.enclaves["v0", "json"])
    }

    def edited(version: str, *path: str | int, value: object = None, remove: bool = False) -> bytes:
        document = deepcopy(documents[version])
        *outer, last = path
        inner = document
        for step in outer:
            inner = inner[step]
        if remove:
            del inner[last]
        else:
            inner[last] = value
        return compact(document).encode()

    yield from _borsh_defects(bad, maker, encoded)
    for comment, flag, document in (
        ("v1: numbers as numbers", "ClientVariant", edited("v1", "namespace", "nonce", value=7)),
        ("v1: hex in upper case", "ClientVariant",
         edited("v1", "pivot", "hash", value=documents["v1"]["pivot"]["hash"].upper())),
        ("v1: white space", "ClientVariant", b" " + json.dumps(documents["v1"], indent=1).encode()),
        ("v1: the restart policy with a small letter", "ClientVariant",
         edited("v1", "pivot", "restart", value="always")),
        ("v1: a host that is null", "ClientVariant",
         edited("v1", "pivot", "bridgeConfig", 1, "host", value=None)),
    ):  # fmt: skip
        yield good(comment, flag, document, in_json)
    for comment, flag, document in (
        ("v2: numbers as numbers", "ClientVariant", edited("v2", "namespace", "nonce", value=7)),
        ("v2: members in another order", "ClientVariant",
         compact(dict(reversed(documents["v2"].items()))).encode()),
        ("v2: white space", "ClientVariant", json.dumps(documents["v2"], indent=1).encode()),
    ):  # fmt: skip
        yield good(comment, flag, document, v2)
    for comment, change in (
        ("no environment", {"env": {}}),
        ("several variables", {"env": {"Z": "last", "a": "first", "_": "", "A" * 1024: "x"}}),
        ("text beyond ASCII", {"args": ['\U0001f511 用户 \x7f\x1f"\\/']}),
    ):
        manifest = v2.manifest()
        manifest["pivot"] |= change
        encoded_v2 = v2.encode(manifest)
        yield good(f"v2: {comment}", "CanonicalJson", encoded_v2, v2, manifest_hash=v2.hash(manifest).hex())
    no_variables = edited("v2", "pivot", "env", value={})
    manifest = v2.manifest()
    manifest["pivot"]["env"] = {}
    comment = "v2: an environment that is empty"
    yield good(comment, "CanonicalJson", no_variables, v2, manifest_hash=v2.hash(manifest).hex())
    manifest = v2.manifest()
    manifest["dns"] = None
    bare = v2.encode(manifest)
    yield good("v2: no DNS", "CanonicalJson", bare, v2, manifest_hash=v2.hash(manifest).hex())
    nulls = compact({**json.loads(bare), "dns": None}).encode()
    yield good("v2: DNS that is null", "CanonicalJson", nulls, v2, manifest_hash=v2.hash(manifest).hex())
    yield from _json_defects_of_manifests(bad, edited, documents)


def _borsh_defects(
    bad: Callable[..., ManifestCase], maker: BootMaker, encoded: bytes
) -> Iterator[ManifestCase]:
    borsh = maker.enclaves["v1", "borsh"]
    yield bad("borsh: empty", "BorshStrictness", b"")
    yield bad("borsh: cut by a byte", "BorshStrictness", encoded[:-1])
    yield bad("borsh: a byte after it", "BorshStrictness", encoded + b"\0")
    yield bad("borsh: the envelope", "BorshStrictness", borsh.encode(borsh.envelope(borsh.manifest())))
    name = b"test/signer"
    yield bad(
        "borsh: text that is not UTF-8", "BorshStrictness", encoded.replace(name, b"\xff" * len(name), 1)
    )
    length = len(name).to_bytes(4, "little")
    huge = encoded.replace(length, b"\xff\xff\xff\xff", 1)
    yield bad("borsh: a length beyond the end", "BorshStrictness", huge)
    after_hash = encoded.index(maker.enclave.manifest()["pivot"]["hash"]) + 32
    for comment, at, value in (
        ("a restart policy that is not known", after_hash, 2),
        ("a bridge that is not known", after_hash + 5, 2),
        ("an option that is not known", after_hash + 5 + 1 + 2 + 4 + 7 + 1 + 2, 2),
        ("a flag that is not known", after_hash + 5 + 1 + 2 + 4 + 7 + 1 + 2 + 1, 2),
    ):
        changed = encoded[:at] + bytes([value]) + encoded[at + 1 :]
        yield bad(f"borsh: {comment}", "BorshStrictness", changed)
    for comment, change in _SETS.items():
        for which in ("manifestSet", "shareSet"):
            manifest = borsh.manifest()
            manifest["shareSet"] = deepcopy(manifest["manifestSet"])
            change(manifest[which])
            yield bad(f"borsh: {which}: {comment}", "ManifestApprovals", MANIFESTS["v1"].write(manifest))
    manifest = borsh.manifest()
    manifest["namespace"]["quorumKey"] = manifest["namespace"]["quorumKey"][:65]
    yield bad("borsh: a quorum key of 65 bytes", "WrongType", MANIFESTS["v1"].write(manifest))
    manifest = borsh.manifest()
    manifest["enclave"]["pcr0"] = bytes(32)
    yield bad("borsh: a PCR of 32 bytes", "WrongType", MANIFESTS["v1"].write(manifest))
    yield bad("borsh: two meanings", "BorshStrictness", _two_meanings(maker))


def _two_meanings(maker: BootMaker) -> bytes:
    """Make Borsh that decodes as V0 and as V1, with nothing left in either.

    As V1, it has two arguments, the second of which holds what V0 has before its root certificate. As V0, its
    root certificate holds what V1 has after its arguments. Both end alike.
    """

    def number(value: int) -> bytes:
        return value.to_bytes(4, "little")

    manifest = maker.enclaves["v1", "borsh"].manifest()
    whole = MANIFESTS["v1"].write(manifest)
    begin = whole[: whole.index(manifest["pivot"]["hash"]) + 33]
    sets, enclave = MANIFESTS["v1"].members["manifestSet"], MANIFESTS["v1"].members["enclave"]

    def certificate(padding: int) -> bytes:
        padded = {**manifest["enclave"], "awsRootCertificate": bytes(padding)}
        return 2 * sets.write(manifest["manifestSet"]) + enclave.write(padded)[:-4]

    # Each byte of the certificate's length is in an argument, and has to be ASCII.
    inner = next(each for each in map(certificate, count()) if number(len(each)).isascii())
    skipped = 3 + 4 * 52 + 4
    return (
        begin
        + number(0)
        + number(2 << 8) + number(0)
        + number(skipped << 8) + number(0)
        + 4 * (number(48) + bytes(48))
        + number(len(inner)) + inner
        + number(0) + number(0) + number(0)
    )  # fmt: skip


def _no_threshold(quorum: Any) -> None:
    quorum["threshold"] = 0


def _high_threshold(quorum: Any) -> None:
    quorum["threshold"] = 4


def _no_members(quorum: Any) -> None:
    quorum |= {"threshold": 1, "members": []}


def _one_alias(quorum: Any) -> None:
    quorum["members"][1]["alias"] = quorum["members"][0]["alias"]


def _one_encryption_point(quorum: Any) -> None:
    first, second = (member["pubKey"] for member in quorum["members"][:2])
    quorum["members"][1]["pubKey"] = first[:65] + second[65:]


def _one_signing_point(quorum: Any) -> None:
    first, second = (member["pubKey"] for member in quorum["members"][:2])
    quorum["members"][1]["pubKey"] = second[:65] + first[65:]


_SETS: dict[str, Callable[[Any], None]] = {
    "a threshold of 0": _no_threshold,
    "a threshold above its members": _high_threshold,
    "no members": _no_members,
    "an alias twice": _one_alias,
    "an encryption point twice": _one_encryption_point,
    "a signing point twice": _one_signing_point,
}


_RECORDS: tuple[tuple[str | int, ...], ...] = (
    (),
    ("namespace",),
    ("pivot",),
    ("manifestSet",),
    ("enclave",),
    ("shareSet", "members", 0),
)


def _json_defects_of_manifests(
    bad: Callable[..., ManifestCase], edited: Callable[..., bytes], documents: dict[str, Any]
) -> Iterator[ManifestCase]:
    for version, document in documents.items():
        for defect in json_defects(document):
            # Of the parts, the kinds of defects of one say enough.
            if defect.flag in {"JsonStrictness", "DuplicateKey"} and defect.comment != "empty":
                yield bad(f"{version}: {defect.comment}", defect.flag, defect.value.encode())
        for name in document:
            if (version, name) == ("v0", "pivot"):
                continue  # only its pivot tells V0 from V1
            if name != "dns":
                yield bad(f"{version}: {name} left out", "MissingField", edited(version, name, remove=True))
            yield bad(f"{version}: {name} is a number", "WrongType", edited(version, name, value=5))
        for path in (
            (),
            ("namespace",),
            ("pivot",),
            ("manifestSet",),
            ("enclave",),
            ("shareSet", "members", 0),
        ):
            where = ".".join(map(str, path)) or "the manifest"
            what = f"{version}: {where}: a member that is not known"
            yield bad(what, "UnknownField", edited(version, *path, "more", value=1))
    for what, value in {
        "a fraction": 7.5, "an exponent": 7e0, "a sign": "+7", "a leading zero": "07", "a space": " 7",
        "Arabic digits": "\u0667", "an underscore": "1_0", "nothing": "", "a negative number": -7,
        "a negative text": "-7", "2 to the 32nd": 2**32, "2 to the 32nd as text": str(2**32), "true": True,
        "null": None, "many digits": "9" * 500,
    }.items():  # fmt: skip
        for version in ("v1", "v2"):
            document = edited(version, "namespace", "nonce", value=value)
            yield bad(f"{version}: the nonce: {what}", "NumberNotation", document)
    for what, value in NOT_TEXT.items():
        yield bad(f"v2: the name is {what}", "WrongType", edited("v2", "namespace", "name", value=value))
        yield bad(
            f"v2: the quorum key is {what}", "WrongType", edited("v2", "namespace", "quorumKey", value=value)
        )
    for defect in hex_defects(documents["v2"]["pivot"]["hash"]):
        document = edited("v2", "pivot", "hash", value=defect.value)
        yield bad(f"v2: the application: {defect.comment}", defect.flag, document)
    for comment, place, value in (
        ("a hash of 31 bytes", ("pivot", "hash"), "00" * 31),
        ("a restart policy that is not known", ("pivot", "restart"), "Sometimes"),
        ("a restart policy in capitals", ("pivot", "restart"), "ALWAYS"),
        ("debugMode as text", ("pivot", "debugMode"), "false"),
        ("debugMode as a number", ("pivot", "debugMode"), 0),
        ("an argument that is a number", ("pivot", "args"), [1]),
        ("arguments that are text", ("pivot", "args"), "--port"),
        ("a bridge that is text", ("pivot", "bridgeConfig"), ["server"]),
        ("a bridge without a type", ("pivot", "bridgeConfig"), [{"port": 1, "host": "x"}]),
        ("a bridge of another type", ("pivot", "bridgeConfig"), [{"type": "both", "port": 1, "host": "x"}]),
        ("a bridge whose type is no text", ("pivot", "bridgeConfig"), [{"type": ["server"], "port": 1}]),
        ("a server without a host", ("pivot", "bridgeConfig"), [{"type": "server", "port": 1}]),
        ("a port of 65536", ("pivot", "bridgeConfig"), [{"type": "server", "port": 65536, "host": "x"}]),
        ("a version v1", ("version",), "v1"),
        ("a version V2", ("version",), "V2"),
        ("a version that is null", ("version",), None),
        ("DNS that is text", ("dns",), "1.1.1.1"),
        ("a resolver that is a name", ("dns", "resolvers"), ["one.one.one.one"]),
        ("a resolver that is a number", ("dns", "resolvers"), [16843009]),
        ("DNS with a member that is not known", ("dns", "more"), 1),
        ("a patch set", ("patchSet",), {"threshold": "1", "members": []}),
        ("variables that are an array", ("pivot", "env"), []),
        ("a variable that is text", ("pivot", "env"), {"A": "b"}),
        ("a variable of another kind", ("pivot", "env"), {"A": {"secret": {"value": "b"}}}),
        ("a variable of two kinds", ("pivot", "env"), {"A": {"plain": {"value": "b"}, "more": 1}}),
        ("a variable with something more", ("pivot", "env"), {"A": {"plain": {"value": "b", "more": 1}}}),
        ("a variable whose value is a number", ("pivot", "env"), {"A": {"plain": {"value": 1}}}),
        ("a variable with an equals sign", ("pivot", "env"), {"A=": {"plain": {"value": "b"}}}),
        ("a variable that begins with a digit", ("pivot", "env"), {"1A": {"plain": {"value": "b"}}}),
        ("a variable beyond ASCII", ("pivot", "env"), {"Ä": {"plain": {"value": "b"}}}),
        ("a variable without a name", ("pivot", "env"), {"": {"plain": {"value": "b"}}}),
        ("a variable with a long name", ("pivot", "env"), {"A" * 1025: {"plain": {"value": "b"}}}),
        ("a variable with a zero in its value", ("pivot", "env"), {"A": {"plain": {"value": "\0"}}}),
        ("513 variables", ("pivot", "env"), {f"A{n}": {"plain": {"value": ""}} for n in range(513)}),
    ):  # fmt: skip
        yield bad(f"v2: {comment}", "WrongType", edited("v2", *place, value=value))
    # V1 and V0 are told apart by what they have.
    v1 = edited("v1", "pivot", "debugMode", remove=True)
    yield bad("v1: debugMode left out", "MissingField", v1)
    yield bad("v1: bridgeConfig left out", "MissingField", edited("v1", "pivot", "bridgeConfig", remove=True))
    yield bad("v1: variables, which are V2's", "UnknownField", edited("v1", "pivot", "env", value={}))
    yield bad("v0: a pivot with debugMode", "MissingField", edited("v0", "pivot", "debugMode", value=False))
    envelope = compact({"manifest": documents["v2"], "manifestSetApprovals": [], "shareSetApprovals": []})
    yield bad("v2: the envelope", "UnknownField", envelope.encode())


def _app_proofs(maker: BootMaker, payload: dict[str, Any]) -> Iterator[AppProofCase]:
    enclave = maker.enclave
    boot_proof = maker.proof()
    subject = payload["addressDerivationProof"]
    address = subject["address"]
    now = int(payload["timestampMs"])
    expected: dict[str, Any] = {
        "expected_wallet_id": subject["walletId"],
        "expected_derivation_path": subject["derivationPath"],
        "expected_address": address,
    }
    context = {
        **maker.pinned,
        "boot_proof": boot_proof,
        "expected_type": TYPE,
        "expected_organization_id": subject["organizationId"],
        **expected,
        "now": now,
    }
    app_proof = enclave.app_proof(payload)
    text = compact(app_proof)

    def good(comment: str, flag: str, proof: str = text, **changes: Any) -> AppProofCase:
        outputs = {"signed_at": now, "content": subject}
        return valid(AppProofCase, comment, flag, app_proof=proof, **{**context, **outputs, **changes})

    def bad(comment: str, error: Any, flag: str, proof: str = text, **changes: Any) -> AppProofCase:
        return invalid(AppProofCase, comment, error, flag, app_proof=proof, **{**context, **changes})

    def signed(payload: Any) -> str:
        return compact(enclave.app_proof(payload))

    yield good("as the service makes it", "Valid")
    nothing: dict[str, Any] = dict.fromkeys(expected, UNSET)
    yield good("nothing expected but type and organization", "Valid", **nothing)
    bare = {"organizationId": subject["organizationId"], "address": address}
    yield good(
        "neither wallet nor path",
        "OptionalField",
        signed({**payload, "addressDerivationProof": bare}),
        content=bare,
        expected_wallet_id=UNSET,
        expected_derivation_path=UNSET,
    )
    outcome = {
        "organizationId": subject["organizationId"],
        "outcome": "OUTCOME_ALLOW",
        "decisionContextDigest": "00" * 32,
        "organizationDataDigest": "11" * 32,
        "parentOrganizationDataDigest": "22" * 32,
        "userRequestApprovals": [{"scheme": "s", "publicKey": "k", "message": "m", "signature": "x"}],
    }
    policy = {"type": OTHER_TYPE, "timestampMs": str(now), "policyOutcomeProof": outcome}
    policy_context = {**nothing, "expected_type": OTHER_TYPE}
    yield good("the outcome of a policy", "Valid", signed(policy), content=outcome, **policy_context)
    for comment, proof in {
        "fields in reverse order": compact(dict(reversed(app_proof.items()))),
        "white space": json.dumps(app_proof, indent=1),
        "fields that are not known": compact({**app_proof, "more": 1}),
        "hex in upper case": compact(
            {**app_proof, **{name: app_proof[name].upper() for name in ("publicKey", "signature")}}
        ),
        "a payload in another order": signed(dict(reversed(payload.items()))),
        "a payload with white space": signed(json.dumps(payload, indent=1)),
        "a payload with members that are not known": signed({**payload, "more": 1}),
    }.items():
        yield good(comment, "ClientVariant", proof)
    name = "用户 Zoë 🔑"
    yield good(
        "an organization that is not ASCII",
        "ByteWiseText",
        signed({**payload, "addressDerivationProof": {**subject, "organizationId": name}}),
        content={**subject, "organizationId": name},
        expected_organization_id=name,
    )
    newer = compact(maker.newer.boot_proof())
    yield good("the live key of a newer enclave", "Valid", boot_proof=newer)
    # What is expected.
    for field_name, error, other in (
        ("expected_organization_id", "wrong-organization", ORGANIZATION[:-1] + "8"),
        ("expected_wallet_id", "wrong-address", WALLET[:-1] + "2"),
        ("expected_derivation_path", "wrong-address", PATH[:-1] + "1"),
        ("expected_address", "wrong-address", ADDRESS[:-1] + "D"),
        ("expected_address", "wrong-address", ADDRESS.lower()),
        ("expected_address", "wrong-address", ADDRESS[:10] + "9" + ADDRESS[11:]),
        ("expected_type", "wrong-address", OTHER_TYPE),
    ):
        comment = f"{field_name} is '{other}'"
        yield bad(comment, error, "WrongContext", **{field_name: other})
    yield bad(
        "an address expected of the outcome of a policy",
        "wrong-address",
        "WrongContext",
        signed(policy),
        **{**policy_context, "expected_address": address},
    )
    for member in ("walletId", "derivationPath"):
        without = {one: value for one, value in subject.items() if one != member}
        proof = signed({**payload, "addressDerivationProof": without})
        yield bad(f"{member} expected, and not there", "wrong-address", "WrongContext", proof)
    hour = 3600_000
    yield good("as old as it may be", "ExpiredToken", max_age=hour, now=now + hour)
    yield good("as far ahead as it may be", "ExpiredToken", max_age=hour, now=now - hour)
    yield good("years old, where any age will do", "ExpiredToken", now=now + 90000 * hour)
    yield bad("a millisecond too old", "expired", "ExpiredToken", max_age=hour, now=now + hour + 1)
    yield bad("a millisecond too far ahead", "expired", "ExpiredToken", max_age=hour, now=now - hour - 1)
    yield bad("no age allowed", "expired", "ExpiredToken", max_age=0, now=now + 1)
    # Who signed what.
    raw = bytes.fromhex(app_proof["signature"])
    r, s = raw[:32], raw[32:]
    order = P256.group_order

    def with_signature(signature: bytes) -> str:
        return compact({**app_proof, "signature": signature.hex()})

    twin = (order - int.from_bytes(s, "big")).to_bytes(32, "big")
    yield good("s in its other form", "LowS", with_signature(r + twin))
    for comment, error, flag, signature in (
        ("r and s swapped", "bad-signature", "AlteredMessage", s + r),
        ("a bit flipped", "bad-signature", "AlteredMessage", r + s[:-1] + bytes([s[-1] ^ 1])),
        ("cut by a byte", "malformed", "RawSignature", raw[:-1]),
        ("a byte after it", "malformed", "RawSignature", raw + b"\0"),
        ("as DER", "malformed", "RawSignature", encode_dss_signature(*_integers(raw))),
        ("empty", "malformed", "RawSignature", b""),
        ("r is 0", "malformed", "SignatureRange", bytes(32) + s),
        ("s is 0", "malformed", "SignatureRange", r + bytes(32)),
        ("s is the order", "malformed", "SignatureRange", r + order.to_bytes(32, "big")),
        ("all zero", "malformed", "SignatureRange", bytes(64)),
    ):
        yield bad(f"the signature: {comment}", error, flag, with_signature(signature))
    public = enclave.ephemeral.public
    swapped = enclave.ephemeral._replace(
        encryption=enclave.ephemeral.signing, signing=enclave.ephemeral.encryption
    )
    for comment, error, flag, fields in (
        ("its halves swapped", "bad-signature", "WrongKey",
         {**app_proof, "publicKey": (public[65:] + public[:65]).hex()}),
        ("another enclave's", "bad-signature", "WrongKey",
         {**app_proof, "publicKey": maker.other.ephemeral.public.hex()}),
        ("its signing point alone", "malformed", "WrongType", {**app_proof, "publicKey": public[65:].hex()}),
        ("a byte after it", "malformed", "WrongType", {**app_proof, "publicKey": public.hex() + "00"}),
        ("a point off the curve", "malformed", "InvalidPoint",
         {**app_proof, "publicKey": (public[:-1] + bytes([public[-1] ^ 1])).hex()}),
        ("signed by the encryption half", "bad-signature", "WrongKey",
         {**enclave.app_proof(payload, key=swapped), "publicKey": public.hex()}),
        ("signed by the halves swapped", "untrusted-signer", "ForeignKey",
         enclave.app_proof(payload, key=swapped)),
        ("signed by another enclave", "untrusted-signer", "ForeignKey", maker.other.app_proof(payload)),
        ("signed by the quorum key", "untrusted-signer", "ForeignKey",
         enclave.app_proof(payload, key=enclave.quorum)),
        ("signed by a member", "untrusted-signer", "ForeignKey",
         enclave.app_proof(payload, key=enclave.members[0])),
    ):  # fmt: skip
        yield bad(f"the key: {comment}", error, flag, compact(fields))
    key = maker.stranger.encryption.public_key + enclave.ephemeral.signing.public_key
    proof = compact({**app_proof, "publicKey": key})
    yield bad("the key: another encryption half", "untrusted-signer", "ForeignKey", proof)
    other_boot = compact(maker.other.boot_proof())
    pins: dict[str, Any] = {
        "root_sha256": maker.other.root_sha256,
        "pcrs": {"0": maker.other.measurements[0].hex()},
    }
    yield bad(
        "the boot proof of another enclave", "untrusted-signer", "ForeignKey", boot_proof=other_boot, **pins
    )
    setup = maker.newer.document(maker.hash, public_key=maker.newer.setup.public)
    setup_boot = maker.proof(
        maker.newer, document=setup, ephemeralPublicKeyHex=maker.newer.setup.public.hex()
    )
    yield bad(
        "a key for setting up an enclave",
        "wrong-enclave",
        "Measurements",
        compact(enclave.app_proof(payload, key=maker.newer.setup)),
        boot_proof=setup_boot,
    )
    measured = enclave.measurements[1].hex()
    yield bad("another PCR0", "wrong-enclave", "EnclaveIdentity", pcrs={"0": measured})
    yield bad("another root", "untrusted-signer", "ForeignKey", root_sha256="00" * 32)
    for comment, changed in (
        ("another address", compact(payload).replace(address, address[:-1] + _other(address[-1]))),
        ("white space after it", compact(payload) + " "),
        ("its JSON written anew", json.dumps(payload)),
        ("empty", ""),
    ):
        proof = compact({**app_proof, "proofPayload": changed})
        yield bad(f"the payload: {comment}", "bad-signature", "AlteredMessage", proof)
    for scheme in ("SIGNATURE_SCHEME_TK_API_P256", "SIGNATURE_SCHEME_UNSPECIFIED", "", TYPE):
        proof = compact({**app_proof, "scheme": scheme})
        yield bad(f"a scheme '{scheme}'", "unsupported", "SchemeConfusion", proof)
    for defect in json_defects(app_proof):
        yield bad(f"the proof: {defect.comment}", "malformed", defect.flag, defect.value)
    for field_name in ("publicKey", "signature"):
        for defect in hex_defects(app_proof[field_name]):
            proof = compact({**app_proof, field_name: defect.value})
            yield bad(f"{field_name}: {defect.comment}", "malformed", defect.flag, proof)
    # What was signed, and does not parse.
    for defect in json_defects({"type": TYPE, "timestampMs": str(now)}):
        value = defect.value[:1] + f'"addressDerivationProof":{compact(subject)},' + defect.value[1:]
        if defect.value.startswith("{"):
            yield bad(f"the payload: {defect.comment}", "malformed", defect.flag, signed(value))
    for defect in json_defects(subject):
        if defect.comment.startswith(("walletId is null", "derivationPath is null")):
            continue
        if defect.comment in {"walletId left out", "derivationPath left out"}:
            continue
        if defect.flag in {"MissingField", "WrongType", "DuplicateKey"}:
            whole = compact({**payload, "addressDerivationProof": 0})
            value = whole.replace(":0}", f":{defect.value}}}")
            yield bad(f"the subject: {defect.comment}", "malformed", defect.flag, signed(value))
    subjects: dict[str, Any] = {
        "no subject": {one: value for one, value in payload.items() if one != "addressDerivationProof"},
        "the subject of another type": {**policy, "type": TYPE},
        "two subjects": {**payload, "policyOutcomeProof": outcome},
        "a subject that is null": {**payload, "addressDerivationProof": None},
        "a subject that is text": {**payload, "addressDerivationProof": "x"},
    }
    for comment, subject_of in subjects.items():
        yield bad(f"the payload: {comment}", "malformed", "FieldConflict", signed(subject_of))
    for other in ("APP_PROOF_TYPE_UNSPECIFIED", "APP_PROOF_TYPE_SANCTIONS_SCREENING", "", TYPE.lower()):
        proof = signed({**payload, "type": other})
        yield bad(f"the payload: type '{other}'", "unsupported", "SchemeConfusion", proof)
    for comment, notation in {
        "with a fraction": f"{now}.0", "negative": f"-{now}", "with a plus sign": f"+{now}",
        "with a space in front": f" {now}", "with a newline after it": f"{now}\n",
        "with a leading zero": f"0{now}",
        "with underscores": "1_767_398_400_000", "in Arabic digits": "١٧٦٧٣٩٨٤٠٠٠٠٠", "empty": "",
        "past the year 9999": "253402300800000", "larger than any number of 64 bits": "9" * 30,
        "as a date": "2026-01-03T00:00:00Z",
    }.items():  # fmt: skip
        proof = signed({**payload, "timestampMs": notation})
        yield bad(f"the time: {comment}", "malformed", "ExpiryNotation", proof)
    yield bad("the time: as a number", "malformed", "ExpiryNotation", signed({**payload, "timestampMs": now}))


def _other(digit: str) -> str:
    return "C" if digit == "D" else "D"


PAYLOAD: dict[str, Any] = {
    "type": TYPE,
    "timestampMs": str(to_milliseconds(SIGNED_AT)),
    "addressDerivationProof": {
        "organizationId": ORGANIZATION,
        "walletId": WALLET,
        "derivationPath": PATH,
        "address": ADDRESS,
    },
}


def _integers(raw: bytes) -> tuple[int, int]:
    return int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")


def app_proof(material: KeyMaterial, live: Live | None = None) -> Iterator[Case]:
    """Make the cases of app proofs."""
    if live is None:
        return _app_proofs(BootMaker(material, authorities=0), PAYLOAD)
    return _app_proofs(BootMaker.of(material, live), json.loads(json.loads(live.artifact)["proofPayload"]))


def boot_proof(material: KeyMaterial, live: Live | None = None) -> Iterator[Case]:
    """Make the cases of boot proofs and manifests."""
    maker = BootMaker(material) if live is None else BootMaker.of(material, live)
    yield from _boot_proofs(maker)
    yield from _decoded_manifests(maker)
