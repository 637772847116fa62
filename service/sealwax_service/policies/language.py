"""The language of policies: an expression is parsed and typed once, then evaluated on requests.

| in an expression | decision |
|---|---|
| an unknown name, field or function; a type that an operator does not accept | refused |
| a documented name or field without facts in the local service | an error at each evaluation |
| ``&&`` beside ``||`` without parentheses, ``!``, a backslash in a string | refused: not documented |
| ``.count`` without parentheses | the count, as examples of the documentation write it |

The length and the depth are bounded. The parser is lark's.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedToken

from sealwax.errors import MalformedInput, Unsupported
from sealwax_service._limits import MAX_EXPRESSION_CHARACTERS, MAX_EXPRESSION_DEPTH, MAX_INTEGER_DIGITS

from .types import ANY, BOOL, FIELDS, INT, MAP, NOT_HERE, STRING, Kind, Names, list_of

_SHOWN_CHARACTERS: Final = 80
SIGNED: Final = range(-(2**127), 2**127)
"""The signed integers of the language; the unsigned ones have up to 256 bits."""
_INTEGERS: Final = range(SIGNED.start, 2**256)
_BOOLS: Final = {"true": True, "false": False}
EQUALITIES: Final = ("==", "!=")
"""The operators that compare strings, too."""
_ARGUMENTS: Final = {"all": 2, "any": 2, "filter": 2, "contains": 1, "count": 0}
"""The functions of lists, and their numbers of arguments."""


ABSENT: Final = "absent"
"""The node of an expression that cannot be evaluated: its part is the cause, and its value the reason."""


class Node(NamedTuple):
    """A typed part of an expression: ``value`` is a literal, a name or the name of a function."""

    form: str
    kind: Kind
    part: str
    children: "tuple[Node, ...]" = ()
    value: bool | int | str | tuple[str, ...] = ""


_GRAMMAR: Final = r"""
?start: either
?either: both | both ("||" both)+ -> either
?both: comparison | comparison ("&&" comparison)+ -> both
?comparison: access | access OPERATOR access -> compare
?access: atom
    | access "." NAME -> field
    | access "." NAME "(" [_arguments] ")" -> call
    | access "[" either "]" -> item
    | access "[" either ".." either "]" -> slice
?atom: INTEGER -> integer
    | STRING -> string
    | NAME -> name
    | "[" [_arguments] "]" -> list
    | "{" NAME ":" either ("," NAME ":" either)* "}" -> struct
    | "(" either ")" -> parentheses
_arguments: either ("," either)*

OPERATOR: "==" | "!=" | "<=" | ">=" | "<" | ">" | /in(?![A-Za-z0-9_])/
NAME: /(?!in(?![A-Za-z0-9_]))[A-Za-z_][A-Za-z0-9_]*/
INTEGER: /-?(0|[1-9][0-9]*)(?![A-Za-z0-9_])/
STRING: /'[^'\\]*'/
%ignore /[ \t\r\n]+/
"""


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", propagate_positions=True, maybe_placeholders=False)


@lru_cache(maxsize=512)
def parse(text: str, field: str) -> Node:
    """Return the typed expression of a policy's field; refuse an invalid expression, naming the part.

    An expression with a documented part that the local service cannot evaluate becomes an ``ABSENT`` node.
    """
    if text in _BOOLS:
        # The initial policy has such an expression: without the parser, the service starts faster.
        return Node("literal", BOOL, text, value=_BOOLS[text])
    if len(text) > MAX_EXPRESSION_CHARACTERS:
        raise MalformedInput(f"it has more than {MAX_EXPRESSION_CHARACTERS} characters")
    tree = _read(text)
    if _depth_of(tree) > MAX_EXPRESSION_DEPTH:
        raise MalformedInput(f"it is more than {MAX_EXPRESSION_DEPTH} levels deep")
    try:
        node = _Typing(text, field).type(tree, FIELDS[field])
    except _NotHere as error:
        return Node(ABSENT, BOOL, error.part, value=error.words)
    _expect(node, BOOL)
    return node


_SYNTAX: Final = {
    "!": "the operator ! is documented only for the time of a policy",
    '"': "strings are in single quotes",
    "'": "the string has no end, or a backslash; escapes are not documented",
}


def _read(text: str) -> Tree[Token]:
    try:
        return _parser().parse(text)
    except UnexpectedToken as error:
        at = None if error.token.type == "$END" else error.token.start_pos
    except UnexpectedCharacters as error:
        at = error.pos_in_stream
    if at is None:
        raise MalformedInput("it ends too early")
    reason = _SYNTAX.get(text[at], "the language has nothing of this form here")
    raise MalformedInput(f"{shown(text[at:])} at character {at + 1}: {reason}")


def shown(part: str) -> str:
    """Return a part of an expression for messages: shortened, and without control characters."""
    short = part if len(part) <= _SHOWN_CHARACTERS else part[:_SHOWN_CHARACTERS] + "…"
    return "`" + "".join(each if each.isprintable() else "·" for each in short) + "`"


def _depth_of(tree: Tree[Token]) -> int:
    """Return the depth of a tree, without recursion."""
    depth, level = 0, [tree]
    while level:
        depth += 1
        level = [child for each in level for child in each.children if not isinstance(child, str)]
    return depth


# Types.


class _NotHere(Exception):  # noqa: N818 - it never leaves this module
    """A documented part that the local service cannot evaluate."""

    def __init__(self, part: str, words: str) -> None:
        super().__init__(words)
        self.part, self.words = part, words


def _refusal(part: str, words: str) -> Unsupported:
    return Unsupported(f"{shown(part)}: {words}")


def _fits(kind: Kind, wanted: Kind) -> bool:
    return ANY.name in {kind.name, wanted.name} or kind.name == wanted.name


def _expect(node: Node, wanted: Kind) -> None:
    if not _fits(node.kind, wanted):
        raise _refusal(node.part, f"it must be {wanted.name}, not {node.kind.name}")


def _item_of(node: Node) -> Kind:
    """Return the type of the items of a list; refuse another type."""
    if node.kind is ANY:
        return ANY
    if node.kind.item is None or node.kind is MAP:
        raise _refusal(node.part, f"it must be a list, not {node.kind.name}")
    return node.kind.item


def _expect_equal(part: str, left: Kind, right: Kind, among: Sequence[Kind]) -> None:
    """Refuse a comparison of types that the operator does not take."""
    if not _fits(left, right) or not any(_fits(left, each) and _fits(right, each) for each in among):
        raise _refusal(part, f"it compares {left.name} with {right.name}")


def _count(part: str, base: Node) -> Node:
    _item_of(base)
    return Node("count", INT, part, (base,))


class _Typing:
    """Determines the type of each part of an expression, and refuses parts without one."""

    def __init__(self, text: str, field: str) -> None:
        self._text, self._named = text, field

    def type(self, tree: Tree[Token], scope: Names) -> Node:
        """Return the typed node of a tree."""
        part = self._text[tree.meta.start_pos : tree.meta.end_pos]
        form: Callable[[str, list[Any], Names], Node] = getattr(self, f"_{tree.data}")
        return form(part, tree.children, scope)

    def _types(self, trees: "Iterable[Tree[Token]]", scope: Names) -> tuple[Node, ...]:
        return tuple(self.type(tree, scope) for tree in trees)

    def _integer(self, part: str, children: list[Any], _scope: Names) -> Node:
        # The length is checked first, because Python refuses to parse integers of thousands of digits.
        if len(part) > MAX_INTEGER_DIGITS or int(children[0]) not in _INTEGERS:
            raise _refusal(part, "it is beyond the integers of the language")
        return Node("literal", INT, part, value=int(children[0]))

    def _string(self, part: str, children: list[Any], _scope: Names) -> Node:
        return Node("literal", STRING, part, value=str(children[0])[1:-1])

    def _name(self, part: str, children: list[Any], scope: Names) -> Node:
        name = str(children[0])
        if name in _BOOLS:
            return Node("literal", BOOL, part, value=_BOOLS[name])
        if name in scope:
            return Node("name", scope[name], part, value=name)
        other = next((field for field, names in FIELDS.items() if name in names), None)
        if other is not None:
            raise _refusal(part, f"the {self._named} of a policy does not know it; the {other} does")
        if name in NOT_HERE:
            raise _NotHere(part, NOT_HERE[name])
        raise _refusal(part, f"the {self._named} of a policy knows {', '.join(scope)}")

    def _parentheses(self, part: str, children: list[Any], scope: Names) -> Node:
        (inner,) = self._types(children, scope)
        return Node("parentheses", inner.kind, part, (inner,))

    def _list(self, part: str, children: list[Any], scope: Names) -> Node:
        items = self._types(children, scope)
        kind = next((item.kind for item in items if item.kind is not ANY), ANY)
        for item in items:
            _expect(item, kind)
        return Node("list", list_of(kind), part, items)

    def _struct(self, part: str, children: list[Any], scope: Names) -> Node:
        names = [str(name) for name in children[::2]]
        if len({*names}) < len(names):
            raise _refusal(part, "it has a field twice")
        items = self._types(children[1::2], scope)
        fields = {name: item.kind for name, item in zip(names, items, strict=True)}
        return Node("struct", Kind("struct", fields=fields), part, items, tuple(names))

    def _both(self, part: str, children: list[Any], scope: Names) -> Node:
        return self._logical("both", part, children, scope)

    def _either(self, part: str, children: list[Any], scope: Names) -> Node:
        if any(child.data == "both" for child in children):
            raise _refusal(
                part, "the documentation does not say whether && or || comes first; add parentheses"
            )
        return self._logical("either", part, children, scope)

    def _logical(self, form: str, part: str, children: list[Any], scope: Names) -> Node:
        operands = self._types(children, scope)
        for operand in operands:
            _expect(operand, BOOL)
        return Node(form, BOOL, part, operands)

    def _compare(self, part: str, children: list[Any], scope: Names) -> Node:
        operator = str(children[1])
        left, right = self._types((children[0], children[2]), scope)
        if operator == "in":
            _expect_equal(part, left.kind, _item_of(right), (INT, STRING, BOOL))
        else:
            _expect_equal(part, left.kind, right.kind, (INT, STRING) if operator in EQUALITIES else (INT,))
        return Node("in" if operator == "in" else "compare", BOOL, part, (left, right), operator)

    def _field(self, part: str, children: list[Any], scope: Names) -> Node:
        (base,), name = self._types(children[:1], scope), str(children[1])
        if name == "count" and base.kind.fields is None:
            return _count(part, base)
        if base.kind.fields is None or name not in base.kind.fields:
            known = f"{base.kind.name} has {', '.join(base.kind.fields or ('no fields',))}"
            if name in NOT_HERE:
                raise _NotHere(part, NOT_HERE[name])
            raise _refusal(part, known)
        return Node("field", base.kind.fields[name], part, (base,), name)

    def _item(self, part: str, children: list[Any], scope: Names) -> Node:
        base, index = self._types(children, scope)
        kind = STRING if base.kind is STRING else ANY if base.kind is MAP else _item_of(base)
        if base.kind is ANY and index.kind is not INT:
            _expect(index, STRING)
        else:
            _expect(index, STRING if base.kind is MAP else INT)
        return Node("item", kind, part, (base, index))

    def _slice(self, part: str, children: list[Any], scope: Names) -> Node:
        base, *bounds = self._types(children, scope)
        for bound in bounds:
            _expect(bound, INT)
        if base.kind is not STRING:
            _item_of(base)
        return Node("slice", base.kind, part, (base, *bounds))

    def _call(self, part: str, children: list[Any], scope: Names) -> Node:
        (base,), name, arguments = self._types(children[:1], scope), str(children[1]), children[2:]
        if name not in _ARGUMENTS:
            raise _refusal(part, f"the language has the functions {', '.join(_ARGUMENTS)}")
        item = _item_of(base)
        if len(arguments) != _ARGUMENTS[name]:
            raise _refusal(part, f"{name} takes {_ARGUMENTS[name]} arguments")
        if name == "count":
            return _count(part, base)
        if name == "contains":
            (value,) = self._types(arguments, scope)
            _expect_equal(part, value.kind, item, (INT, STRING, BOOL))
            return Node("in", BOOL, part, (value, base))
        first = arguments[0]
        variable = str(first.children[0]) if first.data == "name" else ""
        if not variable or variable in _BOOLS or variable in scope:
            raise _refusal(part, f"the first argument of {name} must be a name that has no meaning yet")
        predicate = self.type(arguments[1], {**scope, variable: item})
        _expect(predicate, BOOL)
        return Node(name, base.kind if name == "filter" else BOOL, part, (base, predicate), variable)
