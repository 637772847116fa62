"""Proposals: what a co-signer reads, and the file that goes from one to the next."""

import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    BadSignature,
    ContextMismatch,
    Expired,
    InvalidRequest,
    KeyMismatch,
    MalformedInput,
    TargetKey,
    Unsupported,
    WebAuthnStamper,
    verify_api_key_stamp,
)
from sealwax._limits import MAX_STAMPS_OF_A_PROPOSAL
from sealwax.activities import activity_fingerprint
from sealwax.operations import ExportProposal, ExportSecrets, ProposalFile, read_export_proposal
from sealwax.testing import SoftwareAuthenticator
from tests.conftest import ORGANIZATION, near_misses, near_texts

NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
IDS = ("s-1", "s-2")
RECIPIENT, OTHER = (TargetKey.from_private_key(each * 32).public_key for each in ("08", "09"))
KEYS = [ApiKey.from_private_key(bytes([number]) * 32) for number in (1, 2, 3)]
STAMPERS = [ApiKeyStamper(key, deterministic=True) for key in KEYS]
EXPECTED: dict[str, Any] = {
    "organization_id": ORGANIZATION,
    "expected_secret_ids": set(IDS),
    "expected_target_public_key": RECIPIENT,
    "now": NOW,
}


def make(
    *ids: str,
    context: dict[str, str] | None = None,
    organization_id: str = ORGANIZATION,
    key: str = RECIPIENT,
) -> bytes:
    operation = ExportSecrets.for_recipient(ids or IDS, key, request_context=context)
    return ExportProposal.of(operation, organization_id=organization_id, now=NOW).body


BODY = make()


def read(body: str | bytes = BODY, **changes: Any) -> ExportProposal:
    return read_export_proposal(body, **{**EXPECTED, **changes})


def changed(change: Any, body: bytes = BODY) -> bytes:
    document = json.loads(body)
    change(document)
    return json.dumps(document).encode()


@pytest.mark.parametrize(
    ("context", "size", "fingerprint"),
    [
        (None, 362, "7b937c9c37ce2e3dd8d8c46ceb508db0239f759ae70fbdf4ee28462758932045"),
        ({"purpose": "pay"}, 413, "b048f07800c51306db994548d63a26be702ec688dcd622977867f19ed09b95b5"),
    ],
)
def test_the_body_is_that_of_the_services_client(
    context: dict[str, str] | None, size: int, fingerprint: str
) -> None:
    # The key of these known answers is not on the curve: only the text is compared.
    operation = ExportSecrets.for_recipient(["secret-1"], RECIPIENT, request_context=context)
    time = datetime.fromtimestamp(1_700_000_000, timezone.utc)
    body = ExportProposal.of(operation, organization_id="org-1", now=time).body
    body = body.replace(RECIPIENT.encode(), b"04" + b"ab" * 64)
    assert len(body) == size
    assert activity_fingerprint(body) == f"sha256:{fingerprint}"


def test_what_is_read() -> None:
    body = make(context={"purpose": "pay", "ü": ""})
    proposal = read(body, expected_request_context={"ü": "", "purpose": "pay"})
    assert proposal.fingerprint == activity_fingerprint(body)
    assert (proposal.organization_id, proposal.timestamp) == (ORGANIZATION, NOW)
    assert (proposal.secret_ids, proposal.target_public_key) == (IDS, RECIPIENT)
    assert proposal.request_context == {"purpose": "pay", "ü": ""}
    assert proposal.body == body
    assert not proposal.generate_app_proofs
    assert "body" not in repr(proposal)
    assert read(body, allow_any_context=True) == proposal
    nothing = dict.fromkeys(("organization_id", "expected_secret_ids", "expected_target_public_key"))
    assert read(body.decode(), allow_any_context=True, **nothing) == proposal
    assert read(BODY, expected_fingerprint=activity_fingerprint(BODY)).request_context == {}
    upper = changed(lambda body: body["parameters"]["secrets"][0].update(targetPublicKey=RECIPIENT.upper()))
    assert read(upper, expected_target_public_key=RECIPIENT.upper()).target_public_key == RECIPIENT
    proofs = changed(lambda body: body.update(generateAppProofs=True))
    assert read(proofs).generate_app_proofs
    empty = changed(lambda body: [each.update(requestContext=[]) for each in body["parameters"]["secrets"]])
    assert read(empty).request_context == {}


def test_what_is_not_expected() -> None:
    for near in (*near_misses(ORGANIZATION), *near_texts(ORGANIZATION)):
        with pytest.raises(ContextMismatch, match="another organization than expected"):
            read(organization_id=near)
    for ids in (IDS[:1], (*IDS, "s-3"), ("s-1", "S-2"), ("s-1", "s-2 ")):
        with pytest.raises(InvalidRequest, match="exactly the expected secrets"):
            read(expected_secret_ids=ids)
    ligature = RECIPIENT.replace("ff", "\ufb00")
    ends = (RECIPIENT[:-1] + "0", "1" + RECIPIENT[1:], RECIPIENT + "00", f" {RECIPIENT} ")
    for key in (OTHER, *ends, ligature, ""):
        with pytest.raises(KeyMismatch, match="to the expected key"):
            read(expected_target_public_key=key)
    with_context = make(context={"purpose": "pay"})
    for context in (None, {}, {"purpose": "Pay"}, {"purpose": "pay", "x": ""}, {"Purpose": "pay"}):
        with pytest.raises(InvalidRequest, match="the expected requestContext"):
            read(with_context, expected_request_context=context)
    with pytest.raises(InvalidRequest, match="the expected requestContext"):
        read(expected_request_context={"purpose": "pay"})
    for near in (
        activity_fingerprint(BODY)[:-1],
        activity_fingerprint(BODY).upper(),
        "",
        "sha256:" + "0" * 64,
    ):
        with pytest.raises(BadSignature, match="the expected fingerprint"):
            read(expected_fingerprint=near)


def test_age() -> None:
    hour, ahead, moment = timedelta(hours=1), timedelta(minutes=5), timedelta(microseconds=1)
    read(now=NOW + hour)
    read(now=NOW - ahead)
    read(now=NOW, max_age=timedelta(0))
    with pytest.raises(ValueError, match="max_age"):
        read(max_age=-moment)
    cases: tuple[tuple[datetime, dict[str, Any], str], ...] = (
        (NOW + hour + moment, {}, "too old"),
        (NOW - ahead - moment, {}, "from the future"),
        (NOW + moment, {"max_age": timedelta(0)}, "too old"),
    )
    for now, options, words in cases:
        with pytest.raises(Expired, match=words):
            read(now=now, leeway=timedelta(), **options)
        read(now=now, **options)
        read(now=now, leeway=moment, **options)
    for now in (NOW + hour + timedelta(seconds=61), NOW - ahead - timedelta(seconds=61)):
        with pytest.raises(Expired, match="check the clock of this machine"):
            read(now=now)
    with pytest.raises(ValueError, match="leeway must not be negative"):
        read(leeway=-moment)


def secrets_of(body: Any) -> Any:
    return body["parameters"]["secrets"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda body: body.update(type="ACTIVITY_TYPE_DELETE_SECRETS"), "not of the type"),
        (lambda body: body.update(type=["ACTIVITY_TYPE_EXPORT_SECRETS"]), "not of the type"),
        (lambda body: body.pop("type"), "not of the type"),
        (lambda body: body.pop("timestampMs"), "timestampMs is missing"),
        (lambda body: body.update(timestampMs=1), "timestampMs"),
        (lambda body: body.update(timestampMs="01"), "timestampMs"),
        (lambda body: body.pop("organizationId"), "organizationId is missing"),
        (lambda body: body.update(organizationId=""), "organizationId"),
        (lambda body: body.update(more=1), "more is unknown"),
        (lambda body: body.update(generateAppProofs=None), "generateAppProofs"),
        (lambda body: body.pop("parameters"), "parameters is missing"),
        (lambda body: body["parameters"].update(more=1), "parameters.more is unknown"),
        (lambda body: body["parameters"].update(secrets=[]), "parameters.secrets"),
        (lambda body: secrets_of(body)[0].update(more=1), r"secrets\[0\].more is unknown"),
        (lambda body: secrets_of(body)[0].update(encryptionSuite="X"), "encryptionSuite"),
        (lambda body: secrets_of(body)[0].update(targetPublicKey="02" + RECIPIENT[2:66]), "targetPublicKey"),
        (lambda body: secrets_of(body)[1].update(secretId="s-1"), "there twice"),
        (lambda body: secrets_of(body)[1].update(targetPublicKey=OTHER), "several keys"),
        (
            lambda body: secrets_of(body)[1].update(requestContext=[{"key": "k", "value": "v"}]),
            "make a request for each",
        ),
        (
            lambda body: [
                each.update(requestContext=[{"key": "k", "value": "v"}] * 2) for each in secrets_of(body)
            ],
            "key of its requestContext twice",
        ),
    ],
)
def test_what_is_not_an_export_with_one_recipient(change: Any, words: str) -> None:
    with pytest.raises(InvalidRequest, match=words):
        read(changed(change), allow_any_context=True)


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"x", BODY[:-1], BODY + b"}", b"\xff" + BODY, b"\xef\xbb\xbf" + BODY,
        BODY[:-1] + b',"type":"ACTIVITY_TYPE_EXPORT_SECRETS"}', " " * (1 << 20) + "{}", 5,
    ],
)  # fmt: skip
def test_what_does_not_parse(body: Any) -> None:
    with pytest.raises(MalformedInput, match="the proposal"):
        read(body)


def test_wrong_arguments() -> None:
    for name, error in (
        ("organization_id", TypeError),
        ("expected_secret_ids", TypeError),
        ("expected_target_public_key", TypeError),
        ("expected_request_context", TypeError),
        ("allow_any_context", TypeError),
        ("expected_fingerprint", TypeError),
        ("max_age", TypeError),
        ("now", TypeError),
    ):
        with pytest.raises(error, match=name):
            read(BODY, **{name: 5})
    for wrong in ("s-1", [5]):
        with pytest.raises(TypeError, match="expected_secret_ids"):
            read(expected_secret_ids=wrong)
    wrong_values: tuple[dict[str, Any], ...] = (
        {"expected_secret_ids": []},
        {"max_age": timedelta(-1)},
        {"now": NOW.replace(tzinfo=None)},
        {"expected_request_context": {}, "allow_any_context": True},
    )
    for options in wrong_values:
        with pytest.raises(ValueError, match=next(iter(options))):
            read(**options)
    with pytest.raises(TypeError, match="operation"):
        ExportProposal.of(5, organization_id="o")  # type: ignore[arg-type]


def test_stamping_the_bytes_as_they_are() -> None:
    body = changed(lambda _: None)
    assert body != BODY
    request = read(body).seal(STAMPERS[0], base_url="https://example.com")
    assert request.body == body
    assert request.url == "https://example.com/public/v1/submit/export_secrets"
    assert verify_api_key_stamp(request.headers["X-Stamp"], body).public_key == KEYS[0].public_key
    assert (request.organization_id, request.timestamp_ms) == (ORGANIZATION, 1767225600000)


# The file.


def file_of(*stampers: ApiKeyStamper) -> ProposalFile:
    return ProposalFile(BODY, tuple(stamper.stamp(BODY) for stamper in stampers))


def content(file: ProposalFile) -> Any:
    return json.loads(file.to_text())


def test_a_file_comes_back() -> None:
    file = ProposalFile(BODY)
    for number, stamper in enumerate(STAMPERS):
        file = ProposalFile.from_text(file.stamped(read(file.body), stamper).to_text())
        assert [each.public_key for each in file.signers] == [key.public_key for key in KEYS[: number + 1]]
    assert file == file_of(*STAMPERS)
    assert file.body == BODY
    assert file.fingerprint == activity_fingerprint(BODY)
    assert STAMPERS[0].stamp(BODY).header_value not in repr(file)
    requests = file.requests(read(BODY), base_url="http://localhost:1")
    assert [each.headers["X-Stamp"] for each in requests] == [each.header_value for each in file.stamps]
    assert {each.body for each in requests} == {BODY}


def test_a_key_stamps_once() -> None:
    with pytest.raises(MalformedInput, match="two stamps of one key"):
        file_of(STAMPERS[0]).stamped(read(), STAMPERS[0])
    other = ApiKeyStamper(KEYS[0])
    with pytest.raises(MalformedInput, match="two stamps of one key"):
        file_of(STAMPERS[0]).stamped(read(), other)
    stamps = tuple(STAMPERS[0].stamp(BODY) for _ in range(MAX_STAMPS_OF_A_PROPOSAL + 1))
    with pytest.raises(MalformedInput, match="two stamps of one key"):
        ProposalFile(BODY, stamps[1:])
    with pytest.raises(MalformedInput, match="more than 100 stamps"):
        ProposalFile(BODY, stamps)


def test_a_proposal_of_another_body() -> None:
    other = read(make("s-3"), expected_secret_ids=None)
    for body in (make("s-3"), BODY + b" ", b"[" + BODY[1:], BODY[:-1] + b"]"):
        with pytest.raises(ValueError, match="a different body"):
            ProposalFile(body).stamped(read(), STAMPERS[0])
    with pytest.raises(ValueError, match="a different body"):
        file_of().stamped(other, STAMPERS[0])
    with pytest.raises(ValueError, match="a different body"):
        file_of(STAMPERS[0]).requests(other)
    with pytest.raises(TypeError, match="proposal"):
        file_of().stamped(BODY, STAMPERS[0])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="proposal"):
        file_of().requests(BODY)  # type: ignore[arg-type]


def test_combining() -> None:
    one, two, three = (file_of(stamper) for stamper in STAMPERS)
    whole = ProposalFile.combine([three, one, two, one, file_of(*STAMPERS), file_of()])
    assert [each.public_key for each in whole.signers] == [KEYS[n].public_key for n in (2, 0, 1)]
    assert ProposalFile.combine(iter([one])) == one
    for other in (make("s-3"), BODY + b" ", b" " + BODY, BODY.replace(b"{", b"[", 1), BODY[:-1] + b"]"):
        with pytest.raises(BadSignature, match="file 2 is not of the same proposal"):
            ProposalFile.combine([one, ProposalFile(other)])
    with pytest.raises(ValueError, match="files"):
        ProposalFile.combine([])


@pytest.mark.parametrize("stamp", [0, 1])
def test_a_changed_body_or_stamp_is_named(stamp: int) -> None:
    fields = content(file_of(*STAMPERS[:2]))
    body = fields["body"].replace("s-1", "s-3")
    with pytest.raises(BadSignature, match="does not have its fingerprint"):
        ProposalFile.from_text(json.dumps({**fields, "body": body}))
    # Even if the fingerprint is changed with it.
    both = {**fields, "body": body, "fingerprint": activity_fingerprint(body)}
    with pytest.raises(BadSignature, match="stamp 1 of"):
        ProposalFile.from_text(json.dumps(both))
    stamps = [dict(each) for each in fields["stamps"]]
    stamps[stamp]["headerValue"] = ApiKeyStamper(KEYS[stamp]).stamp(BODY + b" ").header_value
    with pytest.raises(BadSignature, match=f"stamp {stamp + 1} of"):
        ProposalFile.from_text(json.dumps({**fields, "stamps": stamps}))


def test_files_that_are_refused() -> None:
    fields = content(file_of(STAMPERS[0]))
    (stamp,) = fields["stamps"]
    passkey = WebAuthnStamper(SoftwareAuthenticator(rp_id="example.com", origin="https://example.com")).stamp(
        BODY
    )
    for changes, error in (
        ({"version": "sealwax-proposal-v2"}, Unsupported),
        ({"version": 1}, MalformedInput),
        ({"body": 1}, MalformedInput),
        ({"body": "\ud800"}, MalformedInput),
        ({"fingerprint": fields["fingerprint"].upper()}, BadSignature),
        ({"stamps": None}, MalformedInput),
        ({"stamps": [5]}, MalformedInput),
        ({"stamps": [{"headerName": "X-Stamp"}]}, MalformedInput),
        ({"stamps": [{**stamp, "headerValue": "x"}]}, MalformedInput),
        ({"stamps": [{"headerName": passkey.header_name, "headerValue": passkey.header_value}]}, Unsupported),
        ({"Body": ""}, MalformedInput),
    ):
        with pytest.raises(error):
            ProposalFile.from_text(json.dumps({**fields, **changes}))
    for near in near_texts("X-Stamp"):
        with pytest.raises(Unsupported):
            ProposalFile.from_text(json.dumps({**fields, "stamps": [{**stamp, "headerName": near}]}))
    for near in near_texts("sealwax-proposal-v1"):
        with pytest.raises(Unsupported):
            ProposalFile.from_text(json.dumps({**fields, "version": near}))
    for name in fields:
        with pytest.raises(MalformedInput):
            ProposalFile.from_text(json.dumps({each: fields[each] for each in fields if each != name}))
    for text in ("", "[]", "{}", b"\xff", 5):
        with pytest.raises(MalformedInput):
            ProposalFile.from_text(text)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="body"):
        ProposalFile("x")  # type: ignore[arg-type]
    with pytest.raises(MalformedInput, match="not UTF-8"):
        ProposalFile(b"\xff").to_text()
