"""Where commands read from and write to."""

import errno
import json
import os
import sys
from pathlib import Path

import click

from sealwax.encoding import MAX_INPUT_BYTES
from sealwax.errors import MalformedInput
from sealwax.files import read_file, write_new_file

PATH_OR_STDIN = click.Path(path_type=Path, allow_dash=True)
PATH = click.Path(path_type=Path)


def read_input(path: Path, *, limit: int | None = MAX_INPUT_BYTES) -> bytes:
    """Read a file, or standard input where the path is ``-``.

    Args:
        path: The file, or ``-``.
        limit: The most bytes that it may have; None for no limit.

    Returns:
        The bytes, as they are.

    Raises:
        MalformedInput: There are more than that.
        OSError: It cannot be read.
    """
    if str(path) != "-":
        return path.read_bytes() if limit is None else read_file(path, limit=limit)
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard input")
    content = sys.stdin.buffer.read(-1 if limit is None else limit + 1)
    if limit is not None and len(content) > limit:
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
    return (json.dumps(value, ensure_ascii=False) + "\n").encode()


def check_secret_destination(output: Path | None, *, show: bool) -> None:
    """Refuse to put a secret on a terminal unless that was asked for; before anything is decrypted.

    Args:
        output: The file that the secret is to go to; None for standard output.
        show: Whether a terminal is fine.

    Raises:
        click.UsageError: It would go to a terminal.
    """
    if output is None and not show and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError(
            "this would put a secret on your screen: give --output FILE, or --show if nobody is looking"
        )


def write_secret(content: bytes, output: Path | None) -> None:
    """Write a secret to a new file with mode 0600, or to standard output.

    Args:
        content: The secret.
        output: The file to create; None for standard output.

    Raises:
        FileExistsError: Something exists at that path; it is left as it is.
        OSError: It cannot be written.
    """
    if output is None:
        write_output(content)
    else:
        write_new_file(output, content)
        click.echo(f"wrote {output}", err=True)
