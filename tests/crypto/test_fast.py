"""The libraries of the extra ``fast``, beside ``cryptography``."""

from typing import get_args

import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    Curve,
    Eip191Signer,
    Signer,
    StampVerifier,
    verify_api_key_stamp,
)

pytest.importorskip("awscrt", reason="the extra fast is not installed")
pytest.importorskip("nacl", reason="the extra fast is not installed")
pytest.importorskip("btclib_secp256k1", reason="the extra fast is not installed")

BODY = b'{"organizationId":"x"}'
PRIVATE = bytes.fromhex("1f" * 32)
CURVES: tuple[Curve, ...] = get_args(Curve)


@pytest.fixture(params=[*CURVES, "eip191"])
def signer(request: pytest.FixtureRequest) -> Signer:
    if request.param == "eip191":
        return Eip191Signer(ApiKey.from_private_key(PRIVATE, "secp256k1"))
    return ApiKey.from_private_key(PRIVATE, request.param)


def test_what_it_signs_verifies(signer: Signer) -> None:
    for body in (b"", BODY, bytes(100_000)):
        header = ApiKeyStamper(signer, fast=True).stamp(body).header_value
        assert verify_api_key_stamp(header, body).public_key == signer.public_key


def test_deterministic_stamps_are_the_same(signer: Signer) -> None:
    fast = ApiKeyStamper(signer, deterministic=True, fast=True).stamp(BODY)
    assert fast == ApiKeyStamper(signer, deterministic=True).stamp(BODY)


@pytest.mark.parametrize("fast", [None, 1, "yes"])
def test_fast_is_a_bool(fast: object) -> None:
    key = ApiKey.from_private_key(PRIVATE)
    with pytest.raises(TypeError, match="fast must be bool"):
        ApiKeyStamper(key, fast=fast)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="fast must be bool"):
        StampVerifier([(key.public_key, "p256")], fast=fast)  # type: ignore[arg-type]
