"""The tests of ``tests/service/test_submitting.py`` that take long."""

from tests.service.client import Client, new_tag


def test_the_same_bytes_are_the_same_activity(client: Client) -> None:
    body = client.body("create_user_tag", {"userTagName": "t", "userIds": []})
    first, again = client.post("create_user_tag", body), client.post("create_user_tag", body)
    assert first == again
    assert len(client.query("list_user_tags")["userTags"]) == 2
    other = client.submit("create_user_tag", **new_tag())
    assert other.activity["id"] != first.activity["id"]
