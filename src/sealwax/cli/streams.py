"""Where commands read from and write to."""

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

# What cannot be read or written is said by the command, in one way, and not by click.
PATH_OR_STDIN = click.Path(path_type=Path, allow_dash=True, readable=False)
PATH = click.Path(path_type=Path, readable=False)

# Of all that Unicode does not call printable, what Japanese mnemonics have between their words.
_IDEOGRAPHIC_SPACE = "\u3000"

MAX_BODY_BYTES = 64 * MAX_INPUT_BYTES
"""The most that a request's body may measure here, in bytes: 64 MiB."""


def read_input(path: Path, *, limit: int = MAX_INPUT_BYTES) -> bytes:
    """Read a file, or standard input where the path is ``-``.

    Args:
        path: The file, or ``-``.
        limit: The most bytes that it may have.

    Returns:
        The bytes, as they are.

    Raises:
        MalformedInput: There are more than that.
        OSError: It cannot be read.
    """
    if str(path) != "-":
        return read_file(path, limit=limit)
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard input")
    content = sys.stdin.buffer.read(limit + 1)
    if len(content) > limit:
        raise MalformedInput(f"standard input is larger than {limit} bytes; this is not what it should be")
    return content


def write_output(content: bytes) -> None:
    """Write bytes to standard output, now, so that a failure shows as an error.

    Args:
        content: What to write.

    Raises:
        OSError: It cannot be written.
    """
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def write_json(value: dict[str, object]) -> None:
    """Write a JSON object and a newline to standard output.

    Args:
        value: The object.

    Raises:
        OSError: It cannot be written.
    """
    write_output(to_json_line(value))


def to_json_line(value: dict[str, object]) -> bytes:
    """Encode a JSON object and a newline.

    Args:
        value: The object.

    Returns:
        UTF-8.
    """
    text = json.dumps(value, ensure_ascii=False)
    # JSON itself escapes but a few of the characters that steer a terminal.
    return ("".join(map(_escaped, text)) + "\n").encode()


def _escaped(character: str) -> str:
    if character.isprintable() or character == _IDEOGRAPHIC_SPACE:
        return character
    return json.dumps(character)[1:-1]


def printable(text: str) -> str:
    """Make text from outside fit to be shown: on one line, and without what steers a terminal.

    Args:
        text: The text.

    Returns:
        The text, with ``?`` in place of each character that is not printed.
    """
    return "".join(character if character.isprintable() else "?" for character in text)


def check_secret_destination(output: Path | None, *, show: bool) -> None:
    """Refuse to put a secret on a terminal unless that was asked for; before anything is decrypted.

    Args:
        output: The file that the secret is to go to; None or ``-`` for standard output.
        show: Whether a terminal is fine.

    Raises:
        click.UsageError: It would go to a terminal.
    """
    if _is_standard_output(output) and not show and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError(
            "this would put a secret on your screen: give --output FILE, or --show if nobody is looking"
        )


def write_secret(content: bytes, output: Path | None) -> None:
    """Write a secret to a new file with mode 0600, or to standard output.

    Args:
        content: The secret.
        output: The file to create; None or ``-`` for standard output.

    Raises:
        FileExistsError: Something exists at that path; it is left as it is.
        OSError: It cannot be written.
    """
    if output is None or _is_standard_output(output):
        _warn_of_readers()
        write_output(content)
    else:
        write_new_file(output, content)
        click.echo(f"wrote {output}", err=True)


def _warn_of_readers() -> None:
    """Say so if standard output is a file that others may read: the shell made it, not this program."""
    with suppress(AttributeError, OSError, ValueError):
        mode = os.fstat(sys.stdout.fileno()).st_mode
        if stat.S_ISREG(mode) and mode & (stat.S_IRGRP | stat.S_IROTH):
            click.echo(
                "warning: standard output is a file that others can read; --output makes one that is yours",
                err=True,
            )


def _is_standard_output(output: Path | None) -> bool:
    return output is None or str(output) == "-"
