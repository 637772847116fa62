"""The table of who may do what: a sample of it, and the whole for a session of its own."""

from collections.abc import Iterator
from typing import Final

import msgspec
import pytest

from sealwax_service import LocalService
from sealwax_service.access.authorization import DENIALS, Request, authorize, refusal
from sealwax_service.operations.queries import QUERIES
from sealwax_service.operations.submits import SUBMITS
from sealwax_service.requests.context import StampedContext
from sealwax_service.state.outcomes import ALLOW
from tests.conftest import SEED
from tests.service.access.permissions import (
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
    Caller,
    Cell,
    World,
    differences,
    direct,
)
from tests.service.client import Client

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
    assert {*ROOT_ONLY, *LOGINS, *OWN_CREDENTIALS, *SIGNING, *TOP_LEVEL} <= SUBMITS.keys()
    assert {route for route, _ in UNDOCUMENTED} <= TABLE.keys()
    assert all(cells.keys() == WHO.keys() for cells in TABLE.values())


def needs_fields(name: str) -> bool:
    """Whether the body of a query must have more than the organization's id."""
    reader = QUERIES[name].parameters
    assert isinstance(reader, type)
    fields = msgspec.structs.fields(reader)
    return any(field.required for field in fields if field.name != "organization_id")


def test_every_route_has_its_parameters() -> None:
    for table, name_of_table, names, needed in (
        (SUBMIT_FIELDS, "SUBMIT_FIELDS", SUBMITS, [*SUBMITS]),
        (QUERY_FIELDS, "QUERY_FIELDS", QUERIES, [*filter(needs_fields, QUERIES)]),
    ):
        missing, surplus = [name for name in needed if name not in table], [*(table.keys() - names.keys())]
        where = f"{name_of_table} in tests/service/access/permissions.py"
        assert missing == [], f"add a row for each to {where}: a function that makes valid parameters"
        assert surplus == [], f"the service has no such operations; remove them from {where}"


def test_refused_parameters_say_where_to_mend_them(inside: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(QUERY_FIELDS, "get_user", lambda _world: {})
    with pytest.raises(AssertionError, match=r"query/get_user.* QUERY_FIELDS in tests/service"):
        [*differences(inside, "query/get_user")]


IMPORTS: Final = ("init_import_wallet", "import_wallet", "init_import_private_key", "import_private_key")
VOTES: Final = ("approve_activity", "reject_activity")


def decided(world: World, caller: Caller, name: str, user_id: str | None = None) -> tuple[int, str]:
    """Decide on a request without executing it: its parameters are those that a decision depends on."""
    deployment = world.service._deployment
    organization = deployment.state.organizations[world.organization_id]
    fields = {"userId": user_id or caller.user_id, "walletId": "none", "walletIds": []}
    if name in VOTES:
        fields = world.waiting()
    body = caller.client.body(name, fields)
    stamp = caller.client.stamper.stamp(body)
    headers = {"x-session": caller.token} if caller.token else {"x-stamp": stamp.header_value}
    now = deployment.now()
    stamped = deployment.router._authentication.check(headers, body, organization, now)
    context = StampedContext(deployment.provisioner, organization, now, stamped)
    request = Request(context, stamped.user, name, SUBMITS[name].versions[0].type, fields)
    with deployment.state.lock:
        decision = authorize(context, request, None)
    if decision.outcome in DENIALS:
        error = refusal(organization, decision)
        return error.status, error.code
    assert decision.outcome == ALLOW
    return YES


def test_decisions_on_requests_for_another_user(inside: Client) -> None:
    world = World(inside)
    for who, names in (("user", OWN_CREDENTIALS), ("root", IMPORTS), ("policy", IMPORTS)):
        if who == "policy":
            world.add_policies()
        caller = world.caller(who)
        for name in names:
            assert decided(world, caller, name, world.login_id) == NO, name
            assert decided(world, caller, name) == YES, name


def test_a_difference_is_found(inside: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    route = "submit/create_user_tag"
    monkeypatch.setitem(TABLE, route, {**TABLE[route], "user": YES})
    assert [*differences(inside, route)] == [Cell(route, "user", YES, NO)]
