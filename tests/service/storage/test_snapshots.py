"""The state of a service, out and in: in one process, and over HTTP."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from sealwax import ApiKey, MalformedInput, verify_import_bundle
from sealwax.webhooks import verify_webhook
from sealwax_service import LocalService
from sealwax_service._limits import MAX_BODY_BYTES
from sealwax_service.webhooks import Webhooks
from tests.service.client import ETHEREUM, Client, new_tag, send

OTHER = ApiKey.from_private_key("2e" * 32)


@pytest.fixture
def restored() -> Iterator[Client]:
    """A client of another service, which is to continue from a state."""
    with LocalService() as service:
        made = Client(service)
        yield made
        made.http.close()


def continue_from(client: Client, restored: Client) -> Client:
    """Let the other service continue; give its client, with the root user's key."""
    restored.service.import_state(client.service.export_state())
    return Client(restored.service, http=restored.http)


def test_a_parent_is_one_organization(client: Client, restored: Client) -> None:
    client.submit(
        "create_sub_organization",
        subOrganizationName="s",
        rootUsers=[{"userName": "u", "apiKeys": [], "authenticators": [], "oauthProviders": []}],
        rootQuorumThreshold=1,
    ).check()
    continued = continue_from(client, restored)
    state = continued.service._deployment.state
    (child,) = (each for each in state.organizations.values() if each.parent is not None)
    assert child.parent is continued.service._deployment.organization
    assert continued.query("list_suborgs")["organizationIds"] == [child.organization_id]


def test_flows_that_have_begun_go_on(client: Client, restored: Client) -> None:
    session = ApiKey.generate()
    otp = client.proxy("otp_init_v2", otpType="OTP_TYPE_EMAIL", contact="root@example.com").body
    bundle = client.submit("init_import_wallet", userId=client.service.user_id).result["importBundle"]
    continued = continue_from(client, restored)
    code = continued.service.otp_code(otp["otpId"])
    reply = continued.proxy(
        "otp_verify_v2", otpId=otp["otpId"], encryptedOtpBundle=client.seal_code(otp, code, session)
    )
    assert reply.status == 200, reply.body
    target = verify_import_bundle(
        bundle,
        organization_id=client.organization_id,
        user_id=client.service.user_id,
        keys=client.service.keys,
    )
    mnemonic = "abandon " * 11 + "about"
    imported = continued.submit(
        "import_wallet",
        userId=client.service.user_id,
        walletName="imported",
        encryptedBundle=target.encrypt_wallet(mnemonic),
        accounts=[ETHEREUM],
    )
    assert imported.result["addresses"] == ["0x9858EfFD232B4033E47d90003D41EC34EcaEda94"]


def approve(client: Client, activities: dict[str, Any]) -> dict[str, Any]:
    second = client.with_key(OTHER)
    for activity in activities.values():
        second.submit("approve_activity", fingerprint=activity["fingerprint"]).check()
    ids = {name: activity["id"] for name, activity in activities.items()}
    return {name: client.query("get_activity", activityId=each)["activity"] for name, each in ids.items()}


def test_an_operation_that_is_no_longer_there(client: Client, restored: Client) -> None:
    client.add_user(OTHER, isRoot=True)
    client.submit("update_root_quorum", threshold=2, userIds=[*users_of(client)]).check()
    activity = client.submit("update_organization_name", organizationName="n").activity
    assert activity["status"] == "ACTIVITY_STATUS_CONSENSUS_NEEDED"
    state = client.service.export_state().replace(b'"update_organization_name"', b'"make_thing"')
    restored.service.import_state(state)
    continued = Client(restored.service, http=restored.http)
    done = approve(continued, {"update_organization_name": activity})["update_organization_name"]
    assert done["status"] == "ACTIVITY_STATUS_FAILED"
    assert "does not have this operation" in done["failure"]["message"]


def users_of(client: Client) -> list[str]:
    return [each["userId"] for each in client.query("list_users")["users"]]


def test_the_vote_of_a_user_who_was_deleted(client: Client, restored: Client) -> None:
    user_id = client.add_user(OTHER, isRoot=True)
    made = client.with_key(OTHER).submit("update_organization_name", organizationName="x").activity
    client.submit("update_root_quorum", threshold=1, userIds=[client.service.user_id]).check()
    client.submit("delete_users", userIds=[user_id]).check()
    (vote,) = continue_from(client, restored).query("get_activity", activityId=made["id"])["activity"][
        "votes"
    ]
    assert vote["userId"] == user_id


def test_events_have_new_ids_after_a_restart(client: Client, restored: Client) -> None:
    def deliver(each: Client) -> str:
        each.admin("add", kind="webhook_endpoint", url="http://127.0.0.1:1/")
        each.submit("create_user_tag", **new_tag()).check()
        delivery = each.service.webhooks.deliveries[-1]
        verified = verify_webhook(
            delivery.headers,
            delivery.body,
            keys=client.service.webhooks.keys,
            organization_id=client.organization_id,
        )
        return verified.event_id

    assert deliver(client) != deliver(continue_from(client, restored))


def test_reset_begins_again(client: Client, restored: Client) -> None:
    own = restored.organization_id
    continued = continue_from(client, restored)
    assert continued.organization_id == client.organization_id
    continued.service.reset()
    assert continued.service.organization_id not in {own, client.organization_id}


# Over HTTP.


def test_over_http(client: Client, restored: Client) -> None:
    client.submit("update_organization_name", organizationName="Old").check()
    state = client.http.get("/_sealwax/state").content
    assert json.loads(state) == json.loads(client.service.export_state())
    info = restored.send("/_sealwax/state", state, {}).body
    assert info["apiPrivateKey"] == client.service.api_key.private_key_hex()
    assert Client(restored.service, http=restored.http).query("whoami")["organizationName"] == "Old"
    # A state may be larger than other bodies.
    large = state + b" " * (MAX_BODY_BYTES + 1)
    assert restored.send("/_sealwax/state", large, {}).status == 200
    assert restored.send("/_sealwax/info", b"{}" + b" " * MAX_BODY_BYTES, {}).status == 413
    answer = send("POST", f"{restored.service.url}/_sealwax/state", json={"x": 1})
    assert (answer.status_code, answer.json()["turnkeyErrorCode"]) == (400, "REQUEST_INVALID")


# What is refused.


def test_a_refused_state_stops_no_delivery(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[Webhooks] = []
    with monkeypatch.context() as patched:
        patched.setattr(Webhooks, "stop", lambda webhooks: stopped.append(webhooks))  # noqa: PLW0108 - binds
        with pytest.raises(MalformedInput):
            client.service.import_state(b"{}")
        assert client.send("/_sealwax/state", b'{"x":1}', {}).status == 400
        assert stopped == []
        before = [client.service.webhooks]
        client.service.reset()
        assert stopped == before
        before.append(client.service.webhooks)
        client.service.import_state(client.service.export_state())
        assert stopped == before


def test_another_type(client: Client) -> None:
    with pytest.raises(MalformedInput, match="must be str or bytes"):
        client.service.import_state(5)  # type: ignore[arg-type]
