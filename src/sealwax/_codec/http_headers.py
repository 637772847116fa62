"""Read the headers of a request as frameworks provide them.

| input | decision |
|---|---|
| a mapping, a framework's own type with ``items``, or pairs; names and values as text or bytes | read |
| names in any case | read |
| a header twice, or several values for it | refused |
| names as in the environ of WSGI (``HTTP_X_STAMP``), and no wanted header | refused, with the remedy |
| headers that are not wanted | ignored |
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from sealwax.errors import MalformedInput

from .text import decode_utf8

_Text: TypeAlias = str | bytes
_Value: TypeAlias = _Text | Sequence[_Text]
Headers: TypeAlias = Mapping[str, _Value] | Mapping[bytes, _Value] | Iterable[tuple[_Text, _Value]]
"""Headers as frameworks provide them: a mapping, or pairs of name and value, as text or bytes."""


def by_lower_name(*names: str) -> dict[str, str]:
    """Return names of headers by their lower case."""
    return {name.lower(): name for name in names}


def read_headers(headers: Headers, wanted: Mapping[str, str]) -> dict[str, str]:
    """Return the wanted headers of a request, by their names in lower case, as in ``wanted``."""
    found: dict[str, str] = {}
    is_environ = False
    for name, value in _pairs(headers):
        lower = _lower_name(name)
        if lower.startswith("http_") and lower.removeprefix("http_").replace("_", "-") in wanted:
            is_environ = True
        if lower in wanted:
            # Some gateways provide a list for each header.
            for text in value if isinstance(value, (list, tuple)) else (value,):
                if lower in found:
                    raise MalformedInput(f"the header {wanted[lower]} is repeated")
                found[lower] = _header_text(text, wanted[lower])
    if is_environ and not found:
        raise MalformedInput(
            "the headers have names as in the environ of WSGI, such as HTTP_X_STAMP; pass the headers "
            "themselves, such as request.headers"
        )
    return found


_ALL = "all headers of the request, as received"


def _pairs(headers: Headers) -> Iterable[tuple[object, object]]:
    """Yield pairs of name and value from the types of any framework."""
    # Some frameworks' types are not mappings. Only items() yields repeated headers.
    items = getattr(headers, "items", None)
    pairs: object = items() if callable(items) else headers
    if isinstance(pairs, (str, bytes)) or not isinstance(pairs, Iterable):
        raise TypeError(f"headers must be a mapping or pairs, not {type(headers).__name__}; pass {_ALL}")
    for pair in pairs:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:  # noqa: PLR2004 - name and value
            raise TypeError(f"headers must be a mapping or pairs of name and value; pass {_ALL}")
        yield pair[0], pair[1]


def _lower_name(name: object) -> str:
    """Return a header's name in lower case; "" for non-ASCII text, some of which has ASCII lower case."""
    text = name.decode("latin-1") if isinstance(name, bytes) else name
    return text.lower() if isinstance(text, str) and text.isascii() else ""


def _header_text(value: object, name: str) -> str:
    if isinstance(value, bytes):
        return decode_utf8(value, f"the header {name}", advice="pass it as received")
    if not isinstance(value, str):
        raise MalformedInput(f"the header {name} must be str or bytes, not {type(value).__name__}")
    return value
