"""The tests of ``tests/service/access/test_permissions.py`` that ask every route for everybody."""

import pytest

from tests.service.access.permissions import (
    TABLE,
    differences,
)
from tests.service.access.test_permissions import SAMPLE
from tests.service.client import Client


@pytest.mark.parametrize("route", [each for each in TABLE if each not in SAMPLE])
def test_the_whole_table(client: Client, route: str) -> None:
    assert [*differences(client, route)] == []
