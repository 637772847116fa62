"""Waiting for activities with a clock of the tests' own, and votes on activities."""

import asyncio
import json
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from itertools import count
from typing import Any

import msgspec
import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    BadSignature,
    ContextMismatch,
    InvalidRequest,
    MalformedInput,
    NotCompleted,
    ServiceError,
    WebAuthnStamper,
    verify_api_key_stamp,
)
from sealwax.activities import activity_fingerprint, statuses
from sealwax.operations import (
    Activity,
    CreateUserTag,
    ListPrivateKeys,
    RetryPolicy,
    SealedRequest,
    UncheckedActivity,
    approve,
    reject,
    wait,
)
from sealwax.testing import SoftwareAuthenticator, activity_with_votes, api_key_vote
from sealwax_service import LocalService
from tests.conftest import SEED, near_texts
from tests.service.client import Client

NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
MINUTE = timedelta(minutes=1)
MOST_REQUESTS = 100
OTHER = ApiKey.from_private_key("2f" * 32)


BODY = (
    b'{"type": "ACTIVITY_TYPE_CREATE_WALLET", "timestampMs": "1767225600000", "organizationId": "o", '
    b'"parameters": {"walletName": "w", "accounts": []}}'
)
KEY = ApiKey.from_private_key("1f" * 32)
STAMPER = ApiKeyStamper(KEY)


def activity_of(**changes: object) -> dict[str, Any]:
    made = activity_with_votes(
        BODY,
        [api_key_vote(BODY, OTHER)],
        activity_type="ACTIVITY_TYPE_CREATE_WALLET",
        organization_id="o",
        intent={"createWalletIntent": {"walletName": "w", "accounts": []}},
    )
    return {**made, **changes}


CREATE_WALLET = SealedRequest.of("/public/v1/submit/create_wallet", BODY, STAMPER)
REST = {
    "id": "a",
    "status": statuses.CONSENSUS_NEEDED,
    "result": None,
    **dict.fromkeys(("createdAt", "updatedAt"), "1"),
    **dict.fromkeys(("canApprove", "canReject"), True),
}
"""The other fields of an activity."""
KNOWN = (
    statuses.CREATED,
    statuses.PENDING,
    statuses.CONSENSUS_NEEDED,
    statuses.AUTHENTICATORS_NEEDED,
    statuses.COMPLETED,
    statuses.FAILED,
    statuses.REJECTED,
)


TAGS = count()
"""The numbers of tags: the service takes each name once."""


class Line:
    """Sends requests to a service, with a clock that only pauses move."""

    def __init__(self, service: LocalService) -> None:
        self.client = Client(service)
        self.stamper = self.client.stamper
        self.service = service
        self.sent: list[SealedRequest[Any]] = []
        self.pauses: list[float] = []

    def request(self) -> SealedRequest[Activity[Any]]:
        operation = CreateUserTag(user_tag_name=f"tag {next(TAGS)}", user_ids=[])
        organization_id, base_url = self.service.organization_id, self.service.url
        return operation.seal(self.stamper, organization_id=organization_id, base_url=base_url)

    def send(self, request: SealedRequest[Any]) -> tuple[bytes, int]:
        # A call without an end fails soon.
        assert len(self.sent) < MOST_REQUESTS
        self.sent.append(request)
        answer = self.client.http.post(request.url, content=request.body, headers=request.headers)
        return answer.content, answer.status_code

    async def send_later(self, request: SealedRequest[Any]) -> tuple[bytes, int]:
        return self.send(request)

    def clock(self) -> float:
        return sum(self.pauses)

    async def pause_later(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def wait(self, request: SealedRequest[Any] | None = None, **options: Any) -> Any:
        given = {"timeout": MINUTE, "clock": self.clock, "sleep": self.pauses.append, **options}
        return wait(self.send, request or self.request(), self.stamper, **given)

    def another_voter(self) -> ApiKeyStamper:
        key = ApiKey.generate()
        self.client.add_user(key, name="voter")
        return ApiKeyStamper(key)

    def fail(self, kind: str, operation: str = "create_user_tag", **options: Any) -> None:
        self.service.fail(operation, kind, **options)


@pytest.fixture(scope="module")
def service() -> Iterator[LocalService]:
    with LocalService(SEED) as made:
        yield made


@pytest.fixture
def line(service: LocalService) -> Iterator[Line]:
    made = Line(service)
    yield made
    made.client.http.close()


class TestWait:
    @pytest.mark.parametrize("kind", ["pending", "created"])
    def test_it_is_asked_for_until_it_is_completed(self, line: Line, kind: str) -> None:
        line.fail(kind, polls=7)
        activity = line.wait()
        assert activity.result.user_tag_id
        assert line.pauses == [0.5, 1, 2, 4, 8, 8, 8]
        first, *polls = line.sent
        assert len(polls) == 7
        for poll in polls:
            assert poll.url == f"{line.service.url}/public/v1/query/get_activity"
            assert json.loads(poll.body) == {
                "organizationId": line.service.organization_id,
                "activityId": activity.id,
            }
            key = verify_api_key_stamp(poll.headers["X-Stamp"], poll.body).public_key
            assert key == line.service.api_key.public_key
        assert first.url.endswith("/submit/create_user_tag")

    def test_the_policy_of_the_call(self, line: Line) -> None:
        line.fail("pending", polls=3)
        policy = RetryPolicy(poll_interval=timedelta(seconds=3), timeout=timedelta())
        assert line.wait(retry=policy).result.user_tag_id
        # The timeout of the call counts.
        assert line.pauses == [3, 3, 3]
        with pytest.raises(TypeError, match="retry must be RetryPolicy"):
            line.wait(retry=3)

    def test_after_the_timeout_it_ends_with_the_id(self, line: Line) -> None:
        line.fail("pending", polls=1000)
        with pytest.raises(NotCompleted, match="timeout has passed") as raised:
            line.wait(timeout=timedelta(seconds=10))
        # The last pause ends at the timeout, and is followed by a last question.
        assert line.pauses == [0.5, 1, 2, 4, 2.5]
        assert len(line.sent) == 6
        assert (raised.value.status, raised.value.reason) == (statuses.PENDING, "waiting")
        assert raised.value.retryable
        assert line.client.query("get_activity", activityId=raised.value.activity_id)

    def test_half_a_second_that_is_left_is_waited_for(self, line: Line) -> None:
        line.fail("pending", polls=1000)
        with pytest.raises(NotCompleted, match="timeout has passed"):
            line.wait(timeout=timedelta(seconds=8))
        assert line.pauses == [0.5, 1, 2, 4, 0.5]

    def test_without_time_it_is_not_asked_for(self, line: Line) -> None:
        line.fail("pending")
        with pytest.raises(NotCompleted):
            line.wait(timeout=timedelta())
        assert (len(line.sent), line.pauses) == (1, [])

    @pytest.mark.parametrize(
        ("kind", "status", "reason", "said"),
        [
            ("consensus", statuses.CONSENSUS_NEEDED, "people-needed", "must approve"),
            ("authenticators", statuses.AUTHENTICATORS_NEEDED, "people-needed", "more authenticators"),
            ("unknown-status", "ACTIVITY_STATUS_SEALWAX_FAULT", "unknown", "this status is unknown"),
            ("failed", statuses.FAILED, "failed", "that is final"),
            ("rejected", statuses.REJECTED, "failed", "that is final"),
        ],
    )
    def test_other_statuses_end_it(self, line: Line, kind: str, status: str, reason: str, said: str) -> None:
        line.fail(kind)
        with pytest.raises(NotCompleted, match=said) as raised:
            line.wait()
        assert (raised.value.status, raised.value.reason) == (status, reason)
        assert raised.value.activity_id
        assert (len(line.sent), line.pauses) == (1, [])
        if kind != "unknown-status":
            assert status in str(raised.value)

    def test_a_status_that_is_no_name_is_not_repeated(self, line: Line) -> None:
        request = line.request()
        content, _ = line.send(request)
        answer = json.loads(content)
        answer["activity"]["status"] = "\x1b[2J"
        with pytest.raises(NotCompleted, match="its status is another;") as raised:
            wait(lambda _: json.dumps(answer), request, line.stamper, timeout=MINUTE)
        assert raised.value.status == "\x1b[2J"

    @pytest.mark.parametrize("status", KNOWN)
    def test_a_status_that_is_nearly_one_is_not_known(self, status: str) -> None:
        for near in near_texts(status):
            answer = json.dumps({"activity": {**activity_of(), **REST, "status": near}})
            with pytest.raises(NotCompleted, match="this status is unknown"):
                wait(lambda _: answer, CREATE_WALLET, STAMPER, timeout=timedelta())  # noqa: B023 - called at once

    def test_after_an_approval_the_same_request_goes_on(self, line: Line) -> None:
        line.fail("consensus")
        request = line.request()
        with pytest.raises(NotCompleted) as raised:
            line.wait(request)
        waiting = line.client.query("get_activity", activityId=raised.value.activity_id)
        vote = approve(waiting, line.another_voter(), base_url=line.service.url)
        after = vote.read(line.send(vote)[0])
        assert isinstance(after, UncheckedActivity)
        assert after.is_completed
        assert line.wait(request).id == raised.value.activity_id

    @pytest.mark.parametrize("form", ["the body", "the body and the status"])
    @pytest.mark.parametrize(("status", "pauses"), [(503, 1), (429, 1), (400, 0), (403, 0)])
    def test_an_error_of_the_service_is_asked_again_or_the_end(
        self, line: Line, form: str, status: int, pauses: int
    ) -> None:
        line.fail("error", status=status)

        def send(sent: SealedRequest[object]) -> bytes | tuple[bytes, int]:
            answer = line.send(sent)
            return answer if form.endswith("status") else answer[0]

        options: dict[str, Any] = {"timeout": MINUTE, "clock": line.clock, "sleep": line.pauses.append}
        request = line.request()
        if pauses:
            assert wait(send, request, line.stamper, **options).is_completed
            assert {each.body for each in line.sent} == {request.body}
            assert {each.headers["X-Stamp"] for each in line.sent} == {request.headers["X-Stamp"]}
        else:
            with pytest.raises(ServiceError) as raised:
                wait(send, request, line.stamper, **options)
            assert (raised.value.attempts, raised.value.operation) == (1, "create_user_tag")
            assert raised.value.fingerprint == activity_fingerprint(request.body)
        assert len(line.pauses) == pauses

    def test_an_error_while_polling_is_asked_again(self, line: Line) -> None:
        line.fail("pending", polls=3)
        line.fail("error", "get_activity")
        assert line.wait().is_completed
        assert len(line.sent) == 5

    def test_the_answer_must_be_the_activity_of_the_request(self, line: Line) -> None:
        answer = line.send(line.request())
        with pytest.raises(NotCompleted) as raised:
            wait(lambda _: answer, line.request(), line.stamper, timeout=MINUTE)
        assert raised.value.outcome_unknown
        assert isinstance(raised.value.__cause__, MalformedInput)
        assert "another request" in str(raised.value.__cause__)

    def test_the_whole_id_is_compared(self, line: Line) -> None:
        line.fail("pending")
        request = line.request()
        content, status = line.send(request)
        answer = json.loads(content)
        for near in near_texts(answer["activity"]["id"]):
            other = {"activity": {**answer["activity"], "id": near}}
            replies = iter([(content, status), (json.dumps(other).encode(), status)])
            with pytest.raises(NotCompleted) as raised:
                wait(
                    lambda _: next(replies),  # noqa: B023 - called at once
                    request,
                    line.stamper,
                    timeout=MINUTE,
                    clock=line.clock,
                    sleep=line.pauses.append,
                )
            assert raised.value.outcome_unknown
            assert "another activity" in str(raised.value.__cause__)
            assert raised.value.activity_id == answer["activity"]["id"]

    def test_what_send_raises_passes_through(self, line: Line) -> None:
        def send(_: object) -> bytes:
            raise ConnectionError

        with pytest.raises(ConnectionError):
            wait(send, line.request(), line.stamper, timeout=MINUTE)

    @pytest.mark.parametrize("answer", [None, 5, {}, (), (b"{}",), (b"{}", 200, 1), (None, 200)])
    def test_send_returns_an_answer(self, line: Line, answer: Any) -> None:
        with pytest.raises(TypeError, match="send must return"):
            wait(lambda _: answer, line.request(), line.stamper, timeout=MINUTE)


class TestAsynchronous:
    def test_it_is_the_same(self, line: Line) -> None:
        line.fail("pending", polls=3)
        waiting = wait(
            line.send_later,
            line.request(),
            line.stamper,
            timeout=MINUTE,
            clock=line.clock,
            sleep=line.pause_later,
        )
        activity = asyncio.run(waiting)
        assert activity.result.user_tag_id
        assert line.pauses == [0.5, 1, 2]
        assert len(line.sent) == 4

    def test_an_error_is_raised_where_it_is_awaited(self, line: Line) -> None:
        line.fail("consensus")
        waiting = wait(line.send_later, line.request(), line.stamper, timeout=MINUTE)
        with pytest.raises(NotCompleted):
            asyncio.run(waiting)


class TestArguments:
    def test_a_passkey_must_be_allowed(self, line: Line) -> None:
        passkey = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com", seed=SEED)
        request = line.request()
        with pytest.raises(ValueError, match="touch"):
            wait(line.send, request, WebAuthnStamper(passkey), timeout=MINUTE)
        assert line.sent == []
        stamper = WebAuthnStamper(passkey)
        assert wait(line.send, request, stamper, timeout=MINUTE, allow_webauthn=True).is_completed

    def test_a_query_has_no_activity(self, line: Line) -> None:
        query = ListPrivateKeys().seal(line.stamper, organization_id="o")
        # The auth proxy has none either, whatever its address.
        nobodys = msgspec.structs.replace(line.request(), organization_id=None)
        for request in (query, nobodys):
            with pytest.raises(ValueError, match="submit operation"):
                wait(line.send, request, line.stamper, timeout=MINUTE)

    @pytest.mark.parametrize(
        ("name", "value", "error"),
        [
            ("send", None, TypeError),
            ("request", b"{}", TypeError),
            ("stamper", OTHER, TypeError),
            ("timeout", 60, TypeError),
            ("timeout", -timedelta.resolution, ValueError),
            ("allow_webauthn", 1, TypeError),
            ("clock", 1.5, TypeError),
            ("sleep", 1.5, TypeError),
        ],
    )
    def test_a_wrong_one_is_named(self, line: Line, name: str, value: Any, error: type[Exception]) -> None:
        given = {"send": line.send, "request": line.request(), "stamper": line.stamper, "timeout": MINUTE}
        with pytest.raises(error, match=name):
            wait(**{**given, name: value})

    def test_a_request_that_reads_something_else(self, line: Line) -> None:
        class Other:
            operation_name = "other"

            def to_params(self) -> dict[str, object]:
                return {}

            def read_answer(self, answer: object, *, organization_id: str | None) -> str:
                return f"{answer} {organization_id}"

        made = line.request()
        request = SealedRequest(
            url=made.url,
            body=made.body,
            operation=Other(),
            organization_id="o",
            timestamp_ms=None,
            _headers=tuple(made.headers.items()),
        )
        with pytest.raises(TypeError, match="request must read an activity"):
            wait(line.send, request, line.stamper, timeout=MINUTE)


class TestVotes:
    @pytest.mark.parametrize("vote", [approve, reject])
    def test_it_is_on_the_recomputed_fingerprint(self, vote: Any) -> None:
        for form in (activity_of(), {"activity": activity_of()}, json.dumps(activity_of())):
            request = vote(form, STAMPER, organization_id="o", now=NOW, base_url="https://example.com")
            name = f"{vote.__name__}_activity"
            assert request.url == f"https://example.com/public/v1/submit/{name}"
            assert json.loads(request.body) == {
                "type": f"ACTIVITY_TYPE_{name.upper()}",
                "timestampMs": "1767225600000",
                "organizationId": "o",
                "parameters": {"fingerprint": activity_fingerprint(BODY)},
            }
            stamp = request.headers["X-Stamp"]
            assert verify_api_key_stamp(stamp, request.body).public_key == KEY.public_key

    def test_an_activity_that_was_read(self) -> None:
        activity = CREATE_WALLET.read(json.dumps({"activity": {**activity_of(), **REST}}))
        assert isinstance(activity, UncheckedActivity)
        vote = approve(activity, STAMPER, timestamp_ms=1)
        assert vote.timestamp_ms == 1

    def test_a_body_of_the_callers(self) -> None:
        activity = activity_of(votes=[])
        with pytest.raises(BadSignature, match="request_body"):
            approve(activity, STAMPER)
        assert approve(activity, STAMPER, request_body=BODY).organization_id == "o"
        with pytest.raises(BadSignature, match="not that of request_body"):
            approve(activity, STAMPER, request_body=BODY + b" ")

    @pytest.mark.parametrize(
        "changes",
        [
            {"fingerprint": activity_fingerprint(BODY + b" ")},
            {"intent": {"createWalletIntent": {"walletName": "x", "accounts": []}}},
            {"intent": {"createUsersIntent": {"walletName": "w", "accounts": []}}},
            {"type": "ACTIVITY_TYPE_DELETE_WALLETS"},
        ],
    )
    @pytest.mark.parametrize("vote", [approve, reject])
    def test_what_it_shows_must_be_what_is_voted_on(self, vote: Any, changes: dict[str, object]) -> None:
        with pytest.raises(BadSignature):
            vote(activity_of(**changes), STAMPER)

    @pytest.mark.parametrize("vote", [approve, reject])
    def test_of_another_organization(self, vote: Any) -> None:
        with pytest.raises(ContextMismatch):
            vote(activity_of(), STAMPER, organization_id="p")
        with pytest.raises(ContextMismatch):
            vote(activity_of(organizationId="p"), STAMPER)

    def test_what_does_not_parse(self) -> None:
        wrong: list[Any] = ["", b"[]", {}, "{}", 5, None]
        for activity in wrong:
            with pytest.raises(MalformedInput):
                approve(activity, STAMPER)
        with pytest.raises(TypeError, match="organization_id"):
            approve(activity_of(), STAMPER, organization_id=5)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="stamper"):
            approve(activity_of(), KEY)  # type: ignore[arg-type]
        with pytest.raises(InvalidRequest, match="timestamp_ms and now are both given"):
            approve(activity_of(), STAMPER, now=NOW, timestamp_ms=1)

    def test_a_rejection_at_the_local_service(self, line: Line) -> None:
        line.fail("consensus")
        with pytest.raises(NotCompleted) as raised:
            line.wait()
        waiting = line.client.query("get_activity", activityId=raised.value.activity_id)
        vote = reject(waiting, line.another_voter(), base_url=line.service.url)
        after = vote.read(line.send(vote)[0])
        assert isinstance(after, UncheckedActivity)
        rejected = line.client.query("get_activity", activityId=raised.value.activity_id)
        assert rejected["activity"]["status"] == statuses.REJECTED
