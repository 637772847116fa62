import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

from sealwax import BadSignature, MalformedInput, SealwaxError, Unsupported
from sealwax.webauthn.attested_keys import ATTESTED_KEYS
from sealwax.webauthn.cose import CoseKey, decode_cose_key_prefix
from sealwax.webauthn.tpm import check_certify_info, check_public_area
from sealwax_vectors.makers.attestation_statements import certify_info, public_area, sized
from sealwax_vectors.makers.rsa_key import RSA_KEY

from . import w3c
from .test_statements import RS256_KEY

SIGNED = b"what was signed"
NULL, SHA256, SHA384, SHA512 = (bytes.fromhex(digits) for digits in ("0010", "000b", "000c", "000d"))


def decode(cose: bytes) -> CoseKey:
    return decode_cose_key_prefix(cose, "the key", ATTESTED_KEYS)


KEYS = {name: decode(w3c.vector(f"packed.{name}").cose_key) for name in ("ES256", "ES384", "ES512", "EdDSA")}
KEYS["RS256"] = decode(RS256_KEY)
ECDSA = {
    name: bytes.fromhex("0018") + digest for name, digest in zip(KEYS, (SHA256, SHA384, SHA512), strict=False)
}
RSASSA = bytes.fromhex("0014") + SHA256


def area(name: str, **changes: bytes) -> bytes:
    key = KEYS[name].key
    assert not isinstance(key, bytes)
    return public_area(key, **changes)


def name_of(encoded: bytes, key: CoseKey) -> bytes:
    return check_public_area(encoded, key, "it")


class TestPublicArea:
    @pytest.mark.parametrize("name", ["ES256", "ES384", "ES512", "RS256"])
    def test_it_is_the_key(self, name: str) -> None:
        encoded = area(name)
        assert name_of(encoded, KEYS[name]) == SHA256 + hashlib.sha256(encoded).digest()
        with_scheme = area(name, scheme=ECDSA.get(name, RSASSA))
        assert name_of(with_scheme, KEYS[name]) == SHA256 + hashlib.sha256(with_scheme).digest()

    def test_its_name_has_the_hash_of_the_area(self) -> None:
        for number, digest in ((SHA384, hashlib.sha384), (SHA512, hashlib.sha512)):
            encoded = area("ES256", nameAlg=number)
            assert name_of(encoded, KEYS["ES256"]) == number + digest(encoded).digest()

    @pytest.mark.parametrize("name", ["ES256", "RS256"])
    @pytest.mark.parametrize(
        "changes",
        [
            {"nameAlg": bytes.fromhex("0004")},
            {"nameAlg": NULL},
            {"type": bytes.fromhex("0008")},
            {"type": bytes.fromhex("0025")},
            {"symmetric": bytes.fromhex("0006")},
            {"scheme": bytes.fromhex("0016") + SHA256},
            {"scheme": bytes.fromhex("0014") + SHA384},
            {"scheme": bytes.fromhex("0018") + SHA384},
            {"scheme": bytes.fromhex("0018") + NULL},
        ],
    )
    def test_other_kinds_are_unsupported(self, name: str, changes: dict[str, bytes]) -> None:
        with pytest.raises(Unsupported, match="`pubArea` of it must be"):
            name_of(area(name, **changes), KEYS[name])

    def test_other_curves_and_derivations_are_unsupported(self) -> None:
        for changes in ({"curveID": bytes.fromhex("0002")}, {"kdf": bytes.fromhex("0020")}):
            with pytest.raises(Unsupported, match="`pubArea` of it must be"):
                name_of(area("ES256", **changes), KEYS["ES256"])
        with pytest.raises(Unsupported, match="must be a key with the signing scheme"):
            name_of(area("ES256", scheme=RSASSA), KEYS["ES256"])
        with pytest.raises(Unsupported, match="must be a key with the signing scheme"):
            name_of(area("RS256", scheme=ECDSA["ES256"]), KEYS["RS256"])

    @pytest.mark.parametrize("name", ["ES256", "ES384", "ES512", "RS256"])
    def test_another_key_is_refused(self, name: str) -> None:
        for other in KEYS.keys() - {name}:
            with pytest.raises(BadSignature, match="`pubArea` of it is not the credential's key"):
                name_of(area(name), KEYS[other])

    def test_each_coordinate_and_the_curve_are_compared(self) -> None:
        key = KEYS["ES256"].key
        assert isinstance(key, ec.EllipticCurvePublicKey)
        numbers = key.public_numbers()
        for x, y in ((numbers.x ^ 1, numbers.y), (numbers.x, numbers.y ^ 1), (numbers.y, numbers.x)):
            unique = b"".join(sized(number.to_bytes(32, "big")) for number in (x, y))
            with pytest.raises(BadSignature):
                name_of(area("ES256", unique=unique), KEYS["ES256"])
        with pytest.raises(BadSignature):
            name_of(area("ES256", curveID=bytes.fromhex("0004")), KEYS["ES256"])

    def test_the_modulus_and_the_exponent_are_compared(self) -> None:
        n = RSA_KEY.public_key().public_numbers().n
        assert name_of(area("RS256", exponent=(65537).to_bytes(4, "big")), KEYS["RS256"])
        for changes in (
            {"exponent": (3).to_bytes(4, "big")},
            {"unique": sized((n ^ 2).to_bytes(256, "big"))},
        ):
            with pytest.raises(BadSignature):
                name_of(area("RS256", **changes), KEYS["RS256"])
        for bits in (2047, 2049, 1024):
            with pytest.raises(MalformedInput, match="the stated length"):
                name_of(area("RS256", keyBits=bits.to_bytes(2, "big")), KEYS["RS256"])

    @pytest.mark.parametrize("name", ["ES256", "RS256"])
    def test_it_ends_where_it_ends(self, name: str) -> None:
        whole = area(name)
        with pytest.raises(MalformedInput, match="1 bytes after its end"):
            name_of(whole + b"\0", KEYS[name])
        for length in range(len(whole)):
            with pytest.raises(MalformedInput, match="ends within a field"):
                name_of(whole[:length], KEYS[name])


class TestCertifyInfo:
    AREA = area("ES256")
    NAME = SHA256 + hashlib.sha256(AREA).digest()
    EXTRA = hashlib.sha256(SIGNED).digest()

    def check(self, info: bytes) -> None:
        check_certify_info(info, extra_data=self.EXTRA, name=self.NAME, label="it")

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"magic": bytes.fromhex("ff544346")}, "not a TPM's certification"),
            ({"magic": bytes(4)}, "not a TPM's certification"),
            ({"type": bytes.fromhex("8018")}, "not a TPM's certification"),
            ({"type": bytes.fromhex("801a")}, "not a TPM's certification"),
            ({"extraData": sized(bytes(32))}, "another registration"),
            ({"extraData": sized(EXTRA[:-1])}, "another registration"),
            ({"extraData": sized(EXTRA + b"\0")}, "another registration"),
            ({"extraData": sized(b"")}, "another registration"),
            ({"name": sized(NAME[2:])}, "does not certify the key"),
            ({"name": sized(SHA384 + NAME[2:])}, "does not certify the key"),
            ({"name": sized(NAME[:-1])}, "does not certify the key"),
            ({"name": sized(NAME[:-1] + bytes([NAME[-1] ^ 1]))}, "does not certify the key"),
            ({"name": sized(b"")}, "does not certify the key"),
        ],
    )
    def test_other_values_are_refused(self, changes: dict[str, bytes], message: str) -> None:
        with pytest.raises(BadSignature, match=message):
            self.check(certify_info(self.AREA, SIGNED, **changes))

    def test_it_ends_where_it_ends(self) -> None:
        whole = certify_info(self.AREA, SIGNED)
        with pytest.raises(MalformedInput, match="2 bytes after its end"):
            self.check(whole + b"\0\0")
        for length in range(len(whole)):
            with pytest.raises(MalformedInput, match="ends within a field"):
                self.check(whole[:length])


@given(st.binary(max_size=200))
def test_any_bytes_are_refused_or_read(data: bytes) -> None:
    for prefix in (b"", area("ES256")[:10], area("RS256")[:10]):
        with pytest.raises(SealwaxError):
            name_of(prefix + data, KEYS["ES256"])
        with pytest.raises(SealwaxError):
            check_certify_info(prefix + data, extra_data=b"x", name=b"y", label="it")
