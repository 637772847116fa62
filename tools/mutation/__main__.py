"""The command ``python -m tools.mutation``."""

from .census import main

main()
