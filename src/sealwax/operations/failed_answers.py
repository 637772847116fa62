"""Answers that are failures: errors of the service, and what a proxy or a network's login page gave."""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from datetime import datetime, timedelta, timezone
from typing import TypeGuard

import msgspec

from sealwax._codec.clock import to_instant
from sealwax._codec.strict_json import convert_json, decode_json
from sealwax._codec.violations import clip
from sealwax._limits import MAX_SHOWN_MESSAGE, MAX_SHOWN_NAME
from sealwax.errors import MalformedInput, ServiceError

_OK = 200
_ERROR_CODE = "turnkeyErrorCode"
_SECONDS = re.compile(r"[0-9]{1,9}")

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


class _ErrorAnswer(msgspec.Struct, frozen=True):
    message: str
    code: int | None = None
    details: list[dict[str, object]] = []
    error_code: object = msgspec.field(name=_ERROR_CODE, default=None)

    @property
    def documented_code(self) -> str | None:
        """The documented name of the error: that of the first detail with one, or beside the details."""
        named = (detail.get(_ERROR_CODE) for detail in self.details)
        return next(filter(_is_name, (*named, self.error_code)), None)


def _is_name(value: object) -> TypeGuard[str]:
    return (
        isinstance(value, str) and value.isascii() and value.isidentifier() and len(value) <= MAX_SHOWN_NAME
    )


def refuse_service_error(document: Mapping[str, object], known: AbstractSet[str], what: str) -> None:
    """Raise ServiceError if an answer has an error's fields and no known field."""
    if document.keys() >= {"code", "message"} and not document.keys() & known:
        raise service_error(what, convert_json(document, _ErrorAnswer, what))


def check_status(answer: bytes, http_status: int | None, what: str) -> None:
    """Raise ServiceError for any status but 200, with the service's message if it can be read."""
    if http_status in {None, _OK}:
        return
    try:
        error = decode_json(answer, _ErrorAnswer, what)
    except MalformedInput:
        error = _ErrorAnswer(message="")
    raise service_error(what, error, http_status)


def service_error(what: str, error: _ErrorAnswer, http_status: int | None = None) -> ServiceError:
    """Make the exception for an error of the service, or of a proxy in front of it."""
    numbers = {"HTTP status": http_status, "code": error.code}
    shown = ", ".join(f"{name} {number}" for name, number in numbers.items() if number is not None)
    if error.message:
        problem = f"is an error of the service: {clip(error.message, MAX_SHOWN_MESSAGE)}"
    elif http_status in _REDIRECTS:
        problem = "is a redirect, which is never followed; check the base URL, and any proxy"
    else:
        problem = "is an error of the service, or of a proxy in front of it, without a message"
    return ServiceError(
        f"{what} {problem}" + (f" ({shown})" if shown else ""),
        service_code=error.code,
        service_message=error.message,
        error_code=error.documented_code,
        details=tuple(error.details),
        http_status=http_status,
    )


_REDIRECTS = range(300, 400)


def read_retry_after(value: str, *, now: datetime | None = None) -> timedelta | None:
    """Return how long a Retry-After header asks to wait (RFC 9110, section 10.2.3); None for any other value.

    A time that is over asks for no wait.
    """
    text = value.strip()
    if _SECONDS.fullmatch(text):
        return timedelta(seconds=int(text))
    # Few answers have a time there, and the module is large.
    from email.utils import parsedate_to_datetime  # noqa: PLC0415

    try:
        moment = parsedate_to_datetime(text)
        if moment.tzinfo is None:  # as -0000 is read
            moment = moment.replace(tzinfo=timezone.utc)
        return max(moment - to_instant(now), timedelta())
    except (ValueError, OverflowError, TypeError, IndexError):
        return None
