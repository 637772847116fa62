import copy
import json
import pickle
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone, tzinfo
from email.message import Message
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    BadSignature,
    ContextMismatch,
    Expired,
    MalformedInput,
    SealwaxError,
    Unsupported,
    UntrustedSigner,
)
from sealwax.testing import WebhookSender
from sealwax.testing.webhooks import to_jwk
from sealwax.webhooks import (
    DEFAULT_MAX_AGE,
    LONGEST_MAX_AGE,
    MemoryReplayGuard,
    ReplayGuard,
    VerifiedWebhook,
    WebhookKeys,
    verify_webhook,
)
from tests.conftest import NOT_TEXT, ORGANIZATION, SEED, near_misses, near_texts
from tests.loops import failures

SENDER, STRANGER = WebhookSender(SEED), WebhookSender(bytes(32))
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
ACTIVITY = {"id": "a", "organizationId": ORGANIZATION, "type": "ACTIVITY_TYPE_CREATE_WALLET", "votes": [1.5]}
BALANCE = {"type": "balances:confirmed", "organizationId": "sub", "parentOrganizationId": ORGANIZATION}
HEADERS, BODY = SENDER.deliver(ACTIVITY, event_id="e" * 64, now=NOW)


USABLE: dict[str, Any] = to_jwk("other", b"\5" * 32)
OTHER_KINDS: list[dict[str, object]] = [
    {"kty": "AKP", "alg": "ML-DSA-44", "kid": "other", "pub": "AA", "use": "sig"},
    {"kty": "RSA", "n": "AQAB", "e": "AQAB", "kid": "other", "alg": "RSA-OAEP", "use": "enc"},
    {"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"},
    {**USABLE, "use": "enc"},
    *({**USABLE, "key_ops": operations} for operations in (["sign"], [], "verify", None, [["verify"]])),
    {**USABLE, "turnkey_signature_version": "v2"},
    {**USABLE, "alg": "Ed25519"},
    {**USABLE, "crv": "Ed448", "x": "A" * 76},
    {**USABLE, "kid": "webhook.key"},
    {**USABLE, "kid": ""},
    {**USABLE, "kid": 5},
    {**USABLE, "Kid": "other"},
    {**USABLE, "x": to_jwk("other", b"\1" + bytes(31))["x"]},
    {**USABLE, "x": USABLE["x"][:-1]},
    {**USABLE, "x": USABLE["x"] + "="},
    {**USABLE, "x": None},
    *({name: value for name, value in USABLE.items() if name != left_out} for left_out in USABLE),
    {},
]


def verify(headers: Any = HEADERS, body: Any = BODY, **changes: Any) -> VerifiedWebhook:
    arguments = {"keys": SENDER.keys, "organization_id": ORGANIZATION, "now": NOW, **changes}
    return verify_webhook(headers, body, **arguments)


def delivered(content: Mapping[str, object] | bytes, **changes: Any) -> VerifiedWebhook:
    headers, body = SENDER.deliver(content, now=NOW)
    return verify(headers, body, **changes)


class TestVerified:
    def test_it_cannot_be_changed(self) -> None:
        with pytest.raises(AttributeError):
            verify().event_id = "x"  # type: ignore[misc]

    @pytest.mark.parametrize(
        ("named", "event_type"),
        [
            ("balances:confirmed", "BALANCE_CONFIRMED_UPDATES"),
            ("balances:finalized", "BALANCE_FINALIZED_UPDATES"),
            ("transaction:status", "SEND_TRANSACTION_STATUS_UPDATES"),
            ("ACTIVITY_TYPE_SIGN_TRANSACTION_V2", "ACTIVITY_UPDATES"),
            ("ACTIVITY_UPDATES", "ACTIVITY_UPDATES"),
            ("activity_type_x", "activity_type_x"),
            *((near, near) for near in near_texts("balances:confirmed")),
            ("wallets:created", "wallets:created"),
            ("", ""),
        ],
    )
    def test_the_signed_body_tells_the_event_type(self, named: str, event_type: str) -> None:
        webhook = delivered({**BALANCE, "type": named})
        assert webhook.event_type == event_type
        assert webhook.content["type"] == named

    def test_the_systems_time_is_the_default(self) -> None:
        headers, body = SENDER.deliver(ACTIVITY)
        assert verify(headers, body, now=None).content == ACTIVITY
        with pytest.raises(Expired):
            verify(now=None)


def message() -> Message:
    """Headers as http.server has them."""
    made = Message()
    for name, value in HEADERS.items():
        made[name] = value
    return made


class TestHeaders:
    @pytest.mark.parametrize("name", HEADERS)
    def test_each_is_needed_once(self, name: str) -> None:
        others = {other: value for other, value in HEADERS.items() if other != name}
        for missing in (others, {**others, name: ""}, {**others, name: []}, {**others, name: b""}):
            with pytest.raises(MalformedInput, match=f"the header {name} is missing or empty"):
                verify(missing)
        value = HEADERS[name]
        for repeated in (
            [*HEADERS.items(), (name, value)],
            [*HEADERS.items(), (name.lower(), value)],
            [*HEADERS.items(), (name.encode(), value.encode())],
            [(name, ""), *HEADERS.items()],
            {**HEADERS, name: [value, value]},
            {**HEADERS, name.upper(): value},
        ):
            with pytest.raises(MalformedInput, match=f"the header {name} is repeated"):
                verify(repeated)

    @pytest.mark.parametrize("name", [name for name in HEADERS if "k" in name])
    def test_letters_whose_lower_case_is_ascii_are_others(self, name: str) -> None:
        others = {other: value for other, value in HEADERS.items() if other != name}
        with pytest.raises(MalformedInput, match="is missing or empty"):
            verify({**others, name.replace("k", "\u212a"): HEADERS[name]})

    @pytest.mark.parametrize("headers", [None, 5, "x: y", b"x: y", [1], ["ab"], [("a",)], [("a", "b", "c")]])
    def test_another_type_is_the_programmers(self, headers: Any) -> None:
        with pytest.raises(TypeError, match="headers must be a mapping or pairs"):
            verify(headers)

    @pytest.mark.parametrize(
        ("name", "value", "error"),
        [
            ("X-Turnkey-Signature-Version", "v2", Unsupported),
            ("X-Turnkey-Signature-Version", "V1", Unsupported),
            ("X-Turnkey-Signature-Algorithm", "ed25519ph", Unsupported),
            ("X-Turnkey-Signature-Algorithm", " ed25519", Unsupported),
            ("X-Turnkey-Event-Id", "e.1", MalformedInput),
            ("X-Turnkey-Event-Id", "e" * 129, MalformedInput),
            ("X-Turnkey-Event-Id", "e\n", MalformedInput),
            ("X-Turnkey-Signature-Key-Id", "k.1", MalformedInput),
            ("X-Turnkey-Signature-Key-Id", "k" * 129, MalformedInput),
            ("X-Turnkey-Signature-Key-Id", "another", UntrustedSigner),
            ("X-Turnkey-Timestamp", "-1", MalformedInput),
            ("X-Turnkey-Timestamp", str(2**53), MalformedInput),
            ("X-Turnkey-Timestamp", "9" * 10_000, MalformedInput),
            ("X-Turnkey-Timestamp", "٣", MalformedInput),
            ("X-Turnkey-Signature", "00" * 63, MalformedInput),
            ("X-Turnkey-Signature", "zz" * 64, MalformedInput),
            ("X-Turnkey-Signature", "00" * 64, BadSignature),
        ],
    )
    def test_one_value_is_wrong(self, name: str, value: str, error: type[SealwaxError]) -> None:
        with pytest.raises(error) as raised:
            verify({**HEADERS, name: value})
        assert len(value) < 9 or value not in str(raised.value)


class TestSignature:
    def check_each_byte_of_the_signature_counts(self, position: int) -> None:
        changed = bytearray.fromhex(HEADERS["X-Turnkey-Signature"])
        changed[position] ^= 1
        with pytest.raises(BadSignature):
            verify({**HEADERS, "X-Turnkey-Signature": changed.hex()})

    def test_each_byte_of_the_signature_counts(self) -> None:
        assert failures(self.check_each_byte_of_the_signature_counts, range(64)) == []

    def check_each_byte_of_the_body_counts(self, position: int) -> None:
        changed = bytearray(BODY)
        changed[position] ^= 1
        with pytest.raises(BadSignature):
            verify(body=bytes(changed))

    def test_each_byte_of_the_body_counts(self) -> None:
        assert failures(self.check_each_byte_of_the_body_counts, range(len(BODY))) == []

    @pytest.mark.parametrize("body", [b"", BODY + b" ", b" " + BODY, BODY[:-1], json.dumps(ACTIVITY)])
    def test_another_body_is_not_signed(self, body: bytes) -> None:
        with pytest.raises(BadSignature):
            verify(body=body)

    def test_nothing_unsigned_is_parsed(self) -> None:
        with pytest.raises(BadSignature):
            verify(body=b"{")

    @pytest.mark.parametrize("name", ["X-Turnkey-Timestamp", "X-Turnkey-Event-Id"])
    def test_the_signed_headers_count(self, name: str) -> None:
        value = HEADERS[name]
        for changed in {value[:8] + "7" + value[9:], value[:-1] + "7"}:
            with pytest.raises(BadSignature):
                verify({**HEADERS, name: changed})

    def test_another_key_of_the_same_id_did_not_sign(self) -> None:
        with pytest.raises(BadSignature):
            verify(keys=STRANGER.keys)

    def test_the_key_that_is_named_must_have_signed(self) -> None:
        both = WebhookKeys({**SENDER.keys.to_dict(), "other": STRANGER.keys.to_dict()["webhook-key-1"]})
        assert verify(keys=both).event_id
        with pytest.raises(BadSignature):
            verify({**HEADERS, "X-Turnkey-Signature-Key-Id": "other"}, keys=both)

    def test_bytes_cannot_move_between_headers_and_body(self) -> None:
        headers = SENDER.sign(BODY, event_id="e.1", timestamp=HEADERS["X-Turnkey-Timestamp"])
        with pytest.raises(MalformedInput):
            verify({**headers, "X-Turnkey-Event-Id": "e"}, b"1." + BODY)
        with pytest.raises(MalformedInput):
            verify(headers)


class TestTime:
    @pytest.mark.parametrize("max_age", [timedelta(), timedelta(seconds=1), DEFAULT_MAX_AGE, LONGEST_MAX_AGE])
    @pytest.mark.parametrize("sign", [1, -1])
    def test_a_delivery_is_taken_up_to_the_age_and_no_longer(self, max_age: timedelta, sign: int) -> None:
        for leeway in (timedelta(), timedelta(seconds=2)):
            # Guards remember a delivery for twice the longest age.
            reached = min(max_age + leeway, LONGEST_MAX_AGE)
            assert verify(now=NOW + sign * reached, max_age=max_age, leeway=leeway).timestamp == NOW
            late = NOW + sign * (reached + timedelta(microseconds=1))
            with pytest.raises(Expired):
                verify(now=late, max_age=max_age, leeway=leeway)

    def test_no_leeway_makes_the_window_longer_than_guards_remember(self) -> None:
        assert verify(now=NOW + LONGEST_MAX_AGE, leeway=timedelta.max).timestamp == NOW
        with pytest.raises(Expired):
            verify(now=NOW + LONGEST_MAX_AGE + timedelta(microseconds=1), leeway=timedelta.max)

    def test_the_leeway_is_a_time_that_is_not_negative(self) -> None:
        with pytest.raises(ValueError, match="leeway must not be negative"):
            verify(leeway=timedelta(microseconds=-1))
        with pytest.raises(TypeError, match="leeway must be timedelta"):
            verify(leeway=60)

    def test_five_minutes_and_a_minute_of_leeway_are_the_default(self) -> None:
        assert timedelta(minutes=5) == DEFAULT_MAX_AGE
        for late in (timedelta(minutes=6), -timedelta(minutes=6)):
            verify(now=NOW + late)
        with pytest.raises(Expired, match="7 minutes before the time of this check; the service signs"):
            verify(now=NOW + timedelta(minutes=7))
        with pytest.raises(Expired, match=r"from the future.* 6 minutes after .* which may be slow"):
            verify(now=NOW - timedelta(minutes=6, milliseconds=1))

    @pytest.mark.parametrize(
        ("max_age", "error"),
        [
            (LONGEST_MAX_AGE + timedelta(microseconds=1), ValueError),
            (timedelta(microseconds=-1), ValueError),
            (timedelta.max, ValueError),
            (300, TypeError),
            (None, TypeError),
        ],
    )
    def test_the_age_has_bounds(self, max_age: Any, error: type[Exception]) -> None:
        with pytest.raises(error, match="max_age") as raised:
            verify(max_age=max_age)
        assert not isinstance(raised.value, SealwaxError)

    @pytest.mark.parametrize(
        "zone", [timezone.utc, timezone(timedelta(hours=14)), timezone(-timedelta(hours=14))]
    )
    @pytest.mark.parametrize("milliseconds", [0, 253402300799999, 253402300800000, 2**53 - 1])
    def test_the_ends_of_time_raise_nothing_else(self, milliseconds: int, zone: tzinfo) -> None:
        headers = SENDER.sign(BODY, event_id="e", timestamp=str(milliseconds))
        for now in (datetime.min.replace(tzinfo=zone), datetime.max.replace(tzinfo=zone)):
            try:
                webhook = verify(headers, now=now)
            except Expired:
                continue
            assert milliseconds == 253402300799999
            assert webhook.timestamp.year == 9999

    def test_the_last_millisecond_is_a_time(self) -> None:
        headers = SENDER.sign(BODY, event_id="e", timestamp="253402300799999")
        last = datetime.max.replace(tzinfo=timezone.utc)
        assert verify(headers, now=last).timestamp == last.replace(microsecond=999_000)

    def test_what_is_signed_is_the_text_of_the_header(self) -> None:
        zeros = "000" + HEADERS["X-Turnkey-Timestamp"]
        headers = SENDER.sign(BODY, event_id="e", timestamp=zeros)
        assert verify(headers).timestamp == NOW
        with pytest.raises(BadSignature):
            verify({**headers, "X-Turnkey-Timestamp": zeros[1:]})


class TestOrganization:
    @pytest.mark.parametrize(
        "other", [*near_misses(ORGANIZATION), ORGANIZATION.upper(), ORGANIZATION + " ", "x"]
    )
    def test_anothers_delivery_is_refused(self, other: str) -> None:
        with pytest.raises(ContextMismatch) as raised:
            verify(organization_id=other)
        assert raised.value.code == "wrong-organization"
        for content in (
            {**ACTIVITY, "organizationId": other},
            {**BALANCE, "parentOrganizationId": other},
            {**ACTIVITY, "parentOrganizationId": other},
        ):
            with pytest.raises(ContextMismatch) as raised:
                delivered(content)
            assert raised.value.code == "wrong-organization"

    def test_a_parent_is_who_the_event_was_delivered_for(self) -> None:
        webhook = delivered(BALANCE)
        assert webhook.organization_id == ORGANIZATION
        assert webhook.content["organizationId"] == "sub"
        with pytest.raises(ContextMismatch):
            delivered(BALANCE, organization_id="sub")

    def test_a_parent_alone_is_enough(self) -> None:
        assert delivered({"parentOrganizationId": ORGANIZATION}).organization_id == ORGANIZATION

    def test_several_organizations_may_be_expected(self) -> None:
        ids = {"sub", ORGANIZATION}
        for content, found in ((ACTIVITY, ORGANIZATION), ({**ACTIVITY, "organizationId": "sub"}, "sub")):
            for expected in (ids, frozenset(ids), dict.fromkeys(ids).keys()):
                assert delivered(content, organization_id=expected).organization_id == found
        with pytest.raises(ContextMismatch):
            delivered({**ACTIVITY, "organizationId": "other"}, organization_id=ids)

    @pytest.mark.parametrize(
        ("expected", "error"),
        [
            ("", ValueError),
            (set(), ValueError),
            ({"", "x"}, ValueError),
            (None, TypeError),
            (ORGANIZATION.encode(), TypeError),
            ([ORGANIZATION], TypeError),
            ({5}, TypeError),
        ],
    )
    def test_what_is_expected_is_the_programmers(self, expected: Any, error: type[Exception]) -> None:
        with pytest.raises(error, match="organization_id") as raised:
            verify(organization_id=expected)
        assert not isinstance(raised.value, SealwaxError)

    @pytest.mark.parametrize("name", ["organizationId", "parentOrganizationId"])
    @pytest.mark.parametrize("value", NOT_TEXT)
    def test_an_id_is_text(self, name: str, value: object) -> None:
        with pytest.raises(MalformedInput, match="the body of the webhook is malformed"):
            delivered({**BALANCE, name: value})

    @pytest.mark.parametrize("content", [{}, {"type": "x"}, {"activity": ACTIVITY}])
    def test_a_body_without_one_is_refused(self, content: dict[str, object]) -> None:
        with pytest.raises(MalformedInput, match="has no `organizationId`"):
            delivered(content)

    def test_the_unsigned_header_counts_for_nothing(self) -> None:
        headers, body = SENDER.deliver({**ACTIVITY, "organizationId": "other"}, now=NOW)
        with pytest.raises(ContextMismatch):
            verify({**headers, "X-Turnkey-Organization-Id": ORGANIZATION}, body)
        verify({**HEADERS, "X-Turnkey-Organization-Id": "other"})


class TestBody:
    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"x",
            b"[]",
            b"null",
            BODY[:-1],
            b"\xef\xbb\xbf" + BODY,
            BODY[:-1] + b',"x":"\xff"}',
            BODY[:-1] + b',"id":"a"}',
            BODY[:-1] + b',"x":NaN}',
            b"[" * 100_000,
        ],
    )
    def test_what_is_signed_and_no_json_object(self, body: bytes) -> None:
        with pytest.raises(MalformedInput, match="the body of the webhook"):
            delivered(body)

    def test_numbers_and_nesting_come_as_they_are(self) -> None:
        content = {**ACTIVITY, "msg": {"amount": 10**30, "list": [None, True, -1, 2.5, "é", {}]}}
        assert delivered(content).content == content


class TestKeys:
    def test_those_of_a_set(self) -> None:
        keys = WebhookKeys.from_jwks(SENDER.jwks)
        assert keys == SENDER.keys == WebhookKeys.from_jwks(SENDER.jwks.encode())
        assert list(keys.to_dict()) == ["webhook-key-1"]
        assert verify(keys=keys).event_id

    def test_they_are_compared_pickled_copied_and_shown(self) -> None:
        keys = SENDER.keys
        for again in (copy.copy(keys), copy.deepcopy(keys), pickle.loads(pickle.dumps(keys))):
            assert again == keys
            assert hash(again) == hash(keys)
        assert eval(repr(keys), {"WebhookKeys": WebhookKeys}) == keys
        assert keys != STRANGER.keys
        assert keys != keys.to_dict()
        keys.to_dict().clear()
        assert keys.to_dict()
        with pytest.raises(AttributeError, match="make a new WebhookKeys"):
            keys.x = 1

    @pytest.mark.parametrize(
        ("keys", "error"),
        [
            ({}, MalformedInput),
            ({"k": ""}, MalformedInput),
            ({"k": "00" * 31}, MalformedInput),
            ({"k": "0" * 63 + "g"}, MalformedInput),
            ({"k": "01" + "00" * 31}, MalformedInput),
            ({"k": "ff" * 32}, MalformedInput),
            ({"": "05" * 32}, MalformedInput),
            ({"k.1": "05" * 32}, MalformedInput),
            ({5: "05" * 32}, TypeError),
            ({"k": b"\5" * 32}, TypeError),
            ([("k", "05" * 32)], TypeError),
            (None, TypeError),
        ],
    )
    def test_other_keys_are_refused(self, keys: Any, error: type[Exception]) -> None:
        with pytest.raises(error):
            WebhookKeys(keys)

    @pytest.mark.parametrize(
        "name", ["kty", "crv", "alg", "use", "turnkey_signature_algorithm", "turnkey_signature_version"]
    )
    def test_the_exact_values_and_no_others(self, name: str) -> None:
        jwk = to_jwk("k", b"\5" * 32)
        for value in (jwk[name].swapcase(), jwk[name] + " ", "x", ""):
            with pytest.raises(Unsupported, match=f"`{name}` of keys.0. of the JWK set is not"):
                WebhookKeys.from_jwks(json.dumps({"keys": [{**jwk, name: value}]}))
        without = {other: value for other, value in jwk.items() if other != name}
        with pytest.raises(MalformedInput):
            WebhookKeys.from_jwks(json.dumps({"keys": [without]}))

    @pytest.mark.parametrize("change", ["=", "A", "\n", " ", "=="])
    def test_x_has_one_spelling(self, change: str) -> None:
        jwk = to_jwk("k", b"\5" * 32)
        assert WebhookKeys.from_jwks(json.dumps({"keys": [jwk]})).to_dict() == {"k": "05" * 32}
        with pytest.raises(MalformedInput, match="of the JWK set"):
            WebhookKeys.from_jwks(json.dumps({"keys": [{**jwk, "x": jwk["x"] + change}]}))

    @pytest.mark.parametrize("other", OTHER_KINDS, ids=map(str, range(len(OTHER_KINDS))))
    def test_a_key_of_another_kind_is_left_out(self, other: dict[str, object]) -> None:
        good = to_jwk("webhook-key-1", bytes.fromhex(SENDER.keys.to_dict()["webhook-key-1"]))
        for keys in ([good, other], [other, good], [other, good, other]):
            read = WebhookKeys.from_jwks(json.dumps({"keys": keys}))
            assert read == SENDER.keys
            assert verify(keys=read).event_id
        with pytest.raises((MalformedInput, Unsupported), match="the JWK set"):
            WebhookKeys.from_jwks(json.dumps({"keys": [other, other]}))

    def test_a_delivery_by_a_key_that_was_left_out_is_refused(self) -> None:
        mine = {**to_jwk("webhook-key-1", b"\5" * 32), "turnkey_signature_version": "v2"}
        text = json.dumps({"keys": [mine, to_jwk("webhook-key-2", b"\5" * 32)]})
        with pytest.raises(UntrustedSigner, match=r"not among the usable keys .* update sealwax"):
            verify(keys=WebhookKeys.from_jwks(text))

    def test_two_usable_keys_with_one_id_refuse_the_set(self) -> None:
        good, other = (
            to_jwk("a", b"\5" * 32),
            to_jwk("a", bytes.fromhex(STRANGER.keys.to_dict()["webhook-key-1"])),
        )
        for keys in ([good, good], [good, other], [{**good, "kty": "AKP"}, good, other]):
            with pytest.raises(MalformedInput, match="`kid` twice"):
                WebhookKeys.from_jwks(json.dumps({"keys": keys}))
        # RFC 7517, section 4.5: keys of different kinds may share an id.
        assert WebhookKeys.from_jwks(json.dumps({"keys": [{**good, "kty": "AKP"}, good]})).to_dict()

    @given(st.text() | st.binary())
    def test_any_text_gives_one_of_our_errors(self, text: str | bytes) -> None:
        with pytest.raises(SealwaxError):
            WebhookKeys.from_jwks(text)


class Clock:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class TestReplayGuard:
    def test_an_event_is_new_once(self) -> None:
        guard: ReplayGuard = MemoryReplayGuard()
        event = verify().event_id
        assert guard.claim(event)
        assert not guard.claim(event)
        assert guard.claim("another")
        assert all(guard.claim(near) for near in near_texts(event))

    def test_an_event_that_was_not_handled_is_taken_again(self) -> None:
        guard = MemoryReplayGuard()
        assert guard.claim("e")
        guard.release("e")
        guard.release("never claimed")
        assert guard.claim("e")
        assert not guard.claim("e")

    def test_an_event_is_remembered_for_its_time(self) -> None:
        clock = Clock()
        guard = MemoryReplayGuard(keep=timedelta(minutes=30), clock=clock)
        assert guard.claim("e")
        clock.seconds = 1799.0
        assert not guard.claim("e")
        clock.seconds = 1800.0
        assert guard.claim("e")

    def test_only_the_oldest_are_forgotten(self) -> None:
        clock = Clock()
        guard = MemoryReplayGuard(keep=timedelta(minutes=30), clock=clock)
        for clock.seconds, event in ((0.0, "a"), (0.0, "b"), (1.0, "c"), (900.0, "d")):
            assert guard.claim(event)
        clock.seconds = 1800.0
        assert [event for event in "abcd" if guard.claim(event)] == ["a", "b"]
        clock.seconds = 1801.0
        assert [event for event in "abcd" if guard.claim(event)] == ["c"]

    def test_claiming_again_does_not_prolong(self) -> None:
        clock = Clock()
        guard = MemoryReplayGuard(keep=timedelta(minutes=30), clock=clock)
        guard.claim("e")
        clock.seconds = 1000.0
        guard.claim("e")
        clock.seconds = 1801.0
        assert guard.claim("e")

    def test_it_is_bounded(self) -> None:
        guard = MemoryReplayGuard(capacity=3)
        assert all(guard.claim(event) for event in "abc")
        assert guard.claim("d")
        assert [event for event in "bcd" if guard.claim(event)] == []
        assert guard.claim("a")
        guard = MemoryReplayGuard(capacity=1)
        assert [guard.claim(event) for event in "aaba"] == [True, False, True, True]

    def test_of_several_threads_one_claims(self) -> None:
        guard = MemoryReplayGuard()
        won: list[str] = []
        threads = [
            Thread(target=lambda: won.extend(event for event in map(str, range(200)) if guard.claim(event)))
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(won) == sorted(map(str, range(200)))

    @pytest.mark.parametrize(
        ("arguments", "error"),
        [
            ({"capacity": 0}, ValueError),
            ({"capacity": -1}, ValueError),
            ({"capacity": 1.5}, TypeError),
            ({"keep": timedelta(minutes=30) - timedelta(microseconds=1)}, ValueError),
            ({"keep": 3600}, TypeError),
        ],
    )
    def test_its_arguments(self, arguments: dict[str, Any], error: type[Exception]) -> None:
        with pytest.raises(error, match=next(iter(arguments))):
            MemoryReplayGuard(**arguments)
