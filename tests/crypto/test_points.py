import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from sealwax import MalformedInput
from sealwax._crypto.points import (
    P256,
    SECP256K1,
    compressed_point,
    decode_key_hex,
    decode_point,
    decode_scalar,
    uncompressed_point,
)

CURVES = [P256, SECP256K1]


@pytest.fixture(params=CURVES, ids=lambda curve: curve.name)
def key(request: pytest.FixtureRequest) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(12345, request.param)


def changed(point: bytes, position: int, value: int) -> bytes:
    return point[:position] + bytes([value]) + point[position + 1 :]


def test_other_points_are_refused(key: ec.EllipticCurvePrivateKey) -> None:
    whole, short = uncompressed_point(key.public_key()), compressed_point(key.public_key())
    others = {
        "at infinity": b"\0",
        "empty": b"",
        "hybrid": bytes([6 + (whole[-1] & 1)]) + whole[1:],
        "off the curve": changed(whole, 64, whole[64] ^ 1),
        "all zero": b"\4" + bytes(64),
        "x out of the field": b"\2" + b"\xff" * 32,
        "compressed form with y": changed(whole, 0, 2),
        "uncompressed form without y": changed(short, 0, 4),
        "cut": whole[:-1],
        "extended": whole + b"\0",
        "unknown form": changed(short, 0, 5),
    }
    for point in others.values():
        with pytest.raises(MalformedInput, match="the key is not a point on"):
            decode_point(point, key.curve, "the key")


def test_a_compressed_x_without_a_y_is_refused() -> None:
    # x = 0 has a point on P-256 (b is a square there) and none on secp256k1 (7 is not).
    assert decode_point(b"\2" + bytes(32), P256, "it").public_numbers().x == 0
    with pytest.raises(MalformedInput):
        decode_point(b"\2" + bytes(32), SECP256K1, "it")


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.name)
def test_scalars_have_a_range(curve: ec.EllipticCurve) -> None:
    for number in (1, curve.group_order - 1):
        assert decode_scalar(number.to_bytes(32, "big"), curve, "it") == number
    for scalar in (
        bytes(32),
        curve.group_order.to_bytes(32, "big"),
        b"\xff" * 32,
        b"",
        b"\1" * 31,
        bytes(1) + b"\1" * 32,
    ):
        with pytest.raises(MalformedInput, match="above 0 and below the order") as raised:
            decode_scalar(scalar, curve, "it")
        assert not scalar or scalar.hex() not in str(raised.value)


@pytest.mark.parametrize(
    ("length", "wanted", "words"),
    [
        (32, 33, "is 32 bytes long; it must be 33: a compressed point, not a private key or an Ed25519 key"),
        (65, 33, "is 65 bytes long; it must be 33: a compressed point, not an uncompressed point"),
        (33, 65, "is 33 bytes long; it must be 65: an uncompressed point, not a compressed point"),
        (130, 65, "is 130 bytes long; it must be 65: an uncompressed point, not a key set"),
        (31, 33, "is 31 bytes long; it must be 33: a compressed point"),
        (33, 32, "is 33 bytes long; it must be 32: an Ed25519 key, not a compressed point"),
        # The length of a compressed point on P-384.
        (33, 49, "is 33 bytes long; it must be 49: a public key, not a compressed point"),
        (48, 49, "is 48 bytes long; it must be 49: a public key"),
    ],
)
def test_a_key_of_another_length_is_named(length: int, wanted: int, words: str) -> None:
    assert decode_key_hex("01" * wanted, "it", wanted) == b"\1" * wanted
    with pytest.raises(MalformedInput, match=f"^it {words}$"):
        decode_key_hex("01" * length, "it", wanted)
