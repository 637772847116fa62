"""Which value of a document breaks its type, and which rule of it: as data, and in words.

msgspec decides whether a value is accepted. The text of its exceptions changes between its releases and can
quote a value, so it is never read: what was refused is compared with the type once more, here.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple, get_origin

from msgspec import UNSET, inspect

_MAX_NAME = 64
_MAX_LISTED = 9


class Rule(Enum):
    """The rules that a value can break, in words; ``{}`` stands for the violation's argument."""

    MISSING = "is missing"
    UNKNOWN = "is not a parameter; check its spelling"
    NULL = "is null; leave it out"
    KIND = "must be {}"
    ENUMERATION = "is not in its enumeration; use {}"
    EMPTY = "is empty; give its value"
    TOO_LONG = "must have at most {} characters"
    AT_LEAST = "must be at least {}"
    AT_MOST = "must be at most {}"
    TEXT = "holds text that UTF-8 cannot carry; take the lone surrogates out"
    NAME = "has a field whose name is not a string"
    NAME_TEXT = "has a field whose name UTF-8 cannot carry; take the lone surrogates out"
    OTHER = "{}"


class Violation(NamedTuple):
    """A rule that a value breaks.

    Attributes:
        path: Where the value is: names of fields, as they are on the wire, and indices of arrays.
        rule: The rule.
        argument: What the rule asks for; never anything of the document.
    """

    path: tuple[str | int, ...]
    rule: Rule
    argument: object = ""

    def within(self, step: str | int) -> "Violation":
        """Give the same violation, seen from the object or array that holds the value."""
        return self._replace(path=(step, *self.path))

    def in_words(self) -> str:
        """Say which field breaks which rule, without any value."""
        steps = (f"[{step}]" if isinstance(step, int) else f".{clip(step)}" for step in self.path)
        where = "".join(steps).removeprefix(".") or "it"
        return f"{where} {self.rule.value.format(self.argument)}"


def clip(name: str, longest: int = _MAX_NAME) -> str:
    """Shorten a text that someone else gave, and take out what is not printable."""
    shown = name if len(name) <= longest else name[:longest] + "…"
    return "".join(character if character.isprintable() else "?" for character in shown)


def explain_refusal(value: object, into: object) -> str:
    """Say in words why msgspec refuses to convert a value, without any value."""
    violation = find_violation(value, into)
    return "it has another shape than expected" if violation is None else violation.in_words()


def find_violation(value: object, into: object) -> Violation | None:
    """Find the first place where a value that msgspec refuses breaks its type."""
    return next(_violations(value, _type_info(into)), None)


@lru_cache(maxsize=64)
def _type_info(into: Any) -> inspect.Type:
    return inspect.type_info(into)


def _violations(value: Any, wanted: inspect.Type) -> Iterator[Violation]:
    """Compare a value with what msgspec says of its type."""
    bare, form = _without_metadata(wanted)
    if isinstance(bare, inspect.UnionType):
        yield from _union_violations(value, bare.types)
    elif not _fits(value, bare):
        yield Violation((), Rule.KIND, _kind(bare).words)
    elif isinstance(value, str) and not _is_writable(value):
        yield Violation((), Rule.TEXT)
    else:
        yield from _kind(bare).violations(value, bare, form)


def _union_violations(value: Any, choices: Sequence[inspect.Type]) -> Iterator[Violation]:
    bare = [_without_metadata(choice)[0] for choice in choices]
    fitting = [choice for choice, each in zip(choices, bare, strict=True) if _fits(value, each)]
    if not fitting:
        # What may be null may as well be left out, which needs no saying.
        words = [_kind(each).words for each in bare if not isinstance(each, inspect.NoneType)]
        yield Violation((), Rule.KIND, " or ".join(words))
    elif len(fitting) == 1:
        yield from _violations(value, fitting[0])
    elif all(isinstance(choice, inspect.StructType) for choice in fitting):
        yield from _tagged_violations(value, fitting)


def _tagged_violations(value: Mapping[str, Any], choices: Sequence[Any]) -> Iterator[Violation]:
    """Look at an object that has the name of its type in one of its fields."""
    by_tag = {choice.tag: choice for choice in choices}
    field = choices[0].tag_field
    tag = value.get(field)
    if field not in value:
        yield Violation((field,), Rule.MISSING)
    elif not isinstance(tag, str):
        yield Violation((field,), Rule.KIND, "a string")
    elif tag not in by_tag:
        yield Violation((field,), Rule.ENUMERATION, _list(list(by_tag)))
    else:
        yield from _violations(value, by_tag[tag])


def _part_violations(step: str | int, part: Any, wanted: inspect.Type) -> Iterator[Violation]:
    return (violation.within(step) for violation in _violations(part, wanted))


def _nothing(_value: Any, _bare: Any, _form: str) -> Iterator[Violation]:
    return iter(())


def _enumeration(value: Any, bare: inspect.LiteralType, _form: str) -> Iterator[Violation]:
    if value not in bare.values:
        yield Violation((), Rule.ENUMERATION, _list(bare.values))


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


def _array(value: Iterable[Any], bare: inspect.CollectionType, _form: str) -> Iterator[Violation]:
    for number, item in enumerate(value):
        yield from _part_violations(number, item, bare.item_type)


def _map(value: Mapping[Any, Any], bare: inspect.DictType, _form: str) -> Iterator[Violation]:
    for name, item in value.items():
        if isinstance(name, str):
            yield from _part_violations(name, item, bare.value_type)
        else:
            yield Violation((), Rule.NAME)


def _object(value: Any, bare: Any, _form: str) -> Iterator[Violation]:
    fields = {field.encode_name: field for field in bare.fields}
    if isinstance(value, _class(bare)):
        # An instance, changed past its checks. What is left at its default counts as not given.
        given = {name: getattr(value, field.name) for name, field in fields.items()}
        value = {
            name: each
            for name, each in given.items()
            if each is not UNSET and each is not fields[name].default
        }
    for name, item in value.items():
        if type(name) is not str:
            yield Violation((), Rule.NAME)
        elif not _is_writable(name):
            yield Violation((), Rule.NAME_TEXT)
        elif name in fields:
            yield from _part_violations(name, item, fields[name].type)
        elif getattr(bare, "forbid_unknown_fields", False):
            yield Violation((name,), Rule.UNKNOWN)
    for name, field in fields.items():
        if field.required and name not in value:
            yield Violation((name,), Rule.MISSING)


class _Kind(NamedTuple):
    """A kind of JSON value: its name, what Python has for it, and the function that finds violations."""

    words: str
    python: type | tuple[type, ...]
    violations: Callable[[Any, Any, str], Iterator[Violation]]


_STRING = _Kind("a string", str, _text)
_INTEGER = _Kind("an integer", int, _integer)
_ARRAY = _Kind("an array", (list, tuple, set, frozenset), _array)
_OBJECT = _Kind("an object", Mapping, _object)
# Any, object and Raw.
_ANYTHING = _Kind("anything", object, _nothing)

_KINDS: dict[type[inspect.Type], _Kind] = {
    inspect.NoneType: _Kind("null", type(None), _nothing),
    inspect.BoolType: _Kind("true or false", bool, _nothing),
    inspect.IntType: _INTEGER,
    inspect.StrType: _STRING,
    inspect.ListType: _ARRAY,
    inspect.VarTupleType: _ARRAY,
    inspect.DictType: _Kind("an object", Mapping, _map),
    inspect.StructType: _OBJECT,
    inspect.DataclassType: _OBJECT,
}


def _kind(bare: inspect.Type) -> _Kind:
    if isinstance(bare, inspect.LiteralType):
        basic = _STRING if isinstance(bare.values[0], str) else _INTEGER
        return basic._replace(violations=_enumeration)
    return _KINDS.get(type(bare), _ANYTHING)


def _fits(value: object, bare: inspect.Type) -> bool:
    """Whether a value is of the kind of JSON value that a type asks for."""
    python = _kind(bare).python
    if isinstance(value, bool):
        # To Python, that is an integer.
        return python in {bool, object}
    return isinstance(value, (python, _class(bare)))


def _class(bare: inspect.Type) -> Any:
    """Give the class whose instances are taken as well, or none."""
    cls = getattr(bare, "cls", ())
    return get_origin(cls) or cls


def _without_metadata(wanted: inspect.Type) -> tuple[inspect.Type, str]:
    """Take a type out of its annotations, and the words in them for the form that it must have."""
    form = ""
    while isinstance(wanted, inspect.Metadata):
        form, wanted = (wanted.extra or {}).get("must_be", form), wanted.type
    return wanted, form


def _is_writable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _list(values: Sequence[object]) -> str:
    """List the values of an enumeration, or name the first where they are many."""
    if len(values) > _MAX_LISTED:
        return f"one of its {len(values)} values, such as {values[0]}"
    *most, last = map(str, values)
    return f"{', '.join(most)} or {last}" if most else last
