import base64

import cbor2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding
from cryptography.hazmat.primitives.hashes import SHA256
from hypothesis import given
from hypothesis import strategies as st

from sealwax import BadSignature, MalformedInput, SealwaxError, Unsupported
from sealwax._crypto.points import P256
from sealwax._limits import MAX_COSE_KEY_BYTES
from sealwax.webauthn.cose import (
    EDDSA,
    ES256,
    RS256,
    decode_cose_key,
    decode_cose_key_prefix,
    encode_eddsa_key,
    encode_es256_key,
)
from sealwax_vectors.makers.rsa_key import RSA_KEY
from tests.loops import failures

MESSAGE = b"message"
EC_KEY = ec.derive_private_key(12345, P256)
ED_KEY = ed25519.Ed25519PrivateKey.from_private_bytes(b"\5" * 32)
ES256_KEY = encode_es256_key(EC_KEY.public_key())
EDDSA_KEY = encode_eddsa_key(ED_KEY.public_key().public_bytes_raw())


def rsa_fields(n: int | None = None, e: int = 65537) -> dict[int, object]:
    modulus = RSA_KEY.public_key().public_numbers().n if n is None else n
    size = (modulus.bit_length() + 7) // 8
    return {
        1: 3,
        3: -257,
        -1: modulus.to_bytes(size, "big"),
        -2: e.to_bytes((e.bit_length() + 7) // 8, "big"),
    }


RS256_KEY = cbor2.dumps(rsa_fields())
SIGNED = {
    ES256: (ES256_KEY, EC_KEY.sign(MESSAGE, ec.ECDSA(SHA256()))),
    EDDSA: (EDDSA_KEY, ED_KEY.sign(MESSAGE)),
    RS256: (RS256_KEY, RSA_KEY.sign(MESSAGE, padding.PKCS1v15(), SHA256())),
}


@pytest.mark.parametrize("alg", SIGNED)
def test_each_algorithm_verifies(alg: int) -> None:
    encoded, signature = SIGNED[alg]
    key = decode_cose_key(encoded, "it")
    assert (key.alg, key.encoded) == (alg, encoded)
    key.verify(signature, MESSAGE, "it")
    with pytest.raises(BadSignature, match="the signature of the thing"):
        key.verify(signature, MESSAGE + b" ", "the thing")
    with pytest.raises((BadSignature, MalformedInput)):
        key.verify(signature[:-1], MESSAGE, "it")
    with pytest.raises((BadSignature, MalformedInput)):
        key.verify(b"", MESSAGE, "it")


def test_the_encoding_is_that_of_rfc9053() -> None:
    numbers = EC_KEY.public_key().public_numbers()
    x, y = numbers.x.to_bytes(32, "big").hex(), numbers.y.to_bytes(32, "big").hex()
    assert ES256_KEY.hex() == f"a5010203262001215820{x}225820{y}"
    assert EDDSA_KEY.hex() == f"a4010103272006215820{ED_KEY.public_key().public_bytes_raw().hex()}"


@pytest.mark.parametrize("position", [*range(10), *range(42, 45)])
def test_no_byte_before_a_coordinate_may_differ(position: int) -> None:
    encoded = bytearray(ES256_KEY)
    encoded[position] ^= 1
    with pytest.raises((MalformedInput, Unsupported), match="the key"):
        decode_cose_key(bytes(encoded), "the key")


def check_a_key_that_is_cut_is_malformed(length: int) -> None:
    with pytest.raises(MalformedInput, match="the key is not plain CBOR"):
        decode_cose_key(ES256_KEY[:length], "the key")


def test_a_key_that_is_cut_is_malformed() -> None:
    assert failures(check_a_key_that_is_cut_is_malformed, range(len(ES256_KEY))) == []


def test_a_key_as_text_is_named() -> None:
    for text in (base64.b64encode(ES256_KEY), base64.urlsafe_b64encode(ES256_KEY), ES256_KEY.hex().encode()):
        with pytest.raises(MalformedInput, match=r"^the key is not a COSE key: it is base64 or hex text"):
            decode_cose_key(text, "the key")


@pytest.mark.parametrize("alg", SIGNED)
def test_a_prefix_says_where_it_ends(alg: int) -> None:
    encoded, _ = SIGNED[alg]
    assert decode_cose_key_prefix(encoded + b"\xa0rest", "it").encoded == encoded
    with pytest.raises(MalformedInput, match="1 bytes after its end"):
        decode_cose_key(encoded + b"\0", "it")


def changed(encoded: bytes, **changes: object) -> bytes:
    """A key with labels changed: ``_3`` is label 3, ``m1`` label -1; None leaves one out."""
    labels = {int(name.replace("_", "").replace("m", "-")): value for name, value in changes.items()}
    fields = {**cbor2.loads(encoded), **labels}
    return cbor2.dumps({label: value for label, value in fields.items() if value is not None})


@pytest.mark.parametrize("alg", SIGNED)
def test_labels_that_are_not_known_are_ignored(alg: int) -> None:
    encoded, signature = SIGNED[alg]
    decode_cose_key(changed(encoded, _2=b"kid", _4=[2]), "it").verify(signature, MESSAGE, "it")


@pytest.mark.parametrize(
    "encoded",
    [
        b"",
        b"\x80",
        b"\xa0",
        b"\x01",
        changed(ES256_KEY, _1=None),
        changed(ES256_KEY, _3=None),
        changed(ES256_KEY, _1=True),
        changed(ES256_KEY, _1="EC2"),
        changed(ES256_KEY, _3="ES256"),
        changed(ES256_KEY, _3=-7.0),
        changed(ES256_KEY, m1=None),
        changed(ES256_KEY, m1="P-256"),
        changed(ES256_KEY, m2=None),
        changed(ES256_KEY, m3=None),
        changed(ES256_KEY, m3=True),  # the compressed form, which WebAuthn does not have
        changed(ES256_KEY, m2=b"\1" * 31),
        changed(ES256_KEY, m2=b"\1" * 33),
        changed(ES256_KEY, m2=b"\1" * 32),  # off the curve
        changed(ES256_KEY, m2="x" * 32),
        changed(ES256_KEY, m2=ES256_KEY[10:41], m3=ES256_KEY[41:42] + ES256_KEY[45:]),  # 31 bytes, and 33
        changed(ES256_KEY, m2=ES256_KEY[10:42] + ES256_KEY[45:46], m3=ES256_KEY[46:]),
        changed(EDDSA_KEY, m1=None),
        changed(EDDSA_KEY, m2=None),
        changed(EDDSA_KEY, m2=b"\1" * 31),
        changed(RS256_KEY, m1=None),
        changed(RS256_KEY, m2=None),
        changed(RS256_KEY, m1=65537),
        changed(RS256_KEY, m1=b""),
        changed(RS256_KEY, m2=b""),
        changed(RS256_KEY, m2=b"\0\1\0\1"),  # leading zeros
        changed(RS256_KEY, m1=b"\0" + rsa_fields()[-1]),  # type: ignore[operator]
        cbor2.dumps(rsa_fields(n=2**2047 - 1)),  # 2047 bits
        cbor2.dumps(rsa_fields(n=2**8192 + 1)),
        cbor2.dumps(rsa_fields(n=2**2047 + 2)),
        cbor2.dumps(rsa_fields(e=1)),
        cbor2.dumps(rsa_fields(e=2)),
        cbor2.dumps(rsa_fields(e=2**31 + 1)),
        ES256_KEY[:-1],
        b"\xbf" + ES256_KEY[1:] + b"\xff",  # of indefinite length
        b"\xa6" + ES256_KEY[1:] + b"\x01\x02",  # a label twice
        cbor2.dumps({**rsa_fields(), 100: b"x" * MAX_COSE_KEY_BYTES}),
    ],
)
def test_other_keys_are_malformed(encoded: bytes) -> None:
    with pytest.raises(MalformedInput, match="the key"):
        decode_cose_key(encoded, "the key")


def test_the_largest_rsa_key_fits() -> None:
    encoded = cbor2.dumps(rsa_fields(n=2**8192 - 1))
    assert decode_cose_key(encoded, "it").alg == RS256
    assert len(encoded) <= MAX_COSE_KEY_BYTES


@given(st.binary())
def test_no_bytes_break_the_decoder(encoded: bytes) -> None:
    with pytest.raises(SealwaxError):
        decode_cose_key(encoded, "it")


labels = st.sampled_from([1, 3, -1, -2, -3])
