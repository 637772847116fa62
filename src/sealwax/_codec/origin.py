"""Origins, as browsers send them (RFC 6454, section 6.2)."""

import re

_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.ASCII)


def is_origin(text: str) -> bool:
    """Whether a text is an origin; pages without an origin of their own send ``null``, which is not one."""
    return _ORIGIN.fullmatch(text) is not None
