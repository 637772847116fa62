"""Stamp the requests of an HTTP client: ``sealwax.integrations.httpx``, ``.requests`` and ``.aiohttp``.

Each needs the extra of its name. Stamps are sent to the origin of a base URL and nowhere else: a request or a
redirect to another origin raises ``WrongOrigin``, before a stamp or the body is sent.
"""

from sealwax._names import load_lazily

__all__ = [
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)
