"""The tests of ``tests/repository/test_signatures.py`` that take long."""

import inspect
import pydoc
import re
import typing
from collections.abc import Iterator
from importlib import import_module

from sealwax.proofs import AppProofExpectation, EnclaveIdentity
from tests.repository.test_signatures import (
    ARGUMENTS,
    CLASSES,
    FUNCTIONS,
    OBJECTS,
    OF_ANYTHING,
    RESULTS,
    ROOMS,
    Function,
    arguments_in,
    is_made,
    text_of,
    with_several_types,
)


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


def test_help_of_the_package_begins_with_a_page_on_every_name_and_room() -> None:
    package = import_module("sealwax")
    page = inspect.getdoc(package) or ""
    assert page.count("\n") <= 120
    assert not [name for name in package.__all__ if not re.search(rf"\b{name}\b", page)]
    for room in ROOMS:
        assert room in page or room.replace("_", "-") in page
    assert page.splitlines()[2] in pydoc.render_doc(package)


def test_a_type_can_differ_from_that_of_its_name() -> None:
    added = arguments_in("bundle: int, *, email: bytes | None, fast: bool")
    assert with_several_types([*ARGUMENTS, *added]) - with_several_types(ARGUMENTS) == {"bundle", "email"}


def test_no_result_is_of_any_type() -> None:
    returned = {
        name: text_of(typing.get_type_hints(function).get("return")) for name, function in FUNCTIONS.items()
    }
    types = [*((of, kind) for of, _, kind in RESULTS), *returned.items()]
    of_any = [of for of, kind in types if re.search(r"\bAny\b", kind) and not of.startswith(OF_ANYTHING)]
    assert of_any == []


OUR_PACKAGES = {"sealwax", "sealwax_service", "sealwax_vectors"}


def hinted() -> Iterator[tuple[str, Function]]:
    """The public functions, and all methods that we wrote for public classes, ``__init__`` and such too."""
    yield from ((name, value) for name, value in OBJECTS.items() if inspect.isfunction(value))
    for name, cls in CLASSES.items():
        for base in cls.__mro__:
            for of_class, member in vars(base).items():
                function = getattr(member, "fget", None) or getattr(member, "__func__", member)
                if inspect.isfunction(function) and function.__module__.partition(".")[0] in OUR_PACKAGES:
                    yield f"{name}.{of_class}", function


def test_the_types_of_every_function_can_be_read_at_run_time() -> None:
    found = dict(hinted())
    assert {"sealwax.ServiceError.__init__", "sealwax.client.Client.__enter__"} <= found.keys()
    for name, function in found.items():
        assert isinstance(typing.get_type_hints(function), dict), name
