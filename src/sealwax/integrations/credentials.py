"""The header that authorises a request, and the only origin that it is for."""

import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from sealwax._codec.urls import check_base_url, is_loopback
from sealwax.errors import MissingExtra
from sealwax.operations.sealing import (
    CONFIGURATION_HEADER,
    Stamper,
    configured_headers,
    require_stamper,
    stamped_headers,
)
from sealwax.stamps.header import KINDS

Origin = tuple[str, str, int]
"""Scheme, host and port, in lower case; the port defaults to the scheme's."""

AUTHORISING_HEADERS = frozenset({*KINDS, CONFIGURATION_HEADER})
"""The headers that authorise a request. The caller's own are removed: a stamp is for one body."""

REDIRECTS = frozenset({301, 302, 303, 307, 308})

_PORTS = {"http": 80, "https": 443}
# A path on the same host for every client: not //host, nor a variant that browsers read like it.
_PATH_ONLY = re.compile(r"/(?![/\\])[!-\[\]-~]*")


class Credential(NamedTuple):
    """The stamper or token that authorises requests to one origin."""

    origin: Origin
    header: Callable[[bytes], tuple[str, str]]
    """Returns the name and value of the header for a body."""

    @property
    def is_local(self) -> bool:
        """Whether the origin is on this machine, to which no proxy may be used."""
        return is_loopback(self.origin[1])

    def refuses(self, location: str) -> bool:
        """Whether a redirect from this origin leads elsewhere, for any client."""
        scheme, host, port = self.origin
        starts = ["", f"{scheme}://{host}:{port}"]
        if port == _PORTS[scheme]:
            starts.append(f"{scheme}://{host}")
        rests = [location.removeprefix(start) for start in starts if location.startswith(start)]
        return not any(_PATH_ONLY.fullmatch(rest) for rest in rests)


def stamping(stamper: Stamper, base_url: str) -> Credential:
    """Return the credential that stamps requests to the origin of a base URL."""
    require_stamper(stamper)
    return Credential(origin_of(check_base_url(base_url)), lambda body: stamped_headers(stamper, body)[-1])


def configured(configuration_id: str, base_url: str) -> Credential:
    """Return the credential that sends an auth proxy's configuration id to the origin of a base URL."""
    header = configured_headers(configuration_id, "the auth proxy")[-1]
    return Credential(origin_of(check_base_url(base_url)), lambda _body: header)


def origin_of(url: str) -> Origin:
    """Return the origin of a valid URL."""
    parts: SplitResult = urlsplit(url)
    host = (parts.hostname or "").lower()
    return make_origin(parts.scheme, f"[{host}]" if ":" in host else host, parts.port)


def make_origin(scheme: str, host: str, port: int | None) -> Origin:
    """Return the origin with these parts."""
    scheme = scheme.lower()
    return scheme, host.lower(), _PORTS.get(scheme, 0) if port is None else port


def another_origin(origin: Origin) -> str:
    """Make the error for a request to another origin than the credential's."""
    scheme, host, port = origin
    return (
        f"the request is for another origin than {scheme}://{host}:{port}, so it is neither stamped nor "
        "sent; use a client without the stamper for other origins"
    )


PROXIED = (
    "a proxy of the environment would get this request to this machine, so it was not sent; add the host to "
    "NO_PROXY"
)
REDIRECTED = (
    "the service redirects to another origin; the redirect is not followed, because a stamp is valid at any "
    "address"
)


def missing(extra: str, error: ImportError, *, importer: str | None = None) -> MissingExtra:
    """Make the error for an HTTP client that cannot be imported.

    ``importer`` is the module that needs the client: by default, the integration of that name.
    """
    return MissingExtra(extra, f"{importer or f'sealwax.integrations.{extra}'} needs {extra}", error)
