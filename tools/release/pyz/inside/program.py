"""The `__main__.py` of the directory that the archive was unpacked into."""

import sys

try:
    # A compiled module that every command needs.
    from cryptography.hazmat.bindings import _rust  # noqa: F401
except KeyboardInterrupt:
    sys.exit(130)
except ImportError as error:
    sys.exit(f"error[unsupported]: this system cannot load a compiled file of sealwax.pyz: {error}")

from sealwax.cli import main

main()
