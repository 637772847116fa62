import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from sealwax import ApiKey
from sealwax._crypto import libsecp256k1 as secp256k1
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.points import SECP256K1, decode_point

PRIVATE = b"\x1f" * 32
MESSAGES = [b"", b"x", b'{"organizationId":"x"}', b"\xff" * 1000, *(bytes([n]) * 20 for n in range(40))]


@pytest.fixture(params=["libsecp256k1", "OpenSSL"])
def key(request: pytest.FixtureRequest) -> secp256k1.Secp256k1Key:
    if request.param == "OpenSSL":
        return secp256k1.OpenSslKey(PRIVATE)
    pytest.importorskip("btclib_secp256k1", reason="the extra secp256k1 is not installed")
    return secp256k1.Libsecp256k1Key(PRIVATE)


@pytest.mark.slow
@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: f"{len(message)}-{message[:1].hex()}")
def test_signatures_verify_and_are_low_s(key: secp256k1.Secp256k1Key, message: bytes) -> None:
    point = bytes.fromhex(ApiKey.from_private_key(PRIVATE, "secp256k1").public_key)
    public_key = decode_point(point, SECP256K1, "it")
    digest = hashlib.sha256(message).digest()
    for signature in (
        key.sign(message),
        key.sign_deterministic(message),
        key.sign_digest(digest),
        key.sign_digest_deterministic(digest),
    ):
        verify_ecdsa(public_key, signature, message, "it")
        assert decode_dss_signature(signature)[1] <= SECP256K1.group_order // 2


def test_both_libraries_give_the_same_bytes_when_deterministic() -> None:
    pytest.importorskip("btclib_secp256k1", reason="the extra secp256k1 is not installed")
    one, other = secp256k1.Libsecp256k1Key(PRIVATE), secp256k1.OpenSslKey(PRIVATE)
    for message in MESSAGES:
        digest = hashlib.sha256(message).digest()
        assert one.sign_deterministic(message) == other.sign_deterministic(message)
        assert one.sign_digest_deterministic(digest) == other.sign_digest_deterministic(digest)
        assert one.sign_digest_deterministic(digest) == one.sign_deterministic(message)


def test_libsecp256k1_is_chosen_when_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = secp256k1.Libsecp256k1Key if secp256k1.HAS_LIBSECP256K1 else secp256k1.OpenSslKey
    assert isinstance(secp256k1.open_key(PRIVATE), expected)
    monkeypatch.setattr(secp256k1, "HAS_LIBSECP256K1", False)
    assert isinstance(secp256k1.open_key(PRIVATE), secp256k1.OpenSslKey)
