"""Cases of webhooks and of the set of keys that they are signed with (wire-formats.md, section 9)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sealwax._codec.clock import MILLISECOND, NO_LEEWAY, from_milliseconds, to_milliseconds
from sealwax.errors import ContextMismatch
from sealwax.webhooks import WebhookKeys, verify_webhook
from sealwax_vectors.format import Case, Group, Hex, Milliseconds, Now, Outputs, construct

Header = Annotated[list[str], Meta(min_length=1, max_length=2, description="A name and a value.")]
Jwks = Annotated[str, Meta(description="The set of keys that the service publishes: JSON text.")]


class WebhookCase(Case, kw_only=True):
    """A delivery, and what its receiver expects."""

    headers: Annotated[list[Header], Meta(description="The headers, as they were received.")]
    body: Annotated[Hex, Meta(description="The body, as it was received.")]
    jwks: Jwks
    organization_id: Annotated[str, Meta(description="The organization that the receiver expects.")]
    max_age_ms: Annotated[
        int, Meta(ge=0, le=900_000, description="How far the timestamp may be from now, in milliseconds.")
    ]
    now: Now
    event_id: Annotated[str | UnsetType, Meta(description="Output: the event's id.")] = UNSET
    event_type: Annotated[
        str | UnsetType | None,
        Meta(description="Output: the event's type, by the signed body; null if the body has none."),
    ] = UNSET
    timestamp_ms: (
        Annotated[Milliseconds, Meta(description="Output: when the delivery was signed.")] | UnsetType
    ) = UNSET
    delivered_to: Annotated[
        str | UnsetType,
        Meta(description="Output: the organization that the event was delivered for, by the signed body."),
    ] = UNSET


class Webhook(Group[WebhookCase], tag="WebhookVerification"):
    """Verify a delivery."""

    def run(self, case: WebhookCase) -> Outputs:
        if not case.organization_id:
            # This library raises ValueError for an empty id.
            raise ContextMismatch("wrong-organization", "the receiver expects an empty organization id")
        webhook = verify_webhook(
            [(name, value) for name, value in case.headers],
            bytes.fromhex(case.body),
            keys=WebhookKeys.from_jwks(case.jwks),
            organization_id=case.organization_id,
            max_age=case.max_age_ms * MILLISECOND,
            now=from_milliseconds(case.now),
            leeway=NO_LEEWAY,
        )
        return {
            "event_id": webhook.event_id,
            "event_type": webhook.event_type,
            "timestamp_ms": to_milliseconds(webhook.timestamp),
            "delivered_to": webhook.organization_id,
        }


class KeySetCase(Case, kw_only=True):
    """A set of keys."""

    jwks: Jwks
    keys: (
        Annotated[
            dict[str, Hex], Meta(description="Output: the public keys, 32 bytes each, by the ids of the set.")
        ]
        | UnsetType
    ) = UNSET


class KeySet(Group[KeySetCase], tag="WebhookKeySet"):
    """Read a set of keys."""

    def run(self, case: KeySetCase) -> Outputs:
        return {"keys": WebhookKeys.from_jwks(case.jwks).to_dict()}


CONSTRUCTS = (
    construct(
        "webhook",
        "WEBHOOK-ED25519",
        (Webhook, KeySet),
        "Deliveries of webhooks, and the set of keys that verifies them.",
        "One key signs the deliveries to all customers: the signed body names the organization.",
    ),
)
