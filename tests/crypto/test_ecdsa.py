import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from hypothesis import given
from hypothesis import strategies as st

from sealwax import BadSignature, MalformedInput
from sealwax._crypto.ecdsa import to_low_s, verify_ecdsa
from sealwax._crypto.ed25519 import verify_ed25519
from sealwax._crypto.points import P256, SECP256K1

CURVES = [P256, SECP256K1]
MESSAGE = b"message"


@pytest.fixture(params=CURVES, ids=lambda curve: curve.name)
def key(request: pytest.FixtureRequest) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(12345, request.param)


def test_the_middle_of_the_order_is_where_low_ends(key: ec.EllipticCurvePrivateKey) -> None:
    # The order is odd: n-s of the last low s is the first high one.
    order = key.curve.group_order
    low, high = (encode_dss_signature(1, s) for s in (order // 2, order // 2 + 1))
    assert (to_low_s(low, order), to_low_s(high, order)) == (low, low)


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


@given(st.binary(max_size=80))
def test_no_bytes_break_the_verifiers(data: bytes) -> None:
    key = ec.derive_private_key(1, P256).public_key()
    with pytest.raises((BadSignature, MalformedInput)):
        verify_ecdsa(key, data, data, "it")
    with pytest.raises((BadSignature, MalformedInput)):
        verify_ed25519(data[:32].ljust(32), data[:64].ljust(64), b"", "it")
