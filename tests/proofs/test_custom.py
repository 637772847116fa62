"""Proofs of any application: every known form, and what each of them refuses."""

import dataclasses
import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, NamedTuple, TypedDict, get_args

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    BadSignature,
    ContextMismatch,
    MalformedInput,
    SealwaxError,
    Unsupported,
    UntrustedSigner,
)
from sealwax._codec.der import raw_to_der
from sealwax._crypto.points import P256
from sealwax.proofs import (
    DIGEST_FORM,
    KNOWN_FORMS,
    PROOF_TYPE_FORM,
    RESERVED_TYPES,
    SERVICE_FORM,
    SIGNING_HALF_FORM,
    SNAKE_CASE_FORM,
    TEMPLATE_FORM,
    CustomProofExpectation,
    EnclaveIdentity,
    ProofForm,
    ProofMembers,
    verify_custom_proof,
)
from sealwax.proofs.app import AppProofType
from sealwax.testing import AttestedEnclave, KeySet
from tests.conftest import NOT_TEXT, SEED, near_misses, near_texts

NOW = datetime(2026, 1, 3, tzinfo=timezone.utc)
APP = AttestedEnclave(SEED, booted_at=NOW - timedelta(days=2), application="my-app", authorities=0)
BOOT = APP.boot_proof()
IDENTITY = APP.identity
TYPE = "APP_PROOF_TYPE_COSIGN_DECISION"
# What the applications sign in the known forms: the type that they have, and the rest.
PAYLOADS: dict[str, tuple[str | None, dict[str, Any]]] = {
    "service": (TYPE, {"type": TYPE, "timestampMs": "1767398400000", "cosignDecision": {"ok": True}}),
    "signing-half": (TYPE, {"type": TYPE, "timestampMs": "1767398400000", "cosignDecision": {"ok": True}}),
    "template": (None, {"random_number": "12345678901234567890"}),
    "digest": (None, {"any": "payload"}),
    "proof-type": (
        "APP_PROOF_TYPE_LYGOS_DLC_VERIFICATION",
        {
            "challenge": "c1",
            "proofType": "APP_PROOF_TYPE_LYGOS_DLC_VERIFICATION",
            "requestDigest": "ab" * 32,
            "result": {"verdict": "pass"},
            "schemaVersion": "1",
        },
    ),
    "snake-case": (
        "zolana.tvc.wallet_operation.v1",
        {
            "operation": "x",
            "request_digest": "ab" * 32,
            "type": "zolana.tvc.wallet_operation.v1",
            "version": 1,
        },
    ),
}


def make(name: str, payload: Any = None, **changes: Any) -> dict[str, Any]:
    content = PAYLOADS[name][1] if payload is None else payload
    return {**APP.custom_proof(content, form=KNOWN_FORMS[name]), **changes}


def options(name: str) -> dict[str, Any]:
    """The arguments of a caller who knows the application."""
    kind, payload = PAYLOADS[name]
    chosen: dict[str, Any] = {"form": KNOWN_FORMS[name], "expected": CustomProofExpectation(type=kind)}
    if name == "digest":
        chosen["payload"] = json.dumps(payload, separators=(",", ":"))
    return chosen


def verify(name: str, proof: Any = None, **changes: Any) -> Any:
    given_proof = make(name) if proof is None else proof
    chosen = {"identity": IDENTITY, "now": NOW, **options(name), **changes}
    of_expected = [argument for argument in chosen if argument.startswith("expected_")]
    fields = {argument.removeprefix("expected_"): chosen.pop(argument) for argument in of_expected}
    if fields:
        chosen["expected"] = dataclasses.replace(chosen["expected"], **fields)
    return verify_custom_proof(given_proof, chosen.pop("boot", BOOT), **chosen)


@pytest.mark.parametrize("name", KNOWN_FORMS)
def test_each_known_form_is_accepted_by_itself(name: str) -> None:
    kind, payload = PAYLOADS[name]
    for proof in (make(name), json.dumps(make(name)), json.dumps(make(name)).encode()):
        verified = verify(name, proof)
        assert verified.type == kind
        assert verified.content == ({} if name == "digest" else payload)
        assert verified.payload == json.dumps(payload, separators=(",", ":")).encode()
        assert verified.boot_proof.manifest.namespace == "test/my-app"
        assert (verified.members_checked, verified.age_checked) == ((), False)
        timed = KNOWN_FORMS[name].members.time_of_signing is not None
        assert verified.timestamp == (NOW if timed else None)


@pytest.mark.parametrize("made", KNOWN_FORMS)
@pytest.mark.parametrize("read", KNOWN_FORMS)
def test_each_form_refuses_the_others(made: str, read: str) -> None:
    if made == read:
        verify(read, make(made))
        return
    with pytest.raises((MalformedInput, Unsupported, BadSignature)):
        verify(read, make(made))
    # Also if the caller expects the type that the other one has.
    if KNOWN_FORMS[read].members.type is not None:
        with pytest.raises((MalformedInput, Unsupported, BadSignature, ContextMismatch)):
            verify(read, make(made), expected_type=PAYLOADS[made][0])


def renamed(**names: str) -> ProofForm:
    """The service's form with other names of members."""
    return dataclasses.replace(SERVICE_FORM, members=dataclasses.replace(SERVICE_FORM.members, **names))


DIFFERENCES: dict[str, ProofForm] = {
    "name of the key": renamed(public_key="key"),
    "name of the payload": renamed(payload="message"),
    "name of the signature": renamed(signature="sig"),
    "name of the scheme": renamed(scheme="algorithm"),
    "name of the type": renamed(type="kind"),
    "name of the time": renamed(time_of_signing="signedAtMs"),
    "scheme": dataclasses.replace(SERVICE_FORM, scheme="SIGNATURE_SCHEME_OTHER"),
    "key_bytes": dataclasses.replace(SERVICE_FORM, key_bytes=65),
    "signature_encoding": dataclasses.replace(SERVICE_FORM, signature_encoding="der"),
}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_form_that_differs_in_one_thing_refuses(name: str) -> None:
    other = DIFFERENCES[name]
    with pytest.raises((MalformedInput, Unsupported)):
        verify("service", form=other)
    # The proofs of the other form are accepted by it.
    kind, payload = PAYLOADS["service"]
    payload = dict(payload)
    if other.members.type is not None:
        payload[other.members.type] = kind
    if other.members.time_of_signing is not None:
        payload[other.members.time_of_signing] = "1767398400000"
    proof = APP.custom_proof(payload, form=other)
    assert verify("service", proof, form=other).content == payload
    if name not in {"name of the type", "name of the time"}:
        with pytest.raises((MalformedInput, Unsupported)):
            verify("service", proof)


def test_the_keys_of_a_master_seed() -> None:
    keys = KeySet.from_seed(b"\x22" * 32)
    assert keys.public[65:].hex().startswith("049050ec6740957f")
    assert keys.public[:65].hex().startswith("04bd9e94d0358df8")
    app = AttestedEnclave(SEED, booted_at=NOW, ephemeral=keys, authorities=0)
    proof = app.custom_proof(PAYLOADS["signing-half"][1], form=SIGNING_HALF_FORM)
    assert proof["publicKey"] == keys.public[65:].hex()
    verified = verify("signing-half", proof, boot=app.boot_proof(), identity=app.identity)
    assert verified.boot_proof.public_key == keys.public.hex()
    with pytest.raises(ValueError, match="seed"):
        KeySet.from_seed(b"\x22" * 31)
    with pytest.raises(TypeError, match="seed"):
        KeySet.from_seed("22" * 32)  # type: ignore[arg-type]


def test_every_application_has_an_identity_of_its_own() -> None:
    other = APP.with_application("other-app")
    proof = other.custom_proof(PAYLOADS["service"][1], form=SERVICE_FORM)
    verify("service", proof, boot=other.boot_proof(), identity=other.identity)
    with pytest.raises(ContextMismatch) as caught:
        verify("service", proof, boot=other.boot_proof())
    assert caught.value.code == "wrong-enclave"
    with pytest.raises(UntrustedSigner, match="does not attest the key"):
        verify("service", proof)


def test_the_reserved_types_are_those_of_the_service() -> None:
    assert {*get_args(AppProofType), "APP_PROOF_TYPE_UNSPECIFIED"} == RESERVED_TYPES


def test_the_names_of_a_form_are_exact() -> None:
    form = renamed(public_key=" ssKey ", type=" ssType ", time_of_signing=" ssTime ")
    payload = {" ssType ": TYPE, " ssTime ": "1767398400000", " ssMember ": "x"}
    # Only full case folding makes a sharp s two letters.
    for old, new in ((" ", ""), ("ss", "\u00df")):
        others = dict.fromkeys((name.replace(old, new) for name in payload), min(RESERVED_TYPES))
        proof = APP.custom_proof({**payload, **others}, form=form)
        proof[form.members.public_key.replace(old, new)] = None
        assert verify("service", proof, form=form, expected_members={" ssMember ": "x"}).type == TYPE
    untyped = APP.custom_proof({" \u00dfType ": TYPE, " ssTime ": "1767398400000"}, form=form)
    assert verify("service", untyped, form=form, expected_type=None).type is None


@pytest.mark.parametrize("near", [each for each in near_texts("type") if each.lower() != "type"])
def test_a_member_that_is_nearly_the_type(near: str) -> None:
    proof = make("service", {near: TYPE, "timestampMs": "1767398400000"})
    assert verify("service", proof, expected_type=None).type is None


def test_the_type() -> None:
    for other in (TYPE.lower(), TYPE[:-1], f"{TYPE} ", f"{TYPE}\n"):
        with pytest.raises(ContextMismatch) as caught:
            verify("service", expected_type=other)
        assert caught.value.code == "wrong-address"
    without = {name: each for name, each in PAYLOADS["service"][1].items() if name != "type"}
    assert verify("service", make("service", without), expected_type=None).type is None
    with pytest.raises(MalformedInput, match="has a type; pass it"):
        verify("service", expected_type=None)
    for payload in (without, *({**without, "type": each} for each in NOT_TEXT), {**without, "TYPE": TYPE}):
        with pytest.raises(MalformedInput):
            verify("service", make("service", payload))
    with pytest.raises(MalformedInput):
        verify("service", make("service", {**PAYLOADS["service"][1], "Type": "x"}))


NOT_STRICT = [
    "",
    "[]",
    "5",
    "x",
    *(
        text.replace("TYPE", TYPE)
        for text in (
            '{"type":"TYPE"',
            '{"type":"TYPE","type":"TYPE"}',
            '{"type":"TYPE","a":{"b":1,"b":1}}',
            '\ufeff{"type":"TYPE"}',
            '{"type":"TYPE","a":NaN}',
        )
    ),
]


@pytest.mark.parametrize("payload", NOT_STRICT)
def test_payloads_that_are_not_strict_json(payload: str) -> None:
    with pytest.raises(MalformedInput, match="the payload of the custom proof"):
        verify("service", make("service", payload))


def test_members_that_the_caller_names() -> None:
    expected = {"challenge": "c1", "requestDigest": "ab" * 32}
    verified = verify("proof-type", expected_members=expected)
    assert verified.members_checked == ("challenge", "requestDigest")
    for wrong in (
        {"challenge": "c2"},
        {"challenge": "C1"},
        {"challenge": ""},
        {**expected, "requestDigest": "AB" * 32},
        {"nonce": "c1"},
        {"result": "pass"},
        {"schemaVersion": "2"},
    ):
        with pytest.raises(ContextMismatch) as caught:
            verify("proof-type", expected_members=wrong)
        assert caught.value.code == "wrong-challenge"
    again = make("proof-type", {**PAYLOADS["proof-type"][1], "CHALLENGE": "c2"})
    with pytest.raises(MalformedInput, match="differs from challenge only in case"):
        verify("proof-type", again, expected_members=expected)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        *((5, "5"), (1.5, "1.5"), (True, "True"), (True, "true")),
        *((None, "None"), (None, "null"), (..., "None")),
        *(([], "[]"), ({}, "{}"), (["c1"], "c1")),
    ],
)
def test_a_member_is_compared_as_text(found: object, expected: str) -> None:
    payload = {**PAYLOADS["service"][1], "challenge": found}
    if found is ...:
        del payload["challenge"]
    with pytest.raises(ContextMismatch) as caught:
        verify("service", make("service", payload), expected_members={"challenge": expected})
    assert caught.value.code == "wrong-challenge"


@pytest.mark.parametrize(("found", "expected"), [(5, "5"), (None, "None"), (True, "True")])
def test_the_type_and_the_scheme_are_compared_as_text(found: object, expected: str) -> None:
    payload = {**PAYLOADS["service"][1], "type": found}
    with pytest.raises(MalformedInput, match="must have type, a string"):
        verify("service", make("service", payload), expected_type=expected)
    form = dataclasses.replace(SERVICE_FORM, scheme=expected)
    with pytest.raises(MalformedInput, match="must have scheme, a string"):
        verify("service", {**make("service"), "scheme": found}, form=form)


class Decision(msgspec.Struct, frozen=True, rename="camel"):
    type: str
    timestamp_ms: str
    cosign_decision: dict[str, bool]


@dataclass(frozen=True)
class Number:
    random_number: str


def test_typed_content() -> None:
    decision = verify("service", content_type=Decision).content
    assert decision == Decision(TYPE, "1767398400000", {"ok": True})
    assert verify("template", content_type=Number).content == Number("12345678901234567890")
    for payload in ({}, {"random_number": 5}, {"random_number": "1", "RANDOM_NUMBER": "2"}):
        with pytest.raises(MalformedInput, match="the payload of the custom proof"):
            verify("template", make("template", payload), content_type=Number)
    with pytest.raises(MalformedInput, match="cosignDecision"):
        verify("service", make("service", {"type": TYPE, "timestampMs": "1"}), content_type=Decision)
    for wrong in (int, dict, "Number", Number("1")):
        with pytest.raises(TypeError, match="content_type"):
            verify("template", content_type=wrong)


@dataclass(frozen=True)
class Inner:
    some_name: str = ""


class Keys(TypedDict, total=False):
    key_name: str


class Pair(NamedTuple):
    first: Inner
    second: "list[Pair]"


@dataclass(frozen=True)
class Outer:
    inner: Inner | None = None
    listed: tuple[Inner, ...] = ()
    both: tuple[int, Inner] | None = None
    by_name: dict[str, Inner] = dataclasses.field(default_factory=dict)
    keys: Keys | None = None
    pair: Pair | None = None
    outer: "Outer | None" = None
    struct: Decision | None = None


@pytest.mark.parametrize(
    ("payload", "name"),
    [
        ({"INNER": {}}, "INNER"),
        ({"inner": {"some_name": "a", "Some_Name": "b"}}, "Some_Name"),
        ({"inner": {"SOME_NAME": "b"}}, "SOME_NAME"),
        ({"listed": [{}, {"Some_name": "b"}]}, "Some_name"),
        ({"both": [1, {"Some_name": "b"}]}, "Some_name"),
        ({"by_name": {"a": {"Some_name": "b"}}}, "Some_name"),
        ({"keys": {"Key_name": "b"}}, "Key_name"),
        ({"pair": [{}, [[{"Some_name": "b"}, []]]]}, "Some_name"),
        ({"outer": {"outer": {"inner": {"Some_name": "b"}}}}, "Some_name"),
        ({"outer": {"outer": {"Outer": {}}}}, "Outer"),
        (
            {"struct": {"type": "a", "timestampMs": "1", "cosignDecision": {}, "TimestampMs": "2"}},
            "TimestampMs",
        ),
    ],
)
def test_no_name_in_typed_content_differs_only_in_case(payload: Any, name: str) -> None:
    with pytest.raises(MalformedInput, match=rf"\b{name} differs from {name[0].lower()}\w+ only in case"):
        verify("template", make("template", payload), content_type=Outer)


def test_nested_content() -> None:
    payload = {
        "inner": {"some_name": "a", "other": 1},
        "by_name": {"Some_Name": {}},
        "outer": {"listed": [{}]},
        "pair": [{}, []],
    }
    assert verify("template", make("template", payload), content_type=Outer).content == Outer(
        Inner("a"), by_name={"Some_Name": Inner()}, outer=Outer(listed=(Inner(),)), pair=Pair(Inner(), [])
    )


def test_digests() -> None:
    text = options("digest")["payload"]
    for payload in (text, text.encode(), b"\xff\x00"):
        proof = make("digest", payload)
        assert (
            proof["message"]
            == hashlib.sha256(payload if isinstance(payload, bytes) else payload.encode()).hexdigest()
        )
        assert verify("digest", proof, payload=payload).payload in {payload, text.encode()}
    for other in (text + " ", text[:-1], ""):
        with pytest.raises(BadSignature, match="another payload"):
            verify("digest", payload=other)
    for message in near_misses(make("digest")["message"]):
        with pytest.raises(BadSignature, match="another payload"):
            verify("digest", make("digest", message=message))
    for message in ("", "ab" * 31, "ab" * 33, "AB" * 31 + "ab", text):
        with pytest.raises((MalformedInput, BadSignature)):
            verify("digest", make("digest", message=message))
    # The digest is hashed once more: a signature over it as it is does not verify.
    signed = APP.custom_proof(text, form=dataclasses.replace(DIGEST_FORM, signs="payload"))
    with pytest.raises(BadSignature):
        verify("digest", make("digest", signature=signed["signature"]))


def flip(text: str, position: int) -> str:
    return text[:position] + ("0" if text[position] != "0" else "1") + text[position + 1 :]


def test_what_was_changed() -> None:
    proof = make("service")
    for change in (
        {"proofPayload": proof["proofPayload"] + " "},
        {"proofPayload": json.dumps(json.loads(proof["proofPayload"]))},
        {"signature": flip(proof["signature"], -1 % 128)},
        {"signature": proof["signature"][64:] + proof["signature"][:64]},
        {"publicKey": proof["publicKey"][130:] + proof["publicKey"][:130]},
    ):
        with pytest.raises(BadSignature):
            verify("service", {**proof, **change})
    for change in (
        {"signature": proof["signature"] + "00"},
        {"signature": "00" * 64},
        {"signature": raw_to_der(bytes.fromhex(proof["signature"]), P256.group_order).hex()},
        {"signature": ""},
        {"signature": None},
        {"publicKey": proof["publicKey"][130:]},
        {"publicKey": proof["publicKey"] + "00"},
        {"publicKey": "04" + "11" * 64 + "04" + "11" * 64},
        {"proofPayload": None},
        {"proofPayload": "\ud800"},
        {"PublicKey": "x"},
    ):
        with pytest.raises(MalformedInput):
            verify("service", {**proof, **change})
    for scheme in ("", "SIGNATURE_SCHEME_UNSPECIFIED", proof["scheme"].lower()):
        with pytest.raises(Unsupported, match="the scheme of"):
            verify("service", {**proof, "scheme": scheme})
    not_proofs: tuple[Any, ...] = (None, 5, [], "", b"\xff", "[]")
    for wrong in not_proofs:
        with pytest.raises(MalformedInput):
            verify_custom_proof(wrong, BOOT, identity=IDENTITY, **options("service"))
    assert verify("service", {**proof, "more": 1}).type == TYPE


def high(signature: bytes) -> bytes:
    r, s = decode_dss_signature(signature)
    return encode_dss_signature(r, P256.group_order - s)


def test_high_s() -> None:
    for name in ("signing-half", "service", "snake-case"):
        form = KNOWN_FORMS[name]
        proof = make(name)
        signature = bytes.fromhex(proof["signature"])
        if form.signature_encoding == "raw":
            s = P256.group_order - int.from_bytes(signature[32:], "big")
            twin = (signature[:32] + s.to_bytes(32, "big")).hex()
        else:
            twin = high(signature).hex()
        if form.require_low_s:
            with pytest.raises(MalformedInput, match="the higher of s and n-s"):
                verify(name, {**proof, "signature": twin})
        else:
            verify(name, {**proof, "signature": twin})


def test_the_middle_of_the_order_is_where_high_begins() -> None:
    proof = make("snake-case")
    for s, kind in ((P256.group_order // 2, BadSignature), (P256.group_order // 2 + 1, MalformedInput)):
        if SNAKE_CASE_FORM.signature_encoding == "raw":
            signature = (1).to_bytes(32, "big") + s.to_bytes(32, "big")
        else:
            signature = encode_dss_signature(1, s)
        with pytest.raises(kind):
            verify("snake-case", {**proof, "signature": signature.hex()})


def test_der_is_strict() -> None:
    proof = make("signing-half")
    for wrong in (
        proof["signature"] + "00",
        proof["signature"][:-2],
        "30" + proof["signature"][2:4] + "00",
        "",
    ):
        with pytest.raises(MalformedInput):
            verify("signing-half", {**proof, "signature": wrong})
    with pytest.raises(MalformedInput):
        verify("signing-half", {**proof, "publicKey": APP.ephemeral.public.hex()})


def test_the_key_of_65_bytes_is_the_signing_half() -> None:
    swapped = APP.ephemeral._replace(encryption=APP.ephemeral.signing, signing=APP.ephemeral.encryption)
    proof = APP.custom_proof(PAYLOADS["signing-half"][1], form=SIGNING_HALF_FORM, key=swapped)
    with pytest.raises(UntrustedSigner, match="does not attest the key"):
        verify("signing-half", proof)


def test_only_a_live_key() -> None:
    manifest_hash = APP.hash(APP.manifest())

    def boot(**changes: Any) -> dict[str, Any]:
        document = APP.document(manifest_hash, **changes)
        return APP.boot_proof(document=document, ephemeralPublicKeyHex=changes["public_key"].hex())

    setup = APP.custom_proof(PAYLOADS["service"][1], form=SERVICE_FORM, key=APP.setup)
    with pytest.raises(ContextMismatch, match="enclave setup"):
        verify("service", setup, boot=boot(public_key=APP.setup.public))
    pcrs = {index: value if index < 16 else bytes(48) for index, value in APP.pcrs(manifest_hash).items()}
    with pytest.raises(ContextMismatch, match="enclave setup"):
        verify("service", boot=boot(public_key=APP.ephemeral.public, pcrs=pcrs))
    # An older enclave has no such PCRs.
    older = {index: value for index, value in pcrs.items() if index < 16}
    all_but_one = {index: value for index, value in pcrs.items() if index < 31}
    verify("service", boot=boot(public_key=APP.ephemeral.public, pcrs=all_but_one))
    verify("service", boot=boot(public_key=APP.ephemeral.public, pcrs=older))
    required = dataclasses.replace(IDENTITY, require_live=True)
    verify("service", identity=required)
    with pytest.raises(ContextMismatch, match="require_live"):
        verify("service", boot=boot(public_key=APP.ephemeral.public, pcrs=older), identity=required)


def test_an_identity_that_accepts_any_program() -> None:
    any_program = EnclaveIdentity(
        pcrs={0: APP.measurements[0].hex()}, root=APP.root_sha256, allow_any_program=True
    )
    with pytest.raises(ValueError, match="identity must identify the program"):
        verify("service", identity=any_program)


def test_wrong_arguments() -> None:
    for name in ("identity", "form", "expected", "now"):
        with pytest.raises(TypeError, match=name):
            verify("service", **{name: 5})
    wrong: tuple[tuple[str, dict[str, Any], str], ...] = (
        (
            "template",
            {"expected_type": TYPE},
            r"^expected\.type is for forms whose payload has a type; pass None",
        ),
        ("service", {"payload": "x"}, "^payload is for"),
        ("digest", {"payload": None}, "^payload is for"),
        ("digest", {"expected_members": {"a": "b"}}, r"^expected\.members is for"),
        ("digest", {"content_type": Number}, "^content_type is for"),
        ("template", {"expected_max_age": timedelta(1)}, r"^expected\.max_age is for forms"),
        ("service", {"now": NOW.replace(tzinfo=None)}, "now"),
    )
    for form, changes, words in wrong:
        with pytest.raises(ValueError, match=words):
            verify(form, **changes)
    assert verify("digest", expected_members={}).members_checked == ()


def test_expectations() -> None:
    for name in ("type", "members", "max_age"):
        with pytest.raises(TypeError, match=name):
            CustomProofExpectation(**{"type": None, name: 5})  # type: ignore[arg-type]
    for members in ({5: "x"}, {"x": 5}):
        with pytest.raises(TypeError, match="of members must be"):
            CustomProofExpectation(type=None, members=members)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="type must not be empty; pass None"):
        CustomProofExpectation(type="")
    with pytest.raises(ValueError, match="max_age must not be negative"):
        CustomProofExpectation(type=TYPE, max_age=-timedelta.resolution)
    assert CustomProofExpectation(type=TYPE, max_age=timedelta()).members is None


def test_forms() -> None:
    assert ProofForm(members=ProofMembers(time_of_signing="timestampMs")) == SERVICE_FORM
    assert len({*KNOWN_FORMS.values()}) == 6
    digest = ProofForm(signs="digest", members=ProofMembers(type=None))
    assert digest.members.time_of_signing is None
    wrong: tuple[dict[str, Any], ...] = (
        {"scheme": None}, {"scheme": ""}, {"members": ProofMembers(scheme=None)}, {"key_bytes": 64},
        {"key_bytes": True}, {"key_bytes": 65.0}, {"key_bytes": 75}, {"signature_encoding": "hex"},
        {"signs": "hash"}, {"signs": "digest"},
        {"signs": "digest", "members": ProofMembers(type=None, time_of_signing="t")},
        *({"signature_encoding": near} for near in near_texts("raw")),
    )  # fmt: skip
    for changes in wrong:
        with pytest.raises(ValueError, match="must be"):
            ProofForm(**changes)
    for name, value in (("members", {"type": "type"}), ("scheme", 5), ("require_low_s", 1)):
        with pytest.raises(TypeError, match=name):
            ProofForm(**{name: value})  # type: ignore[arg-type]
    assert TEMPLATE_FORM.scheme is None
    assert PROOF_TYPE_FORM.members.type == "proofType"
    assert SNAKE_CASE_FORM.require_low_s


def test_names_of_members() -> None:
    wrong: tuple[dict[str, Any], ...] = (
        {"public_key": "proofPayload"}, {"public_key": "\u017fignature"}, {"signature": ""},
        {"scheme": "signature"}, {"scheme": ""}, {"type": ""}, {"time_of_signing": ""},
        {"time_of_signing": "type"}, {"time_of_signing": "TYPE"},
    )  # fmt: skip
    for changes in wrong:
        with pytest.raises(ValueError, match="must be different names"):
            ProofMembers(**changes)
    for name in ("public_key", "payload", "signature", "scheme", "type", "time_of_signing"):
        with pytest.raises(TypeError, match=name):
            ProofMembers(**{name: 5})  # type: ignore[arg-type]
    for near in near_texts("type"):
        if near.lower() != "type":
            assert ProofMembers(time_of_signing=near).time_of_signing == near


@given(st.data())
def test_no_mutation_passes_with_another_payload(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([*KNOWN_FORMS]))
    text = bytearray(json.dumps(make(name)).encode())
    text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    try:
        verified = verify(name, bytes(text))
    except SealwaxError:
        return
    assert verified.payload == json.dumps(PAYLOADS[name][1], separators=(",", ":")).encode()
