"""Clients of HTTP, called in one way: with what stamps, and the bytes or the object to post."""

import asyncio
import ssl
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

import httpx

from sealwax.integrations.httpx import AsyncStampTransport, StampTransport
from sealwax.operations import Stamper

# By default, each client reads the certificates of all authorities, for 50 ms.
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


class Reply(NamedTuple):
    """The answer of a server, and the headers of the request as the client shows them."""

    status: int
    shown: Mapping[str, str]


class Post(Protocol):
    """Post a body, or an object as JSON."""

    def __call__(
        self,
        stamper: Stamper | str,
        base_url: str,
        url: str,
        *,
        body: Any = None,
        json: Any = None,
        headers: Mapping[str, str] | None = None,
        follow: bool = True,
    ) -> Reply:
        """Post with a stamper, or for the auth proxy with a configuration id."""


def _transport(stamper: Stamper | str, base_url: str) -> StampTransport:
    inner = httpx.HTTPTransport(verify=NO_CERTIFICATES, retries=1)
    if isinstance(stamper, str):
        return StampTransport.for_auth_proxy(stamper, base_url=base_url, transport=inner)
    return StampTransport(stamper, base_url=base_url, transport=inner)


def by_httpx(stamper: Stamper | str, base_url: str, url: str, **given: Any) -> Reply:
    with httpx.Client(transport=_transport(stamper, base_url)) as client:
        return _post(client, url, **given)


def by_httpx_mounts(stamper: Stamper | str, base_url: str, url: str, **given: Any) -> Reply:
    mounts = {base_url: _transport(stamper, base_url)}
    with httpx.Client(mounts=mounts, verify=NO_CERTIFICATES, trust_env=False) as client:
        return _post(client, url, **given)


def _post(client: httpx.Client, url: str, *, body: Any = None, follow: bool = True, **given: Any) -> Reply:
    answer = client.post(url, content=body, follow_redirects=follow, **given)
    return Reply(answer.status_code, answer.request.headers)


def by_httpx_async(
    stamper: Stamper | str, base_url: str, url: str, *, body: Any = None, follow: bool = True, **given: Any
) -> Reply:
    async def stream() -> Any:
        for part in body:
            yield part

    async def post() -> Reply:
        inner = httpx.AsyncHTTPTransport(verify=NO_CERTIFICATES)
        if isinstance(stamper, str):
            transport = AsyncStampTransport.for_auth_proxy(stamper, base_url=base_url, transport=inner)
        else:
            transport = AsyncStampTransport(stamper, base_url=base_url, transport=inner)
        content = body if body is None or isinstance(body, (str, bytes)) else stream()
        async with httpx.AsyncClient(transport=transport) as client:
            answer = await client.post(url, content=content, follow_redirects=follow, **given)
            return Reply(answer.status_code, answer.request.headers)

    return asyncio.run(post())


def by_requests(
    stamper: Stamper | str, base_url: str, url: str, *, body: Any = None, follow: bool = True, **given: Any
) -> Reply:
    import requests  # noqa: PLC0415 - only one session has it
    from urllib3 import Retry  # noqa: PLC0415

    from sealwax.integrations.requests import StampAuth  # noqa: PLC0415

    if isinstance(stamper, str):
        auth = StampAuth.for_auth_proxy(stamper, base_url=base_url)
    else:
        auth = StampAuth(stamper, base_url=base_url)
    with requests.Session() as session:
        session.trust_env = False
        retry = Retry(total=2, status_forcelist=[503], allowed_methods=None, backoff_factor=0)
        session.mount("http://", requests.adapters.HTTPAdapter(max_retries=retry))
        session.auth = auth
        answer = session.post(url, data=body, allow_redirects=follow, **given)
        return Reply(answer.status_code, dict(answer.request.headers))


def by_aiohttp(
    stamper: Stamper | str, base_url: str, url: str, *, body: Any = None, follow: bool = True, **given: Any
) -> Reply:
    import aiohttp  # noqa: PLC0415 - only one session has it

    from sealwax.integrations.aiohttp import auth_proxy_middleware, stamp_middleware  # noqa: PLC0415

    async def stream() -> Any:
        for part in body:
            yield part

    async def post() -> Reply:
        if isinstance(stamper, str):
            middleware = auth_proxy_middleware(stamper, base_url=base_url)
        else:
            middleware = stamp_middleware(stamper, base_url=base_url)
        data = body if body is None or isinstance(body, (str, bytes)) else stream()
        async with (
            aiohttp.ClientSession(middlewares=[middleware]) as session,
            session.post(url, data=data, allow_redirects=follow, **given) as answer,
        ):
            return Reply(answer.status, {})

    return asyncio.run(post())


IN_HTTPX: dict[str, Callable[..., Reply]] = {
    "httpx": by_httpx,
    "httpx-mounts": by_httpx_mounts,
    "httpx-async": by_httpx_async,
}
OTHERS: dict[str, Callable[..., Reply]] = {"requests": by_requests, "aiohttp": by_aiohttp}
