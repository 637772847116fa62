"""Check the hosts in requests, and the addresses of clients.

A page that rebinds its own name to this machine sends that name, so unknown hosts are refused.
"""

import ipaddress
import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final

LOOPBACK: Final = "127.0.0.1"
WEB_SCHEMES: Final = ("http", "https")
_PORT: Final = re.compile(r"[0-9]{1,5}", re.ASCII)
_NAME: Final = re.compile(r"[a-z0-9_]([a-z0-9._-]{0,252}[a-z0-9_])?", re.ASCII)
_KNOWN: Final = 64
"""The number of parsed hosts and addresses that are cached."""


def is_address(text: str) -> bool:
    """Whether a text is an IP address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return "%" not in text


def is_host_name(text: str) -> bool:
    """Whether a text is the name of a host in lower case, or an IP address, without a port."""
    return text == text.lower() and (is_address(text) or _NAME.fullmatch(text) is not None)


@lru_cache(maxsize=_KNOWN)
def is_loopback(host: str) -> bool:
    """Whether a host name is localhost or a loopback address."""
    return host.lower() == "localhost" or (is_address(host) and ipaddress.ip_address(host).is_loopback)


def is_anywhere(address: str) -> bool:
    """Whether an address to listen on stands for every network."""
    return ipaddress.ip_address(address).is_unspecified


@lru_cache(maxsize=_KNOWN)
def plain_address(address: str) -> str:
    """Return the address of a client; convert a mapped IPv6 address to IPv4."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return str(mapped or parsed)


def in_url(host: str) -> str:
    """Write a host in the form of URLs."""
    return f"[{host}]" if ":" in host else host


def _host_of(header: str) -> str | None:
    """Return the host of a Host header, without its port; None if it is malformed."""
    host, _, port = header.partition(":")
    if header.startswith("["):
        host, bracket, port = header[1:].partition("]")
        if not bracket or (port and not port.startswith(":")):
            return None
        port = port.removeprefix(":")
    return host.lower() if not port or _PORT.fullmatch(port) else None


def names_host(header: str, allowed: Collection[str] = ()) -> bool:
    """Whether a Host header names this machine, or one of the hosts that are allowed."""
    host = _host_of(header)
    return host is not None and (is_loopback(host) or host in allowed)


def is_loopback_origin(origin: str) -> bool:
    """Whether the origin of a page is on this machine."""
    scheme, separator, host = origin.partition("://")
    return bool(separator) and scheme in WEB_SCHEMES and names_host(host)
