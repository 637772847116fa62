"""Read the input of commands and write their output."""

import errno
import json
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

import click

from sealwax._codec.text import MAX_INPUT_BYTES
from sealwax.errors import MalformedInput
from sealwax.files import read_file, write_new_file

# Commands report files that they cannot read or write; click would report them in another form.
PATH_OR_STDIN = click.Path(path_type=Path, allow_dash=True, readable=False)
PATH = click.Path(path_type=Path, readable=False)

# Japanese mnemonics have it between their words; Python does not count it as printable.
_IDEOGRAPHIC_SPACE = "\u3000"

MAX_BODY_BYTES = 64 * MAX_INPUT_BYTES
"""The largest body of a request, in bytes: 64 MiB."""


def read_input(path: Path, *, limit: int = MAX_INPUT_BYTES) -> bytes:
    """Read a file, or standard input if the path is ``-``; refuse more than ``limit`` bytes."""
    if str(path) != "-":
        return read_file(path, limit=limit)
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard input")
    content = sys.stdin.buffer.read(limit + 1)
    if len(content) > limit:
        raise MalformedInput(f"standard input is larger than {limit} bytes; check that it is the right input")
    return content


def write_output(content: bytes) -> None:
    """Write bytes to standard output and flush them, so that a failure is reported here."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def write_json(value: dict[str, object]) -> None:
    """Write a JSON object and a newline to standard output."""
    write_output(to_json_line(value))


def to_json_line(value: dict[str, object]) -> bytes:
    """Encode a JSON object and a newline as UTF-8."""
    text = json.dumps(value, ensure_ascii=False)
    # JSON escapes only some of the characters that control a terminal.
    return ("".join(map(_escaped, text)) + "\n").encode()


def _escaped(character: str) -> str:
    if character.isprintable() or character == _IDEOGRAPHIC_SPACE:
        return character
    return json.dumps(character)[1:-1]


def printable(text: str) -> str:
    """Make text from outside safe to show: replace each character that is not printable with ``?``."""
    return "".join(character if character.isprintable() else "?" for character in text)


def check_secret_destination(output: Path | None, *, show: bool) -> None:
    """Refuse to write a secret to a terminal, unless ``show`` allows it; call this before decrypting."""
    if _is_standard_output(output) and not show and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError(
            "this would show a secret on your screen; give --output FILE, or --show if nobody is looking"
        )


def write_secret(content: bytes, output: Path | None) -> None:
    """Write a secret to a new file with mode 0600, or to standard output if there is none or it is ``-``."""
    if output is None or _is_standard_output(output):
        _warn_of_readers()
        write_output(content)
    else:
        write_new_file(output, content)
        click.echo(f"wrote {output}", err=True)


def _warn_of_readers() -> None:
    """Warn if standard output is a file that others may read; the shell made it, so it keeps its mode."""
    with suppress(AttributeError, OSError, ValueError):
        mode = os.fstat(sys.stdout.fileno()).st_mode
        if stat.S_ISREG(mode) and mode & (stat.S_IRGRP | stat.S_IROTH):
            click.echo(
                "warning: standard output is a file that others can read; "
                "--output creates a file that only you can read",
                err=True,
            )


def _is_standard_output(output: Path | None) -> bool:
    return output is None or str(output) == "-"
