"""Sealed bundles: open exports, and seal imports.

A new kind of bundle is a module here. ``signed_envelope`` verifies the envelope that most of them share.
"""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from . import credentials as credentials
    from . import exports as exports
    from . import imports as imports
    from . import otp as otp
    from . import secrets as secrets
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {},
        modules=("credentials", "exports", "imports", "otp", "secrets"),
    )

__all__: list[str] = []
