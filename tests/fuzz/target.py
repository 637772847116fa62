"""Targets, and how they hand documents and contexts to the library."""

import base64
import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any

from sealwax import EnclaveKeys, MalformedInput

from .corpus import Context, Seed


@dataclass(frozen=True)
class Target:
    """Something that is fuzzed.

    A target whose documents are signed or sealed says, independently of the library, what a document
    authenticates. A document that is accepted must authenticate what an authentic one does, and give the same
    result in the same context.

    Attributes:
        name: What the command line calls it.
        what: What it calls.
        accepted: What holds for an accepted input: the end of the sentence "An accepted input ...".
        seeds: Where its inputs start from.
        call: Puts a document through the library, and gives what must not differ from a valid document's.
        authenticated: Gives the bytes that an accepted document authenticates. None if there are none.
        check: Checks an accepted document and its result in another way.
        weight: Its share of the seeded inputs; less for what is slow.
        small_stack: Whether it must do with the stack of any thread. Commands have a process's own.
    """

    name: str
    what: str
    accepted: str
    seeds: Callable[[], Iterable[Seed]]
    call: Callable[[Context, bytes], object]
    authenticated: Callable[[Context, bytes], object] | None = None
    check: Callable[[Context, bytes, Any], None] | None = None
    weight: float = 1
    small_stack: bool = True


def text_or_bytes(document: bytes) -> str | bytes:
    """Hand a document over as clients do: as text, if there is any text that it is the UTF-8 of."""
    try:
        return document.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return document


def as_text(document: bytes) -> str:
    """Hand a document over to what takes only text."""
    return document.decode("utf-8", "surrogateescape")


def is_shallow(document: bytes) -> bool:
    """Whether a JSON parser that is not strict can read a document within a small stack."""
    return document.count(b"[") + document.count(b"{") < 100


def read_shallow(document: bytes) -> dict[str, Any]:
    """Read a JSON object with a parser that is not strict; anything else is malformed."""
    found = None
    if is_shallow(document):
        with suppress(ValueError):
            found = json.loads(document)
    if not isinstance(found, dict):
        raise MalformedInput("not an object")
    return found


def unpadded(text: str) -> bytes:
    """Decode base64url with or without padding, leniently."""
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def enclave_keys(**keys: str) -> EnclaveKeys:
    """Give the production keys with some replaced."""
    return EnclaveKeys(**keys)


def instant(context: Context) -> datetime:
    """Give the time at which a context reads its document."""
    return datetime.fromtimestamp(0, timezone.utc) + timedelta(milliseconds=context["now"])
