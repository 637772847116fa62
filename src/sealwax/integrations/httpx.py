"""Transports for httpx that stamp requests. They need the extra ``httpx``.

For example::

    client = httpx.Client(transport=StampTransport(stamper, base_url=PUBLIC_API_URL))
    client.post("https://api.turnkey.com/public/v1/query/whoami", json={"organizationId": ...})

An ``httpx.Auth`` would send its stamp along with each redirect. A transport stamps a copy of the request at
each hop, so that no other transport of the client sees the stamp.
"""

from functools import partial

from sealwax._codec.processes import given_or_made, used_before_fork
from sealwax._codec.urls import AUTH_PROXY_URL, PUBLIC_API_URL
from sealwax._crypto.secret_types import NeverCopied
from sealwax.errors import ContextMismatch
from sealwax.operations.sealing import Stamper

from . import credentials
from .credentials import Credential

try:
    import anyio.to_thread
    import httpx
except ImportError as _error:
    raise credentials.missing("httpx", _error) from None

from . import environment  # after httpx, so that the error names this module

__all__ = ["AsyncStampTransport", "StampTransport", "WrongOrigin"]


class WrongOrigin(ContextMismatch, httpx.UnsupportedProtocol):
    """A request or a redirect is for another origin than the stamper's; nothing was sent there.

    Attributes:
        code: ``wrong-origin``.
    """

    def __init__(self, message: str, *, request: httpx.Request | None = None) -> None:
        ContextMismatch.__init__(self, "wrong-origin", message)
        self._request = request

    def __reduce__(self) -> tuple[object, ...]:
        # The request can hold secrets.
        return type(self), (str(self),)


class StampTransport(NeverCopied, httpx.BaseTransport):
    """Stamps the requests of an ``httpx.Client`` to one origin, and refuses others.

    Pass it as the client's ``transport``, or in its ``mounts`` for the URL of the API. A stamp or a
    configuration id among a request's headers is replaced. A redirect within the origin is stamped anew; one
    to another origin raises ``WrongOrigin``, also if the client would not follow it.

    The requests go through the proxy that ``HTTPS_PROXY`` or ``ALL_PROXY`` names, unless ``NO_PROXY`` has the
    host, and never for this machine. Pass a transport to use another proxy, or none. The client's own
    ``proxy`` must not be set: httpx sends its requests past this transport, without a stamp.

    Args:
        stamper: The stamper for the bodies; threads may share it.
        base_url: The base URL of the public API: https, or http on this machine. Only its origin counts.
        transport: The transport that sends the stamped requests, with a proxy of its own if it has one; by
            default an ``httpx.HTTPTransport`` with the proxy of the environment. A forked process makes one
            of its own. A transport of yours is for one process: a request raises ``ValueError`` in a process
            that was forked after its first use.

    Raises:
        InvalidRequest: The base URL is not valid.
        MalformedInput, Unsupported: A variable of the environment has no valid proxy or certificates.
    """

    def __init__(
        self,
        stamper: Stamper,
        *,
        base_url: str = PUBLIC_API_URL,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._use(credentials.stamping(stamper, base_url), transport)

    @classmethod
    def for_auth_proxy(
        cls,
        configuration_id: str,
        *,
        base_url: str = AUTH_PROXY_URL,
        transport: httpx.BaseTransport | None = None,
    ) -> "StampTransport":
        """Make a transport that sends the auth proxy's configuration id in place of a stamp.

        Args:
            configuration_id: The id of the auth proxy's configuration.
            base_url: The base URL of the auth proxy.
            transport: The transport that sends the requests; by default as for a stamper.

        Returns:
            The transport.

        Raises:
            InvalidRequest: The id or the base URL is not valid.
        """
        made = cls.__new__(cls)
        made._use(credentials.configured(configuration_id, base_url), transport)  # noqa: SLF001 - its own
        return made

    def _use(self, credential: Credential, transport: httpx.BaseTransport | None) -> None:
        if transport is not None and not isinstance(transport, httpx.BaseTransport):
            raise TypeError(f"transport must be an httpx.BaseTransport, not {type(transport).__name__}")
        self._credential = credential
        options = environment.transport_options(credential.origin) if transport is None else {}
        make = partial(httpx.HTTPTransport, **options)
        self._connected = given_or_made(transport, make, _is_of_another_process)

    @property
    def _inner(self) -> httpx.BaseTransport:
        return self._connected.get()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Stamp a copy of a request, and send it; httpx calls this.

        Args:
            request: The request. Its body is read whole.

        Returns:
            The response.

        Raises:
            WrongOrigin: The request, or a redirect in its response, is for another origin.
            SealwaxError: The errors of the stamper.
        """
        _check_origin(request, self._credential)
        header = self._credential.header(request.read())
        response = self._inner.handle_request(_with_header(request, header))
        if _leads_away(response, self._credential):
            response.close()
            raise WrongOrigin(credentials.REDIRECTED, request=request)
        return response

    def close(self) -> None:
        """Close the transport that sends the requests; the client calls this."""
        inner = self._connected.to_close()
        if inner is not None:
            inner.close()


class AsyncStampTransport(NeverCopied, httpx.AsyncBaseTransport):
    """Stamps the requests of an ``httpx.AsyncClient``, as ``StampTransport`` does.

    The stamper runs in a thread.

    Args:
        stamper: The stamper for the bodies; threads may share it.
        base_url: The base URL of the public API: https, or http on this machine. Only its origin counts.
        transport: The transport that sends the stamped requests, with a proxy of its own if it has one; by
            default an ``httpx.AsyncHTTPTransport`` with the proxy of the environment. Forks are handled as in
            ``StampTransport``.

    Raises:
        InvalidRequest: The base URL is not valid.
        MalformedInput, Unsupported: A variable of the environment has no valid proxy or certificates.
    """

    def __init__(
        self,
        stamper: Stamper,
        *,
        base_url: str = PUBLIC_API_URL,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._use(credentials.stamping(stamper, base_url), transport)

    @classmethod
    def for_auth_proxy(
        cls,
        configuration_id: str,
        *,
        base_url: str = AUTH_PROXY_URL,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> "AsyncStampTransport":
        """Make a transport that sends the auth proxy's configuration id in place of a stamp.

        Args:
            configuration_id: The id of the auth proxy's configuration.
            base_url: The base URL of the auth proxy.
            transport: The transport that sends the requests; by default as for a stamper.

        Returns:
            The transport.

        Raises:
            InvalidRequest: The id or the base URL is not valid.
        """
        made = cls.__new__(cls)
        made._use(credentials.configured(configuration_id, base_url), transport)  # noqa: SLF001 - its own
        return made

    def _use(self, credential: Credential, transport: httpx.AsyncBaseTransport | None) -> None:
        if transport is not None and not isinstance(transport, httpx.AsyncBaseTransport):
            raise TypeError(f"transport must be an httpx.AsyncBaseTransport, not {type(transport).__name__}")
        self._credential = credential
        options = environment.transport_options(credential.origin) if transport is None else {}
        make = partial(httpx.AsyncHTTPTransport, **options)
        self._connected = given_or_made(transport, make, _is_of_another_process)

    @property
    def _inner(self) -> httpx.AsyncBaseTransport:
        return self._connected.get()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Stamp a copy of a request, and send it; httpx calls this.

        Args:
            request: The request. Its body is read whole.

        Returns:
            The response.

        Raises:
            WrongOrigin: The request, or a redirect in its response, is for another origin.
            SealwaxError: The errors of the stamper.
        """
        _check_origin(request, self._credential)
        # In a thread, because a device can take long.
        header = await anyio.to_thread.run_sync(self._credential.header, await request.aread())
        response = await self._inner.handle_async_request(_with_header(request, header))
        if _leads_away(response, self._credential):
            await response.aclose()
            raise WrongOrigin(credentials.REDIRECTED, request=request)
        return response

    async def aclose(self) -> None:
        """Close the transport that sends the requests; the client calls this."""
        inner = self._connected.to_close()
        if inner is not None:
            await inner.aclose()


def _is_of_another_process() -> ValueError:
    return used_before_fork("transport", "pass a transport that this process made")


def _check_origin(request: httpx.Request, credential: Credential) -> None:
    url = request.url
    host = url.raw_host.decode("ascii")
    if (
        credentials.make_origin(url.scheme, f"[{host}]" if ":" in host else host, url.port)
        != credential.origin
    ):
        raise WrongOrigin(credentials.another_origin(credential.origin), request=request)


def _with_header(request: httpx.Request, header: tuple[str, str]) -> httpx.Request:
    """Copy a request, and add the header to the copy: other transports may get the original."""
    copy = httpx.Request(
        request.method,
        request.url,
        headers=request.headers,
        stream=request.stream,
        extensions=request.extensions,
    )
    for name in credentials.AUTHORISING_HEADERS:
        copy.headers.pop(name, None)
    copy.headers[header[0]] = header[1]
    return copy


def _leads_away(response: httpx.Response, credential: Credential) -> bool:
    location = response.headers.get("Location")
    return (
        response.status_code in credentials.REDIRECTS
        and location is not None
        and credential.refuses(location)
    )
