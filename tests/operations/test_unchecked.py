"""Requests whose bodies the caller made."""

import json
import pickle
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
)
from sealwax._limits import MAX_BODY_BYTES, MAX_PATH_CHARACTERS
from sealwax.operations import SealedRequest, UncheckedActivity
from tests.conftest import near_texts

KEY = ApiKey.from_private_key("1f" * 32)
STAMPER = ApiKeyStamper(KEY)
PATH, QUERY_PATH = "/public/v1/submit/create_wallet", "/public/v1/query/get_wallets"
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


def test_a_body_is_bounded() -> None:
    with pytest.raises(MalformedInput, match="larger"):
        made(QUERY_PATH, b" " * (MAX_BODY_BYTES + 1))


@pytest.mark.parametrize("name", ["organizationId", "timestampMs"])
class TestStated:
    def test_it_is_in_its_own_case(self, name: str) -> None:
        for other in (name.lower(), name.upper()):
            with pytest.raises(MalformedInput):
                made(body=body_of(**{other: "1"}))


@pytest.mark.parametrize("time", ["", "-1", "01", "1.0", "1e3", "253402300800000", "9" * 5000])
def test_a_time_is_a_time(time: str) -> None:
    with pytest.raises(InvalidRequest, match="timestampMs"):
        made(body=body_of(timestampMs=time))


class TestAnswer:
    def test_an_activity(self) -> None:
        activity = read()
        assert isinstance(activity, UncheckedActivity)
        assert activity.is_completed
        assert activity.result == ACTIVITY["result"]
        assert (activity.id, activity.intent, activity.raw["new"]) == ("a", ACTIVITY["intent"], 1)
        assert "createWalletIntent" not in repr(activity)

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

    def test_without_an_activity(self) -> None:
        for answer in (b"{}", b'{"activity":null}'):
            with pytest.raises(MalformedInput, match="no activity"):
                made().read(answer)

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
