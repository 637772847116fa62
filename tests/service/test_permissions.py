"""The table of who may do what: a sample of it, and the whole for a session of its own."""

from collections.abc import Iterator

import pytest

from sealwax_service import LocalService
from sealwax_service.queries import QUERIES
from sealwax_service.submits import SUBMITS
from tests.conftest import SEED
from tests.service.client import Client
from tests.service.permissions import (
    LOGINS,
    NO,
    OWN_CREDENTIALS,
    QUERY_FIELDS,
    ROOT_ONLY,
    SIGNING,
    SUBMIT_FIELDS,
    TABLE,
    TOP_LEVEL,
    UNDOCUMENTED,
    WHO,
    YES,
    Cell,
    differences,
    direct,
)

SAMPLE = (
    "submit/create_wallet",
    "submit/export_wallet",
    "submit/sign_raw_payload",
    "submit/import_wallet",
    "submit/create_api_keys",
    "submit/otp_login",
    "submit/update_root_quorum",
    "submit/delete_sub_organization",
    "submit/approve_activity",
    "submit/set_ip_allowlist",
    "query/list_users",
)
"""A route of each kind."""


@pytest.fixture
def inside() -> Iterator[Client]:
    """A client that calls the service without HTTP."""
    service = LocalService(SEED)
    with direct(service) as http:
        yield Client(service, http=http)


def test_the_table_is_of_all_routes() -> None:
    assert {f"submit/{name}" for name in SUBMITS} | {f"query/{name}" for name in QUERIES} == TABLE.keys()
    assert SUBMIT_FIELDS.keys() == SUBMITS.keys()
    assert QUERY_FIELDS.keys() <= QUERIES.keys()
    assert {*ROOT_ONLY, *LOGINS, *OWN_CREDENTIALS, *SIGNING, *TOP_LEVEL} <= SUBMITS.keys()
    assert {route for route, _ in UNDOCUMENTED} <= TABLE.keys()
    assert all(cells.keys() == WHO.keys() for cells in TABLE.values())


@pytest.mark.parametrize("route", SAMPLE)
@pytest.mark.slow
def test_a_sample(inside: Client, route: str) -> None:
    assert [*differences(inside, route)] == []


@pytest.mark.parametrize("route", ["submit/create_user_tag", "query/whoami"])
def test_over_http(client: Client, route: str) -> None:
    assert [*differences(client, route)] == []


def test_a_difference_is_found(inside: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    route = "submit/create_user_tag"
    monkeypatch.setitem(TABLE, route, {**TABLE[route], "user": YES})
    assert [*differences(inside, route)] == [Cell(route, "user", YES, NO)]


@pytest.mark.permissions
@pytest.mark.parametrize("route", [each for each in TABLE if each not in SAMPLE])
def test_the_whole_table(client: Client, route: str) -> None:
    assert [*differences(client, route)] == []
