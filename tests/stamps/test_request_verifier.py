"""Requests with each kind of stamp, verified by a verifier of each kind."""

import asyncio
import base64
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    AttestedStamper,
    BadSignature,
    ContextMismatch,
    Expired,
    KeyMismatch,
    MalformedInput,
    Replayed,
    SealwaxError,
    StampVerifier,
    Unsupported,
    UntrustedSigner,
    VerificationClaims,
    VerifiedAssertion,
    VerifiedAttestedStamp,
    VerifiedStamp,
    WebAuthnStamper,
    oidc_nonce,
    verify_request,
)
from sealwax._codec.base64url import encode_base64url
from sealwax._codec.clock import to_milliseconds
from sealwax.stamps import AttestedVerifier, RequestVerifier, WebAuthnVerifier, verify_request_async
from sealwax.stamps.attested import OIDC, VERIFICATION_TOKEN
from sealwax.testing import ReferenceEnclave, SoftwareAuthenticator
from sealwax.testing.sealed import oidc_verifier
from sealwax.webhooks import MemoryReplayGuard
from tests.conftest import ORGANIZATION, SEED
from tests.stamps.test_attested import ISSUER, oidc_token

RP_ID, ORIGIN = "example.com", "https://example.com"
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
KEY = ApiKey.from_private_key("1f" * 32)
PASSKEY = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, seed=SEED)
STRANGER = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, seed=bytes(32))
PASSKEYS = {PASSKEY.credential_id: PASSKEY.public_key}
ENCLAVE = ReferenceEnclave(SEED)


def token(public_key: str = KEY.public_key, expires_at: datetime = NOW + HOUR) -> str:
    return ENCLAVE.issue_verification_token(
        VerificationClaims("i", "OTP_TYPE_EMAIL", "user@example.com", ORGANIZATION, public_key, expires_at)
    )


STAMPERS: dict[str, Any] = {
    "api-key": ApiKeyStamper(KEY),
    "passkey": WebAuthnStamper(PASSKEY),
    "token": AttestedStamper(KEY, token(), VERIFICATION_TOKEN),
    "oidc": AttestedStamper(KEY, oidc_token(oidc_nonce(KEY.public_key)), OIDC),
}
VERIFIERS: dict[str, RequestVerifier[Any]] = {
    "api-key": StampVerifier([(KEY.public_key, KEY.curve)]),
    "passkey": WebAuthnVerifier(PASSKEYS.get, expected_rp_id=RP_ID, expected_origin=ORIGIN),
    "token": AttestedVerifier(keys=ENCLAVE.keys),
    "oidc": AttestedVerifier(keys=ENCLAVE.keys, verify_oidc=oidc_verifier(ISSUER.public_key)),
}
ALL = [VERIFIERS["api-key"], VERIFIERS["passkey"], VERIFIERS["oidc"]]
KINDS = sorted(STAMPERS)


def body_of(**changes: object) -> bytes:
    content = {"timestampMs": str(to_milliseconds(NOW)), "organizationId": ORGANIZATION, **changes}
    return json.dumps({name: each for name, each in content.items() if each is not ...}).encode()


BODY, QUERY = body_of(), body_of(timestampMs=...)


def verify(
    stamper: Any, verifier: Any, body: bytes = BODY, *, received: bytes | None = None, **changes: Any
) -> Any:
    """Verify a stamped request, with the function and with its asynchronous form."""
    headers = stamper.stamp(body).headers
    given: dict[str, Any] = {
        "verifier": verifier,
        "organization_id": ORGANIZATION,
        "now": NOW,
        "seen": None,
        **changes,
    }
    raw = body if received is None else received
    try:
        verified = verify_request(headers, raw, **given)
    except SealwaxError as error:
        with pytest.raises(type(error), match=f"^{re.escape(str(error))}$"):
            asyncio.run(verify_request_async(headers, raw, **given))
        raise
    assert asyncio.run(verify_request_async(headers, raw, **given)) == verified
    return verified


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    made: str = request.param
    return made


class TestEachKind:
    @pytest.mark.parametrize("all_kinds", [False, True])
    def test_it_is_verified(self, kind: str, all_kinds: bool) -> None:
        verified = verify(STAMPERS[kind], ALL if all_kinds else VERIFIERS[kind])
        assert (verified.timestamp, verified.organization_id) == (NOW, ORGANIZATION)
        key = PASSKEY.public_key if kind == "passkey" else KEY.public_key
        assert verified.public_key == key
        types = {"api-key": VerifiedStamp, "passkey": VerifiedAssertion}
        assert type(verified) is types.get(kind, VerifiedAttestedStamp)

    def test_the_result_has_what_that_of_the_verifier_has(self, kind: str) -> None:
        stamp = STAMPERS[kind].stamp(QUERY)
        verifier: Any = VERIFIERS[kind]
        given = {} if kind in {"api-key", "passkey"} else {"now": NOW}
        alone = verifier.verify(stamp.header_value, QUERY, **given)
        assert (alone.timestamp, alone.organization_id) == (None, None)
        verified = verify_request(stamp.headers, QUERY, verifier=verifier, now=NOW)
        assert verified.organization_id == ORGANIZATION
        assert replace(verified, organization_id=None).public_key == alone.public_key

    def test_another_body(self, kind: str) -> None:
        with pytest.raises(BadSignature):
            verify(STAMPERS[kind], ALL, received=BODY + b" ")

    @pytest.mark.parametrize(
        ("age", "is_timely"),
        [(HOUR, True), (HOUR + 2 * SECOND, False), (-timedelta(minutes=5), True), (-HOUR, False)],
    )
    def test_its_time(self, kind: str, age: timedelta, is_timely: bool) -> None:
        body = body_of(timestampMs=str(to_milliseconds(NOW - age)))
        if is_timely:
            assert verify(STAMPERS[kind], ALL, body, leeway=SECOND).timestamp == NOW - age
        else:
            with pytest.raises(Expired, match="the request"):
                verify(STAMPERS[kind], ALL, body, leeway=SECOND)

    def test_its_organization(self, kind: str) -> None:
        with pytest.raises(ContextMismatch) as raised:
            verify(STAMPERS[kind], ALL, body_of(organizationId="another"))
        assert raised.value.code == "wrong-organization"

    def test_a_query(self, kind: str) -> None:
        assert verify(STAMPERS[kind], ALL, QUERY).timestamp is None
        with pytest.raises(MalformedInput, match="no `timestampMs`"):
            verify(STAMPERS[kind], ALL, QUERY, require_time=True)

    def test_a_replay(self, kind: str) -> None:
        """A new stamp of the same body is one, too: the stamps of a key differ."""
        guard = MemoryReplayGuard()

        def receive(body: bytes) -> Any:
            headers = STAMPERS[kind].stamp(body).headers
            return verify_request(headers, body, verifier=ALL, seen=guard, now=NOW)

        assert receive(BODY)
        with pytest.raises(Replayed):
            receive(BODY)
        assert receive(body_of(type="another"))
        with pytest.raises(MalformedInput, match="no `timestampMs`"):
            receive(QUERY)

    def test_a_replay_with_an_awaited_guard(self, kind: str) -> None:
        guard = MemoryReplayGuard()

        class Awaited:
            async def claim(self, event_id: str) -> bool:
                return guard.claim(event_id)

        def receive() -> Any:
            headers = STAMPERS[kind].stamp(BODY).headers
            return asyncio.run(verify_request_async(headers, BODY, verifier=ALL, seen=Awaited(), now=NOW))

        assert receive()
        with pytest.raises(Replayed):
            receive()

    def test_without_a_verifier_for_it(self, kind: str) -> None:
        others: Iterable[Any] = [each for each in ALL if each.header_name != VERIFIERS[kind].header_name]
        name = VERIFIERS[kind].header_name
        with pytest.raises(Unsupported, match=f"in the header {name}, not .* or .*; call verify_.*, or pass"):
            verify(STAMPERS[kind], others)
        with pytest.raises(MalformedInput, match=f"has no stamp; pass all of its headers, including {name}$"):
            verify_request({}, BODY, verifier=VERIFIERS[kind])


def test_the_replay_of_a_passkey_does_not_depend_on_the_credential_id() -> None:
    """It is not signed: an attacker can write another one that leads to the same key."""
    guard, passkeys = MemoryReplayGuard(), {**PASSKEYS, b"other": PASSKEY.public_key}
    verifier = WebAuthnVerifier(passkeys.get, expected_rp_id=RP_ID, expected_origin=ORIGIN)
    stamp = WebAuthnStamper(PASSKEY).stamp(BODY)
    changed = json.loads(stamp.header_value) | {"credentialId": encode_base64url(b"other")}
    verify_request(stamp.headers, BODY, verifier=verifier, seen=guard, now=NOW)
    with pytest.raises(Replayed):
        verify_request(
            {"X-Stamp-WebAuthn": json.dumps(changed)}, BODY, verifier=verifier, seen=guard, now=NOW
        )


def test_two_kinds_of_stamps_in_one_request() -> None:
    headers = STAMPERS["passkey"].stamp(BODY).headers | STAMPERS["api-key"].stamp(BODY).headers
    with pytest.raises(MalformedInput, match="several kinds"):
        verify_request(headers, BODY, verifier=ALL, now=NOW)


class TestPasskeys:
    def test_an_unknown_one(self) -> None:
        with pytest.raises(UntrustedSigner, match="not one that find_key knows"):
            verify(WebAuthnStamper(STRANGER), ALL)

    def test_the_key_of_another_one(self) -> None:
        keys = {STRANGER.credential_id: PASSKEY.public_key}
        verifier = WebAuthnVerifier(keys.get, expected_rp_id=RP_ID, expected_origin=ORIGIN)
        with pytest.raises(BadSignature):
            verify(WebAuthnStamper(STRANGER), verifier)

    @pytest.mark.parametrize(
        ("changes", "error"),
        [
            ({"expected_rp_id": "example.org"}, ContextMismatch),
            ({"expected_origin": "https://example.org"}, ContextMismatch),
            ({"expected_origin": {ORIGIN, "https://example.org"}}, None),
            ({"require_user_verification": True}, BadSignature),
        ],
    )
    def test_the_expectations(self, changes: dict[str, Any], error: type[SealwaxError] | None) -> None:
        passkey = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, seed=SEED, user_verified=False)
        given = {"expected_rp_id": RP_ID, "expected_origin": ORIGIN, **changes}
        verifier = WebAuthnVerifier(PASSKEYS.get, **given)
        if error is None:
            assert not verify(WebAuthnStamper(passkey), verifier).user_verified
        else:
            with pytest.raises(error):
                verify(WebAuthnStamper(passkey), verifier)

    @pytest.mark.parametrize("length", [0, 1, 1023, 1024])
    def test_only_ids_of_a_possible_length_are_looked_up(self, length: int) -> None:
        asked: list[bytes] = []
        verifier = WebAuthnVerifier(
            asked.append,
            expected_rp_id=RP_ID,
            expected_origin=ORIGIN,
        )
        fields = json.loads(WebAuthnStamper(PASSKEY).stamp(BODY).header_value)
        value = json.dumps({**fields, "credentialId": encode_base64url(bytes(length))})
        with pytest.raises(UntrustedSigner if 0 < length < 1024 else MalformedInput):
            verifier.verify(value, BODY)
        assert asked == ([bytes(length)] if 0 < length < 1024 else [])

    def test_an_awaited_look_up(self) -> None:
        async def find_key(credential_id: bytes) -> bytes | None:
            return PASSKEYS.get(credential_id)

        verifier = WebAuthnVerifier(find_key, expected_rp_id=RP_ID, expected_origin=ORIGIN)
        for passkey, error in ((PASSKEY, None), (STRANGER, UntrustedSigner)):
            headers = WebAuthnStamper(passkey).stamp(BODY).headers
            with pytest.raises(TypeError, match="find_key must not be asynchronous here; await"):
                verify_request(headers, BODY, verifier=verifier, now=NOW)
            later = verify_request_async(headers, BODY, verifier=verifier, seen=None, now=NOW)
            if error is None:
                assert asyncio.run(later).public_key == PASSKEY.public_key
            else:
                with pytest.raises(error):
                    asyncio.run(later)

        class Later:
            def __await__(self) -> Any:
                raise AssertionError

        never: Any = lambda _: Later()  # noqa: E731 - awaitable, and no coroutine
        verifier = WebAuthnVerifier(never, expected_rp_id=RP_ID, expected_origin=ORIGIN)
        with pytest.raises(TypeError, match="find_key must not be asynchronous"):
            verifier.verify(WebAuthnStamper(PASSKEY).stamp(BODY).header_value, BODY)

    def test_what_find_key_returns(self) -> None:
        value = WebAuthnStamper(PASSKEY).stamp(BODY).header_value
        results: list[tuple[Any, type[Exception]]] = [
            ("ab", TypeError),
            (True, TypeError),
            (b"", MalformedInput),
            (PASSKEY.public_key[:-1], MalformedInput),
        ]
        for result, error in results:
            verifier = WebAuthnVerifier(
                lambda _: result,  # noqa: B023 - called at once
                expected_rp_id=RP_ID,
                expected_origin=ORIGIN,
            )
            with pytest.raises(error, match=r"find_key|the credential's public key"):
                verifier.verify(value, BODY)

    def test_the_arguments(self) -> None:
        make: Callable[..., WebAuthnVerifier] = WebAuthnVerifier
        for find_key, changes in (
            (PASSKEYS, {}),
            (PASSKEYS.get, {"expected_rp_id": 5}),
            (PASSKEYS.get, {"expected_origin": None}),
            (PASSKEYS.get, {"require_user_verification": 1}),
            (PASSKEYS.get, {"allow_cross_origin": None}),
        ):
            with pytest.raises(TypeError, match=next(iter(changes), "find_key")):
                make(find_key, **{"expected_rp_id": RP_ID, "expected_origin": ORIGIN, **changes})


class TestAttested:
    def test_the_token(self) -> None:
        verified = verify(STAMPERS["token"], VERIFIERS["token"])
        assert verified.verification.contact == "user@example.com"
        with pytest.raises(Unsupported, match="pass verify_oidc"):
            verify(STAMPERS["oidc"], VERIFIERS["token"])
        with pytest.raises(BadSignature):
            verify(STAMPERS["token"], AttestedVerifier(keys=ReferenceEnclave(bytes(32)).keys))
        with pytest.raises(BadSignature):
            verify(STAMPERS["token"], AttestedVerifier())

    def test_its_time(self) -> None:
        for expires_at, leeway, is_valid in (
            (NOW, timedelta(), False),
            (NOW + SECOND, timedelta(), True),
            (NOW, SECOND, True),
            (NOW - SECOND, SECOND, False),
        ):
            stamper = AttestedStamper(KEY, token(expires_at=expires_at), VERIFICATION_TOKEN)
            if is_valid:
                assert verify(stamper, ALL, leeway=leeway)
            else:
                with pytest.raises(Expired, match="token"):
                    verify(stamper, ALL, leeway=leeway)

    def test_its_key(self) -> None:
        other = ApiKey.from_private_key("2f" * 32)
        stamp = AttestedStamper(KEY, token(), VERIFICATION_TOKEN).stamp(BODY)
        padded = stamp.header_value + "=" * (-len(stamp.header_value) % 4)

        fields = json.loads(base64.urlsafe_b64decode(padded))
        fields["publicKeyAttestation"] = token(other.public_key)
        changed = {"X-Stamp-Attested": encode_base64url(json.dumps(fields).encode())}
        with pytest.raises(KeyMismatch):
            verify_request(changed, BODY, verifier=ALL, now=NOW)

    def test_the_arguments(self) -> None:
        for name in ("keys", "verify_oidc"):
            with pytest.raises(TypeError, match=name):
                AttestedVerifier(**{name: 5})  # type: ignore[arg-type] # as the test says


class TestVerifiers:
    @pytest.mark.parametrize("wrong", [None, 5, "x", [5], [None], ["x"], {KEY.public_key: KEY.curve}])
    def test_a_wrong_one(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match="verifier must be"):
            verify(STAMPERS["api-key"], wrong)

    def test_their_number(self) -> None:
        with pytest.raises(ValueError, match="verifier must not be empty"):
            verify(STAMPERS["api-key"], [])
        with pytest.raises(ValueError, match="verifier has two of the kind StampVerifier"):
            verify(STAMPERS["api-key"], [VERIFIERS["api-key"], VERIFIERS["api-key"]])
        assert verify(STAMPERS["api-key"], tuple(ALL))
