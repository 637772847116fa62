"""The content of the page."""

import itertools
from typing import Any

import pytest

from sealwax import ApiKey
from sealwax.activities import activity_fingerprint
from sealwax_service import LocalService, routing, submitting
from sealwax_service.admin import overview
from sealwax_service.http import messages
from tests.conftest import SEED
from tests.service.client import ETHEREUM, Client
from tests.service.operations.test_users import key_fields, user_fields


def only_organization(client: Client) -> Any:
    (organization,) = client.admin("overview")["organizations"]
    return organization


def policy(client: Client, policy_id: str) -> Any:
    (found,) = (each for each in only_organization(client)["policies"] if each["policyId"] == policy_id)
    return found


def add_sub_organization(client: Client) -> None:
    root = {"userName": "r", "apiKeys": [], "authenticators": [], "oauthProviders": []}
    fields = {"subOrganizationName": "s", "rootQuorumThreshold": 1, "rootUsers": [root]}
    client.submit("create_sub_organization", **fields).check()


def test_what_a_client_needs(client: Client) -> None:
    shown, info = client.admin("overview"), client.admin("info")
    for name in ("url", "organizationId", "userId", "apiPublicKey", "configurationId"):
        assert shown[name] == info[name]
    assert shown["frozen"] is False
    assert client.admin("clock", frozen=True)["now"].startswith(client.admin("overview")["now"][:16])
    assert client.admin("overview")["frozen"] is True


def test_wallets_and_private_keys_have_their_addresses(client: Client) -> None:
    made = client.submit("create_wallet", walletName="w", accounts=[ETHEREUM]).result
    shown = only_organization(client)
    address = {"format": ETHEREUM["addressFormat"], "path": ETHEREUM["path"], "address": made["addresses"][0]}
    assert shown["wallets"][-1]["addresses"] == [address]
    key = client.private_key()
    assert shown["privateKeys"][0]["addresses"] == key["addresses"]
    assert shown["privateKeys"][0]["privateKeyId"] == key["privateKeyId"]


def test_the_last_decision_of_a_policy(client: Client) -> None:
    now, key = client.admin("clock", frozen=True)["now"], ApiKey.generate()
    user_id, robot = client.add_user(key), client.with_key(key)
    denial = client.admin(
        "add",
        kind="policy",
        effect="EFFECT_DENY",
        condition="activity.type == 'ACTIVITY_TYPE_CREATE_USER_TAG'",
        consensus=f"approvers.any(user, user.id == '{user_id}')",
    )["id"]
    # The root quorum needs no policy.
    client.submit("create_user_tag", userTagName="t", userIds=[]).check()
    assert policy(client, denial)["lastDecision"] is None
    assert robot.submit("create_user_tag", userTagName="u", userIds=[]).status == 403
    last = policy(client, denial)["lastDecision"]
    assert last == {
        "time": now,
        "activityType": "ACTIVITY_TYPE_CREATE_USER_TAG",
        "outcome": "OUTCOME_DENY_EXPLICIT",
        "condition": {"holds": True, "part": "activity.type == 'ACTIVITY_TYPE_CREATE_USER_TAG'", "error": ""},
        "consensus": {"holds": True, "part": f"approvers.any(user, user.id == '{user_id}')", "error": ""},
    }
    assert robot.submit("update_organization_name", organizationName="x").status == 403
    assert robot.submit("delete_user_tags", userTagIds=[]).status == 403
    assert policy(client, denial)["lastDecision"]["outcome"] == "OUTCOME_DENY_IMPLICIT"


def test_an_approval_is_a_decision_too(client: Client) -> None:
    keys = [ApiKey.generate(), ApiKey.generate()]
    ids = [client.add_user(key) for key in keys]
    both = " && ".join(f"approvers.any(user, user.id == '{user_id}')" for user_id in ids)
    policy_id = client.admin("add", kind="policy", consensus=both)["id"]
    one, other = map(client.with_key, keys)
    waiting = one.submit("create_user_tag", userTagName="t", userIds=[]).activity
    assert policy(client, policy_id)["lastDecision"]["outcome"] == "OUTCOME_REQUIRES_CONSENSUS"
    other.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
    last = policy(client, policy_id)["lastDecision"]
    assert last["outcome"] == "OUTCOME_ALLOW"


def test_the_last_decisions_that_are_kept(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submitting, "MAX_LAST_OUTCOMES", 2)
    key, deleted = ApiKey.generate(), client.service.ids["policyId"]
    client.add_user(key)
    robot, kept = client.with_key(key), client.service._deployment.router.submissions.last_outcomes
    assert robot.submit("create_user_tag", userTagName="t", userIds=[]).status == 403
    assert [*kept] == [deleted]
    client.submit("delete_policy", policyId=deleted).check()
    made = [client.admin("add", kind="policy", condition="false", name=name)["id"] for name in "ab"]
    assert robot.submit("create_user_tag", userTagName="t", userIds=[]).status == 403
    assert [*kept] == made
    assert robot.submit("create_user_tag", userTagName="t", userIds=[]).status == 403
    assert [*kept] == made


def test_activities_have_their_time_and_cost(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    now, seconds = client.admin("clock", frozen=True)["now"], itertools.count(0, 0.25)
    monkeypatch.setattr(routing, "perf_counter", lambda: next(seconds))
    body = client.body("create_user_tag", {"userTagName": "t", "userIds": []})
    made = client.post("create_user_tag", body).activity
    # A poll is another request.
    client.post("create_user_tag", body).check()
    first, second = client.service.requests
    (shown,) = only_organization(client)["activities"]
    assert shown["id"] == made["id"] == first.outcome.activity_id == second.outcome.activity_id
    assert (shown["createdAt"], shown["milliseconds"], first.outcome.seconds) == (now, 250, 0.25)
    assert (first.outcome.began, second.outcome.began) == (True, False)
    # A poll is no cost of its activity, either, once the first request has left the log.
    monkeypatch.setattr(messages, "MAX_REMEMBERED", 1)
    client.post("create_user_tag", body).check()
    (shown,) = only_organization(client)["activities"]
    assert (shown["id"], shown["milliseconds"]) == (made["id"], None)


def test_the_log_is_not_a_part_of_the_state(client: Client) -> None:
    client.submit("create_user_tag", userTagName="t", userIds=[]).check()
    (shown,) = only_organization(client)["activities"]
    assert shown["milliseconds"] is not None
    client.service.import_state(client.service.export_state())
    (shown,) = only_organization(client)["activities"]
    assert shown["milliseconds"] is None


def test_the_log(client: Client) -> None:
    now = client.admin("clock", frozen=True)["now"]
    client.query("whoami")
    client.try_query("get_user", userId="x")
    client.proxy("wallet_kit_config")
    first, refused, proxied = client.admin("overview")["requests"]
    assert (first["path"], first["status"], first["errorCode"]) == ("/public/v1/query/whoami", 200, "")
    assert (refused["status"], refused["errorCode"]) == (404, "SEALWAX_NOT_FOUND")
    assert proxied["path"] == "/v1/wallet_kit_config"
    assert first["receivedAt"] == refused["receivedAt"] == proxied["receivedAt"] == now
    assert {"body", "answer", "headers"}.isdisjoint(first)
    whole = client.admin("requests")["requests"][0]
    assert {name: whole[name] for name in first} == first


def test_refused_requests_have_the_words_of_their_errors(client: Client) -> None:
    key = ApiKey.generate()
    client.add_user(key)
    client.try_query("get_user", userId="x")
    denial = client.admin("add", kind="policy", effect="EFFECT_DENY")["id"]
    assert client.with_key(key).submit("create_user_tag", userTagName="t", userIds=[]).status == 403
    client.query("whoami")
    shown = [each["errorWords"] for each in client.admin("overview")["requests"]]
    assert shown == [
        ["not found: there is no user with this id in the organization"],
        ["policy engine denied request explicitly", f"a policy denies it: {denial}"],
        [],
    ]


def test_an_organization_has_its_denied_requests(client: Client) -> None:
    root = ApiKey.generate()
    made = client.submit(
        "create_sub_organization",
        subOrganizationName="s",
        rootQuorumThreshold=1,
        rootUsers=[
            {"userName": "r", "apiKeys": [key_fields(root)], "authenticators": [], "oauthProviders": []}
        ],
    ).result["subOrganizationId"]
    inside = client.with_key(root)
    inside.organization_id = made
    key = ApiKey.generate()
    inside.submit("create_users", users=[user_fields(apiKeys=[key_fields(key)])]).check()
    robot = inside.with_key(key)
    robot.organization_id = made
    body = robot.body("create_user_tag", {"userTagName": "t", "userIds": []})
    assert robot.post("create_user_tag", body).status == 403
    client.organization_id = made
    assert client.submit("create_user_tag", userTagName="t", userIds=[]).error == (
        400,
        "ORGANIZATION_MISMATCH",
    )
    parent, shown = client.admin("overview")["organizations"]
    assert (parent["denials"], parent["counts"]["denials"]) == ([], 0)
    by_parent, first = shown["denials"]
    assert shown["counts"]["denials"] == 2
    assert first == {
        "fingerprint": activity_fingerprint(body),
        "activityType": "ACTIVITY_TYPE_CREATE_USER_TAG",
        "outcome": "OUTCOME_DENY_IMPLICIT",
        "policyId": None,
        "reason": "no policy allows it",
    }
    assert by_parent["activityType"] == "ACTIVITY_TYPE_CREATE_USER_TAG"
    assert by_parent["reason"] == "a parent reads its sub-organizations, and writes nothing in them"


def test_deliveries_that_have_ended(client: Client) -> None:
    endpoint_id = client.admin("add", kind="webhook_endpoint", url="http://127.0.0.1:1/x")["id"]
    activity = client.submit("create_user_tag", userTagName="t", userIds=[]).activity
    assert client.service.webhooks.deliveries
    shown = client.admin("overview")["deliveries"]
    (delivery,) = (each for each in shown if each["endpointId"] == endpoint_id)
    assert delivery == {
        "endpointId": endpoint_id,
        "url": "http://127.0.0.1:1/x",
        "statuses": [0, 0, 0],
        "activityId": activity["id"],
        "type": activity["type"],
        "status": "ACTIVITY_STATUS_COMPLETED",
    }


def test_sub_organizations_have_a_parent() -> None:
    with LocalService(SEED) as service:
        client = Client(service)
        add_sub_organization(client)
        parents = [each["parentId"] for each in client.admin("overview")["organizations"]]
        client.http.close()
    assert parents == [None, client.organization_id]


def test_only_the_first_records_are_shown(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "MAX_SHOWN_RECORDS", 1)
    monkeypatch.setattr(overview, "MAX_SHOWN_RECENT", 1)
    for kind in ("user", "wallet", "private_key", "policy", "policy"):
        client.admin("add", kind=kind)
    add_sub_organization(client)
    last = client.submit("create_user_tag", userTagName="t", userIds=[]).activity["id"]
    shown = client.admin("overview")
    (organization,) = shown["organizations"]
    assert (organization["organizationId"], shown["organizationCount"]) == (client.organization_id, 2)
    assert [each["id"] for each in organization["activities"]] == [last]
    assert organization["counts"].pop("activities") == 2
    assert organization["counts"].pop("denials") == 0
    for name, count in organization["counts"].items():
        assert len(organization[name]) == 1, name
        assert count > 1, name
    assert len(client.admin("requests")["requests"]) == 2
    assert len(shown["requests"]) == 1
