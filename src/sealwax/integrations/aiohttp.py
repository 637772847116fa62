"""Middleware for aiohttp that stamps requests. It needs the extra ``aiohttp``.

For example::

    async with aiohttp.ClientSession(middlewares=[stamp_middleware(stamper)]) as session:
        await session.post("https://api.turnkey.com/public/v1/query/whoami", json={"organizationId": ...})

aiohttp calls its middlewares at each hop of a redirect, so that each hop is stamped or refused. As with the
other clients, a redirect to another origin is refused even if the session would not follow it.
"""

import asyncio

from sealwax._codec.urls import AUTH_PROXY_URL, PUBLIC_API_URL
from sealwax.errors import ContextMismatch
from sealwax.operations.sealing import Stamper

from . import credentials
from .credentials import Credential

try:
    import aiohttp
except ImportError as _error:
    raise credentials.missing("aiohttp", _error) from None

__all__ = ["WrongOrigin", "auth_proxy_middleware", "stamp_middleware"]


class WrongOrigin(ContextMismatch, aiohttp.ClientError):
    """A request or a redirect is for another origin than the stamper's; nothing was sent there.

    Attributes:
        code: ``wrong-origin``.
    """

    def __init__(self, message: str) -> None:
        ContextMismatch.__init__(self, "wrong-origin", message)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self),)


def stamp_middleware(stamper: Stamper, *, base_url: str = PUBLIC_API_URL) -> aiohttp.ClientMiddlewareType:
    """Make a middleware that stamps the requests of a session to one origin, and refuses others.

    Pass it last in ``middlewares``, so that no other changes the stamped body. A stamp or a configuration id
    among a request's headers is replaced. A request or a redirect to another origin raises ``WrongOrigin``. A
    stream is read whole. The stamper runs in a thread. A request with ``compress`` is refused: aiohttp
    compresses the body after it was stamped. Make a session in each process and event loop.

    The session's and the request's proxies are used, except for requests to this machine.

    Args:
        stamper: The stamper for the bodies; threads may share it.
        base_url: The base URL of the public API: https, or http on this machine. Only its origin counts.

    Returns:
        The middleware.

    Raises:
        InvalidRequest: The base URL is not valid.
    """
    return _middleware(credentials.stamping(stamper, base_url))


def auth_proxy_middleware(
    configuration_id: str, *, base_url: str = AUTH_PROXY_URL
) -> aiohttp.ClientMiddlewareType:
    """Make a middleware that sends the auth proxy's configuration id in place of a stamp.

    Args:
        configuration_id: The id of the auth proxy's configuration.
        base_url: The base URL of the auth proxy.

    Returns:
        The middleware.

    Raises:
        InvalidRequest: The id or the base URL is not valid.
    """
    return _middleware(credentials.configured(configuration_id, base_url))


def _middleware(credential: Credential) -> aiohttp.ClientMiddlewareType:
    async def authorise(
        request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        url = request.url
        host = url.raw_host or ""
        origin = credentials.make_origin(url.scheme, f"[{host}]" if ":" in host else host, url.port)
        if origin != credential.origin:
            raise WrongOrigin(credentials.another_origin(credential.origin))
        if request.compress:
            raise ValueError("compress must not be set: the stamp is over the bytes that are sent")
        if credential.is_local:
            request.update_proxy(None, None, None)
        body = b""
        if not isinstance(request.body, bytes):
            body = await request.body.as_bytes()
            # A stream can be read only once: send the bytes that were stamped. The next hop of a redirect has
            # the content type of this payload.
            content_type = request.headers.get("Content-Type")
            await request.update_body(aiohttp.BytesPayload(body, content_type=content_type))
        for name in credentials.AUTHORISING_HEADERS:
            request.headers.popall(name, None)
        name, value = await asyncio.to_thread(credential.header, body)
        request.headers[name] = value
        response = await handler(request)
        location = response.headers.get("Location")
        if response.status in credentials.REDIRECTS and location is not None and credential.refuses(location):
            response.close()
            raise WrongOrigin(credentials.REDIRECTED)
        return response

    return authorise
