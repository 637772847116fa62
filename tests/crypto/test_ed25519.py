import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519

from sealwax import BadSignature, MalformedInput
from sealwax._crypto.ed25519 import check_ed25519_key, verify_ed25519
from sealwax_vectors.makers.edwards import (
    ED25519_ORDER,
    ED25519_PRIME,
    EdwardsPoint,
    add_edwards_points,
    decode_edwards_point,
    encode_edwards_point,
    secret_scalar,
)

MESSAGE = b"message"
SEED = b"\5" * 32
KEY = ed25519.Ed25519PrivateKey.from_private_bytes(SEED)
SCALAR = secret_scalar(SEED)


def small_order_points() -> list[EdwardsPoint]:
    """The multiples of a point of order 8."""
    generator = decode_edwards_point(
        bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
    )
    points = [(0, 1)]
    while len(points) < 8:
        points.append(add_edwards_points(points[-1], generator))
    assert add_edwards_points(points[-1], generator) == (0, 1)
    return points


SMALL_ORDER = small_order_points()


def changed(point: bytes, position: int, value: int) -> bytes:
    return point[:position] + bytes([value]) + point[position + 1 :]


def test_ed25519_signatures() -> None:
    public_key, signature = KEY.public_key().public_bytes_raw(), KEY.sign(MESSAGE)
    verify_ed25519(public_key, signature, MESSAGE, "it")
    with pytest.raises(BadSignature, match="the signature of the thing"):
        verify_ed25519(public_key, signature, MESSAGE + b" ", "the thing")
    with pytest.raises(BadSignature):
        verify_ed25519(public_key, changed(signature, 0, signature[0] ^ 1), MESSAGE, "it")
    with pytest.raises(BadSignature):
        verify_ed25519(b"\xff" * 32, signature, MESSAGE, "it")  # bytes that are no point
    with pytest.raises(MalformedInput, match="63 bytes long"):
        verify_ed25519(public_key, signature[:-1], MESSAGE, "it")
    # s + L is the same number modulo L; RFC 8032 refuses that second spelling.
    again = int.from_bytes(signature[32:], "little") + ED25519_ORDER
    with pytest.raises(BadSignature):
        verify_ed25519(public_key, signature[:32] + again.to_bytes(32, "little"), MESSAGE, "it")


@pytest.mark.parametrize("r", SMALL_ORDER)
def test_a_signature_of_its_holder_whose_r_is_of_small_order_is_refused(r: EdwardsPoint) -> None:
    # The holder adds a point T of order 8 to the key: then sB = R + k(A + T) for s = ka and R = -kT.
    public_key = encode_edwards_point(
        add_edwards_points(decode_edwards_point(KEY.public_key().public_bytes_raw()), SMALL_ORDER[1])
    )
    for number in range(200):
        message = b"%d" % number
        k = (
            int.from_bytes(hashlib.sha512(encode_edwards_point(r) + public_key + message).digest(), "little")
            % ED25519_ORDER
        )
        if SMALL_ORDER[-k % 8] == r:
            break
    else:
        pytest.fail("no message has such a signature")
    signature = encode_edwards_point(r) + (k * SCALAR % ED25519_ORDER).to_bytes(32, "little")
    # OpenSSL accepts it.
    ed25519.Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    with pytest.raises(BadSignature, match="the signature of the thing"):
        verify_ed25519(public_key, signature, message, "the thing")


def test_an_r_that_is_not_canonical_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    public_key, signature = KEY.public_key().public_bytes_raw(), KEY.sign(MESSAGE)
    # A verifier that compares points accepts these encodings, and not only OpenSSL's comparison of bytes.
    monkeypatch.setattr(
        ed25519.Ed25519PublicKey, "from_public_bytes", lambda _: type("Lenient", (), {"verify": print})
    )
    verify_ed25519(public_key, signature, MESSAGE, "it")
    for y in range(19):
        for sign in (0, 1):
            r = (ED25519_PRIME + y | sign << 255).to_bytes(32, "little")
            with pytest.raises(BadSignature):
                verify_ed25519(public_key, r + signature[32:], MESSAGE, "it")


def test_a_key_with_a_component_of_small_order_is_its_holders_choice() -> None:
    public_key = encode_edwards_point(
        add_edwards_points(decode_edwards_point(KEY.public_key().public_bytes_raw()), SMALL_ORDER[1])
    )
    check_ed25519_key(public_key, "it")
    for point in SMALL_ORDER:
        with pytest.raises(MalformedInput, match="small order"):
            check_ed25519_key(encode_edwards_point(point), "it")


def test_the_numbers_beside_those_of_small_order_are_none_of_them() -> None:
    ys = {y for _, y in SMALL_ORDER}
    for near in {y + step for y in ys for step in (-1, 1)} - ys - {-1, ED25519_PRIME}:
        check_ed25519_key(near.to_bytes(32, "little"), "it")
