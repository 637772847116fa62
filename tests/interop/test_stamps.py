"""Stamps: ours as @turnkey/crypto verifies them, and those of @turnkey/api-key-stamper as we do.

The packages know P-256 alone: stamps of the other curves have no counterpart there.
"""

import json
from collections.abc import Callable

import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    BadSignature,
    KeyMismatch,
    MalformedInput,
    TargetKey,
    VerifiedStamp,
    verify_api_key_stamp,
)
from sealwax._codec.base64url import encode_base64url
from sealwax._codec.der import der_to_raw
from sealwax._crypto.points import P256
from tests.interop.peer import Peer, PeerError

RUNTIMES = ("node", "purejs", "browser")
"""The ways in which the stamper can sign: Node.js, JavaScript alone, or the Web Crypto API."""

ORDER = P256.group_order
KEY = ApiKey.from_private_key(b"\x1c" * 32)
KEYS = {
    "plain": KEY,
    "private key that begins with a zero": ApiKey.from_private_key(bytes(1) + b"\xa5" * 31),
    "private key of zeros and a five": ApiKey.from_private_key(bytes(31) + b"\x05"),
    "public key with an x that begins with a zero": ApiKey.from_private_key((379).to_bytes(32, "big")),
}
BODIES = {
    "empty": "",
    "ASCII": '{"organizationId":"x","timestampMs":"1"}',
    "non-ASCII": '{"userName":"Grüße, 日本語 🌊"}',
    "100 KB": "a" * 100_000,
    "100 KB of non-ASCII": "é" * 50_000,
}
# Among these signatures of KEY are two with a short r and four with a short s.
SOME_HUNDREDS = [f'{{"n":{number}}}' for number in range(300)]

each_key = pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
each_body = pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
each_runtime = pytest.mark.parametrize("runtime", RUNTIMES)


def ours(body: str, key: ApiKey = KEY) -> str:
    return ApiKeyStamper(key, deterministic=True).stamp(body).header_value


def theirs(
    peer: Peer,
    runtime: str,
    body: str,
    key: ApiKey = KEY,
    *,
    public_key: str | None = None,
    private_key: str | None = None,
) -> str:
    stamp = peer.call(
        "stamp",
        apiPublicKey=public_key or key.public_key,
        apiPrivateKey=private_key or key.private_key_hex(),
        runtimeOverride=runtime,
        body=body,
    )
    assert stamp["stampHeaderName"] == "X-Stamp"
    value: str = stamp["stampHeaderValue"]
    return value


def they_verify(peer: Peer, stamp: str, body: str) -> bool:
    fields = json.loads(peer.call("decodeBase64urlToString", input=stamp))
    assert fields["scheme"] == "SIGNATURE_SCHEME_TK_API_P256"
    verifies: bool = peer.call(
        "verifyStampSignature",
        publicKey=fields["publicKey"],
        signature=fields["signature"],
        signedData=body,
    )
    return verifies


def stamp_with(signature: str, public_key: str = KEY.public_key) -> str:
    fields = {"publicKey": public_key, "scheme": KEY.scheme, "signature": signature}
    return encode_base64url(json.dumps(fields).encode())


def raw_signature(body: str) -> bytes:
    return der_to_raw(KEY.sign_deterministic(body.encode()), ORDER)


def is_padded(number: bytes) -> bool:
    """Whether 32 bytes, taken as a DER integer as they are, have a zero in front that DER has not."""
    return number[0] == 0 and number[1] < 0x80


class TestOurs:
    @each_body
    @each_key
    def test_they_verify_ours(self, peer: Peer, key: ApiKey, body: str) -> None:
        for deterministic in (True, False):
            stamp = ApiKeyStamper(key, deterministic=deterministic).stamp(body)
            assert they_verify(peer, stamp.header_value, body)

    @each_body
    def test_a_changed_body_is_refused_by_both(self, peer: Peer, body: str) -> None:
        stamp = ours(body)
        assert not they_verify(peer, stamp, body + " ")
        with pytest.raises(BadSignature):
            verify_api_key_stamp(stamp, body + " ")

    def test_they_verify_hundreds_of_ours(self, peer: Peer) -> None:
        short = 0
        for body in SOME_HUNDREDS:
            assert they_verify(peer, ours(body), body)
            raw = raw_signature(body)
            short += (raw[0] == 0) + (raw[32] == 0)
        assert short == 6


class TestTheirs:
    @each_body
    @each_runtime
    def test_we_verify_theirs(self, peer: Peer, runtime: str, body: str) -> None:
        stamp = theirs(peer, runtime, body)
        assert verify_api_key_stamp(stamp, body) == VerifiedStamp(KEY.public_key, KEY.scheme)

    @each_key
    @each_runtime
    def test_we_verify_theirs_of_every_key(self, peer: Peer, runtime: str, key: ApiKey) -> None:
        stamp = theirs(peer, runtime, "body", key)
        assert verify_api_key_stamp(stamp, "body").public_key == key.public_key

    @each_runtime
    def test_a_changed_body_is_refused_by_both(self, peer: Peer, runtime: str) -> None:
        stamp = theirs(peer, runtime, "body")
        assert not they_verify(peer, stamp, "Body")
        with pytest.raises(BadSignature):
            verify_api_key_stamp(stamp, "Body")

    @each_runtime
    def test_we_verify_hundreds_of_theirs(self, peer: Peer, runtime: str) -> None:
        # All three write minimal DER, short numbers included; TestSignaturesConvertedFromRaw has one that
        # does not.
        for body in SOME_HUNDREDS:
            verify_api_key_stamp(theirs(peer, runtime, body), body)

    @each_body
    def test_the_deterministic_ones_are_ours_to_the_byte(self, peer: Peer, body: str) -> None:
        assert theirs(peer, "purejs", body) == ours(body)

    def test_a_character_across_two_blocks_of_the_hash(self, peer: Peer) -> None:
        for length in range(50, 70):
            body = "x" * length + "🌊é"
            assert theirs(peer, "purejs", body) == ours(body)


class TestSignaturesConvertedFromRaw:
    """toDerSignature of @turnkey/crypto strips no zeros, so that one in 256 of its signatures is not DER."""

    def test_those_with_a_superfluous_zero_are_refused_by_us_alone(self, peer: Peer) -> None:
        refused = 0
        for body in SOME_HUNDREDS:
            raw = raw_signature(body)
            stamp = stamp_with(peer.call("toDerSignature", rawSignature=raw.hex()))
            assert they_verify(peer, stamp, body)
            if is_padded(raw[:32]) or is_padded(raw[32:]):
                refused += 1
                with pytest.raises(MalformedInput, match="superfluous zero byte"):
                    verify_api_key_stamp(stamp, body)
            else:
                verify_api_key_stamp(stamp, body)
        assert refused == 3


Change = Callable[[bytes, bytes], bytes]


def integer(value: bytes) -> bytes:
    return b"\x02" + bytes([len(value)]) + value


def sequence(content: bytes) -> bytes:
    return b"\x30" + bytes([len(content)]) + content


def unsigned(number: bytes) -> bytes:
    """The content of the DER integer of 32 bytes that begin with no zero."""
    return bytes(number[0] >> 7) + number


def pair(r: bytes, s: bytes) -> bytes:
    return integer(unsigned(r)) + integer(unsigned(s))


class TestForms:
    """Other forms of a signature that verifies; all are of one body, with r and s of 32 bytes."""

    BODY = "body"

    # fromDerSignature looks at the tags, and at a length only to see that it is not too great.
    @pytest.mark.parametrize(
        "change",
        [
            pytest.param(lambda r, s: sequence(pair(r, s)) + b"\0", id="a byte after the sequence"),
            pytest.param(lambda r, s: sequence(pair(r, s) + b"\0"), id="a byte after s"),
            pytest.param(lambda r, s: b"\x30\x00" + pair(r, s), id="a sequence of length 0"),
            pytest.param(lambda r, s: sequence(integer(r) + integer(s)), id="negative numbers"),
            pytest.param(
                lambda r, s: sequence(integer(bytes(1) + r) + integer(bytes(1) + s)), id="zeros in front"
            ),
        ],
    )
    def test_accepted_by_them_alone(self, peer: Peer, change: Change) -> None:
        raw = raw_signature(self.BODY)
        r, s = raw[:32], raw[32:]
        assert (r[0] < 0x80, s[0] < 0x80) == (False, True), "each change has to change something"
        assert sequence(pair(r, s)) == KEY.sign_deterministic(self.BODY.encode())
        stamp = stamp_with(change(r, s).hex())
        assert they_verify(peer, stamp, self.BODY)
        with pytest.raises(MalformedInput):
            verify_api_key_stamp(stamp, self.BODY)

    @pytest.mark.parametrize(
        "change",
        [
            pytest.param(lambda r, s: r + s, id="raw"),
            pytest.param(lambda _r, _s: b"", id="nothing"),
            pytest.param(lambda r, s: sequence(pair(r, s))[:-1], id="a byte short"),
            pytest.param(
                lambda r, s: b"\x30\x81" + sequence(pair(r, s))[1:], id="the length in the long form"
            ),
            pytest.param(
                lambda r, s: sequence(integer(bytes(2) + r) + integer(unsigned(s))), id="two zeros in front"
            ),
        ],
    )
    def test_refused_by_both(self, peer: Peer, change: Change) -> None:
        raw = raw_signature(self.BODY)
        stamp = stamp_with(change(raw[:32], raw[32:]).hex())
        with pytest.raises(PeerError):
            they_verify(peer, stamp, self.BODY)
        with pytest.raises(MalformedInput):
            verify_api_key_stamp(stamp, self.BODY)

    @pytest.mark.parametrize(
        "change",
        [
            pytest.param(lambda _r, s: sequence(integer(b"\0") + integer(unsigned(s))), id="r of 0"),
            pytest.param(lambda r, _s: sequence(integer(unsigned(r)) + integer(b"\0")), id="s of 0"),
            pytest.param(
                lambda _r, s: sequence(pair(ORDER.to_bytes(32, "big"), s)), id="r of the curve's order"
            ),
        ],
    )
    def test_numbers_out_of_range_are_refused_by_both(self, peer: Peer, change: Change) -> None:
        raw = raw_signature(self.BODY)
        stamp = stamp_with(change(raw[:32], raw[32:]).hex())
        assert not they_verify(peer, stamp, self.BODY)
        with pytest.raises(MalformedInput):
            verify_api_key_stamp(stamp, self.BODY)

    def test_low_s_and_high_s_are_accepted_by_both(self, peer: Peer) -> None:
        raw = raw_signature(self.BODY)
        twin = (ORDER - int.from_bytes(raw[32:], "big")).to_bytes(32, "big")
        for s in (raw[32:], twin):
            stamp = stamp_with(sequence(pair(raw[:32], s)).hex())
            assert they_verify(peer, stamp, self.BODY)
            verify_api_key_stamp(stamp, self.BODY)

    def test_upper_case_is_accepted_by_both_and_mixed_case_by_them_alone(self, peer: Peer) -> None:
        signature = KEY.sign_deterministic(self.BODY.encode()).hex()
        upper = stamp_with(signature.upper(), KEY.public_key.upper())
        assert they_verify(peer, upper, self.BODY)
        assert verify_api_key_stamp(upper, self.BODY).public_key == KEY.public_key
        mixed = stamp_with(signature[:70] + signature[70:].upper())
        assert they_verify(peer, mixed, self.BODY)
        # One value has two spellings at most.
        with pytest.raises(MalformedInput, match="mixes upper and lower case"):
            verify_api_key_stamp(mixed, self.BODY)

    def test_base64url_with_junk_in_it_is_read_by_them_alone(self, peer: Peer) -> None:
        stamp = ours(self.BODY)
        for spelled in (f"{stamp[:8]} {stamp[8:]}", f"{stamp}\n", f"{stamp[:8]}!{stamp[8:]}"):
            assert they_verify(peer, spelled, self.BODY)
            with pytest.raises(MalformedInput, match="not base64url"):
                verify_api_key_stamp(spelled, self.BODY)


class TestKeys:
    def test_the_key_of_another_is_refused_by_both(self, peer: Peer) -> None:
        other = KEYS["private key of zeros and a five"]
        stamp = stamp_with(KEY.sign_deterministic(b"body").hex(), other.public_key)
        assert not they_verify(peer, stamp, "body")
        with pytest.raises(BadSignature):
            verify_api_key_stamp(stamp, "body")

    def test_what_is_no_point_is_refused_by_both(self, peer: Peer) -> None:
        stamp = stamp_with(KEY.sign_deterministic(b"body").hex(), "02" + "ff" * 32)
        with pytest.raises(PeerError, match="Point is not on curve"):
            they_verify(peer, stamp, "body")
        with pytest.raises(MalformedInput, match="not a point"):
            verify_api_key_stamp(stamp, "body")

    @pytest.mark.parametrize("runtime", ["node", "browser"])
    def test_an_uncompressed_public_key_is_passed_on_and_verified_by_them_alone(
        self, peer: Peer, runtime: str
    ) -> None:
        # The protocol's form of a stamp's key is the compressed one, and ours is the only form for one key.
        uncompressed = TargetKey.from_private_key(KEY.private_key_hex()).public_key
        stamp = theirs(peer, runtime, "body", public_key=uncompressed)
        assert they_verify(peer, stamp, "body")
        with pytest.raises(MalformedInput, match="must be 33"):
            verify_api_key_stamp(stamp, "body")

    @pytest.mark.parametrize(
        "other",
        [
            pytest.param(KEYS["private key of zeros and a five"].public_key, id="of P-256"),
            pytest.param(ApiKey.from_private_key(b"\x09" * 32, "secp256k1").public_key, id="of secp256k1"),
        ],
    )
    def test_a_pair_that_does_not_belong_together(self, peer: Peer, other: str) -> None:
        for runtime, complaint in (("purejs", "Bad API key"), ("browser", "Invalid keyData")):
            with pytest.raises(PeerError, match=complaint):
                theirs(peer, runtime, "body", public_key=other)
        # With Node.js they do not look, and stamp in a way that verifies nowhere.
        stamp = theirs(peer, "node", "body", public_key=other)
        assert not they_verify(peer, stamp, "body")
        with pytest.raises(BadSignature):
            verify_api_key_stamp(stamp, "body")
        with pytest.raises(KeyMismatch):
            ApiKey.from_private_key(KEY.private_key_hex(), public_key=other)

    def test_they_have_no_stamps_of_ed25519(self, peer: Peer) -> None:
        key = ApiKey.from_private_key(b"\x09" * 32, "ed25519")
        for runtime in RUNTIMES:
            with pytest.raises(PeerError, match=r"invalid public key|Bad API key"):
                theirs(peer, runtime, "body", key)

    @pytest.mark.parametrize("runtime", ["node", "browser"])
    def test_a_private_key_without_its_leading_zeros_is_filled_up_by_them_alone(
        self, peer: Peer, runtime: str
    ) -> None:
        key = KEYS["private key of zeros and a five"]
        verify_api_key_stamp(theirs(peer, runtime, "body", key, private_key="05"), "body")
        # A key that lacks digits is more likely one that was cut off.
        with pytest.raises(MalformedInput, match="32 bytes"):
            ApiKey.from_private_key("05")


class TestTextThatIsNotUnicode:
    """A lone surrogate, which no UTF-8 has: we refuse it, as what would be sent is not what was given."""

    BODY = '{"name":"\ud800"}'

    def test_we_refuse_it(self) -> None:
        with pytest.raises(MalformedInput, match="lone surrogate"):
            ApiKeyStamper(KEY).stamp(self.BODY)

    @pytest.mark.parametrize("runtime", ["node", "browser"])
    def test_they_sign_the_replacement_character(self, peer: Peer, runtime: str) -> None:
        stamp = theirs(peer, runtime, self.BODY)
        assert they_verify(peer, stamp, self.BODY)
        verify_api_key_stamp(stamp, self.BODY.replace("\ud800", "\ufffd"))

    def test_they_sign_something_else_in_javascript_alone(self, peer: Peer) -> None:
        stamp = theirs(peer, "purejs", self.BODY)
        assert not they_verify(peer, stamp, self.BODY)
        with pytest.raises(BadSignature):
            verify_api_key_stamp(stamp, self.BODY.replace("\ud800", "\ufffd"))
        verify_api_key_stamp(stamp, self.BODY.replace("\ud800", ""))
