"""Webhooks and the set of their keys."""

import base64
import json
from collections.abc import Iterator
from datetime import timedelta
from functools import cache, partial
from typing import Any

from sealwax import SealwaxError
from sealwax.webhooks import WebhookKeys, verify_webhook
from tests.fuzz.corpus import Context, Seed, from_vectors, to_document
from tests.fuzz.target import Target, as_text, instant, is_shallow, text_or_bytes

_FIELDS = ("body", "jwks", "organizationId", "maxAgeMs", "now")


def _seeds() -> Iterator[Seed]:
    """Give deliveries: the headers, and the body as text, so that mutators see the layers of both."""
    for seed in from_vectors("webhook", "WebhookVerification", "headers", *_FIELDS):
        body = bytes.fromhex(seed.context["body"]).decode("utf-8", "surrogateescape")
        context = {name: value for name, value in seed.context.items() if name != "body"}
        document = to_document({"headers": json.loads(seed.document), "body": body})
        yield Seed(context, document, seed.authentic and _is_readable(seed.context["jwks"]))


@cache
def _keys(jwks: str) -> WebhookKeys:
    return WebhookKeys.from_jwks(jwks)


def _is_readable(jwks: str) -> bool:
    try:
        return bool(_keys(jwks))
    except SealwaxError:
        return False


def _webhook(context: Context, document: bytes) -> object:
    headers, body = _parts(document)
    webhook = verify_webhook(
        headers,
        body,
        keys=_keys(context["jwks"]),
        organization_id=context["organizationId"] or "none",
        max_age=timedelta(milliseconds=context["maxAgeMs"]),
        now=instant(context),
    )
    return webhook.event_id, webhook.event_type, webhook.timestamp, webhook.organization_id, webhook.content


def _parts(document: bytes) -> tuple[list[tuple[str, Any]], bytes]:
    """Take a delivery apart; what is none is a delivery without headers, whose body it is."""
    try:
        fields = json.loads(document) if is_shallow(document) else {}
        headers = [(name, value) for name, value in fields["headers"]]
        return headers, fields["body"].encode("utf-8", "surrogateescape")
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return [], document


def _signed(_: Context, document: bytes) -> object:
    headers, body = _parts(document)
    # Of the headers that are not signed, anything may be a name. A value may be a list of one.
    found = {
        name.lower(): each
        for name, value in headers
        if type(name) is str
        for each in (value if isinstance(value, list) else [value])
    }
    names = ("key-id", "algorithm", "version")
    return (
        *(found[f"x-turnkey-signature-{name}"] for name in names),
        found["x-turnkey-timestamp"],
        found["x-turnkey-event-id"],
        found["x-turnkey-signature"].lower(),
        body,
    )


def _key_set(_: Context, document: bytes) -> object:
    return WebhookKeys.from_jwks(text_or_bytes(document)).to_dict()


_USABLE = {
    "kty": "OKP",
    "crv": "Ed25519",
    "alg": "EdDSA",
    "use": "sig",
    "turnkey_signature_algorithm": "ed25519",
    "turnkey_signature_version": "v1",
}


def _keys_are_those_of_the_document(_: Context, document: bytes, result: dict[str, str]) -> None:
    keys = json.loads(as_text(document))["keys"]
    # A set may have keys of other kinds, which may lack any member.
    usable = [jwk for jwk in keys if all(jwk.get(name) == value for name, value in _USABLE.items())]
    for key_id, key in result.items():
        assert len(key) == 64
        # A key of small order with the same id is left out.
        x = base64.urlsafe_b64encode(bytes.fromhex(key)).rstrip(b"=").decode()
        assert x in [jwk.get("x") for jwk in usable if jwk.get("kid") == key_id]


TARGETS = (
    Target(
        "webhook",
        "verify_webhook",
        "has the signed headers, the signature and the body of an original, and gives the same event",
        _seeds,
        _webhook,
        _signed,
    ),
    Target(
        "webhook-keys",
        "WebhookKeys.from_jwks",
        "has only keys of the document, each of 32 bytes and for webhooks",
        partial(from_vectors, "webhook", "WebhookKeySet", "jwks"),
        _key_set,
        check=_keys_are_those_of_the_document,
    ),
)
