import hashlib

import pytest

from sealwax._crypto import libsecp256k1 as secp256k1

PRIVATE = b"\x1f" * 32
MESSAGES = [b"", b"x", b'{"organizationId":"x"}', b"\xff" * 1000, *(bytes([n]) * 20 for n in range(40))]


def test_both_libraries_give_the_same_bytes_when_deterministic() -> None:
    pytest.importorskip("btclib_secp256k1", reason="the extra secp256k1 is not installed")
    one, other = secp256k1.Libsecp256k1Key(PRIVATE), secp256k1.OpenSslKey(PRIVATE)
    for message in MESSAGES:
        digest = hashlib.sha256(message).digest()
        assert one.sign_deterministic(message) == other.sign_deterministic(message)
        assert one.sign_digest_deterministic(digest) == other.sign_digest_deterministic(digest)
        assert one.sign_digest_deterministic(digest) == one.sign_deterministic(message)
