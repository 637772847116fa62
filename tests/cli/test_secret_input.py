import sys

import click
import pytest

from sealwax import MalformedInput
from sealwax.cli.secret_input import SecretInput


class Terminal:
    def isatty(self) -> bool:
        return True


def test_what_a_terminal_cannot_decode_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> str:
        return b"secret\xff".decode()

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(click, "prompt", fail)
    with pytest.raises(MalformedInput, match="use --mnemonic-file FILE") as raised:
        SecretInput(None, "--mnemonic-file", "Mnemonic").read()
    # The exception of the decoder holds what was typed.
    assert raised.value.__context__ is None
