"""The encodings beneath it all: signatures, points, hex, base64url, base58."""

import hashlib

import pytest

from sealwax import ApiKey, MalformedInput, TargetKey
from sealwax._codec.base58 import decode_base58, decode_base58check, encode_base58, encode_base58check
from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._codec.der import der_to_raw, raw_to_der
from sealwax._codec.hex import decode_hex
from sealwax._crypto.points import P256, SECP256K1, compressed_point, decode_point, uncompressed_point
from tests.interop.peer import Peer, PeerError

ORDER = P256.group_order

# What r and s may look like: one byte, a high bit or none after zeros, the greatest of all.
NUMBERS = [
    number.to_bytes(32, "big")
    for number in (1, 0x7F, 0x80, 0xFF, 0x100, 1 << 240, (1 << 248) - 1, 1 << 247, 1 << 254, ORDER - 1)
]
BYTES = [
    b"",
    b"\0",
    b"\0\0\1",
    b"\xff" * 32,
    bytes(33),
    *(bytes(range(n, n + 40)) for n in range(0, 200, 40)),
]


def hashed(number: int) -> bytes:
    return hashlib.sha256(b"%d" % number).digest()


def strips_no_zeros(raw: bytes) -> bool:
    """Whether taking 32 bytes as a DER integer as they are leaves a superfluous zero in front."""
    return any(half[0] == 0 and half[1] < 0x80 for half in (raw[:32], raw[32:]))


class TestSignatures:
    def check(self, peer: Peer, raw: bytes) -> None:
        der = raw_to_der(raw, ORDER)
        assert peer.call("fromDerSignature", derSignature=der.hex()) == raw.hex()
        assert der_to_raw(der, ORDER) == raw
        theirs = bytes.fromhex(peer.call("toDerSignature", rawSignature=raw.hex()))
        if strips_no_zeros(raw):
            assert theirs != der
            assert peer.call("fromDerSignature", derSignature=theirs.hex()) == raw.hex()
            with pytest.raises(MalformedInput, match="superfluous zero byte"):
                der_to_raw(theirs, ORDER)
        else:
            assert theirs == der

    @pytest.mark.parametrize("r", NUMBERS)
    def test_both_agree_on_the_edges(self, peer: Peer, r: bytes) -> None:
        # But for toDerSignature, which strips no zeros.
        for s in NUMBERS:
            self.check(peer, r + s)

    def test_both_agree_on_hundreds(self, peer: Peer) -> None:
        for number in range(300):
            self.check(peer, hashed(number) + hashed(-number - 1))

    @pytest.mark.parametrize(
        "raw",
        [
            pytest.param(bytes(64), id="zeros"),
            pytest.param(b"\xff" * 64, id="out of range"),
            pytest.param(b"\1" * 63, id="63 bytes"),
            pytest.param(b"\1" * 65, id="65 bytes"),
        ],
    )
    def test_what_is_no_signature_is_converted_by_them_alone(self, peer: Peer, raw: bytes) -> None:
        assert peer.call("toDerSignature", rawSignature=raw.hex()).startswith("30")
        with pytest.raises(MalformedInput):
            raw_to_der(raw, ORDER)

    @pytest.mark.parametrize("length", [0, 1, 32])
    def test_half_a_signature_is_refused_by_both(self, peer: Peer, length: int) -> None:
        with pytest.raises(PeerError):
            peer.call("toDerSignature", rawSignature="11" * length)
        with pytest.raises(MalformedInput):
            raw_to_der(b"\x11" * length, ORDER)


class TestPoints:
    def test_both_compress_and_uncompress_alike(self, peer: Peer) -> None:
        # 43 and 379 are the first keys whose y or x begins with a zero.
        for number in [*range(1, 100), 379, 442, 552]:
            private_key = number.to_bytes(32, "big").hex()
            uncompressed = TargetKey.from_private_key(private_key).public_key
            compressed = ApiKey.from_private_key(private_key).public_key
            assert peer.call("compressRawPublicKey", rawPublicKey=uncompressed) == compressed
            assert peer.call("uncompressRawPublicKey", rawPublicKey=compressed) == uncompressed
            point = decode_point(bytes.fromhex(compressed), P256, "it")
            assert uncompressed_point(point).hex() == uncompressed
            assert compressed_point(point).hex() == compressed

    def test_both_uncompress_points_of_secp256k1_alike(self, peer: Peer) -> None:
        for number in range(1, 50):
            key = ApiKey.from_private_key(number.to_bytes(32, "big"), "secp256k1")
            point = decode_point(bytes.fromhex(key.public_key), SECP256K1, "it")
            theirs = peer.call("uncompressRawPublicKey", rawPublicKey=key.public_key, curve="CURVE_SECP256K1")
            assert theirs == uncompressed_point(point).hex()

    def test_both_derive_the_same_public_keys(self, peer: Peer) -> None:
        for private_key in (b"\x07" * 32, bytes(31) + b"\1", (ORDER - 1).to_bytes(32, "big")):
            digits = private_key.hex()
            compressed = peer.call("getPublicKey", privateKey=digits, isCompressed=True)
            uncompressed = peer.call("getPublicKey", privateKey=digits, isCompressed=False)
            assert compressed == ApiKey.from_private_key(digits).public_key
            assert uncompressed == TargetKey.from_private_key(digits).public_key

    def test_we_take_the_key_pairs_that_they_generate(self, peer: Peer) -> None:
        for _ in range(20):
            pair = peer.call("generateP256KeyPair")
            api_key = ApiKey.from_private_key(pair["privateKey"], public_key=pair["publicKey"])
            assert api_key.public_key == pair["publicKey"]
            assert TargetKey.from_private_key(pair["privateKey"]).public_key == pair["publicKeyUncompressed"]

    @pytest.mark.parametrize("private_key", [bytes(32), ORDER.to_bytes(32, "big"), b"\1" * 31, b"\1" * 33])
    def test_what_is_no_private_key_is_refused_by_both(self, peer: Peer, private_key: bytes) -> None:
        with pytest.raises(PeerError):
            peer.call("getPublicKey", privateKey=private_key.hex(), isCompressed=True)
        with pytest.raises(MalformedInput):
            ApiKey.from_private_key(private_key)

    def test_both_agree_on_which_x_is_on_the_curve(self, peer: Peer) -> None:
        on_the_curve = 0
        for x in range(100):
            point = bytes([2]) + x.to_bytes(32, "big")
            try:
                theirs = peer.call("uncompressRawPublicKey", rawPublicKey=point.hex())
            except PeerError:
                with pytest.raises(MalformedInput):
                    decode_point(point, P256, "it")
            else:
                on_the_curve += 1
                assert uncompressed_point(decode_point(point, P256, "it")).hex() == theirs
        assert 0 < on_the_curve < 100

    @pytest.mark.parametrize(
        "point",
        [
            pytest.param(b"", id="nothing"),
            pytest.param(b"\5" + b"\x11" * 32, id="no such form"),
            pytest.param(b"\2" + b"\xff" * 32, id="x beyond the field"),
            pytest.param(b"\2" + b"\x11" * 31, id="a byte short"),
        ],
    )
    def test_what_is_no_point_is_refused_by_both(self, peer: Peer, point: bytes) -> None:
        with pytest.raises(PeerError):
            peer.call("uncompressRawPublicKey", rawPublicKey=point.hex())
        with pytest.raises(MalformedInput):
            decode_point(point, P256, "it")

    def test_they_compress_what_is_no_point_without_a_look(self, peer: Peer) -> None:
        nowhere = "04" + "00" * 64
        assert peer.call("compressRawPublicKey", rawPublicKey=nowhere) == "02" + "00" * 32
        with pytest.raises(MalformedInput):
            decode_point(bytes.fromhex(nowhere), P256, "it")


class TestHex:
    @pytest.mark.parametrize("content", BYTES[1:])
    def test_both_agree(self, peer: Peer, content: bytes) -> None:
        assert peer.call("uint8ArrayToHexString", input=content.hex()) == content.hex()
        for digits in (content.hex(), content.hex().upper()):
            assert peer.call("uint8ArrayFromHexString", hexString=digits) == content.hex()
            assert decode_hex(digits, "it") == content

    @pytest.mark.parametrize("text", ["0", "zz", "0x00", " 00", "00\n00", "\N{FULLWIDTH DIGIT ZERO}0"])
    def test_what_is_no_hex_is_refused_by_both(self, peer: Peer, text: str) -> None:
        with pytest.raises(PeerError, match="invalid hex"):
            peer.call("uint8ArrayFromHexString", hexString=text)
        with pytest.raises(MalformedInput, match="not hex"):
            decode_hex(text, "it")

    def test_mixed_case_is_read_by_them_alone(self, peer: Peer) -> None:
        assert peer.call("uint8ArrayFromHexString", hexString="aB") == "ab"
        with pytest.raises(MalformedInput, match="mixes upper and lower case"):
            decode_hex("aB", "it")

    def test_no_digits_are_no_bytes_to_us_alone(self, peer: Peer) -> None:
        # What must not be empty is checked for its length where it is used.
        assert decode_hex("", "it") == b""
        with pytest.raises(PeerError, match="invalid hex"):
            peer.call("uint8ArrayFromHexString", hexString="")


class TestBase64url:
    @pytest.mark.parametrize("content", BYTES[1:])
    def test_both_agree(self, peer: Peer, content: bytes) -> None:
        text = encode_base64url(content)
        assert peer.call("hexStringToBase64url", input=content.hex()) == text
        # They give the bytes as a string of characters below 256.
        assert peer.call("decodeBase64urlToString", input=text).encode("latin-1") == content
        padded = text + "=" * (-len(text) % 4)
        assert peer.call("decodeBase64urlToString", input=padded).encode("latin-1") == content
        assert decode_base64url(padded, "it") == content

    @pytest.mark.parametrize(
        ("text", "read"),
        [
            pytest.param("Zh", "f", id="stray bits"),
            pytest.param("Zm9v\n", "foo", id="white space"),
            pytest.param("Zm9!v", "foo", id="another character"),
            pytest.param("Zm+/", "fo\xbf", id="the alphabet of plain base64"),
            pytest.param("Zg=", "f", id="half its padding"),
            pytest.param("Z", "", id="a single digit"),
        ],
    )
    def test_what_is_almost_base64url_is_read_by_them_alone(self, peer: Peer, text: str, read: str) -> None:
        assert peer.call("decodeBase64urlToString", input=text) == read
        with pytest.raises(MalformedInput, match="not base64url"):
            decode_base64url(text, "it")


class TestBase58:
    @pytest.mark.parametrize("content", BYTES)
    def test_both_agree(self, peer: Peer, content: bytes) -> None:
        plain, checked = encode_base58(content), encode_base58check(content)
        assert peer.call("bs58Encode", input=content.hex()) == plain
        assert peer.call("bs58checkEncode", input=content.hex()) == checked
        assert peer.call("bs58Decode", input=plain) == content.hex()
        assert peer.call("bs58checkDecode", input=checked) == content.hex()
        assert decode_base58(plain, "it") == decode_base58check(checked, "it") == content

    @pytest.mark.parametrize("text", ["0", "O", "I", "l", " 2", "2\n", "é"])
    def test_what_is_no_base58_is_refused_by_both(self, peer: Peer, text: str) -> None:
        with pytest.raises(PeerError, match="Non-base58"):
            peer.call("bs58Decode", input=text)
        with pytest.raises(MalformedInput, match="not base58"):
            decode_base58(text, "it")

    @pytest.mark.parametrize("text", ["", "1", "1111", encode_base58(b"content" + bytes(4))])
    def test_a_wrong_checksum_is_refused_by_both(self, peer: Peer, text: str) -> None:
        with pytest.raises(PeerError, match="Invalid checksum"):
            peer.call("bs58checkDecode", input=text)
        with pytest.raises(MalformedInput, match="wrong checksum"):
            decode_base58check(text, "it")

    def test_more_than_256_digits_are_read_by_them_alone(self, peer: Peer) -> None:
        # Reading them costs the square of their number, and nothing of the protocol has half as many.
        assert peer.call("bs58Decode", input="2" * 257)
        with pytest.raises(MalformedInput, match="more than 256 digits"):
            decode_base58("2" * 257, "it")
