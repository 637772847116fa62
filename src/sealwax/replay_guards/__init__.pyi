# Written by `python -m tests.tools.stubs`.

from . import redis as redis
from . import sqlite as sqlite

__all__ = [
]  # fmt: skip
