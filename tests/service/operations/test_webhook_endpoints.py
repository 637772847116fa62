"""Webhook endpoints: made, changed, deleted, and seen through the queries."""

from tests.service.client import MISSING, NOT_FOUND, Client


def test_made_and_deleted(client: Client) -> None:
    given = {
        "url": "https://example.com",
        "name": "n",
        "subscriptions": [{"eventType": "ACTIVITY_UPDATES"}, {"eventType": "x", "isActive": False}],
    }
    made = client.submit("create_webhook_endpoint", **given).result
    endpoint_id = made["endpointId"]
    assert made["webhookEndpoint"]["subscriptions"] == [
        {"isActive": True, "eventType": "ACTIVITY_UPDATES"},
        {"isActive": False, "eventType": "x"},
    ]
    assert made["webhookEndpoint"] in client.query("list_webhook_endpoints")["webhookEndpoints"]
    assert client.submit("delete_webhook_endpoint", endpointId=endpoint_id).result == {
        "endpointId": endpoint_id
    }
    assert client.submit("delete_webhook_endpoint", endpointId=endpoint_id).error == NOT_FOUND
    client.submit("create_webhook_endpoint", url="https://example.com", name="n").check()


def test_changed(client: Client) -> None:
    endpoint_id = client.service.add_webhook_endpoint()
    result = client.submit(
        "update_webhook_endpoint",
        endpointId=endpoint_id,
        url="http://127.0.0.1:1/x",
        name="n",
        isActive=False,
    ).result
    assert result["endpointId"] == endpoint_id
    record = result["webhookEndpoint"]
    assert (record["url"], record["name"], record["isActive"]) == ("http://127.0.0.1:1/x", "n", False)
    assert record in client.query("list_webhook_endpoints")["webhookEndpoints"]
    kept = client.submit("update_webhook_endpoint", endpointId=endpoint_id).result["webhookEndpoint"]
    assert kept == record
    reply = client.submit("update_webhook_endpoint", endpointId=MISSING)
    assert reply.error == (404, "SEALWAX_NOT_FOUND")
