"""The times in answers."""

from datetime import timedelta
from typing import Any

from sealwax import encrypt_oauth2_client_secret
from tests.service.client import TARGET, Client


def test_no_update_is_before_its_creation(client: Client) -> None:
    """The clock may be set back."""
    service, ids, user_id = client.service, client.service.ids, client.service.user_id
    target = {"targetPublicKey": TARGET.public_key}
    nobody: dict[str, list[str]] = {"addUserIds": [], "removeUserIds": []}
    sealed = encrypt_oauth2_client_secret("secret", keys=service.encryption_keys)
    credential = {"provider": "OAUTH2_PROVIDER_X", "clientId": "c", "encryptedClientSecret": sealed}
    made = client.submit("create_oauth2_credential", **credential).result
    service.fail("create_user_tag", "pending", polls=1)
    body = client.body("create_user_tag", {"userTagName": "u", "userIds": []})
    waiting = client.post("create_user_tag", body).activity
    client.ahead = -timedelta(minutes=30)
    service.set_clock(now=service.now() + client.ahead)
    for name, given in (
        ("update_policy", {"policyId": ids["policyId"], "policyNotes": "n"}),
        ("update_user_tag", {"userTagId": ids["userTagId"], "newUserTagName": "n", **nobody}),
        ("update_user_name", {"userId": user_id, "userName": "n"}),
        ("update_oauth2_credential", {**made, **credential}),
        ("export_wallet", {"walletId": ids["walletId"], **target}),
        ("export_private_key", {"privateKeyId": ids["privateKeyId"], **target}),
    ):
        client.submit(name, **given).check()
    done = client.query("get_activity", activityId=waiting["id"])["activity"]
    assert done["status"] == "ACTIVITY_STATUS_COMPLETED"
    organization = client.query("get_organization")["organizationData"]
    (kept,) = client.query("list_oauth2_credentials")["oauth2Credentials"]
    records = [done, kept, client.user(), client.private_key(), organization["wallets"][0]]
    records += [*organization["policies"], *organization["tags"]]
    for record in records:
        created, updated = (
            (int(record[name]["seconds"]), int(record[name]["nanos"])) for name in ("createdAt", "updatedAt")
        )
        assert updated >= created, record


def test_the_time_of_an_update(client: Client) -> None:
    ids, user_id = client.service.ids, client.service.user_id
    key_id, tag_id, policy_id = (ids[name] for name in ("privateKeyId", "privateKeyTagId", "policyId"))
    target = {"targetPublicKey": TARGET.public_key}
    nothing: dict[str, list[str]] = {"addPrivateKeyIds": [], "removePrivateKeyIds": []}
    update_tag = {"privateKeyTagId": tag_id, **nothing}

    def times() -> dict[str, dict[str, Any]]:
        organization = client.query("get_organization")["organizationData"]
        return {
            "key": client.private_key()["updatedAt"],
            "user": client.user()["updatedAt"],
            "wallet": organization["wallets"][0]["updatedAt"],
            "policy": organization["policies"][0]["updatedAt"],
            "tag": next(tag["updatedAt"] for tag in organization["tags"] if tag["tagId"] == tag_id),
        }

    provider = {"providerName": "p"}
    user_tag = client.submit("create_user_tag", userTagName="t", userIds=[]).result["userTagId"]
    for name, given, moved in (
        ("create_private_key_tag", {"privateKeyTagName": "t", "privateKeyIds": [key_id]}, {"key"}),
        ("update_private_key_tag", {**update_tag, "addPrivateKeyIds": [key_id]}, {"key", "tag"}),
        # What a key has already does not update the key.
        ("update_private_key_tag", {**update_tag, "addPrivateKeyIds": [key_id]}, {"tag"}),
        ("update_private_key_tag", {**update_tag, "removePrivateKeyIds": [key_id]}, {"key", "tag"}),
        ("update_private_key_tag", {**update_tag, "removePrivateKeyIds": [key_id]}, {"tag"}),
        ("export_private_key", {"privateKeyId": key_id, **target}, {"key"}),
        ("export_wallet", {"walletId": ids["walletId"], **target}, {"wallet"}),
        ("create_user_tag", {"userTagName": "u", "userIds": [user_id]}, {"user"}),
        ("update_user", {"userId": user_id, "userTagIds": [user_tag]}, {"user"}),
        ("delete_user_tags", {"userTagIds": [user_tag]}, {"user"}),
        ("create_oauth_providers", {"userId": user_id, "oauthProviders": [provider]}, {"user"}),
        ("update_user_email", {"userId": user_id, "userEmail": "a@example.com"}, {"user"}),
        ("delete_mfa_policy", {"userId": user_id, "mfaPolicyId": ids["mfaPolicyId"]}, {"user"}),
        ("update_policy", {"policyId": policy_id, "policyNotes": "n"}, {"policy"}),
        ("update_organization_name", {"organizationName": "n"}, set()),
    ):
        before = times()
        client.service.advance(timedelta(seconds=1))
        client.submit(name, **given).check()
        after = times()
        assert {each for each in before if before[each] != after[each]} == moved, name
