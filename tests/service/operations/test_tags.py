"""Tags: made, changed, deleted, and seen through the queries."""

from tests.service.client import MISSING, NOT_FOUND, Client
from tests.service.operations.test_users import new_user


def test_made_and_deleted(client: Client) -> None:
    user_id = client.service.user_id
    made = client.submit("create_user_tag", userTagName="t", userIds=[user_id, user_id]).result
    assert made["userIds"] == [user_id]
    assert client.user()["userTags"] == [made["userTagId"]]
    removed = client.submit("delete_user_tags", userTagIds=[made["userTagId"]]).result
    assert removed == {"userTagIds": [made["userTagId"]], "userIds": [user_id]}
    assert client.user()["userTags"] == []
    names = [tag["tagName"] for tag in client.query("list_user_tags")["userTags"]]
    assert names == ["First user tag"]
    unknown = client.submit("delete_user_tags", userTagIds=[client.service.ids["userTagId"], MISSING])
    assert unknown.error == (404, "SEALWAX_NOT_FOUND")
    assert len(client.query("list_user_tags")["userTags"]) == 1
    assert client.submit("create_user_tag", userTagName="t", userIds=[MISSING]).status == 404


def test_made_of_private_keys(client: Client) -> None:
    key_id = client.service.ids["privateKeyId"]
    made = client.submit("create_private_key_tag", privateKeyTagName="t", privateKeyIds=[key_id]).result
    assert made["privateKeyIds"] == [key_id]
    assert client.private_key()["privateKeyTags"] == [made["privateKeyTagId"]]
    unknown = client.submit("create_private_key_tag", privateKeyTagName="t", privateKeyIds=[MISSING])
    assert unknown.error == (404, "SEALWAX_NOT_FOUND")


def test_a_tag_is_updated_whole_or_not_at_all(client: Client) -> None:
    first, tag_id = client.service.ids["privateKeyId"], client.service.ids["privateKeyTagId"]
    second = client.admin("add", kind="private_key", curve="CURVE_ED25519")["id"]
    given = {"privateKeyTagId": tag_id, "newPrivateKeyTagName": "n"}
    client.submit("update_private_key_tag", **given, addPrivateKeyIds=[first], removePrivateKeyIds=[]).check()
    assert client.private_key()["privateKeyTags"] == [tag_id]
    swap = {"addPrivateKeyIds": [second], "removePrivateKeyIds": [first]}
    for broken in (
        {"addPrivateKeyIds": [second, MISSING], "removePrivateKeyIds": [first]},
        {"addPrivateKeyIds": [second], "removePrivateKeyIds": [first, MISSING]},
        {"addPrivateKeyIds": [first], "removePrivateKeyIds": [first]},
    ):
        reply = client.submit(
            "update_private_key_tag", privateKeyTagId=tag_id, newPrivateKeyTagName="x", **broken
        )
        assert reply.status in {400, 404}
        assert client.private_key(first)["privateKeyTags"] == [tag_id]
        assert client.private_key(second)["privateKeyTags"] == []
        assert client.query("list_private_key_tags")["privateKeyTags"][0]["tagName"] == "n"
    client.submit("update_private_key_tag", privateKeyTagId=tag_id, **swap).check()
    assert client.private_key(first)["privateKeyTags"] == []
    assert client.private_key(second)["privateKeyTags"] == [tag_id]
    # Once more: what is there is not added twice, and what is not there need not be removed.
    client.submit("update_private_key_tag", privateKeyTagId=tag_id, **swap).check()
    assert client.private_key(second)["privateKeyTags"] == [tag_id]


def test_changed_of_users(client: Client) -> None:
    user_id, tag_id = new_user(client), client.service.ids["userTagId"]
    given = {"userTagId": tag_id, "newUserTagName": "n", "addUserIds": [user_id], "removeUserIds": []}
    assert client.submit("update_user_tag", **given).result == {"userTagId": tag_id}
    assert client.user(user_id)["userTags"] == [tag_id]
    assert client.query("list_user_tags")["userTags"][0]["tagName"] == "n"
    given = {"userTagId": tag_id, "addUserIds": [], "removeUserIds": [user_id]}
    client.submit("update_user_tag", **given).check()
    assert client.user(user_id)["userTags"] == []
    wrong = {"userTagId": tag_id, "addUserIds": [user_id], "removeUserIds": ["x"]}
    assert client.submit("update_user_tag", **wrong).error == NOT_FOUND
    assert client.user(user_id)["userTags"] == []


def test_deleted_of_private_keys(client: Client) -> None:
    key_id = client.service.ids["privateKeyId"]
    made = client.submit("create_private_key_tag", privateKeyTagName="t", privateKeyIds=[key_id]).result
    tag_id = made["privateKeyTagId"]
    gone = client.submit("delete_private_key_tags", privateKeyTagIds=[tag_id]).result
    assert gone == {"privateKeyTagIds": [tag_id], "privateKeyIds": [key_id]}
    assert client.private_key()["privateKeyTags"] == []
    assert tag_id not in str(client.query("list_private_key_tags"))
