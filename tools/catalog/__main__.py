"""The command ``python -m tools.catalog``."""

from .generator import main

main()
