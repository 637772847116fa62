"""Find the change of a body or signature that explains why a stamp does not verify.

It tries bodies that nobody sent, so it is not beside the verifiers in ``sealwax.stamps``, which accept a body
or refuse it.
"""

import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import permutations
from typing import NamedTuple

import msgspec

from sealwax._codec.base64url import decode_base64url
from sealwax._codec.der import raw_to_der
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import decode_object
from sealwax._crypto.points import P256, SECP256K1
from sealwax._limits import MAX_EXPLAINED_BODY_BYTES, MAX_PERMUTED_MEMBERS
from sealwax.errors import InvalidRequest, SealwaxError
from sealwax.operations import OPERATIONS, is_timely
from sealwax.operations.all_operations import ACTIVITY_TYPES
from sealwax.schemes import SCHEMES, Scheme

from .results import Check

Verifies = Callable[[bytes], bool]
"""Whether the stamp verifies for a body."""

_STAMP = "the stamp"
_SUBMIT_ORDER = ("type", "timestampMs", "organizationId", "parameters", "generateAppProofs")
_RAW_BYTES = 64
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def explain_stamp(header_value: str, body: bytes, now: datetime | None) -> Check:
    """Verify the stamp of an API key, and explain a failure."""
    label = "the stamp, with the body"
    try:
        fields = decode_object(decode_base64url(header_value.strip(), _STAMP), _STAMP)
        public_key, scheme = str(fields["publicKey"]), SCHEMES[str(fields["scheme"])]
        signature = decode_hex(str(fields["signature"]), "the signature")
    except (SealwaxError, KeyError):
        return Check(label, "failed", "the stamp is malformed")
    if _verifies(scheme, public_key, signature)(body):
        return Check(label, "verified", _untimely(body, now) or f"signed by {public_key}")
    cause = (
        _cause_in_signature(scheme, public_key, signature, body)
        or _first(_verifies(scheme, public_key, signature), _bodies(body))
        or "it fits no similar body: the body or the key is different"
    )
    return Check(label, "failed", cause)


def explain_body(verifies: Verifies, body: bytes) -> str | None:
    """Return the body's difference from the signed body; None if no likely change explains it."""
    return _first(verifies, _bodies(body))


def _first(verifies: Verifies, bodies: Iterator[tuple[str, bytes]]) -> str | None:
    tried = set()
    for how, other in bodies:
        if other not in tried and verifies(other):
            return f"it was made for the body {how}; stamp and send exactly the same bytes"
        tried.add(other)
    return None


def _verifies(scheme: Scheme, public_key: str, signature: bytes) -> Verifies:
    try:
        verify = scheme.verifier(decode_hex(public_key, _STAMP), _STAMP)
    except SealwaxError:
        return lambda _body: False

    def verifies(body: bytes) -> bool:
        try:
            verify(signature, body, _STAMP)
        except SealwaxError:
            return False
        return True

    return verifies


def _cause_in_signature(scheme: Scheme, public_key: str, signature: bytes, body: bytes) -> str | None:
    """Look for a signature in another form, or by another scheme."""
    if len(signature) == _RAW_BYTES:
        for order in (P256.group_order, SECP256K1.group_order):
            try:
                der = raw_to_der(signature, order, _STAMP)
            except SealwaxError:
                continue
            if _verifies(scheme, public_key, der)(body):
                return "the signature is raw r and s; the API takes DER"
    for other in SCHEMES.values():
        if other is not scheme and _verifies(other, public_key, signature)(body):
            return f"it was made with the scheme {other.name}; the stamp names {scheme.name}"
    return None


def _bodies(body: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield bodies that may have been signed instead of this one, with their differences."""
    if len(body) > MAX_EXPLAINED_BODY_BYTES:
        yield "without its final newline", body.rstrip(b"\r\n")
        return
    yield from _byte_changes(body)
    try:
        text = body.decode("utf-8-sig")
        document = json.loads(text)
    except (ValueError, RecursionError):
        return
    yield "with its text in Unicode NFC", unicodedata.normalize("NFC", text).encode()
    yield "with its text in Unicode NFD", unicodedata.normalize("NFD", text).encode()
    own = next((written for written, content in _written(document) if content == body), None)
    for how, changed in _documents(document):
        for written, content in _written(changed):
            difference = " and ".join(filter(None, (how, _difference(written, own))))
            yield difference or "after its JSON was parsed and written again", content


def _byte_changes(body: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield changes below JSON."""
    stripped = body.rstrip(b"\r\n")
    yield "without its final newline", stripped
    for newline in (b"\n", b"\r\n"):
        yield "with a final newline", stripped + newline
    if b"\n" in body:
        unix = body.replace(b"\r\n", b"\n")
        yield "with LF for CRLF", unix
        yield "with CRLF for LF", unix.replace(b"\n", b"\r\n")
    yield "without its byte order mark", body.removeprefix(_BYTE_ORDER_MARK)
    yield "with a byte order mark", _BYTE_ORDER_MARK + body


def _documents(document: object) -> Iterator[tuple[str, object]]:
    """Yield documents with the same meaning: numbers in another form, and members in another order."""
    yield "", document
    numbers = (
        ("with numbers as text", _numbers_as_text),
        ("with text as numbers", _text_as_numbers),
        ("with whole numbers without a fraction", _whole),
        ("with whole numbers with a fraction", _fraction),
    )
    for how, change in numbers:
        yield how, _changed(document, change)
        if isinstance(document, dict) and "timestampMs" in document:
            yield how, {**document, "timestampMs": change(document["timestampMs"])}
    for form in ("NFC", "NFD"):
        normalize = _normalizer(form)
        yield f"with its text in Unicode {form}", _changed(document, normalize)
    if isinstance(document, dict):
        yield "with its members in the order of sealwax's operations", _ordered(document)
        yield "with its members sorted", _sorted(document)
        if len(document) <= MAX_PERMUTED_MEMBERS:
            for order in permutations(document):
                yield "with its members in another order", {name: document[name] for name in order}


def _normalizer(form: str) -> Callable[[object], object]:
    if form == "NFC":
        return lambda value: unicodedata.normalize("NFC", value) if isinstance(value, str) else value
    return lambda value: unicodedata.normalize("NFD", value) if isinstance(value, str) else value


def _changed(value: object, change: Callable[[object], object]) -> object:
    if isinstance(value, dict):
        return {name: _changed(item, change) for name, item in value.items()}
    if isinstance(value, list):
        return [_changed(item, change) for item in value]
    return change(value)


def _numbers_as_text(value: object) -> object:
    return str(value) if type(value) in {int, float} else value


def _text_as_numbers(value: object) -> object:
    is_number = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 20  # noqa: PLR2004 - of 64 bits
    return int(str(value)) if is_number else value


def _whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _fraction(value: object) -> object:
    return float(value) if type(value) is int and abs(value) < 1 << 53 else value


def _ordered(document: Mapping[str, object]) -> dict[str, object]:
    """Write the members in the order of their operation."""
    ordered = _in_order(document, _SUBMIT_ORDER)
    parameters = document.get("parameters")
    name = ACTIVITY_TYPES.get(str(document.get("type")))
    if name is not None and isinstance(parameters, dict):
        names = [field.encode_name for field in msgspec.structs.fields(OPERATIONS[name])]
        ordered["parameters"] = _in_order(parameters, names)
    return ordered


def _in_order(document: Mapping[str, object], names: Iterable[str]) -> dict[str, object]:
    return {**{name: document[name] for name in names if name in document}, **document}


def _sorted(value: object) -> object:
    if isinstance(value, dict):
        return {name: _sorted(value[name]) for name in sorted(value)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value


def _html(text: str) -> str:
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


class _Layout(NamedTuple):
    """The white space of a writer of JSON."""

    name: str
    separators: tuple[str, str] | None
    indent: int | str | None


_LAYOUTS = (
    _Layout("without white space", (",", ":"), None),
    _Layout("with a space after commas and colons", None, None),
    _Layout("indented by 2 spaces", None, 2),
    _Layout("indented by 4 spaces", None, 4),
    _Layout("indented by tabs", None, "\t"),
)
_ESCAPES: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("", str),
    ("with <, > and & escaped", _html),
    ("with / escaped", lambda text: text.replace("/", "\\/")),
)


class _Form(NamedTuple):
    """How a document is written: its white space, its escapes, and whether a newline ends it."""

    layout: str
    ascii_escapes: str
    other_escapes: str
    newline: str


_WITHOUT = _Form("", "without escapes", "without escapes", "without its final newline")
"""Descriptions of features that this form lacks."""


def _difference(form: _Form, own: _Form | None) -> str:
    """Describe the difference between a form and the body's own, if that is known."""
    if own is None:
        return ", ".join(filter(None, form))
    parts = zip(form, own, _WITHOUT, strict=True)
    return ", ".join(new or absent for new, old, absent in parts if new != old)


def _written(document: object) -> Iterator[tuple[_Form, bytes]]:
    """Yield a document in the layouts and with the escapes of common writers."""
    for layout, separators, indent in _LAYOUTS:
        for ascii_, escapes in ((False, ""), (True, "with escapes for other characters than ASCII")):
            text = json.dumps(document, ensure_ascii=ascii_, separators=separators, indent=indent)
            for more, escape in _ESCAPES:
                content = escape(text).encode(errors="surrogatepass")
                for newline, end in (("", b""), ("with a final newline", b"\n")):
                    yield _Form(layout, escapes, more, newline), content + end


def _untimely(body: bytes, now: datetime | None) -> str | None:
    """Return the problem with a verified body's time; None for a body without a time, such as a query's."""
    try:
        document = decode_object(body, "the body")
    except SealwaxError:
        return None
    if "timestampMs" not in document:
        return None
    timestamp = document["timestampMs"]
    try:
        timely = is_timely(timestamp, now=now) if isinstance(timestamp, str) else None
    except InvalidRequest:
        timely = None
    if timely is None:
        return "but its timestampMs is not a time: milliseconds since 1970 as decimal text"
    return None if timely else "but the request is too old, or its time is in the future"
