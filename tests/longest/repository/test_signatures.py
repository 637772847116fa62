"""What `help()` shows of each public name."""

import inspect
import pydoc
import re
import typing
from importlib import import_module

import pytest

from tests.repository.test_signatures import CLASSES, FUNCTIONS, ROOMS, Function

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


@pytest.mark.parametrize("room", ROOMS)
def test_help_of_a_room_works(room: str) -> None:
    assert room in pydoc.render_doc(import_module(room))
