"""Read every public signature."""

import inspect
import pydoc
import re
import typing
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from sealwax import operations

ROOMS = (
    "sealwax",
    "sealwax.activities",
    "sealwax.operations",
    "sealwax.proofs",
    "sealwax.testing",
    "sealwax.vectors",
    "sealwax.wallets",
    "sealwax.webhooks",
)
"""The packages and modules that are public by their own names."""

Function = Callable[..., object]


def public_objects() -> dict[str, object]:
    """The public names of all rooms: classes, functions, types and constants."""
    return {
        f"{room}.{name}": getattr(module, name)
        for room in ROOMS
        for module in [import_module(room)]
        for name in module.__all__
    }


OBJECTS = public_objects()
CLASSES = {name: value for name, value in OBJECTS.items() if inspect.isclass(value)}


def members(cls: type) -> Iterator[tuple[str, Function]]:
    """The public methods of a class, and the getters of its properties."""
    for name in dir(cls):
        member = inspect.getattr_static(cls, name, None)
        function = getattr(member, "fget", None) or getattr(member, "__func__", member)
        if not name.startswith("_") and inspect.isfunction(function):
            yield name, function


def functions() -> Iterator[tuple[str, Function]]:
    """The public functions and methods of all rooms."""
    for name, value in OBJECTS.items():
        if inspect.isfunction(value):
            yield name, value
    for name, cls in CLASSES.items():
        for of_class, function in members(cls):
            yield f"{name}.{of_class}", function


FUNCTIONS = dict(functions())
CALLABLE: dict[str, Function] = {**CLASSES, **FUNCTIONS}


PENDING = {"sealwax.proofs.EnclaveIdentity"}


@pytest.mark.parametrize("room", ROOMS)
def test_help_signatures_and_hints_work(room: str) -> None:
    assert room in pydoc.render_doc(import_module(room))
    for name, value in CALLABLE.items():
        if name.startswith(f"{room}.") and name not in PENDING:
            assert typing.get_type_hints(value) is not None
            shown = pydoc.render_doc(value)
            if not getattr(value, "_is_protocol", False):
                shown += str(inspect.signature(value))
            # A default that is long shows as the call that makes it.
            assert not re.search(r"[0-9a-f]{60}", shown), name


def test_help_of_the_package_is_a_page() -> None:
    package = import_module("sealwax")
    page = pydoc.render_doc(package)
    assert page.count("\n") <= 120
    assert not [name for name in package.__all__ if not re.search(rf"\b{name}\b", page)]
    for room in ROOMS:
        assert room in page


def test_help_of_the_operations_is_a_page() -> None:
    page = pydoc.render_doc(operations)
    assert page.count("\n") <= 120
    assert not [
        each for each in operations.OPERATIONS.values() if not re.search(rf"\b{each.__name__}\b", page)
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_help_of_a_room_works(room: str) -> None:
    assert room in pydoc.render_doc(import_module(room))


@pytest.mark.parametrize("room", ROOMS)
def test_the_names_of_a_room_are_literal(room: str) -> None:
    """Type checkers and people read them in the source."""
    module = import_module(room)
    assert module.__file__ is not None
    listed = re.search(r"^__all__ = (\[.*?^\])", Path(module.__file__).read_text(), re.DOTALL | re.MULTILINE)
    assert listed is not None
    assert re.findall(r'"(\w+)"', listed[1]) == module.__all__
