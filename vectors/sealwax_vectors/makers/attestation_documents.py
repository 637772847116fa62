"""Make the cases of attestation documents of any enclave (wire-formats.md, section 14.2)."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import cbor2
from msgspec import UNSET

from sealwax._codec.clock import to_milliseconds
from sealwax._limits import MAX_ATTESTATION_DOCUMENT_BYTES
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.nitro import AttestedEnclave, open_map, to_base64
from sealwax_vectors.constructs.attestation_documents import AttestationDocumentCase
from sealwax_vectors.format import Case

from .boot_proofs import BOOTED_AT, chain_defects
from .builder import Cases
from .defects import bytes_changed_at_the_ends
from .labels import Label, by_rule, comment_of, id_of, of_field, placed, quoted, words_of

_OPTIONAL = ("public_key", "user_data", "nonce")


def attestation_document(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of attestation documents."""
    enclave, other = (
        AttestedEnclave(material.take("enclave"), booted_at=BOOTED_AT, pcr_count=16) for _ in range(2)
    )
    chosen = {
        "public_key": material.take("public key", 294),
        "user_data": material.take("user data"),
        "nonce": material.take("nonce"),
    }
    cases = Cases(
        AttestationDocumentCase,
        document=_document(enclave, chosen),
        root_sha256=enclave.root_sha256,
        expected_pcrs={"0": enclave.measurements[0].hex()},
        module_id=enclave.payload(bytes(32))["module_id"],
        signed_at=to_milliseconds(BOOTED_AT),
        **{name: value.hex() for name, value in chosen.items()},
    )
    yield from _expectations(cases, enclave, chosen)
    yield from _members(cases, enclave, chosen)
    yield from _pcrs(cases, enclave, chosen)
    yield from _signatures(cases, enclave, other, chosen)


def _document(enclave: AttestedEnclave, chosen: dict[str, Any], **changes: Any) -> str:
    """Make a base64 document with the members that an enclave chose; UNSET omits a member."""
    members = enclave.payload(bytes(32), **{**chosen, **changes})
    present = ((name, value) for name, value in members.items() if value is not UNSET)
    return to_base64(enclave.authority.sign(open_map(present)))


def _expectations(
    cases: Cases[AttestationDocumentCase], enclave: AttestedEnclave, chosen: dict[str, bytes]
) -> Iterator[AttestationDocumentCase]:
    label: str | Label
    good, bad = cases.good, cases.bad
    measured = {str(index): value.hex() for index, value in enclave.measurements.items()}
    yield good("as-the-hardware-makes-it", "Valid")
    expected: dict[str, Any] = {f"expected_{name}": value.hex() for name, value in chosen.items()}
    yield good(
        Label("everything-is-expected", "everything is expected", idea="FIELD is expected"),
        "Valid",
        **expected,
        expected_pcrs=measured,
    )
    yield good(
        Label("nothing-is-expected", "nothing is expected", idea="FIELD is expected"),
        "Valid",
        expected_pcrs={},
    )
    for name, value in chosen.items():
        yield good(of_field(name, "is-expected"), "Valid", **{f"expected_{name}": value.hex()})
        error = "wrong-challenge" if name == "nonce" else "wrong-enclave"
        wrong = [
            *((f"its-{which}-byte-changed", near) for which, near in bytes_changed_at_the_ends(value)),
            ("cut-by-a-byte", value[:-1]),
            ("a-byte-after-it", value + b"\0"),
            ("empty", b""),
        ]
        for label, near in wrong:
            fields = {f"expected_{name}": near.hex()}
            yield bad(
                placed(Label(f"{id_of(name)}-expected", f"{name} expected"), label),
                error,
                "WrongContext",
                **fields,
            )
        for label, value_of in (("is-left-out", UNSET), ("is-null", None)):
            document = _document(enclave, chosen, **{name: value_of})
            wanted: dict[str, Any] = {f"expected_{name}": value.hex()}
            yield bad(
                of_field(name, Label(f"is-expected-and-{label}", f"is expected, and {words_of(label)}")),
                error,
                "WrongContext",
                document,
                **wanted,
            )
        document = _document(enclave, chosen, **{name: None})
        wanted = {f"expected_{name}": ""}
        yield bad(
            of_field(
                name, Label("is-expected-to-be-empty-and-is-null", "is expected to be empty, and is null")
            ),
            error,
            "WrongContext",
            document,
            **wanted,
        )
    for index in "01234":
        pcrs = {index: measured[index]}
        yield good(f"PCR{index}-is-expected", "EnclaveIdentity", expected_pcrs=pcrs)
        _, (_, near) = bytes_changed_at_the_ends(bytes.fromhex(measured[index]))
        pcrs = {index: near.hex()}
        yield bad(f"PCR{index}-but-for-its-last-byte", "wrong-enclave", "EnclaveIdentity", expected_pcrs=pcrs)
        pcrs = {index: measured[index][:48] + "00" * 24}
        yield bad(f"PCR{index}-but-for-its-last-half", "wrong-enclave", "EnclaveIdentity", expected_pcrs=pcrs)
    pcrs = {"0": measured["0"], "15": "00" * 48}
    yield good("PCR15-of-zeros-is-expected-beside-PCR0", "EnclaveIdentity", expected_pcrs=pcrs)
    for label, pcrs in (
        (
            Label("PCR4-of-zeros-beside-PCR0", "PCR4 of zeros, beside PCR0"),
            {"0": measured["0"], "4": "00" * 48},
        ),
        (
            Label(
                "PCR16-of-zeros-which-is-not-there-beside-PCR0",
                "PCR16 of zeros, which is not there, beside PCR0",
            ),
            {"0": measured["0"], "16": "00" * 48},
        ),
        ("PCR15-of-zeros-alone", {"15": "00" * 48}),
    ):
        yield bad(placed("expected", label), "wrong-enclave", "EnclaveIdentity", expected_pcrs=pcrs)
    yield good(
        Label("an-empty-module-id", "an empty module_id"),
        "Valid",
        _document(enclave, chosen, module_id=""),
        module_id="",
    )
    hours = (
        (Label("now-as-it-starts", "now, as it starts"), 0),
        (Label("now-at-the-end-of-its-certificate", "now, at the end of its certificate"), 3 * 3600 - 1),
    )
    for label, second in hours:
        now = to_milliseconds(BOOTED_AT + timedelta(seconds=second))
        yield good(Label(f"valid-{id_of(label)}", f"valid {comment_of(label)}"), "CertificateChain", now=now)
    last = timedelta(seconds=3 * 3600 - 1)
    for label, after in (
        ("a-second-too-late", last + timedelta(seconds=1)),
        ("a-second-too-early", timedelta(seconds=-5)),
        ("half-a-second-too-late", last + timedelta(milliseconds=500)),
    ):
        now = to_milliseconds(BOOTED_AT + after)
        yield bad(placed("valid-now", label), "expired", "CertificateChain", now=now)


def _of_size(name: str, size: int) -> Label:
    """Return the label of a member of a size."""
    field = "FIELD" if "_" in name else name
    return Label(f"{id_of(name)}-of-{size}-bytes", f"{name} of {size} bytes", f"{field} of {size} bytes")


def _members(
    cases: Cases[AttestationDocumentCase], enclave: AttestedEnclave, chosen: dict[str, bytes]
) -> Iterator[AttestationDocumentCase]:
    label: str | Label
    good, bad = cases.good, cases.bad
    absent: dict[str, Any] = dict.fromkeys(_OPTIONAL)
    for label, value in (("left-out", UNSET), ("null", None)):
        document = _document(enclave, dict.fromkeys(_OPTIONAL, value))
        yield good(placed("no-member-that-is-optional", label), "OptionalField", document, **absent)
    for name in _OPTIONAL:
        document, without = _document(enclave, chosen, **{name: UNSET}), dict[str, Any]({name: None})
        yield good(of_field(name, "is-left-out"), "OptionalField", document, **without)
        for size in (0, 1, 1024):
            document = _document(enclave, chosen, **{name: bytes(size)})
            yield good(_of_size(name, size), "FieldLimit", document, **{name: "00" * size})
        document = _document(enclave, chosen, **{name: bytes(1025)})
        yield bad(_of_size(name, 1025), "malformed", "FieldLimit", document)
        for kind, other in (("text", "x"), ("a-number", 1), ("an-array", [1]), ("true", True)):
            document = _document(enclave, chosen, **{name: other})
            yield bad(of_field(name, f"is-{kind}"), "malformed", "WrongType", document)
    for name in ("module_id", "digest", "timestamp", "pcrs", "certificate", "cabundle"):
        document = _document(enclave, chosen, **{name: UNSET})
        yield bad(of_field(name, "left-out"), "malformed", "MissingField", document)
        document = _document(enclave, chosen, **{name: None})
        yield bad(of_field(name, "is-null"), "malformed", "WrongType", document)
    yield bad("a-member-too-many", "malformed", "UnknownField", _document(enclave, chosen, more=1))
    for digest in ("SHA256", "SHA512", "sha384"):
        document = _document(enclave, chosen, digest=digest)
        yield bad(quoted("digest", digest), "unsupported", "AttestationHeader", document)
    whole = enclave.authority.sign(open_map(enclave.payload(bytes(32), **chosen).items()))
    for label, text in (
        ("base64url", to_base64(whole).translate(str.maketrans("+/", "-_"))),
        ("a-newline-after-it", to_base64(whole) + "\n"),
        ("hex", whole.hex()),
        ("empty", ""),
    ):
        yield bad(placed("the-text", label), "malformed", "Base64Encoding", text)
    for label, encoded in (
        ("a-byte-after-it", whole + b"\0"),
        ("cut-by-a-byte", whole[:-1]),
        (by_rule("larger-than-32768-bytes"), whole + bytes(MAX_ATTESTATION_DOCUMENT_BYTES)),
    ):
        yield bad(placed("the-document", label), "malformed", "CborStrictness", to_base64(encoded))
    yield good("with-tag-18", "ClientVariant", to_base64(b"\xd2" + whole))


def _pcrs(
    cases: Cases[AttestationDocumentCase], enclave: AttestedEnclave, chosen: dict[str, bytes]
) -> Iterator[AttestationDocumentCase]:
    label: str | Label
    pcrs = enclave.pcrs(bytes(32))
    for index in range(4):
        without = {one: value for one, value in pcrs.items() if one != index}
        free = {"4": pcrs[4].hex()}
        document = _document(enclave, chosen, pcrs=without)
        yield cases.bad(f"PCR{index}-left-out", "malformed", "MissingField", document, expected_pcrs=free)
        document = _document(enclave, chosen, pcrs={**pcrs, index: bytes(48)})
        if index == 3:
            label = Label(
                "PCR3-of-zeros-a-machine-without-a-role",
                "PCR3 of zeros: a machine without a role",
                idea="a machine without a role",
            )
            yield cases.good(label, "Measurements", document)
        else:
            label = Label(f"PCR{index}-of-zeros-as-in-debug-mode", f"PCR{index} of zeros, as in debug mode")
            yield cases.bad(label, "wrong-enclave", "Measurements", document, expected_pcrs=free)
    zeros = {**pcrs, **dict.fromkeys(range(3), bytes(48))}
    document = _document(enclave, chosen, pcrs=zeros)
    label = Label("debug-mode-whose-zeros-are-expected", "debug mode, whose zeros are expected")
    expected = {"0": "00" * 48, "4": pcrs[4].hex()}
    yield cases.bad(label, "wrong-enclave", "Measurements", document, expected_pcrs=expected)
    for label, more in (
        ("of-47-bytes", {7: bytes(47)}),
        (Label("of-32-bytes-as-of-SHA-256", "of 32 bytes, as of SHA-256"), {7: bytes(32)}),
        ("with-index-32", {32: bytes(48)}),
        (Label("with-index-1", "with index -1"), {-1: bytes(48)}),
    ):
        document = _document(enclave, chosen, pcrs={**pcrs, **more})
        yield cases.bad(
            Label(f"a-PCR-{id_of(label)}", f"a PCR {comment_of(label)}"), "malformed", "WrongType", document
        )


def _signatures(
    cases: Cases[AttestationDocumentCase],
    enclave: AttestedEnclave,
    other: AttestedEnclave,
    chosen: dict[str, bytes],
) -> Iterator[AttestationDocumentCase]:
    label: str | Label
    authority, bad = enclave.authority, cases.bad
    payload = open_map(enclave.payload(bytes(32), **chosen).items())
    parts = cbor2.loads(authority.sign(payload))
    flipped = parts[3][:-1] + bytes([parts[3][-1] ^ 1])
    document = to_base64(cbor2.dumps([*parts[:3], flipped]))
    yield bad(
        Label("the-signature-a-bit-flipped", "the signature: a bit flipped", idea="a bit flipped"),
        "bad-signature",
        "AlteredMessage",
        document,
    )
    changed = parts[2].replace(chosen["user_data"], bytes(32))
    document = to_base64(cbor2.dumps([*parts[:2], changed, parts[3]]))
    yield bad("other-user-data-than-was-signed", "bad-signature", "AlteredMessage", document)
    document = to_base64(authority.sign(payload, key=authority.key(3)))
    yield bad("signed-by-the-authority", "bad-signature", "WrongKey", document)
    document = to_base64(authority.sign(payload, protected=bytes.fromhex("a10126")))
    yield bad("the-algorithm-ES256", "unsupported", "AttestationHeader", document)
    yield bad("another-root", "untrusted-signer", "ForeignKey", root_sha256="00" * 32)
    document = _document(other, chosen)
    label = Label("another-enclave-under-its-own-root", "another enclave, under its own root")
    yield bad(label, "untrusted-signer", "ForeignKey", document)
    own: dict[str, Any] = {"root_sha256": other.root_sha256}
    yield bad("another-enclave", "wrong-enclave", "EnclaveIdentity", document, **own)
    late = to_milliseconds(BOOTED_AT + timedelta(hours=3))
    document = _document(enclave, chosen, timestamp=late)
    label = "a-time-after-its-certificate"
    yield bad(label, "expired", "CertificateChain", document)
    label = Label(
        "a-time-after-its-certificate-and-a-now-that-fits",
        "a time after its certificate, and a now that fits",
    )
    yield bad(label, "expired", "CertificateChain", document, now=to_milliseconds(BOOTED_AT))
    bundle = authority.chain()[:-1]
    document = _document(enclave, chosen, cabundle=[*bundle[:2], bundle[3]])
    yield bad("an-authority-missing", "bad-signature", "CertificateChain", document)
    for label, error, flag, certificate, cabundle in chain_defects(enclave, other):
        document = _document(enclave, chosen, certificate=certificate, cabundle=cabundle)
        yield bad(label, error, flag, document)
