"""``python -m sealwax`` is the command line."""

from .cli import main

main()
