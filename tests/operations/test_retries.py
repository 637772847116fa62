"""The state machine of a call, driven with answers that a test chooses and a clock of its own."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    MalformedInput,
    NotCompleted,
    SealwaxError,
    ServiceError,
)
from sealwax.activities import statuses
from sealwax.operations import SealedRequest
from sealwax.operations.retries import Exchange, NoReply, Pause, Reply, Seal, Send, Steps
from tests.operations.test_waiting import BODY, CREATE_WALLET, REST, activity_of

STAMPER = ApiKeyStamper(ApiKey.from_private_key("1f" * 32))
QUERY = SealedRequest.of("/public/v1/query/whoami", b'{"organizationId":"o"}', STAMPER)
LOST = NoReply("ReadTimeout", may_have_arrived=True)
UNSENT = NoReply("ConnectError", may_have_arrived=False)
CERTIFICATE = NoReply("ConnectError", may_have_arrived=False, is_final=True)
FINGERPRINT = str(activity_of()["fingerprint"])
# A call without an end fails soon.
MOST_REQUESTS = 100
# In the order in which they were first seen: the status, and whether it is asked again.
ERRORS = (
    (429, True),
    (502, True),
    (503, True),
    (504, True),
    (400, False),
    (404, False),
    (408, False),
    (499, False),
)


def activity(status: str = statuses.COMPLETED, **changes: object) -> Reply:
    result = {"createWalletResult": {"walletId": "w"}} if status == statuses.COMPLETED else None
    made = {**activity_of(), **REST, "status": status, "result": result, **changes}
    return Reply(json.dumps({"activity": made}), 200)


def error(status: int | None, code: int | None = None, retry_after: str | None = None) -> Reply:
    return Reply(json.dumps({"code": code, "message": "m", "details": []}), status, retry_after)


class Clock:
    """Moves by the pauses, and by what each request takes."""

    def __init__(self, seconds_of_request: float = 0) -> None:
        self.time = 100.0
        self.seconds_of_request = seconds_of_request
        self.pauses: list[float] = []
        self.sent: list[SealedRequest[Any]] = []
        self.limits: list[float] = []
        self.seals = 0

    def exchange(self, timeout: float = 60, jitter: float = 1, **options: Any) -> Exchange:
        return Exchange(
            "create_wallet",
            timeout=timedelta(seconds=timeout),
            clock=lambda: self.time,
            jitter=lambda: jitter,
            **options,
        )

    def drive(self, exchange: Exchange, steps: Steps[Any], *replies: Reply | NoReply) -> Any:
        """Hand back these replies, the last one for ever."""
        left = [*replies]
        came: Any = None
        while True:
            try:
                step = steps.send(came)
            except StopIteration as done:
                return done.value
            except SealwaxError as failed:
                exchange.describe(failed)
                raise
            if isinstance(step, Send):
                assert len(self.sent) < MOST_REQUESTS
                self.sent.append(step.request)
                self.limits.append(step.seconds)
                self.time += self.seconds_of_request
                came = left.pop(0) if len(left) > 1 else left[0]
            elif isinstance(step, Pause):
                assert step.seconds >= 0
                self.pauses.append(step.seconds)
                self.time += step.seconds
                came = None
            else:
                assert isinstance(step, Seal)
                self.seals += 1
                came = step.make()

    def complete(self, *replies: Reply | NoReply, poller: object = STAMPER, **options: Any) -> Any:
        exchange = self.exchange(**options)
        steps = exchange.complete(CREATE_WALLET, poller=poller)  # type: ignore[arg-type] # or None
        return self.drive(exchange, steps, *replies)


def ends(call: Callable[[], object], kind: type[SealwaxError] = NotCompleted) -> Any:
    with pytest.raises(kind) as raised:
        call()
    return raised.value


class TestRetries:
    def test_the_same_bytes_are_sent_with_pauses_that_double(self) -> None:
        clock = Clock()
        read = clock.complete(*[LOST] * 6, activity(), timeout=600)
        assert read.is_completed
        assert clock.pauses == [0.5, 1, 2, 4, 8, 8]
        assert clock.sent == [CREATE_WALLET] * 7
        assert clock.seals == 0

    def test_the_jitter_is_full(self) -> None:
        clock = Clock()
        clock.complete(LOST, LOST, LOST, activity(), jitter=0.25)
        assert clock.pauses == [0.125, 0.25, 0.5]

    @pytest.mark.parametrize(("status", "again"), ERRORS)
    def test_by_the_status_of_an_error(self, status: int, again: bool) -> None:
        clock = Clock()
        exchange = clock.exchange()
        replies = (error(status), activity())
        if again:
            clock.drive(exchange, exchange.submit(CREATE_WALLET), *replies)
            assert exchange.attempts == 2
        else:
            failed = ends(
                lambda: clock.drive(exchange, exchange.submit(CREATE_WALLET), *replies), ServiceError
            )
            assert (failed.http_status, failed.attempts, failed.fingerprint) == (status, 1, FINGERPRINT)

    @pytest.mark.parametrize("code", [-1, *range(20), 10**30])
    def test_without_a_status_by_the_code(self, code: int) -> None:
        """The codes of gRPC: some are sent again, some refuse, and the others leave the outcome unknown."""
        clock = Clock()
        if code in {4, 8, 14}:
            assert clock.complete(error(None, code), activity()).is_completed
        failed: SealwaxError = ends(lambda: Clock().complete(error(None, code)), SealwaxError)
        if code in {3, 5, 6, 7, 8, 9, 11, 12, 16}:
            assert isinstance(failed, ServiceError)
            assert failed.service_code == code
        else:
            assert isinstance(failed, NotCompleted)
            assert failed.outcome_unknown
        assert (failed.attempts > 1) == (code in {4, 8, 14})

    @pytest.mark.parametrize(
        ("retry_after", "pause"), [("3", 3), ("0", 0.5), ("soon", 0.5), (None, 0.5), ("60", 60)]
    )
    def test_the_service_says_how_long_to_wait(self, retry_after: str | None, pause: float) -> None:
        clock = Clock()
        clock.complete(error(429, retry_after=retry_after), activity())
        assert clock.pauses == [pause]

    def test_a_longer_time_than_is_left_is_not_waited_for(self) -> None:
        clock = Clock()
        failed = ends(lambda: clock.complete(error(429, retry_after="61")), ServiceError)
        assert (failed.retry_after, clock.pauses) == (timedelta(seconds=61), [])

    def test_the_last_request_is_sent_when_the_time_is_over(self) -> None:
        clock = Clock()
        ends(lambda: clock.complete(error(429), timeout=5), ServiceError)
        assert clock.pauses == [0.5, 1, 2, 1.5]
        assert clock.limits == [5, 4.5, 3.5, 1.5, 0.4]


class TestOutcomes:
    @pytest.mark.parametrize(
        "reply",
        [
            LOST,
            error(500),
            error(501),
            error(503),
            error(302),
            error(399),
            error(201),
            error(None, 13),
            error(None, 2),
            Reply("<html>", 200),
            Reply(b'{"activity": {}}', 200),
            Reply("{}", None),
            Reply('{"code": 1' + "0" * 5000 + ', "message": "m"}', 200),
            Reply('{"code": 1e999, "message": "m"}', None),
            Reply(b'{"activity": {"id": 1' + b"0" * 5000 + b"}}", 200),
            activity(organizationId="p"),
            activity(fingerprint="sha256:00"),
        ],
    )
    def test_what_may_have_happened_has_not_failed(self, reply: Reply | NoReply) -> None:
        failed = ends(lambda: Clock().complete(reply))
        assert failed.outcome_unknown
        assert not failed.final
        assert failed.reason == "outcome-unknown"
        assert (failed.operation, failed.activity_id, failed.status) == ("create_wallet", None, None)
        assert failed.fingerprint == FINGERPRINT
        assert failed.attempts >= 1
        assert "send the same sealed request again" in str(failed)
        assert isinstance(failed.__cause__, SealwaxError)

    @pytest.mark.parametrize(
        ("reply", "said"),
        [
            (LOST, "no answer arrived"),
            (error(500), "the answer to create_wallet is an error of the service: m (HTTP status 500)"),
            (Reply("<html>", 200), "the answer to create_wallet is HTML or XML, not JSON: "),
            (activity(organizationId="p"), "the answer to create_wallet is for another organization"),
        ],
    )
    def test_what_arrived_is_said(self, reply: Reply | NoReply, said: str) -> None:
        failed = ends(lambda: Clock().complete(reply))
        assert f"it is unknown whether the service completed create_wallet: {said}" in str(failed)

    @pytest.mark.parametrize("poller", [STAMPER, None])
    @pytest.mark.parametrize("before", [[], [activity(statuses.PENDING)]])
    def test_a_completed_activity_without_a_result(self, before: list[Reply], poller: object) -> None:
        failed = ends(lambda: Clock().complete(*before, activity(result=None), poller=poller))
        assert (failed.reason, failed.status, failed.activity_id) == (
            "outcome-unknown",
            statuses.COMPLETED,
            "a",
        )
        assert not failed.retryable
        assert "is completed, but the answer lacks its result; wait for the activity again" in str(failed)
        assert isinstance(failed.__cause__, MalformedInput)

    @pytest.mark.parametrize("last", [error(400), error(429), UNSENT, CERTIFICATE])
    @pytest.mark.parametrize("first", [LOST, error(502)])
    def test_a_refusal_says_nothing_of_the_bytes_before(
        self, first: Reply | NoReply, last: Reply | NoReply
    ) -> None:
        assert ends(lambda: Clock().complete(first, last)).outcome_unknown

    def test_a_request_that_never_arrived(self) -> None:
        for again in (True, False):
            failed = ends(lambda: Clock().complete(UNSENT, is_repeatable=again))  # noqa: B023 - called at once
            assert (failed.reason, failed.retryable, failed.outcome_unknown) == ("unreachable", True, False)
            assert failed.attempts == 12
            assert str(failed).endswith("ConnectError; later, send it again")

    def test_a_certificate_that_does_not_verify_ends_it(self) -> None:
        clock = Clock()
        failed = ends(lambda: clock.complete(CERTIFICATE))
        assert (failed.reason, failed.retryable, failed.attempts) == ("unreachable", False, 1)
        assert str(failed).endswith("correct that, then send it again")

    @pytest.mark.parametrize(
        ("reply", "again", "retryable"),
        [
            (LOST, True, True),
            (LOST, False, False),
            (error(500), True, True),
            (error(500), False, False),
            (Reply("<html>", 200), True, False),
            (error(429), False, True),
            (activity(statuses.PENDING), True, True),
            (activity(statuses.PENDING), False, False),
        ],
    )
    def test_it_is_retryable_if_the_same_call_cannot_do_it_twice(
        self, reply: Reply | NoReply, again: bool, retryable: bool
    ) -> None:
        failed = ends(lambda: Clock().complete(reply, poller=None, is_repeatable=again), SealwaxError)
        assert failed.retryable is retryable

    def test_a_query_can_be_repeated(self) -> None:
        clock = Clock()
        exchange = clock.exchange(is_repeatable=False)
        failed = ends(lambda: clock.drive(exchange, exchange.query(QUERY), LOST))
        assert (failed.reason, failed.retryable, failed.fingerprint) == ("unreachable", True, None)
        exchange = clock.exchange()
        failed = ends(lambda: clock.drive(exchange, exchange.query(QUERY), error(500)), ServiceError)
        assert failed.attempts == 1
        exchange = clock.exchange()
        ends(lambda: clock.drive(exchange, exchange.query(QUERY), Reply("<", 200)), MalformedInput)
        exchange = clock.exchange()
        assert clock.drive(exchange, exchange.query(QUERY), error(503), Reply('{"a": 1}', 200)) == {"a": 1}

    def test_a_vote_may_be_answered_with_the_activity_voted_on(self) -> None:
        body = BODY.replace(b"CREATE_WALLET", b"APPROVE_ACTIVITY")
        for name in ("approve_activity", "reject_activity"):
            vote = SealedRequest.of(f"/public/v1/submit/{name}", body, STAMPER)
            exchange = Clock().exchange()
            read = Clock().drive(exchange, exchange.submit(vote), activity())
            assert read.fingerprint == FINGERPRINT


class TestPolls:
    def test_without_a_stamper_the_request_itself_asks(self) -> None:
        clock = Clock()
        read = clock.complete(*[activity(statuses.PENDING)] * 3, activity(), poller=None)
        assert read.is_completed
        assert clock.sent == [CREATE_WALLET] * 4
        assert clock.pauses == [0.5, 1, 2]

    def test_the_last_pause_ends_with_the_time(self) -> None:
        clock = Clock()
        ends(lambda: clock.complete(activity(statuses.PENDING), timeout=9))
        assert clock.pauses == [0.5, 1, 2, 4, 1.5]

    @pytest.mark.parametrize("reply", [LOST, UNSENT, error(503), error(429), activity(statuses.PENDING)])
    def test_until_the_time_is_over(self, reply: Reply | NoReply) -> None:
        failed = ends(lambda: Clock().complete(activity(statuses.PENDING), reply, timeout=9))
        assert (failed.reason, failed.status, failed.activity_id) == ("waiting", statuses.PENDING, "a")
        assert failed.retryable
        assert failed.fingerprint == FINGERPRINT
        assert "the timeout has passed" in str(failed)

    @pytest.mark.parametrize(
        "reply",
        [
            error(403),
            error(500),
            CERTIFICATE,
            Reply("<html>", 200),
            activity(id="b"),
            activity(fingerprint="sha256:00"),
            activity(organizationId="p"),
        ],
    )
    @pytest.mark.parametrize("poller", [STAMPER, None])
    def test_another_answer_leaves_the_outcome_unknown(self, poller: object, reply: Reply | NoReply) -> None:
        failed = ends(lambda: Clock().complete(activity(statuses.PENDING), reply, poller=poller))
        assert failed.outcome_unknown
        assert (failed.activity_id, failed.status, failed.attempts) == ("a", statuses.PENDING, 2)
        assert failed.operation == "create_wallet"
        if isinstance(failed.__cause__, ServiceError):
            asked = "create_wallet" if poller is None else "get_activity"
            assert f"the answer to {asked}" in str(failed.__cause__)


class TestFollow:
    """An activity of which only the id is known."""

    def follow(self, *replies: Reply | NoReply, **options: Any) -> Any:
        clock = Clock()
        exchange = clock.exchange(**options)
        exchange.activity_id = "a"

        def read(answer: Any) -> Any:
            return CREATE_WALLET.operation.read_answer(answer, organization_id="o")

        steps = exchange.follow(read, STAMPER, "o", "https://example.com")
        return clock.drive(exchange, steps, *replies)

    def test_it_is_asked_for_at_once(self) -> None:
        read = self.follow(error(503), activity(statuses.PENDING), activity())
        assert read.is_completed

    @pytest.mark.parametrize(
        ("reply", "retryable"), [(LOST, True), (UNSENT, True), (error(500), True), (CERTIFICATE, False)]
    )
    def test_its_status_is_not_known(self, reply: Reply | NoReply, retryable: bool) -> None:
        failed = ends(lambda: self.follow(reply))
        assert (failed.outcome_unknown, failed.activity_id, failed.status) == (True, "a", None)
        assert failed.retryable is retryable
        assert "ask the service for the activity again" in str(failed)

    def test_a_refusal_after_an_answer(self) -> None:
        failed = ends(lambda: self.follow(activity(statuses.PENDING), error(404)))
        assert (failed.outcome_unknown, failed.status) == (True, statuses.PENDING)
        assert failed.fingerprint == FINGERPRINT


@pytest.mark.parametrize(
    ("status", "reason", "said"),
    [
        (statuses.CONSENSUS_NEEDED, "people-needed", "others must approve"),
        (statuses.AUTHENTICATORS_NEEDED, "people-needed", "more authenticators"),
        ("ACTIVITY_STATUS_NEW", "unknown", "this status is unknown"),
        (statuses.FAILED, "failed", "that is final"),
        (statuses.REJECTED, "failed", "that is final"),
    ],
)
@pytest.mark.parametrize("is_polled", [False, True])
def test_other_statuses_end_it(status: str, reason: str, said: str, is_polled: bool) -> None:
    before = [activity(statuses.PENDING)] if is_polled else []
    failed = ends(lambda: Clock().complete(*before, activity(status)))
    assert (failed.status, failed.reason, failed.activity_id) == (status, reason, "a")
    assert said in str(failed)
    assert failed.attempts == 1 + is_polled
