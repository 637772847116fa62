"""Reading secrets: from a file, from standard input, or at a hidden prompt; never from an argument."""

import sys
from pathlib import Path

import click

from sealwax.errors import MalformedInput
from sealwax.files import read_line

from .streams import read_input

_MAX_SECRET_BYTES = 4096


def read_secret(path: Path | None, option: str, prompt: str, *, confirm: bool = False) -> str:
    """Read a secret as text.

    Args:
        path: The file, ``-`` for standard input, or None to ask for it on the terminal, unseen.
        option: The option that names the file, for the error message.
        prompt: What to ask for.
        confirm: Whether to ask twice, for what nothing else would show to be mistyped.

    Returns:
        The text, without the newline at its end.

    Raises:
        MalformedInput: It is not text in the terminal's encoding, is not UTF-8, or larger than 4 KiB.
        OSError: It cannot be read.
        click.UsageError: There is neither a file nor a terminal.
    """
    if path is not None:
        return read_line(read_input(path, limit=_MAX_SECRET_BYTES), f"what {option} names")
    if sys.stdin is None or not sys.stdin.isatty():
        raise click.UsageError(f"there is no terminal to ask on; give {option} FILE, or - for standard input")
    secret: str | None
    try:
        secret = click.prompt(
            prompt, hide_input=True, err=True, default="", show_default=False, confirmation_prompt=confirm
        )
    except UnicodeDecodeError:
        secret = None  # the exception holds what was typed
    if secret is None:
        raise MalformedInput(f"what was typed is not text in the terminal's encoding; use {option} FILE")
    return secret
