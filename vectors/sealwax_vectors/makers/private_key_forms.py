"""Vectors of private keys as the text that wallets import (wire-formats.md, section 13.3)."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from sealwax._codec.base58 import encode_base58, encode_base58check
from sealwax._codec.bech32 import BECH32, BECH32M, encode_bech32, to_digits
from sealwax._codec.output_descriptor import add_checksum
from sealwax._codec.strkey import encode_strkey
from sealwax._crypto.curves import CURVES
from sealwax._crypto.keccak import eip55, keccak256
from sealwax._crypto.points import SECP256K1
from sealwax.testing.key_material import KeyMaterial
from sealwax.wallets import derive_address, format_private_key
from sealwax.wallets.address_formats import FORMATS
from sealwax.wallets.key_formats import KEY_FORMATS
from sealwax.wallets.primitives import scrypt
from sealwax.wallets.public_key import public_key_of
from sealwax_vectors.constructs.private_key_forms import KeystoreCase, ReadingCase, WritingCase
from sealwax_vectors.format import Case

from .addresses import wallets
from .builder import Cases
from .defects import compact, hex_defects, lenient_json, near_texts
from .labels import Label, by_rule, comment_of, id_of, named, placed, valued, words_of

_STELLAR_PUBLIC_KEY, _STELLAR_SEED = 6 << 3, 18 << 3
# The master key of BIP-32's test vector 1.
_EXTENDED_KEY = (
    "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiC"
    "hkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi"
)
_FORMS_ALONE = {name for name in KEY_FORMATS if not name.startswith("descriptor-")} | {"descriptor-wpkh"}
PASSWORD = "correct horse"  # noqa: S105 - of test keys


def _keys(material: KeyMaterial) -> Iterator[tuple[str | Label, str, bytes]]:
    """Yield a key of each wallet on each curve, with the names of both."""
    row = FORMATS["ADDRESS_FORMAT_COMPRESSED"]
    for wallet in wallets(material):
        for curve in CURVES:
            yield wallet.label, curve, wallet.account(row, "m/0'", curve).private_key


def _written(label: str | Label, flag: str, key: bytes, form: str, **fields: str) -> WritingCase:
    return Cases(WritingCase).good(label, flag, private_key=key.hex(), form=form, **fields)


def _unwritten(
    label: str | Label, error: str, flag: str, key: bytes, form: str, **fields: str
) -> WritingCase:
    return Cases(WritingCase).bad(label, error, flag, private_key=key.hex(), form=form, **fields)


def _writing(material: KeyMaterial) -> Iterator[WritingCase]:
    label: str | Label
    keys = list(_keys(material))
    for name, curve, key in keys:
        for form in KEY_FORMATS.values():
            if curve in form.curves:
                text = format_private_key(key, form.name, curve=curve)
                label = placed(Label(id_of(name), comment_of(name)), valued(f"{form.name} on {curve}"))
                yield _written(label, "Valid", key, form.name, curve=curve, text=text)
    order = SECP256K1.group_order
    for label, key in (
        ("31-leading-zeros", bytes(31) + b"\1"),
        ("the-largest-scalar", (order - 1).to_bytes(32, "big")),
    ):
        for form in KEY_FORMATS.values():
            text = format_private_key(key, form.name)
            yield _written(placed(label, valued(form.name)), "EdgeCaseKey", key, form.name, text=text)
    key = keys[0][2]
    # The descriptors differ only in their script, so one suffices.
    for form in (row for row in KEY_FORMATS.values() if row.name in _FORMS_ALONE):
        for curve in [*(other for other in CURVES if other not in form.curves), "CURVE_P521", "secp256k1"]:
            label, error = (
                Label(f"{form.name}-for-a-key-on-{id_of(curve)}", f"{form.name} for a key on {curve}"),
                "unsupported",
            )
            yield _unwritten(label, error, "CurveConfusion", key, form.name, curve=curve)
        for size, wrong in (("31-bytes", key[:-1]), ("33-bytes", key + b"\0"), ("no-bytes", b"")):
            label = named(form.name, f"for-{size}")
            yield _unwritten(label, "malformed", "PrivateKeyForm", wrong, form.name)
        if form.curves == ("CURVE_SECP256K1",):
            for scalar_name, number in (
                ("a-scalar-of-0", 0),
                ("the-order-as-a-scalar", order),
                ("the-largest-number-of-32-bytes", 2**256 - 1),
            ):
                label = named(form.name, f"for-{scalar_name}")
                scalar = number.to_bytes(32, "big")
                yield _unwritten(label, "malformed", "InvalidScalar", scalar, form.name)
    for label, name in (
        ("unknown", "pem"),
        ("in-upper-case", "WIF"),
        ("with-a-newline-after-it", "wif\n"),
        ("another-in-its-first-character", "1if"),
        ("another-in-its-last-character", "wi1"),
        (
            Label(
                "of-a-family-seed-which-no-key-leads-back-to", "of a family seed, which no key leads back to"
            ),
            "xrp-seed",
        ),
        (Label("of-words-which-no-key-leads-back-to", "of words, which no key leads back to"), "mnemonic"),
        ("empty", ""),
    ):
        yield _unwritten(
            Label(f"a-form-that-is-{id_of(label)}", f"a form that is {comment_of(label)}"),
            "unsupported",
            "Enumeration",
            key,
            name,
        )


def _reading(material: KeyMaterial) -> Iterator[ReadingCase]:
    keys = list(_keys(material))

    def good(label: str | Label, flag: str, text: str, key: bytes) -> ReadingCase:
        return Cases(ReadingCase).good(label, flag, text=text, private_key=key.hex())

    for name, curve, key in keys:
        for form in KEY_FORMATS.values():
            # A form that does not tell its curve needs one reading.
            if curve == form.curves[-1]:
                yield good(placed(name, valued(form.name)), "Valid", form.encode(key), key)
    ed25519 = keys[1][2]
    pair = ed25519 + public_key_of(ed25519, CURVES["CURVE_ED25519"]).compressed
    # This key's digits include letters.
    fixed = bytes(range(0xA0, 0xC0))
    for label, text, key in (
        ("hex-in-upper-case", fixed.hex().upper(), fixed),
        ("0x-and-upper-case", "0x" + fixed.hex().upper(), fixed),
        ("0X", "0X" + fixed.hex(), fixed),
        (
            Label(
                "base58check-of-a-Solana-key-which-two-SDKs-of-the-service-write",
                "base58check of a Solana key, which two SDKs of the service write",
            ),
            encode_base58check(pair),
            ed25519,
        ),
        ("a-Solana-key-file-with-spaces", json.dumps(list(pair)), ed25519),
        ("a-suiprivkey-in-upper-case", KEY_FORMATS["sui"].encode(ed25519).upper(), ed25519),
    ):
        yield good(label, "ClientVariant", text, key)
    yield from _bad_hex(fixed)
    yield from _bad_sui(ed25519)
    yield from _bad_wif(keys[0][2])
    yield from _bad_solana(pair)
    yield from _bad_of_ed25519(ed25519, pair[32:])
    yield from _bad_descriptors(keys[0][2])
    yield from _no_keys()


def _bad(label: str | Label, error: Any, flag: str, text: str) -> ReadingCase:
    return Cases(ReadingCase).bad(label, error, flag, text=text)


def _digit_changed(text: str, place: int, digits: str = "23") -> str:
    """Change a digit to another of its alphabet."""
    place %= len(text)
    return text[:place] + (digits[0] if text[place] != digits[0] else digits[1]) + text[place + 1 :]


def _bad_hex(key: bytes) -> Iterator[ReadingCase]:
    digits = key.hex()
    for label, _, flag, text in hex_defects(digits):
        if label != "0x-in-front":
            yield _bad(placed("hex", label), "malformed", flag, text)
            yield _bad(placed("0x", label), "malformed", flag, "0x" + text)
    for label, text in (
        ("31-bytes", digits[2:]),
        ("33-bytes", digits + "01"),
        ("0x-twice", "0x0x" + digits),
        ("0x-alone", "0x"),
        ("a-letter-after-it", digits + "h"),
        (
            Label("full-width-digits", "full-width digits"),
            "".join(chr(ord(digit) + 0xFEE0) for digit in digits),
        ),
    ):
        yield _bad(placed("hex", label), "malformed", "PrivateKeyForm", text)
    order = SECP256K1.group_order
    for label, flag, text in (
        ("a-1-instead-of-the-zero-byte", "PrivateKeyForm", "01" + digits.upper()),
        (
            Label("ED-in-front-as-of-Ed25519", "ED in front, as of Ed25519"),
            "PrivateKeyForm",
            "ED" + digits.upper(),
        ),
        ("mixed-case", "HexEncoding", "00" + digits[:-2] + "Aa"),
        ("in-lower-case", "HexEncoding", "00" + digits),
        ("a-scalar-of-0", "InvalidScalar", "00" * 33),
        ("the-order-as-a-scalar", "InvalidScalar", f"00{order:064X}"),
    ):
        yield _bad(placed(Label("xrp-hex", "xrp-hex"), label), "malformed", flag, text)


def _bad_sui(key: bytes) -> Iterator[ReadingCase]:
    text = KEY_FORMATS["sui"].encode(key).upper().replace("K", "\u212a", 1)
    yield _bad(
        Label(
            "sui-in-upper-case-with-the-Kelvin-sign-for-a-K",
            "sui: in upper case, with the Kelvin sign for a K",
            idea="in upper case, with the Kelvin sign for a K",
        ),
        "malformed",
        "Bech32Encoding",
        text,
    )


def _bad_wif(key: bytes) -> Iterator[ReadingCase]:
    order = SECP256K1.group_order
    for name, version in (
        ("wif", 0x80),
        ("wif-testnet", 0xEF),
        ("wif-doge", 0x9E),
        ("wif-doge-testnet", 0xF1),
    ):
        good = KEY_FORMATS[name].encode(key)
        for label, flag, text in (
            ("a-digit-changed", "Base58Encoding", _digit_changed(good, 10)),
            ("the-last-digit-changed", "Base58Encoding", _digit_changed(good, -1)),
            ("cut-by-a-digit", "Base58Encoding", good[:-1]),
            ("a-digit-after-it", "Base58Encoding", good + "2"),
            ("a-digit-that-base58-does-not-have", "Base58Encoding", good[:-1] + "0"),
            ("a-space-in-front", "Base58Encoding", " " + good),
            ("a-newline-after-it", "Base58Encoding", good + "\n"),
        ):
            yield _bad(placed(valued(name), label), "malformed", flag, text)
        for label, flag, payload in (
            ("another-byte-after-the-key", "PrivateKeyForm", bytes([version]) + key + b"\2"),
            ("two-bytes-after-the-key", "PrivateKeyForm", bytes([version]) + key + b"\1\1"),
            ("31-bytes", "PrivateKeyForm", bytes([version]) + key[:-1] + b"\1\1"),
            ("a-scalar-of-0", "InvalidScalar", bytes([version]) + bytes(32) + b"\1"),
            ("the-order-as-a-scalar", "InvalidScalar", bytes([version]) + order.to_bytes(32, "big") + b"\1"),
        ):
            if label != "31-bytes":
                yield _bad(placed(valued(name), label), "malformed", flag, encode_base58check(payload))
        uncompressed = encode_base58check(bytes([version]) + key)
        yield _bad(
            placed(valued(name), "of-an-uncompressed-key"), "unsupported", "CompressedPoint", uncompressed
        )
    for label, version in (("Litecoin", 0xB0), ("Dash", 0xCC), ("no-network", 0x00)):
        text = encode_base58check(bytes([version]) + key + b"\1")
        yield _bad(placed("wif", f"the-version-of-{label}"), "malformed", "WrongNetwork", text)


def _bad_solana(pair: bytes) -> Iterator[ReadingCase]:
    seed, public = pair[:32], pair[32:]
    other = public_key_of(b"\1" * 32, CURVES["CURVE_ED25519"]).compressed
    good = encode_base58(pair)
    for label, error, text in (
        ("halves-that-disagree", "key-mismatch", encode_base58(seed + other)),
        ("a-bit-of-the-last-byte-changed", "key-mismatch", encode_base58(pair[:-1] + bytes([pair[-1] ^ 1]))),
        ("the-halves-swapped", "key-mismatch", encode_base58(public + seed)),
        ("63-bytes", "malformed", encode_base58(pair[:-1])),
        ("65-bytes", "malformed", encode_base58(pair + b"\1")),
        ("a-digit-that-base58-does-not-have", "malformed", good[:-1] + "0"),
        ("a-space-after-it", "malformed", good + " "),
        ("a-checksum-that-is-wrong", "malformed", encode_base58(pair + b"\1\2\3\4")),
        (
            Label("a-checksum-and-halves-that-disagree", "a checksum, and halves that disagree"),
            "malformed",
            encode_base58check(seed + other),
        ),
        ("base58-of-the-seed-alone", "malformed", encode_base58(b"\xff" * 32)),
    ):
        yield _bad(placed("solana", label), error, "PrivateKeyForm", text)
    numbers = list(pair)

    def written(numbers: list[Any]) -> str:
        return json.dumps(numbers, separators=(",", ":"))

    for label, error, flag, text in (
        ("halves-that-disagree", "key-mismatch", "PrivateKeyForm", written([*seed, *other])),
        ("63-numbers", "malformed", "PrivateKeyForm", written(numbers[:-1])),
        ("65-numbers", "malformed", "PrivateKeyForm", written([*numbers, 0])),
        ("the-seed-alone", "malformed", "PrivateKeyForm", written([*seed])),
        ("256-for-a-byte", "malformed", "PrivateKeyForm", written([*numbers[:-1], 256])),
        ("a-negative-number-for-a-byte", "malformed", "PrivateKeyForm", written([*numbers[:-1], -1])),
        ("a-fraction", "malformed", "WrongType", written([*numbers[:-1], 1.5])),
        ("a-number-as-text", "malformed", "WrongType", written([*numbers[:-1], "1"])),
        ("true-for-a-byte", "malformed", "WrongType", written([*numbers[:-1], True])),
        ("null-for-a-byte", "malformed", "WrongType", written([*numbers[:-1], None])),
        ("an-array-around-it", "malformed", "WrongType", written([numbers])),
        ("a-comma-after-the-last-number", "malformed", "JsonStrictness", written(numbers)[:-1] + ",]"),
        ("cut", "malformed", "JsonStrictness", written(numbers)[:-1]),
        ("something-after-it", "malformed", "JsonStrictness", written(numbers) + "x"),
        ("a-leading-zero", "malformed", "JsonStrictness", "[0" + written([1, *numbers[1:]])[1:]),
        ("empty", "malformed", "PrivateKeyForm", "[]"),
    ):
        yield _bad(placed(Label("solana-cli", "solana-cli"), label), error, flag, text)


def _bad_of_ed25519(key: bytes, public: bytes) -> Iterator[ReadingCase]:
    label: str | Label
    good = KEY_FORMATS["sui"].encode(key)
    digits = to_digits(b"\0" + key)

    def sui(digits: bytes) -> str:
        return encode_bech32("suiprivkey", digits, BECH32)

    one_bit_more = digits[:-1] + bytes([digits[-1] | 1])
    as_public = "S" + encode_strkey(_STELLAR_PUBLIC_KEY, key)[1:]
    for label, error, flag, text in (
        ("the-last-digit-changed", "malformed", "Bech32Encoding", _digit_changed(good, -1, "qp")),
        ("a-digit-changed", "malformed", "Bech32Encoding", _digit_changed(good, 20, "qp")),
        ("two-digits-swapped", "malformed", "Bech32Encoding", _neighbours_swapped(good, 20)),
        ("cut-by-a-digit", "malformed", "Bech32Encoding", good[:-1]),
        ("mixed-case", "malformed", "Bech32Encoding", "Suiprivkey" + good[10:]),
        ("a-digit-that-bech32-does-not-have", "malformed", "Bech32Encoding", good[:-1] + "b"),
        ("a-space-in-front", "malformed", "Bech32Encoding", " " + good),
        ("bech32m", "malformed", "Bech32Encoding", encode_bech32("suiprivkey", digits, BECH32M)),
        ("another-prefix", "malformed", "Bech32Encoding", encode_bech32("suiprivkez", digits, BECH32)),
        ("a-longer-prefix", "malformed", "Bech32Encoding", encode_bech32("suiprivkeys", digits, BECH32)),
        ("bits-left-over-that-are-not-zero", "malformed", "Bech32Encoding", sui(one_bit_more)),
        ("a-digit-too-many", "malformed", "Bech32Encoding", sui(digits + b"\0")),
        ("a-key-of-31-bytes", "unsupported", "PrivateKeyForm", sui(to_digits(b"\0" + key[:-1]))),
        ("longer-than-any-bech32-text", "malformed", "Bech32Encoding", sui(to_digits(bytes(200)))),
        ("without-a-scheme", "unsupported", "PrivateKeyForm", sui(to_digits(b"\1" + key[1:]))),
    ):
        yield _bad(placed("sui", label), error, flag, text)
    for curve_name, scheme in (("secp256k1", 1), ("P-256", 2)):
        label = Label(f"the-scheme-of-{curve_name}", f"the scheme of {curve_name}")
        text = sui(to_digits(bytes([scheme]) + key))
        yield _bad(placed("sui", label), "unsupported", "CurveConfusion", text)
    good = KEY_FORMATS["stellar"].encode(key)
    for label, flag, text in (
        ("the-last-digit-changed", "StrkeyEncoding", _digit_changed(good, -1, "AB")),
        ("a-digit-changed", "StrkeyEncoding", _digit_changed(good, 20, "AB")),
        ("two-digits-swapped", "StrkeyEncoding", _neighbours_swapped(good, 20)),
        ("cut-by-a-digit", "StrkeyEncoding", good[:-1]),
        ("a-digit-after-it", "StrkeyEncoding", good + "A"),
        ("in-lower-case", "StrkeyEncoding", good.lower()),
        ("a-newline-after-it", "StrkeyEncoding", good + "\n"),
        ("padding-after-it", "StrkeyEncoding", good + "="),
        ("a-public-key", "PrivateKeyForm", encode_strkey(_STELLAR_PUBLIC_KEY, public)),
        ("a-version-of-no-kind", "StrkeyEncoding", encode_strkey(_STELLAR_SEED | 1, key)),
        (
            Label(
                "the-version-of-a-public-key-and-S-in-front", "the version of a public key, and S in front"
            ),
            "StrkeyEncoding",
            as_public,
        ),
    ):
        yield _bad(placed("stellar", label), "malformed", flag, text)
    digits_of_key = bytes(range(0xA0, 0xC0)).hex()
    for label, flag, text in (
        ("of-secp256k1", "CurveConfusion", "secp256k1-priv-0x" + digits_of_key),
        ("without-0x", "PrivateKeyForm", "ed25519-priv-" + digits_of_key),
        ("another-word", "PrivateKeyForm", "ed25519-pub-0x" + digits_of_key),
        ("in-upper-case", "PrivateKeyForm", "ED25519-PRIV-0X" + digits_of_key),
        ("31-bytes", "PrivateKeyForm", "ed25519-priv-0x" + digits_of_key[2:]),
        ("33-bytes", "PrivateKeyForm", "ed25519-priv-0x" + digits_of_key + "01"),
        ("nothing-after-the-prefix", "PrivateKeyForm", "ed25519-priv-0x"),
        ("mixed-case", "HexEncoding", "ed25519-priv-0x" + digits_of_key[:-2] + "Aa"),
        ("a-digit-that-is-not-hex", "HexEncoding", "ed25519-priv-0x" + "g" + digits_of_key[1:]),
    ):
        yield _bad(placed("aptos", label), "malformed", flag, text)


def _neighbours_swapped(text: str, place: int) -> str:
    """Swap the first two unequal neighbouring digits at or after a place."""
    place = next(at for at in range(place, len(text) - 1) if text[at] != text[at + 1])
    return text[:place] + text[place + 1] + text[place] + text[place + 2 :]


def _bad_descriptors(key: bytes) -> Iterator[ReadingCase]:
    label: str | Label
    good = KEY_FORMATS["descriptor-wpkh"].encode(key)
    body, _, checksum = good.partition("#")
    wif = KEY_FORMATS["wif"].encode(key)
    changed, tr = _digit_changed(good, -1, "qp"), "tr" + good[4:]
    point = public_key_of(key, CURVES["CURVE_SECP256K1"]).compressed.hex()
    for label, error, flag, text in (
        ("the-last-digit-of-the-checksum-changed", "malformed", "DescriptorChecksum", changed),
        ("a-script-of-another-kind-under-the-same-checksum", "malformed", "DescriptorChecksum", tr),
        ("a-checksum-cut-by-a-digit", "malformed", "DescriptorChecksum", good[:-1]),
        ("two-checksums", "malformed", "DescriptorChecksum", f"{good}#{checksum}"),
        ("a-checksum-in-capitals", "malformed", "DescriptorChecksum", f"{body}#{checksum.upper()}"),
        ("a-space-before-the-checksum", "malformed", "DescriptorChecksum", f"{body} #{checksum}"),
    ):
        yield _bad(placed("descriptor", label), error, flag, text)
    for label, error, flag, script in (
        ("another-script", "malformed", "PrivateKeyForm", f"combo({wif})"),
        ("an-extended-key", "unsupported", "PrivateKeyForm", f"wpkh({_EXTENDED_KEY}/0/*)"),
        ("the-origin-of-a-key", "unsupported", "PrivateKeyForm", f"wpkh([00000000/84']{wif})"),
        ("two-keys", "unsupported", "PrivateKeyForm", f"wsh(multi(1,{wif},{wif}))"),
        ("two-of-one-signatures", "unsupported", "PrivateKeyForm", f"wsh(multi(2,{wif}))"),
        ("a-public-key", "malformed", "PrivateKeyForm", f"wpkh({point})"),
        ("a-WIF-with-a-digit-changed", "malformed", "Base58Encoding", f"wpkh({_digit_changed(wif, 20)})"),
        ("a-WIF-without-content", "malformed", "PrivateKeyForm", f"wpkh({encode_base58check(b'')})"),
        ("a-WIF-of-Dogecoin", "malformed", "WrongNetwork", f"wpkh({KEY_FORMATS['wif-doge'].encode(key)})"),
        ("a-bracket-left-out", "unsupported", "PrivateKeyForm", f"wpkh({wif}"),
        ("a-space-within-it", "unsupported", "PrivateKeyForm", f"wpkh( {wif})"),
    ):
        yield _bad(placed("descriptor", label), error, flag, add_checksum(script))
    for label, text in (
        ("a-letter-that-descriptors-do-not-have", f"wpkh(\u00e9{wif[1:]})#{checksum}"),
        (
            Label("a-full-width-checksum", "a full-width checksum"),
            f"{body}#{''.join(chr(ord(digit) + 0xFEE0) for digit in checksum)}",
        ),
    ):
        yield _bad(placed("descriptor", label), "malformed", "DescriptorChecksum", text)
    yield _bad(
        Label("descriptor-without-a-checksum", "descriptor: without a checksum", idea="without a checksum"),
        "malformed",
        "DescriptorChecksum",
        body,
    )


def _no_keys() -> Iterator[ReadingCase]:
    for label, error, text in (
        ("empty", "malformed", ""),
        ("a-space", "malformed", " "),
        ("an-address", "malformed", "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"),
        ("an-XRP-family-seed", "unsupported", "snoPBrXtMeMyMHUVTgbuqAfg1SUTb"),
        ("a-mnemonic", "unsupported", "abandon " * 11 + "about"),
        ("a-keystore", "unsupported", '{"version":3}'),
        ("longer-than-any-key", "malformed", "1" * 5000),
        ("not-ASCII", "malformed", "\u3042" * 32),
    ):
        yield _bad(placed("the-text", label), error, "PrivateKeyForm", text)


def keystore(
    key: bytes,
    material: KeyMaterial,
    *,
    password: str = PASSWORD,
    parameters: dict[str, Any] | None = None,
    address_of: bytes | None = None,
) -> dict[str, Any]:
    """Make a keystore v3 that is cheap to open and to guess, with the address of ``address_of`` if given."""
    salt, iv = material.take("salt"), material.take("iv")[:16]
    kdf = "scrypt" if parameters is None or "n" in parameters else "pbkdf2"
    used: dict[str, Any] = {"dklen": 32, "n": 1024, "r": 8, "p": 1} if parameters is None else parameters
    if kdf == "scrypt":
        derived = scrypt(password.encode(), salt, n=used["n"], r=used["r"], p=used["p"])
    else:
        derived = PBKDF2HMAC(SHA256(), length=32, salt=salt, iterations=used["c"]).derive(password.encode())
    encryptor = Cipher(AES(derived[:16]), CTR(iv)).encryptor()
    ciphertext = encryptor.update(key) + encryptor.finalize()
    address = derive_address(
        public_key_of(key if address_of is None else address_of, CURVES["CURVE_SECP256K1"]).compressed,
        "ADDRESS_FORMAT_ETHEREUM",
        curve="CURVE_SECP256K1",
    )
    return {
        "version": 3,
        "id": str(UUID(bytes=material.take("id")[:16], version=4)),
        "address": address[2:].lower(),
        "crypto": {
            "cipher": "aes-128-ctr",
            "cipherparams": {"iv": iv.hex()},
            "ciphertext": ciphertext.hex(),
            "kdf": kdf,
            "kdfparams": {**used, "salt": salt.hex()},
            "mac": keccak256(derived[16:] + ciphertext).hex(),
        },
    }


def _keystores(material: KeyMaterial) -> Iterator[KeystoreCase]:
    label: str | Label
    keys = [key for _, curve, key in _keys(material) if curve == "CURVE_SECP256K1"]
    key = keys[0]
    pbkdf2 = {"dklen": 32, "c": 1024, "prf": "hmac-sha256"}
    cases = Cases(KeystoreCase, text="", password=PASSWORD)

    def good(
        label: str | Label, flag: str, made: dict[str, Any], key: bytes, password: str = PASSWORD
    ) -> KeystoreCase:
        return cases.good(label, flag, compact(made), password, private_key=key.hex())

    for wallet, wallet_key in zip(wallets(KeyMaterial(material.take("names"))), keys, strict=True):
        yield good(
            placed(Label(id_of(wallet.label), comment_of(wallet.label)), "scrypt"),
            "Valid",
            keystore(wallet_key, material),
            wallet_key,
        )
        yield good(
            placed(Label(id_of(wallet.label), comment_of(wallet.label)), "pbkdf2"),
            "Valid",
            keystore(wallet_key, material, parameters=pbkdf2),
            wallet_key,
        )
    one = bytes(31) + b"\1"
    yield good("31-leading-zeros", "EdgeCaseKey", keystore(one, material), one)
    for label, password in (
        ("a-password-that-is-not-ASCII", "p\u00e4ssw\u00f6rd"),
        ("a-password-with-a-space-at-its-end", "correct horse "),
    ):
        yield good(label, "Passphrase", keystore(key, material, password=password), key, password)
    made = keystore(key, material)
    crypto, parameters = made["crypto"], made["crypto"]["kdfparams"]

    def with_crypto(**changes: Any) -> dict[str, Any]:
        return {**made, "crypto": {**crypto, **changes}}

    def with_parameters(**changes: Any) -> dict[str, Any]:
        return with_crypto(kdfparams={**parameters, **changes})

    for label, other in (
        ("without-an-address", {name: value for name, value in made.items() if name != "address"}),
        ("0x-before-the-address", {**made, "address": "0x" + made["address"]}),
        ("fields-that-are-not-known", {**made, "name": "x"}),
        (
            "Crypto-in-the-place-of-crypto",
            {"Crypto" if name == "crypto" else name: value for name, value in made.items()},
        ),
        ("four-lanes-of-scrypt", keystore(key, material, parameters={"dklen": 32, "n": 256, "r": 8, "p": 4})),
    ):
        yield good(label, "ClientVariant", other, key)

    def bad(
        label: str | Label, error: Any, flag: str, other: object, password: str = PASSWORD
    ) -> KeystoreCase:
        text = other if isinstance(other, str) else compact(other)
        return cases.bad(label, error, flag, text, password)

    for label, password in (
        ("another-password", "correct horsf"),
        ("the-password-in-another-case", "Correct horse"),
        ("the-password-with-a-newline-after-it", "correct horse\n"),
        ("an-empty-password", ""),
    ):
        yield bad(label, "decryption-failed", "WrongKey", made, password)
    yield from (
        bad(placed(f"the-{name}", "a-bit-flipped"), error, "AlteredCiphertext", other)
        for name, error, other in (
            ("ciphertext", "decryption-failed", with_crypto(ciphertext=_bit_flipped(crypto["ciphertext"]))),
            ("mac", "decryption-failed", with_crypto(mac=_bit_flipped(crypto["mac"]))),
            ("salt", "decryption-failed", with_parameters(salt=_bit_flipped(parameters["salt"]))),
            # The mac does not cover the iv: only the address shows that the key is wrong.
            (
                "iv",
                "key-mismatch",
                with_crypto(cipherparams={"iv": _bit_flipped(crypto["cipherparams"]["iv"])}),
            ),
        )
    )
    yield bad("the-address-of-another-key", "key-mismatch", "WrongAddress", {**made, "address": "11" * 20})
    for label, address in (
        *((difference, other) for difference, other in near_texts(made["address"]) if not other.isupper()),
        ("all-but-its-first-eight-digits-changed", made["address"][:8] + "11" * 16),
    ):
        yield bad(placed("the-address", label), "key-mismatch", "WrongAddress", {**made, "address": address})
    for name in ("cipher", "kdf"):
        for label, other_name in near_texts(crypto[name]):
            changed = with_crypto(**{name: other_name})
            yield bad(placed(f"the-{name}", label), "unsupported", "KeystoreParameters", changed)
    yield bad("version-2", "unsupported", "KeystoreParameters", {**made, "version": 2})
    for label, error, other in (
        ("version-1", "unsupported", {**made, "version": 1}),
        ("version-4", "unsupported", {**made, "version": 4}),
        ("another-cipher", "unsupported", with_crypto(cipher="aes-256-ctr")),
        ("another-derivation", "unsupported", with_crypto(kdf="argon2id")),
        ("a-key-of-16-bytes-derived", "malformed", with_parameters(dklen=16)),
        (Label("scrypt-n-of-0", "scrypt: n of 0", idea="n of 0"), "malformed", with_parameters(n=0)),
        (Label("scrypt-n-of-1", "scrypt: n of 1", idea="n of 1"), "malformed", with_parameters(n=1)),
        (
            Label(
                "scrypt-n-that-is-no-power-of-two",
                "scrypt: n that is no power of two",
                idea="n that is no power of two",
            ),
            "malformed",
            with_parameters(n=1000),
        ),
        (Label("scrypt-r-of-0", "scrypt: r of 0", idea="r of 0"), "malformed", with_parameters(r=0)),
        (Label("scrypt-p-of-0", "scrypt: p of 0", idea="p of 0"), "malformed", with_parameters(p=0)),
        (
            by_rule(
                Label(
                    "scrypt-a-terabyte-of-memory", "scrypt: a terabyte of memory", idea="a terabyte of memory"
                )
            ),
            "unsupported",
            with_parameters(n=1 << 30),
        ),
        (
            by_rule(Label("scrypt-hours-of-work", "scrypt: hours of work", idea="hours of work")),
            "unsupported",
            with_parameters(p=1 << 20),
        ),
        (
            Label(
                "scrypt-a-salt-that-is-not-hex",
                "scrypt: a salt that is not hex",
                idea="a salt that is not hex",
            ),
            "malformed",
            with_parameters(salt="xx"),
        ),
    ):
        yield bad(label, error, "KeystoreParameters", other)
    made_by_pbkdf2 = keystore(key, material, parameters=pbkdf2)
    for label, error, changes in (
        ("no-iterations", "malformed", {"c": 0}),
        (by_rule("a-hundred-million-iterations"), "unsupported", {"c": 100_000_000}),
        ("another-hash", "malformed", {"prf": "hmac-sha512"}),
    ):
        crypto_of = made_by_pbkdf2["crypto"]
        other = {**crypto_of, "kdfparams": {**crypto_of["kdfparams"], **changes}}
        yield bad(placed("pbkdf2", label), error, "KeystoreParameters", {**made_by_pbkdf2, "crypto": other})
    whole = compact(made)
    for label, flag, document in (
        ("a-version-as-text", "WrongType", {**made, "version": "3"}),
        ("without-crypto", "MissingField", {name: value for name, value in made.items() if name != "crypto"}),
        ("crypto-and-Crypto", "DuplicateKey", {**made, "Crypto": crypto}),
        (
            Label("crypto-twice", "crypto twice", idea="FIELD twice"),
            "DuplicateKey",
            f'{whole[:-1]},"crypto":{compact(crypto)}}}',
        ),
        ("cut", "JsonStrictness", whole[:-1]),
        ("a-byte-order-mark", "JsonStrictness", "\ufeff" + whole),
        ("empty", "JsonStrictness", ""),
        ("an-iv-of-15-bytes", "WrongType", with_crypto(cipherparams={"iv": "00" * 15})),
        ("a-mac-of-31-bytes", "WrongType", with_crypto(mac=crypto["mac"][2:])),
        ("0x-before-the-ciphertext", "HexEncoding", with_crypto(ciphertext="0x" + crypto["ciphertext"])),
    ):
        yield bad(label, "malformed", flag, document)
    yield from cases.bad_each("", lenient_json(whole))
    yield bad("a-key-of-0-inside", "malformed", "InvalidScalar", _of_zero(material))
    yield from _addresses_of_keystores(made, key)
    for label, unusual in (
        (
            Label(
                "scrypt-n-of-2-to-the-16-r-which-RFC-7914-excludes",
                "scrypt: n of 2 to the 16 r, which RFC 7914 excludes",
                idea="n of 2 to the 16 r, which RFC 7914 excludes",
            ),
            {"dklen": 32, "n": 1 << 16, "r": 1, "p": 1},
        ),
        (
            by_rule(
                Label(
                    "scrypt-r-p-of-8192-and-p-of-64",
                    "scrypt: r p of 8192, and p of 64",
                    idea="r p of 8192, and p of 64",
                )
            ),
            {"dklen": 32, "n": 2, "r": 128, "p": 64},
        ),
    ):
        yield good(label, "KeystoreParameters", keystore(key, material, parameters=unusual), key)
    # Each exceeds one bound, and the gibibyte more; the bounds save seconds of work.
    for label, changes in (
        (by_rule("n-r-p-above-2-to-the-22"), {"n": 1024, "r": 4097, "p": 1}),
        (
            by_rule(
                Label("a-gibibyte-for-p-in-less-than-a-kilobyte", "a gibibyte for p, in less than a kilobyte")
            ),
            {"n": 2, "r": 131072, "p": 64},
        ),
    ):
        yield bad(placed("scrypt", label), "unsupported", "KeystoreParameters", with_parameters(**changes))
    crypto_of = made_by_pbkdf2["crypto"]
    more = {**crypto_of, "kdfparams": {**crypto_of["kdfparams"], "c": 10_000_001}}
    label = by_rule(
        Label(
            "pbkdf2-ten-million-and-one-iterations",
            "pbkdf2: ten million and one iterations",
            idea="ten million and one iterations",
        )
    )
    yield bad(label, "unsupported", "KeystoreParameters", {**made_by_pbkdf2, "crypto": more})
    for label, least in (
        (
            Label("scrypt-the-least-n-r-and-p", "scrypt: the least n, r and p", idea="the least n, r and p"),
            {"dklen": 32, "n": 2, "r": 1, "p": 1},
        ),
        (Label("pbkdf2-one-iteration", "pbkdf2: one iteration", idea="one iteration"), {**pbkdf2, "c": 1}),
    ):
        yield good(label, "ClientVariant", keystore(key, material, parameters=least), key)
    for size, secret in ((31, key[1:]), (33, key + b"\0")):
        label = Label(
            f"a-ciphertext-of-{size}-bytes-under-a-mac-that-fits",
            f"a ciphertext of {size} bytes, under a mac that fits",
        )
        yield bad(label, "malformed", "WrongType", keystore(secret, material, address_of=key))
    for label, others in (
        ("r-p-of-8193", {"dklen": 32, "n": 2, "r": 8193, "p": 1}),
        ("p-of-65", {"dklen": 32, "n": 2, "r": 1, "p": 65}),
    ):
        made = keystore(key, material, parameters=others)
        fits = Label(f"{label}-under-a-mac-that-fits", f"{words_of(label)}, under a mac that fits")
        yield bad(by_rule(placed("scrypt", fits)), "unsupported", "KeystoreParameters", made)


def _addresses_of_keystores(made: dict[str, Any], key: bytes) -> Iterator[KeystoreCase]:
    """Yield cases about the address in a keystore and the address that the caller expects."""
    label: str | Label
    digits = made["address"]
    address = "0x" + eip55(digits)
    cases = Cases(KeystoreCase, text=compact(made), password=PASSWORD, private_key=key.hex())
    for label, other in (
        ("its-first-digit-changed", _digit_changed(digits, 0)),
        ("its-last-digit-changed", _digit_changed(digits, -1)),
        ("without-its-first-digit", digits[1:]),
        ("without-its-last-digit", digits[:-1]),
        ("a-space-after-it", f"{digits} "),
        ("empty", ""),
    ):
        text = compact({**made, "address": other})
        yield cases.bad(placed("the-address", label), "key-mismatch", "WrongAddress", text)
    bare = {name: value for name, value in made.items() if name != "address"}
    crypto = made["crypto"]
    without = Cases(KeystoreCase, text=compact(bare), password=PASSWORD, private_key=key.hex())
    yield cases.good(
        Label("the-expected-address-and-the-same-in-it", "the expected address, and the same in it"),
        "WrongAddress",
        expected_address=address,
    )
    for label, text in (
        (Label("in-the-case-of-EIP-55", "in the case of EIP-55"), address),
        ("in-lower-case", address.lower()),
        ("in-upper-case", f"0x{digits.upper()}"),
        ("without-0x", digits),
    ):
        yield without.good(
            Label(
                f"the-expected-address-alone-{id_of(label)}",
                f"the expected address alone, {comment_of(label)}",
            ),
            "WrongAddress",
            expected_address=text,
        )
    for difference, text in (
        ("of-another-key", "0x" + "11" * 20),
        ("its-first-digit-changed", "0x" + _digit_changed(digits, 0)),
        ("its-last-digit-changed", "0x" + _digit_changed(digits, -1)),
    ):
        label = placed("the-expected-address", difference)
        yield without.bad(label, "wrong-address", "WrongAddress", expected_address=text)
    label = "the-expected-address-of-another-key-than-the-one-in-it"
    yield cases.bad(label, "wrong-address", "WrongAddress", expected_address="0x" + "11" * 20)
    iv = {**crypto, "cipherparams": {"iv": _bit_flipped(crypto["cipherparams"]["iv"])}}
    for defect, document in (
        ("no-address", {**bare, "crypto": iv}),
        ("an-address-that-is-null", {**made, "address": None, "crypto": iv}),
    ):
        label = placed(
            "the-iv",
            Label(
                f"a-bit-flipped-{defect}-and-the-one-expected",
                f"a bit flipped, {words_of(defect)}, and the one expected",
            ),
        )
        text = compact(document)
        yield cases.bad(label, "wrong-address", "AlteredCiphertext", text, expected_address=address)
    for label, text in (
        ("cut-by-a-digit", address[:-1]),
        ("a-digit-after-it", f"{address}0"),
        ("a-space-in-front", f" {address}"),
        ("a-newline-after-it", f"{address}\n"),
        ("a-digit-that-is-not-hex", f"{address[:-1]}g"),
        ("0X-in-front", f"0X{digits}"),
        ("0x-twice", f"0x{address}"),
        ("a-name", "alice.eth"),
        ("empty", ""),
    ):
        yield without.bad(
            placed("the-expected-address", label), "unsupported", "WrongAddress", expected_address=text
        )
    label = Label(
        "the-expected-address-a-letter-in-the-other-case-than-EIP-55-s",
        "the expected address: a letter in the other case than EIP-55's",
        idea="a letter in the other case than EIP-55's",
    )
    place = next(at for at, digit in enumerate(address) if digit.isalpha() and at > 1)
    changed = address[:place] + address[place].swapcase() + address[place + 1 :]
    yield without.bad(label, "malformed", "WrongAddress", expected_address=changed)


def _of_zero(material: KeyMaterial) -> dict[str, Any]:
    """Make a keystore whose key is 0: its ciphertext is the key stream of the cipher."""
    made = keystore(b"\1" * 32, material)
    crypto = made["crypto"]
    stream = bytes(byte ^ 1 for byte in bytes.fromhex(crypto["ciphertext"]))
    parameters = crypto["kdfparams"]
    derived = Scrypt(salt=bytes.fromhex(parameters["salt"]), length=32, n=1024, r=8, p=1).derive(
        PASSWORD.encode()
    )
    mac = keccak256(derived[16:] + stream).hex()
    return {**made, "crypto": {**crypto, "ciphertext": stream.hex(), "mac": mac}}


def _bit_flipped(digits: str) -> str:
    data = bytes.fromhex(digits)
    return (data[:-1] + bytes([data[-1] ^ 1])).hex()


def private_key_form(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of private keys as text, and of keystores."""
    yield from _writing(KeyMaterial(material.take("writing")))
    yield from _reading(KeyMaterial(material.take("reading")))
    yield from _keystores(KeyMaterial(material.take("keystores")))
