"""The state machine of a call, without I/O: its steps, their times, and its result or error.

A call is a generator of steps. Its driver, ``wait`` or ``sealwax.client``, sends a request (``Send``), pauses
(``Pause``) or makes a request that needs a stamp (``Seal``), and passes the outcome on to the generator.

| outcome | decision |
|---|---|
| no answer; 429, 502, 503, 504, or the policy's statuses | send the same bytes again, after a pause |
| 200 that belongs to the request | the activity's status decides, see below |
| 400 to 499, and no answer was lost before | end: the service refused the request, and did nothing |
| 500, a redirect, an answer that does not parse or belong to the request | end: the outcome is unknown |
| 200, completed, without a result | end: the outcome is unknown, though it was done |
| the timeout, or the last attempt of the policy | end, with the last error |

The error of a query is raised unchanged, because a query changes nothing. The service runs the same bytes
once: sending them again neither repeats a change nor needs another stamp.

| status of the activity | decision |
|---|---|
| created, pending | ask for the activity again, after a pause: from 0.5 s to 8 s, or the policy's |
| completed | end: return the activity |
| consensus needed, authenticators needed | end, with the activity's id: people must act first |
| failed, rejected, unknown | end |
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from datetime import timedelta
from functools import partial
from itertools import repeat
from random import random
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from sealwax._codec.strict_json import encode_json
from sealwax._codec.violations import clip
from sealwax._limits import MAX_SHOWN_NAME
from sealwax.activities.fingerprints import activity_fingerprint
from sealwax.activities.statuses import (
    AUTHENTICATORS_NEEDED,
    COMPLETED,
    CONSENSUS_NEEDED,
    shown_status,
    why_not_completed,
)
from sealwax.activities.votes import APPROVE_ACTIVITY, REJECT_ACTIVITY
from sealwax.errors import CallOutcome, MalformedInput, NotCompleted, SealwaxError, ServiceError

from .responses import ActivityRecord, not_completed, require_outcome
from .retry_policy import RetryPolicy
from .sealing import SealedRequest, Stamper

A = TypeVar("A")

SUBMIT = "/public/v1/submit/"
GET_ACTIVITY = "/public/v1/query/get_activity"
_VOTES = tuple(
    f"{SUBMIT}{vote.removeprefix('ACTIVITY_TYPE_').lower()}" for vote in (APPROVE_ACTIVITY, REJECT_ACTIVITY)
)
# The last request, sent at the timeout, gets this long for its answer, so that no call is late by more.
_LEAST_SECONDS = 0.4
# The statuses of the gRPC codes deadline exceeded, resource exhausted, internal and unavailable, for errors
# whose HTTP status is not known.
_STATUS_OF_CODE = {4: 504, 8: 429, 13: 500, 14: 503}
DEFAULT_POLICY = RetryPolicy()
_FIRST_REFUSAL, _LAST_REFUSAL = 400, 499
# Invalid argument, not found, already exists, permission denied, resource exhausted, failed precondition, out
# of range, unimplemented, unauthenticated.
_REFUSAL_CODES = frozenset({3, 5, 6, 7, 8, 9, 11, 12, 16})


class Send(NamedTuple):
    """Send a request, with a timeout; the outcome is a ``Reply`` or ``NoReply``."""

    request: SealedRequest[Any]
    seconds: float


class Seal(NamedTuple):
    """Make a request, which may take time; the outcome is the request."""

    make: Callable[[], SealedRequest[Any]]


class Pause(NamedTuple):
    """Do nothing for some seconds."""

    seconds: float


class Reply(NamedTuple):
    """A complete answer, with any status and content."""

    content: str | bytes
    http_status: int | None = None
    retry_after: str | None = None


class NoReply(NamedTuple):
    """No complete answer arrived; ``is_final`` if another attempt would fail in the same way."""

    why: str
    may_have_arrived: bool
    is_final: bool = False


Steps: TypeAlias = Generator[Send | Seal | Pause, Any, A]
"""The steps of a call; it returns the call's result."""


class Exchange:
    """The state of one call: its requests, and its activity once known.

    The timeout begins with the first request, because a person may take long to stamp that. With
    ``is_repeatable``, the caller has the sealed request or the activity's id, and can repeat the call.
    """

    def __init__(
        self,
        operation: str,
        *,
        timeout: timedelta,
        clock: Callable[[], float],
        jitter: Callable[[], float] = random,
        is_repeatable: bool = True,
        retry: RetryPolicy = DEFAULT_POLICY,
    ) -> None:
        self.operation = operation
        self.attempts: int = 0
        self.activity_id: str | None = None
        self.fingerprint: str | None = None
        self._status: str | None = None
        self._may_have_run = False
        self._sends_again_after_arrival = True
        self._clock, self._jitter, self._is_repeatable = clock, jitter, is_repeatable
        self._retry = retry
        self._seconds = timeout.total_seconds()
        self._deadline: float | None = None

    def query(self, request: SealedRequest[A]) -> Steps[A]:
        """Send a request that changes nothing."""
        self._is_repeatable = True
        return (yield from self._answer_to(request))

    def submit(self, request: SealedRequest[A]) -> Steps[A]:
        """Send a request until the service answers with its activity, whatever the status."""
        self.fingerprint = activity_fingerprint(request.body)
        try:
            read = yield from self._answer_to(request)
            self._note(read, names_request=not is_vote(request))
        except SealwaxError as error:
            if not self._may_have_run:
                raise
            failed = error
        else:
            return read
        raise self._outcome_unknown(
            failed,
            "send the same sealed request again, which the service runs once, or look for its "
            "fingerprint with list_activities; a new request could do it twice",
        ) from failed

    def change(self, request: SealedRequest[A], *, sends_again: bool) -> Steps[A]:
        """Send a request to the auth proxy, which has no activities: it can do the same bytes twice.

        Without ``sends_again``, it is sent again only if the service surely did nothing.
        """
        self._sends_again_after_arrival = sends_again
        try:
            return (yield from self._answer_to(request))
        except SealwaxError as error:
            if not self._may_have_run:
                raise
            failed = error
        raise self._outcome_unknown(
            failed, "look for the user with GetAccount, and begin again with a new code or token"
        ) from failed

    def complete(self, request: SealedRequest[A], *, poller: Stamper | None) -> Steps[A]:
        """Send a request for an activity, and wait until it is completed.

        ``poller`` stamps the query for the activity; without it, the request is sent again, without a stamp.
        """
        read = yield from self.submit(request)
        if why_not_completed(_activity_in(read).status) != "waiting":
            return self._completed(read)
        if poller is None:
            return (yield from self._follow(lambda: request, lambda answer: cast("A", answer), read))

        def read_answer(answer: Mapping[str, object]) -> A:
            return request.operation.read_answer(answer, organization_id=request.organization_id)

        base_url = request.url.rpartition(SUBMIT)[0]
        return (yield from self.follow(read_answer, poller, request.organization_id or "", base_url, read))

    def follow(
        self,
        read: Callable[[Mapping[str, object]], A],
        poller: Stamper,
        organization_id: str,
        base_url: str,
        last: A | None = None,
    ) -> Steps[A]:
        """Ask for the activity of ``activity_id``, last read as ``last``, until it is completed."""
        body = encode_json({"organizationId": organization_id, "activityId": self.activity_id})
        make = partial(SealedRequest.of, GET_ACTIVITY, body, poller, base_url=base_url)
        return (yield from self._follow(make, read, last))

    def describe(self, error: BaseException) -> None:
        """Tell the error how far the call came."""
        outcome = CallOutcome(self.operation, self.activity_id, self.attempts, self.fingerprint)
        if isinstance(error, SealwaxError):
            error.call = outcome
            if self._may_have_run and not self._is_repeatable:
                error.retryable = False
        else:
            # An interrupt, a cancelled task or an error of a hook. Without the activity's id, it is lost.
            vars(error).update(outcome._asdict())

    def _answer_to(self, request: SealedRequest[A]) -> Steps[A]:
        """Send a request, repeatedly if necessary, until its answer is not transient; read the answer."""
        pauses = _pauses(self._retry)
        before = self.attempts
        while True:
            self.attempts += 1
            reply = yield Send(request, max(self._left(), _LEAST_SECONDS))
            asked: timedelta | None = None
            try:
                return self._read(request, reply)
            except ServiceError as error:
                if not self._is_transient(error):
                    raise
                failed: SealwaxError = error
                asked = error.retry_after
            except NotCompleted as error:
                if not error.retryable:
                    raise
                failed = error
            if self.attempts - before == self._retry.max_attempts:
                raise failed
            pause, left = next(pauses) * self._jitter(), self._left()
            if asked is not None:
                pause = max(pause, asked.total_seconds())
            if left <= 0 or (asked is not None and pause > left):
                raise failed
            if self._may_have_run and not self._sends_again_after_arrival:
                raise failed
            yield Pause(min(pause, left))

    def _read(self, request: SealedRequest[A], reply: Reply | NoReply) -> A:
        if isinstance(reply, NoReply):
            self._may_have_run |= reply.may_have_arrived
            error = NotCompleted(
                f"the service gave no answer to {request.operation.operation_name}: {reply.why}; "
                f"{'correct that, then' if reply.is_final else 'later,'} send it again",
                status=None,
                reason="unreachable",
                activity_id=None,
            )
            error.retryable = not reply.is_final
            raise error
        try:
            return request.read(reply.content, http_status=reply.http_status, retry_after=reply.retry_after)
        except SealwaxError as error:
            self._may_have_run |= not _is_refusal(error)
            raise

    def _follow(
        self, make: Callable[[], SealedRequest[Any]], read: Callable[[Any], A], last: A | None
    ) -> Steps[A]:
        interval, question = self._retry.poll_interval, None
        pauses = _pauses(self._retry) if interval is None else repeat(interval.total_seconds())
        while last is None or why_not_completed(_activity_in(last).status) == "waiting":
            if last is not None:
                left = self._left()
                if left <= 0:
                    raise self._not_completed(_activity_in(last).status, _TIME_IS_OVER)
                yield Pause(min(next(pauses), left))
            if question is None:
                question = yield Seal(make)
            last = yield from self._ask(question, read)
        return self._completed(last)

    def _ask(self, question: SealedRequest[Any], read: Callable[[Any], A]) -> Steps[A]:
        """Ask for the activity once, in one or more attempts."""
        try:
            activity = read((yield from self._answer_to(question)))
            self._note(activity, names_request=True)
        except SealwaxError as error:
            if self._status is None and _is_refusal(error):
                raise
            failed = error
        else:
            return activity
        if self._is_transient(failed) and self._status is not None:
            why = _TIME_IS_OVER if self._retry.max_attempts is None else _TIME_OR_ATTEMPTS_ARE_OVER
            raise self._not_completed(self._status, why) from failed
        raise self._outcome_unknown(failed, "ask the service for the activity again later") from failed

    def _note(self, read: object, *, names_request: bool) -> None:
        """Compare an activity with its last known state, and remember it."""
        self._may_have_run = True
        activity = _activity_in(read)
        if self.activity_id not in {None, activity.id}:
            raise MalformedInput("get_activity answered with another activity; send each request unchanged")
        if names_request and self.fingerprint not in {None, activity.fingerprint}:
            raise MalformedInput(
                "the activity has another request's fingerprint; send each request unchanged"
            )
        self.activity_id, self._status = activity.id, activity.status
        self.fingerprint = self.fingerprint or activity.fingerprint

    def _completed(self, read: A) -> A:
        """Return a completed activity that has its result; raise the error for any other."""
        activity = _activity_in(read)
        status = activity.status
        if status == COMPLETED:
            try:
                require_outcome(activity, getattr(activity, "outcome", None))
            except MalformedInput as failed:
                raise self._without_result() from failed
            return read
        if why_not_completed(status) == "failed":
            raise not_completed(status, activity.id, activity.raw.get("failure"))
        raise self._not_completed(status, _WHY.get(status, _STATUS_IS_UNKNOWN))

    def _not_completed(self, status: str, why: str) -> NotCompleted:
        return NotCompleted(
            f"the activity is not completed; its status is {shown_status(status)}; {why}",
            status=status,
            reason=why_not_completed(status),
            activity_id=self.activity_id,
        )

    def _without_result(self) -> NotCompleted:
        return NotCompleted(
            "the activity is completed, but the answer lacks its result; wait for the activity again, to get "
            "the result; a new request would do it twice",
            status=self._status,
            reason="outcome-unknown",
            activity_id=self.activity_id,
        )

    def _outcome_unknown(self, failed: SealwaxError, how_to_ask: str) -> NotCompleted:
        why = "no answer arrived" if isinstance(failed, NotCompleted) else failed
        error = NotCompleted(
            f"it is unknown whether the service completed {clip(self.operation, MAX_SHOWN_NAME)}: {why}; "
            f"{how_to_ask}",
            status=self._status,
            reason="outcome-unknown",
            activity_id=self.activity_id,
        )
        # A repeated call can find out what the cause did not say.
        error.retryable = failed.retryable
        return error

    def _is_transient(self, error: SealwaxError) -> bool:
        """Whether the same bytes can soon get a different answer."""
        if isinstance(error, ServiceError):
            status = error.http_status
            if status is None:
                status = _STATUS_OF_CODE.get(error.service_code or 0)
            return status in self._retry.statuses
        return error.retryable

    def _left(self) -> float:
        now = self._clock()
        if self._deadline is None:
            self._deadline = now + self._seconds
        return self._deadline - now


def _pauses(retry: RetryPolicy) -> Iterator[float]:
    """The pauses of a policy, in seconds, without jitter."""
    seconds, longest = retry.first_pause.total_seconds(), retry.longest_pause.total_seconds()
    while True:
        yield seconds
        seconds = min(2 * seconds, longest)


_TIME_IS_OVER = "the timeout has passed; ask the service for the activity again later"
_TIME_OR_ATTEMPTS_ARE_OVER = (
    "the timeout has passed, or no attempt is left; ask the service for the activity again later"
)
_STATUS_IS_UNKNOWN = "this status is unknown; update sealwax, or ask the service for the activity"
_WHY = {
    CONSENSUS_NEEDED: "others must approve it first; then wait for it again",
    AUTHENTICATORS_NEEDED: "it needs more authenticators; then wait for it again",
}


def is_vote(request: SealedRequest[Any]) -> bool:
    """Whether a request is a vote, whose answer can be the activity to vote on."""
    return request.url.endswith(_VOTES)


def _activity_in(read: object) -> ActivityRecord:
    if not isinstance(read, ActivityRecord):
        raise TypeError(f"request must read an activity, not {type(read).__name__}")
    return read


def _is_refusal(error: SealwaxError) -> bool:
    """Whether an error of the service implies that it did nothing."""
    if not isinstance(error, ServiceError):
        return False
    if error.http_status is None:
        return error.service_code in _REFUSAL_CODES
    return _FIRST_REFUSAL <= error.http_status <= _LAST_REFUSAL
