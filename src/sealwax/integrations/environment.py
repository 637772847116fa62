"""The proxy and the certificates that the environment names, for httpx and the requests to one origin.

httpx itself fails on values that other programs read, such as an address in brackets in ``NO_PROXY``, and its
errors do not name the variable.
"""

import os
import re
import ssl
from collections.abc import Callable
from importlib.util import find_spec
from ipaddress import ip_address, ip_network
from typing import Any, TypeVar
from urllib.request import getproxies, proxy_bypass

from sealwax._codec.urls import is_loopback
from sealwax.errors import MalformedInput, Unsupported

from . import credentials
from .credentials import Origin

try:
    import httpx
except ImportError as _error:
    raise credentials.missing("httpx", _error) from None

T = TypeVar("T")

_SOCKS = frozenset({"socks5", "socks5h"})
_KINDS = frozenset({"http", "https", *_SOCKS})
_HOST = re.compile(rb"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+")
_PORT = re.compile(r":[0-9]+/?\Z")
_LAST_PORT = 65535


def transport_options(origin: Origin) -> dict[str, Any]:
    """Return the options of httpx's transports to an origin: its proxy and its certificates.

    Raises:
        MalformedInput: The proxy that the environment names is not a URL, or its certificates cannot be read.
        Unsupported: httpx does not support the kind of that proxy.
    """
    return {"proxy": find_proxy(origin), "verify": load_certificates(origin)}


def find_proxy(origin: Origin) -> httpx.Proxy | None:
    """Find the proxy that the environment sets for an origin; None for this machine."""
    scheme, host, _ = origin
    if is_loopback(host) or _is_excepted(host):
        return None
    proxies = getproxies()
    protocol = scheme if proxies.get(scheme) else "all"
    found = proxies.get(protocol)
    if not found:
        return None
    kind, separator, _ = found.partition("://")
    if not separator:
        # Without a scheme, any word would be the name of a host.
        kind, found = "http", f"http://{found}" if _PORT.search(found) else ""
    if kind.lower() not in _KINDS:
        raise Unsupported(
            f"{_variable(protocol)} names a proxy of an unsupported kind; set the URL of a proxy that begins "
            "with http://, https:// or socks5://, or unset it"
        )
    proxy = _parse(lambda: httpx.Proxy(found))
    if proxy is None or not has_host(str(proxy.url)):
        raise MalformedInput(
            f"{_variable(protocol)} is not the URL of a proxy; set one such as http://proxy.example:8080, or "
            "unset it"
        )
    if kind.lower() in _SOCKS and find_spec("socksio") is None:
        raise Unsupported(
            f"{_variable(protocol)} names a SOCKS proxy, for which httpx needs the package socksio; run: pip "
            "install 'httpx[socks]'"
        )
    return proxy


def has_host(url: str) -> bool:
    """Whether a URL has a host and a port that can be looked up: an address, or a name in IDNA."""
    parsed = _parse(lambda: httpx.URL(url))
    if parsed is None or not _HOST.fullmatch(parsed.raw_host) or (parsed.port or 0) > _LAST_PORT:
        return False
    # httpx decodes a name, and the codec has the lengths of labels that the lookup of a name requires.
    return bool(_parse(lambda: parsed.host and parsed.raw_host.decode("ascii").encode("idna")))


def load_certificates(origin: Origin) -> ssl.SSLContext:
    """Load the certificates that the environment names, or httpx's; none for an origin without TLS."""
    if origin[0] == "http":
        # Reading those of all authorities takes 50 ms.
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    file, folders = os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")
    if not file and folders and not any(map(os.path.isdir, folders.split(os.pathsep))):
        raise MalformedInput("SSL_CERT_DIR is not a folder; set a folder with certificates, or unset it")
    try:
        return httpx.create_ssl_context()
    except OSError as error:  # also of ssl
        kind = type(error).__name__
    raise MalformedInput(
        f"SSL_CERT_FILE does not name certificates that can be read ({kind}); set a file of certificates in "
        "PEM, or unset it"
    )


def _is_excepted(host: str) -> bool:
    """Whether ``NO_PROXY`` has a host, with or without brackets, or the network of an address."""
    bare = host.strip("[]")
    if proxy_bypass(host) or proxy_bypass(bare):
        return True
    entries = getproxies().get("no", "").replace("[", "").replace("]", "").split(",")
    return any(_is_in_network(bare, entry.strip()) for entry in entries)


def _is_in_network(host: str, entry: str) -> bool:
    try:
        return ip_address(host) in ip_network(entry, strict=False)
    except ValueError:  # a name
        return False


def _variable(protocol: str) -> str:
    """Return the name of the variable that ``getproxies`` took: of two, that in lower case."""
    names = [name for name in os.environ if name.lower() == f"{protocol}_proxy" and os.environ[name]]
    return max(names, default=f"the system's proxy for {protocol}")


def _parse(parse: Callable[[], T]) -> T | None:
    """Parse a URL, or a part of one; None if it is not valid."""
    try:
        return parse()
    except (httpx.InvalidURL, ValueError):  # the second for a name that is not in IDNA
        return None
