# Written by `python -m tests.tools.stubs`.

from .asynchronous import AsyncClient as AsyncClient
from .blocking import Client as Client

__all__ = [
    "AsyncClient", "Client"
]  # fmt: skip
