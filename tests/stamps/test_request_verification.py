import asyncio
import json
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from threading import Barrier, Thread
from typing import Any

import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    BadSignature,
    ContextMismatch,
    Eip191Signer,
    Expired,
    MalformedInput,
    Replayed,
    SealwaxError,
    StampVerifier,
    Unsupported,
    UntrustedSigner,
    VerifiedStamp,
    WebAuthnStamper,
    verify_request,
)
from sealwax._codec.clock import from_milliseconds, to_milliseconds
from sealwax._limits import MAX_INPUT_BYTES
from sealwax.stamps import verify_request_async
from sealwax.testing import SoftwareAuthenticator
from sealwax.webhooks import MemoryReplayGuard
from tests.conftest import NOT_TEXT, ORGANIZATION, near_misses, near_texts

KEY, OTHER = ApiKey.from_private_key("1f" * 32), ApiKey.from_private_key("2f" * 32, "ed25519")
STRANGER = ApiKey.from_private_key("3f" * 32)
VERIFIER = StampVerifier([(key.public_key, key.curve) for key in (KEY, OTHER)])
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
MICROSECOND = timedelta(microseconds=1)
HOUR, FIVE_MINUTES, MINUTE = timedelta(hours=1), timedelta(minutes=5), timedelta(minutes=1)
VERIFIED = VerifiedStamp(KEY.public_key, KEY.scheme, NOW, ORGANIZATION)


def body_of(**changes: object) -> bytes:
    content = {
        "type": "ACTIVITY_TYPE_EXPORT_WALLET",
        "timestampMs": str(to_milliseconds(NOW)),
        "organizationId": ORGANIZATION,
        **changes,
    }
    return json.dumps({name: each for name, each in content.items() if each is not ...}).encode()


BODY = body_of()
QUERY = body_of(type=..., timestampMs=...)
VALUE = ApiKeyStamper(KEY).stamp(BODY).header_value


def verify(body: str | bytes = BODY, headers: Any = None, key: ApiKey = KEY, **changes: Any) -> VerifiedStamp:
    """Verify a body that a key stamped."""
    given_headers = ApiKeyStamper(key).stamp(body).headers if headers is None else headers
    arguments: dict[str, Any] = {
        "verifier": VERIFIER,
        "organization_id": ORGANIZATION,
        "now": NOW,
        **changes,
    }
    verified: VerifiedStamp = verify_request(given_headers, body, **arguments)
    return verified


class TestVerified:
    def test_an_organization_need_not_be_expected(self) -> None:
        verified = verify(body_of(organizationId=...), organization_id=None)
        assert verified == VerifiedStamp(KEY.public_key, KEY.scheme, NOW, None)
        assert verify(organization_id=None) == VERIFIED

    def test_the_systems_time_is_the_default(self) -> None:
        sent = to_milliseconds(datetime.now(timezone.utc))
        verified = verify(body_of(timestampMs=str(sent)), now=None)
        assert verified.timestamp == from_milliseconds(sent)
        with pytest.raises(Expired):
            verify(now=None)


class TestStamp:
    @pytest.mark.parametrize("headers", [{}, {"X-Stamped": VALUE}, [], {"Authorization": VALUE}])
    def test_there_is_one(self, headers: object) -> None:
        with pytest.raises(MalformedInput, match="has no stamp"):
            verify(headers=headers)

    @pytest.mark.parametrize(
        "headers",
        [
            [("X-Stamp", VALUE), ("X-Stamp", VALUE)],
            [("X-Stamp", VALUE), ("x-stamp", VALUE)],
            {"X-Stamp": VALUE, "x-stamp": VALUE},
            {"X-Stamp": [VALUE, VALUE]},
        ],
    )
    def test_there_are_not_two(self, headers: object) -> None:
        with pytest.raises(MalformedInput, match="X-Stamp is repeated"):
            verify(headers=headers)

    def test_two_that_a_server_has_joined_are_not_one(self) -> None:
        with pytest.raises(MalformedInput):
            verify(headers={"X-Stamp": f"{VALUE}, {VALUE}"})

    @pytest.mark.parametrize("other", ["X-Stamp-WebAuthn", "x-stamp-attested"])
    def test_there_are_not_two_of_two_kinds(self, other: str) -> None:
        with pytest.raises(MalformedInput, match="several kinds"):
            verify(headers={"X-Stamp": VALUE, other: "x"})

    @pytest.mark.parametrize(
        ("name", "function"),
        [("X-Stamp-WebAuthn", "verify_webauthn_stamp"), ("X-Stamp-Attested", "verify_attested_stamp")],
    )
    def test_another_kind_is_not_verified_here(self, name: str, function: str) -> None:
        with pytest.raises(Unsupported, match=f"{name}, not X-Stamp; call {function}, or pass a "):
            verify(headers={name: VALUE})

    def test_the_environ_of_wsgi_is_named(self) -> None:
        with pytest.raises(MalformedInput, match="the environ of WSGI"):
            verify(headers={"HTTP_X_STAMP": VALUE})

    def test_its_key_is_known(self) -> None:
        with pytest.raises(UntrustedSigner):
            verify(key=STRANGER)

    def test_its_scheme_is_known(self) -> None:
        pytest.importorskip("Crypto", reason="the extra ethereum is not installed")
        key = ApiKey.from_private_key("1f" * 32, "secp256k1")
        headers = ApiKeyStamper(Eip191Signer(key)).stamp(BODY).headers
        with pytest.raises(UntrustedSigner):
            verify(headers=headers)
        verifier = StampVerifier([(key.public_key, key.curve)])
        assert verify(headers=headers, verifier=verifier).public_key == key.public_key

    @pytest.mark.parametrize("other", near_misses(BODY.decode()))
    def test_it_is_of_this_body(self, other: str) -> None:
        with pytest.raises(BadSignature):
            verify(other, ApiKeyStamper(KEY).stamp(BODY).headers)

    @pytest.mark.parametrize(
        "change",
        [
            lambda body: body + b"\n",
            lambda body: json.dumps(json.loads(body), separators=(",", ":")).encode(),
            lambda body: json.dumps(json.loads(body), sort_keys=True).encode(),
        ],
    )
    def test_a_proxy_has_not_written_the_body_again(self, change: Callable[[bytes], bytes]) -> None:
        with pytest.raises(BadSignature):
            verify(change(BODY), ApiKeyStamper(KEY).stamp(BODY).headers)

    @pytest.mark.parametrize("value", NOT_TEXT)
    def test_it_is_text(self, value: object) -> None:
        if not isinstance(value, list) or value:
            with pytest.raises(SealwaxError) as raised:
                verify(headers={"X-Stamp": value})
            assert raised.value.code == "malformed"


class TestBody:
    def test_its_size_is_bounded(self) -> None:
        largest = body_of(padding="")
        largest = body_of(padding="x" * (MAX_INPUT_BYTES - len(largest)))
        assert verify(largest) == VERIFIED
        with pytest.raises(MalformedInput, match="larger"):
            verify(largest + b" ")

    @pytest.mark.parametrize("name", ["organizationId", "timestampMs"])
    def test_it_has_each_name_once(self, name: str) -> None:
        text = BODY.decode()
        for other in (name, name.lower(), name.replace("s", "\u017f")):
            with pytest.raises(MalformedInput):
                verify(f'{text[:-1]},"{other}":"1"}}', organization_id=None)


class TestTime:
    @pytest.mark.parametrize("age", [HOUR + MINUTE, HOUR, timedelta(), -FIVE_MINUTES, -FIVE_MINUTES - MINUTE])
    def test_it_is_in_the_window(self, age: timedelta) -> None:
        assert verify(now=NOW + age) == VERIFIED

    @pytest.mark.parametrize(
        ("age", "said"), [(HOUR + MICROSECOND, "too old"), (-FIVE_MINUTES - MICROSECOND, "from the future")]
    )
    def test_it_is_not_outside_of_it(self, age: timedelta, said: str) -> None:
        with pytest.raises(Expired, match=said):
            verify(now=NOW + age, leeway=timedelta())
        more = MINUTE if age > timedelta() else -MINUTE
        with pytest.raises(Expired, match=f"{said}.*check the clock of this machine"):
            verify(now=NOW + age + more)
        assert verify(now=NOW + age, leeway=MICROSECOND) == VERIFIED

    def test_the_leeway_is_a_time_that_is_not_negative(self) -> None:
        with pytest.raises(ValueError, match="leeway must not be negative"):
            verify(leeway=-MICROSECOND)
        with pytest.raises(TypeError, match="leeway must be timedelta"):
            verify(leeway=60)

    def test_it_can_be_required(self) -> None:
        assert verify(require_time=True) == VERIFIED
        with pytest.raises(MalformedInput, match="no `timestampMs`"):
            verify(QUERY, require_time=True)
        with pytest.raises(TypeError, match="require_time"):
            verify(require_time=1)

    def test_an_age_is_not_negative(self) -> None:
        with pytest.raises(ValueError, match="max_age must not be negative"):
            verify(max_age=-MICROSECOND)


class TestOrganization:
    @pytest.mark.parametrize("other", [*near_misses(ORGANIZATION), *near_texts(ORGANIZATION), ""])
    def test_another(self, other: str) -> None:
        with pytest.raises(ContextMismatch) as raised:
            verify(body_of(organizationId=other))
        assert raised.value.code == "wrong-organization"

    @pytest.mark.parametrize("expected", ["", set(), {""}])
    def test_an_empty_one_is_not_expected(self, expected: object) -> None:
        with pytest.raises(ValueError, match="organization_id"):
            verify(organization_id=expected)


class TestReplay:
    def test_the_same_body_is_accepted_once(self) -> None:
        seen = MemoryReplayGuard()
        headers = ApiKeyStamper(KEY).stamp(BODY).headers
        assert verify(headers=headers, seen=seen) == VERIFIED
        for again in (headers, ApiKeyStamper(KEY).stamp(BODY).headers):
            with pytest.raises(Replayed) as raised:
                verify(headers=again, seen=seen)
            assert raised.value.code == "replayed"

    def test_another_body_and_another_key_are_new(self) -> None:
        seen = MemoryReplayGuard()
        assert verify(seen=seen) == VERIFIED
        assert verify(key=OTHER, seen=seen).public_key == OTHER.public_key
        for body in (body_of(type="ACTIVITY_TYPE_X"), BODY + b" ", b"\n" + BODY):
            assert verify(body, seen=seen) == VERIFIED

    @pytest.mark.parametrize("reverse", [False, True])
    def test_the_same_key_in_another_scheme_is_no_other_key(self, reverse: bool) -> None:
        key, seen = ApiKey.from_private_key("1f" * 32, "secp256k1"), MemoryReplayGuard()
        signers = [key, Eip191Signer(key)]
        first, second = (ApiKeyStamper(signer) for signer in (signers[::-1] if reverse else signers))
        verifier = StampVerifier([(key.public_key, key.curve)])
        verify(headers=first.stamp(BODY).headers, verifier=verifier, seen=seen)
        with pytest.raises(Replayed):
            verify(headers=second.stamp(BODY).headers, verifier=verifier, seen=seen)

    def test_a_query_is_accepted_once_too(self) -> None:
        seen = MemoryReplayGuard()
        with pytest.raises(MalformedInput, match="never expires"):
            verify(QUERY, seen=seen)
        assert verify(QUERY, seen=seen, require_time=False).timestamp is None
        with pytest.raises(Replayed):
            verify(QUERY, seen=seen, require_time=False)

    def test_without_a_guard_it_is_not_noticed(self) -> None:
        assert verify() == verify()

    @pytest.mark.parametrize(
        "wrong",
        [
            {"body": body_of(organizationId="another")},
            {"now": NOW + HOUR + MINUTE + MICROSECOND},
            {"headers": {"X-Stamp": ApiKeyStamper(KEY).stamp(b"{}").header_value}},
            {"key": STRANGER},
        ],
    )
    def test_what_is_refused_is_not_remembered(self, wrong: dict[str, Any]) -> None:
        class Guard:
            def claim(self, event_id: str) -> bool:
                raise AssertionError(event_id)

            def release(self, event_id: str) -> None:
                raise AssertionError(event_id)

        with pytest.raises(SealwaxError):
            verify(seen=Guard(), **wrong)

    def test_of_32_threads_one_succeeds(self) -> None:
        seen, start = MemoryReplayGuard(), Barrier(32)
        outcomes: list[str] = []

        def receive() -> None:
            start.wait()
            try:
                outcomes.append(verify(seen=seen).scheme)
            except SealwaxError as error:
                outcomes.append(error.code)

        threads = [Thread(target=receive) for _ in range(32)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes) == [KEY.scheme, *["replayed"] * 31]

    def test_the_guard_remembers_for_long_enough(self) -> None:
        enough = HOUR + FIVE_MINUTES + 2 * MINUTE
        assert verify(seen=MemoryReplayGuard(keep=enough)) == VERIFIED
        with pytest.raises(ValueError, match="seen must remember"):
            verify(seen=MemoryReplayGuard(keep=enough - MICROSECOND))
        with pytest.raises(ValueError, match="seen must remember"):
            verify(seen=MemoryReplayGuard(keep=enough), max_age=HOUR + MICROSECOND)
        without = MemoryReplayGuard(keep=HOUR + FIVE_MINUTES)
        assert verify(seen=without, leeway=timedelta()) == VERIFIED
        for leeway in (MICROSECOND, timedelta.max):
            with pytest.raises(ValueError, match="twice the leeway"):
                verify(seen=without, leeway=leeway)

    def test_its_errors_pass_through(self) -> None:
        class Guard(MemoryReplayGuard):
            def claim(self, event_id: str) -> bool:
                raise ConnectionError(event_id)

        with pytest.raises(ConnectionError):
            verify(seen=Guard())


class Answering:
    """A guard whose claim gives a value."""

    def __init__(self, value: object) -> None:
        self.value = value

    def claim(self, _event_id: str) -> Any:
        return self.value

    def release(self, event_id: str) -> None:
        raise AssertionError(event_id)


class Awaited:
    """A guard that is awaited; it counts what it claims."""

    def __init__(self, value: object = None) -> None:
        self.value = value
        self.claimed: list[str] = []

    async def claim(self, event_id: str) -> Any:
        self.claimed.append(event_id)
        return len({*self.claimed}) == len(self.claimed) if self.value is None else self.value


class TestGuard:
    """A guard answers with a bool, and is asked."""

    def test_a_coroutine_function_would_never_be_asked(self) -> None:
        guard = Awaited()
        for body in (BODY, b"{"):
            with pytest.raises(TypeError, match="verify_request_async"):
                verify(body, seen=guard)
        assert guard.claimed == []

    def test_neither_would_a_coroutine(self) -> None:
        guard = Awaited()
        with pytest.raises(TypeError, match="verify_request_async"):
            verify(seen=Answering(guard.claim("x")))
        assert guard.claimed == []


def verify_async(body: str | bytes = BODY, **changes: Any) -> VerifiedStamp:
    """Verify a body that the key stamped, with a guard that is awaited."""
    arguments: dict[str, Any] = {
        "verifier": VERIFIER,
        "organization_id": ORGANIZATION,
        "now": NOW,
        "seen": Awaited(),
        **changes,
    }
    headers = ApiKeyStamper(KEY).stamp(body).headers
    verified: VerifiedStamp = asyncio.run(verify_request_async(headers, body, **arguments))
    return verified


class TestAsync:
    """The form for a guard that is awaited checks the same."""

    def test_the_same_body_is_accepted_once(self) -> None:
        guard = Awaited()
        assert verify_async(seen=guard) == VERIFIED
        with pytest.raises(Replayed):
            verify_async(seen=guard)
        # It has the same identity for guards of either kind.
        with pytest.raises(Replayed):
            verify(seen=Recorded({*guard.claimed}))

    def test_a_time_is_required(self) -> None:
        with pytest.raises(MalformedInput, match="no `timestampMs`"):
            verify_async(QUERY)
        assert verify_async(QUERY, require_time=False).timestamp is None

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"body": b"{"}, "malformed"),
            ({"body": body_of(organizationId="another")}, "wrong-organization"),
            ({"now": NOW + HOUR + MINUTE + MICROSECOND}, "expired"),
            ({"max_age": timedelta(), "leeway": timedelta(), "now": NOW + MICROSECOND}, "expired"),
            ({"verifier": StampVerifier([(STRANGER.public_key, STRANGER.curve)])}, "untrusted-signer"),
        ],
    )
    def test_what_is_refused_is_not_remembered(self, changes: dict[str, Any], code: str) -> None:
        guard = Awaited()
        with pytest.raises(SealwaxError) as raised:
            verify_async(seen=guard, **changes)
        assert raised.value.code == code
        assert guard.claimed == []

    @pytest.mark.parametrize("guard", [object(), MemoryReplayGuard(), Answering(1), Awaited(1)])
    def test_another_guard(self, guard: object) -> None:
        with pytest.raises(TypeError, match=r"^(seen|the (result of the )?claim of seen) must be "):
            verify_async(seen=guard)


class Recorded(MemoryReplayGuard):
    """A guard that has claimed some ids already."""

    def __init__(self, claimed: set[str]) -> None:
        super().__init__()
        for event_id in claimed:
            assert self.claim(event_id)


def test_a_passkeys_stamp_is_named() -> None:
    passkey = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com")
    with pytest.raises(Unsupported, match="X-Stamp-WebAuthn"):
        verify(headers=WebAuthnStamper(passkey).stamp(BODY).headers)
