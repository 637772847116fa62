"""Refuse JSON that is expensive to parse: nested too deeply, or with too many arrays and objects."""

from array import array
from itertools import accumulate

from sealwax._limits import BYTES_PER_JSON_CONTAINER, MAX_JSON_CONTAINERS, MAX_JSON_DEPTH


def find_excess(data: bytes) -> str:
    """Describe what makes JSON expensive to parse; empty text if nothing does."""
    # The parser recurses in C, where a thread with a small stack crashes before Python's limit is reached.
    # Counting brackets first makes ordinary documents cheap. It takes time for each bracket: the start shows
    # whether a document has many.
    if data.count(b"[", 0, _START) + data.count(b"{", 0, _START) <= MAX_JSON_DEPTH and (
        len(data) <= _START or data.count(b"[") + data.count(b"{") <= MAX_JSON_DEPTH
    ):
        return ""
    steps = _brackets(data)
    if _is_deep(steps):
        return "is nested too deeply"
    allowed = MAX_JSON_CONTAINERS + len(data) // BYTES_PER_JSON_CONTAINER
    return "has too many arrays and objects for its size" if steps.count(_OPENED) > allowed else ""


def _brackets(data: bytes) -> bytes:
    """Keep the brackets outside of strings, as steps; exact as far as the document is JSON."""
    left = data
    if b"\\" in data:
        # Most documents have no escape, and these two take longer than the rest.
        left = left.replace(b"\\\\", b"").replace(b'\\"', b"")
    left = left.translate(_STEPS, _NO_BRACKETS)
    # Most strings have no bracket. The others keep their quotes: a pair between two of them changes nothing.
    return b"".join(left.replace(b'""', b"").split(b'"')[::2])


def _is_deep(steps: bytes) -> bool:
    """Whether brackets are nested too deeply."""
    left = steps
    # Each round takes away the innermost pairs: quicker than counting, as long as those are many.
    for _ in range(_SHALLOW):
        before = len(left)
        left = left.replace(_OPENED + _CLOSED, b"")
        if not left:
            return False
        if 8 * len(left) > 7 * before:
            break
    return max(accumulate(array("b", steps)), default=0) > MAX_JSON_DEPTH


_START = 8192
"""The bytes at the start of a document whose brackets are counted first."""

# Brackets as signed bytes: 1 opens, -1 closes.
_OPENED, _CLOSED = b"\x01", b"\xff"
_STEPS = bytes.maketrans(b"[{]}", _OPENED * 2 + _CLOSED * 2)
_NO_BRACKETS = bytes(set(range(256)) - set(b'[{]}"'))
_SHALLOW = 8
