"""The libraries of the extra ``fast``, beside ``cryptography``."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    BadSignature,
    Curve,
    Eip191Signer,
    MalformedInput,
    SealwaxError,
    Signer,
    StampVerifier,
    verify_api_key_stamp,
)
from sealwax.schemes import SCHEMES, Scheme

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


@given(st.sampled_from(list(SCHEMES.values())), st.binary(max_size=80), st.binary(max_size=40))
def test_no_signature_is_decided_otherwise(scheme: Scheme, signature: bytes, message: bytes) -> None:
    public_key, _, _ = scheme.open_key(PRIVATE, "the key")
    outcomes = []
    for verifier in (scheme.verifier, scheme.fast().verifier):
        with pytest.raises((BadSignature, MalformedInput)) as refused:
            verifier(bytes.fromhex(public_key), "the key")(signature, message, "it")
        outcomes.append((refused.value.code, str(refused.value)))
    assert outcomes[0] == outcomes[1]


@given(st.sampled_from(list(SCHEMES.values())), st.integers(0, 600), st.binary(max_size=40))
def test_no_changed_bit_is_decided_otherwise(scheme: Scheme, bit: int, message: bytes) -> None:
    public_key, sign, _ = scheme.open_key(PRIVATE, "the key")
    signature = bytearray(sign(message))
    signature[bit // 8 % len(signature)] ^= 1 << bit % 8
    codes = []
    for verifier in (scheme.verifier, scheme.fast().verifier):
        with pytest.raises(SealwaxError) as refused:
            verifier(bytes.fromhex(public_key), "the key")(bytes(signature), message, "it")
        codes.append(refused.value.code)
    assert codes[0] == codes[1]


@pytest.mark.parametrize("fast", [None, 1, "yes"])
def test_fast_is_a_bool(fast: object) -> None:
    key = ApiKey.from_private_key(PRIVATE)
    with pytest.raises(TypeError, match="fast must be bool"):
        ApiKeyStamper(key, fast=fast)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="fast must be bool"):
        StampVerifier([(key.public_key, "p256")], fast=fast)  # type: ignore[arg-type]
