"""Wait for an activity with the caller's sending function; vote on an activity."""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from datetime import datetime, timedelta
from typing import TypeAlias, TypeVar, cast, overload

from sealwax._codec.arguments import require_function, require_type
from sealwax._codec.urls import PUBLIC_API_URL
from sealwax.activities.votes import recompute_fingerprint
from sealwax.errors import SealwaxError
from sealwax.stamps.webauthn import WebAuthnStamper

from . import catalog
from .responses import ActivityRecord, UncheckedActivity
from .retries import DEFAULT_POLICY, SUBMIT, Exchange, Pause, Reply, Send, Steps
from .retry_policy import RetryPolicy, check_timeout
from .sealing import SealedRequest, Stamper, require_stamper

A = TypeVar("A")

Answer: TypeAlias = str | bytes | tuple[str | bytes, int]
"""The return value of a sending function: the answer's body, or the body and HTTP status."""


@overload
def wait(
    send: Callable[[SealedRequest[object]], Awaitable[Answer]],
    request: SealedRequest[A],
    stamper: Stamper,
    *,
    timeout: timedelta,
    retry: RetryPolicy | None = None,
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
    retry: RetryPolicy | None = None,
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
    retry: RetryPolicy | None = None,
    allow_webauthn: bool = False,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] | None = None,
) -> A | Coroutine[object, object, A]:
    """Send a request that changes something, and wait until its activity is completed.

    While the activity is pending, a query asks for it, which is stamped once. A request that the service
    could not answer (429, 502, 503, 504) is sent again, after a pause; ``retry`` changes this. After an
    error, the service may still complete the activity: the error has its id, if known. The same bytes can be
    sent again: they run once.

    Args:
        send: Your function that sends a request and returns the answer's body, or body and HTTP status. If it
            is asynchronous, await the result of ``wait``. Its exceptions are not retried and pass through.
        request: The request of a submit operation.
        stamper: The stamper for asking for the activity.
        timeout: The time for sending and waiting; it comes before the policy's.
        retry: How often and after which pauses to send and to ask again; by default as ``RetryPolicy()``.
        allow_webauthn: Whether ``stamper`` may be a ``WebAuthnStamper``, which needs a second touch of the
            authenticator if the activity is pending.
        clock: Returns the seconds since a fixed moment; it must never go back.
        sleep: Pauses for some seconds; ``time.sleep`` or ``asyncio.sleep`` by default.

    Returns:
        The completed activity, as ``request.read`` reads it.

    Raises:
        NotCompleted: The activity needs approvals or authenticators, failed, was rejected, has an unknown
            status, or was still pending after ``timeout``. Or the outcome is unknown (``outcome_unknown``):
            the answer is an internal error, does not parse, does not belong to the request, or lacks the
            result of a completed activity.
        ServiceError: The service refused the request.
        SealwaxError: The errors of the stamper.
        ValueError: The request is not of a submit operation, or ``stamper`` is a passkey and not allowed.
    """
    require_function(send, "send")
    require_stamper(stamper)
    require_type(request, SealedRequest, "request")
    check_timeout(timeout)
    require_type(retry, (RetryPolicy, type(None)), "retry")
    require_type(allow_webauthn, bool, "allow_webauthn")
    require_function(clock, "clock")
    require_function(sleep, "sleep", optional=True)
    if SUBMIT not in request.url or request.organization_id is None:
        raise ValueError("request must be of a submit operation; a query has no activity to wait for")
    if isinstance(stamper, WebAuthnStamper) and not allow_webauthn:
        raise ValueError(
            "stamper is a passkey, which needs touches; pass ApiKeyStamper or allow_webauthn=True"
        )
    exchange = Exchange(
        request.operation.operation_name, timeout=timeout, clock=clock, retry=retry or DEFAULT_POLICY
    )
    steps = exchange.complete(request, poller=stamper)
    next(steps)
    sent = send(request)
    if inspect.isawaitable(sent):
        # A function that returns one awaitable returns only awaitables.
        send_later = cast("Callable[[SealedRequest[object]], Awaitable[object]]", send)
        sleep_later = cast("Callable[[float], Awaitable[object]]", sleep or asyncio.sleep)
        return _drive_asynchronously(exchange, steps, send_later, sent, sleep_later)
    return _drive(exchange, steps, send, sent, sleep or time.sleep)


def _drive(
    exchange: Exchange,
    steps: Steps[A],
    send: Callable[[SealedRequest[object]], object],
    sent: object,
    sleep: Callable[[float], object],
) -> A:
    came: object = _to_reply(sent)
    while True:
        try:
            step = steps.send(came)
        except StopIteration as done:
            return cast("A", done.value)
        except SealwaxError as error:
            exchange.describe(error)
            raise
        if isinstance(step, Send):
            came = _to_reply(send(step.request))
        else:
            came = sleep(step.seconds) if isinstance(step, Pause) else step.make()


async def _drive_asynchronously(
    exchange: Exchange,
    steps: Steps[A],
    send: Callable[[SealedRequest[object]], Awaitable[object]],
    sent: Awaitable[object],
    sleep: Callable[[float], Awaitable[object]],
) -> A:
    came: object = _to_reply(await sent)
    while True:
        try:
            step = steps.send(came)
        except StopIteration as done:
            return cast("A", done.value)
        except SealwaxError as error:
            exchange.describe(error)
            raise
        if isinstance(step, Send):
            came = _to_reply(await send(step.request))
        else:
            came = await sleep(step.seconds) if isinstance(step, Pause) else step.make()


def _to_reply(answer: object) -> Reply:
    content, http_status = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, None)  # noqa: PLR2004
    if not isinstance(content, (bytes, str)):
        raise TypeError(
            f"send must return the answer's body, or body and HTTP status, not {type(content).__name__}"
        )
    return Reply(content, http_status)


def approve(
    activity: ActivityRecord | str | bytes | Mapping[str, object],
    stamper: Stamper,
    *,
    organization_id: str | None = None,
    request_body: str | bytes | None = None,
    timestamp_ms: int | None = None,
    now: datetime | None = None,
    base_url: str = PUBLIC_API_URL,
) -> SealedRequest[UncheckedActivity]:
    """Make the request that approves an activity, after recomputing its fingerprint.

    The request with the approved fingerprint has the organization, type and parameters that the activity
    shows, so that you approve what you read. Show the user its ``intent``.

    Args:
        activity: The activity, as ``SealedRequest.read`` returned it; or the activity or the answer that
            contains it: JSON text or bytes (at most 4 MiB), or a mapping.
        stamper: The stamper of the voter.
        organization_id: The expected organization's id; None skips the check.
        request_body: The exact body of the activity's request, if no vote in the activity contains it.
        timestamp_ms: The vote's time, in milliseconds since the epoch; pass this or ``now``.
        now: The vote's time, as an aware datetime; by default the system's clock, or the next time that
            this process has not taken.
        base_url: The base URL of the public API: https, or http on this machine.

    Returns:
        The request. The local service answers it with a separate activity for the vote.

    Raises:
        MalformedInput: The activity does not parse.
        BadSignature: No vote's message has the activity's fingerprint; or the request with that fingerprint
            and the activity differ in type or parameters.
        ContextMismatch: The activity or the request is for another organization (``wrong-organization``).
        InvalidRequest: The time or the base URL is not valid.
        SealwaxError: The errors of the stamper.
    """
    voted_in, fingerprint = _recompute(activity, organization_id, request_body)
    vote = catalog.ApproveActivity(fingerprint=fingerprint)
    return vote.seal(stamper, organization_id=voted_in, timestamp_ms=timestamp_ms, now=now, base_url=base_url)


def reject(
    activity: ActivityRecord | str | bytes | Mapping[str, object],
    stamper: Stamper,
    *,
    organization_id: str | None = None,
    request_body: str | bytes | None = None,
    timestamp_ms: int | None = None,
    now: datetime | None = None,
    base_url: str = PUBLIC_API_URL,
) -> SealedRequest[UncheckedActivity]:
    """Make the request that rejects an activity, after recomputing its fingerprint.

    Args:
        activity: The activity, in any form that ``approve`` accepts.
        stamper: The stamper of the voter.
        organization_id: The expected organization's id; None skips the check.
        request_body: The exact body of the activity's request, if no vote in the activity contains it.
        timestamp_ms: The vote's time, in milliseconds since the epoch; pass this or ``now``.
        now: The vote's time, as an aware datetime; by default the system's clock, or the next time that
            this process has not taken.
        base_url: The base URL of the public API: https, or http on this machine.

    Returns:
        The request. The local service answers it with a separate activity for the vote.

    Raises:
        SealwaxError: The errors of ``approve``.
    """
    voted_in, fingerprint = _recompute(activity, organization_id, request_body)
    vote = catalog.RejectActivity(fingerprint=fingerprint)
    return vote.seal(stamper, organization_id=voted_in, timestamp_ms=timestamp_ms, now=now, base_url=base_url)


def _recompute(
    activity: ActivityRecord | str | bytes | Mapping[str, object],
    organization_id: str | None,
    request_body: str | bytes | None,
) -> tuple[str, str]:
    """Return the organization and the recomputed fingerprint of an activity."""
    content = activity.raw if isinstance(activity, ActivityRecord) else activity
    return recompute_fingerprint(content, organization_id=organization_id, request_body=request_body)
