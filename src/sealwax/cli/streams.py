"""Read the input of commands and write their output, without letting it control a terminal."""

import errno
import json
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

import click

from sealwax._limits import MAX_INPUT_BYTES
from sealwax.errors import MalformedInput
from sealwax.files import named, read_file, write_new_file

from .usage import Misuse

STANDARD_STREAM = "-"
"""The name that stands for standard input or output."""

# The separator of Japanese mnemonics, which Python does not treat as printable.
_IDEOGRAPHIC_SPACE = "\u3000"


class Input(NamedTuple):
    """A file to read, or standard input if the path is ``-``, and its option (empty for an argument)."""

    option: str
    path: str

    @property
    def name(self) -> str:
        """The option and the path. Show it only after reading the file: before, it could be a secret."""
        return "standard input" if self.path == STANDARD_STREAM else f"{self.option} {self.path}".lstrip()

    def read(self, *, limit: int = MAX_INPUT_BYTES) -> bytes:
        """Read the whole input; refuse more than ``limit`` bytes."""
        if self.path != STANDARD_STREAM:
            return read_file(self.path, limit=limit, label=self.name)
        if sys.stdin is None:
            raise _closed()
        content = sys.stdin.buffer.read(limit + 1)
        if len(content) > limit:
            raise MalformedInput(f"{self.name} is larger than {limit} bytes; check that it is the right one")
        return content

    @contextmanager
    def opened(self, *, limit: int = MAX_INPUT_BYTES) -> Iterator[bytes]:
        """Read the whole input, and name it in errors about its content."""
        content = self.read(limit=limit)
        with named(self.name):
            yield content


def write_output(content: bytes) -> None:
    """Write bytes to standard output, and flush them so that a failure is reported here.

    On a terminal, characters that could control it are escaped, with a note on standard error.
    """
    if sys.stdout is None:
        raise _closed()
    if _is_on_a_screen():
        content, exact = _for_a_terminal(content), content
        if content != exact:
            say(
                "note: the output has characters that can control a terminal; they are shown escaped, "
                "such as \\u001b. Write to a file or a pipe for the exact bytes"
            )
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def _closed() -> OSError:
    return OSError(errno.EBADF, os.strerror(errno.EBADF))


_IS_WINDOWS = os.name == "nt"


def _is_on_a_screen() -> bool:
    """Whether standard output is a terminal. On Windows, the null device claims to be one."""
    if _IS_WINDOWS:
        with suppress(OSError):
            return sys.stdout.isatty() and bool(os.get_terminal_size(sys.stdout.fileno()))
        return False
    return sys.stdout.isatty()


def _for_a_terminal(content: bytes) -> bytes:
    text = content.decode(errors="backslashreplace")
    return "".join(character if character in "\n\t" else _escaped(character) for character in text).encode()


_collected: list[list[str]] = []


@contextmanager
def collected_notes() -> Iterator[list[str]]:
    """Collect the lines written meanwhile, instead of writing them."""
    said: list[str] = []
    _collected.append(said)
    try:
        yield said
    finally:
        _collected.pop()


def say(message: str) -> None:
    """Write a line to standard error."""
    if _collected:
        _collected[-1].append(message)
    else:
        click.echo(printable(message), err=True)


def write_json(value: dict[str, object]) -> None:
    """Write a JSON object and a newline to standard output."""
    write_output(to_json_line(value))


def write_lines(*lines: str) -> None:
    """Write lines of text to standard output."""
    write_output("".join(f"{line}\n" for line in lines).encode())


def write_result(fields: dict[str, object], lines: Iterable[str], *, as_json: bool) -> None:
    """Write a JSON object, or lines for people, whose control characters are escaped."""
    if as_json:
        write_json(fields)
    else:
        write_lines(*map(printable, lines))


def to_json_line(value: dict[str, object]) -> bytes:
    """Encode a JSON object and a newline as UTF-8."""
    text = json.dumps(value, ensure_ascii=False)
    # JSON escapes only some of the characters that control a terminal.
    return f"{printable(text)}\n".encode()


def printable(text: str) -> str:
    """Replace the characters that can control a terminal by their escapes in JSON."""
    return "".join(map(_escaped, text))


def _escaped(character: str) -> str:
    if character.isprintable() or character == _IDEOGRAPHIC_SPACE:
        return character
    return json.dumps(character)[1:-1]


class Encryption(NamedTuple):
    """The functions that check the recipients of a command's output, and encrypt it."""

    check: Callable[[], None]
    encrypt: Callable[[bytes], bytes]


ENCRYPTION = "sealwax.encryption"
"""The name in a command's state of its ``Encryption``."""


def _encryption() -> Encryption | None:
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(ENCRYPTION)


def check_secret_destination(output: str | None, *, show: bool) -> None:
    """Refuse to show a secret on a terminal without ``show``, and recipients; call this before decrypting."""
    encryption = _encryption()
    if encryption is not None:
        encryption.check()
    if output is None and not show and sys.stdout is not None and _is_on_a_screen():
        raise Misuse(
            "this would show a secret on your screen; pass --output FILE, or --show if nobody is looking"
        )


def write_secret(content: bytes, output: str | None) -> None:
    """Write a secret to a new file with mode 0600, or to standard output; encrypted if an option says so."""
    encryption = _encryption()
    if encryption is not None:
        content = encryption.encrypt(content)
    if output is None:
        _warn_of_readers()
        write_output(content)
    else:
        write_new_file(output, content)
        say(f"wrote {output}{readers_of_new_files()}")


def readers_of_new_files() -> str:
    """Describe the readers of a new file of mode 0600 on systems without modes."""
    return "; on Windows, every reader of its directory can read it" if _IS_WINDOWS else ""


def is_open_to_others(mode: int) -> bool:
    """Whether a file of a mode can be read by others. On Windows, every file claims it."""
    return not _IS_WINDOWS and bool(mode & (stat.S_IRGRP | stat.S_IROTH))


def _warn_of_readers() -> None:
    """Warn if standard output is a file that others may read; its mode is the shell's choice."""
    with suppress(AttributeError, OSError, ValueError):
        mode = os.fstat(sys.stdout.fileno()).st_mode
        if stat.S_ISREG(mode) and is_open_to_others(mode):
            say(
                "warning: standard output is a file that others can read; "
                "--output creates a file that only you can read"
            )
