import asyncio
import subprocess
import sys

import httpx
import pytest

from sealwax import ApiKey, ApiKeyStamper
from sealwax.errors import install_command
from sealwax.integrations.httpx import AsyncStampTransport, StampTransport, WrongOrigin
from sealwax.operations import AUTH_PROXY_URL, PUBLIC_API_URL

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


@pytest.mark.parametrize(
    ("base_url", "environment", "proxy"),
    [
        ("https://example.com", {}, None),
        ("https://example.com", {"HTTPS_PROXY": "http://proxy:1"}, "http://proxy:1"),
        ("https://example.com", {"https_proxy": "proxy:1"}, "http://proxy:1"),
        ("https://example.com", {"ALL_PROXY": "http://proxy:1"}, "http://proxy:1"),
        ("https://example.com", {"HTTP_PROXY": "http://proxy:1"}, None),
        ("https://example.com", {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "example.com"}, None),
        ("https://example.com", {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "*"}, None),
        (
            "https://example.com",
            {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "example.org"},
            "http://proxy:1",
        ),
        *(
            (
                f"{scheme}://{host}:8080",
                dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "proxy:1"),
                None,
            )
            for scheme in ("http", "https")
            for host in ("127.0.0.1", "127.8.0.1", "localhost", "[::1]")
        ),
    ],
)
def test_the_proxy_of_the_environment(
    base_url: str, environment: dict[str, str], proxy: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    used: list[object] = []

    def make(*, proxy: object) -> Inner:
        used.append(proxy)
        return Inner()

    def make_async(*, proxy: object) -> AsyncInner:
        used.append(proxy)
        return AsyncInner()

    monkeypatch.setattr(httpx, "HTTPTransport", make)
    monkeypatch.setattr(httpx, "AsyncHTTPTransport", make_async)
    StampTransport(STAMPER, base_url=base_url)
    AsyncStampTransport.for_auth_proxy("c", base_url=base_url)
    assert used == [proxy, proxy]


@pytest.mark.parametrize("name", ["httpx", "requests", "aiohttp"])
@pytest.mark.slow
def test_without_the_client_the_error_says_what_to_install(name: str) -> None:
    code = (
        f"import sys; sys.modules[{name!r}] = None\n"
        "from sealwax import MissingExtra\n"
        f"try: import sealwax.integrations.{name}\n"
        "except MissingExtra as error: print(error.extra, error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{name} ")
    assert done.stdout.endswith(f"run: {install_command(name)}\n")


@pytest.mark.slow
def test_another_missing_module_is_not_blamed_on_the_client() -> None:
    code = (
        "import sys; sys.modules['httpcore'] = sys.modules['anyio'] = None; import sealwax.integrations.httpx"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "ModuleNotFoundError" in done.stderr.splitlines()[-1]
