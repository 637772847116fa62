import json
from datetime import datetime, timezone

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from sealwax import MalformedInput
from sealwax.testing import WebhookSender
from sealwax.webhooks import WebhookKeys
from tests.conftest import SEED

NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)


def test_a_seed_determines_key_and_events() -> None:
    first, second = (WebhookSender(SEED).deliver({"a": 1}, now=NOW) for _ in range(2))
    assert first == second
    assert WebhookSender(SEED).keys == WebhookSender(SEED).keys != WebhookSender().keys
    sender = WebhookSender(SEED)
    ids = {sender.deliver({}, now=NOW).headers["X-Turnkey-Event-Id"] for _ in range(10)}
    assert len(ids) == 10
    assert {len(each) for each in ids} == {64}
    with pytest.raises(MalformedInput, match="the seed is 5 bytes long"):
        WebhookSender(b"short")


def test_what_is_signed_is_what_the_format_says() -> None:
    sender = WebhookSender(SEED)
    headers, body = sender.deliver(b"any bytes \xff", event_id="evt_1", now=NOW)
    (key,) = WebhookKeys.from_jwks(sender.jwks).to_dict().values()
    signed = b"v1.ed25519.webhook-key-1.1767225600000.evt_1.any bytes \xff"
    assert body == b"any bytes \xff"
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(
        bytes.fromhex(headers["X-Turnkey-Signature"]), signed
    )


def test_the_set_has_the_members_of_the_format() -> None:
    (jwk,) = json.loads(WebhookSender(SEED, key_id="k").jwks)["keys"]
    assert jwk.pop("x")
    assert jwk == {
        "kid": "k",
        "kty": "OKP",
        "crv": "Ed25519",
        "alg": "EdDSA",
        "use": "sig",
        "turnkey_signature_algorithm": "ed25519",
        "turnkey_signature_version": "v1",
    }
