import copy
import hashlib
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from sealwax import (
    ApiKey,
    BadSignature,
    ContextMismatch,
    MalformedInput,
    MissingExtra,
    Unsupported,
)
from sealwax._crypto import keccak, libsecp256k1
from sealwax._crypto.points import SECP256K1
from sealwax.activities import SignatureResult, VerifiedSignature
from sealwax.testing import sign_raw_payload
from sealwax.wallets import derive_address
from sealwax.wallets import primitives as chains
from tests.activities.known_payloads import (
    ANY_CHAIN,
    EIP712,
    EIP7702,
    MAIL,
    without_domain_type,
    written,
)
from tests.activities.known_payloads import changed as altered
from tests.conftest import near_misses

HEX, TEXT = "PAYLOAD_ENCODING_HEXADECIMAL", "PAYLOAD_ENCODING_TEXT_UTF8"
SHA256, KECCAK256 = "HASH_FUNCTION_SHA256", "HASH_FUNCTION_KECCAK256"
NO_OP, NOT_APPLICABLE = "HASH_FUNCTION_NO_OP", "HASH_FUNCTION_NOT_APPLICABLE"
ORDER = SECP256K1.group_order
PRIVATE_KEY = b"\x07" * 32
KEYS = {
    "CURVE_SECP256K1": ApiKey.from_private_key(PRIVATE_KEY, "secp256k1").public_key,
    "CURVE_P256": ApiKey.from_private_key(PRIVATE_KEY, "p256").public_key,
    "CURVE_ED25519": ApiKey.from_private_key(PRIVATE_KEY, "ed25519").public_key,
}
KEY = KEYS["CURVE_SECP256K1"]
OTHERS = {
    "CURVE_SECP256K1": ApiKey.from_private_key(b"\x08" * 32, "secp256k1").public_key,
    "CURVE_P256": ApiKey.from_private_key(b"\x08" * 32, "p256").public_key,
    "CURVE_ED25519": ApiKey.from_private_key(b"\x08" * 32, "ed25519").public_key,
}
P2TR, SPARK = "ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR", "ADDRESS_FORMAT_SPARK_MAINNET"
ETHEREUM = "ADDRESS_FORMAT_ETHEREUM"
PAYLOAD = "0123456789abcdef" * 4

needs_libsecp256k1 = pytest.mark.skipif(
    not libsecp256k1.HAS_LIBSECP256K1, reason="the extra secp256k1 is not installed"
)


def made(payload: str = "hello", **arguments: Any) -> SignatureResult:
    arguments = {"encoding": TEXT, "hash_function": SHA256, **arguments}
    return SignatureResult(**sign_raw_payload(payload, PRIVATE_KEY, **arguments))


def signatures(count: int = 40) -> Iterator[tuple[str, SignatureResult]]:
    """Signatures of payloads, whose s is low; in about half of them v is 01."""
    for number in range(count):
        yield f"payload {number}", made(f"payload {number}")


def twin(result: SignatureResult) -> SignatureResult:
    """The other signature of the same payload: n-s, and the other parity."""
    return SignatureResult(result.r, f"{ORDER - int(result.s, 16):x}", "00" if result.v == "01" else "01")


# The parts.


@pytest.mark.parametrize(
    "text",
    ["", "0", "00" * 32, "0x01", "-1", "+1", " 1", "1\n", "1_0", "g", "aB", "٣", "1" * 65, "0" * 65 + "1",
     f"{ORDER:x}", f"{ORDER + 1:x}", "f" * 64, "1" * 100_000],
)  # fmt: skip
def test_a_half_that_is_none_is_refused(text: str) -> None:
    for parts in ((text, "1", "00"), ("1", text, "00")):
        with pytest.raises(MalformedInput, match="r must" if parts[0] == text else "s must"):
            SignatureResult(*parts)


def test_the_parts_are_text() -> None:
    for wrong in (None, 1, b"01", ["1"]):
        for name in ("r", "s", "v"):
            parts: dict[str, Any] = {"r": "1", "s": "1", "v": "00", name: wrong}
            with pytest.raises(TypeError, match=f"{name} must be str"):
                SignatureResult(**parts)


def test_a_result_is_a_value() -> None:
    result = made()
    assert result == SignatureResult(result.r.upper(), result.s.lstrip("0"), result.v)
    assert result != twin(result)
    assert len({result, copy.deepcopy(result), pickle.loads(pickle.dumps(result))}) == 1
    assert repr(result) == f"SignatureResult(r='{result.r}', s='{result.s}', v='{result.v}')"
    with pytest.raises(AttributeError):
        result.r = "1"  # type: ignore[misc]


# The forms.


@pytest.mark.parametrize("curve", ["CURVE_ED25519", "CURVE_P256"])
def test_the_raw_form_of_another_curve_verifies_as_it_came(curve: str) -> None:
    hash_function = NOT_APPLICABLE if curve == "CURVE_ED25519" else SHA256
    high = 0
    for number in range(20):
        text = f"payload {number}"
        result = made(text, hash_function=hash_function, curve=curve)
        high += int(result.s, 16) > ORDER // 2
        raw = result.to_raw()
        again = SignatureResult(raw[:32].hex(), raw[32:].hex(), result.v)
        names: dict[str, Any] = {"encoding": TEXT, "hash_function": hash_function, "curve": curve}
        assert again.verify(text, **names, public_key=KEYS[curve]).public_key == KEYS[curve]
    # A high s of Ed25519 is rare, because its order is a sixteenth of that of secp256k1.
    assert high or curve == "CURVE_ED25519"


def test_a_high_s_of_ed25519_stays() -> None:
    result = SignatureResult("1", f"{ORDER // 2 + 1:x}", "00")
    assert result.to_raw() == bytes.fromhex(result.r + result.s)
    assert result.to_raw(low_s=True)[32:] == (ORDER // 2).to_bytes(32, "big")


def test_half_the_order_is_low() -> None:
    half = ORDER // 2
    assert SignatureResult("1", f"{half:x}", "00").to_ethereum()[32:] == half.to_bytes(32, "big") + b"\x1b"
    assert (
        SignatureResult("1", f"{half + 1:x}", "00").to_ethereum()[32:] == half.to_bytes(32, "big") + b"\x1c"
    )


# Verifying ECDSA.


@pytest.mark.parametrize("curve", ["CURVE_SECP256K1", "CURVE_P256"])
@pytest.mark.parametrize(
    ("payload", "encoding", "hash_function"),
    [
        ("hello", TEXT, SHA256),
        ("hello", TEXT, KECCAK256),
        ("", TEXT, SHA256),
        ("Zoë 北京 🔑\0", TEXT, KECCAK256),
        ("0x68656c6c6f", TEXT, SHA256),
        ("", HEX, SHA256),
        ("68656c6c6f", HEX, KECCAK256),
        (PAYLOAD, HEX, NO_OP),
        ("0x" + PAYLOAD.upper(), HEX, NO_OP),
        ("exactly thirty-two bytes of text", TEXT, NO_OP),
    ],
)
def test_payloads_verify(payload: str, encoding: str, hash_function: str, curve: str) -> None:
    names: dict[str, Any] = {"encoding": encoding, "hash_function": hash_function, "curve": curve}
    result = made(payload, **names)
    for form in (payload, payload.encode()):
        assert result.verify(form, **names, public_key=KEYS[curve]).public_key == KEYS[curve]
    with pytest.raises(BadSignature):
        result.verify(payload, **names, public_key=OTHERS[curve])


def test_the_hash_is_that_of_the_payload() -> None:
    digest = hashlib.sha256(b"hello").hexdigest()
    result = made("hello")
    for payload, hash_function in (("68656c6c6f", SHA256), ("0x68656c6c6f", SHA256), (digest, NO_OP)):
        verified = result.verify(payload, encoding=HEX, hash_function=hash_function, public_key=KEY)
        assert verified.public_key == KEY
    for payload, encoding, hash_function in (
        ("hello", TEXT, KECCAK256),
        ("hello\n", TEXT, SHA256),
        ("Hello", TEXT, SHA256),
        ("68656c6c6f", TEXT, SHA256),
        *((near, HEX, NO_OP) for near in near_misses(digest)),
    ):
        with pytest.raises(BadSignature):
            result.verify(payload, encoding=encoding, hash_function=hash_function, public_key=KEY)


@needs_libsecp256k1
def test_the_whole_recovered_key_is_compared() -> None:
    # A point whose x differs from the signer's in the last byte.
    near = f"{KEY[:-1]}8"
    with pytest.raises(BadSignature):
        made().verify("hello", encoding=TEXT, hash_function=SHA256, public_key=near)


@pytest.mark.parametrize("curve", KEYS)
def test_a_changed_signature_is_refused(curve: str) -> None:
    names: dict[str, Any] = {
        "encoding": TEXT,
        "hash_function": NOT_APPLICABLE if curve == "CURVE_ED25519" else SHA256,
    }
    result = made("hello", **names, curve=curve)
    for r, s in (
        *((near, result.s) for near in near_misses(result.r)),
        *((result.r, s) for s in near_misses(result.s)),
    ):
        with pytest.raises(BadSignature):
            SignatureResult(r, s, result.v).verify("hello", **names, curve=curve, public_key=KEYS[curve])
    with pytest.raises(BadSignature):
        SignatureResult(result.s, result.r, result.v).verify(
            "hello", **names, curve=curve, public_key=KEYS[curve]
        )


# Addresses.


@needs_libsecp256k1
def test_a_signature_of_no_key_is_refused() -> None:
    # No point has this x.
    none = next(
        result
        for number in range(1, 20)
        for result in [SignatureResult(f"{number:x}", "1", "00")]
        if libsecp256k1.recover_public_key(result.to_raw(), 0, bytes(32)) is None
    )
    with pytest.raises(BadSignature):
        none.verify(
            "00" * 32, encoding=HEX, hash_function=NO_OP, address="0x" + "00" * 20, address_format=ETHEREUM
        )


def test_recovering_and_bip340_need_libsecp256k1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libsecp256k1, "HAS_LIBSECP256K1", False)
    names: dict[str, Any] = {"encoding": TEXT, "hash_function": SHA256}
    with pytest.raises(MissingExtra) as caught:
        made().verify("hello", **names, address="0x", address_format=ETHEREUM)
    assert caught.value.extra == "secp256k1"
    for address_format in (P2TR, SPARK):
        with pytest.raises(MissingExtra) as caught:
            made(address_format=address_format).verify(
                "hello", **names, public_key=KEY, address_format=address_format
            )
        assert caught.value.extra == "secp256k1"


def test_keccak_and_addresses_need_their_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    result = made(hash_function=KECCAK256)
    monkeypatch.setattr(keccak, "keccak", None)
    with pytest.raises(MissingExtra) as caught:
        result.verify("hello", encoding=TEXT, hash_function=KECCAK256, public_key=KEY)
    assert caught.value.extra == "ethereum"
    monkeypatch.setattr(chains, "SLIP10", None)
    with pytest.raises(MissingExtra) as caught:
        made().verify(
            "hello",
            encoding=TEXT,
            hash_function=SHA256,
            public_key=KEY,
            address="0x",
            address_format=ETHEREUM,
        )
    assert caught.value.extra == "wallets"


# Ed25519 and BIP-340.


def test_ed25519_verifies() -> None:
    signer = ApiKey.from_private_key(PRIVATE_KEY, "ed25519")
    key = signer.public_key
    names: dict[str, Any] = {"hash_function": NOT_APPLICABLE}
    for payload, encoding in (("hello", TEXT), ("", TEXT), ("00ff", HEX), ("0x00FF", HEX)):
        result = made(payload, encoding=encoding, **names, curve="CURVE_ED25519")
        assert result.v == "00"
        for curve in (None, "CURVE_ED25519"):
            verified = result.verify(payload, encoding=encoding, **names, public_key=key, curve=curve)
            assert verified == VerifiedSignature(key, "ED25519", v_checked=True)
        with pytest.raises(BadSignature):
            result.verify(payload + "00", encoding=encoding, **names, public_key=key)
        with pytest.raises(BadSignature):
            result.verify(payload, encoding=encoding, **names, public_key=OTHERS["CURVE_ED25519"])
    result = made("00ff", encoding=HEX, **names, curve="CURVE_ED25519")
    assert result.to_raw() == signer.sign(b"\x00\xff")
    address = derive_address(key, "ADDRESS_FORMAT_SOLANA", curve="CURVE_ED25519")
    where: dict[str, Any] = {"address": address, "address_format": "ADDRESS_FORMAT_SOLANA"}
    assert result.verify("00ff", encoding=HEX, **names, public_key=key, **where).public_key == key
    with pytest.raises(ContextMismatch):
        result.verify("00ff", encoding=HEX, **names, public_key=key, **{**where, "address": address[::-1]})
    with pytest.raises(MalformedInput, match="v must be 00"):
        SignatureResult(result.r, result.s, "01").verify("00ff", encoding=HEX, **names, public_key=key)
    for wrong in ("", KEY, key[:-2], "00" * 32, "01" + "00" * 31):
        with pytest.raises(MalformedInput, match="public_key"):
            result.verify("00ff", encoding=HEX, **names, public_key=wrong)


SOLANA, STELLAR = "ADDRESS_FORMAT_SOLANA", "ADDRESS_FORMAT_XLM"
COMPRESSED, UNCOMPRESSED = "ADDRESS_FORMAT_COMPRESSED", "ADDRESS_FORMAT_UNCOMPRESSED"
WITH_KEYS = [
    (SOLANA, "CURVE_ED25519"),
    (STELLAR, "CURVE_ED25519"),
    (COMPRESSED, "CURVE_ED25519"),
    (COMPRESSED, "CURVE_P256"),
    (UNCOMPRESSED, "CURVE_P256"),
    (COMPRESSED, "CURVE_SECP256K1"),
    (UNCOMPRESSED, "CURVE_SECP256K1"),
    *(
        pytest.param(name, "CURVE_SECP256K1", marks=needs_libsecp256k1)
        for name in (SPARK, "ADDRESS_FORMAT_SPARK_REGTEST")
    ),
]


@pytest.mark.parametrize(("address_format", "curve"), WITH_KEYS)
def test_an_address_that_contains_the_key_replaces_it(address_format: str, curve: str) -> None:
    function = NOT_APPLICABLE if curve == "CURVE_ED25519" else SHA256
    names: dict[str, Any] = {
        "encoding": TEXT,
        "hash_function": function,
        "curve": curve,
        "address_format": address_format,
    }
    result = made(hash_function=function, curve=curve, address_format=address_format)
    address, other = (derive_address(keys[curve], address_format, curve=curve) for keys in (KEYS, OTHERS))
    assert result.verify("hello", **names, address=address).public_key == KEYS[curve]
    with pytest.raises(BadSignature):
        result.verify("hello", **names, address=other)
    with pytest.raises(BadSignature):
        result.verify("hello!", **names, address=address)
    for wrong in ("", "x", address[:-1], address + "1", f" {address}", "0x" + address, "\ud800"):
        # A digit more or less of base58 or of the number of digits is another key, too.
        with pytest.raises((MalformedInput, BadSignature)):
            result.verify("hello", **names, address=wrong)


def test_an_address_of_a_key_is_of_its_own_format() -> None:
    names: dict[str, Any] = {"encoding": TEXT, "hash_function": SHA256}
    for address_format, other in ((COMPRESSED, UNCOMPRESSED), (UNCOMPRESSED, COMPRESSED)):
        address = derive_address(KEY, other, curve="CURVE_SECP256K1")
        with pytest.raises(MalformedInput, match=f"not of the format {address_format}"):
            made().verify("hello", **names, address=address, address_format=address_format)


# What does not go together.


def test_structured_payloads_are_verified() -> None:
    """The signature of the example of EIP-712, by Keccak-256 of "cow"."""
    result = SignatureResult(
        "4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d",
        "07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b91562",
        "01",
    )
    secret = keccak.keccak256(b"cow")
    names: dict[str, Any] = {"encoding": EIP712, "hash_function": NO_OP}
    assert SignatureResult(**sign_raw_payload(written(MAIL), secret, **names)) == result
    key = ApiKey.from_private_key(secret, "secp256k1").public_key
    assert result.verify(written(MAIL), **names, public_key=key).public_key == key
    if libsecp256k1.HAS_LIBSECP256K1:
        account: dict[str, Any] = {
            "address": "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826",
            "address_format": ETHEREUM,
        }
        assert result.verify(written(MAIL), **names, **account).public_key == key
    with pytest.raises(BadSignature):
        result.verify(written(altered(MAIL, "domain", "chainId", to=2)), **names, public_key=key)
    with pytest.raises(MalformedInput, match="no chain and no contract"):
        result.verify(written(without_domain_type()), **names, public_key=key)


def test_an_authorization_of_every_chain_has_to_be_allowed() -> None:
    names: dict[str, Any] = {"encoding": EIP7702, "hash_function": NO_OP}
    result = SignatureResult(**sign_raw_payload(written(ANY_CHAIN), PRIVATE_KEY, **names))
    assert result.verify(written(ANY_CHAIN), **names, public_key=KEY, allow_any_chain=True).public_key == KEY
    with pytest.raises(Unsupported, match="chainId 0"):
        result.verify(written(ANY_CHAIN), **names, public_key=KEY)


@pytest.mark.parametrize(
    ("wrong", "match"),
    [
        ({"hash_function": ""}, "hash function is unknown"),
        ({"hash_function": "HASH_FUNCTION_SHA512"}, "hash function is unknown"),
        ({"curve": ""}, "curve is unknown"),
        ({"curve": "secp256k1"}, "curve is unknown"),
        ({"address_format": ""}, "address format is unknown"),
        ({"address_format": "ADDRESS_FORMAT_P2TR"}, "address format is unknown"),
        ({"curve": "CURVE_ED25519"}, "NOT_APPLICABLE is the hash function for Ed25519"),
        (
            {"hash_function": NOT_APPLICABLE, "curve": "CURVE_SECP256K1"},
            "NOT_APPLICABLE is the hash function",
        ),
        ({"hash_function": NOT_APPLICABLE, "curve": "CURVE_P256"}, "NOT_APPLICABLE is the hash function"),
        ({"curve": "CURVE_P256", "address_format": P2TR}, "CURVE_SECP256K1"),
        ({"hash_function": NOT_APPLICABLE, "address_format": SPARK}, "CURVE_SECP256K1"),
    ],
)
def test_names_that_do_not_go_together_are_refused(wrong: dict[str, Any], match: str) -> None:
    arguments = {"encoding": TEXT, "hash_function": SHA256, "public_key": KEY, **wrong}
    with pytest.raises(Unsupported, match=match):
        made().verify("hello", **arguments)


def test_an_address_of_another_curve_is_refused() -> None:
    with pytest.raises(Unsupported, match="keys on other curves"):
        made().verify(
            "hello",
            encoding=TEXT,
            hash_function=SHA256,
            public_key=KEY,
            address="x",
            address_format="ADDRESS_FORMAT_SOLANA",
        )


@pytest.mark.parametrize(
    "public_key", ["", "02", KEY[:-2], KEY + "00", "05" + KEY[2:], "0x" + KEY, "02" + "ff" * 32, "00"]
)
def test_what_is_no_public_key_is_refused(public_key: str) -> None:
    for address_format in (None, SPARK):
        with pytest.raises(MalformedInput, match="public_key"):
            SignatureResult("1", "1", "00").verify(
                "hello",
                encoding=TEXT,
                hash_function=SHA256,
                public_key=public_key,
                address_format=address_format,
            )


def test_wrong_arguments_are_type_or_value_errors() -> None:
    good: dict[str, Any] = {"encoding": TEXT, "hash_function": SHA256, "public_key": KEY}
    for name in ("encoding", "hash_function", "public_key", "address", "address_format", "curve"):
        with pytest.raises(TypeError, match=name):
            made().verify("hello", **{**good, name: 5})
    for name in ("encoding", "hash_function"):
        with pytest.raises(TypeError, match=f"{name} must be str, not NoneType"):
            made().verify("hello", **{**good, name: None})
    for wrong in (
        {"public_key": None},
        {"public_key": None, "address_format": ETHEREUM},
        {"public_key": None, "address": "x", "address_format": ETHEREUM, "curve": "CURVE_P256"},
        {
            "public_key": None,
            "address": "x",
            "address_format": "ADDRESS_FORMAT_SUI",
            "hash_function": NOT_APPLICABLE,
        },
    ):
        with pytest.raises(ValueError, match="pass public_key"):
            made().verify("hello", **{**good, **wrong})
    with pytest.raises(ValueError, match="requires address_format"):
        made().verify("hello", **good, address="x")
    for payload in (None, 5, "\ud800", b"\xff", "x" * (1 << 20) + "x"):
        with pytest.raises(MalformedInput, match="payload"):
            made().verify(payload, **good)  # type: ignore[arg-type]


def test_known_answers_of_bip340() -> None:
    """The first vectors of BIP-340: the key, the message and the signature."""
    if not libsecp256k1.HAS_LIBSECP256K1:
        pytest.skip("the extra secp256k1 is not installed")
    x = "f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9"
    signature = (
        "e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca8215"
        "25f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0"
    )
    result = SignatureResult(signature[:64], signature[64:], "00")
    names: dict[str, Any] = {"encoding": HEX, "hash_function": NO_OP, "address_format": SPARK}
    assert result.verify("00" * 32, **names, public_key="02" + x).kind == "BIP340"
    assert sign_raw_payload("00" * 32, (3).to_bytes(32, "big"), **names) == {
        "r": signature[:64],
        "s": signature[64:],
        "v": "00",
    }
