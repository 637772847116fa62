"""The command line that starts this program, for commands in messages."""

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from typing import Final

_NAME: Final = "sealwax"
_IS_WINDOWS: Final = os.name == "nt"
ARCHIVE: Final = "SEALWAX_PYZ"
"""The environment variable with the path of ``sealwax.pyz``."""


def program() -> tuple[str, ...]:
    """Return the words that start this program."""
    archive = os.environ.get(ARCHIVE)
    if archive:
        return ("py" if _IS_WINDOWS else "python3", "-I", archive)
    own = Path(sys.argv[0])
    return (str(own),) if own.stem == _NAME and which(_NAME) is None else (_NAME,)


def command(words: Sequence[str]) -> str:
    """Quote the words of a command of this program for a shell."""
    line = [*program(), *words]
    return subprocess.list2cmdline(line) if _IS_WINDOWS else shlex.join(line)


def as_typed(text: str) -> str:
    """Replace the start of the commands in a text by the words that start this program."""
    return text.replace(f"{_NAME} ", f"{command(())} ")
