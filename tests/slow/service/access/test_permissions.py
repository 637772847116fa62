"""The tests of ``tests/service/access/test_permissions.py`` that take long."""

import pytest

from sealwax_service.operations.submits import SUBMITS
from tests.service.access import test_permissions as quick
from tests.service.access.permissions import (
    TABLE,
    World,
    differences,
)
from tests.service.access.test_permissions import SAMPLE, decided
from tests.service.client import Client

inside = quick.inside


@pytest.mark.parametrize("route", SAMPLE)
def test_a_sample(inside: Client, route: str) -> None:
    assert [*differences(inside, route)] == []


@pytest.mark.parametrize("route", ["submit/create_user_tag", "query/whoami"])
def test_over_http(client: Client, route: str) -> None:
    assert [*differences(client, route)] == []


@pytest.mark.parametrize("who", ["root", "user", "policy", "denied", "parent", "read-only", "scoped"])
def test_each_decision_is_that_of_the_table(inside: Client, who: str) -> None:
    world = World(inside)
    if who in {"policy", "denied"}:
        world.add_policies()
    caller = world.caller(who)
    expected = {name: cell for name in SUBMITS if (cell := TABLE[f"submit/{name}"][who]) is not None}
    decisions = {name: decided(world, caller, name) for name in expected}
    assert decisions == expected, (
        "a new operation has the cells of _SUBMIT in tests/service/access/permissions.py; if the "
        "documentation says otherwise, add it to the tuple there that says so, such as ROOT_ONLY or LOGINS"
    )
