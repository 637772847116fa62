"""Answers that something else than the service gave: a network's login page, or a proxy."""

from sealwax.errors import MalformedInput

_WHITE_SPACE = b" \t\r\n"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# Of gzip, Zstandard, and zlib with its usual settings. Brotli has none.
_COMPRESSED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
_WHO = "something else than the service answered, such as a proxy or the login page of a network"


def refuse_foreign_answer(content: bytes, label: str) -> None:
    """Raise ``MalformedInput`` for an answer that does not begin as JSON, and name its form."""
    text = content.removeprefix(_BYTE_ORDER_MARK).lstrip(_WHITE_SPACE)
    if text.startswith((b"{", b"[")):
        return
    if not text:
        why = "is empty; send the request again, or check the base URL"
    elif text.startswith(_COMPRESSED):
        why = _compressed("is")
    elif text.startswith(b"<"):
        why = f"is HTML or XML, not JSON: {_WHO}; open the base URL in a browser, or check it"
    elif _is_text(text):
        why = f"is not JSON: {_WHO}; check the base URL"
    else:
        why = _compressed("is not text; it is perhaps")
    raise MalformedInput(f"{label} {why}")


def _compressed(how: str) -> str:
    return (
        f"{how} compressed; decompress it before it is read, or let the proxy that compressed it keep to "
        "`Accept-Encoding: identity`"
    )


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True
