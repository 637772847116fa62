import asyncio

import httpx
import pytest

from sealwax import ApiKey, ApiKeyStamper
from sealwax.integrations import credentials, environment
from sealwax.integrations.httpx import AsyncStampTransport, StampTransport, WrongOrigin
from sealwax.operations import AUTH_PROXY_URL, PUBLIC_API_URL
from tests.forks import be_another_process

STAMPER = ApiKeyStamper(ApiKey.from_private_key("1f" * 32))


class Inner(httpx.BaseTransport):
    """Records requests in place of sending them."""

    def __init__(self) -> None:
        self.requests: list[httpx.Request] = []
        self.closed = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        return httpx.Response(200)

    def close(self) -> None:
        self.closed += 1


class AsyncInner(httpx.AsyncBaseTransport):
    """Records requests in place of sending them."""

    def __init__(self) -> None:
        self.requests: list[httpx.Request] = []
        self.closed = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        return httpx.Response(200)

    async def aclose(self) -> None:
        self.closed += 1


def test_production_is_the_default() -> None:
    inner = Inner()
    with httpx.Client(transport=StampTransport(STAMPER, transport=inner)) as client:
        client.post(f"{PUBLIC_API_URL}:443/a", content=b"{}")
        client.post(f"{PUBLIC_API_URL.upper()}/a", content=b"{}")
        for other in (AUTH_PROXY_URL, f"{PUBLIC_API_URL}:444", f"{PUBLIC_API_URL}."):
            with pytest.raises(WrongOrigin) as raised:
                client.post(f"{other}/a", content=b"{}")
            assert raised.value.request.url.host == httpx.URL(other).host
    assert len(inner.requests) == 2
    assert inner.closed == 1
    proxy = StampTransport.for_auth_proxy("c", transport=inner)
    httpx.Client(transport=proxy).post(f"{AUTH_PROXY_URL}/a", content=b"{}")
    assert inner.requests[-1].headers["X-Auth-Proxy-Config-Id"] == "c"


def test_the_callers_request_is_not_changed() -> None:
    inner = Inner()
    request = httpx.Request("POST", PUBLIC_API_URL, content=b"{}", headers={"X-Stamp": "old"})
    StampTransport(STAMPER, transport=inner).handle_request(request)
    assert request.headers["X-Stamp"] == "old"
    assert inner.requests[0].headers["X-Stamp"] != "old"
    assert inner.requests[0].extensions == request.extensions


def test_an_ipv6_address() -> None:
    inner = Inner()
    with httpx.Client(
        transport=StampTransport(STAMPER, base_url="http://[::1]:8080", transport=inner)
    ) as client:
        client.post("http://[::1]:8080/a", content=b"{}")
        with pytest.raises(WrongOrigin):
            client.post("http://[::2]:8080/a", content=b"{}")
    assert len(inner.requests) == 1


def test_asynchronous() -> None:
    inner = AsyncInner()

    async def post() -> None:
        async with httpx.AsyncClient(transport=AsyncStampTransport(STAMPER, transport=inner)) as client:
            await client.post(f"{PUBLIC_API_URL}/a", content=b"{}")

    asyncio.run(post())
    assert (len(inner.requests), inner.closed) == (1, 1)


@pytest.mark.parametrize("transport", [5, "x", AsyncInner(), httpx.Client])
def test_a_transport_is_one(transport: object) -> None:
    with pytest.raises(TypeError, match=r"transport must be an httpx\.BaseTransport"):
        StampTransport(STAMPER, transport=transport)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"transport must be an httpx\.AsyncBaseTransport"):
        AsyncStampTransport(STAMPER, transport=Inner())  # type: ignore[arg-type]


def test_without_a_transport_it_makes_one() -> None:
    StampTransport(STAMPER).close()
    asyncio.run(AsyncStampTransport(STAMPER).aclose())


def test_it_has_the_proxy_and_the_certificates_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    def options(origin: credentials.Origin) -> dict[str, object]:
        return {"proxy": None, "verify": origin}

    used: list[object] = []

    def make(*, proxy: object, verify: object) -> Inner:
        used.append((proxy, verify))
        return Inner()

    def make_async(*, proxy: object, verify: object) -> AsyncInner:
        used.append((proxy, verify))
        return AsyncInner()

    monkeypatch.setattr(environment, "transport_options", options)
    monkeypatch.setattr(httpx, "HTTPTransport", make)
    monkeypatch.setattr(httpx, "AsyncHTTPTransport", make_async)
    StampTransport(STAMPER, base_url="https://example.com")
    AsyncStampTransport.for_auth_proxy("c", base_url="https://example.com")
    assert used == [(None, ("https", "example.com", 443))] * 2


class TestAnotherProcess:
    def test_it_connects_anew(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for transport in (StampTransport(STAMPER), AsyncStampTransport(STAMPER)):
            with monkeypatch.context() as patched:
                here = transport._inner
                assert transport._inner is here
                be_another_process(patched)
                there = transport._inner
                assert there is not here
                assert type(there) is type(here)
                assert transport._inner is there

    def test_a_transport_of_the_callers_is_for_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        inner, other = Inner(), Inner()
        used, unused = (
            httpx.Client(transport=StampTransport(STAMPER, transport=each)) for each in (inner, other)
        )
        used.post(f"{PUBLIC_API_URL}/a", content=b"{}")
        be_another_process(monkeypatch)
        with pytest.raises(ValueError, match="transport was used before this process was forked"):
            used.post(f"{PUBLIC_API_URL}/a", content=b"{}")
        # It closes nothing of the other's.
        used.close()
        assert (len(inner.requests), inner.closed) == (1, 0)
        unused.post(f"{PUBLIC_API_URL}/a", content=b"{}")
        unused.close()
        assert (len(other.requests), other.closed) == (1, 1)

    def test_asynchronously(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async def post() -> AsyncInner:
            inner = AsyncInner()
            client = httpx.AsyncClient(transport=AsyncStampTransport(STAMPER, transport=inner))
            await client.post(f"{PUBLIC_API_URL}/a", content=b"{}")
            be_another_process(monkeypatch)
            with pytest.raises(ValueError, match="pass a transport that this process made"):
                await client.post(f"{PUBLIC_API_URL}/a", content=b"{}")
            await client.aclose()
            return inner

        inner = asyncio.run(post())
        assert (len(inner.requests), inner.closed) == (1, 0)
