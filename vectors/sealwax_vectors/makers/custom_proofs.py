"""Make the cases of proofs of any application (wire-formats.md, section 14.7)."""

import dataclasses
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import UNSET

from sealwax._codec.clock import to_milliseconds
from sealwax._crypto.points import P256
from sealwax.proofs.custom import (
    DIGEST_FORM,
    KNOWN_FORMS,
    PROOF_TYPE_FORM,
    RESERVED_TYPES,
    SERVICE_FORM,
    SIGNING_HALF_FORM,
    SNAKE_CASE_FORM,
    TEMPLATE_FORM,
    ProofForm,
)
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.nitro import AttestedEnclave
from sealwax_vectors.constructs.custom_proofs import CustomProofCase, Form
from sealwax_vectors.format import Case

from .app_proofs import SIGNED_AT
from .boot_proofs import BootMaker
from .builder import Cases
from .defects import compact, der_defects, hex_defects, json_defects, near_texts
from .labels import Label, by_rule, id_of, placed, valued, words_of

_TYPE = "APP_PROOF_TYPE_COSIGN_DECISION"
_NOW = to_milliseconds(SIGNED_AT)
_HOUR = 3_600_000
_SERVICE = {"type": _TYPE, "timestampMs": str(_NOW), "decision": {"approved": True}}
_PROOF_TYPE: dict[str, Any] = {
    "challenge": "5f3759df",
    "proofType": "APP_PROOF_TYPE_LYGOS_DLC_VERIFICATION",
    "requestDigest": "ab" * 32,
    "result": {"verdict": "pass"},
}
_SNAKE_CASE = {"request_digest": "ab" * 32, "type": "zolana.tvc.wallet_operation.v1", "version": "1"}


class _Example(NamedTuple):
    """A form, a payload of it, and the type that the payload has."""

    form: ProofForm
    payload: dict[str, Any]
    type: str | None


_EXAMPLES = {
    "service": _Example(SERVICE_FORM, _SERVICE, _TYPE),
    "signing-half": _Example(SIGNING_HALF_FORM, _SERVICE, _TYPE),
    "template": _Example(TEMPLATE_FORM, {"random_number": "12345678901234567890"}, None),
    "digest": _Example(DIGEST_FORM, {"any": "payload"}, None),
    "proof-type": _Example(PROOF_TYPE_FORM, _PROOF_TYPE, _PROOF_TYPE["proofType"]),
    "snake-case": _Example(SNAKE_CASE_FORM, _SNAKE_CASE, _SNAKE_CASE["type"]),
}


def _to_fields(form: ProofForm) -> Form:
    members = form.members
    return Form(
        public_key=members.public_key,
        payload=members.payload,
        signature=members.signature,
        key_bytes=form.key_bytes,
        signature_encoding=form.signature_encoding,
        signs=form.signs,
        scheme_member=UNSET if members.scheme is None else members.scheme,
        scheme=UNSET if form.scheme is None else form.scheme,
        type_member=UNSET if members.type is None else members.type,
        time_member=UNSET if members.time_of_signing is None else members.time_of_signing,
        require_low_s=form.require_low_s,
    )


def _renamed(**names: str) -> ProofForm:
    """Return the service's form with other names of members."""
    return dataclasses.replace(SERVICE_FORM, members=dataclasses.replace(SERVICE_FORM.members, **names))


class _Maker:
    """Makes cases of an enclave's proofs."""

    def __init__(self, maker: BootMaker) -> None:
        self.boots, self.enclave = maker, maker.enclave
        self.pinned = {"root_sha256": maker.enclave.root_sha256, "manifest_hashes": [maker.hash.hex()]}
        self.boot_proof = maker.proof()

    def proof(
        self, name: str, payload: Any = None, enclave: AttestedEnclave | None = None, **how: Any
    ) -> Any:
        """Make a proof of an example's form."""
        example = _EXAMPLES[name]
        content = compact(example.payload) if payload is None else payload
        content = compact(content) if isinstance(content, dict) else content
        return (enclave or self.enclave).custom_proof(content, form=how.pop("form", example.form), **how)

    def cases(self, name: str, **usual: Any) -> Cases[CustomProofCase]:
        """Return the maker of an example's cases."""
        form, payload, kind = _EXAMPLES[name]
        text = compact(payload)
        fields: dict[str, Any] = {
            "custom_proof": compact(self.proof(name)),
            "boot_proof": self.boot_proof,
            **self.pinned,
            "form": _to_fields(form),
            "expected_type": UNSET if kind is None else kind,
            "signed_payload": text if form.signs == "digest" else UNSET,
            "now": _NOW,
            "verified_payload": text,
            "signed_at": UNSET if form.members.time_of_signing is None else _NOW,
        }
        return Cases(CustomProofCase, valued(name), **{**fields, **usual})


def _forms(make: _Maker) -> Iterator[CustomProofCase]:
    """Read a proof of each known form as each known form, and as forms with one difference."""
    for name in KNOWN_FORMS:
        cases = make.cases(name)
        yield cases.good("as-the-application-makes-it", "Valid")
        proof = make.proof(name)
        yield cases.good("members-in-reverse-order", "ClientVariant", compact(dict(reversed(proof.items()))))
        yield cases.good("a-member-that-is-not-known", "ClientVariant", compact({**proof, "more": 1}))
        for other in KNOWN_FORMS:
            if other != name:
                text = compact(make.proof(other))
                yield cases.bad(
                    Label(f"a-proof-of-the-form-{other}", f"a proof of the form {other}"),
                    "malformed",
                    "EnvelopeForm",
                    text,
                )
    forms = {
        "another-name-of-the-key": _renamed(public_key="key"),
        "another-name-of-the-payload": _renamed(payload="message"),
        "another-name-of-the-signature": _renamed(signature="sig"),
        "another-name-of-the-scheme": _renamed(scheme="algorithm"),
        "a-key-of-65-bytes": dataclasses.replace(SERVICE_FORM, key_bytes=65),
        "a-signature-in-DER": dataclasses.replace(SERVICE_FORM, signature_encoding="der"),
        "another-name-of-the-type": _renamed(type="kind"),
        "another-name-of-the-time": _renamed(time_of_signing="signedAtMs"),
    }
    cases = make.cases("service")
    for label, form in forms.items():
        yield cases.bad(placed("expected", label), "malformed", "EnvelopeForm", form=_to_fields(form))
        payload: dict[str, Any] = {
            str(form.members.type): _TYPE,
            str(form.members.time_of_signing): str(_NOW),
        }
        proof, text = make.proof("service", payload, form=form), compact(payload)
        fields: dict[str, Any] = {"form": _to_fields(form), "verified_payload": text}
        yield cases.good(placed("both", label), "EnvelopeForm", compact(proof), **fields)
        yield cases.bad(placed("found", label), "malformed", "EnvelopeForm", compact(proof))
    scheme = "SIGNATURE_SCHEME_TURNKEY_P256_EPHEMERAL_KEY"
    other_scheme = dataclasses.replace(SERVICE_FORM, scheme=scheme)
    yield cases.bad(
        Label("expected-another-scheme", "expected: another scheme", idea="another scheme"),
        "unsupported",
        "SchemeConfusion",
        form=_to_fields(other_scheme),
    )
    proof = compact({**make.proof("service"), "scheme": scheme})
    yield cases.bad(
        Label("found-another-scheme", "found: another scheme", idea="another scheme"),
        "unsupported",
        "SchemeConfusion",
        proof,
    )
    for label, near in near_texts(SERVICE_FORM.scheme or ""):
        text = compact({**make.proof("service"), "scheme": near})
        yield cases.bad(placed("the-scheme", label), "unsupported", "SchemeConfusion", text)


def _envelopes(make: _Maker) -> Iterator[CustomProofCase]:
    """Yield malformed envelopes, and wrong keys and signatures."""
    for name in ("service", "template"):
        cases, proof = make.cases(name), make.proof(name)
        yield from cases.bad_each("the-proof", json_defects(proof))
    cases, proof = make.cases("service"), make.proof("service")
    for member in ("publicKey", "signature"):
        for defect in hex_defects(proof[member]):
            text = compact({**proof, member: defect.value})
            yield cases.bad(placed(member, defect.label), defect.error, defect.flag, text)
    half, half_proof = make.cases("signing-half"), make.proof("signing-half")
    for defect in der_defects(bytes.fromhex(half_proof["signature"]), P256.group_order):
        text = compact({**half_proof, "signature": defect.value})
        yield half.bad(placed("the-signature", defect.label), defect.error, defect.flag, text)
    raw = bytes.fromhex(proof["signature"])
    r, s, order = raw[:32], raw[32:], P256.group_order
    twin = (order - int.from_bytes(s, "big")).to_bytes(32, "big")
    yield cases.good("s-in-its-other-form", "LowS", compact({**proof, "signature": (r + twin).hex()}))
    snake, snake_proof = make.cases("snake-case"), make.proof("snake-case")
    raw_snake = bytes.fromhex(snake_proof["signature"])
    high = (order - int.from_bytes(raw_snake[32:], "big")).to_bytes(32, "big")
    text = compact({**snake_proof, "signature": (raw_snake[:32] + high).hex()})
    yield snake.bad(
        Label(
            "s-in-its-higher-form-where-the-lower-is-demanded",
            "s in its higher form, where the lower is demanded",
        ),
        "malformed",
        "LowS",
        text,
    )
    for label, error, flag, signature in (
        ("r-and-s-swapped", "bad-signature", "AlteredMessage", s + r),
        ("a-bit-flipped", "bad-signature", "AlteredMessage", r + s[:-1] + bytes([s[-1] ^ 1])),
        ("cut-by-a-byte", "malformed", "RawSignature", raw[:-1]),
        ("a-byte-after-it", "malformed", "RawSignature", raw + b"\0"),
        ("empty", "malformed", "RawSignature", b""),
        (Label("r-is-0", "r is 0", idea="FIELD is 0"), "malformed", "SignatureRange", bytes(32) + s),
        (
            Label("s-is-the-order", "s is the order", idea="FIELD is the order"),
            "malformed",
            "SignatureRange",
            r + order.to_bytes(32, "big"),
        ),
    ):
        text = compact({**proof, "signature": signature.hex()})
        yield cases.bad(placed("the-signature", label), error, flag, text)
    yield from _keys(make)


def _keys(make: _Maker) -> Iterator[CustomProofCase]:
    cases, proof, boots = make.cases("service"), make.proof("service"), make.boots
    public = make.enclave.ephemeral.public
    swapped = make.enclave.ephemeral._replace(
        encryption=make.enclave.ephemeral.signing, signing=make.enclave.ephemeral.encryption
    )
    off_curve = public[:-1] + bytes([public[-1] ^ 1])
    for label, error, flag, fields in (
        ("its-halves-swapped", "bad-signature", "WrongKey",
         {**proof, "publicKey": (public[65:] + public[:65]).hex()}),
        ("a-byte-after-it", "malformed", "WrongType", {**proof, "publicKey": public.hex() + "00"}),
        ("a-point-off-the-curve", "malformed", "InvalidPoint", {**proof, "publicKey": off_curve.hex()}),
        ("signed-by-the-halves-swapped", "untrusted-signer", "ForeignKey",
         make.proof("service", key=swapped)),
        ("signed-by-another-enclave", "untrusted-signer", "ForeignKey",
         make.proof("service", enclave=boots.other)),
        ("signed-by-the-quorum-key", "untrusted-signer", "ForeignKey",
         make.proof("service", key=make.enclave.quorum)),
    ):  # fmt: skip
        yield cases.bad(placed("the-key", label), error, flag, compact(fields))
    encryption = boots.stranger.encryption.public_key + make.enclave.ephemeral.signing.public_key
    text = compact({**proof, "publicKey": encryption})
    yield cases.bad(
        Label(
            "the-key-another-encryption-half",
            "the key: another encryption half",
            idea="another encryption half",
        ),
        "untrusted-signer",
        "ForeignKey",
        text,
    )
    half = make.cases("signing-half")
    text = compact(make.proof("signing-half", key=swapped))
    yield half.bad(
        Label("the-key-the-encryption-half", "the key: the encryption half", idea="the encryption half"),
        "untrusted-signer",
        "ForeignKey",
        text,
    )
    text = compact(make.proof("signing-half", enclave=boots.other))
    yield half.bad(
        Label("the-key-another-enclave-s", "the key: another enclave's", idea="another enclave's"),
        "untrusted-signer",
        "ForeignKey",
        text,
    )


def _enclaves(make: _Maker) -> Iterator[CustomProofCase]:
    """Yield enclaves that are not the expected one, and keys that are not live."""
    label: str | Label
    cases, boots = make.cases("service"), make.boots
    yield cases.bad("another-manifest-hash", "wrong-enclave", "EnclaveIdentity", manifest_hashes=["00" * 32])
    any_program: dict[str, Any] = {"manifest_hashes": [], "pcrs": {"0": make.enclave.measurements[0].hex()}}
    label = Label(
        "pins-that-identify-no-program-where-the-caller-accepts-any",
        "pins that identify no program, where the caller accepts any",
    )
    yield cases.bad(label, "wrong-enclave", "EnclaveIdentity", **any_program, allow_any_program=True)
    newer = boots.newer
    yield cases.good("the-live-key-of-a-newer-enclave", "Valid", boot_proof=compact(newer.boot_proof()))
    setup = newer.document(boots.hash, public_key=newer.setup.public)
    setup_boot = boots.proof(newer, document=setup, ephemeralPublicKeyHex=newer.setup.public.hex())
    proof = compact(make.proof("service", key=newer.setup))
    label = "a-key-for-setting-up-an-enclave"
    yield cases.bad(label, "wrong-enclave", "Measurements", proof, boot_proof=setup_boot)
    pcrs = {index: value if index < 16 else bytes(48) for index, value in newer.pcrs(boots.hash).items()}
    bare = boots.proof(newer, document=newer.document(boots.hash, pcrs=pcrs))
    label = "32-PCRs-that-commit-to-no-key"
    yield cases.bad(label, "wrong-enclave", "Measurements", boot_proof=bare)


def _of_the_service(kind: str, what: str) -> Label:
    """Return the label of a type of the service, which other applications may not use."""
    whole = f"the service's type '{kind}' {words_of(what)}"
    return Label(f"the-service-s-type-{id_of(kind)}-{what}", whole, hashed=whole)


def _payloads(make: _Maker) -> Iterator[CustomProofCase]:
    """Yield payloads that are not the expected ones, or do not parse."""
    label: str | Label
    cases, proof = make.cases("service"), make.proof("service")
    for label, text in (
        ("another-value", compact(_SERVICE).replace("true", "false")),
        ("white-space-after-it", compact(_SERVICE) + " "),
        ("empty", ""),
    ):
        changed = compact({**proof, "proofPayload": text})
        yield cases.bad(placed("the-payload", label), "bad-signature", "AlteredMessage", changed)

    def signed(payload: Any, name: str = "service") -> str:
        return compact(make.proof(name, payload))

    for defect in json_defects({"type": _TYPE, "timestampMs": str(_NOW)}):
        if defect.value:
            yield cases.bad(
                placed("the-payload", defect.label), defect.error, defect.flag, signed(defect.value)
            )
    yield cases.bad(
        Label("the-payload-an-array", "the payload: an array", idea="an array"),
        "malformed",
        "JsonStrictness",
        signed("[]"),
    )
    for difference, near in near_texts(_TYPE):
        yield cases.bad(
            placed("the-type-expected", difference), "wrong-address", "WrongContext", expected_type=near
        )
    yield cases.bad(
        Label("a-type-and-none-is-expected", "a type, and none is expected"),
        "malformed",
        "SchemeConfusion",
        expected_type=UNSET,
    )
    untyped = {"timestampMs": str(_NOW)}
    text = compact(untyped)
    without: dict[str, Any] = {"expected_type": UNSET, "verified_payload": text}
    yield cases.good(
        Label("no-type-and-none-is-expected", "no type, and none is expected"),
        "OptionalField",
        signed(untyped),
        **without,
    )
    for kind in sorted(RESERVED_TYPES):
        label = _of_the_service(kind, "is-expected")
        yield cases.bad(label, "unsupported", "ReservedType", expected_type=kind)
        for name, member in (
            ("service", "type"), ("template", "type"), ("template", "proofType"), ("proof-type", "proofType"),
            ("proof-type", "type"), ("snake-case", "type"),
        ):  # fmt: skip
            payload = {**_EXAMPLES[name].payload, member: kind}
            label = _of_the_service(kind, f"as-{member}")
            of_form = make.cases(name)
            yield of_form.bad(label, "unsupported", "ReservedType", signed(payload, name))
    yield from _expected_members(make)
    hour = _HOUR
    yield cases.good("as-old-as-it-may-be", "ExpiredToken", max_age=hour, now=_NOW + hour)
    yield cases.good("as-far-ahead-as-it-may-be", "ExpiredToken", max_age=hour, now=_NOW - hour)
    yield cases.good(
        Label("years-old-where-any-age-will-do", "years old, where any age will do"),
        "ExpiredToken",
        now=_NOW + 90000 * hour,
    )
    yield cases.bad("a-millisecond-too-old", "expired", "ExpiredToken", max_age=hour, now=_NOW + hour + 1)
    yield cases.bad(
        "a-millisecond-too-far-ahead", "expired", "ExpiredToken", max_age=hour, now=_NOW - hour - 1
    )
    notations: dict[str | Label, Any] = {
        "as-a-number": _NOW, "with-a-leading-zero": f"0{_NOW}", "negative": f"-{_NOW}", "empty": "",
        "with-a-fraction": f"{_NOW}.0", by_rule("past-the-year-9999"): "253402300800000",
    }  # fmt: skip
    for label, notation in notations.items():
        text = signed({**_SERVICE, "timestampMs": notation})
        yield cases.bad(placed("the-time", label), "malformed", "ExpiryNotation", text)


def _expected_members(make: _Maker) -> Iterator[CustomProofCase]:
    """Yield members that the caller expects, and payloads that the proof holds only as a digest."""
    label: str | Label
    of_type = make.cases("proof-type")
    both = {"challenge": "5f3759df", "requestDigest": "ab" * 32}
    yield of_type.good("a-challenge-and-a-digest-are-expected", "Valid", expected_members=both)
    for difference, near in near_texts(both["challenge"]):
        label = placed("the-challenge-expected", difference)
        yield of_type.bad(label, "wrong-challenge", "WrongContext", expected_members={"challenge": near})
    for label, expected in (
        ("another-digest-is-expected", {**both, "requestDigest": "ac" + "ab" * 31}),
        ("a-member-is-expected-that-is-not-there", {"nonce": "5f3759df"}),
        (
            Label(
                "text-is-expected-of-an-object",
                "text is expected of an object",
                idea="FIELD is expected of an object",
            ),
            {"result": "pass"},
        ),
        ("an-empty-challenge-is-expected", {"challenge": ""}),
    ):
        yield of_type.bad(label, "wrong-challenge", "WrongContext", expected_members=expected)
    again = compact(make.proof("proof-type", {**_PROOF_TYPE, "CHALLENGE": "x"}))
    yield of_type.bad(
        "the-challenge-once-more-in-upper-case", "malformed", "FoldedName", again, expected_members=both
    )
    digests, text = make.cases("digest"), compact(_EXAMPLES["digest"].payload)
    for label, other in (
        ("another-payload", text.replace("payload", "payloaD")),
        ("a-space-after-the-payload", text + " "),
        ("an-empty-payload", ""),
    ):
        yield digests.bad(label, "bad-signature", "AlteredMessage", signed_payload=other)
    empty = compact(make.proof("digest", ""))
    fields = {"signed_payload": "", "verified_payload": ""}
    yield digests.good(
        Label("an-empty-payload-signed", "an empty payload, signed"), "EdgeCaseBody", empty, **fields
    )
    whole = make.proof("digest")
    over_text = make.proof("digest", text, form=dataclasses.replace(DIGEST_FORM, signs="payload"))
    once = compact({**whole, "signature": over_text["signature"]})
    yield digests.bad(
        Label("a-signature-over-the-payload-hashed-once", "a signature over the payload, hashed once"),
        "bad-signature",
        "OtherHash",
        once,
    )
    for label, message in (
        ("cut-by-a-byte", whole["message"][:-2]),
        ("a-byte-after-it", whole["message"] + "00"),
        ("the-payload-itself", text),
        *((defect.label, defect.value) for defect in hex_defects(whole["message"])),
    ):
        changed = compact({**whole, "message": message})
        yield digests.bad(placed("the-digest", label), "malformed", "HexEncoding", changed)


def _nearly_expected(make: _Maker) -> Iterator[CustomProofCase]:
    """Yield members and types that a weaker comparison takes for the expected ones."""
    of_type = make.cases("proof-type")
    for label, found, expected in (
        (Label("a-number-and-its-text-is-expected", "a number, and its text is expected"), 5, "5"),
        (Label("true-and-its-text-is-expected", "true, and its text is expected"), True, "true"),
        (Label("null-and-its-text-is-expected", "null, and its text is expected"), None, "null"),
        ("an-array-that-has-the-expected-text", ["5f3759df"], "5f3759df"),
        ("more-than-the-expected-text", "5f3759df0", "5f3759df"),
    ):
        proof = compact(make.proof("proof-type", {**_PROOF_TYPE, "challenge": found}))
        yield of_type.bad(
            placed("the-challenge", label),
            "wrong-challenge",
            "WrongContext",
            proof,
            expected_members={"challenge": expected},
        )
    cases = make.cases("service")
    proof = compact(make.proof("service", {**_SERVICE, "type": f"{_TYPE}S"}))
    yield cases.bad(
        Label(
            "the-type-more-than-the-expected-one",
            "the type: more than the expected one",
            idea="more than the expected one",
        ),
        "wrong-address",
        "WrongContext",
        proof,
    )
    for label, value in (("an-empty-type", ""), ("the-type-is-null", None)):
        proof = compact(make.proof("service", {**_SERVICE, "type": value}))
        yield cases.bad(
            Label(f"{label}-and-none-is-expected", f"{words_of(label)}, and none is expected"),
            "malformed",
            "SchemeConfusion",
            proof,
            expected_type=UNSET,
        )
    form = _renamed(type="kind")
    payload = {"kind": _TYPE, "timestampMs": str(_NOW)}
    again = compact(make.proof("service", {**payload, "KIND": "x"}, form=form))
    yield cases.bad(
        Label(
            "the-type-under-another-name-and-once-more-in-upper-case",
            "the type under another name, and once more in upper case",
        ),
        "malformed",
        "FoldedName",
        again,
        form=_to_fields(form),
    )


def custom_proof(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of proofs of any application."""
    make = _Maker(BootMaker(material, authorities=0))
    yield from _forms(make)
    yield from _envelopes(make)
    yield from _enclaves(make)
    yield from _payloads(make)
    yield from _nearly_expected(make)
