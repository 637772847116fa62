"""The tests of ``tests/activities/test_signature_results.py`` that take long."""

import hashlib
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ApiKey,
    BadSignature,
    ContextMismatch,
    MalformedInput,
    SealwaxError,
)
from sealwax._codec.bech32 import BECH32, BECH32M, decode_bech32, encode_bech32, to_digits
from sealwax._crypto import libsecp256k1
from sealwax._crypto.points import P256, SECP256K1, decode_point, uncompressed_point
from sealwax.activities import SignatureResult, VerifiedSignature
from sealwax.testing import sign_raw_payload
from sealwax.wallets import derive_address
from tests.activities.test_signature_results import (
    ETHEREUM,
    HEX,
    KECCAK256,
    KEY,
    KEYS,
    NO_OP,
    NOT_APPLICABLE,
    ORDER,
    OTHERS,
    P2TR,
    SHA256,
    SPARK,
    TEXT,
    made,
    needs_libsecp256k1,
    signatures,
    twin,
)
from tests.conftest import near_misses


def test_leading_zeros_are_restored() -> None:
    result = SignatureResult("1", "AB", "01")
    assert (result.r, result.s, result.v) == ("1".rjust(64, "0"), "ab".rjust(64, "0"), "01")
    assert result.to_raw() == bytes(31) + b"\x01" + bytes(31) + b"\xab"
    payload, short = next(
        (payload, result) for payload, result in signatures(2000) if result.r.startswith("00")
    )
    lost = SignatureResult(short.r.lstrip("0"), short.s, short.v)
    assert lost == short
    assert len(lost.to_raw()) == 64
    assert lost.verify(payload, encoding=TEXT, hash_function=SHA256, public_key=KEY).public_key == KEY


@pytest.mark.parametrize("libsecp", [True, False])
def test_ecdsa_verifies(monkeypatch: pytest.MonkeyPatch, *, libsecp: bool) -> None:
    libsecp = libsecp and libsecp256k1.HAS_LIBSECP256K1
    monkeypatch.setattr(libsecp256k1, "HAS_LIBSECP256K1", libsecp)
    expected = VerifiedSignature(KEY, "ECDSA_SECP256K1", v_checked=libsecp)
    whole = uncompressed_point(decode_point(bytes.fromhex(KEY), SECP256K1, "the key")).hex()
    for payload, result in signatures():
        for form in (result, twin(result)):
            for key in (KEY, KEY.upper(), whole):
                verified = form.verify(payload, encoding=TEXT, hash_function=SHA256, public_key=key)
                assert verified == expected


@needs_libsecp256k1
@pytest.mark.parametrize(
    "address_format",
    [ETHEREUM, "ADDRESS_FORMAT_TRON", "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH", "ADDRESS_FORMAT_COSMOS"],
)
def test_an_address_verifies_in_place_of_the_key(address_format: str) -> None:
    address = derive_address(KEY, address_format, curve="CURVE_SECP256K1")
    other = derive_address(OTHERS["CURVE_SECP256K1"], address_format, curve="CURVE_SECP256K1")
    for payload, result in signatures(10):
        names: dict[str, Any] = {"encoding": TEXT, "hash_function": SHA256, "address_format": address_format}
        for form in (result, twin(result)):
            assert form.verify(payload, **names, address=address).public_key == KEY
            assert form.verify(payload, **names, address=address, public_key=KEY).public_key == KEY
            with pytest.raises(BadSignature):
                form.verify(payload, **names, address=other)
            with pytest.raises(BadSignature):
                form.verify(payload + "x", **names, address=address)
            wrong_v = SignatureResult(form.r, form.s, "00" if form.v == "01" else "01")
            with pytest.raises(BadSignature):
                wrong_v.verify(payload, **names, address=address)
        with pytest.raises(ContextMismatch) as caught:
            result.verify(payload, **names, address=other, public_key=KEY)
        assert caught.value.code == "wrong-address"
    for near in near_misses(address):
        with pytest.raises(BadSignature):
            made(address_format=address_format).verify(
                "hello", encoding=TEXT, hash_function=SHA256, address_format=address_format, address=near
            )


@given(st.integers(1, ORDER - 1), st.integers(1, ORDER - 1), st.sampled_from(["00", "01"]))
def test_no_numbers_are_a_signature(r: int, s: int, v: str) -> None:
    result = SignatureResult(f"{r:x}", f"{s:x}", v)
    assert (
        SignatureResult(result.to_raw().hex()[:64], result.to_raw().hex()[64:], v).to_raw() == result.to_raw()
    )
    for address_format in (None, P2TR, SPARK):
        if address_format is not None and not libsecp256k1.HAS_LIBSECP256K1:
            continue
        with pytest.raises(SealwaxError):
            result.verify(
                "hello", encoding=TEXT, hash_function=SHA256, public_key=KEY, address_format=address_format
            )


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=100))
def test_what_is_low_sverifies(secret: bytes, payload: bytes) -> None:
    if not 0 < int.from_bytes(secret, "big") < P256.group_order:
        return
    for curve, api_curve in (
        ("secp256k1", "CURVE_SECP256K1"),
        ("p256", "CURVE_P256"),
        ("ed25519", "CURVE_ED25519"),
    ):
        key = ApiKey.from_private_key(secret, curve).public_key  # type: ignore[arg-type]
        names: dict[str, Any] = {
            "encoding": HEX,
            "hash_function": NOT_APPLICABLE if curve == "ed25519" else SHA256,
        }
        result = SignatureResult(**sign_raw_payload(payload.hex(), secret, **names, curve=api_curve))
        assert result.verify(payload.hex(), **names, curve=api_curve, public_key=key).public_key == key


@needs_libsecp256k1
@pytest.mark.parametrize(
    "address_format", [P2TR, P2TR.replace("MAINNET", "SIGNET"), SPARK, "ADDRESS_FORMAT_SPARK_REGTEST"]
)
def test_bip340_verifies(address_format: str) -> None:
    names: dict[str, Any] = {"encoding": TEXT, "hash_function": SHA256, "address_format": address_format}
    address = derive_address(KEY, address_format, curve="CURVE_SECP256K1")
    other = SPARK if "P2TR" in address_format else P2TR
    for number in range(6):
        payload = f"payload {number}"
        result = made(payload, address_format=address_format)
        assert result.v == "00"
        verified = result.verify(payload, **names, public_key=KEY, address=address)
        assert verified == VerifiedSignature(KEY, "BIP340", v_checked=True)
        # The other point of the same x.
        negative = ("03" if KEY.startswith("02") else "02") + KEY[2:]
        assert result.verify(payload, **names, public_key=negative).public_key == negative
        for changed in (
            {"address_format": other},
            {"address_format": ETHEREUM},
            {"address_format": None},
            {"public_key": OTHERS["CURVE_SECP256K1"]},
            {"hash_function": KECCAK256},
        ):
            with pytest.raises(BadSignature):
                result.verify(payload, **{**names, "public_key": KEY, **changed})
        with pytest.raises(BadSignature):
            result.verify(payload + "x", **names, public_key=KEY)
        for near in near_misses(result.s):
            with pytest.raises(BadSignature):
                SignatureResult(result.r, near, "00").verify(payload, **names, public_key=KEY)
        with pytest.raises(MalformedInput, match="v must be 00"):
            SignatureResult(result.r, result.s, "01").verify(payload, **names, public_key=KEY)
    result = made(address_format=address_format)
    with pytest.raises(ContextMismatch):
        result.verify("hello", **names, public_key=KEY, address=address[:-1] + "q")


@needs_libsecp256k1
@pytest.mark.parametrize("network", ["MAINNET", "TESTNET", "SIGNET", "REGTEST"])
def test_a_p2tr_address_verifies_by_its_tweaked_key(network: str) -> None:
    name = P2TR.replace("MAINNET", network)
    names: dict[str, Any] = {"encoding": TEXT, "hash_function": SHA256, "address_format": name}
    address, other = (
        derive_address(keys["CURVE_SECP256K1"], name, curve="CURVE_SECP256K1") for keys in (KEYS, OTHERS)
    )
    for payload in ("hello", "", "payload 2", "payload 3"):
        result = made(payload, address_format=name)
        for spelled in (address, address.upper()):
            verified = result.verify(payload, **names, address=spelled)
            assert verified.kind == "BIP340"
            # The address contains the tweaked key alone.
            assert verified.public_key.startswith("02")
            assert verified.public_key != KEY
        with pytest.raises(BadSignature):
            result.verify(payload, **names, address=other)
        with pytest.raises(BadSignature):
            result.verify(payload + "x", **names, address=address)
    prefixes = {"MAINNET": "bc", "TESTNET": "tb", "SIGNET": "tb", "REGTEST": "bcrt"}
    mine, decoded = prefixes[network], decode_bech32(address, "it")
    foreign = next(prefix for prefix in prefixes.values() if prefix != mine)
    for near in (
        encode_bech32(foreign, decoded.digits, BECH32M),
        encode_bech32(mine, decoded.digits, BECH32),
        encode_bech32(mine, b"\x02" + decoded.digits[1:], BECH32M),
        encode_bech32(mine, b"\x01" + to_digits(bytes(31)), BECH32M),
        encode_bech32(mine, b"", BECH32M),
        address[:-1],
        "",
    ):
        with pytest.raises(MalformedInput):
            made(address_format=name).verify("hello", **names, address=near)


@given(*([st.text(max_size=70)] * 3), st.binary(max_size=40))
def test_any_parts_give_a_result_or_an_error_of_ours(r: str, s: str, v: str, payload: bytes) -> None:
    try:
        SignatureResult(r, s, v).verify(payload, encoding=TEXT, hash_function=SHA256, public_key=KEY)
    except SealwaxError:
        pass


@needs_libsecp256k1
def test_v_must_be_the_parity() -> None:
    for payload, result in signatures():
        wrong = SignatureResult(result.r, result.s, "00" if result.v == "01" else "01")
        with pytest.raises(BadSignature, match="v is not"):
            wrong.verify(payload, encoding=TEXT, hash_function=SHA256, public_key=KEY)


@needs_libsecp256k1
@pytest.mark.parametrize("key", [None, KEY])
def test_capitals_that_are_not_eip_55s_are_reported(key: str | None) -> None:
    address = derive_address(KEY, ETHEREUM, curve="CURVE_SECP256K1")
    names: dict[str, Any] = {"encoding": TEXT, "hash_function": SHA256, "public_key": key}
    letters = [place for place, digit in enumerate(address) if digit.isalpha() and place > 1]
    changed = [f"{address[:at]}{address[at].swapcase()}{address[at + 1 :]}" for at in letters]
    for form in (*changed, address[:2] + address[2:].swapcase()):
        verified = made().verify("hello", **names, address=form, address_format=ETHEREUM)
        assert (verified.public_key, verified.wrong_case) == (KEY, True)
    if key is not None:
        # Without an address, there is nothing to report; other formats have no such case.
        assert not made().verify("hello", **names).wrong_case
    tron = derive_address(KEY, "ADDRESS_FORMAT_TRON", curve="CURVE_SECP256K1")
    more: dict[str, Any] = {"address": tron, "address_format": "ADDRESS_FORMAT_TRON"}
    assert not made().verify("hello", **names, **more).wrong_case


def test_the_forms_have_low_s_and_the_parity_that_belongs_to_it() -> None:
    seen = set()
    for result in (form for _, low_s in signatures() for form in (low_s, twin(low_s))):
        high = int(result.s, 16) > ORDER // 2
        seen.add((high, result.v))
        low = twin(result) if high else result
        assert int(low.s, 16) <= ORDER // 2
        assert result.to_raw(low_s=True) == low.to_raw(low_s=True) == low.to_raw()
        assert result.to_ethereum() == low.to_raw() + bytes([27 + int(low.v)])
        assert decode_dss_signature(result.to_der()) == (int(low.r, 16), int(low.s, 16))
        assert result.to_raw().hex() == result.r + result.s
    assert seen == {(high, v) for high in (True, False) for v in ("00", "01")}


@needs_libsecp256k1
def test_libsecp256k1_signs_alike() -> None:
    from btclib_secp256k1 import recovery, ssa  # noqa: PLC0415 - it is not there on every Python

    for number in range(1, 20):
        secret = hashlib.sha256(bytes([number])).digest()
        payload = hashlib.sha256(secret).hexdigest()
        names: dict[str, Any] = {"encoding": HEX, "hash_function": NO_OP}
        plain = SignatureResult(**sign_raw_payload(payload, secret, **names, address_format=SPARK))
        assert plain.to_raw() == ssa.sign(bytes.fromhex(payload), secret, bytes(32))
        ecdsa = SignatureResult(**sign_raw_payload(payload, secret, **names))
        signature, recovery_id = recovery.sign(bytes.fromhex(payload), secret)
        assert ecdsa.to_ethereum() == signature + bytes([27 + recovery_id])
