"""The tests of ``tests/service/test_webhooks.py`` that take long."""

import pytest

from sealwax.webhooks import verify_webhook
from sealwax_service._limits import DELIVERY_ATTEMPTS
from tests.service import test_webhooks as quick
from tests.service.client import Client
from tests.service.test_webhooks import TAG, Endpoint, listen

endpoint = quick.endpoint


@pytest.mark.parametrize(
    ("statuses", "seen"),
    [
        ([500], (500, 200)),
        ([503] * 5, (503,) * DELIVERY_ATTEMPTS),
        ([302], (302,)),
        ([404], (404,)),
        ([429], (429,)),
    ],
)
def test_retries(client: Client, endpoint: Endpoint, statuses: list[int], seen: tuple[int, ...]) -> None:
    listen(client, endpoint.url)
    assert client.service.webhooks.deliveries
    endpoint.received.clear()
    endpoint.statuses.extend(statuses)
    client.submit("create_user_tag", **TAG).check()
    assert client.service.webhooks.deliveries[-1].statuses == seen
    sent = [headers for headers, _ in endpoint.received]
    assert len({headers["X-Turnkey-Event-Id"] for headers in sent}) == 1
    for headers, body in endpoint.received:
        verify_webhook(
            headers, body, keys=client.service.webhooks.keys, organization_id=client.organization_id
        )


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com/",
        "http://192.0.2.1/",
        "https://127.0.0.1/",
        "http://user@127.0.0.1/",
        "http://[",
        "http://127.0.0.1:99999/",
        "http://127.0.0.1/ü",
        "",
    ],
)
def test_nothing_is_sent_elsewhere(client: Client, url: str) -> None:
    listen(client, url)
    client.submit("create_user_tag", **TAG).check()
    delivery = client.service.webhooks.deliveries[-1]
    assert (delivery.url, delivery.statuses, delivery.headers) == (url, (), {})
