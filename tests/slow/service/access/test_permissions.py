"""The tests of ``tests/service/access/test_permissions.py`` that take longest."""

import pytest

from tests.service.access import test_permissions as quick
from tests.service.access.permissions import (
    differences,
)
from tests.service.access.test_permissions import SAMPLE
from tests.service.client import Client

inside = quick.inside


@pytest.mark.parametrize("route", SAMPLE)
def test_a_sample(inside: Client, route: str) -> None:
    assert [*differences(inside, route)] == []
