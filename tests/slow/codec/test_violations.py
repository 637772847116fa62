"""The tests of ``tests/codec/test_violations.py`` that take long."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from sealwax import InvalidRequest, MalformedInput
from sealwax._codec.strict_json import decode_json
from sealwax._codec.violations import explain_refusal
from tests.codec.test_violations import TYPES, check_agreement, documents, type_info


@given(st.data())
@settings(max_examples=500, deadline=None)
def test_msgspec_and_the_comparison_agree(data: st.DataObject) -> None:
    into = data.draw(st.sampled_from(TYPES))
    document = data.draw(documents(type_info(into)))
    text = json.dumps(document)
    try:
        msgspec.json.decode(text, type=into)
        accepted = True
    except InvalidRequest:
        # Its types are right; a rule beyond them is broken.
        check_agreement(document, into, accepted=True)
        return
    except msgspec.ValidationError:
        accepted = False
    check_agreement(document, into, accepted)
    if accepted:
        decode_json(text.encode(), into, "it")
    else:
        with pytest.raises(MalformedInput) as raised:
            decode_json(text.encode(), into, "it")
        assert str(raised.value) == f"it is malformed: {explain_refusal(document, into)}"
        assert raised.value.__context__ is None


def test_every_kind_of_type_is_known_here() -> None:
    """A type or a constraint that the comparison does not know would be left unexplained."""
    known = {"min_length": (None, 1), "gt": (None,), "lt": (None,), "multiple_of": (None,)}
    seen: set[type[inspect.Type]] = set()

    def look(kind: Any) -> None:
        seen.add(type(kind))
        if isinstance(kind, inspect.CustomType):
            assert kind.cls is object
        for constraint, values in known.items():
            assert getattr(kind, constraint, None) in values
        if isinstance(kind, inspect.CollectionType | inspect.DictType):
            assert kind.min_length in {None, 1}
            assert kind.max_length is None or not isinstance(kind, inspect.DictType)
        assert not getattr(kind, "array_like", False)
        for name in ("type", "item_type", "key_type", "value_type"):
            if isinstance(inner := getattr(kind, name, None), inspect.Type):
                look(inner)
        for inner in getattr(kind, "types", ()):
            look(inner)
        for field in getattr(kind, "fields", ()):
            look(field.type)

    for into in TYPES:
        look(type_info(into))
    assert seen == {
        inspect.Metadata,
        inspect.AnyType,
        inspect.CustomType,
        inspect.NoneType,
        inspect.BoolType,
        inspect.IntType,
        inspect.StrType,
        inspect.LiteralType,
        inspect.UnionType,
        inspect.ListType,
        inspect.VarTupleType,
        inspect.DictType,
        inspect.StructType,
    }
