"""The tests of ``tests/testing/test_signers.py`` that take long."""

import hashlib
from collections.abc import Callable

import pytest

from sealwax import ApiKey, Curve, SignerError
from sealwax.testing import check_signer
from sealwax.testing.signers import SIZES
from tests.testing.test_signers import CURVES, KEYS, Broken, failures_of, not_hashed, raw


def hashed_twice(message: bytes, curve: Curve = "p256") -> bytes:
    return KEYS[curve].sign(hashlib.sha256(message).digest())


@pytest.mark.parametrize("curve", ["p256", "secp256k1"])
@pytest.mark.parametrize(
    ("sign", "words"),
    [
        (raw, "like raw r and s; convert it to DER (as r and s, it verifies for SIGNATURE_SCHEME_TK_API_"),
        (lambda *_: bytes(range(1, 65)), "it is 64 bytes long, like raw r and s; convert it to DER"),
        (hashed_twice, "the signature is over the hash of the body, hashed again; hash once"),
        (lambda message, curve: KEYS[curve].sign(message) + b"\0", "the signature is not a DER signature"),
        (lambda *_: b"", "the signature is not a DER signature"),
        (lambda message, curve: bytearray(KEYS[curve].sign(message)), "sign returned bytearray"),
        (lambda *_: None, "sign returned NoneType; it must return bytes"),
        (lambda message, curve: KEYS[curve].sign(message + b"\n"), "the signature does not verify"),
        (lambda message, _: ApiKey.generate().sign(message), "the signature does not verify"),
        (lambda *_: dict[str, bytes]()[""], "sign raised KeyError"),
    ],
    ids=["raw", "not raw", "hash of hash", "trailing", "empty", "type", "None", "body", "key", "raises"],
)
def test_a_wrong_signature_is_named(curve: Curve, sign: Callable[..., object], words: str) -> None:
    found = failures_of(Broken(KEYS[curve], lambda message: sign(message, curve)))
    assert [failure.partition(":")[0] for failure in found][: len(SIZES)] == [
        f"a body of {size} bytes" for size in SIZES
    ]
    assert found[-1].startswith("8 threads at once: ")
    assert all(words in failure for failure in found)


@pytest.mark.parametrize("curve", CURVES)
def test_keys_in_memory_pass(curve: Curve) -> None:
    check_signer(KEYS[curve])
    check_signer(Broken(KEYS[curve]))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("replaced", "words"),
    [
        ({"public_key": None}, "public_key: it must be a string"),
        ({"curve": b"p256"}, "curve: it must be a string"),
        ({"scheme": None}, "scheme: it must be a string"),
        ({"sign": "x"}, "sign: it must be a method"),
        ({"scheme": "SIGNATURE_SCHEME_P256"}, "scheme: the scheme is unknown"),
        ({"curve": "P256"}, "curve: it must be p256, as in SIGNATURE_SCHEME_TK_API_P256"),
        ({"public_key": KEYS["p256"].public_key.upper()}, "public_key: it must be lower-case hex"),
        ({"public_key": "04" + KEYS["p256"].public_key[2:] * 2}, "public_key: it is 65 bytes long"),
        ({"public_key": "02" + "ff" * 32}, "public_key: it is not a point on P-256"),
        ({"public_key": ApiKey.generate().public_key}, "does not verify: it is by another key"),
    ],
)
def test_a_wrong_member_is_named(replaced: dict[str, object], words: str) -> None:
    found = failures_of(Broken(KEYS["p256"], **replaced))
    assert all(words in failure for failure in found)


@pytest.mark.parametrize("max_body", [0, 1, 50, 4096, 2_000_000])
def test_a_longest_body(max_body: int) -> None:
    asked: list[int] = []
    key = KEYS["ed25519"]

    def sign(message: bytes) -> bytes:
        asked.append(len(message))
        if len(message) > max_body:
            raise SignerError("too long", reason="too-long", retryable=False)
        return key.sign(message)

    check_signer(Broken(key, sign), max_body=max_body)  # type: ignore[arg-type]
    assert {size for size in SIZES if size <= max_body} <= {*asked}
    assert max_body + 1 in asked
    check_signer(key, max_body=max_body)


@pytest.mark.parametrize("size", SIZES)
def test_one_length_that_fails_is_named(size: int) -> None:
    key = KEYS["p256"]
    found = failures_of(Broken(key, lambda message: b"" if len(message) == size else key.sign(message)))
    assert [failure.partition(":")[0] for failure in found] == [f"a body of {size} bytes"]


@pytest.mark.parametrize("curve", ["p256", "secp256k1"])
def test_a_body_that_is_not_hashed_is_named(curve: Curve) -> None:
    found = failures_of(Broken(KEYS[curve], lambda message: not_hashed(message, curve)))
    words = "the signature is over the first 32 bytes of the body; sign its SHA-256"
    assert f"a body of 4096 bytes: {words}" in found
    # A body that is shorter has no 32 bytes to sign.
    assert "a body of 1 bytes: the signature does not verify" in found[1]
