import json
from dataclasses import replace
from datetime import datetime, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ApiKey,
    BadSignature,
    ClientSignature,
    KeyMismatch,
    MalformedInput,
    SealwaxError,
    Unsupported,
    VerificationClaims,
    sign_login,
    sign_signup,
    verify_client_signature,
)
from sealwax._codec.der import der_to_raw, raw_to_der
from sealwax._crypto.points import P256
from sealwax.login.tokens import check_binding
from sealwax.testing import ReferenceEnclave
from tests.conftest import SEED, near_misses

ENCLAVE = ReferenceEnclave(SEED)
KEY = ApiKey.from_private_key("1f" * 32)
OTHER = ApiKey.from_private_key("22" * 32)
CLAIMS = VerificationClaims(
    id="token-id",
    verification_type="OTP_TYPE_EMAIL",
    contact="user@example.com",
    organization_id="o",
    public_key=KEY.public_key,
    expires_at=datetime(2026, 1, 1, tzinfo=timezone.utc),
)
UUID = "eb39b199-3352-4289-b31f-57194c79609c"
TOKEN = ENCLAVE.issue_verification_token(CLAIMS)


def signed(message: str, key: ApiKey = KEY) -> ClientSignature:
    """A client signature over any message."""
    raw = der_to_raw(key.sign(message.encode()), P256.group_order)
    return ClientSignature(key.public_key, "CLIENT_SIGNATURE_SCHEME_API_P256", message, raw.hex())


def test_a_login_is_signed_as_the_protocol_has_it() -> None:
    signature = sign_login(KEY, TOKEN)
    assert signature.message == (
        f'{{"login":{{"publicKey":"{KEY.public_key}"}},"tokenId":"token-id","type":"USAGE_TYPE_LOGIN"}}'
    )
    assert signature.to_dict() == {
        "publicKey": KEY.public_key,
        "scheme": "CLIENT_SIGNATURE_SCHEME_API_P256",
        "message": signature.message,
        "signature": signature.signature,
    }
    assert len(signature.signature) == 128
    verify_client_signature(signature)
    verify_client_signature(signature.to_dict(), verification=CLAIMS)


def test_a_session_may_have_another_key() -> None:
    signature = sign_login(KEY, TOKEN.encode(), session_public_key=OTHER.public_key)
    assert json.loads(signature.message)["login"] == {"publicKey": OTHER.public_key}
    assert signature.public_key == KEY.public_key
    verify_client_signature(signature, verification=CLAIMS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not a key",
        f" {OTHER.public_key}",
        f"{OTHER.public_key}\n",
        f"0x{OTHER.public_key}",
        OTHER.public_key[:-2],
        OTHER.public_key[2:],
        OTHER.public_key[:-1],
        f"{OTHER.public_key}00",
        "05" + OTHER.public_key[2:],
        "02" + "ff" * 32,
        "00",
        "00" * 33,
        OTHER.public_key[:-2] + "aB",
        "9d" * 32,  # the length of a key on Ed25519
        "04" + "9d" * 64,
    ],
)
def test_a_login_is_signed_only_for_a_session_public_key(text: str) -> None:
    with pytest.raises(MalformedInput, match="session_public_key") as raised:
        sign_login(KEY, TOKEN, session_public_key=text)
    assert len(text) < 3 or text not in str(raised.value)


def test_a_signup_is_signed_as_the_protocol_has_it() -> None:
    api_keys = [{"apiKeyName": "é", "publicKey": KEY.public_key, "curveType": "API_KEY_CURVE_P256"}]
    signature = sign_signup(
        KEY,
        TOKEN,
        phone_number="+15551234567",
        email="user@example.com",
        oauth_providers=[],
        authenticators=[{"authenticatorName": "a"}],
        api_keys=api_keys,
    )
    assert signature.message == (
        f'{{"signupV2":{{"apiKeys":[{{"apiKeyName":"é","publicKey":"{KEY.public_key}",'
        '"curveType":"API_KEY_CURVE_P256"}],"authenticators":[{"authenticatorName":"a"}],'
        '"oauthProviders":[],"email":"user@example.com","phoneNumber":"+15551234567"},'
        '"tokenId":"token-id","type":"USAGE_TYPE_SIGNUP"}'
    )
    verify_client_signature(signature, verification=CLAIMS)


def test_what_a_signup_leaves_out_is_not_there() -> None:
    assert json.loads(sign_signup(KEY, TOKEN).message)["signupV2"] == {}
    assert json.loads(sign_signup(KEY, TOKEN, email="").message)["signupV2"] == {"email": ""}


def test_what_is_no_json_is_refused() -> None:
    for value in (b"x", {1, 2}, float("nan"), "\ud800"):
        with pytest.raises(MalformedInput, match="cannot be written as JSON"):
            sign_signup(KEY, TOKEN, api_keys=[{"a": value}])


def test_a_key_that_the_token_is_not_bound_to_is_refused() -> None:
    for sign in (sign_login, sign_signup):
        with pytest.raises(KeyMismatch, match="bound to another key"):
            sign(OTHER, TOKEN)


def test_both_forms_of_s_are_accepted() -> None:
    signature = sign_login(KEY, TOKEN)
    s = P256.group_order - int(signature.signature[64:], 16)
    fields = {**signature.to_dict(), "signature": signature.signature[:64] + f"{s:064x}"}
    verify_client_signature(fields)


def test_changes_are_refused() -> None:
    fields = sign_login(KEY, TOKEN).to_dict()
    digits = fields["signature"]
    with pytest.raises(BadSignature):
        verify_client_signature({**fields, "message": fields["message"].replace("token-id", "token-ie")})
    with pytest.raises(BadSignature):
        verify_client_signature({**fields, "message": fields["message"] + " "})
    with pytest.raises(BadSignature):
        verify_client_signature({**fields, "publicKey": OTHER.public_key})
    for position in range(128):
        other = digits[:position] + f"{int(digits[position], 16) ^ 1:x}" + digits[position + 1 :]
        with pytest.raises(BadSignature):
            verify_client_signature({**fields, "signature": other})


def test_other_schemes_are_unsupported() -> None:
    fields = sign_login(KEY, TOKEN).to_dict()
    with pytest.raises(Unsupported):
        verify_client_signature({**fields, "scheme": "CLIENT_SIGNATURE_SCHEME_API_SECP256K1"})


def test_other_signatures_are_malformed() -> None:
    fields = sign_login(KEY, TOKEN).to_dict()
    digits = fields["signature"]
    der = raw_to_der(bytes.fromhex(digits), P256.group_order).hex()
    for other in ("", der, digits[:-2], digits + "00", "0x" + digits, "00" * 64, digits[:64] + "00" * 32):
        with pytest.raises(MalformedInput, match="the client signature"):
            verify_client_signature({**fields, "signature": other})


def test_other_public_keys_are_malformed() -> None:
    fields = sign_login(KEY, TOKEN).to_dict()
    for other in ("", "02" + "ff" * 32, "04" + fields["publicKey"][2:], fields["publicKey"] + "00"):
        with pytest.raises(MalformedInput, match="the public key of the client signature"):
            verify_client_signature({**fields, "publicKey": other})


@pytest.mark.parametrize(
    "message",
    [
        "",
        "x",
        "[]",
        "{}",
        '{"tokenId":"t","type":"USAGE_TYPE_LOGIN"}',
        '{"tokenId":"t","login":{"publicKey":"x"}}',
        '{"type":"USAGE_TYPE_LOGIN","login":{"publicKey":"x"}}',
        '{"tokenId":"t","type":"USAGE_TYPE_SIGNUP","login":{"publicKey":"x"}}',
        '{"tokenId":"t","type":"USAGE_TYPE_LOGIN","signupV2":{}}',
        '{"tokenId":"t","type":"USAGE_TYPE_LOGIN","login":{"publicKey":"x"},"signupV2":{}}',
        '{"tokenId":"t","type":"USAGE_TYPE_OTHER","login":{"publicKey":"x"}}',
        '{"tokenId":"t","type":"USAGE_TYPE_LOGIN","login":{}}',
        '{"tokenId":"t","tokenId":"u","type":"USAGE_TYPE_LOGIN","login":{"publicKey":"x"}}',
    ],
)
def test_other_messages_are_malformed_though_signed(message: str) -> None:
    with pytest.raises(MalformedInput, match="the message of the client signature"):
        verify_client_signature(signed(message))


def test_the_token_is_compared_when_given() -> None:
    message = '{"tokenId":"token-id","type":"USAGE_TYPE_LOGIN","login":{"publicKey":"x"}}'
    verify_client_signature(signed(message, OTHER))  # sound in itself
    with pytest.raises(KeyMismatch, match="bound to another key"):
        verify_client_signature(signed(message, OTHER), verification=CLAIMS)
    with pytest.raises(KeyMismatch, match="another verification token"):
        verify_client_signature(signed(message.replace("token-id", "other")), verification=CLAIMS)


@pytest.mark.parametrize("other", near_misses(UUID))
def test_the_whole_token_id_is_compared(other: str) -> None:
    claims = replace(CLAIMS, id=UUID)
    message = '{"tokenId":"%s","type":"USAGE_TYPE_LOGIN","login":{"publicKey":"x"}}'
    verify_client_signature(signed(message % UUID), verification=claims)
    for wrong in (other, UUID + "0", UUID[:-1]):
        with pytest.raises(KeyMismatch, match="another verification token"):
            verify_client_signature(signed(message % wrong), verification=claims)


@pytest.mark.parametrize("other", near_misses(KEY.public_key))
def test_the_whole_key_of_a_token_is_compared(other: str) -> None:
    check_binding(CLAIMS, KEY.public_key)
    for wrong in (other, KEY.public_key + "00", KEY.public_key[:-2]):
        with pytest.raises(KeyMismatch, match="bound to another key"):
            check_binding(replace(CLAIMS, public_key=wrong), KEY.public_key)
        with pytest.raises(KeyMismatch, match="bound to another key"):
            verify_client_signature(sign_login(KEY, TOKEN), verification=replace(CLAIMS, public_key=wrong))


@given(st.text())
def test_no_message_breaks_the_verifier(message: str) -> None:
    with pytest.raises(SealwaxError):
        verify_client_signature(signed(message))
