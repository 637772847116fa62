"""A client for asyncio."""

# ruff: noqa: ASYNC109 - the timeout is for all requests of a call, as in the blocking client

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from sealwax._codec.arguments import describe
from sealwax._codec.processes import PerProcess, only_here
from sealwax._codec.urls import PUBLIC_API_URL
from sealwax._limits import MAX_ANSWER_BYTES
from sealwax.integrations import credentials
from sealwax.operations.openapi.description import DescribedAnswer
from sealwax.operations.operation import QueryOperation, SubmitOperation, VoteOperation
from sealwax.operations.paging import Paging
from sealwax.operations.responses import Activity, ActivityRecord, Record, UncheckedActivity
from sealwax.operations.retries import Exchange, NoReply, Pause, Reply, Send
from sealwax.operations.retry_policy import RetryPolicy
from sealwax.operations.sealing import SealedRequest, Stamper
from sealwax.operations.unchecked import UncheckedAnswer
from sealwax.operations.waiting import approve, reject

from . import calls
from .calls import Call, Calls, Done, R, httpx
from .hooks import Attempt, FinishedAttempt

if TYPE_CHECKING:
    # At run time, they would load most of the catalog.
    from sealwax.operations import (
        EarnVault,
        EmailEvent,
        EthTransactionHistoryItem,
        ListActivities,
        ListEarnVaults,
        ListEmailEvents,
        ListEthTransactionHistory,
        ListSecrets,
        ListSolTransactionHistory,
        ListSuborgs,
        ListVerifiedSuborgs,
        ListWalletAccounts,
        Secret,
        SolTransactionHistoryItem,
        WalletAccount,
    )

try:
    import anyio
    import anyio.to_thread
except ImportError as _error:
    raise credentials.missing("httpx", _error, importer="sealwax.client") from None

S = TypeVar("S", bound="AsyncClient")


_LOOP_IS_CLOSED = "Event loop is closed"
"""What asyncio says of a connection of the caller's httpx client that another loop opened."""


class AsyncClient(Calls):
    """Sends operations, retries, and waits for activities, as ``Client`` does, for asyncio.

    A request that the service could not answer (429, 502, 503, 504) or whose connection was lost is sent
    again after a pause, unchanged, until ``timeout``. The pauses are random, up to twice as long each time,
    from 0.5 to 8 seconds, and as long as the service asks for (Retry-After). ``retry`` changes this, for the
    client or for a call. No redirect is followed.

    Tasks may share a client, and so may event loops: each has connections of its own, if the client made its
    httpx client itself. A forked process connects anew. ``pickle`` and ``copy`` refuse it.

    Each call uses the stamper once; a call that waits for an activity uses the ``ApiKeyStamper`` of an
    ``ApiKey`` twice. With any other stamper, ``send`` asks for a pending activity by sending its request
    again.

    The logger ``sealwax.client`` has a line for each attempt and for the id of each activity.

    Args:
        stamper: The stamper of the requests.
        organization_id: The id of the organization to read and to change.
        base_url: The base URL of the public API: https, or http on this machine.
        timeout: How long a call may send, retry and wait, from its first request on; by default the policy's
            timeout, or a minute. It ends at most half a second later, whatever arrives.
        retry: How often and after which pauses to send again, and how often to ask for an activity.
        user_agent: The name and version of your program, such as ``my-sdk/1.2.0``, for the header
            ``User-Agent``, in front of the names of sealwax and httpx.
        before_request: Your function that is called before each attempt, and told its operation and number.
        after_answer: Your function that is called after each attempt, and told its duration and status, too.
            Both run in the thread or the task of the call, must not block, and never see a body or a stamp.
            Each attempt that ``before_request`` saw ends with ``after_answer``. An exception of either ends
            the call.
        http: The ``httpx.AsyncClient`` to send with, for settings of your own: hooks, proxies, certificates,
            a pool, timeouts of an attempt. It stays open, and keeps no cookie of an answer. It is for one
            process: calls raise ``ValueError`` in a process that was forked after its first use. By default
            one is made, which ``aclose`` closes, with the proxy and the certificates that the environment
            names; no proxy is used for this machine.

    Raises:
        InvalidRequest: The base URL is not valid.
        MalformedInput, Unsupported: A variable of the environment has no valid proxy or certificates.
        TypeError: An argument has the wrong type.
        ValueError: ``timeout`` is negative, ``organization_id`` is empty, or ``user_agent`` is not the name
            of a program.
        MissingExtra: The extra ``httpx`` is not installed.
    """

    def __init__(
        self,
        stamper: Stamper,
        *,
        organization_id: str,
        base_url: str = PUBLIC_API_URL,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
        user_agent: str | None = None,
        before_request: Callable[[Attempt], object] | None = None,
        after_answer: Callable[[FinishedAttempt], object] | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(
            stamper,
            organization_id=organization_id,
            base_url=base_url,
            timeout=timeout,
            retry=retry,
            user_agent=user_agent,
            before_request=before_request,
            after_answer=after_answer,
        )
        if http is not None and not isinstance(http, httpx.AsyncClient):
            raise TypeError(f"http must be an httpx.AsyncClient, not {describe(http)}")
        self._callers_http = None
        if http is not None:
            self._callers_http = PerProcess(only_here(http, calls.http_is_of_another_process))
        self._opened: PerProcess[dict[asyncio.AbstractEventLoop, httpx.AsyncClient]] = PerProcess(dict)
        self._transport_options = calls.transport_options(self._base_url) if http is None else {}
        self._sleep: Callable[[float], Awaitable[object]] = anyio.sleep

    def _http(self) -> httpx.AsyncClient:
        """Return the caller's httpx client, or that of the running loop: a connection belongs to its loop."""
        if self._callers_http is not None:
            return self._callers_http.get()
        loop, opened = asyncio.get_running_loop(), self._opened.get()
        if loop not in opened:
            for closed in [each for each in opened if each.is_closed()]:
                opened.pop(closed, None)
            transport = httpx.AsyncHTTPTransport(**self._transport_options)
            opened[loop] = httpx.AsyncClient(transport=transport, **calls.httpx_options())
        return opened[loop]

    def _open_http(self) -> httpx.AsyncClient:
        return calls.require_open(self._http(), is_ours=self._callers_http is None)

    async def aclose(self) -> None:
        """Close the connections of the running loop, unless they are the caller's; ``async with`` does so."""
        # None if only other processes have connections: they close them.
        if self._callers_http is None and self._opened.to_close() is not None:
            await self._http().aclose()

    async def __aenter__(self: S) -> S:  # noqa: PYI019 - Self is in no module of Python 3.10
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    @overload
    async def seal(self, operation: SubmitOperation[R]) -> SealedRequest[Activity[R]]: ...

    @overload
    async def seal(self, operation: QueryOperation[R]) -> SealedRequest[R]: ...

    async def seal(self, operation: object) -> SealedRequest[object]:
        """Make the request of an operation, to send it now and, if need be, once more later.

        Args:
            operation: An operation of ``sealwax.operations``.

        Returns:
            The request, for this client's organization and service. ``send`` and ``submit`` accept it.

        Raises:
            InvalidRequest: A parameter breaks the specification.
            SealwaxError: The errors of the stamper.
        """
        return await self._make(self._sealer(operation))

    @overload
    async def send(
        self,
        operation: SubmitOperation[R],
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> R: ...

    @overload
    async def send(
        self,
        operation: QueryOperation[R],
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> R: ...

    @overload
    async def send(
        self,
        operation: SealedRequest[Activity[R]],
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> R: ...

    @overload
    async def send(
        self,
        operation: SealedRequest[UncheckedAnswer],
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> Mapping[str, object]: ...

    @overload
    async def send(
        self,
        operation: SealedRequest[DescribedAnswer],
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> Record | Mapping[str, object]: ...

    async def send(
        self, operation: object, *, timeout: timedelta | None = None, retry: RetryPolicy | None = None
    ) -> object:
        """Send an operation; wait for the activity if it changes something.

        Args:
            operation: An operation of ``sealwax.operations``, or a request for this service that ``seal``,
                ``SealedRequest.of`` or ``ApiDescription.request`` made. To send one request again later, seal
                it first: the service runs the same bytes once.
            timeout: How long to send and to wait; by default the policy's, or the client's.
            retry: The policy of this call; by default the client's.

        Returns:
            The result. An operation with a ``SubmitOperation`` base, such as ``CreateWallet``, gives the
            record of the completed activity, such as ``CreateWalletResult``; a ``QueryOperation`` gives its
            record. A request gives the same as its operation: a mapping for ``SealedRequest.of``, and a
            record or a mapping for ``ApiDescription.request``.

        Raises:
            NotCompleted: The activity needs approvals or authenticators, failed, was rejected, has an unknown
                status, or was still pending after ``timeout``; the service may have done it, and gave no
                result (``outcome_unknown``); or the service is unreachable.
            ServiceError: The service refused the request.
            InvalidRequest: A parameter breaks the specification.
            SealwaxError: The errors of the stamper and, for a query, of reading the answer.
            ValueError: The request is for another base URL, ``timeout`` is negative, or the client is closed.
        """
        return await self._run(self._sending(operation, timeout, retry))

    def pages(
        self,
        operation: QueryOperation[R],
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> AsyncIterator[R]:
        """List the pages of a long list; each is asked for when it is needed.

        A page has at most 100 records, or the ``limit`` of the operation's pagination options. The pages
        begin after the record that ``after`` names there. With ``before`` alone, they go backwards, from that
        record to the beginning of the list. After an error, go on with ``after`` of the last record.

        Args:
            operation: An operation with pagination options, such as ``ListActivities()``.
            timeout: How long to send the request of one page; by default the policy's, or the client's.
            retry: The policy for the request of one page; by default the client's.

        Returns:
            An iterator over the results that ``send`` returns, without empty ones. It raises the errors of
            ``send``, and ``MalformedInput`` if the service repeats a page.

        Raises:
            TypeError: ``operation`` is not a query.
            ValueError: ``operation`` has no pages.
        """
        return self._pages(Paging(operation), timeout, retry)

    async def _pages(
        self, paging: Paging[R], timeout: timedelta | None, retry: RetryPolicy | None
    ) -> AsyncIterator[R]:
        while paging.query is not None:
            page = await self.send(paging.query, timeout=timeout, retry=retry)
            if paging.advance(page):
                yield page

    @overload
    def items(
        self,
        operation: "ListActivities",
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> "AsyncIterator[UncheckedActivity]": ...

    @overload
    def items(
        self,
        operation: "ListEarnVaults",
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> "AsyncIterator[EarnVault]": ...

    @overload
    def items(
        self,
        operation: "ListEmailEvents",
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> "AsyncIterator[EmailEvent]": ...

    @overload
    def items(
        self,
        operation: "ListEthTransactionHistory",
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> "AsyncIterator[EthTransactionHistoryItem]": ...

    @overload
    def items(
        self,
        operation: "ListSecrets",
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> "AsyncIterator[Secret]": ...

    @overload
    def items(
        self,
        operation: "ListSolTransactionHistory",
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> "AsyncIterator[SolTransactionHistoryItem]": ...

    @overload
    def items(
        self,
        operation: "ListSuborgs | ListVerifiedSuborgs",
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> "AsyncIterator[str]": ...

    @overload
    def items(
        self,
        operation: "ListWalletAccounts",
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> "AsyncIterator[WalletAccount]": ...

    def items(
        self,
        operation: object,
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> AsyncIterator[object]:
        """List the records of a long list; each page is asked for when its first record is needed.

        Args:
            operation: An operation with pagination options, such as ``ListActivities()``.
            timeout: How long to send the request of one page; by default the policy's, or the client's.
            retry: The policy for the request of one page; by default the client's.

        Returns:
            An iterator over the records of ``pages``, such as the activities. With ``before`` alone in the
            pagination options, the pages go backwards, and each keeps its order.

        Raises:
            TypeError: ``operation`` is not a query.
            ValueError: ``operation`` has no pages.
        """
        return self._items(Paging(cast("QueryOperation[Any]", operation)), timeout, retry)

    async def _items(
        self, paging: Paging[Any], timeout: timedelta | None, retry: RetryPolicy | None
    ) -> AsyncIterator[object]:
        async for page in self._pages(paging, timeout, retry):
            for record in paging.records(page):
                yield record

    @overload
    async def submit(
        self,
        operation: SubmitOperation[R] | SealedRequest[Activity[R]],
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> Activity[R]: ...

    @overload
    async def submit(
        self,
        operation: VoteOperation | SealedRequest[UncheckedActivity],
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> UncheckedActivity: ...

    @overload
    async def submit(
        self,
        operation: SealedRequest[DescribedAnswer | UncheckedAnswer],
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> ActivityRecord: ...

    async def submit(
        self, operation: object, *, timeout: timedelta | None = None, retry: RetryPolicy | None = None
    ) -> object:
        """Send an operation that changes something, and return its activity, whatever its status.

        Keep the activity's id, and pass it to ``wait``, in another process too.

        Args:
            operation: The operation or the request, as for ``send``.
            timeout: How long to send; by default the policy's, or the client's.
            retry: The policy of this call; by default the client's.

        Returns:
            The activity, which may be pending, completed or failed.

        Raises:
            NotCompleted: The service may have done it, and gave no activity (``outcome_unknown``); or the
                service is unreachable.
            ServiceError: The service refused the request.
            InvalidRequest: A parameter breaks the specification.
            SealwaxError: The errors of the stamper.
            ValueError: The operation is a query, the request is for another base URL, or ``timeout`` is
                negative.
        """
        return await self._run(self._submitting(operation, timeout, retry))

    @overload
    async def wait(
        self,
        activity_id: str,
        operation: SubmitOperation[R],
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> R: ...

    @overload
    async def wait(
        self,
        activity_id: str,
        operation: None = None,
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> Mapping[str, object]: ...

    async def wait(
        self,
        activity_id: str,
        operation: SubmitOperation[R] | None = None,
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> object:
        """Wait until an activity that was submitted before is completed.

        The call uses the stamper once.

        Args:
            activity_id: The activity's id.
            operation: The operation that it was submitted for, with which the answer is compared; None if
                that is not known any more.
            timeout: How long to wait; by default the policy's, or the client's.
            retry: The policy of this call; by default the client's.

        Returns:
            The result; without the operation, an object with one member that is named after the activity.

        Raises:
            NotCompleted: The activity needs approvals or authenticators, failed, was rejected, has an unknown
                status, or was still pending after ``timeout``; or the service did not tell its status or
                its result (``outcome_unknown``).
            ServiceError: The service refused the question; perhaps it has no such activity.
            SealwaxError: The errors of the stamper.
            ValueError: ``timeout`` is negative.
        """
        return await self._run(self._following(activity_id, operation, timeout, retry))

    async def approve(
        self,
        activity: ActivityRecord | str | bytes | Mapping[str, object],
        *,
        request_body: str | bytes | None = None,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> ActivityRecord:
        """Approve an activity of this organization, after recomputing its fingerprint.

        Args:
            activity: The activity, in any form that ``sealwax.operations.approve`` accepts.
            request_body: The exact body of the activity's request, if no vote in the activity has it as its
                message.
            timeout: How long to send; by default the policy's, or the client's.
            retry: The policy of this call; by default the client's.

        Returns:
            The activity in the answer: that of the request, or that of the vote.

        Raises:
            SealwaxError: The errors of ``sealwax.operations.approve`` and of ``submit``.
            ValueError: ``timeout`` is negative.
        """
        return cast(
            "ActivityRecord", await self._run(self._voting(approve, activity, request_body, timeout, retry))
        )

    async def reject(
        self,
        activity: ActivityRecord | str | bytes | Mapping[str, object],
        *,
        request_body: str | bytes | None = None,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> ActivityRecord:
        """Reject an activity of this organization, after recomputing its fingerprint.

        Args:
            activity: The activity, in any form that ``sealwax.operations.approve`` accepts.
            request_body: The exact body of the activity's request, if no vote in the activity has it as its
                message.
            timeout: How long to send; by default the policy's, or the client's.
            retry: The policy of this call; by default the client's.

        Returns:
            The activity in the answer: that of the request, or that of the vote.

        Raises:
            SealwaxError: The errors of ``approve``.
            ValueError: ``timeout`` is negative.
        """
        return cast(
            "ActivityRecord", await self._run(self._voting(reject, activity, request_body, timeout, retry))
        )

    async def _run(self, call: Call) -> Any:
        came: object = None
        try:
            self._open_http()  # Before a person or a device is asked for a stamp.
            while not isinstance(step := calls.advance(call, came), Done):
                if isinstance(step, Send):
                    came = await self._send(call.exchange, step)
                elif isinstance(step, Pause):
                    came = await self._sleep(step.seconds)
                else:
                    came = await self._make(step.make)
        except BaseException as error:
            call.exchange.describe(error)
            raise
        return step.result

    async def _make(self, make: Callable[[], SealedRequest[Any]]) -> SealedRequest[Any]:
        # In a thread, because a person or a device can take long.
        return make() if self._poller is not None else await anyio.to_thread.run_sync(make)

    async def _send(self, exchange: Exchange, step: Send) -> Reply | NoReply:
        began = self._begin(exchange, step)
        try:
            came = await self._attempt(step)
        except BaseException as error:
            self._end(exchange, step, began, error)
            raise
        self._end(exchange, step, began, came)
        return came

    async def _attempt(self, step: Send) -> Reply | NoReply:
        http, content = calls.for_one_attempt(self._open_http(), _forget_location), bytearray()
        try:
            with anyio.fail_after(step.seconds):
                request = http.build_request(**calls.request_options(step, http, self._user_agent))
                response = await http.send(request, stream=True, follow_redirects=False)
                async with aclosing(response):
                    if response.is_stream_consumed:  # A hook has read it.
                        return calls.to_reply(response, response.content)
                    async for chunk in response.aiter_raw():
                        content += chunk
                        if len(content) > MAX_ANSWER_BYTES:
                            break
        except TimeoutError:
            return calls.TOO_SLOW
        except httpx.TransportError as error:
            return calls.to_no_reply(error)
        except RuntimeError as error:
            if str(error) != _LOOP_IS_CLOSED:
                raise
            return calls.OTHER_LOOP
        return calls.to_reply(response, bytes(content))


async def _forget_location(response: httpx.Response) -> None:
    response.headers.pop("Location", None)
