"""Client signatures: ours as @turnkey/crypto verifies them, and one made with @turnkey/api-key-stamper."""

import json
from datetime import datetime, timezone

import pytest

from sealwax import (
    ApiKey,
    BadSignature,
    ClientSignature,
    MalformedInput,
    VerificationClaims,
    sign_login,
    sign_signup,
    verify_client_signature,
)
from sealwax.testing import ReferenceEnclave
from tests.conftest import ORGANIZATION, SEED
from tests.interop.peer import Peer

KEY = ApiKey.from_private_key(b"\x1c" * 32)
SESSION_KEY = ApiKey.from_private_key(bytes(31) + b"\x05")
CLAIMS = VerificationClaims(
    id="eb39b199-3352-4289-b31f-57194c79609c",
    verification_type="OTP_TYPE_EMAIL",
    contact="user@example.com",
    organization_id=ORGANIZATION,
    public_key=KEY.public_key,
    expires_at=datetime(9999, 12, 31, tzinfo=timezone.utc),
)
TOKEN = ReferenceEnclave(SEED).issue_verification_token(CLAIMS)
API_KEY = {"apiKeyName": "n", "publicKey": SESSION_KEY.public_key, "curveType": "API_KEY_CURVE_P256"}
SIGNATURES = {
    "login": sign_login(KEY, TOKEN),
    "login with another session key": sign_login(KEY, TOKEN, session_public_key=SESSION_KEY.public_key),
    "signup with nothing": sign_signup(KEY, TOKEN),
    "signup with all": sign_signup(
        KEY,
        TOKEN,
        api_keys=[API_KEY],
        authenticators=[],
        oauth_providers=[{"providerName": "Ü", "oidcToken": "a.b.c"}],
        email="grüße@example.com",
        phone_number="+41000000000",
    ),
}


def they_verify(peer: Peer, signature: ClientSignature, message: str | None = None) -> bool:
    verifies: bool = peer.call(
        "verifyStampSignature",
        publicKey=signature.public_key,
        signature=peer.call("toDerSignature", rawSignature=signature.signature),
        signedData=signature.message if message is None else message,
    )
    return verifies


def signed_by_them(peer: Peer, message: str, runtime: str) -> ClientSignature:
    raw = peer.call(
        "sign",
        apiPublicKey=KEY.public_key,
        apiPrivateKey=KEY.private_key_hex(),
        runtimeOverride=runtime,
        body=message,
        format="raw",
    )
    return ClientSignature(KEY.public_key, "CLIENT_SIGNATURE_SCHEME_API_P256", message, raw)


@pytest.mark.parametrize("signature", SIGNATURES.values(), ids=SIGNATURES)
def test_they_verify_ours(peer: Peer, signature: ClientSignature) -> None:
    assert they_verify(peer, signature)


@pytest.mark.parametrize("signature", SIGNATURES.values(), ids=SIGNATURES)
@pytest.mark.parametrize("runtime", ["node", "purejs", "browser"])
def test_we_verify_theirs(peer: Peer, signature: ClientSignature, runtime: str) -> None:
    verify_client_signature(signed_by_them(peer, signature.message, runtime), verification=CLAIMS)


def test_hundreds_of_theirs_with_short_numbers_among_them(peer: Peer) -> None:
    # r and s are filled up to 32 bytes each.
    short = 0
    for number in range(600, 1000):
        message = json.dumps(
            {"login": {"publicKey": str(number)}, "tokenId": CLAIMS.id, "type": "USAGE_TYPE_LOGIN"}
        )
        signature = signed_by_them(peer, message, "purejs")
        assert len(signature.signature) == 128
        verify_client_signature(signature)
        short += (signature.signature[:2] == "00") + (signature.signature[64:66] == "00")
    assert short == 4


@pytest.mark.parametrize("signature", SIGNATURES.values(), ids=SIGNATURES)
def test_a_changed_message_is_refused_by_both(peer: Peer, signature: ClientSignature) -> None:
    changed = signature.message.replace(CLAIMS.id, "another")
    assert not they_verify(peer, signature, changed)
    with pytest.raises(BadSignature):
        verify_client_signature({**signature.to_dict(), "message": changed})


def test_bytes_after_the_raw_signature_are_dropped_by_them_alone(peer: Peer) -> None:
    # As wallets append a recovery id, toDerSignature takes 64 bytes and leaves the rest.
    login = SIGNATURES["login"]
    longer = ClientSignature(login.public_key, login.scheme, login.message, login.signature + "1b")
    assert they_verify(peer, longer)
    with pytest.raises(MalformedInput, match="must be 64"):
        verify_client_signature(longer)
