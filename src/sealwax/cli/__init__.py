"""The command line: a module for each command, named like it. It has no cryptography of its own."""

import sys
from typing import NoReturn

from sealwax.errors import MissingExtra


def main() -> NoReturn:
    """Run the command line on this process's arguments, and exit."""
    try:
        from .app import run  # noqa: PLC0415 - a missing extra gives a message, not a traceback
    except KeyboardInterrupt:
        sys.exit(130)
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "click":
            raise
        missing = MissingExtra("cli", "the command line needs click", error)
        print(f"error[{missing.code}]: {missing}", file=sys.stderr)  # noqa: T201
        sys.exit(1)
    sys.exit(run())
