# Written by `python -m tests.tools.stubs`.

from . import aiohttp as aiohttp
from . import httpx as httpx
from . import requests as requests

__all__ = [
]  # fmt: skip
