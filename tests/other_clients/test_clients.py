"""The tests of ``tests/integrations/test_clients.py`` that need other clients."""

import asyncio

import pytest

from tests.integrations.clients import OTHERS
from tests.integrations.servers import Recorder, serve_http2
from tests.integrations.test_clients import BODY, STAMPER, check_stamp


class TestProxies:
    """Requests for this machine reach no proxy."""

    @pytest.mark.parametrize("name", ["NO_PROXY", "no_proxy"])
    def test_requests_where_the_environment_excepts_the_host(
        self, name: str, home: Recorder, proxy: Recorder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        import requests  # noqa: PLC0415 - only one session has it

        from sealwax.integrations.requests import StampAuth  # noqa: PLC0415

        monkeypatch.setenv(name, "127.0.0.1")
        with requests.Session() as session:
            session.auth = StampAuth(STAMPER, base_url=home.url)
            session.post(f"{home.url}/a", data=BODY)
        check_stamp(home.received[0])
        assert proxy.received == []

    def test_the_proxies_of_aiohttp(self, home: Recorder, proxy: Recorder) -> None:
        import aiohttp  # noqa: PLC0415 - only one session has it

        from sealwax.integrations.aiohttp import stamp_middleware  # noqa: PLC0415

        async def post() -> None:
            middlewares = [stamp_middleware(STAMPER, base_url=home.url)]
            async with aiohttp.ClientSession(middlewares=middlewares, trust_env=True) as session:
                for own in (None, proxy.url):
                    async with session.post(f"{home.url}/a", data=BODY, proxy=own):
                        pass

        asyncio.run(post())
        for received in home.received:
            check_stamp(received)
        assert (len(home.received), proxy.received) == (2, [])

    def test_aiohttp_asks_the_proxy_for_another_host(self, proxy: Recorder) -> None:
        import aiohttp  # noqa: PLC0415 - only one session has it

        url = "https://example.com"
        with pytest.raises(aiohttp.ClientHttpProxyError) as raised:
            OTHERS["aiohttp"](STAMPER, url, f"{url}/a", body=BODY, proxy=proxy.url)
        # Only a CONNECT, which this proxy doesn't know, reached it.
        assert (raised.value.status, proxy.received) == (501, [])


@pytest.mark.parametrize("compress", [True, "gzip"])
def test_aiohttp_does_not_compress_what_is_stamped(home: Recorder, compress: bool | str) -> None:
    with pytest.raises(ValueError, match="compress must not be set"):
        OTHERS["aiohttp"](STAMPER, home.url, f"{home.url}/a", body=BODY, compress=compress)
    assert home.received == []


def test_what_requests_sends_again_is_valid(home: Recorder) -> None:
    home.answer = lambda _: (503 if len(home.received) < 3 else 200, {})
    assert OTHERS["requests"](STAMPER, home.url, f"{home.url}/a", body=BODY).status == 200
    assert len(home.received) == 3
    for received in home.received:
        check_stamp(received)


def test_http_2() -> None:
    import httpx  # noqa: PLC0415

    from sealwax.integrations.httpx import StampTransport  # noqa: PLC0415

    with serve_http2() as (url, received):
        inner = httpx.HTTPTransport(http1=False, http2=True)
        with httpx.Client(transport=StampTransport(STAMPER, base_url=url, transport=inner)) as client:
            answers = [client.post(f"{url}/{number}", content=BODY) for number in range(3)]
    assert [answer.http_version for answer in answers] == ["HTTP/2"] * 3
    assert len(received) == 3
    for each in received:
        check_stamp(each)
