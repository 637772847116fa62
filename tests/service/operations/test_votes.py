"""The votes on activities: approvals, rejections, and what they let happen."""

from sealwax import ApiKey
from sealwax.activities import verify_activity_votes
from tests.service.client import Client
from tests.service.operations.test_policies import ALLOW_POLICY, TWO


def test_the_votes_verify(client: Client) -> None:
    key = ApiKey.generate("ed25519")
    client.add_user(key)
    client.service.fail("create_user_tag", "consensus")
    waiting = client.submit("create_user_tag", userTagName="t", userIds=[]).activity
    client.with_key(key).submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
    done = client.query("get_activity", activityId=waiting["id"])["activity"]
    trusted = {client.key.public_key, key.public_key}
    votes = verify_activity_votes(done, trusted_keys=trusted, keys=client.service.keys)
    assert {vote.public_key for vote in votes} == trusted
    assert {vote.fingerprint for vote in votes} == {done["fingerprint"]}


def two_users(client: Client) -> tuple[Client, Client]:
    """Two users who may change tags of users together."""
    client.submit(
        "create_policy",
        **ALLOW_POLICY,
        condition="activity.type == 'ACTIVITY_TYPE_UPDATE_USER_TAG'",
        consensus=TWO,
    ).check()
    keys = ApiKey.generate(), ApiKey.generate()
    for key in keys:
        client.add_user(key)
    first, second = map(client.with_key, keys)
    return first, second


def renaming(client: Client) -> dict[str, object]:
    nobody: dict[str, object] = {"addUserIds": [], "removeUserIds": []}
    return {"userTagId": client.service.ids["userTagId"], "newUserTagName": "New", **nobody}


def tag_name(client: Client) -> str:
    (tag,) = client.query("list_user_tags")["userTags"]
    return str(tag["tagName"])


def test_an_activity_waits_for_the_second_approval(client: Client) -> None:
    first, second = two_users(client)
    body = first.body("update_user_tag", renaming(client))
    waiting = first.post("update_user_tag", body).activity
    assert waiting["status"] == "ACTIVITY_STATUS_CONSENSUS_NEEDED"
    assert (waiting["canApprove"], waiting["result"]) == (False, {})
    assert tag_name(client) == "First user tag"
    seen = second.query("get_activity", activityId=waiting["id"])["activity"]
    assert (seen["canApprove"], seen["canReject"]) == (True, True)
    own = first.submit("approve_activity", fingerprint=waiting["fingerprint"])
    assert own.error == (409, "SEALWAX_CONFLICT")
    second.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
    done = first.post("update_user_tag", body).activity
    assert (done["id"], done["status"]) == (waiting["id"], "ACTIVITY_STATUS_COMPLETED")
    assert [vote["selection"] for vote in done["votes"]] == ["VOTE_SELECTION_APPROVED"] * 2
    assert tag_name(client) == "New"
    again = second.submit("approve_activity", fingerprint=waiting["fingerprint"])
    assert again.error == (409, "SEALWAX_CONFLICT")
    # The root user does not wait.
    assert client.submit("update_user_tag", **renaming(client)).result


def test_a_rejected_activity_is_not_done(client: Client) -> None:
    first, second = two_users(client)
    waiting = first.submit("update_user_tag", **renaming(client)).activity
    second.submit("reject_activity", fingerprint=waiting["fingerprint"]).check()
    done = client.query("get_activity", activityId=waiting["id"])["activity"]
    assert done["status"] == "ACTIVITY_STATUS_REJECTED"
    assert tag_name(client) == "First user tag"
    assert client.submit("approve_activity", fingerprint="sha256:00").error == (404, "SEALWAX_NOT_FOUND")


def test_what_cannot_be_done_any_more_fails(client: Client) -> None:
    key = ApiKey.generate()
    client.add_user(key)
    second = client.with_key(key)
    client.service.fail("export_wallet_account", "consensus")
    (account,) = client.query("list_wallet_accounts")["accounts"]
    client.service.fail("delete_private_keys", "consensus")
    waiting = client.submit(
        "delete_private_keys",
        privateKeyIds=[client.service.ids["privateKeyId"]],
        deleteWithoutExport=True,
    ).activity
    client.submit(
        "delete_private_keys",
        privateKeyIds=[client.service.ids["privateKeyId"]],
        deleteWithoutExport=True,
    ).check()
    second.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
    failed = client.query("get_activity", activityId=waiting["id"])["activity"]
    assert failed["status"] == "ACTIVITY_STATUS_FAILED"
    assert "private key" in failed["failure"]["message"]
    assert account["address"]
