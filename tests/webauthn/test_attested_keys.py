import cbor2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed448
from cryptography.hazmat.primitives.hashes import SHA256, SHA384, SHA512

from sealwax import BadSignature, MalformedInput, Unsupported
from sealwax.webauthn.attested_keys import ATTESTED_KEYS, ED448, ES384, ES512
from sealwax.webauthn.cose import CoseKey, decode_cose_key, decode_cose_key_prefix

MESSAGE = b"message"
P384, P521 = (ec.derive_private_key(12345, curve) for curve in (ec.SECP384R1(), ec.SECP521R1()))
ED448_KEY = ed448.Ed448PrivateKey.from_private_bytes(b"\5" * 57)
PRIME = 2**448 - 2**224 - 1


def fields_of(key: ec.EllipticCurvePrivateKey, alg: int, crv: int) -> dict[int, object]:
    numbers, size = key.public_key().public_numbers(), (key.curve.key_size + 7) // 8
    return {1: 2, 3: alg, -1: crv, -2: numbers.x.to_bytes(size, "big"), -3: numbers.y.to_bytes(size, "big")}


def okp(x: bytes) -> dict[int, object]:
    return {1: 1, 3: ED448, -1: 7, -2: x}


FIELDS = {
    ES384: fields_of(P384, ES384, 2),
    ES512: fields_of(P521, ES512, 3),
    ED448: okp(ED448_KEY.public_key().public_bytes_raw()),
}
SIGNATURES = {
    ES384: P384.sign(MESSAGE, ec.ECDSA(SHA384())),
    ES512: P521.sign(MESSAGE, ec.ECDSA(SHA512())),
    ED448: ED448_KEY.sign(MESSAGE),
}


def decode(fields: dict[int, object]) -> CoseKey:
    return decode_cose_key_prefix(cbor2.dumps(fields), "the key", ATTESTED_KEYS)


@pytest.mark.parametrize("alg", FIELDS)
def test_each_algorithm_verifies(alg: int) -> None:
    key = decode(FIELDS[alg])
    assert (key.alg, key.encoded) == (alg, cbor2.dumps(FIELDS[alg]))
    key.verify(SIGNATURES[alg], MESSAGE, "it")
    with pytest.raises(BadSignature, match="the signature of the thing"):
        key.verify(SIGNATURES[alg], MESSAGE + b" ", "the thing")
    for signature in (SIGNATURES[alg][:-1], SIGNATURES[alg] + b"\0", b""):
        with pytest.raises(MalformedInput):
            key.verify(signature, MESSAGE, "it")


def test_the_hash_is_that_of_the_algorithm() -> None:
    for alg, key in ((ES384, P384), (ES512, P521)):
        with pytest.raises(BadSignature):
            decode(FIELDS[alg]).verify(key.sign(MESSAGE, ec.ECDSA(SHA256())), MESSAGE, "it")


@pytest.mark.parametrize("alg", FIELDS)
def test_stamps_do_not_have_them(alg: int) -> None:
    with pytest.raises(Unsupported, match="must be a key of ES256 or EdDSA or RS256"):
        decode_cose_key(cbor2.dumps(FIELDS[alg]), "the key")


@pytest.mark.parametrize("alg", FIELDS)
def test_the_curve_is_that_of_the_algorithm(alg: int) -> None:
    for crv in {1, 2, 3, 6, 7} - {FIELDS[alg][-1]}:
        with pytest.raises(Unsupported, match="not on the curve"):
            decode({**FIELDS[alg], -1: crv})
    for other in (None, True, "P-384"):
        with pytest.raises(MalformedInput, match="must be an integer"):
            decode({**FIELDS[alg], -1: other})


@pytest.mark.parametrize("alg", [ES384, ES512])
def test_a_coordinate_has_its_length(alg: int) -> None:
    fields = FIELDS[alg]
    for label in (-2, -3):
        value = fields[label]
        assert isinstance(value, bytes)
        for other in (value[1:], b"\0" + value, value.hex(), True, None):
            with pytest.raises(MalformedInput, match=f"label {label} of the key must be a byte string of"):
                decode({**fields, label: other})
        with pytest.raises(MalformedInput, match=r"not a point on P-(384|521)"):
            decode({**fields, label: bytes(len(value))})


def encode(y: int, sign: int = 0) -> bytes:
    return y.to_bytes(56, "little") + bytes([sign])


# The points of small order; a y that is not below the prime; a last byte with more than a sign.
DEGENERATE = [
    *(encode(y, sign) for y in (0, 1, PRIME - 1) for sign in (0, 0x80)),
    encode(PRIME),
    encode(PRIME + 1),
    encode(2**448 - 1),
    encode(3, 1),
    encode(3, 0xC0),
]


@pytest.mark.parametrize("point", DEGENERATE)
def test_an_ed448_key_or_r_is_not_degenerate(point: bytes) -> None:
    with pytest.raises(MalformedInput, match="is not a usable Ed448 public key"):
        decode(okp(point))
    with pytest.raises(BadSignature):
        decode(FIELDS[ED448]).verify(point + SIGNATURES[ED448][57:], MESSAGE, "it")


def test_an_ed448_key_has_57_bytes() -> None:
    value = FIELDS[ED448][-2]
    assert isinstance(value, bytes)
    for other in (value[:-1], value + b"\0", b""):
        with pytest.raises(MalformedInput, match="must be 57 bytes"):
            decode(okp(other))
    with pytest.raises(MalformedInput, match="must be a byte string"):
        decode({**FIELDS[ED448], -2: "x"})


def test_an_s_that_is_not_below_the_order_is_refused() -> None:
    order = 2**446 - 13818066809895115352007386748515426880336692474882178609894547503885
    signature = SIGNATURES[ED448]
    s = int.from_bytes(signature[57:], "little") + order
    decode(FIELDS[ED448]).verify(signature, MESSAGE, "it")
    with pytest.raises(BadSignature):
        decode(FIELDS[ED448]).verify(signature[:57] + s.to_bytes(57, "little"), MESSAGE, "it")
