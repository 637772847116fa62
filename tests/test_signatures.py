import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from hypothesis import given
from hypothesis import strategies as st

from sealwax import BadSignature, MalformedInput
from sealwax.signatures import (
    P256,
    SECP256K1,
    compressed_point,
    decode_point,
    decode_scalar,
    to_low_s,
    uncompressed_point,
    verify_ecdsa,
    verify_ed25519,
)

CURVES = [P256, SECP256K1]
MESSAGE = b"message"


@pytest.fixture(params=CURVES, ids=lambda curve: curve.name)
def key(request: pytest.FixtureRequest) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(12345, request.param)


def test_points_decode_in_both_forms(key: ec.EllipticCurvePrivateKey) -> None:
    public_key = key.public_key()
    for encode in (compressed_point, uncompressed_point):
        decoded = decode_point(encode(public_key), key.curve, "it")
        assert decoded.public_numbers() == public_key.public_numbers()


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


def test_ecdsa_signatures_verify_in_both_forms(key: ec.EllipticCurvePrivateKey) -> None:
    order = key.curve.group_order
    r, s = decode_dss_signature(key.sign(MESSAGE, ec.ECDSA(SHA256())))
    for form in (s, order - s):
        signature = encode_dss_signature(r, form)
        verify_ecdsa(key.public_key(), signature, MESSAGE, "it")
        verify_ecdsa(key.public_key(), signature, hashlib.sha256(MESSAGE).digest(), "it", prehashed=True)
        assert decode_dss_signature(to_low_s(signature, order)) == (r, min(s, order - s))


def test_other_ecdsa_signatures_are_refused(key: ec.EllipticCurvePrivateKey) -> None:
    signature = key.sign(MESSAGE, ec.ECDSA(SHA256()))
    other_key = ec.derive_private_key(54321, key.curve).public_key()
    r, s = decode_dss_signature(signature)
    with pytest.raises(BadSignature, match="the signature of the thing does not verify"):
        verify_ecdsa(key.public_key(), signature, MESSAGE + b" ", "the thing")
    with pytest.raises(BadSignature):
        verify_ecdsa(other_key, signature, MESSAGE, "it")
    with pytest.raises(BadSignature):
        verify_ecdsa(key.public_key(), encode_dss_signature(s, r), MESSAGE, "it")
    with pytest.raises(BadSignature):
        verify_ecdsa(key.public_key(), signature, MESSAGE.ljust(32), "it", prehashed=True)
    with pytest.raises(MalformedInput, match="the signature of the thing is not a DER signature"):
        verify_ecdsa(key.public_key(), signature + b"\0", MESSAGE, "the thing")


def test_good_signatures_in_other_encodings_than_der_are_malformed(key: ec.EllipticCurvePrivateKey) -> None:
    signature = key.sign(MESSAGE, ec.ECDSA(SHA256()))
    r_end = 4 + signature[3]
    r, s = signature[4:r_end], signature[r_end + 2 :]

    def sequence(*parts: bytes, length: bytes | None = None) -> bytes:
        content = b"".join(parts)
        return b"\x30" + (length or bytes([len(content)])) + content

    def integer(number: bytes, length: bytes | None = None) -> bytes:
        return b"\x02" + (length or bytes([len(number)])) + number

    assert sequence(integer(r), integer(s)) == signature
    others = [
        sequence(integer(b"\0" + r), integer(s)),
        sequence(integer(r), integer(b"\0" + s)),
        sequence(integer(r), integer(s), length=b"\x81" + bytes([len(signature) - 2])),
        sequence(integer(r, b"\x81" + bytes([len(r)])), integer(s)),
        sequence(integer(r), integer(s, b"\x81" + bytes([len(s)]))),
        sequence(integer(r), integer(s), length=b"\x80") + b"\0\0",
        sequence(integer(r), integer(s), b"\5\0"),
        signature + b"\0",
        b"\x30" + signature,
        b"\x31" + signature[1:],
        r.rjust(32, b"\0")[-32:] + s.rjust(32, b"\0")[-32:],
    ]
    if r[0] == 0:
        others.append(sequence(integer(r[1:]), integer(s)))  # negative
    for other in others:
        with pytest.raises(MalformedInput):
            verify_ecdsa(key.public_key(), other, MESSAGE, "it")


def test_ed25519_signatures() -> None:
    key = ed25519.Ed25519PrivateKey.from_private_bytes(b"\5" * 32)
    public_key, signature = key.public_key().public_bytes_raw(), key.sign(MESSAGE)
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
    group_order = 2**252 + 27742317777372353535851937790883648493
    again = int.from_bytes(signature[32:], "little") + group_order
    with pytest.raises(BadSignature):
        verify_ed25519(public_key, signature[:32] + again.to_bytes(32, "little"), MESSAGE, "it")


@given(st.binary(max_size=80))
def test_no_bytes_break_the_verifiers(data: bytes) -> None:
    key = ec.derive_private_key(1, P256).public_key()
    with pytest.raises((BadSignature, MalformedInput)):
        verify_ecdsa(key, data, data, "it")
    with pytest.raises((BadSignature, MalformedInput)):
        verify_ed25519(data[:32].ljust(32), data[:64].ljust(64), b"", "it")
