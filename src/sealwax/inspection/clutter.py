"""Find artifacts in quotes, other encodings, e-mails and lists."""

import base64
import binascii
import html
import quopri
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

import msgspec

from sealwax._codec.strict_json import decode_json
from sealwax._limits import MAX_CLUTTER_CHARACTERS, MAX_FOUND_IN_CLUTTER, MAX_UNCLOSED_OBJECTS
from sealwax.errors import SealwaxError


class Found(NamedTuple):
    """A part of a content that may be an artifact, and its wrapping, such as ``in UTF-16``."""

    how: str
    content: bytes


def unwrapped(content: bytes) -> Iterator[Found]:
    """Yield the parts of a content that may be artifacts, the least changed first; nothing is verified."""
    return islice(_parts(content), MAX_FOUND_IN_CLUTTER)


def decoded(content: bytes) -> tuple[str, str]:
    """Return a content as text, and its encoding in words, empty for UTF-8 without a mark."""
    if content.startswith(_UTF_16_MARKS):
        return "in UTF-16", content.decode("utf-16", errors="replace")
    for place, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if content[place : place + 1] == b"\0":
            return "in UTF-16", content.decode(encoding, errors="replace")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return "", content.decode("cp1252", errors="replace")
    return ("after a byte order mark", text[1:]) if text.startswith("\ufeff") else ("", text)


_UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")


def _parts(content: bytes) -> Iterator[Found]:
    encoding, text = decoded(content)
    text = text.strip()
    if encoding:
        yield Found(encoding, text.encode())
    for how, inner in (*_in_quotes(text), *_in_base64(text, "in base64")):
        yield Found(_both(encoding, how), inner)
    if len(text) > MAX_CLUTTER_CHARACTERS:
        return
    for change, changed in _changes(text):
        for how, found in _objects_of(changed):
            if change or how:
                yield Found(_both(encoding, change, how), found.encode())
    if text.startswith("["):
        yield from (Found(_both(encoding, "in a list"), item) for item in _in_list(text))
    for block in _BASE64_OF_JSON.findall(text):
        for how, inner in _in_base64("".join(block.split()), "in base64"):
            yield Found(_both(encoding, how, "among other text"), inner)


def _both(*words: str) -> str:
    return ", ".join(filter(None, words))


def _in_quotes(text: str) -> Iterator[tuple[str, bytes]]:
    for quote in ("'", '"', "`"):
        if len(text) > 1 and text[0] == text[-1] == quote:
            yield f"in quotes ({quote})", text[1:-1].encode()
            yield f"in quotes ({quote}), with escapes", _unescaped(text[1:-1]).encode()
    if text.startswith("{\\"):
        yield _ESCAPED, _unescaped(text).encode()


_ESCAPED: Final = "with its quotes escaped"


def _unescaped(text: str) -> str:
    return text.replace('\\"', '"').replace("\\\\", "\\")


def _in_base64(text: str, how: str) -> Iterator[tuple[str, bytes]]:
    if BASE64.fullmatch(text):
        for decode in (base64.b64decode, base64.urlsafe_b64decode):
            try:
                inner = decode(text + "=" * (-len(text) % 4))
            except (ValueError, binascii.Error):
                continue
            if inner.lstrip().startswith(b"{"):
                yield how, inner


BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}", re.ASCII)
# The digits of a brace, and of a quote or white space after it; an attachment has lines of 76 of them.
_BASE64_OF_JSON: Final = re.compile(r"\be[wy][A-Za-z0-9+/]{62,74}(?:\r?\n[A-Za-z0-9+/]+)*={0,2}", re.ASCII)


def _in_list(text: str) -> list[bytes]:
    """Return the texts in a JSON array of texts."""
    try:
        return [item.encode() for item in decode_json(text.encode(), list[str], "the list")]
    except SealwaxError:
        return []


# The changes of mail programs.


def _changes(text: str) -> Iterator[tuple[str, str]]:
    """Yield a text, and its probable form before a mail program changed it."""
    yield "", text
    changes = []
    entities = html.unescape(text) if "&quot;" in text or "&#34;" in text else text
    if entities != text:
        changes.append("with &quot; in place of quotes")
    plain = entities.translate(_TYPOGRAPHIC)
    if plain != entities:
        changes.append("with typographic quotes or spaces")
    if changes:
        yield " and ".join(changes), plain
    if _QUOTED_PRINTABLE.search(plain):
        yield (
            _both(*changes, "in the encoding of e-mails"),
            quopri.decodestring(plain.encode()).decode(errors="replace"),
        )
    if '{\\"' in plain:
        yield _both(*changes, _ESCAPED), _unescaped(plain)


_TYPOGRAPHIC: Final = str.maketrans(
    {
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02", '"'),
        **dict.fromkeys("\u00a0\u202f\u2007", " "),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad", ""),
    }
)
_QUOTED_PRINTABLE: Final = re.compile(r"=\r?\n|=22")


def _objects_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield the JSON objects in a text, as they stand and with their lines joined."""
    if _is_object(text):
        yield "", text
        return
    for found in _objects(text):
        around = "" if found == text else "among other text"
        yield around, found
        *before, last = _LINE_BREAK.split(found)
        joined = "".join((*(line.rstrip(" \t") for line in before), last))
        if joined != found:
            yield _both("with line breaks in it", around), joined


def _is_object(text: str) -> bool:
    """Tell whether a whole text is one JSON object."""
    if not text.startswith("{"):
        return False
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def without_marks(text: str) -> str:
    """Return a text without the marks that an e-mail has in front of the lines that it answers."""
    return _LINE_START.sub("", text)


_MARKS: Final = r"[ \t>|]*"
_LINE_BREAK: Final = re.compile(rf"\r?\n{_MARKS}")
_LINE_START: Final = re.compile(rf"^{_MARKS}", re.MULTILINE)


def outside_objects(content: bytes) -> Iterator[str]:
    """Yield the text between JSON objects, as it stands and before mail programs changed it."""
    text = decoded(content)[1][:MAX_CLUTTER_CHARACTERS]
    for _, changed in _changes(text):
        rest = changed
        for found in _objects(changed):
            rest = rest.replace(found, "\n")
        yield rest


_START: Final = re.compile(r'\{(?=[\s>|]*")')
# An unclosed string matches up to the end, so that the pattern matches at each quote and the search is
# linear.
_STRING_OR_BRACE: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[{}]', re.DOTALL)


def _objects(text: str) -> Iterator[str]:
    """Yield the outermost JSON objects in a text; the search ends after a few that are not closed."""
    position = unclosed = 0
    while unclosed < MAX_UNCLOSED_OBJECTS:
        start = _START.search(text, position)
        if start is None:
            return
        end = _end_of(text, start.start())
        if end is None:
            unclosed += 1
            position = start.end()
        else:
            yield text[start.start() : end]
            position = end


def _end_of(text: str, start: int) -> int | None:
    """Return the end of the object that begins at a place; None if it is not closed."""
    depth = 0
    for found in _STRING_OR_BRACE.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not depth:
            return found.end()
    return None
