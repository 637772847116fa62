"""Vectors of webhooks and of the set of keys that they are signed with (wire-formats.md, section 9)."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from sealwax.activities.statuses import COMPLETED
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.webhooks import WebhookSender, to_jwk
from sealwax.webhooks import signed_bytes
from sealwax_vectors.constructs.webhooks import KeySetCase, WebhookCase
from sealwax_vectors.format import Case

from .builder import Cases
from .bundles import EQUIVALENT_IDS, ORGANIZATION
from .defects import (
    NOT_TEXT,
    base64url_defects,
    compact,
    first_changed,
    hex_defects,
    lenient_json,
    near_texts,
)
from .edwards import (
    ED25519_ORDER,
    ED25519_PRIME,
    ORDER_8_Y,
    SMALL_ORDER,
    add_edwards_points,
    decode_edwards_point,
    encode_edwards_point,
    secret_scalar,
)
from .labels import Label, by_rule, comment_of, id_of, named, of_field, placed, quoted, words_of

_SUB_ORGANIZATION = "0d6f1c3e-0b8e-4f0c-9a53-2c1b7a1f8c11"
_NOW = 1767225600000
# No point has y = 2.
_NOWHERE = b"\2" + bytes(31)
_MAX_AGE = 300_000

_ACTIVITY = {
    "id": "8d6a7a66-3c0c-4e5f-9d5f-7f1c5d6a3b21",
    "organizationId": ORGANIZATION,
    "status": COMPLETED,
    "type": "ACTIVITY_TYPE_CREATE_WALLET",
}
_BALANCE = {
    "type": "balances:confirmed",
    "organizationId": _SUB_ORGANIZATION,
    "parentOrganizationId": ORGANIZATION,
    "msg": {"operation": "deposit", "idempotencyKey": "k-1", "asset": {"decimals": "18", "amount": "1"}},
}


class _Maker(Cases[WebhookCase]):
    """Makes deliveries with its own sender."""

    def __init__(self, material: KeyMaterial) -> None:
        self.seed = material.take("sender")
        self.sender = WebhookSender(self.seed)
        self.other = WebhookSender(material.take("sender"))
        self.event_id = material.take("event id").hex()
        self.body = compact(_ACTIVITY).encode()
        super().__init__(
            WebhookCase,
            jwks=self.sender.jwks,
            organization_id=ORGANIZATION,
            max_age_ms=_MAX_AGE,
            now=_NOW,
            event_type="ACTIVITY_UPDATES",
            timestamp_ms=_NOW,
        )

    def headers(self, body: bytes | None = None, **changes: str) -> dict[str, str]:
        """Return the signed headers of a body; ``changes`` are arguments of the sender."""
        arguments = {"event_id": self.event_id, "timestamp": str(_NOW), **changes}
        return self.sender.sign(self.body if body is None else body, **arguments)

    def fields(self, headers: Mapping[str, str] | None = None, **changes: Any) -> dict[str, Any]:
        """Return the headers, by default those of the body, and the changed fields."""
        body: bytes = changes.get("body", self.body)
        signed = self.headers(body) if headers is None else headers
        lower = {name.lower(): value for name, value in signed.items()}
        return {
            "delivered_to": changes.get("organization_id", ORGANIZATION),
            **changes,
            "headers": [[name, value] for name, value in signed.items()],
            "body": body.hex(),
            "event_id": lower.get("x-turnkey-event-id"),
        }


def _deliveries(maker: _Maker) -> Iterator[WebhookCase]:
    yield maker.good("the-update-of-an-activity", "Valid")
    yield from _bodies(maker)
    yield from _spellings(maker)
    yield from _times(maker)
    yield from _header_defects(maker)
    yield from _organizations(maker)
    yield from _signatures(maker)
    yield from _keys(maker)


def _bodies(maker: _Maker) -> Iterator[WebhookCase]:
    label: str | Label
    for label, event_type, name in (
        ("a-confirmed-balance", "BALANCE_CONFIRMED_UPDATES", "balances:confirmed"),
        ("a-finalized-balance", "BALANCE_FINALIZED_UPDATES", "balances:finalized"),
        ("the-status-of-a-transaction", "SEND_TRANSACTION_STATUS_UPDATES", "transaction:status"),
        ("a-type-that-is-not-known", "wallets:created", "wallets:created"),
        ("an-empty-type", "", ""),
    ):
        body = compact({**_BALANCE, "type": name}).encode()
        yield maker.good(label, "Valid", body=body, event_type=event_type)
    body = compact({"organizationId": ORGANIZATION}).encode()
    yield maker.good("no-type", "OptionalField", body=body, event_type=None)
    indented = json.dumps(dict(reversed(_ACTIVITY.items())), indent=2).encode() + b"\n"
    yield maker.good(
        Label("white-space-and-keys-in-another-order", "white space, and keys in another order"),
        "ClientVariant",
        body=indented,
    )
    body = compact({**_ACTIVITY, "name": "pässwörd 密码"}).encode()
    yield maker.good("not-ASCII", "EdgeCaseBody", body=body)
    large = compact({**_ACTIVITY, "name": "x" * 2000}).encode()
    yield maker.good("two-thousand-letters", "EdgeCaseBody", body=large)
    for label, changed in (
        ("a-space-after-it", maker.body + b" "),
        ("a-newline-after-it", maker.body + b"\n"),
        ("cut", maker.body[:-1]),
        ("empty", b""),
        ("its-keys-in-another-order", compact(dict(reversed(_ACTIVITY.items()))).encode()),
        ("white-space-in-it", maker.body.replace(b",", b", ", 1)),
        ("a-letter-changed", maker.body.replace(b"COMPLETED", b"CONSENSUS", 1)),
    ):
        headers = maker.headers()
        yield maker.bad(placed("the-body", label), "bad-signature", "AlteredMessage", headers, body=changed)
    for label, flag, content in (
        ("empty", "JsonStrictness", b""),
        ("not-JSON", "JsonStrictness", b"organizationId=" + ORGANIZATION.encode()),
        ("an-array-around-the-object", "JsonStrictness", b"[" + maker.body + b"]"),
        ("a-text", "JsonStrictness", b'"x"'),
        ("cut", "JsonStrictness", maker.body[:-1]),
        ("something-after-the-object", "JsonStrictness", maker.body + b"x"),
        ("a-byte-order-mark-before-the-object", "JsonStrictness", b"\xef\xbb\xbf" + maker.body),
        (Label("not-UTF-8", "not UTF-8"), "JsonStrictness", maker.body[:-1] + b',"x":"\xff"}'),
        (by_rule("nested-too-deeply"), "JsonStrictness", b"[" * 100 + b"]" * 100),
        (
            Label("organizationId-twice-alike", "organizationId twice, alike", idea="FIELD twice, alike"),
            "DuplicateKey",
            maker.body[:-1] + f',"organizationId":"{ORGANIZATION}"}}'.encode(),
        ),
        ("a-key-within-it-twice", "DuplicateKey", maker.body[:-1] + b',"x":{"y":1,"y":2}}'),
    ):
        yield maker.bad(placed("the-signed-body", label), "malformed", flag, body=content)
    for defect in lenient_json(maker.body.decode()):
        label = placed("the-signed-body", defect.label)
        yield maker.bad(label, defect.error, defect.flag, body=defect.value.encode())
    for name in ("organizationId", "type"):
        for label, value in NOT_TEXT.items():
            if name == "type" and value is None:
                continue
            content = compact({**_ACTIVITY, name: value}).encode()
            yield maker.bad(
                placed("the-signed-body", of_field(name, f"is-{label}")),
                "malformed",
                "WrongType",
                body=content,
            )
    for json_type, value in NOT_TEXT.items():
        content = compact({**_BALANCE, "parentOrganizationId": value}).encode()
        label = placed(
            "the-signed-body",
            Label(
                f"parentOrganizationId-is-{json_type}",
                f"parentOrganizationId is {words_of(json_type)}",
                idea=f"FIELD is {words_of(json_type)}",
            ),
        )
        yield maker.bad(label, "malformed", "WrongType", body=content)
    content = compact({name: value for name, value in _ACTIVITY.items() if name != "organizationId"}).encode()
    yield maker.bad(
        Label("the-signed-body-no-organization", "the signed body: no organization", idea="no organization"),
        "malformed",
        "MissingField",
        body=content,
    )


def _spellings(maker: _Maker) -> Iterator[WebhookCase]:
    headers = maker.headers()
    lower = {name.lower(): value for name, value in headers.items()}
    yield maker.good(
        Label("the-headers-names-in-lower-case", "the headers' names in lower case"), "ClientVariant", lower
    )
    upper = {name.upper(): value for name, value in headers.items()}
    yield maker.good(
        Label("the-headers-names-in-upper-case", "the headers' names in upper case"), "ClientVariant", upper
    )
    backwards = dict(reversed(headers.items()))
    yield maker.good("the-headers-in-reverse-order", "ClientVariant", backwards)
    unsigned = {
        "Host": "example.com",
        "Content-Type": "application/json",
        "X-Turnkey-Organization-Id": ORGANIZATION,
        "X-Turnkey-Event-Type": "ACTIVITY_UPDATES",
        "X-Turnkey-Webhook-Version": "1",
    }
    yield maker.good("headers-that-are-not-signed", "ClientVariant", {**unsigned, **headers})
    for name, value in (
        ("X-Turnkey-Organization-Id", _SUB_ORGANIZATION),
        ("X-Turnkey-Event-Type", "BALANCE_CONFIRMED_UPDATES"),
        ("X-Turnkey-Webhook-Version", "2"),
    ):
        others = {**unsigned, name: value, **headers}
        yield maker.good(
            Label(f"another-{name}-which-is-not-signed", f"another {name}, which is not signed"),
            "UnsignedHeader",
            others,
        )
    pairs = [["Cookie", "a=1"], ["Cookie", "b=2"], *([name, value] for name, value in headers.items())]
    case = maker.good(
        Label("a-header-that-is-not-signed-twice", "a header that is not signed, twice"), "UnsignedHeader"
    )
    case.headers = pairs
    yield case
    signature = {**headers, "X-Turnkey-Signature": headers["X-Turnkey-Signature"].upper()}
    yield maker.good("the-signature-in-upper-case", "ClientVariant", signature)
    for label, event_id in (
        ("one-character", "0"),
        ("128-characters", "a" * 128),
        (
            Label("letters-digits-hyphens-and-underscores", "letters, digits, hyphens and underscores"),
            "evt_AZaz-09",
        ),
    ):
        yield maker.good(
            Label(f"an-event-id-of-{id_of(label)}", f"an event id of {comment_of(label)}"),
            "FieldLimit",
            maker.headers(event_id=event_id),
        )
    for key_id in ("k", "K" * 128):
        sender = WebhookSender(maker.seed, key_id=key_id)
        signed = sender.sign(maker.body, event_id=maker.event_id, timestamp=str(_NOW))
        label = f"a-key-id-of-{len(key_id)}-characters"
        yield maker.good(label, "FieldLimit", signed, jwks=sender.jwks)
    both = compact({"keys": json.loads(maker.other.jwks)["keys"] + json.loads(maker.sender.jwks)["keys"]})
    both = both.replace("webhook-key-1", "webhook-key-2", 1)
    yield maker.good("a-set-of-two-keys", "Valid", jwks=both)
    zeros = maker.headers(timestamp=f"000{_NOW}")
    yield maker.good("a-timestamp-with-leading-zeros", "NumberNotation", zeros)


def _times(maker: _Maker) -> Iterator[WebhookCase]:
    label: str | Label
    for label, timestamp in (
        ("as-old-as-is-allowed", _NOW - _MAX_AGE),
        ("as-far-ahead-as-is-allowed", _NOW + _MAX_AGE),
    ):
        headers = maker.headers(timestamp=str(timestamp))
        yield maker.good(label, "FieldLimit", headers, timestamp_ms=timestamp)
    yield maker.good(Label("no-age-allowed-and-none", "no age allowed, and none"), "FieldLimit", max_age_ms=0)
    oldest = str(_NOW - 900_000)
    headers = maker.headers(timestamp=oldest)
    label = Label("fifteen-minutes-allowed-and-as-old", "fifteen minutes allowed, and as old")
    yield maker.good(label, "FieldLimit", headers, max_age_ms=900_000, timestamp_ms=int(oldest))
    for label, timestamp in (
        ("a-millisecond-too-old", _NOW - _MAX_AGE - 1),
        ("a-millisecond-too-far-ahead", _NOW + _MAX_AGE + 1),
        ("a-day-old", _NOW - 86_400_000),
        ("in-seconds", _NOW // 1000),
        ("at-the-epoch", 0),
        ("in-microseconds", _NOW * 1000),
        ("the-last-time-of-all", 2**53 - 1),
    ):
        headers = maker.headers(timestamp=str(timestamp))
        yield maker.bad(placed("a-timestamp", label), "expired", "StaleDelivery", headers)
    label = Label(
        "a-timestamp-no-age-allowed-and-a-millisecond-old",
        "a timestamp: no age allowed, and a millisecond old",
        idea="no age allowed, and a millisecond old",
    )
    yield maker.bad(label, "expired", "StaleDelivery", now=_NOW + 1, max_age_ms=0)
    for label, text in (
        ("a-plus-sign", f"+{_NOW}"),
        ("a-minus-sign", f"-{_NOW}"),
        ("a-fraction", f"{_NOW}.0"),
        ("an-exponent", "17672256e5"),
        ("hexadecimal", hex(_NOW)),
        ("a-space-in-front", f" {_NOW}"),
        ("a-space-after-it", f"{_NOW} "),
        ("a-newline-after-it", f"{_NOW}\n"),
        ("an-underscore", "1767_225600000"),
        ("a-comma", "1,767,225,600,000"),
        ("digits-of-another-script", "".join(chr(0x660 + int(digit)) for digit in str(_NOW))),
        (
            Label("full-width-digits", "full-width digits"),
            "".join(chr(0xFF10 + int(digit)) for digit in str(_NOW)),
        ),
        ("a-date", "2026-01-01T00:00:00Z"),
        ("more-than-64-bits", "9" * 30),
        ("five-thousand-digits", "9" * 5000),
    ):
        headers = maker.headers(timestamp=text)
        yield maker.bad(
            Label(f"a-timestamp-with-{id_of(label)}", f"a timestamp with {comment_of(label)}"),
            "malformed",
            "NumberNotation",
            headers,
        )


def _above_a_usual_signature(name: str, other: str) -> Label:
    """Return the label of another value of a header, above a signature of the usual bytes."""
    whole = f"{name} above a usual signature is '{other}'"
    return Label(f"{name}-above-a-usual-signature-is-{id_of(other)}", whole, hashed=whole)


def _than_was_signed(name: str, other: str) -> Label:
    """Return the label of another value of a header than was signed."""
    whole = f"another {name} than was signed '{other}'"
    return Label(f"another-{name}-than-was-signed-{id_of(other)}", whole, hashed=whole)


def _header_defects(maker: _Maker) -> Iterator[WebhookCase]:
    label: str | Label
    headers = maker.headers()
    for name, value in headers.items():
        without = {other: text for other, text in headers.items() if other != name}
        yield maker.bad(named(name, "left-out"), "malformed", "MissingField", without)
        yield maker.bad(named(name, "empty"), "malformed", "MissingField", {**headers, name: ""})
        for label, again in (("alike", value), ("with-another-value", "x"), ("empty", "")):
            case = maker.bad(
                named(name, Label(f"twice-the-second-{label}", f"twice, the second {words_of(label)}")),
                "malformed",
                "DuplicateHeader",
            )
            case.headers = [*case.headers, [name, again]]
            yield case
        case = maker.bad(
            Label(f"{name}-twice-in-another-case", f"{name} twice, in another case"),
            "malformed",
            "DuplicateHeader",
        )
        case.headers = [[name.lower(), value], *case.headers]
        yield case
        joined = {**headers, name: f"{value}, {value}"}
        joined_error = "unsupported" if name.endswith(("Algorithm", "Version")) else "malformed"
        yield maker.bad(
            Label(f"{name}-twice-joined-with-a-comma", f"{name} twice, joined with a comma"),
            joined_error,
            "DuplicateHeader",
            joined,
        )
        # Lower-casing the Kelvin sign gives k.
        kelvin = {
            header.replace("k", "\u212a") if header == name else header: text
            for header, text in headers.items()
        }
        label = named(name, "under-a-name-with-another-letter")
        yield maker.bad(label, "malformed", "MissingField", kelvin)
    for name in ("X-Turnkey-Event-Id", "X-Turnkey-Signature-Key-Id"):
        argument = "event_id" if name == "X-Turnkey-Event-Id" else "key_id"
        for label, text in (
            ("a-dot", "evt.1"),
            ("a-space", "evt 1"),
            ("a-space-in-front", " evt"),
            ("a-newline-after-it", "evt\n"),
            ("a-slash", "evt/1"),
            ("a-colon", "evt:1"),
            ("a-letter-that-is-not-ASCII", "évt"),
            ("a-NUL", "evt\0"),
            ("129-characters", "a" * 129),
        ):
            changes: dict[str, Any] = {argument: text}
            signed = maker.headers(**changes)
            yield maker.bad(named(name, named("with", label)), "malformed", "IdCharacters", signed)
    # The signed bytes are the same; their split differs.
    moved = maker.headers(event_id=f"{maker.event_id}.1")
    moved["X-Turnkey-Event-Id"] = maker.event_id
    label = "bytes-of-the-event-id-moved-to-the-body"
    yield maker.bad(label, "malformed", "IdCharacters", moved, body=b"1." + maker.body)
    for version in ("v2", "v1.0", "V1", "1", "v1 "):
        signed = maker.headers(version=version)
        yield maker.bad(quoted("the-signature-version", version), "unsupported", "SchemeConfusion", signed)
    for algorithm in ("ed25519ph", "Ed25519", "ED25519", "hmac-sha256", "none", "ed25519 "):
        signed = maker.headers(algorithm=algorithm)
        yield maker.bad(quoted("the-algorithm", algorithm), "unsupported", "SchemeConfusion", signed)

    for difference, algorithm in near_texts("ed25519"):
        # HTTP strips white space; the loop above covers the upper case.
        if algorithm.isalnum() and algorithm != "ED25519":
            signed = maker.headers(algorithm=algorithm)
            yield maker.bad(placed("the-algorithm", difference), "unsupported", "SchemeConfusion", signed)
    # These signatures are over the usual values, which some verifiers assume.
    for name, others in (
        ("X-Turnkey-Signature-Version", ("v2", "v1.0", "V1", "1", "v", "v1 ")),
        (
            "X-Turnkey-Signature-Algorithm",
            ("none", "ED25519", "Ed25519", "ed25519ph", "ed2551", "d25519", "ed25519 "),
        ),
    ):
        for other in others:
            label = _above_a_usual_signature(name, other)
            changed = {**headers, name: other}
            yield maker.bad(label, "unsupported", "SchemeConfusion", changed)


def _organizations(maker: _Maker) -> Iterator[WebhookCase]:
    label: str | Label
    for difference, flag, other_id in (
        ("another-id", "WrongContext", "0" * 8 + ORGANIZATION[8:]),
        ("an-id-that-differs-in-its-last-digit", "WrongContext", ORGANIZATION[:-1] + "8"),
        ("an-id-that-differs-in-its-first-digit", "WrongContext", first_changed(ORGANIZATION)),
        ("an-id-that-is-longer", "WrongContext", ORGANIZATION + "0"),
        ("an-id-that-is-shorter", "WrongContext", ORGANIZATION[:-1]),
        ("the-id-in-upper-case", "WrongCaseId", ORGANIZATION.upper()),
        ("the-id-with-a-space-after-it", "WrongContext", ORGANIZATION + " "),
        ("an-empty-id", "WrongContext", ""),
    ):
        body = compact({**_ACTIVITY, "organizationId": other_id}).encode()
        yield maker.bad(f"signed-for-{difference}", "wrong-organization", flag, body=body)
        body = compact({**_BALANCE, "parentOrganizationId": other_id}).encode()
        yield maker.bad(
            Label(f"signed-for-a-parent-{difference}", f"signed for a parent, {words_of(difference)}"),
            "wrong-organization",
            flag,
            body=body,
        )
        if other_id:
            label = placed("expected", difference)
            yield maker.bad(label, "wrong-organization", flag, organization_id=other_id)
    for label, own, expected in EQUIVALENT_IDS:
        body = compact({**_ACTIVITY, "organizationId": own}).encode()
        yield maker.bad(label, "wrong-organization", "WrongContext", body=body, organization_id=expected)
    body = compact({**_ACTIVITY, "organizationId": ""}).encode()
    label = Label(
        "expected-an-empty-id-as-in-the-body",
        "expected: an empty id, as in the body",
        idea="an empty id, as in the body",
    )
    yield maker.bad(label, "wrong-organization", "WrongContext", body=body, organization_id="")
    body = compact(_BALANCE).encode()
    label = Label(
        "expected-the-sub-organization-which-the-event-was-not-delivered-for",
        "expected: the sub-organization, which the event was not delivered for",
        idea="the sub-organization, which the event was not delivered for",
    )
    yield maker.bad(label, "wrong-organization", "WrongContext", body=body, organization_id=_SUB_ORGANIZATION)
    body = compact({**_BALANCE, "organizationId": ORGANIZATION, "parentOrganizationId": "p"}).encode()
    label = "signed-for-the-expected-organization-and-another-parent"
    yield maker.bad(label, "wrong-organization", "WrongContext", body=body)
    body = compact({**_ACTIVITY, "organizationId": _SUB_ORGANIZATION}).encode()
    headers = {**maker.headers(body), "X-Turnkey-Organization-Id": ORGANIZATION}
    label = "the-expected-organization-in-the-header-that-is-not-signed-alone"
    yield maker.bad(label, "wrong-organization", "UnsignedHeader", headers, body=body)
    body = compact({"intent": {"organizationId": ORGANIZATION}, **_ACTIVITY, "organizationId": "x"}).encode()
    label = "the-expected-organization-in-another-place-of-the-body"
    yield maker.bad(label, "wrong-organization", "WrongContext", body=body)


def _signatures(maker: _Maker) -> Iterator[WebhookCase]:
    label: str | Label
    headers = maker.headers()
    signature = bytes.fromhex(headers["X-Turnkey-Signature"])

    def signed(other: bytes) -> dict[str, str]:
        return {**headers, "X-Turnkey-Signature": other.hex()}

    flipped = signature[:32] + bytes([signature[32] ^ 1]) + signature[33:]
    again = (int.from_bytes(signature[32:], "little") + ED25519_ORDER).to_bytes(32, "little")
    for label, flag, other in (
        ("a-bit-of-R-flipped", "AlteredMessage", bytes([signature[0] ^ 1]) + signature[1:]),
        ("a-bit-of-S-flipped", "AlteredMessage", flipped),
        ("R-and-S-swapped", "AlteredMessage", signature[32:] + signature[:32]),
        ("S-plus-the-order-of-the-group", "SignatureRange", signature[:32] + again),
        ("zeros", "SignatureRange", bytes(64)),
        ("ones", "SignatureRange", b"\xff" * 64),
    ):
        yield maker.bad(placed("the-signature", label), "bad-signature", flag, signed(other))
    der = encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    for label, other in (
        ("cut", signature[:-1]),
        ("a-byte-after-it", signature + b"\0"),
        ("wrapped-as-DER", der),
        ("twice", signature * 2),
    ):
        yield maker.bad(placed("the-signature", label), "malformed", "RawSignature", signed(other))
    defects = hex_defects(headers["X-Turnkey-Signature"])
    yield from maker.bad_each("the-signature", defects, lambda text: {**headers, "X-Turnkey-Signature": text})
    other_headers = maker.other.sign(maker.body, event_id=maker.event_id, timestamp=str(_NOW))
    yield maker.bad("signed-by-another-key-of-the-same-id", "bad-signature", "ForeignKey", other_headers)
    for name, other_value in (
        ("X-Turnkey-Timestamp", str(_NOW + 1)),
        ("X-Turnkey-Timestamp", f"0{_NOW}"),
        ("X-Turnkey-Event-Id", maker.event_id[:-1] + ("0" if maker.event_id[-1] != "0" else "1")),
        ("X-Turnkey-Event-Id", maker.event_id.upper()),
    ):
        changed = {**headers, name: other_value}
        label = _than_was_signed(name, other_value)
        yield maker.bad(label, "bad-signature", "AlteredMessage", changed)
    key = Ed25519PrivateKey.from_private_bytes(KeyMaterial(maker.seed).take("webhook key"))
    lower = {name.lower(): value for name, value in headers.items()}
    message = signed_bytes(lower, maker.body)
    for message_name, other_message in (
        ("the-body-alone", maker.body),
        ("without-the-version-and-the-algorithm", message.split(b".", 2)[2]),
        ("with-the-parts-in-another-order", message.replace(b"v1.ed25519.", b"ed25519.v1.", 1)),
        ("without-the-event-id", message.replace(maker.event_id.encode() + b".", b"", 1)),
        ("a-hash-of-it", hashlib.sha256(message).digest()),
        ("with-the-hash-of-the-body", message[: -len(maker.body)] + hashlib.sha256(maker.body).digest()),
        ("with-a-newline-after-the-body", message + b"\n"),
    ):
        label = placed("a-signature-over-what-a-delivery-is-not", message_name)
        yield maker.bad(label, "bad-signature", "AlteredMessage", signed(key.sign(other_message)))


def _keys(maker: _Maker) -> Iterator[WebhookCase]:
    label: str | Label
    known = json.loads(maker.sender.jwks)["keys"][0]
    for label, other in (
        ("another-id", "webhook-key-2"),
        ("the-id-in-upper-case", "WEBHOOK-KEY-1"),
        ("an-id-that-differs-in-its-last-digit", "webhook-key-0"),
    ):
        jwks = compact({"keys": [{**known, "kid": other}]})
        yield maker.bad(f"the-set-has-the-key-under-{label}", "untrusted-signer", "ForeignKey", jwks=jwks)
        headers = {**maker.headers(), "X-Turnkey-Signature-Key-Id": other}
        yield maker.bad(f"the-delivery-names-{label}", "untrusted-signer", "ForeignKey", headers)
    names = ("webhook-key-1", "Webhook-key-1", "webhook-key-11", "xebhook-key-1", "webhook-key-0")
    nearly = compact({"keys": [known, *(to_jwk(name, _public_key(maker.other)) for name in names[1:])]})
    yield maker.good("a-set-of-keys-whose-ids-are-nearly-alike", "Valid", jwks=nearly)
    for difference, name in (
        ("longer-by-a-digit", "webhook-key-11"),
        ("another-in-its-first", "xebhook-key-1"),
    ):
        jwks = compact({"keys": [{**known, "kid": name}]})
        label = f"the-set-has-the-key-under-an-id-that-is-{difference}"
        yield maker.bad(label, "untrusted-signer", "ForeignKey", jwks=jwks)
    both = compact({"keys": [known, to_jwk("webhook-key-2", _public_key(maker.other))]})
    headers = {**maker.headers(), "X-Turnkey-Signature-Key-Id": "webhook-key-2"}
    label = "the-delivery-names-another-key-of-the-set"
    yield maker.bad(label, "bad-signature", "ForeignKey", headers, jwks=both)
    yield maker.bad("the-set-of-another-sender", "bad-signature", "ForeignKey", jwks=maker.other.jwks)
    forged = {**maker.headers(), "X-Turnkey-Signature": (b"\1" + bytes(63)).hex()}
    neutral = compact({"keys": [to_jwk("webhook-key-1", b"\1" + bytes(31))]})
    label = Label(
        "a-key-under-which-anyone-can-sign-and-such-a-signature",
        "a key under which anyone can sign, and such a signature",
    )
    yield maker.bad(label, "malformed", "InvalidPoint", forged, jwks=neutral)
    nowhere = compact({"keys": [to_jwk("webhook-key-1", _NOWHERE)]})
    yield maker.bad("a-key-that-is-not-on-the-curve", "bad-signature", "InvalidPoint", jwks=nowhere)
    yield from _small_order(maker)
    for label, left in _other_kinds(_public_key(maker.other)).items():
        text = compact({"keys": [left, known]})
        yield maker.good(placed("a-set-with-a-key-to-leave-out", label), "UnusableKey", jwks=text)
    version = {**known, "turnkey_signature_version": "v2"}
    left_out = compact({"keys": [version, to_jwk("webhook-key-2", _public_key(maker.other))]})
    label = Label(
        "the-delivery-names-a-key-of-another-version-beside-a-usable-key",
        "the delivery names a key of another version, beside a usable key",
    )
    yield maker.bad(label, "untrusted-signer", "UnusableKey", jwks=left_out)


def _public_key(sender: WebhookSender) -> bytes:
    (key,) = sender.keys.to_dict().values()
    return bytes.fromhex(key)


def _small_order(maker: _Maker) -> Iterator[WebhookCase]:
    """Yield deliveries with an R of small order, for the key A + T: A = aB, and T has order 8.

    With R = -kT and S = ka, SB = R + k(A + T) holds without the cofactor.
    """
    order_8 = decode_edwards_point(ORDER_8_Y.to_bytes(32, "little"))
    secret = secret_scalar(KeyMaterial(maker.seed).take("webhook key"))
    own = _public_key(maker.sender)
    public_key = encode_edwards_point(add_edwards_points(decode_edwards_point(own), order_8))
    jwks = compact({"keys": [to_jwk("webhook-key-1", public_key)]})
    multiples = [(0, 1)]
    while len(multiples) < 8:
        multiples.append(add_edwards_points(multiples[-1], order_8))

    def challenge(r: bytes, body: bytes) -> int:
        lower = {name.lower(): value for name, value in maker.headers(body).items()}
        digest = hashlib.sha512(r + public_key + signed_bytes(lower, body)).digest()
        return int.from_bytes(digest, "little") % ED25519_ORDER

    for point_name, number in SMALL_ORDER:
        r = number.to_bytes(32, "little")
        multiple = multiples.index(decode_edwards_point(r))
        body, k = next(
            (candidate, k)
            for candidate in (compact({**_ACTIVITY, "n": n}).encode() for n in range(10_000))
            for k in [challenge(r, candidate)]
            if -k % 8 == multiple
        )
        signature = r + (k * secret % ED25519_ORDER).to_bytes(32, "little")
        headers = {**maker.headers(body), "X-Turnkey-Signature": signature.hex()}
        label = Label(
            f"R-is-{id_of(point_name)}-and-the-key-s-holder-made-S-for-it",
            f"R is {comment_of(point_name)}, and the key's holder made S for it",
        )
        yield maker.bad(label, "bad-signature", "SmallOrder", headers, body=body, jwks=jwks)


def _key_sets(material: KeyMaterial) -> Iterator[KeySetCase]:
    label: str | Label
    first, second = (_public_key(WebhookSender(material.take("sender"))) for _ in range(2))
    jwk = to_jwk("webhook-key-1", first)

    def jwks(**changes: object) -> str:
        return compact({"keys": [{**jwk, **changes}]})

    cases = Cases(KeySetCase, jwks="")
    bad = cases.bad

    def good(label: str | Label, flag: str, text: str, **keys: str) -> KeySetCase:
        found = {key_id.replace("_", "-"): key for key_id, key in keys.items()}
        return cases.good(label, flag, text, keys=found)

    one = {"webhook_key_1": first.hex()}
    yield good("one-key", "Valid", jwks(), **one)
    two = compact({"keys": [jwk, to_jwk("webhook-key-2", second)]})
    yield good("two-keys", "Valid", two, **one, webhook_key_2=second.hex())
    yield good("white-space", "ClientVariant", json.dumps({"keys": [jwk]}, indent=2) + "\n", **one)
    reverse = compact({"keys": [dict(reversed(jwk.items()))]})
    yield good("members-in-reverse-order", "ClientVariant", reverse, **one)
    more = compact({"keys": [{**jwk, "key_ops": ["verify"], "x5t": "x"}], "next": None})
    yield good("members-that-are-not-known", "ClientVariant", more, **one)
    same = compact({"keys": [jwk, to_jwk("webhook-key-2", first)]})
    yield good("one-key-under-two-ids", "EdgeCaseKey", same, **one, webhook_key_2=first.hex())
    for name, others in (
        ("kty", ("EC", "RSA", "oct", "okp", "OKP ", "")),
        ("crv", ("X25519", "Ed448", "P-256", "ed25519", " Ed25519", "")),
        ("alg", ("ES256", "HS256", "none", "Ed25519", "eddsa", "EdDSA\n", "")),
        ("use", ("enc", "SIG", "sig ", "")),
        ("turnkey_signature_algorithm", ("Ed25519", "ecdsa", "")),
        ("turnkey_signature_version", ("v2", "V1", "1", "v1 ", "")),
    ):
        for other in others:
            whole, shown = f"{name} is '{other}'", f"'{other}'" if other else "empty"
            defect = Label(f"is-{id_of(other)}", f"is {shown}", hashed=whole)
            yield bad(of_field(name, defect), "unsupported", "SchemeConfusion", jwks(**{name: other}))
    for name in jwk:
        without = compact({"keys": [{other: value for other, value in jwk.items() if other != name}]})
        yield bad(of_field(name, "left-out"), "malformed", "MissingField", without)
        for label, value in NOT_TEXT.items():
            yield bad(of_field(name, f"is-{label}"), "malformed", "WrongType", jwks(**{name: value}))
        twice = f'{{"keys":[{compact(jwk)[:-1]},{compact(name)}:{compact(jwk[name])}}}]}}'
        yield bad(of_field(name, Label("twice-alike", "twice, alike")), "malformed", "DuplicateKey", twice)
    for label, text in (
        ("alike", compact({"keys": [jwk, jwk]})),
        ("with-another-key", compact({"keys": [jwk, {**to_jwk("webhook-key-1", second)}]})),
    ):
        yield bad(
            Label(f"an-id-twice-{label}", f"an id twice, {words_of(label)}"),
            "malformed",
            "DuplicateKey",
            text,
        )
    for label, key_id in (
        ("empty", ""),
        ("with-a-dot", "webhook.key"),
        ("with-a-space", "webhook key"),
        ("with-a-newline-after-it", "webhook-key-1\n"),
        ("with-a-letter-that-is-not-ASCII", "wébhook"),
        ("of-129-characters", "k" * 129),
    ):
        yield bad(placed("an-id", label), "malformed", "IdCharacters", jwks(kid=key_id))
    yield from cases.bad_each("x", base64url_defects(jwk["x"]), jwks, "x")
    yield bad(
        Label("x-with-padding", "x: with padding", idea="with padding"),
        "malformed",
        "Base64Encoding",
        jwks(x=jwk["x"] + "="),
    )
    for label, key in (
        ("31-bytes", first[:-1]),
        ("33-bytes", first + b"\0"),
        ("a-key-of-no-bytes", b""),
        *((point_name, number.to_bytes(32, "little")) for point_name, number in SMALL_ORDER),
        ("a-y-that-is-not-reduced", (ED25519_PRIME + 3).to_bytes(32, "little")),
    ):
        text = compact({"keys": [to_jwk("webhook-key-1", key)]})
        yield bad(
            Label(f"x-is-{id_of(label)}", f"x is {comment_of(label)}", idea=f"FIELD is {comment_of(label)}"),
            "malformed",
            "InvalidPoint",
            text,
        )
    nowhere = to_jwk("webhook-key-2", _NOWHERE)
    off_curve = {"webhook_key_2": _NOWHERE.hex()}
    yield good("x-is-no-point", "InvalidPoint", compact({"keys": [nowhere]}), **off_curve)
    label = Label("x-is-no-point-beside-a-usable-key", "x is no point, beside a usable key")
    yield good(label, "InvalidPoint", compact({"keys": [jwk, nowhere]}), **one, **off_curve)
    yield bad("x-in-hex", "malformed", "InvalidPoint", jwks(x=first.hex()))
    for label, text in (
        ("no-key", compact({"keys": []})),
        ("an-empty-object", "{}"),
        ("a-key-without-the-set", compact(jwk)),
        ("an-array-of-keys", compact([jwk])),
        (Label("keys-is-null", "keys is null", idea="FIELD is null"), compact({"keys": None})),
        (Label("keys-is-an-object", "keys is an object", idea="FIELD is an object"), compact({"keys": jwk})),
        ("a-key-is-null", compact({"keys": [jwk, None]})),
        ("a-key-is-text", compact({"keys": [jwk["x"]]})),
    ):
        yield bad(label, "malformed", "MissingField", text)
    for label, text in (
        ("empty", ""),
        ("cut", jwks()[:-1]),
        ("something-after-the-set", jwks() + "x"),
        ("a-byte-order-mark-in-front", "\ufeff" + jwks()),
    ):
        yield bad(label, "malformed", "JsonStrictness", text)
    kinds = _other_kinds(second)
    for label, left in kinds.items():
        for place, pair in (("after", [jwk, left]), ("before", [left, jwk])):
            text = compact({"keys": pair})
            yield good(placed(f"{place}-a-usable-key", label), "UnusableKey", text, **one)
    for label, several in (
        ("only-keys-of-other-kinds", list(kinds.values())[:4]),
        ("two-keys-of-another-version", [kinds["another-version-of-the-signature"]] * 2),
    ):
        yield bad(label, "unsupported", "UnusableKey", compact({"keys": several}))
    yield bad("only-keys-that-lack-a-member", "malformed", "UnusableKey", compact({"keys": [{}, {}]}))
    shared = compact({"keys": [{**kinds["another-version-of-the-signature"], "kid": "webhook-key-1"}, jwk]})
    yield good("an-id-that-a-key-of-another-kind-has-too", "UnusableKey", shared, **one)
    again = compact({"keys": [jwk, kinds["encryption"], to_jwk("webhook-key-1", second)]})
    yield bad(
        Label(
            "an-id-twice-with-a-key-of-another-kind-between",
            "an id twice, with a key of another kind between",
        ),
        "malformed",
        "DuplicateKey",
        again,
    )
    yield bad(
        Label("a-key-is-a-number-beside-a-usable-key", "a key is a number, beside a usable key"),
        "malformed",
        "WrongType",
        compact({"keys": [jwk, 5]}),
    )


def _other_kinds(key: bytes) -> dict[str, dict[str, object]]:
    """Return keys that receivers leave out, which could be in the set one day."""
    usable: dict[str, object] = {**to_jwk("webhook-key-9", key)}
    return {
        "another-kind-of-key": {"kty": "AKP", "alg": "ML-DSA-44", "kid": "webhook-key-9", "use": "sig"},
        "encryption": {**usable, "use": "enc"},
        "another-version-of-the-signature": {**usable, "turnkey_signature_version": "v2"},
        "the-algorithm-Ed25519-of-RFC-9864": {**usable, "alg": "Ed25519"},
        "a-key-without-an-id": {name: value for name, value in usable.items() if name != "kid"},
        "an-id-with-a-dot": {**usable, "kid": "webhook.key"},
        "a-number-for-a-text": {**usable, "use": 5},
        "a-point-of-small-order": {**to_jwk("webhook-key-9", b"\1" + bytes(31))},
        "x-with-padding": {**usable, "x": f"{usable['x']}="},
        "key-operations-without-verify": {**usable, "key_ops": ["sign"]},
        "key-operations-in-a-text": {**usable, "key_ops": "verify"},
    }


def webhook(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of webhooks and their keys."""
    yield from _deliveries(_Maker(material))
    yield from _key_sets(material)
