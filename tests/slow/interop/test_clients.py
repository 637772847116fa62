"""The tests of ``tests/interop/test_clients.py`` that take long."""

import pytest

from tests.interop.clients.scenario import OURS
from tests.interop.test_clients import check_calls


@pytest.mark.parametrize("name", [OURS])
def test_a_client_calls_every_operation_that_it_has(name: str) -> None:
    check_calls(name)
