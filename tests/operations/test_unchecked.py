"""Requests whose bodies the caller made."""

import json
import pickle
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    ContextMismatch,
    InvalidRequest,
    MalformedInput,
    NotCompleted,
    ServiceError,
    Stamp,
    verify_api_key_stamp,
)
from sealwax._limits import MAX_BODY_BYTES, MAX_PATH_CHARACTERS
from sealwax.operations import Activity, SealedRequest, UncheckedActivity
from sealwax_service import LocalService
from tests.conftest import NOT_TEXT, SEED, near_texts
from tests.service.client import send

KEY = ApiKey.from_private_key("1f" * 32)
STAMPER = ApiKeyStamper(KEY)
PATH, QUERY_PATH = "/public/v1/submit/create_wallet", "/public/v1/query/get_wallets"
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
FIELDS = {
    "type": "ACTIVITY_TYPE_CREATE_WALLET",
    "timestampMs": "1767225600000",
    "organizationId": "o",
    "parameters": {"walletName": "\u00e9", "accounts": []},
}
BODY = json.dumps(FIELDS, indent=1).encode() + b"\n"
ACTIVITY = {
    "id": "a",
    "organizationId": "o",
    "status": "ACTIVITY_STATUS_COMPLETED",
    "type": "ACTIVITY_TYPE_CREATE_WALLET",
    "intent": {"createWalletIntent": {}},
    "result": {"createWalletResult": {"walletId": "w"}},
    "votes": [],
    "fingerprint": "sha256:00",
    "canApprove": False,
    "canReject": False,
    "createdAt": {"seconds": "1", "nanos": "0"},
    "updatedAt": {"seconds": "1", "nanos": "0"},
    "new": 1,
}


def body_of(**changes: object) -> bytes:
    fields = {**FIELDS, **changes}
    return json.dumps({name: value for name, value in fields.items() if value is not ...}).encode()


def made(path: str = PATH, body: str | bytes = BODY, **options: Any) -> SealedRequest[Any]:
    return SealedRequest.of(path, body, STAMPER, **options)


def read(**changes: object) -> Any:
    fields = {name: value for name, value in {**ACTIVITY, **changes}.items() if value is not ...}
    return made().read(json.dumps({"activity": fields}))


def test_the_bytes_are_sent_and_stamped_as_they_are() -> None:
    request = made()
    assert request.body == BODY
    assert request.url == f"https://api.turnkey.com{PATH}"
    assert request.headers.keys() == {"Accept", "Content-Type", "X-Stamp"}
    assert verify_api_key_stamp(request.headers["X-Stamp"], BODY).public_key == KEY.public_key
    assert made(body=BODY.decode()).body == BODY


def test_what_every_body_states_is_read() -> None:
    request = made()
    assert (request.organization_id, request.timestamp_ms) == ("o", 1767225600000)
    assert request.is_timely(now=NOW + timedelta(hours=1))
    assert not request.is_timely(now=NOW + timedelta(hours=1, seconds=1))


def test_a_query_has_no_time() -> None:
    request = made(QUERY_PATH, b'{"organizationId":"o"}')
    assert (request.organization_id, request.timestamp_ms, request.is_timely()) == ("o", None, True)
    assert made("/tkhq/api/v1/refresh_feature_flags", b"{}").organization_id is None


def test_the_base_url_is_the_callers() -> None:
    assert made(base_url="https://example.com/api/").url == f"https://example.com/api{PATH}"
    with pytest.raises(InvalidRequest, match="base URL"):
        made(base_url="http://example.com")


def test_its_repr_has_no_content() -> None:
    request = made()
    assert "walletName" not in repr(request)
    assert PATH in repr(request.operation)
    assert request.operation.operation_name == "create_wallet"
    assert request.operation.to_params() == FIELDS["parameters"]
    for body in (b'{"organizationId":"o"}', b'{"organizationId":"o","PARAMETERS":{}}'):
        assert made(QUERY_PATH, body).operation.to_params() == json.loads(body)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        "public",
        "//example.com/x",
        "/a//b",
        "/a/",
        "/a/../b",
        "/./a",
        "/a?b=c",
        "/a#b",
        "/a b",
        "/a\n",
        "/a%2e",
        "/\u00e9",
        # A k to patterns that ignore case.
        "/\u212a",
        "@example.com/a",
        ".example.com/a",
        "/" + "a" * MAX_PATH_CHARACTERS,
    ],
)
def test_a_path_is_plain(path: Any) -> None:
    with pytest.raises(InvalidRequest, match="path"):
        made(path)


def test_the_longest_path() -> None:
    path = "/" + "a" * (MAX_PATH_CHARACTERS - 1)
    assert made(path).url.endswith(path)


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b"{", b'{"a":1,"a":1}', b"{}{}", b"\xff", "\ud800"])
def test_a_body_is_an_object(body: Any) -> None:
    with pytest.raises(MalformedInput):
        made(QUERY_PATH, body)


def test_a_body_is_bounded() -> None:
    with pytest.raises(MalformedInput, match="larger"):
        made(QUERY_PATH, b" " * (MAX_BODY_BYTES + 1))


@pytest.mark.parametrize("name", ["organizationId", "timestampMs"])
class TestStated:
    def test_a_submit_operation_needs_it(self, name: str) -> None:
        with pytest.raises(InvalidRequest, match=f"no {name}"):
            made(body=body_of(**{name: ...}))
        assert made(QUERY_PATH, body_of(**{name: ...})).method == "POST"

    @pytest.mark.parametrize("value", NOT_TEXT)
    def test_it_is_text(self, name: str, value: object) -> None:
        with pytest.raises(MalformedInput, match=name):
            made(body=body_of(**{name: value}))

    def test_it_is_in_its_own_case(self, name: str) -> None:
        for other in (name.lower(), name.upper()):
            with pytest.raises(MalformedInput):
                made(body=body_of(**{other: "1"}))


@pytest.mark.parametrize("time", ["", "-1", "01", "1.0", "1e3", "253402300800000", "9" * 5000])
def test_a_time_is_a_time(time: str) -> None:
    with pytest.raises(InvalidRequest, match="timestampMs"):
        made(body=body_of(timestampMs=time))


def test_a_stamper_stamps() -> None:
    class Other:
        def stamp(self, body: bytes) -> Stamp:
            return Stamp("Authorization", body.decode())

    with pytest.raises(MalformedInput, match="the stamper"):
        SealedRequest.of(PATH, BODY, Other())


class TestAnswer:
    def test_an_activity(self) -> None:
        activity = read()
        assert isinstance(activity, UncheckedActivity)
        assert activity.is_completed
        assert activity.result == ACTIVITY["result"]
        assert (activity.id, activity.intent, activity.raw["new"]) == ("a", ACTIVITY["intent"], 1)
        assert "createWalletIntent" not in repr(activity)

    def test_it_neither_decrypts_nor_verifies(self) -> None:
        names = {name for name in dir(UncheckedActivity) if not name.startswith("_")}
        assert not {name for name in names if name.startswith(("decrypt", "verify"))}
        assert {"verify_votes"} == {name for name in dir(Activity) if name.startswith("verify")}

    @pytest.mark.parametrize("result", [None, {}, ...])
    def test_without_a_result(self, result: object) -> None:
        status = "ACTIVITY_STATUS_PENDING"
        activity = read(status=status, result=result)
        assert activity.outcome is None
        with pytest.raises(NotCompleted) as raised:
            _ = activity.result
        assert (raised.value.status, raised.value.activity_id) == (status, "a")

    def test_an_empty_result_counts_with_the_whole_status(self) -> None:
        completed = "ACTIVITY_STATUS_COMPLETED"
        for near in near_texts(completed):
            assert read(status=near, result={}).outcome is None
        # Another member, whatever full case folding makes of it.
        beside: dict[str, Any] = {"\ufb06atus": completed}
        assert read(status="ACTIVITY_STATUS_PENDING", result={}, **beside).outcome is None

    def test_a_result_counts_before_the_status(self) -> None:
        result = {"createWalletResult": {"walletId": "w"}}
        assert read(status="ACTIVITY_STATUS_PENDING", result=result).result == result

    def test_completed_with_an_empty_result(self) -> None:
        assert read(result={}).result == {}
        for activity in (read(result=None), read(result=...)):
            with pytest.raises(MalformedInput, match="lacks its result"):
                _ = activity.result

    def test_a_failure_is_told(self) -> None:
        with pytest.raises(NotCompleted, match="no money") as raised:
            _ = read(status="ACTIVITY_STATUS_FAILED", result={}, failure={"message": "no money"}).result
        assert raised.value.failure == {"message": "no money"}

    @pytest.mark.parametrize("other", ["p", "O", ""])
    def test_of_another_organization(self, other: str) -> None:
        with pytest.raises(ContextMismatch) as raised:
            read(organizationId=other)
        assert raised.value.code == "wrong-organization"

    @pytest.mark.parametrize("name", sorted(ACTIVITY.keys() - {"new", "result"}))
    def test_without_a_field(self, name: str) -> None:
        with pytest.raises(MalformedInput, match=name):
            read(**{name: ...})

    @pytest.mark.parametrize("result", NOT_TEXT[1:6])
    def test_with_a_result_of_another_kind(self, result: object) -> None:
        with pytest.raises(MalformedInput, match="result"):
            read(result=result)

    def test_with_a_name_in_another_case(self) -> None:
        with pytest.raises(MalformedInput, match="RESULT"):
            read(RESULT={})

    def test_without_an_activity(self) -> None:
        for answer in (b"{}", b'{"activity":null}'):
            with pytest.raises(MalformedInput, match="no activity"):
                made().read(answer)

    def test_a_record(self) -> None:
        request = made(QUERY_PATH, b'{"organizationId":"o"}')
        assert request.read(b'{"wallets":[]}') == {"wallets": []}

    @pytest.mark.parametrize("path", [PATH, QUERY_PATH])
    def test_an_error_of_the_service(self, path: str) -> None:
        answer = b'{"code":16,"message":"no","details":[]}'
        for status in (None, 401):
            with pytest.raises(ServiceError) as raised:
                made(path).read(answer, http_status=status)
            assert raised.value.service_code == 16


@given(st.binary() | st.text().map(str.encode))
def test_whatever_the_body_is_the_outcome_is_ours(body: bytes) -> None:
    for path in (PATH, QUERY_PATH):
        try:
            assert made(path, body).body == body
        except (InvalidRequest, MalformedInput):
            continue


def test_an_activity_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(read())) == read()


def test_the_local_service_answers() -> None:
    with LocalService(SEED) as service:
        stamper = ApiKeyStamper(service.api_key)
        now = int(datetime.now(timezone.utc).timestamp() * 1000)
        body = body_of(
            type="ACTIVITY_TYPE_CREATE_USER_TAG",
            timestampMs=str(now),
            organizationId=service.organization_id,
            parameters={"userTagName": "t", "userIds": []},
        )
        request = SealedRequest.of("/public/v1/submit/create_user_tag", body, stamper, base_url=service.url)
        answer = send("POST", request.url, content=request.body, headers=request.headers)
        activity = request.read(answer.content, http_status=answer.status_code)
        assert isinstance(activity, UncheckedActivity)
        assert activity.result.keys() == {"createUserTagResult"}
        query = SealedRequest.of(
            "/public/v1/query/list_private_keys",
            json.dumps({"organizationId": service.organization_id}),
            stamper,
            base_url=service.url,
        )
        answer = send("POST", query.url, content=query.body, headers=query.headers)
        record = query.read(answer.content, http_status=answer.status_code)
        assert not isinstance(record, UncheckedActivity)
        assert record.keys() == {"privateKeys"}
