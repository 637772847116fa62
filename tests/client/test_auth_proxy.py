"""The clients of the auth proxy: what they send, what they send again, and what they refuse."""

import asyncio
import copy
import pickle
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest

from sealwax import InvalidRequest, MalformedInput, NotCompleted, ServiceError
from sealwax.client import AsyncAuthProxyClient, Attempt, AuthProxyClient, FinishedAttempt
from sealwax.client.auth_proxy import _NoStamper
from sealwax.operations import (
    AuthProxyOperation,
    GetAccount,
    ListPrivateKeys,
    OtpVerify,
    ProxyOauthLogin,
    ProxySignup,
    RetryPolicy,
    SignupV2,
)
from sealwax_service import LocalService
from tests.client.clients import NO_CERTIFICATES, Clock, Kind

Answer = Callable[[httpx.Request], httpx.Response]

CONTACT = "root@example.com"
SIGNUP = SignupV2(api_keys=[], authenticators=[], oauth_providers=[])
ACCOUNT = GetAccount(filter_type="EMAIL", filter_value=CONTACT)
VERIFY = OtpVerify(otp_id="o", otp_code="c", public_key="02ab")


class Proxy:
    """A client of a kind, with a clock of the tests' own."""

    def __init__(self, kind: Kind, base_url: str, configuration_id: str = "c", **http: Any) -> None:
        self.kind, self.clock = kind, Clock()
        self._configuration_id = configuration_id
        self.settings: dict[str, Any] = {"base_url": base_url, "timeout": timedelta(seconds=10)}
        self._http = {"trust_env": False, "verify": NO_CERTIFICATES, **http}

    def send(self, operation: Any, **options: Any) -> Any:
        if self.kind == "asynchronous":
            return asyncio.run(self._send_later(operation, **options))
        with (
            httpx.Client(**self._http) as http,
            AuthProxyClient(self._configuration_id, http=http, **self.settings) as client,
        ):
            inner = client._client
            inner._clock, inner._sleep, inner._jitter = self.clock, self.clock.sleep, lambda: 1.0
            return client.send(operation, **options)

    async def _send_later(self, operation: Any, **options: Any) -> Any:
        async with (
            httpx.AsyncClient(**self._http) as http,
            AsyncAuthProxyClient(self._configuration_id, http=http, **self.settings) as client,
        ):
            inner = client._client
            inner._clock, inner._sleep, inner._jitter = self.clock, self.clock.sleep_later, lambda: 1.0
            return await client.send(operation, **options)


def of_service(kind: Kind, service: LocalService) -> Proxy:
    return Proxy(kind, service.auth_proxy_url, service.configuration_id)


def answering(kind: Kind, *answers: httpx.Response | Exception) -> tuple[Proxy, list[httpx.Request]]:
    """A client whose requests get these answers, and the requests."""
    left, got = [*answers], []

    def answer(request: httpx.Request) -> httpx.Response:
        got.append(request)
        given = left.pop(0)
        if isinstance(given, Exception):
            raise given
        return httpx.Response(given.status_code, content=given.content)

    return Proxy(kind, "https://example.com", transport=httpx.MockTransport(answer)), got


def test_a_request(kind: Kind) -> None:
    proxy, got = answering(kind, httpx.Response(200, json={}))
    assert proxy.send(ACCOUNT).organization_id is None
    (request,) = got
    assert str(request.url) == "https://example.com/v1/account"
    assert request.headers["X-Auth-Proxy-Config-Id"] == "c"
    assert not {"origin", "x-stamp"} & {*request.headers}


LOST, UNAVAILABLE = httpx.ReadError("lost"), httpx.Response(503, json={})
REFUSED = httpx.Response(400, json={"code": 3, "message": "no"})
BUSY = httpx.Response(429, json={"code": 8, "message": "busy"})
SESSION = httpx.Response(200, json={"session": "s"})
MADE = httpx.Response(200, json={"organizationId": "o", "userId": "u"})
LOGIN = ProxyOauthLogin(oidc_token="t", public_key="02ab")


@pytest.mark.parametrize(
    ("operation", "answers"),
    [
        (ACCOUNT, [LOST, UNAVAILABLE, httpx.Response(200, json={})]),
        (LOGIN, [LOST, UNAVAILABLE, SESSION]),
        (SIGNUP, [httpx.ConnectError("no"), BUSY, MADE]),
        (ProxySignup(api_keys=[], authenticators=[], oauth_providers=[]), [BUSY, BUSY, MADE]),
    ],
)
def test_it_is_sent_again(kind: Kind, operation: AuthProxyOperation[Any], answers: list[Any]) -> None:
    proxy, got = answering(kind, *answers)
    assert proxy.send(operation)
    assert len({request.content for request in got}) == 1
    assert (len(got), proxy.clock.pauses) == (3, [0.5, 1.0])


@pytest.mark.parametrize(
    ("operation", "answers"),
    [
        (SIGNUP, [LOST]),
        (SIGNUP, [UNAVAILABLE]),
        (SIGNUP, [BUSY, LOST]),
        (SIGNUP, [httpx.Response(200, json={})]),
        (ProxySignup(api_keys=[], authenticators=[], oauth_providers=[]), [LOST]),
        (VERIFY, [LOST, REFUSED]),
        (LOGIN, [UNAVAILABLE, REFUSED]),
    ],
)
def test_an_unknown_outcome(kind: Kind, operation: AuthProxyOperation[Any], answers: list[Any]) -> None:
    proxy, got = answering(kind, *answers)
    with pytest.raises(NotCompleted, match=r"unknown whether the service completed .* GetAccount") as caught:
        proxy.send(operation)
    error = caught.value
    assert (error.outcome_unknown, error.retryable, error.attempts) == (True, False, len(answers))
    assert (error.operation, len(got)) == (operation.operation_name, len(answers))


def test_a_refusal_is_raised_unchanged(kind: Kind) -> None:
    for operation in (ACCOUNT, VERIFY, SIGNUP):
        proxy, _ = answering(kind, REFUSED)
        with pytest.raises(ServiceError) as caught:
            proxy.send(operation)
        assert caught.value.http_status == 400
        assert not caught.value.retryable


def test_the_answer_to_a_query_that_does_not_parse(kind: Kind) -> None:
    proxy, _ = answering(kind, httpx.Response(200, json={"organizationId": 5}))
    with pytest.raises(MalformedInput):
        proxy.send(ACCOUNT)


def test_the_deadline_of_a_call(kind: Kind) -> None:
    proxy, got = answering(kind, *[BUSY] * 9)
    with pytest.raises(ServiceError):
        proxy.send(SIGNUP, timeout=timedelta(seconds=1))
    assert (sum(proxy.clock.pauses), len(got)) == (1.0, 3)


def test_the_settings_of_a_client(kind: Kind) -> None:
    seen: list[Any] = []
    proxy, requests = answering(kind, httpx.Response(503), httpx.Response(503))
    proxy.settings |= {
        "retry": RetryPolicy(max_attempts=1),
        "user_agent": "my-sdk/1.2.0",
        "before_request": seen.append,
        "after_answer": seen.append,
    }
    with pytest.raises(ServiceError):
        proxy.send(ACCOUNT)
    assert len(requests) == 1
    assert requests[0].headers["User-Agent"].startswith("my-sdk/1.2.0 ")
    assert [type(each) for each in seen] == [Attempt, FinishedAttempt]
    with pytest.raises(ServiceError):
        proxy.send(ACCOUNT, retry=RetryPolicy(max_attempts=1, statuses=frozenset()))
    assert len(requests) == 2


def test_operations_of_the_public_api(kind: Kind) -> None:
    proxy, got = answering(kind)
    with pytest.raises(ValueError, match=r"list_private_keys is an operation of the public API; .* Client"):
        proxy.send(ListPrivateKeys())
    for wrong in (None, "account", GetAccount):
        with pytest.raises(TypeError, match="operation must be"):
            proxy.send(wrong)
    assert got == []


@pytest.mark.parametrize("make", [AuthProxyClient, AsyncAuthProxyClient])
def test_arguments(make: Any) -> None:
    for wrong in ("", "a b", "é", "a\n"):
        with pytest.raises(InvalidRequest, match="configuration_id"):
            make(wrong)
    with pytest.raises(TypeError, match="configuration_id"):
        make(None)
    with pytest.raises(InvalidRequest, match="base URL"):
        make("c", base_url="http://example.com")
    with pytest.raises(TypeError, match="timeout"):
        make("c", timeout=5)
    with pytest.raises(TypeError, match="http"):
        make("c", http=5)
    client = make("c")
    for refused in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            refused(client)


def test_a_client_of_its_own() -> None:
    client = AuthProxyClient("c", base_url="http://127.0.0.1:1", timeout=timedelta(0))
    with client, pytest.raises(NotCompleted, match="gave no answer to account"):
        client.send(ACCOUNT)
    with pytest.raises(ValueError, match="client is closed"):
        client.send(ACCOUNT)


def test_nothing_is_stamped() -> None:
    with pytest.raises(NotImplementedError):
        _NoStamper().stamp(b"")
