"""Stamp the requests of an HTTP client: ``sealwax.integrations.httpx``, ``.requests`` and ``.aiohttp``.

Each needs the extra of its name. Stamps are sent to the origin of a base URL and nowhere else: a request or a
redirect to another origin raises ``WrongOrigin``, before a stamp or the body is sent.
"""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from . import aiohttp as aiohttp
    from . import httpx as httpx
    from . import requests as requests
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {},
        modules=("aiohttp", "httpx", "requests"),
    )

__all__: list[str] = []
