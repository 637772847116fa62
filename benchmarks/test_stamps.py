"""``stamp()`` beside the bare signature of the same key over the same body."""

from collections.abc import Callable
from typing import get_args

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.hashes import SHA256
from pytest_benchmark.fixture import BenchmarkFixture

from sealwax import ApiKey, ApiKeyStamper, Curve
from sealwax.signatures import P256

BODY = b'{"organizationId":"x"}'.ljust(300)
PRIVATE_KEY = b"\x1f" * 32


def bare_p256() -> Callable[[bytes], bytes]:
    key = ec.derive_private_key(int.from_bytes(PRIVATE_KEY, "big"), P256)
    algorithm = ec.ECDSA(SHA256())
    return lambda body: key.sign(body, algorithm)


def bare_secp256k1() -> Callable[[bytes], bytes]:
    coincurve = pytest.importorskip("coincurve")
    sign: Callable[[bytes], bytes] = coincurve.PrivateKey(PRIVATE_KEY).sign
    return sign


def bare_ed25519() -> Callable[[bytes], bytes]:
    return ed25519.Ed25519PrivateKey.from_private_bytes(PRIVATE_KEY).sign


BARE = {"p256": bare_p256, "secp256k1": bare_secp256k1, "ed25519": bare_ed25519}


@pytest.mark.parametrize("curve", get_args(Curve))
class TestStamp:
    def test_bare_sign(self, benchmark: BenchmarkFixture, curve: Curve) -> None:
        benchmark.group = f"stamp {curve}"
        benchmark(BARE[curve](), BODY)

    def test_stamp(self, benchmark: BenchmarkFixture, curve: Curve) -> None:
        benchmark.group = f"stamp {curve}"
        benchmark(ApiKeyStamper(ApiKey.from_private_key(PRIVATE_KEY, curve)).stamp, BODY)
