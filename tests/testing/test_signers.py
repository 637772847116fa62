import hashlib
from collections.abc import Callable
from threading import Event, Lock

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import (
    Prehashed,
    decode_dss_signature,
    encode_dss_signature,
)
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax import ApiKey, Curve, Eip191Signer
from sealwax._codec.der import der_to_raw
from sealwax._crypto.points import P256, SECP256K1
from sealwax.testing import check_signer

CURVES: tuple[Curve, ...] = ("p256", "secp256k1", "ed25519")
KEYS = {curve: ApiKey.from_private_key("1f" * 32, curve) for curve in CURVES}
OBJECTS = {
    "p256": ec.derive_private_key(int("1f" * 32, 16), P256),
    "secp256k1": ec.derive_private_key(int("1f" * 32, 16), SECP256K1),
}


class Broken:
    """A signer with everything of a key except what a test replaces."""

    def __init__(self, key: ApiKey, sign: object = None, **replaced: object) -> None:
        self.public_key: object = key.public_key
        self.curve: object = key.curve
        self.scheme: object = key.scheme
        self.sign: object = sign or key.sign
        vars(self).update(replaced)


def failures_of(signer: object, *, max_body: int | None = None) -> list[str]:
    with pytest.raises(AssertionError, match=r"^the signer fails:\n- ") as caught:
        check_signer(signer, max_body=max_body)  # type: ignore[arg-type]
    return str(caught.value).split("\n- ")[1:]


def test_the_scheme_of_ethereum_wallets_passes() -> None:
    pytest.importorskip("Crypto", reason="the extra ethereum is not installed")
    check_signer(Eip191Signer(KEYS["secp256k1"]))


def test_a_body_that_is_too_long_is_refused_with_an_error_of_ours() -> None:
    key = KEYS["ed25519"]

    def sign(message: bytes) -> bytes:
        if len(message) > 4096:
            raise ValueError
        return key.sign(message)

    found = failures_of(Broken(key, sign), max_body=4096)
    assert found == ["a body of 4097 bytes: sign raised ValueError instead of a SealwaxError"]


@pytest.mark.parametrize("max_body", ["1", True, 1.5, b""])
def test_the_longest_body_is_a_number(max_body: object) -> None:
    with pytest.raises(TypeError, match="max_body must be int or NoneType, not"):
        check_signer(KEYS["p256"], max_body=max_body)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="max_body must not be negative"):
        check_signer(KEYS["p256"], max_body=-1)


def raw(message: bytes, curve: Curve = "p256") -> bytes:
    return der_to_raw(KEYS[curve].sign(message), OBJECTS[curve].curve.group_order)


def not_hashed(message: bytes, curve: Curve = "p256") -> bytes:
    return OBJECTS[curve].sign(message[:32].ljust(32, b"\0"), ec.ECDSA(Prehashed(SHA256())))


def high_s(message: bytes, curve: Curve = "secp256k1") -> bytes:
    r, s = decode_dss_signature(KEYS[curve].sign(message))
    return encode_dss_signature(r, max(s, OBJECTS[curve].curve.group_order - s))


def test_a_high_s_is_named_where_it_matters() -> None:
    words = "the signature has a high S; on secp256k1, replace S by the order of the curve minus S"
    assert all(words in failure for failure in failures_of(Broken(KEYS["secp256k1"], high_s)))
    check_signer(Broken(KEYS["p256"], lambda message: high_s(message, "p256")))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("sign", "words"),
    [
        (lambda message: KEYS["ed25519"].sign(message)[:-1], "does not verify"),
        (KEYS["p256"].sign, "does not verify"),
        (
            lambda message: KEYS["ed25519"].sign(hashlib.sha256(message).digest()),
            "the signature is over the hash of the body, hashed again",
        ),
    ],
)
def test_a_wrong_signature_of_ed25519_is_named(sign: Callable[[bytes], bytes], words: str) -> None:
    assert all(words in failure for failure in failures_of(Broken(KEYS["ed25519"], sign)))


def test_threads_that_mix_up_their_bodies_are_named() -> None:
    key, lock, second = KEYS["p256"], Lock(), Event()
    shared: dict[str, bytes] = {}

    def sign(message: bytes) -> bytes:
        if len(message) != 100:
            return key.sign(message)
        with lock:
            first = not shared
            shared["body"] = message
        if first:
            assert second.wait(60)
            return key.sign(shared["body"])
        second.set()
        return key.sign(message)

    found = failures_of(Broken(key, sign))
    assert [failure.partition(": it is")[0] for failure in found] == [
        "8 threads at once: the signature does not verify"
    ]


def test_a_public_key_that_changes_is_named() -> None:
    signer = Broken(KEYS["p256"])
    asked: list[bytes] = []

    def sign(message: bytes) -> bytes:
        asked.append(message)
        signature = KEYS["p256"].sign(message)
        if len(asked) == 5 + 32:
            signer.public_key = KEYS["secp256k1"].public_key
        return signature

    signer.sign = sign
    assert "public_key: it changed while the signer signed" in failures_of(signer)


@pytest.mark.parametrize(
    ("sign", "words"),
    [
        (KEYS["p256"].sign, "sign_deterministic: equal bodies got different signatures"),
        (raw, "sign_deterministic: the signature is not a DER signature"),
        (lambda _: dict[str, bytes]()[""], "sign_deterministic: sign raised KeyError"),
    ],
)
def test_a_wrong_deterministic_signature_is_named(sign: Callable[[bytes], bytes], words: str) -> None:
    (failure,) = failures_of(Broken(KEYS["p256"], sign_deterministic=sign))
    assert words in failure
