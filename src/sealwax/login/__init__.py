"""Logging in: the service's tokens, OIDC nonces and client signatures."""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from . import tokens as tokens
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {},
        modules=("tokens",),
    )

__all__: list[str] = []
