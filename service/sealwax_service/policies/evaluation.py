"""Evaluate the expressions of policies on the facts of a request.

| in an evaluation | decision |
|---|---|
| a field that the request lacks, an index out of range | an error |
| a value of a map that an operator does not accept | an error |
| an error beside a part that would have decided | an error: there is no short circuit |
| an address or other hex text of a request | compared without regard to case |

The steps are bounded: an evaluation that takes more is an error.
"""

import operator as operators
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, TypeAlias, cast

from sealwax_service._limits import MAX_EVALUATION_STEPS
from sealwax_service.state.outcomes import Verdict

from .language import EQUALITIES, SIGNED, Node

_ITEMS_A_STEP: Final = 100
_ORDERS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "<": operators.lt,
    ">": operators.gt,
    "<=": operators.le,
    ">=": operators.ge,
}
_VALUE_NAMES: Final[Mapping[type, str]] = {bool: "bool", int: "int", str: "string", Mapping: "struct"}
_COMPARED: Final = {_VALUE_NAMES[kind] for kind in (int, str)}
_SCALARS: Final = {*_COMPARED, _VALUE_NAMES[bool]}

Value: TypeAlias = "bool | int | str | Sequence[Value] | Mapping[str, Value]"
"""A value: a mapping is a struct or a map. It lacks the fields that the request lacks."""


class HexText(str):
    """An address in hex, or other hex text, in lower case. It equals the same text in any case."""

    __slots__ = ()


def to_signed(number: int) -> Value:
    """Return a signed integer; beyond the language's range, a struct, which no operator accepts."""
    return number if number in SIGNED else {}


class _Unevaluable(Exception):  # noqa: N818 - it never leaves this module
    """A part that cannot be evaluated."""

    def __init__(self, node: Node, words: str) -> None:
        super().__init__(words)
        self.part, self.words = node.part, words


def evaluate(node: Node, names: Mapping[str, Value]) -> Verdict:
    """Evaluate an expression on the facts of a request."""
    try:
        holds, deciding = _Evaluation().judge(node, names)
    except _Unevaluable as error:
        return Verdict(None, error.part, error.words)
    return Verdict(holds, deciding.part)


_Scope = Mapping[str, Value]


class _Evaluation:
    def __init__(self) -> None:
        self._steps = 0

    def judge(self, node: Node, scope: _Scope) -> tuple[bool, Node]:
        """Return the value of a part that is a bool, and the part that decided it."""
        if node.form == "parentheses":
            return self.judge(node.children[0], scope)
        if node.form in {"both", "either"}:
            judged = [self.judge(child, scope) for child in node.children]
            decisive = node.form == "either"
            return next((each for each in judged if each[0] == decisive), (not decisive, node))
        value = self.value(node, scope)
        if not isinstance(value, bool):
            raise _Unevaluable(node, f"it must be bool, not {_name_of(value)}")
        return value, node

    def value(self, node: Node, scope: _Scope) -> Value:
        """Return the value of a part."""
        self._spend(node, 1)
        method: Callable[[Node, _Scope], Value] = getattr(self, f"_{node.form}")
        return method(node, scope)

    def _spend(self, node: Node, steps: int) -> None:
        self._steps += steps
        if self._steps > MAX_EVALUATION_STEPS:
            raise _Unevaluable(node, f"the evaluation takes more than {MAX_EVALUATION_STEPS} steps")

    @staticmethod
    def _absent(node: Node, _scope: _Scope) -> Value:
        raise _Unevaluable(node, str(node.value))

    def _literal(self, node: Node, _scope: _Scope) -> Value:
        return cast("Value", node.value)

    def _name(self, node: Node, scope: _Scope) -> Value:
        name = str(node.value)
        if name not in scope:
            raise _Unevaluable(node, "the request does not have it")
        return scope[name]

    def _parentheses(self, node: Node, scope: _Scope) -> Value:
        return self.value(node.children[0], scope)

    def _both(self, node: Node, scope: _Scope) -> Value:
        return self.judge(node, scope)[0]

    _either = _both

    def _list(self, node: Node, scope: _Scope) -> Value:
        return [self.value(child, scope) for child in node.children]

    def _struct(self, node: Node, scope: _Scope) -> Value:
        values = (self.value(child, scope) for child in node.children)
        return dict(zip(cast("tuple[str, ...]", node.value), values, strict=True))

    def _field(self, node: Node, scope: _Scope) -> Value:
        return self._member(node, self.value(node.children[0], scope), str(node.value))

    def _member(self, node: Node, struct: Value, name: str) -> Value:
        # The items of a list may have other fields than its first, and the values of a map are of any type.
        if not isinstance(struct, Mapping):
            raise _Unevaluable(node, f"{_name_of(struct)} has no fields")
        if name not in struct:
            raise _Unevaluable(node, "the request does not have it")
        return struct[name]

    def _item(self, node: Node, scope: _Scope) -> Value:
        base, index = (self.value(child, scope) for child in node.children)
        if isinstance(base, Mapping) and isinstance(index, str):
            return self._member(node, base, index)
        at = self._index(node, base, index)
        sequence = cast("Sequence[Value]", base)
        if at >= len(sequence):
            raise _Unevaluable(node, f"the index is outside of its {len(sequence)} items")
        return _like(base, sequence[at])

    def _index(self, node: Node, base: Value, index: Value) -> int:
        if isinstance(base, Mapping) or not isinstance(base, Sequence):
            raise _Unevaluable(node, f"{_name_of(base)} has no items")
        if not isinstance(index, int) or isinstance(index, bool) or index < 0:
            raise _Unevaluable(node, "the index must be an integer from 0 on")
        return index

    def _slice(self, node: Node, scope: _Scope) -> Value:
        base, *bounds = (self.value(child, scope) for child in node.children)
        first, end = (self._index(node, base, bound) for bound in bounds)
        sequence = cast("Sequence[Value]", base)
        if not first <= end <= len(sequence):
            raise _Unevaluable(node, f"the range is outside of its {len(sequence)} items")
        self._spend(node, (end - first) // _ITEMS_A_STEP)
        return _like(base, sequence[first:end])

    def _items(self, node: Node, scope: _Scope) -> Sequence[Value]:
        base = self.value(node, scope)
        if not isinstance(base, Sequence) or isinstance(base, str):
            raise _Unevaluable(node, f"it must be a list, not {_name_of(base)}")
        return base

    def _count(self, node: Node, scope: _Scope) -> Value:
        return len(self._items(node.children[0], scope))

    def _in(self, node: Node, scope: _Scope) -> Value:
        value, items = self.value(node.children[0], scope), self._items(node.children[1], scope)
        self._spend(node, len(items))
        # All are compared, because an item of another type is an error at any position.
        equal = [self._equal(node, value, item, _SCALARS) for item in items]
        return any(equal)

    def _compare(self, node: Node, scope: _Scope) -> Value:
        left, right = (self.value(child, scope) for child in node.children)
        operator = str(node.value)
        if operator in EQUALITIES:
            return self._equal(node, left, right, _COMPARED) == (operator == "==")
        if type(left) is not int or type(right) is not int:
            raise _Unevaluable(node, f"it compares {_name_of(left)} with {_name_of(right)}")
        return _ORDERS[operator](left, right)

    def _equal(self, node: Node, left: Value, right: Value, among: Collection[str]) -> bool:
        """Compare two values; the types of a map's values are known only at evaluation."""
        name = _name_of(left)
        if name != _name_of(right) or name not in among:
            raise _Unevaluable(node, f"it compares {name} with {_name_of(right)}")
        if not isinstance(left, str) or not isinstance(right, str):
            return left == right
        if len(left) != len(right):
            return False
        self._spend(node, len(left) // _ITEMS_A_STEP)
        if isinstance(left, HexText) == isinstance(right, HexText):
            return left == right
        return left.lower() == right.lower()

    def _matches(self, node: Node, scope: _Scope) -> list[tuple[Value, bool]]:
        base, predicate = node.children
        variable = str(node.value)
        return [
            (item, self.judge(predicate, {**scope, variable: item})[0]) for item in self._items(base, scope)
        ]

    def _all(self, node: Node, scope: _Scope) -> Value:
        return all(match for _, match in self._matches(node, scope))

    def _any(self, node: Node, scope: _Scope) -> Value:
        return any(match for _, match in self._matches(node, scope))

    def _filter(self, node: Node, scope: _Scope) -> Value:
        return [item for item, match in self._matches(node, scope) if match]


def _like(base: Value, part: Value) -> Value:
    """Return a part of a text; a part of a hex text is a hex text."""
    return HexText(part) if isinstance(base, HexText) and isinstance(part, str) else part


def _name_of(value: Value) -> str:
    return next((name for kind, name in _VALUE_NAMES.items() if isinstance(value, kind)), "list")
