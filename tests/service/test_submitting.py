"""The activity of a submit request."""

import json
from datetime import datetime, timezone

import pytest

from sealwax_service import LocalService
from tests.service.client import Client, new_tag


def test_an_activity_has_every_field(client: Client) -> None:
    body = client.body("update_organization_name", {"organizationName": "New"})
    activity = client.post("update_organization_name", body).activity
    assert activity["organizationId"] == client.organization_id
    assert activity["type"] == "ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME"
    assert activity["intent"] == {"updateOrganizationNameIntent": {"organizationName": "New"}}
    assert activity["result"]["updateOrganizationNameResult"]["organizationName"] == "New"
    assert activity["timestampMs"] == json.loads(body)["timestampMs"]
    assert (activity["canApprove"], activity["canReject"]) == (False, False)
    (vote,) = activity["votes"]
    assert vote["message"].encode() == body
    assert vote["publicKey"] == client.key.public_key
    assert activity["appProofs"] == []
    assert client.query("get_activity", activityId=activity["id"])["activity"] == activity
    assert activity in client.query("list_activities")["activities"]


@pytest.mark.parametrize("strict", [False, True])
def test_the_intent_is_what_was_submitted(strict: bool) -> None:
    with LocalService(strict=strict) as service:
        client = Client(service)
        given = {"publicKey": None, "enabled": False, "rules": [{"cidr": "192.0.2.0/24"}]}
        activity = client.submit("set_ip_allowlist", **given).activity
        client.http.close()
    assert activity["intent"] == {"setIpAllowlistIntent": given}


@pytest.mark.parametrize("name", ["create_user_tag", "create_wallet"])
def test_a_request_has_one_time(client: Client, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Its arrival, which its activity has, also if the clock goes on while it is handled."""
    given = new_tag() if name == "create_user_tag" else {"walletName": "w", "accounts": []}
    state = client.service._deployment.state
    times = (datetime(2030, 1, 1, minute=minute, tzinfo=timezone.utc) for minute in range(60))
    client.ahead = next(times) - datetime.now(timezone.utc)
    monkeypatch.setattr(state, "now", lambda: next(times))
    activity = client.submit(name, **given).activity
    received_at = client.service.requests[-1].outcome.received_at
    assert received_at == datetime(2030, 1, 1, minute=1, tzinfo=timezone.utc)
    arrival = {"seconds": str(int(received_at.timestamp())), "nanos": "0"}
    (vote,) = activity["votes"]
    assert [activity["createdAt"], activity["updatedAt"], vote["createdAt"]] == [arrival] * 3
