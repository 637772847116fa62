"""Reading answers: what they must have, what they may have, and what belongs to another request."""

import copy
import json
import pickle
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from itertools import product
from typing import Any

import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    ClientSignature,
    ContextMismatch,
    KeyMismatch,
    MalformedInput,
    NotCompleted,
    SealwaxError,
    ServiceError,
    SessionClaims,
    VerificationClaims,
    operations,
)
from sealwax._codec.strict_json import decode_object
from sealwax._limits import MAX_ANSWER_BYTES, MAX_SHOWN_NAME
from sealwax.operations import AuthProxyOperation, SealedRequest, SubmitOperation
from sealwax.operations.all_operations import SPECIFIED
from sealwax.operations.failed_answers import read_retry_after, refuse_foreign_answer
from sealwax.testing import ReferenceEnclave
from tests.conftest import ORGANIZATION, near_misses, near_texts
from tests.loops import failures
from tests.operations import specification
from tests.operations.specification import AUTH_PROXY, QUERY, SUBMIT, Fields

KEY = "02ff" + "ab" * 31
POLICY = f"{ORGANIZATION}-ff"
STAMPER = ApiKeyStamper(ApiKey.from_private_key(b"\x07" * 32), deterministic=True)
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
CLAIMS = SessionClaims(
    expires_at=datetime(2026, 1, 1, 1, tzinfo=timezone.utc),
    public_key="02ab",
    session_type="SESSION_TYPE_READ_WRITE",
    user_id="u",
    organization_id="o",
)


def sealed(name: str) -> SealedRequest[Any]:
    operation = SPECIFIED[name].from_params(specification.arguments(name))
    if isinstance(operation, AuthProxyOperation):
        return operation.seal(configuration_id="c")
    if isinstance(operation, SubmitOperation):
        return operation.seal(STAMPER, organization_id="o", timestamp_ms=1)
    return operation.seal(STAMPER, organization_id="o")


def answer_to(name: str) -> Any:
    """Make an answer with all of its fields."""
    if name not in SUBMIT:
        return specification.sample((QUERY | AUTH_PROXY)[name].answer)
    specified = SUBMIT[name]
    return {
        "activity": {
            **specification.sample(specification.ACTIVITY),
            "organizationId": "o",
            "type": specified.type,
            "intent": {specified.intent: specification.arguments(name)},
            "result": {specified.result: specification.sample(specified.result_fields)},
        }
    }


def read(name: str, answer: Any) -> Any:
    return sealed(name).read(json.dumps(answer))


def compact(answer: Any) -> bytes:
    """Write an answer as the service does."""
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def read_both_ways(request: SealedRequest[Any], content: bytes) -> Any:
    """Read an answer directly and by way of its objects, which must not differ; give or raise the outcome."""
    what = f"the answer to {request.operation.operation_name}"

    def read_by_objects() -> Any:
        refuse_foreign_answer(content, what)
        document = decode_object(content, what)
        return request.operation.read_answer(document, organization_id=request.organization_id)

    directly, by_objects = outcome(lambda: request.read(content)), outcome(read_by_objects)
    assert shown(directly) == shown(by_objects)
    if isinstance(directly, SealwaxError):
        raise directly
    return directly


def outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except SealwaxError as error:
        return error


def shown(value: Any) -> Any:
    """Give all of a value, with types, for a comparison: 1 equals True, and a record hides much."""
    if isinstance(value, SealwaxError):
        return type(value), value.code, str(value), shown(vars(value))
    if isinstance(value, operations.Record):
        return type(value), [
            shown(getattr(value, name.replace("_raw", "raw"))) for name in value.__struct_fields__
        ]
    if isinstance(value, dict):
        return sorted((name, shown(each)) for name, each in value.items())
    if isinstance(value, list | tuple):
        return type(value), [*map(shown, value)]
    return type(value), repr(value)


def snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


TIMES = {"createdAt", "updatedAt", "createdAtUnixMs"}
"""The fields of records that are datetimes; the specification's samples are not times."""


def equals(value: Any, raw: Any, fields: Fields) -> None:
    """Check that a record has just what its JSON has, and nothing in fields that are left out."""
    for field, kind in fields.items():
        name = field.removesuffix("?")
        if name in TIMES:
            assert value.raw[name] == raw[name]
            continue
        item, given = getattr(value, snake(name)), raw.get(name)
        if given is None:
            assert item is None
        elif isinstance(kind, dict):
            equals(item, given, kind)
        elif isinstance(kind, list) and isinstance(kind[0], dict):
            for one, other in zip(item, given, strict=True):
                equals(one, other, kind[0])
        else:
            assert item == (tuple(given) if isinstance(kind, list) else given)


def fields_of(name: str) -> Fields:
    return SUBMIT[name].result_fields if name in SUBMIT else (QUERY | AUTH_PROXY)[name].answer


def record_in(name: str, answer: Any) -> Any:
    """Give what of an answer the fields of ``fields_of`` are in."""
    return answer["activity"]["result"][SUBMIT[name].result] if name in SUBMIT else answer


@pytest.mark.parametrize("name", SPECIFIED)
def test_every_field_is_read(name: str) -> None:
    answer = answer_to(name)
    got = read(name, answer)
    if name in SUBMIT:
        equals(got, answer["activity"] | {"intent": specification.arguments(name)}, specification.ACTIVITY)
        assert got.raw == answer["activity"]
        assert SPECIFIED[name].from_params(got.intent) == sealed(name).operation
        got = got.result
    equals(got, record_in(name, answer), fields_of(name))
    assert got.raw == record_in(name, answer)


@pytest.mark.parametrize("name", SPECIFIED)
def test_optional_fields_may_be_left_out_or_null(name: str) -> None:
    for null in (False, True):
        answer = answer_to(name)

        def thin(raw: Any, fields: Fields, null: bool = null) -> None:
            for field, kind in fields.items():
                if field.endswith("?"):
                    raw.pop(field[:-1])
                    raw.update({field[:-1]: None} if null else {})
                elif isinstance(kind, dict):
                    thin(raw[field], kind)
                elif isinstance(kind, list) and isinstance(kind[0], dict):
                    thin(raw[field][0], kind[0])

        thin(record_in(name, answer), fields_of(name))
        got = read(name, answer)
        equals(got.result if name in SUBMIT else got, record_in(name, answer), fields_of(name))


@pytest.mark.parametrize("name", SPECIFIED)
def test_what_is_unknown_is_kept_wherever_it_is(name: str) -> None:
    answer = answer_to(name)
    record = record_in(name, answer)
    record |= {"new": {"deep": [1, None]}, "raw": "raw", "expectedOrganizationId": "evil", "outcome": "x"}
    record |= {"expectedPublicKey": "evil", "expectedUserId": "evil"}
    if name in SUBMIT:
        answer["activity"] |= {"appProofs": [{}], "outcome": "x", "raw": 5}
        answer["activity"]["result"]["other"] = {"x": 1}
    answer["top"] = 1
    got = read(name, answer)
    if name in SUBMIT:
        assert got.raw == answer["activity"]
        got = got.result
    assert got.raw == record
    # What a result is compared with is the request's.
    assert "evil" not in [getattr(got, field) for field in dir(got) if field.startswith("expected_")]


SECOND = datetime(1970, 1, 1, 0, 0, 1, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("wire", "time"),
    [
        ({"seconds": "0", "nanos": "0"}, SECOND - timedelta(seconds=1)),
        ({"seconds": "1", "nanos": "2", "new": 3}, SECOND),
        (
            {"seconds": "1760000000", "nanos": "123456789"},
            datetime(2025, 10, 9, 8, 53, 20, 123456, timezone.utc),
        ),
        (
            {"seconds": "9999999999", "nanos": "999999999"},
            datetime(2286, 11, 20, 17, 46, 39, 999999, timezone.utc),
        ),
    ],
)
def test_times_of_records_are_datetimes(wire: dict[str, Any], time: datetime) -> None:
    answer = answer_to("update_user")
    answer["activity"] |= {"createdAt": wire, "updatedAt": (time + timedelta(hours=1)).isoformat()}
    activity = read("update_user", answer)
    assert activity.created_at == time
    assert activity.updated_at == time + timedelta(hours=1)
    assert activity.raw["createdAt"] == wire
    keys = answer_to("list_private_keys")
    keys["privateKeys"][0] |= {"createdAt": wire, "updatedAt": {"seconds": "1", "nanos": "0"}}
    (key,) = read("list_private_keys", keys).private_keys
    assert (key.created_at, key.updated_at) == (time, SECOND)
    assert (
        f"created_at=Timestamp(raw=<hidden>, seconds='{wire['seconds']}', nanos='{wire['nanos']}')"
        in repr(key)
    )
    assert all(time.tzinfo is not None for time in (activity.created_at, activity.updated_at))


@pytest.mark.parametrize(
    "text", ["", "x", "1760000000", "2026-01-01", "2026-01-01T00:00:00", "9999-12-31T23:59:59.9999999Z"]
)
def test_an_odd_time_does_not_lose_the_answer(text: str) -> None:
    answer = answer_to("update_user")
    answer["activity"]["createdAt"] = answer["activity"]["updatedAt"] = text
    activity = read("update_user", answer)
    assert activity.raw["createdAt"] == text
    for name, wire in (("created_at", "createdAt"), ("updated_at", "updatedAt")):
        with pytest.raises(MalformedInput, match=rf"^{wire} is not a time") as caught:
            getattr(activity, name)
        assert caught.value.__context__ is None


def check_an_activity_without_a_result(name: str, result: Any) -> None:
    answer = answer_to(name)
    answer["activity"] |= {"status": "ACTIVITY_STATUS_CONSENSUS_NEEDED", "result": result, "canApprove": True}
    if result is ...:
        del answer["activity"]["result"]
    activity = read(name, answer)
    assert activity == sealed(name).read(compact(answer))
    assert activity.status == "ACTIVITY_STATUS_CONSENSUS_NEEDED"
    assert not activity.is_completed
    assert activity.can_approve
    assert activity.outcome is None
    with pytest.raises(
        NotCompleted, match=r"no result; its status is ACTIVITY_STATUS_CONSENSUS_NEEDED; ask the service"
    ) as raised:
        _ = activity.result
    error = raised.value
    assert (error.code, error.status, error.failure) == ("not-completed", activity.status, None)
    assert error.activity_id == activity.id


def test_an_activity_without_a_result() -> None:
    assert (
        failures(check_an_activity_without_a_result, product(SUBMIT, ({}, None, ..., {"otherResult": {}})))
        == []
    )


def test_an_activity_is_completed_by_its_whole_status() -> None:
    answer = answer_to("update_user")
    for near in near_texts("ACTIVITY_STATUS_COMPLETED"):
        answer["activity"]["status"] = near
        assert not read("update_user", answer).is_completed


def test_a_completed_activity_without_its_result_is_not_waited_for() -> None:
    answer = answer_to("set_ip_allowlist")
    answer["activity"] |= {"status": "ACTIVITY_STATUS_COMPLETED", "result": {}}
    with pytest.raises(
        MalformedInput, match="is completed, but the answer lacks its result; ask the service"
    ):
        _ = read("set_ip_allowlist", answer).result


@pytest.mark.parametrize("name", SUBMIT)
def test_an_answer_without_an_activity_is_malformed(name: str) -> None:
    for answer in ({}, {"activity": None}, {"code": 16}, {"message": "x"}):
        with pytest.raises(MalformedInput, match="has no activity"):
            read(name, answer)


DETAIL = {
    "@type": "type.googleapis.com/errors.v1.TurnkeyErrorDetail",
    "turnkeyErrorCode": "SIGNATURE_INVALID",
}
REFUSAL = {"code": 16, "message": "no valid\x1b[31m signature", "details": [DETAIL], "turnkeyErrorCode": "x"}


@pytest.mark.parametrize("name", SPECIFIED)
def test_an_error_of_the_service_is_shown_as_what_it_is(name: str) -> None:
    with pytest.raises(
        ServiceError, match=r"^the answer to \w+ is an error of the service: no valid\?\[31m"
    ) as raised:
        read(name, REFUSAL)
    error = raised.value
    assert (error.code, error.service_code, error.http_status) == ("service-error", 16, None)
    assert error.service_message == REFUSAL["message"]
    assert error.details == (DETAIL,)
    with pytest.raises(MalformedInput):
        read(name, {**REFUSAL, "code": "16"})
    with pytest.raises(ServiceError, match=r"is an error of the service: no$"):
        read(name, {"message": "no", "code": None})
    with pytest.raises(ServiceError, match=r", or of a proxy in front of it, without a message \(code 5\)$"):
        read(name, {"message": "", "code": 5})


@pytest.mark.parametrize("status", [299, 300, 302, 308, 399, 400])
@pytest.mark.parametrize("message", ["", "moved"])
def test_a_redirect_is_named(status: int, message: str) -> None:
    answer = json.dumps({"message": message}) if message else "<html>"
    with pytest.raises(ServiceError) as raised:
        sealed("export_wallet").read(answer, http_status=status)
    is_named = "is a redirect, which is never followed; check the base URL, and any proxy (HTTP"
    assert (is_named in str(raised.value)) == (not message and status in {300, 302, 308, 399})
    assert ("is an error of the service" in str(raised.value)) != (is_named in str(raised.value))
    assert raised.value.http_status == status


@pytest.mark.parametrize(
    ("members", "error_code"),
    [
        ({"details": [DETAIL], "turnkeyErrorCode": "OTHER"}, DETAIL["turnkeyErrorCode"]),
        ({"details": [{}, {"turnkeyErrorCode": 5}, DETAIL]}, DETAIL["turnkeyErrorCode"]),
        ({"details": [], "turnkeyErrorCode": "OTHER"}, "OTHER"),
        ({}, None),
        ({"turnkeyErrorCode": None}, None),
        ({"turnkeyErrorCode": ["OTHER"]}, None),
        ({"turnkeyErrorCode": "two words"}, None),
        ({"turnkeyErrorCode": "\x1b[2J"}, None),
        ({"turnkeyErrorCode": "É"}, None),
        ({"turnkeyErrorCode": "A" * MAX_SHOWN_NAME}, "A" * MAX_SHOWN_NAME),
        ({"turnkeyErrorCode": "A" * (MAX_SHOWN_NAME + 1)}, None),
    ],
)
def test_the_documented_name_of_an_error(members: dict[str, object], error_code: str | None) -> None:
    answer = json.dumps({"code": 5, "message": "no", **members})
    for http_status in (None, 404):
        with pytest.raises(ServiceError) as raised:
            sealed("export_wallet").read(answer, http_status=http_status)
        assert raised.value.error_code == error_code


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0),
        (" 120 ", 120),
        ("999999999", 999999999),
        ("Thu, 01 Jan 2026 00:02:00 GMT", 120),
        ("Thu, 01 Jan 2026 00:02:00 -0000", 120),
        ("Wed, 31 Dec 2025 23:59:59 GMT", 0),
        ("", None),
        ("-1", None),
        ("1.5", None),
        ("1e3", None),
        ("٣", None),
        ("1000000000", None),
        ("soon", None),
        ("Thu, 01 Jan 99999 00:00:00 GMT", None),
        ("Fri, 31 Dec 9999 23:59:59 -2359", 2912443 * 86400 + 86339),
        ("\x00" * 1000, None),
    ],
)
def test_how_long_the_service_asks_to_wait(value: str, seconds: int | None) -> None:
    expected = None if seconds is None else timedelta(seconds=seconds)
    assert read_retry_after(value, now=NOW) == expected


def test_retry_after_is_in_the_error() -> None:
    request = sealed("export_wallet")
    for http_status in (None, 429):
        with pytest.raises(ServiceError) as raised:
            request.read(json.dumps(REFUSAL), http_status=http_status, retry_after="2")
        assert raised.value.retry_after == timedelta(seconds=2)
    with pytest.raises(ServiceError) as raised:
        request.read(json.dumps(REFUSAL), http_status=429, retry_after="Thu, 01 Jan 1970 00:00:00 GMT")
    assert raised.value.retry_after == timedelta()
    with pytest.raises(ServiceError) as raised:
        request.read(json.dumps(REFUSAL), http_status=429, retry_after="soon")
    assert raised.value.retry_after is None
    for wrong in (2, b"2"):
        with pytest.raises(TypeError, match="retry_after"):
            request.read(json.dumps(REFUSAL), retry_after=wrong)  # type: ignore[arg-type]


def test_a_good_status_changes_nothing() -> None:
    answer = json.dumps(answer_to("export_wallet"))
    assert sealed("export_wallet").read(answer, http_status=200) == sealed("export_wallet").read(answer)


def test_the_message_about_a_missing_result_quotes_no_more_than_a_status() -> None:
    answer = answer_to("export_wallet")
    answer["activity"] |= {"status": "x\n\x1b[31m" * 1000, "result": {}}
    with pytest.raises(NotCompleted, match="its status is another; "):
        _ = read("export_wallet", answer).result


@pytest.mark.parametrize("name", SUBMIT)
def test_an_activity_of_another_request_is_refused(name: str) -> None:
    other = next(each for each in SUBMIT if each != name)
    with pytest.raises(MalformedInput, match="another type"):
        read(name, answer_to(other))
    answer = answer_to(name)
    answer["activity"]["organizationId"] = "O"
    with pytest.raises(ContextMismatch) as caught:
        read(name, answer)
    assert caught.value.code == "wrong-organization"
    answer = answer_to(name)
    answer["activity"]["intent"] = {"otherIntent": {}}
    with pytest.raises(MalformedInput, match=SUBMIT[name].intent):
        read(name, answer)


@pytest.mark.parametrize("field", ["type", "organizationId", "intent"])
def test_an_activity_of_nearly_this_request_is_refused(field: str) -> None:
    activity = answer_to("export_wallet")["activity"]
    request = operations.ExportWallet.from_params(specification.arguments("export_wallet")).seal(
        STAMPER, organization_id=ORGANIZATION
    )
    activity["organizationId"] = ORGANIZATION
    request.read(json.dumps({"activity": activity}))
    ((name, intent),) = activity["intent"].items()
    for near in near_texts(name if field == "intent" else activity[field]):
        changed = {field: {near: intent} if field == "intent" else near}
        with pytest.raises(ContextMismatch if field == "organizationId" else MalformedInput):
            request.read(json.dumps({"activity": {**activity, **changed}}))


@pytest.mark.parametrize("name", SPECIFIED)
def test_a_key_twice_is_refused(name: str) -> None:
    text = json.dumps(answer_to(name))
    for twice in (text[:-1] + f",{text[1:]}", text.replace("}", ',"x":1,"x":1}', 1)):
        with pytest.raises(MalformedInput):
            sealed(name).read(twice)


def test_the_largest_answer() -> None:
    text = json.dumps(answer_to("list_private_keys"))
    request = sealed("list_private_keys")
    request.read(text + " " * (MAX_ANSWER_BYTES - len(text)))
    larger = text + " " * (MAX_ANSWER_BYTES - len(text) + 1)
    with pytest.raises(MalformedInput, match="larger"):
        request.read(larger)
    request.read(larger, limit=len(larger))


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("update_webhook_endpoint", "endpointId"),
        ("update_user", "userId"),
        ("update_private_key_tag", "privateKeyTagId"),
        ("update_policy", "policyId"),
        ("export_wallet", "walletId"),
        ("update_user_email", "userId"),
        ("export_wallet_account", "address"),
        ("delete_mfa_policy", "mfaPolicyId"),
    ],
)
def test_an_answer_about_something_else_is_refused(name: str, field: str) -> None:
    answer = answer_to(name)
    result = answer["activity"]["result"][SUBMIT[name].result]
    result[field] = result[field].upper()
    read(name, answer)
    result[field] = "another"
    with pytest.raises(MalformedInput, match=f"about another {field}; pass the answer to this request"):
        read(name, answer)


def test_a_session_of_oauth_has_the_profile_of_the_request(enclave: ReferenceEnclave) -> None:
    def answered(asked: str | None, **changes: Any) -> operations.OauthLoginResult:
        request = operations.OauthLogin(oidc_token="t", public_key="02ab", session_profile_id=asked)
        claims = SessionClaims(**{**vars(CLAIMS), **changes})
        answer = answer_to("oauth_login")
        answer["activity"]["result"]["oauthLoginResult"]["session"] = enclave.issue_session_jwt(claims)
        return request.seal(STAMPER, organization_id="o").read(json.dumps(answer)).result

    scoped = {"session_profile_id": "p", "scope": "true"}
    assert answered("p", **scoped).verify(keys=enclave.keys, now=NOW).scope == "true"
    for asked, found in ((None, scoped), ("q", scoped), ("p", {}), (None, {"scope": "true"})):
        with pytest.raises(ContextMismatch) as caught:
            answered(asked, **found).verify(keys=enclave.keys, now=NOW)
        assert caught.value.code == "wrong-scope"


def test_a_session_of_oauth_is_compared_with_the_request(enclave: ReferenceEnclave) -> None:
    request = operations.OauthLogin(oidc_token="t", public_key="02AB").seal(STAMPER, organization_id="o")

    def answered(**changes: Any) -> operations.OauthLoginResult:
        claims = SessionClaims(**{**vars(CLAIMS), **changes})
        answer = answer_to("oauth_login")
        answer["activity"]["result"]["oauthLoginResult"]["session"] = enclave.issue_session_jwt(claims)
        return request.read(json.dumps(answer)).result

    # Hex is hex, in either case.
    assert answered().verify(keys=enclave.keys, now=NOW) == CLAIMS
    with pytest.raises(KeyMismatch):
        answered(public_key="03ab").verify(keys=enclave.keys, now=NOW)
    with pytest.raises(ContextMismatch) as caught:
        answered(organization_id="p").verify(keys=enclave.keys, now=NOW)
    assert caught.value.code == "wrong-organization"


def test_a_session_of_otp_is_compared_with_the_request(enclave: ReferenceEnclave) -> None:
    signature = ClientSignature("02ab", "CLIENT_SIGNATURE_SCHEME_API_P256", "{}", "00")
    session = json.dumps({"session": enclave.issue_session_jwt(CLAIMS)})

    def login(public_key: str, organization_id: str | None) -> operations.Login:
        operation = operations.OtpLoginV2(
            verification_token="t",
            public_key=public_key,
            client_signature=signature,
            organization_id=organization_id,
        )
        return operation.seal(configuration_id="c").read(session)

    for organization_id in ("o", None):
        assert login("02ab", organization_id).verify(keys=enclave.keys, now=NOW) == CLAIMS
    with pytest.raises(KeyMismatch):
        login("03ab", "o").verify(keys=enclave.keys, now=NOW)
    with pytest.raises(ContextMismatch):
        login("02ab", "p").verify(keys=enclave.keys, now=NOW)


def test_a_verification_token_is_compared_with_the_request(enclave: ReferenceEnclave) -> None:
    request = sealed("verify_otp")

    def answered(organization_id: str) -> operations.VerifyOtpResult:
        claims = VerificationClaims("i", "OTP_TYPE_EMAIL", "c", organization_id, "02ab", CLAIMS.expires_at)
        answer = answer_to("verify_otp")
        token = enclave.issue_verification_token(claims)
        answer["activity"]["result"]["verifyOtpResult"]["verificationToken"] = token
        result: operations.VerifyOtpResult = request.read(json.dumps(answer)).result
        return result

    assert answered("o").verify(keys=enclave.keys, now=NOW).contact == "c"
    with pytest.raises(ContextMismatch) as caught:
        answered("p").verify(keys=enclave.keys, now=NOW)
    assert caught.value.code == "wrong-organization"


@pytest.mark.parametrize("other", near_misses(ORGANIZATION))
def test_whole_organizations_are_compared(enclave: ReferenceEnclave, other: str) -> None:
    request = operations.OauthLogin(oidc_token="t", public_key="02AB").seal(
        STAMPER, organization_id=ORGANIZATION
    )

    def answered(organization_id: str, session: str) -> operations.OauthLoginResult:
        claims = SessionClaims(**{**vars(CLAIMS), "organization_id": session})
        answer = answer_to("oauth_login")
        answer["activity"]["organizationId"] = organization_id
        answer["activity"]["result"]["oauthLoginResult"]["session"] = enclave.issue_session_jwt(claims)
        return request.read(json.dumps(answer)).result

    answered(ORGANIZATION, ORGANIZATION).verify(keys=enclave.keys, now=NOW)
    with pytest.raises(ContextMismatch):
        answered(other, ORGANIZATION)
    with pytest.raises(ContextMismatch):
        answered(ORGANIZATION, other).verify(keys=enclave.keys, now=NOW)


def near_ids(value: str) -> list[str]:
    """Change a text so that it is another in any case, also as full case folding would not have it."""
    texts = [near for near in near_texts(value) if near.lower() != value]
    return [*near_misses(value), *texts, value.replace("ff", "\ufb00")]


@pytest.mark.parametrize("other", near_ids(KEY))
def test_the_whole_key_of_a_session_is_compared(enclave: ReferenceEnclave, other: str) -> None:
    request = operations.OauthLogin(oidc_token="t", public_key=KEY).seal(STAMPER, organization_id="o")

    def answered(public_key: str) -> operations.OauthLoginResult:
        answer = answer_to("oauth_login")
        claims = SessionClaims(**{**vars(CLAIMS), "public_key": public_key})
        answer["activity"]["result"]["oauthLoginResult"]["session"] = enclave.issue_session_jwt(claims)
        return request.read(json.dumps(answer)).result

    answered(KEY).verify(keys=enclave.keys, now=NOW)
    with pytest.raises(KeyMismatch):
        answered(other).verify(keys=enclave.keys, now=NOW)


@pytest.mark.parametrize("other", near_ids(POLICY))
def test_whole_ids_of_a_result_are_compared(other: str) -> None:
    operation = operations.DeleteMfaPolicy(user_id="u", mfa_policy_id=POLICY)
    answer = answer_to("delete_mfa_policy")
    result = answer["activity"]["result"][SUBMIT["delete_mfa_policy"].result]
    result["mfaPolicyId"] = POLICY
    request = operation.seal(STAMPER, organization_id="o")
    request.read(json.dumps(answer))
    result["mfaPolicyId"] = other
    with pytest.raises(MalformedInput, match="about another mfaPolicyId"):
        request.read(json.dumps(answer))


def test_secrets_are_not_shown() -> None:
    for name, field in (
        ("oauth_login", "session"),
        ("verify_otp", "verificationToken"),
        ("export_wallet", "exportBundle"),
        ("export_wallet_account", "exportBundle"),
        ("init_import_wallet", "importBundle"),
        ("otp_login_v2", "session"),
    ):
        answer = answer_to(name)
        record_in(name, answer)[field] = "the secret"
        if name in SUBMIT:
            answer["activity"]["intent"][SUBMIT[name].intent] = {"oidcToken": "the secret"}
        got = read(name, answer)
        assert "the secret" not in repr(got)
        assert "the secret" not in str(got)
        record_in(name, answer)[field] = ["the secret"]
        with pytest.raises(MalformedInput) as caught:
            read(name, answer)
        assert "the secret" not in str(caught.value)
        assert caught.value.__context__ is None


@pytest.mark.parametrize(
    "number", ["", "-1", "+1", "1e3", "1.0", " 1", "1\n", "\u0661", "1" * 11, "9" * 5000]
)
@pytest.mark.parametrize("field", ["seconds", "nanos"])
def test_what_is_no_timestamp_is_malformed(number: str, field: str) -> None:
    answer = answer_to("list_private_keys")
    time = {"seconds": "0", "nanos": "0", field: number}
    answer["privateKeys"][0] |= {"createdAt": time, "updatedAt": time}
    (key,) = read("list_private_keys", answer).private_keys
    for name, wire in (("created_at", "createdAt"), ("updated_at", "updatedAt")):
        with pytest.raises(MalformedInput, match=rf"^{wire} is not a time"):
            getattr(key, name)


class TestRaw:
    def test_records_are_equal_if_all_that_was_received_is(self) -> None:
        answer = answer_to("list_private_keys")
        request = sealed("list_private_keys")
        one, spaced = request.read(compact(answer)), request.read(json.dumps(answer))
        assert not one != spaced  # noqa: SIM202 - another method than ==
        assert one == spaced
        assert not one == one.private_keys[0]  # noqa: SIM201
        answer["privateKeys"][0]["new"] = 1
        assert one != request.read(compact(answer))
        assert one != answer
        assert pickle.loads(pickle.dumps(one)) == copy.copy(one) == one

    def test_it_follows_from_the_fields_of_a_record_that_was_made(self) -> None:
        made = operations.CreateWalletResult(wallet_id="w", addresses=("a",))
        assert made.raw == {"walletId": "w", "addresses": ["a"]}
        assert "raw=<hidden>" in repr(made)
        assert made.raw is made.raw
