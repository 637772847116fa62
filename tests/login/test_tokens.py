import hashlib
import json
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    BadSignature,
    ContextMismatch,
    EnclaveKeys,
    Expired,
    KeyMismatch,
    MalformedInput,
    SealwaxError,
    SessionClaims,
    Unsupported,
    VerificationClaims,
    verify_session_jwt,
    verify_verification_token,
)
from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._codec.der import raw_to_der
from sealwax._crypto.points import P256
from sealwax.login.tokens import check_binding, read_verification_token
from sealwax.testing import ReferenceEnclave
from sealwax.testing.sealed import to_payload
from tests.conftest import CAPTURED, NOT_TEXT, SEED, near_misses

ENCLAVE = ReferenceEnclave(SEED)
SECOND = timedelta(seconds=1)
EXPIRY = datetime(2026, 1, 1, tzinfo=timezone.utc)
BEFORE = EXPIRY - SECOND
HEADER = b'{"alg":"ES256","typ":"JWT"}'
SESSION = {
    "exp": int(EXPIRY.timestamp()),
    "public_key": "02" + "ab" * 32,
    "session_type": "SESSION_TYPE_READ_WRITE",
    "user_id": "u",
    "organization_id": "o",
}
VERIFICATION = {
    "id": "i",
    "verification_type": "OTP_TYPE_EMAIL",
    "contact": "user@example.com",
    "organization_id": "o",
    "public_key": "02" + "ab" * 32,
    "exp": str(int(EXPIRY.timestamp()) * 1000),
}


class Kind:
    """One of the two kinds of token: how it is verified, made, and what it says."""

    def __init__(
        self,
        capture: str,
        verify: Callable[..., SessionClaims | VerificationClaims],
        sign: Callable[[bytes, bytes], str],
        other_sign: Callable[[bytes, bytes], str],
        claims: dict[str, Any],
    ) -> None:
        self.captured = json.loads((CAPTURED / capture).read_text())
        self.verify, self.sign, self.other_sign, self.claims = verify, sign, other_sign, claims

    def token(self, header: bytes = HEADER, /, **changes: object) -> str:
        claims = {name: value for name, value in {**self.claims, **changes}.items() if value is not None}
        return self.sign(header, json.dumps(claims).encode())

    def check(self, token: str | bytes, now: datetime = BEFORE) -> SessionClaims | VerificationClaims:
        return self.verify(token, keys=ENCLAVE.keys, now=now)


@pytest.fixture(params=["session", "verification"])
def kind(request: pytest.FixtureRequest) -> Kind:
    session = (
        "session_jwt.json",
        verify_session_jwt,
        ENCLAVE.sign_session_jwt,
        ENCLAVE.sign_verification_token,
        SESSION,
    )
    verification = (
        "verification_token.json",
        verify_verification_token,
        ENCLAVE.sign_verification_token,
        ENCLAVE.sign_session_jwt,
        VERIFICATION,
    )
    return Kind(*(session if request.param == "session" else verification))


def test_the_captured_token_verifies_before_its_expiry(kind: Kind) -> None:
    token, expected = kind.captured["jwt"], kind.captured["expected"]["claims"]
    expiry = int(expected["exp"]) / (1 if isinstance(expected["exp"], int) else 1000)
    claims = kind.verify(token, now=datetime.fromtimestamp(expiry, timezone.utc) - SECOND)
    assert to_payload(claims) == expected
    assert claims.expires_at == datetime.fromtimestamp(expiry, timezone.utc)


def test_the_captured_token_is_expired_and_not_badly_signed(kind: Kind) -> None:
    with pytest.raises(Expired, match="expired at 202"):
        kind.verify(kind.captured["jwt"])


PROFILE, SCOPE = "d1a7b9c2-0001-4000-8000-000000000003", "activity.action == 'SIGN'"
RESTRICTIONS = (
    {"session_profile_id": PROFILE, "scope": SCOPE},
    {"session_profile_id": PROFILE},
    {"scope": SCOPE},
)


def session(**changes: object) -> str:
    return ENCLAVE.sign_session_jwt(HEADER, json.dumps({**SESSION, **changes}).encode())


def verify_session(token: str, **options: Any) -> SessionClaims:
    return verify_session_jwt(token, keys=ENCLAVE.keys, now=BEFORE, **options)


@pytest.mark.parametrize("restrictions", RESTRICTIONS)
def test_a_restricted_session_has_to_be_allowed_or_expected(restrictions: dict[str, str]) -> None:
    # The name of a profile is free text.
    for session_type in ("the-signing-session", "SESSION_TYPE_READ_WRITE"):
        token = session(session_type=session_type, **restrictions)
        with pytest.raises(ContextMismatch, match="restricts the session") as caught:
            verify_session(token)
        assert caught.value.code == "wrong-scope"
        claims = verify_session(token, allow_scoped=True)
        assert claims.is_scoped
        assert (claims.session_profile_id, claims.scope) == (
            restrictions.get("session_profile_id"),
            restrictions.get("scope"),
        )
        for allow_scoped in (True, False):
            options = {"expected_session_profile_id": PROFILE, "allow_scoped": allow_scoped}
            if "session_profile_id" in restrictions:
                assert verify_session(token, **options) == claims
            else:
                with pytest.raises(ContextMismatch, match="expected session profile"):
                    verify_session(token, **options)


@pytest.mark.parametrize("expected", ["", PROFILE.upper(), f"{PROFILE} ", SCOPE, *near_misses(PROFILE)])
def test_another_profile_than_expected_is_refused(expected: str) -> None:
    token = session(**RESTRICTIONS[0])
    for allow_scoped in (True, False):
        with pytest.raises(ContextMismatch) as caught:
            verify_session(token, expected_session_profile_id=expected, allow_scoped=allow_scoped)
        assert caught.value.code == "wrong-scope"


@pytest.mark.parametrize("name", ["session_profile_id", "scope"])
def test_a_restriction_is_text(name: str) -> None:
    for value in ("", *NOT_TEXT):
        with pytest.raises(MalformedInput):
            verify_session(session(**{**RESTRICTIONS[0], name: value}), allow_scoped=True)
    for other in (name.upper(), name.replace("s", "\u017f", 1)):
        with pytest.raises(MalformedInput, match="only in case"):
            verify_session(session(**{other: "x"}), allow_scoped=True)


def test_signature_and_expiry_come_before_the_scope() -> None:
    token = session(**RESTRICTIONS[0])
    with pytest.raises(Expired):
        verify_session_jwt(token, keys=ENCLAVE.keys, now=BEFORE + 100 * 365 * 24 * 3600 * SECOND)
    with pytest.raises(BadSignature):
        verify_session(token[:-8] + "AAAAAAAA")


def test_the_arguments_about_scopes_have_types() -> None:
    with pytest.raises(TypeError, match="allow_scoped must be bool"):
        verify_session(session(), allow_scoped=1)
    with pytest.raises(TypeError, match="expected_session_profile_id must be str or NoneType"):
        verify_session(session(), expected_session_profile_id=5)


def test_our_own_tokens_verify(kind: Kind) -> None:
    assert to_payload(kind.check(kind.token())) == kind.claims
    assert to_payload(kind.check(kind.token().encode())) == kind.claims
    assert to_payload(kind.check(kind.token(iat=5, aud=["x"]))) == kind.claims  # claims that are not known
    assert to_payload(kind.check(kind.token(b'{"typ":"JWT","kid":"x","alg":"ES256"}'))) == kind.claims


def test_expiry(kind: Kind) -> None:
    token = kind.token()
    kind.check(token, EXPIRY - timedelta.resolution)
    for now in (EXPIRY, EXPIRY + SECOND, EXPIRY.astimezone(timezone(timedelta(hours=5)))):
        with pytest.raises(Expired):
            kind.verify(token, keys=ENCLAVE.keys, now=now, leeway=timedelta())
        kind.check(token, now)
    minute = timedelta(minutes=1)
    kind.check(token, EXPIRY + minute - timedelta.resolution)
    with pytest.raises(Expired, match=r"60 s before the time of this check; get a new token, .* may be fast"):
        kind.check(token, EXPIRY + minute)
    kind.verify(token, keys=ENCLAVE.keys, now=BEFORE, leeway=timedelta.max)
    kind.verify(token, keys=ENCLAVE.keys, now=EXPIRY, leeway=SECOND)
    with pytest.raises(Expired):
        kind.verify(token, keys=ENCLAVE.keys, now=EXPIRY + SECOND, leeway=SECOND)
    with pytest.raises(ValueError, match="now must have a time zone"):
        kind.check(token, BEFORE.replace(tzinfo=None))


def test_what_only_the_programmer_chooses_is_no_matter_of_the_token(kind: Kind) -> None:
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"keys": None}, TypeError, "keys must be EnclaveKeys"),
        ({"keys": EnclaveKeys()}, ValueError, "keys has no"),
        ({"leeway": 5}, TypeError, "leeway must be timedelta"),
        ({"leeway": -SECOND}, ValueError, "leeway must not be negative"),
        ({"now": "2026-01-01"}, TypeError, "now must be datetime"),
    ]
    for options, error, message in wrong:
        for token in (kind.token(), "not a token"):
            with pytest.raises(error, match=message) as raised:
                kind.verify(token, **{"keys": ENCLAVE.keys, **options})
            assert not isinstance(raised.value, SealwaxError)


def test_the_system_clock_is_the_default(kind: Kind) -> None:
    future = datetime.now(timezone.utc) + timedelta(days=1)
    exp: object = int(future.timestamp())
    if isinstance(kind.claims["exp"], str):
        exp = f"{exp}000"
    kind.verify(kind.token(exp=exp), keys=ENCLAVE.keys)


def test_another_key_of_the_service_is_refused(kind: Kind) -> None:
    payload = json.dumps(kind.claims).encode()
    with pytest.raises(BadSignature):
        kind.check(kind.other_sign(HEADER, payload))
    with pytest.raises(BadSignature):
        kind.verify(kind.token(), now=BEFORE)  # production did not sign it


def test_other_forms_of_jwt_are_malformed(kind: Kind) -> None:
    token = kind.token()
    header, payload, signature = token.split(".")
    der = encode_base64url(raw_to_der(decode_base64url(signature, "it"), P256.group_order))
    for other in (
        "",
        ".",
        "..",
        f"{header}.{payload}",
        f"{header}.{payload}.",
        f"{token}.",
        f"{token}.{signature}",
        f"{token}=",
        f"{header}=.{payload}.{signature}",
        f"{header}.{payload}.{der}",
        f"{header}.{payload}.{signature[:-2]}",
        f"{header}.{payload}.{signature}AA",
        f"{token}\n",
        f" {token}",
        token.replace(".", ","),
        f"{header}.{payload}.{encode_base64url(bytes(64))}",
        f"{header}.{payload}.{encode_base64url(b'x' * 32 + bytes(32))}",
    ):
        with pytest.raises(MalformedInput):
            kind.check(other)
    with pytest.raises(MalformedInput):
        kind.check(b"\xff" + token.encode())


@pytest.mark.parametrize(
    "header",
    [
        b'{"alg":"none","typ":"JWT"}',
        b'{"alg":"HS256","typ":"JWT"}',
        b'{"alg":"es256","typ":"JWT"}',
        b'{"alg":"ES384","typ":"JWT"}',
        b'{"alg":"ES256","typ":"jwt"}',
        b'{"alg":"ES256","typ":"at+jwt"}',
        b'{"alg":"ES256","typ":"JWT","crit":["x"]}',
        b'{"alg":"ES256","typ":"JWT","crit":null}',
    ],
)
def test_other_headers_are_unsupported_though_signed(kind: Kind, header: bytes) -> None:
    with pytest.raises(Unsupported, match="ES256"):
        kind.check(kind.token(header))


@pytest.mark.parametrize(
    "header", [b"", b"{}", b"[]", b'{"alg":"ES256"}', b'{"typ":"JWT"}', b'{"alg":5,"typ":"JWT"}', HEADER * 2,
               b'{"alg":"none","typ":"JWT","alg":"ES256"}', b"\xff", b"[" + HEADER[1:], HEADER[:-1] + b"]"]
)  # fmt: skip
def test_other_headers_are_malformed_though_signed(kind: Kind, header: bytes) -> None:
    with pytest.raises(MalformedInput, match="the header of"):
        kind.check(kind.token(header))


def test_an_unsigned_token_is_refused(kind: Kind) -> None:
    header = encode_base64url(b'{"alg":"none","typ":"JWT"}')
    with pytest.raises(MalformedInput):
        kind.check(f"{header}.{kind.token().split('.')[1]}.")


def test_a_token_by_a_shared_secret_is_refused(kind: Kind) -> None:
    header, payload, _ = kind.token(b'{"alg":"HS256","typ":"JWT"}').split(".")
    mac = hashlib.sha256(f"{header}.{payload}".encode()).digest()
    with pytest.raises(MalformedInput):
        kind.check(f"{header}.{payload}.{encode_base64url(mac)}")
    with pytest.raises(SealwaxError):
        kind.check(f"{header}.{payload}.{encode_base64url(mac * 2)}")


def test_a_claim_twice_is_malformed(kind: Kind) -> None:
    text = json.dumps(kind.claims)
    twice = (text[:-1] + ', "public_key": "x"}').encode()
    with pytest.raises(MalformedInput, match="key twice"):
        kind.check(kind.sign(HEADER, twice))


def test_the_last_expiry_that_can_be_told() -> None:
    for sign, verify, claims, exp in (
        (ENCLAVE.sign_session_jwt, verify_session_jwt, SESSION, 253402300799),
        (ENCLAVE.sign_verification_token, verify_verification_token, VERIFICATION, "253402300799999"),
    ):
        token = sign(HEADER, json.dumps({**claims, "exp": exp}).encode())
        assert verify(token, keys=ENCLAVE.keys, leeway=timedelta(days=1)).expires_at.year == 9999


@given(st.text() | st.binary())
def test_no_token_breaks_the_verifiers(token: str | bytes) -> None:
    for verify in (verify_session_jwt, verify_verification_token):
        with pytest.raises(SealwaxError):
            verify(token)


class TestReadVerificationToken:
    def test_it_reads_what_it_does_not_verify(self) -> None:
        captured = json.loads((CAPTURED / "verification_token.json").read_text())
        claims = read_verification_token(captured["jwt"])
        assert to_payload(VerificationClaims(**vars(claims))) == captured["expected"]["claims"]
        changed = ENCLAVE.sign_session_jwt(HEADER, json.dumps(VERIFICATION).encode())
        assert read_verification_token(changed).contact == VERIFICATION["contact"]

    def test_it_is_bound_to_one_key(self) -> None:
        claims = read_verification_token(
            ENCLAVE.sign_verification_token(HEADER, json.dumps(VERIFICATION).encode())
        )
        check_binding(claims, VERIFICATION["public_key"])
        for near in near_misses(VERIFICATION["public_key"]):
            with pytest.raises(KeyMismatch):
                check_binding(claims, near)
