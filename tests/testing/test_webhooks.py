from datetime import datetime, timezone

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from sealwax.testing import WebhookSender
from sealwax.webhooks import WebhookKeys
from tests.conftest import SEED

NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)


def test_what_is_signed_is_what_the_format_says() -> None:
    sender = WebhookSender(SEED)
    headers, body = sender.deliver(b"any bytes \xff", event_id="evt_1", now=NOW)
    (key,) = WebhookKeys.from_jwks(sender.jwks).to_dict().values()
    signed = b"v1.ed25519.webhook-key-1.1767225600000.evt_1.any bytes \xff"
    assert body == b"any bytes \xff"
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(
        bytes.fromhex(headers["X-Turnkey-Signature"]), signed
    )
