"""The tests of ``tests/service/test_load.py`` that take long."""

from collections.abc import Callable

import pytest

from sealwax_service._limits import MAX_BODY_BYTES, MAX_REMEMBERED_BYTES
from sealwax_service.requests import provisioning
from sealwax_service.yielding import Pace
from tests.service.access.test_authentication import signup_fields
from tests.service.client import Client, new_tag
from tests.service.test_load import WALLET, user_fields

LONG_WORK: dict[str, Callable[[Client], object]] = {
    "signup": lambda client: client.proxy("signup_v2", **signup_fields(wallet=WALLET)).body["wallet"],
    "create_wallet": lambda client: (
        client.post("create_wallet", client.body("create_wallet", WALLET, generateAppProofs=True)).result
    ),
    "create_sub_organization": lambda client: (
        client.submit(
            "create_sub_organization",
            subOrganizationName="s",
            rootUsers=[user_fields()],
            rootQuorumThreshold=1,
            wallet=WALLET,
        ).result
    ),
    "add": lambda client: client.admin("add", kind="wallet", wallet=WALLET),
    "list_activities": lambda client: client.query("list_activities"),
    "list_users": lambda client: client.query("list_users"),
    "list_wallet_accounts": lambda client: client.query("list_wallet_accounts"),
    "get_organization": lambda client: client.query("get_organization"),
    "state": lambda client: client.admin("overview"),
}


@pytest.mark.parametrize("work", LONG_WORK)
def test_others_are_answered_during_long_work(
    client: Client, monkeypatch: pytest.MonkeyPatch, work: str
) -> None:
    """Each time that the work gives way, it holds no lock: other requests are answered, changes too."""
    monkeypatch.setattr(provisioning, "MAX_TAGS", 10_000)
    client.submit("create_user_tag", **new_tag()).check()
    other, answered = Client(client.service), []

    def pause(_: Pace) -> None:
        answered.append(other.submit("create_user_tag", **new_tag()).result["userTagId"])

    with monkeypatch.context() as patch:
        patch.setattr(Pace, "pause", pause)
        assert LONG_WORK[work](client)
    other.http.close()
    assert answered
    tags = {tag["tagId"] for tag in client.query("list_user_tags")["userTags"]}
    assert {*answered} <= tags


def test_requests_are_remembered_up_to_a_size(client: Client) -> None:
    body = b"{" + b" " * (MAX_BODY_BYTES - 2) + b"}"
    for _ in range(20):
        client.send("/public/v1/query/whoami", body, {})
    client.query("whoami")
    kept = client.service.requests
    assert sum(request.size for request in kept) <= MAX_REMEMBERED_BYTES
    assert len(kept) == 16
    assert len(kept[-1].body) < MAX_BODY_BYTES
    # What is no operation is not kept.
    for path in ("/public/v1/query/none", "/x", "/v1/"):
        client.send(path, body, {})
    assert client.service.requests == kept


def test_the_last_activities_are_kept_and_those_that_wait(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sealwax_service.state.records.MAX_ACTIVITIES", 3)
    client.service.fail("create_user_tag", "pending", polls=1000)
    waiting = client.submit("create_user_tag", **new_tag()).activity
    ended = [client.submit("create_user_tag", **new_tag()).activity["id"] for _ in range(6)]
    found = client.pages("list_activities", "activities", "id")
    assert [each["id"] for each in found] == [*ended[:-4:-1], waiting["id"]]
    assert client.try_query("get_activity", activityId=ended[0]).error == (404, "SEALWAX_NOT_FOUND")
