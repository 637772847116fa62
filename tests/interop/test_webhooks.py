"""Webhooks that our sender signs, verified by verifyTurnkeyWebhookSignature of @turnkey/crypto and by us."""

import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from sealwax import ContextMismatch, Expired, SealwaxError
from sealwax.testing import Delivery, WebhookSender
from sealwax.webhooks import verify_webhook
from tests.conftest import ORGANIZATION, SEED
from tests.interop.peer import Peer, PeerError

SENDER = WebhookSender(SEED)
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
NOW_MS = 1767225600000


def they_verify(peer: Peer, delivery: Delivery, *, now_ms: int = NOW_MS, jwks: str = SENDER.jwks) -> Any:
    headers, body = delivery
    return peer.call(
        "verifyWebhook",
        headers=list(headers.items()),
        body=body.hex(),
        jwks=jwks,
        maxAgeMs=300_000,
        now=now_ms,
    )


def we_verify(delivery: Delivery, now: datetime = NOW) -> Any:
    no_leeway = timedelta()  # as they have none
    return verify_webhook(
        *delivery, keys=SENDER.keys, organization_id=ORGANIZATION, now=now, leeway=no_leeway
    )


def test_both_verify_a_hundred_of_them(peer: Peer) -> None:
    for number in range(100):
        content = {"organizationId": ORGANIZATION, "type": "balances:confirmed", "msg": {"é": "x" * number}}
        delivery = SENDER.deliver(json.dumps(content, indent=number % 4).encode(), now=NOW)
        webhook = we_verify(delivery)
        assert they_verify(peer, delivery) == {"eventId": webhook.event_id, "timestampMs": NOW_MS}


def test_both_refuse_what_was_changed(peer: Peer) -> None:
    delivery = SENDER.deliver({"organizationId": ORGANIZATION}, now=NOW)
    for name, value in delivery.headers.items():
        changed = Delivery(
            {**delivery.headers, name: value[:-1] + ("0" if value[-1] != "0" else "1")}, delivery.body
        )
        with pytest.raises(PeerError):
            they_verify(peer, changed)
        with pytest.raises(SealwaxError):
            we_verify(changed)
    longer = Delivery(delivery.headers, delivery.body + b" ")
    with pytest.raises(PeerError, match="invalid_signature"):
        they_verify(peer, longer)
    with pytest.raises(SealwaxError):
        we_verify(longer)


def test_the_window_of_both_is_the_same(peer: Peer) -> None:
    delivery = SENDER.deliver({"organizationId": ORGANIZATION}, now=NOW)
    for offset in (-300_000, 300_000):
        at = datetime.fromtimestamp((NOW_MS + offset) // 1000, timezone.utc)
        assert they_verify(peer, delivery, now_ms=NOW_MS + offset)
        assert we_verify(delivery, at)
    for offset in (-301_000, 301_000):
        at = datetime.fromtimestamp((NOW_MS + offset) // 1000, timezone.utc)
        with pytest.raises(PeerError, match="stale_timestamp"):
            they_verify(peer, delivery, now_ms=NOW_MS + offset)
        with pytest.raises(Expired):
            we_verify(delivery, at)


def test_they_take_the_delivery_to_another_customer(peer: Peer) -> None:
    delivery = SENDER.deliver({"organizationId": "another"}, now=NOW)
    assert they_verify(peer, delivery)
    with pytest.raises(ContextMismatch):
        we_verify(delivery)
