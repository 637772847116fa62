"""Find which value breaks which rule of a type, as data and in words.

msgspec decides whether a value is accepted. Its messages change between releases and can quote a value, so
they are never used. Instead, a refused value is compared with its type again, here.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple, get_origin

from msgspec import UNSET, inspect

from sealwax._limits import MAX_SHOWN_NAME, MAX_SHOWN_VALUES


class Rule(Enum):
    """The rules that a value can break; in the words, ``{}`` stands for the violation's argument."""

    MISSING = "is missing"
    UNKNOWN = "is unknown; check its spelling"
    ARGUMENT = "is the name of an argument; in a mapping, write {}"
    NULL = "is null; leave it out"
    KIND = "must be {}"
    ENUMERATION = "is not an allowed value; use {}"
    EMPTY = "must not be empty"
    TOO_LONG = "must have at most {} characters"
    TOO_MANY = "must have at most {} items"
    AT_LEAST = "must be at least {}"
    AT_MOST = "must be at most {}"
    FOLDED = "differs from {} only in case, which other parsers ignore; remove it"
    TEXT = "has a lone surrogate; pass text that UTF-8 can encode"
    NAME = "has a field name that is not a string"
    NAME_TEXT = "has a field name with a lone surrogate; pass text that UTF-8 can encode"
    OTHER = "{}"


class Violation(NamedTuple):
    """A rule that a value breaks, with the path to the value and what the rule asks for.

    The path consists of wire names of fields and indices of arrays. The argument never comes from the
    document.
    """

    path: tuple[str | int, ...]
    rule: Rule
    argument: object = ""

    def within(self, step: str | int) -> "Violation":
        """Prefix the path with the field or index of an enclosing object or array."""
        return self._replace(path=(step, *self.path))

    def in_words(self) -> str:
        """Name the field and the rule that it breaks, without any value."""
        steps = (f"[{step}]" if isinstance(step, int) else f".{clip(step)}" for step in self.path)
        where = "".join(steps).removeprefix(".") or "it"
        return f"{where} {self.rule.value.format(self.argument)}"


def clip(name: str, longest: int = MAX_SHOWN_NAME) -> str:
    """Make untrusted text safe to show: shortened, with ``?`` for unprintable characters."""
    shown = name if len(name) <= longest else name[:longest] + "…"
    return "".join(character if character.isprintable() else "?" for character in shown)


def explain_refusal(value: object, into: object) -> str:
    """Explain in words why msgspec refuses a value, without quoting any value."""
    violation = find_violation(value, into)
    return "it does not have the expected structure" if violation is None else violation.in_words()


def find_violation(value: object, into: object) -> Violation | None:
    """Find the first violation in a value that msgspec refuses."""
    return next(_violations(value, type_info(into)), None)


@lru_cache(maxsize=64)
def type_info(into: Any) -> inspect.Type:
    """Describe a type, as msgspec reads it."""
    return inspect.type_info(into)


def _violations(value: Any, wanted: inspect.Type) -> Iterator[Violation]:
    """Compare a value with msgspec's description of its type."""
    bare, form = _without_metadata(wanted)
    if isinstance(bare, inspect.UnionType):
        yield from _union_violations(value, bare.types)
    elif not _fits(value, bare):
        yield Violation((), Rule.KIND, _kind(bare).words)
    elif isinstance(value, str) and not is_writable(value):
        yield Violation((), Rule.TEXT)
    else:
        yield from _kind(bare).violations(value, bare, form)


def _union_violations(value: Any, choices: Sequence[inspect.Type]) -> Iterator[Violation]:
    bare = [_without_metadata(choice)[0] for choice in choices]
    fitting = [choice for choice, each in zip(choices, bare, strict=True) if _fits(value, each)]
    if not fitting:
        # Do not suggest null: leaving the field out means the same.
        words = [_kind(each).words for each in bare if not isinstance(each, inspect.NoneType)]
        yield Violation((), Rule.KIND, " or ".join(words))
    elif len(fitting) == 1:
        yield from _violations(value, fitting[0])
    elif all(isinstance(choice, inspect.StructType) for choice in fitting):
        yield from _tagged_violations(value, fitting)


def _tagged_violations(value: Mapping[str, Any], choices: Sequence[Any]) -> Iterator[Violation]:
    """Check an object in a tagged union, by the field that names its type."""
    by_tag = {choice.tag: choice for choice in choices}
    field = choices[0].tag_field
    tag = value.get(field)
    if field not in value:
        yield Violation((field,), Rule.MISSING)
    elif not isinstance(tag, str):
        yield Violation((field,), Rule.KIND, "a string")
    elif tag not in by_tag:
        yield Violation((field,), Rule.ENUMERATION, enumerate_values(list(by_tag)))
    else:
        yield from _violations(value, by_tag[tag])


def _part_violations(step: str | int, part: Any, wanted: inspect.Type) -> Iterator[Violation]:
    return (violation.within(step) for violation in _violations(part, wanted))


def _nothing(_value: Any, _bare: Any, _form: str) -> Iterator[Violation]:
    return iter(())


def _enumeration(value: Any, bare: inspect.LiteralType, _form: str) -> Iterator[Violation]:
    if value not in bare.values:
        yield Violation((), Rule.ENUMERATION, enumerate_values(bare.values))


def _integer(value: int, bare: inspect.IntType, _form: str) -> Iterator[Violation]:
    if bare.ge is not None and value < bare.ge:
        yield Violation((), Rule.AT_LEAST, bare.ge)
    if bare.le is not None and value > bare.le:
        yield Violation((), Rule.AT_MOST, bare.le)


def _text(value: str, bare: inspect.StrType, form: str) -> Iterator[Violation]:
    if bare.min_length and not value:
        yield Violation((), Rule.EMPTY)
    if bare.max_length is not None and len(value) > bare.max_length:
        yield Violation((), Rule.TOO_LONG, bare.max_length)
    if bare.pattern is not None and not re.search(bare.pattern, value):
        yield Violation((), Rule.KIND, form or f"text of the form {bare.pattern}")


def _array(value: Collection[Any], bare: inspect.CollectionType, _form: str) -> Iterator[Violation]:
    if bare.min_length and not value:
        yield Violation((), Rule.EMPTY)
    if bare.max_length is not None and len(value) > bare.max_length:
        yield Violation((), Rule.TOO_MANY, bare.max_length)
    for number, item in enumerate(value):
        yield from _part_violations(number, item, bare.item_type)


def _map(value: Mapping[Any, Any], bare: inspect.DictType, _form: str) -> Iterator[Violation]:
    for name, item in value.items():
        if isinstance(name, str):
            yield from _part_violations(name, item, bare.value_type)
        else:
            yield Violation((), Rule.NAME)


def _object(value: Any, bare: inspect.StructType, _form: str) -> Iterator[Violation]:
    fields = {field.encode_name: field for field in bare.fields}
    if isinstance(value, _class(bare)):
        # An instance that was changed past its checks. Fields at their defaults count as left out.
        given = {name: getattr(value, field.name) for name, field in fields.items()}
        value = {
            name: each
            for name, each in given.items()
            if each is not UNSET and each is not fields[name].default
        }
    for name, item in value.items():
        if type(name) is not str:
            yield Violation((), Rule.NAME)
        elif not is_writable(name):
            yield Violation((), Rule.NAME_TEXT)
        elif name in fields:
            yield from _part_violations(name, item, fields[name].type)
        elif bare.forbid_unknown_fields and name != bare.tag_field:
            wire_name = next((each.encode_name for each in bare.fields if each.name == name), None)
            yield Violation((name,), Rule.ARGUMENT if wire_name else Rule.UNKNOWN, wire_name or "")
    for name, field in fields.items():
        if field.required and name not in value:
            yield Violation((name,), Rule.MISSING)


class _Kind(NamedTuple):
    """A kind of JSON value: its name, its Python types, and the function that finds violations."""

    words: str
    python: type | tuple[type, ...]
    violations: Callable[[Any, Any, str], Iterator[Violation]]


_STRING = _Kind("a string", str, _text)
_INTEGER = _Kind("an integer", int, _integer)
_NUMBER = _Kind("a number", (int, float), _nothing)
_ARRAY = _Kind("an array", (list, tuple, set, frozenset), _array)
_OBJECT = _Kind("an object", Mapping, _object)
# For Any and object.
_ANYTHING = _Kind("anything", object, _nothing)

_KINDS: dict[type[inspect.Type], _Kind] = {
    inspect.NoneType: _Kind("null", type(None), _nothing),
    inspect.BoolType: _Kind("true or false", bool, _nothing),
    inspect.IntType: _INTEGER,
    inspect.FloatType: _NUMBER,
    inspect.StrType: _STRING,
    inspect.ListType: _ARRAY,
    inspect.VarTupleType: _ARRAY,
    inspect.DictType: _Kind("an object", Mapping, _map),
    inspect.StructType: _OBJECT,
}


def _kind(bare: inspect.Type) -> _Kind:
    if isinstance(bare, inspect.LiteralType):
        basic = _STRING if isinstance(bare.values[0], str) else _INTEGER
        return basic._replace(violations=_enumeration)
    return _KINDS.get(type(bare), _ANYTHING)


def _fits(value: object, bare: inspect.Type) -> bool:
    """Whether a value is of the JSON kind of a type."""
    python = _kind(bare).python
    if isinstance(value, bool):
        # In Python, a bool is an int too.
        return python in {bool, object}
    return isinstance(value, (python, _class(bare)))


def _class(bare: inspect.Type) -> Any:
    """Return the class whose instances are accepted too, or an empty tuple."""
    cls = getattr(bare, "cls", ())
    return get_origin(cls) or cls


def _without_metadata(wanted: inspect.Type) -> tuple[inspect.Type, str]:
    """Unwrap a type from its annotations; return it, and their words for its form."""
    form = ""
    while isinstance(wanted, inspect.Metadata):
        form, wanted = (wanted.extra or {}).get("must_be", form), wanted.type
    return wanted, form


def is_writable(text: str) -> bool:
    """Whether UTF-8 can encode a text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def enumerate_values(values: Sequence[object]) -> str:
    """List the values of an enumeration, or only the first if there are many."""
    if len(values) > MAX_SHOWN_VALUES:
        return f"one of its {len(values)} values, such as {values[0]}"
    *most, last = map(str, values)
    return f"{', '.join(most)} or {last}" if most else last
