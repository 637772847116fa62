"""The types of an inspection, and the filter for secrets."""

import re
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from sealwax._codec.misplaced import name_misplaced
from sealwax._limits import MAX_SHOWN_FIELD

CheckOutcome = Literal["verified", "failed", "unknown"]
"""The outcome of a check; unknown: an input for it is missing."""


class Field(NamedTuple):
    """A decoded field: its name, and its value as text. Only the checks prove anything."""

    name: str
    value: str


class Check(NamedTuple):
    """A check: its subject, its outcome, and the reason."""

    what: str
    outcome: CheckOutcome
    detail: str


@dataclass(frozen=True)
class Inspection:
    """The kind of an artifact, and the checks of it.

    Attributes:
        kinds: Its possible kinds, such as ``wallet-export``; several if only its key decides.
        fields: Its decoded fields, none of which is secret. They are unauthenticated.
        checks: The checks, including those that lack an input.
        next_step: The next thing to do with it, or the problem; None where the kind alone decides.
    """

    kinds: tuple[str, ...]
    fields: tuple[Field, ...]
    checks: tuple[Check, ...]
    next_step: str | None = None


WALLET_IMPORTS_IT: Final = "a wallet imports it; keep it secret"
"""The next step for a private key in a wallet's form."""

HIDDEN: Final = "(hidden)"

_SECRETS: Final = (
    # A part of a private key is a secret too; a point is a public key.
    re.compile(
        r"(?<![0-9a-f])(?!(?:0[23][0-9a-f]{64}|04[0-9a-f]{128})(?![0-9a-f]))[0-9a-f]{48}",
        re.IGNORECASE | re.ASCII,
    ),
    re.compile(r"[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}", re.ASCII),
    re.compile(r"PRIVATE KEY|AGE-SECRET-KEY|suiprivkey|ed25519-priv|apiPrivateKey|privateKey|[xt]prv"),
    re.compile(r"(?<![^\s])[^\s\d]+(?:[ \u3000]+[^\s\d]+){5,}"),
    re.compile(r"(?<![1-9A-HJ-NP-Za-km-z])[1-9A-HJ-NP-Za-km-z]{51,}(?![1-9A-HJ-NP-Za-km-z])"),
)
"""Patterns of keys, tokens and mnemonics."""


def shown(value: object, *, is_public: bool = False) -> str:
    """Return a value without secrets; ``is_public``: the value's place implies that it is public."""
    text = value if isinstance(value, str) else repr(value)
    if not is_public and looks_secret(text):
        return HIDDEN
    return text if len(text) <= MAX_SHOWN_FIELD else f"({len(text)} characters)"


def looks_secret(text: str) -> bool:
    """Return whether a text looks like a secret, or has one in it."""
    return any(pattern.search(text[: 4 * MAX_SHOWN_FIELD]) for pattern in _SECRETS)


def unknown(content: bytes, problem: str | None = None) -> Inspection:
    """Make the result for an artifact of unknown kind."""
    looks_like = name_misplaced(content)
    words = problem or (f"this looks like {looks_like}" if looks_like else "this resembles no known artifact")
    return Inspection(("unknown",), (Field("bytes", str(len(content))),), (), words)
