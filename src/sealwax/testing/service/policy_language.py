"""The language of policies: expressions are parsed and typed when a policy is created, and evaluated on requests.

| in an expression | decision |
|---|---|
| a name, a field or a function that the types of the field lack; a type that an operator does not take | refused |
| `&&` beside `||` without parentheses, `!`, strings in double quotes, a backslash in a string | refused: not documented |
| `.count` without parentheses | the count, as examples of the documentation write it |
| a field that the request does not bring, an index out of range | an error of the evaluation |
| an error beside a part that would decide | an error: there is no short circuit |
| an address or other hex text of a request | compared without regard to case |

An expression is bounded in its length and depth, and an evaluation in its steps.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from sealwax.errors import MalformedInput, MissingExtra, Unsupported

if TYPE_CHECKING:
    from lark import Lark, Token
    from lark.tree import Meta

MAX_CHARACTERS: Final = 10_000
MAX_DEPTH: Final = 50
MAX_STEPS: Final = 50_000

Value: TypeAlias = "bool | int | str | Sequence[Value] | Mapping[str, Value]"
"""A value of an evaluation: a mapping is a struct or a map, and lacks what the request does not bring."""


class HexText(str):
    """Hex text or an address in hex, in lower case: equal to the same text in any case."""

    __slots__ = ()


class Verdict(NamedTuple):
    """The result of an evaluation.

    Attributes:
        holds: Whether the expression holds; None if it could not be evaluated.
        part: The part of the expression that decided: the first operand that did, or the one with the error.
        error: What was wrong with that part; empty if nothing was.
    """

    holds: bool | None
    part: str
    error: str = ""
