"""Run the command line with ``python -m sealwax``."""

from .cli import main

main()
