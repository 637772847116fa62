"""Read secrets from a file, from standard input or at a hidden prompt; never from an argument."""

import sys
from typing import NamedTuple

import click

from sealwax._codec.text import decode_utf8
from sealwax._limits import MAX_SECRET_INPUT_BYTES
from sealwax.errors import MalformedInput
from sealwax.files import read_line

from .streams import Input, say
from .usage import Misuse


class SecretInput(NamedTuple):
    """A secret to read from a file, or at a hidden prompt if there is none."""

    file: Input | None
    option: str
    prompt: str

    def read(self, *, confirm: bool = False) -> str:
        """Read the secret without its final newline; ``confirm`` asks twice, to detect typos."""
        if self.file is not None:
            with self.file.opened(limit=MAX_SECRET_INPUT_BYTES) as content:
                return read_line(content, f"the {self.prompt.lower()}")
        if sys.stdin is None or not sys.stdin.isatty():
            raise Misuse(
                f"there is no terminal for a prompt; pass {self.option} FILE, or - for standard input"
            )
        secret: str | None
        try:
            secret = click.prompt(
                self.prompt,
                hide_input=True,
                err=True,
                default="",
                show_default=False,
                confirmation_prompt=confirm,
            )
        except UnicodeDecodeError:
            secret = None  # the exception contains the typed text
        if secret is None:
            raise MalformedInput(f"the typed text is not in the terminal's encoding; use {self.option} FILE")
        return secret

    def read_whole(self) -> str:
        """Read a secret unchanged from the file, or as a line that is typed twice."""
        if self.file is None:
            return self.read(confirm=True)
        with self.file.opened() as content:
            secret = decode_utf8(content, f"the {self.prompt.lower()}")
        if secret.endswith("\n"):
            say(f"note: {self.file.name} ends with a newline, which is part of the sealed secret")
        return secret
