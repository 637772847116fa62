"""Read secrets from a file, from standard input or at a hidden prompt; never from an argument."""

import sys

import click

from sealwax._codec.text import decode_utf8
from sealwax.errors import MalformedInput
from sealwax.files import read_line

from .streams import read_input, say
from .usage import Misuse

_MAX_SECRET_BYTES = 4096


def read_secret(path: str | None, option: str, prompt: str, *, confirm: bool = False) -> str:
    """Read a secret from a file, or at a hidden prompt if there is none; strip its final newline.

    ``confirm`` asks twice, for a secret whose typing errors nothing else would find.
    """
    if path is not None:
        return read_line(read_input(path, limit=_MAX_SECRET_BYTES), f"the file of {option}")
    if sys.stdin is None or not sys.stdin.isatty():
        raise Misuse(f"there is no terminal to ask on; give {option} FILE, or - for standard input")
    secret: str | None
    try:
        secret = click.prompt(
            prompt, hide_input=True, err=True, default="", show_default=False, confirmation_prompt=confirm
        )
    except UnicodeDecodeError:
        secret = None  # the exception has the typed text in it
    if secret is None:
        raise MalformedInput(f"the typed text is not in the terminal's encoding; use {option} FILE")
    return secret


def read_whole_secret(path: str | None, option: str, prompt: str) -> str:
    """Read a secret of any form: a file exactly as it is, or a line at a hidden prompt, asked for twice."""
    if path is None:
        return read_secret(None, option, prompt, confirm=True)
    secret = decode_utf8(read_input(path), f"the file of {option}")
    if secret.endswith("\n"):
        say(f"note: the file of {option} ends with a newline, which is sealed as a part of the secret")
    return secret
