"""The service's half of webhooks, for tests and test vectors: sign deliveries, and publish the key."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.clock import to_instant, to_milliseconds
from sealwax._codec.strict_json import encode_json
from sealwax._codec.text import to_bytes
from sealwax._crypto.secret_types import NeverCopied
from sealwax.webhooks import ALGORITHM, VERSION, WebhookKeys, signed_bytes

from .key_material import KeyMaterial


class Delivery(NamedTuple):
    """A signed delivery."""

    headers: dict[str, str]
    body: bytes


class WebhookSender(NeverCopied):
    """The sender of webhooks, with one signing key for all customers.

    Args:
        seed: 32 bytes that, with the order of the calls, determine the key and the ids of events; None for
            random ones.
        key_id: The id of the key.

    Raises:
        MalformedInput: The seed is not 32 bytes long.
    """

    def __init__(self, seed: bytes | None = None, *, key_id: str = "webhook-key-1") -> None:
        self._material = KeyMaterial(seed)
        self._key = Ed25519PrivateKey.from_private_bytes(self._material.take("webhook key"))
        self._key_id = key_id

    @property
    def keys(self) -> WebhookKeys:
        """The public key, for the ``keys`` argument of ``verify_webhook``."""
        return WebhookKeys({self._key_id: self._key.public_key().public_bytes_raw().hex()})

    @property
    def jwks(self) -> str:
        """The public key as the service publishes it: a JWK set, JSON text."""
        return encode_json({"keys": [to_jwk(self._key_id, self._key.public_key().public_bytes_raw())]})

    def deliver(
        self,
        content: Mapping[str, object] | bytes,
        *,
        event_id: str | None = None,
        now: datetime | None = None,
    ) -> Delivery:
        """Sign a delivery of an event.

        Args:
            content: The body: a JSON object, or its bytes.
            event_id: The event's id; a new one by default.
            now: When it is signed, with a time zone; the system's time by default.

        Returns:
            The delivery, without the headers that are not signed.

        Raises:
            MalformedInput: The content cannot be written as JSON.
        """
        body = content if isinstance(content, bytes) else encode_json(content).encode()
        timestamp = str(to_milliseconds(to_instant(now)))
        if event_id is None:
            event_id = self._material.take("event id").hex()
        return Delivery(self.sign(body, event_id=event_id, timestamp=timestamp), body)

    def sign(
        self,
        body: str | bytes,
        *,
        event_id: str,
        timestamp: str,
        key_id: str | None = None,
        algorithm: str = ALGORITHM,
        version: str = VERSION,
    ) -> dict[str, str]:
        """Sign any body with any headers, for deliveries that the service would not make.

        Args:
            body: The body.
            event_id: The event's id.
            timestamp: The time of the delivery, normally milliseconds since the epoch in decimal digits.
            key_id: The id that the delivery names the key by; the key's own by default.
            algorithm: The algorithm that the delivery names.
            version: The signature version that the delivery names.

        Returns:
            The signed headers and the signature, by the names of the headers.
        """
        headers = {
            "X-Turnkey-Timestamp": timestamp,
            "X-Turnkey-Event-Id": event_id,
            "X-Turnkey-Signature-Key-Id": self._key_id if key_id is None else key_id,
            "X-Turnkey-Signature-Algorithm": algorithm,
            "X-Turnkey-Signature-Version": version,
        }
        lower = {name.lower(): value for name, value in headers.items()}
        signature = self._key.sign(signed_bytes(lower, to_bytes(body, "the body", limit=None)))
        return {**headers, "X-Turnkey-Signature": signature.hex()}


def to_jwk(key_id: str, public_key: bytes) -> dict[str, str]:
    """Write an Ed25519 public key as the JWK that the service publishes."""
    return {
        "kid": key_id,
        "kty": "OKP",
        "crv": "Ed25519",
        "alg": "EdDSA",
        "use": "sig",
        "x": encode_base64url(public_key),
        "turnkey_signature_algorithm": ALGORITHM,
        "turnkey_signature_version": VERSION,
    }
