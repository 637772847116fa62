"""The tests of ``tests/test_imports.py`` that take longest."""

import pytest

from tests.test_imports import MODULES, TIER_OF, imports_of, room_of


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_down(module: str) -> None:
    upwards = {other for other in imports_of(module) if TIER_OF[room_of(other)] > TIER_OF[room_of(module)]}
    assert upwards == set()
