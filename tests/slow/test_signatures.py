"""The tests of ``tests/test_signatures.py`` that take longest."""

import inspect
import pydoc
import re
import typing
from importlib import import_module

import pytest

from sealwax.proofs import AppProofExpectation, EnclaveIdentity
from tests.test_signatures import CLASSES, FUNCTIONS, ROOMS, Function, is_made, text_of

CALLABLE: dict[str, Function] = {**CLASSES, **FUNCTIONS}


@pytest.mark.parametrize("room", ROOMS)
def test_help_signatures_and_hints_work(room: str) -> None:
    assert room in pydoc.render_doc(import_module(room))
    for name, value in CALLABLE.items():
        if name.startswith(f"{room}."):
            assert typing.get_type_hints(value) is not None
            shown = pydoc.render_doc(value)
            if not getattr(value, "_is_protocol", False):
                shown += str(inspect.signature(value))
            # A default that is long shows as the call that makes it.
            assert not re.search(r"[0-9a-f]{60}", shown), name


def undescribed(doc: str, function: Function) -> set[str]:
    """The parameters that a docstring does not describe, and "return" if it lacks what it returns."""
    sections: dict[str, str] = dict(re.findall(r"^(\w+):\n((?:    .*\n?|\n)+)", doc, re.MULTILINE))
    described = re.findall(r"^    (\w+):", sections.get("Args", sections.get("Attributes", "")), re.MULTILINE)
    returned = text_of(typing.get_type_hints(function).get("return"))
    names = {*inspect.signature(function).parameters} - {"self", "cls", *described}
    if not {"Returns", "Yields"} & sections.keys() and returned not in {"None", "Iterator[None]"}:
        names.add("return")
    return names


# Only functions of the library make them.
NOT_MADE_BY_CALLERS = {"sealwax.ImportTarget", "sealwax.SecretTarget"}


def test_every_argument_and_result_is_described() -> None:
    made = {name: cls for name, cls in CLASSES.items() if is_made(cls) and name not in NOT_MADE_BY_CALLERS}
    made |= {f"sealwax.proofs.{cls.__name__}": cls for cls in (AppProofExpectation, EnclaveIdentity)}
    called: dict[str, Function] = {**made, **FUNCTIONS}
    for name, function in called.items():
        cls, _, member = name.rpartition(".")
        docs = [inspect.getdoc(function) or ""]
        if cls in CLASSES and name not in made:
            # What overrides a documented method needs a line of its own at most.
            bases = [vars(base) for base in CLASSES[cls].__mro__]
            docs = [inspect.getdoc(base[member]) or "" for base in bases if member in base]
            if isinstance(inspect.getattr_static(CLASSES[cls], member), property):
                assert any(docs), name
                continue
        assert any(doc and not undescribed(doc, function) for doc in docs), name
