"""Check base URLs (https, or http on this machine; nothing after the path) and browsers' origins."""

import re
from functools import lru_cache

from sealwax._codec.arguments import require_type
from sealwax.errors import InvalidRequest

PUBLIC_API_URL = "https://api.turnkey.com"
"""The base URL of the deployed public API."""

AUTH_PROXY_URL = "https://authproxy.turnkey.com"
"""The base URL of the deployed auth proxy."""

_URL = re.compile(
    r"(?P<scheme>https?)://(?P<host>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>(?:/[A-Za-z0-9._~-]*)*)"
)
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.ASCII)
_API_PATH = re.compile(r"/public/v1/*\Z|(/public)?/v1/(query|submit)/")
_LAST_PORT = 65535


def check_base_url(base_url: str) -> str:
    """Check a base URL, and return it without trailing slashes."""
    require_type(base_url, str, "base_url")
    return _check_text(base_url)


@lru_cache(maxsize=16)
def _check_text(base_url: str) -> str:
    # Most programs send every request to the same URL.
    parts = _URL.fullmatch(base_url)
    if parts is None or not _is_host(parts["host"]) or int(parts["port"] or 0) > _LAST_PORT:
        raise InvalidRequest(
            "the base URL is not valid; give scheme, host and perhaps a path, without user, query or fragment"
        )
    if {".", ".."} & set(parts["path"].split("/")):
        raise InvalidRequest("the path of the base URL must not contain `.` or `..` as a segment")
    if _API_PATH.search(parts["path"]):
        raise InvalidRequest(
            "the base URL must end before /public/v1, which is part of each operation's path"
        )
    if parts["scheme"] != "https" and not is_loopback(parts["host"]):
        raise InvalidRequest(
            "the base URL must be https; http is only allowed for localhost and loopback addresses"
        )
    return base_url.rstrip("/")


def _is_host(host: str) -> bool:
    if not host.startswith("["):
        return True
    # Few programs have an address, and the module is large.
    from ipaddress import IPv6Address  # noqa: PLC0415

    try:
        return bool(IPv6Address(host[1:-1]))
    except ValueError:
        return False


def is_loopback(host: str) -> bool:
    """Whether the host of a checked URL is this machine."""
    from ipaddress import IPv4Address, IPv6Address  # noqa: PLC0415 - as above

    if host.startswith("["):
        # Versions of Python differ on whether an IPv4 address in IPv6 is a loopback address.
        return IPv6Address(host[1:-1]) == IPv6Address("::1")
    try:
        return IPv4Address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def is_origin(text: str) -> bool:
    """Whether a text is an origin (RFC 6454, section 6.2) other than ``null``, which some pages send."""
    return _ORIGIN.fullmatch(text) is not None
