"""The calls of both clients as steps without I/O, and the options and errors of httpx.

``sealwax.operations.retries`` decides which requests are sent again, and when.

| input | decision |
|---|---|
| an answer of more than 4 MiB | cut off, so that it does not parse |
| a redirect | not followed: a stamp is valid at any address; its target is not looked at |
| a cookie | lost with the attempt |
| a content coding | not requested, and not decoded: a small answer could expand to a large one |
| an answer that trickles in, in whatever part | read until the attempt times out |
| a certificate that does not verify | not retried: the next attempt would fail as well |
| 403 or 407 of a proxy | not retried, for the same reason |
"""

import logging
import re
import ssl
from collections.abc import Callable, Mapping
from copy import copy
from datetime import timedelta
from functools import lru_cache, partial
from inspect import iscoroutinefunction
from random import random
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from sealwax import __version__
from sealwax._codec.arguments import require_function, require_type
from sealwax._codec.processes import used_before_fork
from sealwax._codec.urls import check_base_url
from sealwax._codec.violations import clip
from sealwax._crypto.secret_types import NeverCopied
from sealwax._limits import MAX_SHOWN_MESSAGE, MAX_SHOWN_NAME
from sealwax.errors import InvalidRequest
from sealwax.integrations import credentials
from sealwax.keys import ApiKey
from sealwax.operations.operation import Operation
from sealwax.operations.reading import read_activity
from sealwax.operations.responses import Record
from sealwax.operations.retries import (
    DEFAULT_POLICY,
    SUBMIT,
    Exchange,
    NoReply,
    Pause,
    Reply,
    Seal,
    Send,
    Steps,
    is_vote,
)
from sealwax.operations.retry_policy import RetryPolicy, check_timeout
from sealwax.operations.sealing import SealedRequest, Stamper, require_stamper
from sealwax.stamps.api_key import ApiKeyStamper

from .hooks import Attempt, FinishedAttempt

try:
    import httpx as httpx  # noqa: PLC0414 - the clients import it from here, so that the error is one
except ImportError as _error:
    raise credentials.missing("httpx", _error, importer="sealwax.client") from None

from sealwax.integrations import environment  # after httpx, so that the error names the client

R = TypeVar("R", bound=Record)
"""The result of an operation."""
F = TypeVar("F", bound=Callable[..., object])
H = TypeVar("H", bound="httpx.Client | httpx.AsyncClient")

DEFAULT_TIMEOUT = timedelta(minutes=1)
_ATTEMPT_TIMEOUT = httpx.Timeout(30, connect=10)
"""The timeouts of an attempt if the caller's httpx client sets none."""

_PUBLIC_API = "/public/v1/"
_OK = 200
# These errors occur before the request is sent.
_UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)
_LONGEST_CHAIN = 16
# With these, a proxy refuses to connect for whoever asks: forbidden, and authentication required.
_REFUSED_BY_PROXY = frozenset({403, 407})
# Products with versions (RFC 9110, section 10.1.5), without comments.
_PRODUCTS = re.compile(r"(?=.{1,200}\Z)[!#$%&'*+.^_`|~0-9A-Za-z/-]+(?: [!#$%&'*+.^_`|~0-9A-Za-z/-]+)*")
_PROXY_STATUS = re.compile(r"[1-9][0-9]{2}(?= )")

TOO_SLOW = NoReply("the attempt timed out before the answer was complete", may_have_arrived=True)
OTHER_LOOP = NoReply("the connection was opened in an event loop that is closed", may_have_arrived=False)

_logger = logging.getLogger("sealwax.client")
# Without it, Python prints warnings.
_logger.addHandler(logging.NullHandler())


class Call(NamedTuple):
    """The state and the steps of a call."""

    exchange: Exchange
    steps: Steps[Any]


class Done(NamedTuple):
    """The end of a call, and its result."""

    result: Any


class Calls(NeverCopied):
    """The settings of a client, which threads and tasks share, and its calls."""

    def __init__(
        self,
        stamper: Stamper,
        *,
        organization_id: str,
        base_url: str,
        timeout: timedelta | None,
        retry: RetryPolicy | None,
        user_agent: str | None,
        before_request: Callable[[Attempt], object] | None,
        after_answer: Callable[[FinishedAttempt], object] | None,
    ) -> None:
        require_stamper(stamper)
        require_type(organization_id, str, "organization_id")
        if not organization_id:
            raise ValueError("organization_id must not be empty")
        self._base_url = _check_host(check_base_url(base_url))
        self._stamper, self._organization_id = stamper, organization_id
        self._retry = DEFAULT_POLICY if retry is None else _check_policy(retry)
        self._timeout = DEFAULT_TIMEOUT if self._retry.timeout is None else self._retry.timeout
        if timeout is not None:
            self._timeout = check_timeout(timeout)
        self._user_agent = None if user_agent is None else _check_user_agent(user_agent)
        self._before_request = _check_hook(before_request, "before_request")
        self._after_answer = _check_hook(after_answer, "after_answer")
        # Any other stamper may need a person or a device.
        is_in_memory = isinstance(stamper, ApiKeyStamper) and isinstance(stamper.signer, ApiKey)
        self._poller = stamper if is_in_memory else None
        self._clock: Callable[[], float] = monotonic
        self._jitter: Callable[[], float] = random

    def _sealer(self, operation: object) -> Callable[[], SealedRequest[Any]]:
        """Return the function that makes the request of an operation."""
        _require_operation(operation, "submit", "query")
        return partial(
            operation.seal,  # type: ignore[attr-defined] # as was checked
            self._stamper,
            organization_id=self._organization_id,
            base_url=self._base_url,
        )

    def _sending(self, operation: object, timeout: timedelta | None, retry: RetryPolicy | None) -> Call:
        """Send an operation, and wait for its activity."""

        def steps(exchange: Exchange) -> Steps[object]:
            request = yield from self._sealing(operation)
            if SUBMIT not in request.url:
                return (yield from exchange.query(request))
            if is_vote(request):
                raise ValueError("operation is a vote; use submit, approve or reject")
            activity = yield from exchange.complete(request, poller=self._poller)
            return activity.result

        return self._call(operation, timeout, retry, steps)

    def _submitting(self, operation: object, timeout: timedelta | None, retry: RetryPolicy | None) -> Call:
        """Send an operation, and return its activity."""

        def steps(exchange: Exchange) -> Steps[object]:
            request = yield from self._sealing(operation)
            return (yield from exchange.submit(request))

        _refuse_auth_proxy(operation)
        is_query = (
            SUBMIT not in operation.url
            if isinstance(operation, SealedRequest)
            else getattr(operation, "surface", None) == "query"
        )
        if is_query:
            raise ValueError("operation is a query, which has no activity; use send")
        return self._call(operation, timeout, retry, steps)

    def _following(
        self, activity_id: str, operation: object, timeout: timedelta | None, retry: RetryPolicy | None
    ) -> Call:
        """Wait for an activity that was submitted before."""
        require_type(activity_id, str, "activity_id")
        name = "get_activity" if operation is None else _require_operation(operation, "submit")

        def read(answer: Mapping[str, object]) -> Any:
            if isinstance(operation, Operation):
                return operation.read_answer(answer, organization_id=self._organization_id)
            return read_activity(answer, "the answer to get_activity", self._organization_id)

        def steps(exchange: Exchange) -> Steps[object]:
            exchange.activity_id = activity_id
            activity: Any = yield from exchange.follow(
                read, self._stamper, self._organization_id, self._base_url
            )
            return activity.result

        exchange = self._exchange(name, timeout, retry, is_repeatable=True)
        return Call(exchange, steps(exchange))

    def _voting(
        self,
        vote: Callable[..., SealedRequest[Any]],
        activity: object,
        request_body: str | bytes | None,
        timeout: timedelta | None,
        retry: RetryPolicy | None,
    ) -> Call:
        """Approve or reject an activity."""
        make = partial(
            vote,
            activity,
            self._stamper,
            organization_id=self._organization_id,
            request_body=request_body,
            base_url=self._base_url,
        )
        # A repeated vote counts once.
        exchange = self._exchange(f"{vote.__name__}_activity", timeout, retry, is_repeatable=True)

        def steps() -> Steps[object]:
            request = yield Seal(make)
            return (yield from exchange.submit(request))

        return Call(exchange, steps())

    def _sealing(self, operation: object) -> Steps[SealedRequest[Any]]:
        if not isinstance(operation, SealedRequest):
            operation = yield Seal(self._sealer(operation))
        request: SealedRequest[Any] = operation  # type: ignore[assignment] # either way
        return request

    def _call(
        self,
        operation: object,
        timeout: timedelta | None,
        retry: RetryPolicy | None,
        steps: Callable[[Exchange], Steps[object]],
    ) -> Call:
        if isinstance(operation, SealedRequest):
            _refuse_auth_proxy(operation)
            if not operation.url.startswith(self._base_url + _PUBLIC_API):
                raise ValueError(
                    "operation is a request to another base URL than that of this client; make it with the "
                    "client's seal, or with the same base_url"
                )
            name, is_repeatable = operation.operation.operation_name, True
        else:
            name, is_repeatable = _require_operation(operation, "submit", "query"), False
        exchange = self._exchange(name, timeout, retry, is_repeatable=is_repeatable)
        return Call(exchange, steps(exchange))

    def _exchange(
        self, name: str, timeout: timedelta | None, retry: RetryPolicy | None, *, is_repeatable: bool
    ) -> Exchange:
        policy = self._retry if retry is None else _check_policy(retry)
        if timeout is None and retry is not None:
            timeout = retry.timeout
        return Exchange(
            name,
            timeout=self._timeout if timeout is None else check_timeout(timeout),
            clock=self._clock,
            jitter=self._jitter,
            is_repeatable=is_repeatable,
            retry=policy,
        )

    def _begin(self, exchange: Exchange, step: Send) -> float:
        """Tell the hook of an attempt that it begins; return the time."""
        if self._before_request is not None:
            self._before_request(_described(exchange, step))
        return self._clock()

    def _end(
        self, exchange: Exchange, step: Send, began: float, outcome: Reply | NoReply | BaseException
    ) -> None:
        """Log the end of an attempt, and tell the hook."""
        seconds = self._clock() - began
        if not isinstance(outcome, BaseException):
            _log_attempt(exchange, step, outcome, seconds)
        if self._after_answer is not None:
            status, failure = None, None
            if isinstance(outcome, Reply):
                status = outcome.http_status
            else:
                failure = outcome.why if isinstance(outcome, NoReply) else type(outcome).__name__
            duration = timedelta(seconds=seconds)
            self._after_answer(FinishedAttempt(*_described(exchange, step), duration, status, failure))


def _described(exchange: Exchange, step: Send) -> Attempt:
    request = step.request.operation.operation_name
    return Attempt(exchange.operation, request, exchange.attempts, _shown(exchange.activity_id))


def _require_operation(operation: object, *surfaces: str) -> str:
    """Refuse an operation of any other surface; return its name."""
    require_type(operation, Operation, "operation")
    _refuse_auth_proxy(operation)
    surface, name = operation.surface, operation.operation_name  # type: ignore[attr-defined] # as was checked
    if surface not in surfaces:
        raise ValueError(f"operation must be of the surface {' or '.join(surfaces)}, not {surface}")
    return str(name)


def _check_policy(retry: RetryPolicy) -> RetryPolicy:
    require_type(retry, RetryPolicy, "retry")
    return retry


def _check_hook(hook: F | None, name: str) -> F | None:
    """Refuse a hook that would have to be awaited: nothing of it would run."""
    require_function(hook, name, optional=True)
    if iscoroutinefunction(hook):
        raise TypeError(f"{name} must be an ordinary function, not an asynchronous one; it must not block")
    return hook


def _check_user_agent(user_agent: str) -> str:
    require_type(user_agent, str, "user_agent")
    if not _PRODUCTS.fullmatch(user_agent):
        raise ValueError('user_agent must be the name and version of a program, such as "my-sdk/1.2.0"')
    return user_agent


def _refuse_auth_proxy(operation: object) -> None:
    """Refuse an operation of the auth proxy, or a request of one."""
    asked = operation.operation if isinstance(operation, SealedRequest) else operation
    if isinstance(asked, Operation) and asked.surface == "auth_proxy":
        raise ValueError(
            f"{asked.operation_name} is an operation of the auth proxy; send it with AuthProxyClient or "
            "AsyncAuthProxyClient"
        )


def _check_host(base_url: str) -> str:
    """Refuse a base URL whose host nobody can look up: httpx would fail on it with errors of many kinds."""
    if not environment.has_host(base_url):
        raise InvalidRequest("the host in the base URL is neither a name nor an address; check its spelling")
    return base_url


def transport_options(base_url: str) -> dict[str, Any]:
    """Return the options of the transport of the client's own httpx client: its proxy and certificates."""
    return environment.transport_options(credentials.origin_of(base_url))


def httpx_options() -> dict[str, Any]:
    """Return the options of the client's own httpx client, beside its transport."""
    return {
        "headers": {"User-Agent": f"sealwax/{__version__} python-httpx/{httpx.__version__}"},
        "timeout": _ATTEMPT_TIMEOUT,
    }


def for_one_attempt(http: H, forget_location: Callable[[httpx.Response], object]) -> H:
    """Copy an httpx client for one attempt, so that nothing in the answer stays behind or is looked at.

    The copy has the caller's cookies, and those of the answer are lost with it. ``forget_location`` removes
    the target of a redirect, which httpx parses even if it does not follow it.
    """
    attempt, hooks = copy(http), http.event_hooks
    attempt.cookies = http.cookies
    attempt.event_hooks = {**hooks, "response": [*hooks["response"], forget_location]}
    return attempt


def require_open(http: H, *, is_ours: bool) -> H:
    """Return a client unless it was closed: httpx would raise a ``RuntimeError``."""
    if http.is_closed:
        raise ValueError(
            "the client is closed; make a new one, and send within its with block"
            if is_ours
            else "http is closed; pass an httpx client that is open"
        )
    return http


def http_is_of_another_process() -> ValueError:
    """Make the error for a client of the caller's that another process has used."""
    return used_before_fork("http", "pass an httpx client that this process made")


# Parsing the URL takes half of httpx's time to make a request.
_parse_url = lru_cache(maxsize=256)(httpx.URL)


def request_options(
    step: Send,
    http: httpx.Client | httpx.AsyncClient,
    user_agent: str | None,
    limit: Callable[[float], float] = float,
) -> dict[str, Any]:
    """Return the arguments of ``build_request`` for a step; ``limit`` makes a timeout of its seconds."""
    request = step.request
    limits = {
        name: limit(step.seconds if seconds is None else min(seconds, step.seconds))
        for name, seconds in http.timeout.as_dict().items()
    }
    headers = {**request.headers, "Accept-Encoding": "identity"}
    if user_agent is not None:
        headers["User-Agent"] = f"{user_agent} {http.headers.get('User-Agent', '')}".rstrip()
    return {
        "method": request.method,
        "url": _parse_url(request.url),
        "content": request.body,
        "headers": headers,
        "timeout": httpx.Timeout(**limits),
    }


def to_reply(response: httpx.Response, content: bytes) -> Reply:
    """Convert an answer to the outcome of a step."""
    return Reply(content, response.status_code, response.headers.get("Retry-After"))


def to_no_reply(error: httpx.TransportError) -> NoReply:
    """Convert a failure without an answer to the outcome of a step; raise ``WrongOrigin`` unchanged."""
    if isinstance(error, httpx.UnsupportedProtocol):
        raise error
    # The text of other errors can quote the answer.
    said = f": {clip(str(error), MAX_SHOWN_MESSAGE)}" if isinstance(error, httpx.ConnectError) else ""
    refused = _PROXY_STATUS.match(str(error)) if isinstance(error, httpx.ProxyError) else None
    status = refused and int(refused[0])
    return NoReply(
        f"the proxy answered with status {status}" if status else f"{type(error).__name__}{said}",
        may_have_arrived=not isinstance(error, _UNSENT),
        is_final=status in _REFUSED_BY_PROXY or _is_about_a_certificate(error),
    )


def _is_about_a_certificate(error: BaseException) -> bool:
    cause: BaseException | None = error
    for _ in range(_LONGEST_CHAIN):
        if cause is None or isinstance(cause, ssl.SSLCertVerificationError):
            break
        cause = cause.__cause__ or cause.__context__
    return isinstance(cause, ssl.SSLCertVerificationError)


def advance(call: Call, came: object) -> Send | Seal | Pause | Done:
    """Pass on the outcome of the last step, and return the next step, or ``Done``.

    The activity's id is logged as soon as it is known.
    """
    exchange = call.exchange
    known = exchange.activity_id
    try:
        return call.steps.send(came)
    except StopIteration as done:
        return Done(done.value)
    finally:
        if exchange.activity_id != known and _logger.isEnabledFor(logging.INFO):
            activity_id = _shown(exchange.activity_id)
            _logger.info(
                "%s: activity %s",
                exchange.operation,
                activity_id,
                extra={"operation": exchange.operation, "activity_id": activity_id},
            )


def _log_attempt(exchange: Exchange, step: Send, reply: Reply | NoReply, seconds: float) -> None:
    """Log an attempt: never a stamp, a body, or text of the service's."""
    status = reply.http_status if isinstance(reply, Reply) else None
    level = logging.DEBUG if status == _OK else logging.WARNING
    if not _logger.isEnabledFor(level):
        return
    activity_id = _shown(exchange.activity_id)
    _logger.log(
        level,
        "%s: attempt %d, %s, activity %s: %s after %.3f s",
        exchange.operation,
        exchange.attempts,
        step.request.operation.operation_name,
        activity_id,
        f"status {status}" if isinstance(reply, Reply) else reply.why,
        seconds,
        extra={
            "operation": exchange.operation,
            "activity_id": activity_id,
            "attempt": exchange.attempts,
            "http_status": status,
            "duration": seconds,
        },
    )


def _shown(activity_id: str | None) -> str | None:
    return None if activity_id is None else clip(activity_id, MAX_SHOWN_NAME)
