"""The tests of ``tests/crypto/test_libsecp256k1.py`` that take long."""

import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from sealwax import ApiKey
from sealwax._crypto import libsecp256k1 as secp256k1
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.points import SECP256K1, decode_point
from tests.crypto.test_libsecp256k1 import MESSAGES, PRIVATE


@pytest.fixture(params=["libsecp256k1", "OpenSSL"])
def key(request: pytest.FixtureRequest) -> secp256k1.Secp256k1Key:
    if request.param == "OpenSSL":
        return secp256k1.OpenSslKey(PRIVATE)
    pytest.importorskip("btclib_secp256k1", reason="the extra secp256k1 is not installed")
    return secp256k1.Libsecp256k1Key(PRIVATE)


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
