"""Wait for an activity, and vote on one.

| status | decision |
|---|---|
| created, pending | the activity is asked for again, after a pause that doubles from 0.5 s to 8 s |
| completed | the activity is returned |
| consensus needed, authenticators needed | ends with the activity's id: people must act first |
| failed, rejected | ends: that is final |
| any other | ends: the service has a status that is not known here |
"""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping
from datetime import datetime, timedelta
from typing import Any, NoReturn, TypeAlias, TypeVar, cast, overload

from sealwax._codec.arguments import require_function, require_type
from sealwax._codec.strict_json import encode_json
from sealwax.activities.votes import APPROVE_ACTIVITY, REJECT_ACTIVITY, recompute_fingerprint
from sealwax.errors import MalformedInput, NotCompleted
from sealwax.stamps.webauthn import WebAuthnStamper

from .responses import ActivityRecord, not_completed
from .sealing import SealedRequest, Stamper, require_stamper
from .statuses import (
    AUTHENTICATORS_NEEDED,
    COMPLETED,
    CONSENSUS_NEEDED,
    shown_status,
    why_not_completed,
)
from .timestamps import to_timestamp
from .unchecked import UncheckedAnswer
from .urls import PUBLIC_API_URL

A = TypeVar("A")

Answer: TypeAlias = str | bytes | tuple[str | bytes, int]
"""The return value of a sending function: the answer's body, or the body and HTTP status."""

_FIRST_PAUSE = timedelta(milliseconds=500)
_LONGEST_PAUSE = timedelta(seconds=8)
_SUBMIT = "/public/v1/submit/"
_GET_ACTIVITY = "/public/v1/query/get_activity"

_Steps: TypeAlias = Generator[SealedRequest[Any] | timedelta, Any, A]
"""Yields requests to send, whose answers it is sent, and times to pause; returns the activity."""


@overload
def wait(
    send: Callable[[SealedRequest[object]], Awaitable[Answer]],
    request: SealedRequest[A],
    stamper: Stamper,
    *,
    timeout: timedelta,
    allow_webauthn: bool = False,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], Awaitable[object]] | None = None,
) -> Coroutine[object, object, A]: ...


@overload
def wait(
    send: Callable[[SealedRequest[object]], Answer],
    request: SealedRequest[A],
    stamper: Stamper,
    *,
    timeout: timedelta,
    allow_webauthn: bool = False,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] | None = None,
) -> A: ...


def wait(
    send: Callable[[SealedRequest[object]], object],
    request: SealedRequest[A],
    stamper: Stamper,
    *,
    timeout: timedelta,
    allow_webauthn: bool = False,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] | None = None,
) -> A | Coroutine[object, object, A]:
    """Send a request that changes something, and wait until its activity is completed.

    While the activity is pending, it is asked for with requests of their own, each of which is stamped. If
    this ends with an error, the service may still complete the activity: the error has its id. The request
    itself can be sent again, as the service runs the same bytes once.

    Args:
        send: Your function that sends a request and returns the answer's body, or body and HTTP status. If
            it is asynchronous, so is the wait: await its result. Its exceptions pass through.
        request: The request of a submit operation.
        stamper: The stamper for asking for the activity.
        timeout: How long to wait, from the first answer on.
        allow_webauthn: Whether ``stamper`` may be a ``WebAuthnStamper``, with which the user must touch the
            authenticator each time the activity is asked for.
        clock: Gives the seconds that have passed since some moment; it must never go back.
        sleep: Pauses for some seconds; ``time.sleep`` or ``asyncio.sleep`` by default.

    Returns:
        The completed activity, as ``request.read`` reads it.

    Raises:
        NotCompleted: The activity needs approvals or authenticators, failed, was rejected, has an unknown
            status, or was still pending after ``timeout``.
        MalformedInput: An answer does not belong to the request or to its activity.
        SealwaxError: The errors of ``SealedRequest.read`` and of the stamper.
        ValueError: The request is not of a submit operation, or ``stamper`` is a passkey and not allowed.
    """
    require_function(send, "send")
    require_stamper(stamper)
    require_type(request, SealedRequest, "request")
    require_type(timeout, timedelta, "timeout")
    require_type(allow_webauthn, bool, "allow_webauthn")
    require_function(clock, "clock")
    require_function(sleep, "sleep", optional=True)
    if timeout < timedelta():
        raise ValueError("timeout must not be negative")
    if _SUBMIT not in request.url or request.organization_id is None:
        raise ValueError("request must be of a submit operation; a query has no activity to wait for")
    if isinstance(stamper, WebAuthnStamper) and not allow_webauthn:
        raise ValueError(
            "stamper is a passkey, which the user must touch for each poll; pass an ApiKeyStamper, or "
            "allow_webauthn=True"
        )
    steps = _steps(request, stamper, timeout, clock)
    next(steps)
    sent = send(request)
    if inspect.isawaitable(sent):
        return _drive_asynchronously(steps, send, sent, asyncio.sleep if sleep is None else sleep)
    return _drive(steps, send, sent, time.sleep if sleep is None else sleep)


def _steps(
    request: SealedRequest[A], stamper: Stamper, timeout: timedelta, clock: Callable[[], float]
) -> _Steps[A]:
    """Yield each request to send and each pause; return the completed activity."""
    read, activity = _read(request, (yield request))
    deadline = clock() + timeout.total_seconds()
    pause = _FIRST_PAUSE.total_seconds()
    while why_not_completed(activity.status) == "waiting":
        left = deadline - clock()
        if left <= 0:
            raise _ended(activity, "the time to wait for it is over; ask the service for it again later")
        yield timedelta(seconds=min(pause, left))
        pause = min(2 * pause, _LONGEST_PAUSE.total_seconds())
        before = activity
        read, activity = _read(request, (yield _poll(request, activity.id, stamper)))
        if activity.id != before.id:
            raise MalformedInput(
                "the answer to get_activity is another activity; pass each request on as it is"
            )
    if activity.status != COMPLETED:
        _refuse(activity)
    return read


def _read(request: SealedRequest[A], answer: object) -> tuple[A, ActivityRecord]:
    """Read an answer that must be an activity."""
    content, http_status = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, None)  # noqa: PLR2004
    if not isinstance(content, (bytes, str)):
        raise TypeError(
            f"send must return the answer's body, or body and HTTP status, not {type(content).__name__}"
        )
    read = request.read(content, http_status=http_status)
    if not isinstance(read, ActivityRecord):
        raise TypeError(f"request must read an activity, not {type(read).__name__}")
    return read, read


def _poll(request: SealedRequest[Any], activity_id: str, stamper: Stamper) -> SealedRequest[UncheckedAnswer]:
    """Make the request for an activity, to where its own request went."""
    base_url = request.url.rpartition(_SUBMIT)[0]
    body = encode_json({"organizationId": request.organization_id, "activityId": activity_id})
    return SealedRequest.of(_GET_ACTIVITY, body, stamper, base_url=base_url)


def _refuse(activity: ActivityRecord) -> NoReturn:
    """Raise the error for an activity that neither is completed nor will be without somebody's doing."""
    if activity.status == CONSENSUS_NEEDED:
        raise _ended(activity, "others must approve it first; then wait again with the same request")
    if activity.status == AUTHENTICATORS_NEEDED:
        raise _ended(activity, "it needs more authenticators; then wait again with the same request")
    if why_not_completed(activity.status) == "failed":
        raise not_completed(activity.status, activity.id, activity.raw.get("failure"))
    raise _ended(
        activity, "this status is not known here; update sealwax, or ask the service for the activity"
    )


def _ended(activity: ActivityRecord, why: str) -> NotCompleted:
    return NotCompleted(
        f"the activity is not completed; its status is {shown_status(activity.status)}; {why}",
        status=activity.status,
        reason=why_not_completed(activity.status),
        activity_id=activity.id,
    )


def _drive(
    steps: _Steps[A],
    send: Callable[[SealedRequest[object]], object],
    sent: object,
    sleep: Callable[[float], object],
) -> A:
    while True:
        try:
            step = steps.send(sent)
        except StopIteration as done:
            return cast("A", done.value)
        sent = sleep(step.total_seconds()) if isinstance(step, timedelta) else send(step)


async def _drive_asynchronously(
    steps: _Steps[A],
    send: Callable[[SealedRequest[object]], object],
    sent: Awaitable[object],
    sleep: Callable[[float], object],
) -> A:
    while True:
        answer = await sent
        try:
            step = steps.send(answer)
        except StopIteration as done:
            return cast("A", done.value)
        sent = cast(
            "Awaitable[object]", sleep(step.total_seconds()) if isinstance(step, timedelta) else send(step)
        )


def approve(
    activity: ActivityRecord | str | bytes | Mapping[str, object],
    stamper: Stamper,
    *,
    organization_id: str | None = None,
    request_body: str | bytes | None = None,
    timestamp_ms: int | None = None,
    now: datetime | None = None,
    base_url: str = PUBLIC_API_URL,
) -> SealedRequest[UncheckedAnswer]:
    """Make the request that approves an activity, after recomputing its fingerprint.

    The fingerprint that is approved is that of a request whose organization, type and parameters are those
    that the activity shows, so that you approve what you read. Show the user its ``intent``.

    Args:
        activity: The activity, as ``SealedRequest.read`` returned it; or the activity or the answer that
            contains it: JSON text or bytes (at most 4 MiB), or a mapping.
        stamper: The stamper of the voter.
        organization_id: The id of the organization that the activity must be of; None skips the check.
        request_body: The exact body of the activity's request, if no vote in the activity has it as its
            message.
        timestamp_ms: The vote's time, in milliseconds since the epoch; pass this or ``now``.
        now: The vote's time, as an aware datetime; the system's clock by default.
        base_url: The base URL of the public API: https, or http on this machine.

    Returns:
        The request. The local service answers it with an activity of its own, not the one voted on.

    Raises:
        MalformedInput: The activity does not parse.
        BadSignature: No vote's message has the activity's fingerprint; or the request with that fingerprint
            has another type or other parameters than the activity.
        ContextMismatch: The activity is of another organization, or the request is (``wrong-organization``).
        InvalidRequest: The time or the base URL is not valid.
        SealwaxError: The errors of the stamper.
    """
    voted = _recompute(activity, organization_id, request_body)
    return _vote(APPROVE_ACTIVITY, voted, stamper, to_timestamp(timestamp_ms, now), base_url)


def reject(
    activity: ActivityRecord | str | bytes | Mapping[str, object],
    stamper: Stamper,
    *,
    organization_id: str | None = None,
    request_body: str | bytes | None = None,
    timestamp_ms: int | None = None,
    now: datetime | None = None,
    base_url: str = PUBLIC_API_URL,
) -> SealedRequest[UncheckedAnswer]:
    """Make the request that rejects an activity, after recomputing its fingerprint.

    Args:
        activity: The activity, in any form that ``approve`` accepts.
        stamper: The stamper of the voter.
        organization_id: The id of the organization that the activity must be of; None skips the check.
        request_body: The exact body of the activity's request, if no vote in the activity has it as its
            message.
        timestamp_ms: The vote's time, in milliseconds since the epoch; pass this or ``now``.
        now: The vote's time, as an aware datetime; the system's clock by default.
        base_url: The base URL of the public API: https, or http on this machine.

    Returns:
        The request. The local service answers it with an activity of its own, not the one voted on.

    Raises:
        SealwaxError: The errors of ``approve``.
    """
    voted = _recompute(activity, organization_id, request_body)
    return _vote(REJECT_ACTIVITY, voted, stamper, to_timestamp(timestamp_ms, now), base_url)


def _recompute(
    activity: ActivityRecord | str | bytes | Mapping[str, object],
    organization_id: str | None,
    request_body: str | bytes | None,
) -> tuple[str, str]:
    """Return the organization and the recomputed fingerprint of an activity."""
    given = activity.raw if isinstance(activity, ActivityRecord) else activity
    return recompute_fingerprint(given, organization_id=organization_id, request_body=request_body)


def _vote(
    vote: str, voted: tuple[str, str], stamper: Stamper, time_ms: int, base_url: str
) -> SealedRequest[UncheckedAnswer]:
    """Make the request of a vote for the organization and the fingerprint of an activity."""
    organization_id, fingerprint = voted
    body = {
        "type": vote,
        "timestampMs": str(time_ms),
        "organizationId": organization_id,
        "parameters": {"fingerprint": fingerprint},
    }
    path = f"{_SUBMIT}{vote.removeprefix('ACTIVITY_TYPE_').lower()}"
    return SealedRequest.of(path, encode_json(body), stamper, base_url=base_url)
