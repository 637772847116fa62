"""Private keys: made, deleted, and seen through the queries."""

import pytest

from tests.service.client import NOT_FOUND, Client


def test_made(client: Client) -> None:
    given = {
        "privateKeyName": "k",
        "curve": "CURVE_SECP256K1",
        "privateKeyTags": [client.service.ids["privateKeyTagId"]],
        "addressFormats": ["ADDRESS_FORMAT_ETHEREUM", "ADDRESS_FORMAT_UNCOMPRESSED"],
    }
    both = [given, {**given, "privateKeyName": "l"}]
    first, second = client.submit("create_private_keys", privateKeys=both).result["privateKeys"]
    record = client.private_key(first["privateKeyId"])
    assert record["addresses"] == first["addresses"]
    assert record["privateKeyTags"] == given["privateKeyTags"]
    assert second["privateKeyId"] != first["privateKeyId"]
    body = client.body(
        "create_private_keys",
        {"privateKeys": [{**given, "privateKeyName": "m"}]},
        type="ACTIVITY_TYPE_CREATE_PRIVATE_KEYS",
    )
    result = client.post("create_private_keys", body).activity["result"]
    assert len(result["createPrivateKeysResult"]["privateKeyIds"]) == 1


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"privateKeyTags": ["x"]}, NOT_FOUND),
        ({"curve": "CURVE_ED25519"}, (400, "REQUEST_INVALID")),
        ({"addressFormats": ["x"]}, (400, "REQUEST_INVALID")),
    ],
)
def test_refused(client: Client, changes: dict[str, object], error: tuple[int, str]) -> None:
    given = {"privateKeyName": "k", "curve": "CURVE_SECP256K1", "privateKeyTags": []}
    given |= {"addressFormats": ["ADDRESS_FORMAT_ETHEREUM"]}
    reply = client.submit("create_private_keys", privateKeys=[given, {**given, **changes}])
    assert reply.error == error
    assert len(client.query("list_private_keys")["privateKeys"]) == 1


def test_a_key_that_was_never_exported_needs_delete_without_export(client: Client) -> None:
    key_id = client.service.ids["privateKeyId"]
    reply = client.submit("delete_private_keys", privateKeyIds=[key_id])
    assert reply.error == (400, "SEALWAX_NOT_EXPORTED")
    assert client.private_key()["exported"] is False
    reply = client.submit("delete_private_keys", privateKeyIds=[key_id], deleteWithoutExport=True)
    assert reply.result == {"privateKeyIds": [key_id]}
    assert client.query("list_private_keys")["privateKeys"] == []
    reply = client.submit("delete_private_keys", privateKeyIds=[key_id], deleteWithoutExport=True)
    assert reply.error == (404, "SEALWAX_NOT_FOUND")
