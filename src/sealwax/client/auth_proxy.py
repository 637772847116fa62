"""Clients of the auth proxy, for threads and for asyncio.

Each sends through a ``Client`` or an ``AsyncClient``, with the same retries, deadlines, log and connections.
The auth proxy takes no stamps and has no activities, so it can do the same request twice:

| operation | a request that may have arrived |
|---|---|
| a query of the account or the configuration, a new one-time code | sent again |
| a code or a token, which works once | sent again; an error after that is an unknown outcome |
| a signup | not sent again: the outcome is unknown |
"""

# ruff: noqa: SLF001 - the clients are of this package

from collections.abc import Callable
from datetime import timedelta
from typing import Final, NoReturn, TypeVar

from sealwax._codec.arguments import require_type
from sealwax._codec.urls import AUTH_PROXY_URL
from sealwax._crypto.secret_types import NeverCopied
from sealwax.operations.operation import AuthProxyOperation, Operation
from sealwax.operations.retries import Exchange, Steps
from sealwax.operations.retry_policy import RetryPolicy
from sealwax.operations.sealing import SealedRequest, configured_headers

from .asynchronous import AsyncClient
from .blocking import Client
from .calls import Call, Calls, R, httpx
from .hooks import Attempt, FinishedAttempt

C = TypeVar("C", bound="AuthProxyClient")
A = TypeVar("A", bound="AsyncAuthProxyClient")

_REPEATABLE: Final = frozenset(
    {"account", "otp_init", "otp_init_v2", "wallet_kit_client_params", "wallet_kit_config"}
)
_SIGNUPS: Final = frozenset({"signup", "signup_v2"})


class _NoStamper:
    """Stands for the stamper, which the auth proxy has none of."""

    def stamp(self, body: bytes) -> NoReturn:
        raise NotImplementedError


class AuthProxyClient(NeverCopied):
    """Sends operations of the auth proxy, and retries, as ``Client`` does.

    The proxy answers programs as well as browsers. The list of origins in the dashboard only restricts
    browsers, which send the header ``Origin``: this client sends none, so the list neither refuses nor
    protects it.

    Threads may share a client, and a forked process connects anew. ``pickle`` and ``copy`` refuse it.

    A signup that may have arrived is not sent again, as the service could make a second organization. The
    logger ``sealwax.client`` has a line for each attempt.

    Args:
        configuration_id: The id of the auth proxy's configuration, from the service's dashboard. It is not
            a secret.
        base_url: The base URL of the auth proxy: https, or http on this machine.
        timeout: How long a call may send and retry, as for ``Client``.
        retry: How often and after which pauses to send again, as for ``Client``.
        user_agent: The name and version of your program, as for ``Client``.
        before_request: Your function that is called before each attempt, as for ``Client``.
        after_answer: Your function that is called after each attempt, as for ``Client``.
        http: The ``httpx.Client`` to send with, as for ``Client``.

    Raises:
        InvalidRequest: The configuration id or the base URL is not valid.
        MalformedInput, Unsupported: A variable of the environment has no valid proxy or certificates.
        TypeError: An argument has the wrong type.
        ValueError: ``timeout`` is negative, or ``user_agent`` is not the name of a program.
        MissingExtra: The extra ``httpx`` is not installed.
    """

    def __init__(
        self,
        configuration_id: str,
        *,
        base_url: str = AUTH_PROXY_URL,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
        user_agent: str | None = None,
        before_request: Callable[[Attempt], object] | None = None,
        after_answer: Callable[[FinishedAttempt], object] | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        self._configuration_id = _check_configuration(configuration_id)
        self._client = Client(
            _NoStamper(),
            organization_id=configuration_id,
            base_url=base_url,
            timeout=timeout,
            retry=retry,
            user_agent=user_agent,
            before_request=before_request,
            after_answer=after_answer,
            http=http,
        )

    def close(self) -> None:
        """Close the connections, unless they are those of the caller's client; ``with`` does so."""
        self._client.close()

    def __enter__(self: C) -> C:  # noqa: PYI019 - Self is in no module of Python 3.10
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(
        self,
        operation: AuthProxyOperation[R],
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> R:
        """Send an operation of the auth proxy.

        Args:
            operation: The operation, such as ``OtpInitV2`` or ``SignupV2``.
            timeout: How long to send; by default the policy's, or the client's.
            retry: The policy of this call; by default the client's.

        Returns:
            The answer, such as ``OtpInitV2Result`` or ``Signup``.

        Raises:
            NotCompleted: The service may have done it, and gave no answer (``outcome_unknown``); or the
                service is unreachable.
            ServiceError: The service refused the request; for example, the code is wrong.
            InvalidRequest: A parameter breaks the specification.
            MalformedInput: The answer to a query does not parse.
            ValueError: The operation is not the auth proxy's, ``timeout`` is negative, or the client is
                closed.
        """
        result: R = self._client._run(
            _sending(self._client, self._configuration_id, operation, timeout, retry)
        )
        return result


class AsyncAuthProxyClient(NeverCopied):
    """Sends operations of the auth proxy, and retries, as ``AuthProxyClient`` does, for asyncio.

    Tasks and event loops may share a client, as they may an ``AsyncClient``. ``pickle`` and ``copy`` refuse
    it.

    Args:
        configuration_id: The id of the auth proxy's configuration, from the service's dashboard. It is not
            a secret.
        base_url: The base URL of the auth proxy: https, or http on this machine.
        timeout: How long a call may send and retry, as for ``AsyncClient``.
        retry: How often and after which pauses to send again, as for ``AsyncClient``.
        user_agent: The name and version of your program, as for ``AsyncClient``.
        before_request: Your function that is called before each attempt, as for ``AsyncClient``.
        after_answer: Your function that is called after each attempt, as for ``AsyncClient``.
        http: The ``httpx.AsyncClient`` to send with, as for ``AsyncClient``.

    Raises:
        InvalidRequest: The configuration id or the base URL is not valid.
        MalformedInput, Unsupported: A variable of the environment has no valid proxy or certificates.
        TypeError: An argument has the wrong type.
        ValueError: ``timeout`` is negative, or ``user_agent`` is not the name of a program.
        MissingExtra: The extra ``httpx`` is not installed.
    """

    def __init__(
        self,
        configuration_id: str,
        *,
        base_url: str = AUTH_PROXY_URL,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
        user_agent: str | None = None,
        before_request: Callable[[Attempt], object] | None = None,
        after_answer: Callable[[FinishedAttempt], object] | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._configuration_id = _check_configuration(configuration_id)
        self._client = AsyncClient(
            _NoStamper(),
            organization_id=configuration_id,
            base_url=base_url,
            timeout=timeout,
            retry=retry,
            user_agent=user_agent,
            before_request=before_request,
            after_answer=after_answer,
            http=http,
        )

    async def aclose(self) -> None:
        """Close the connections of the running loop, unless they are the caller's; ``async with`` does so."""
        await self._client.aclose()

    async def __aenter__(self: A) -> A:  # noqa: PYI019 - Self is in no module of Python 3.10
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def send(
        self,
        operation: AuthProxyOperation[R],
        *,
        timeout: timedelta | None = None,
        retry: RetryPolicy | None = None,
    ) -> R:
        """Send an operation of the auth proxy.

        Args:
            operation: The operation, such as ``OtpInitV2`` or ``SignupV2``.
            timeout: How long to send; by default the policy's, or the client's.
            retry: The policy of this call; by default the client's.

        Returns:
            The answer, such as ``OtpInitV2Result`` or ``Signup``.

        Raises:
            NotCompleted: The service may have done it, and gave no answer (``outcome_unknown``); or the
                service is unreachable.
            ServiceError: The service refused the request; for example, the code is wrong.
            InvalidRequest: A parameter breaks the specification.
            MalformedInput: The answer to a query does not parse.
            ValueError: The operation is not the auth proxy's, ``timeout`` is negative, or the client is
                closed.
        """
        call = _sending(self._client, self._configuration_id, operation, timeout, retry)
        result: R = await self._client._run(call)
        return result


def _check_configuration(configuration_id: str) -> str:
    require_type(configuration_id, str, "configuration_id")
    configured_headers(configuration_id, "the client")
    return configuration_id


def _sending(
    client: Calls,
    configuration_id: str,
    operation: AuthProxyOperation[R],
    timeout: timedelta | None,
    retry: RetryPolicy | None,
) -> Call:
    """Make the call that sends an operation of the auth proxy."""
    require_type(operation, Operation, "operation")
    name = operation.operation_name
    if operation.surface != "auth_proxy":
        raise ValueError(f"{name} is an operation of the public API; send it with Client or AsyncClient")
    exchange = client._exchange(name, timeout, retry, is_repeatable=False)
    request = operation.seal(configuration_id=configuration_id, base_url=client._base_url)
    return Call(exchange, _steps(exchange, name, request))


def _steps(exchange: Exchange, name: str, request: SealedRequest[R]) -> Steps[R]:
    if name in _REPEATABLE:
        return (yield from exchange.query(request))
    return (yield from exchange.change(request, sends_again=name not in _SIGNUPS))
