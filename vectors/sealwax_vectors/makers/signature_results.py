"""Vectors of signature results: their forms, and verifying them (wire-formats.md, Signature results)."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from msgspec import UNSET

from sealwax._crypto.curves import CURVES
from sealwax._crypto.points import P256, SECP256K1, decode_point, uncompressed_point
from sealwax.keys import ApiKey
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.signature_results import sign_raw_payload
from sealwax_vectors.constructs.signature_results import FormsCase, VerificationCase
from sealwax_vectors.format import Case

from .builder import Cases
from .defects import near_texts
from .labels import Label, comment_of, id_of, of_field, placed, valued, words_of

HEXADECIMAL, TEXT_UTF8 = "PAYLOAD_ENCODING_HEXADECIMAL", "PAYLOAD_ENCODING_TEXT_UTF8"
SHA256, KECCAK256 = ("HASH_FUNCTION_SHA256", "HASH_FUNCTION_KECCAK256")
NO_OP, NOT_APPLICABLE = "HASH_FUNCTION_NO_OP", "HASH_FUNCTION_NOT_APPLICABLE"
ETHEREUM = "ADDRESS_FORMAT_ETHEREUM"
BIP340_FORMATS = (
    "ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR",
    "ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR",
    "ADDRESS_FORMAT_SPARK_MAINNET",
    "ADDRESS_FORMAT_SPARK_REGTEST",
)
PAYLOAD = "The quick brown fox"
_ORDER = SECP256K1.group_order
_SECP256K1, _P256, _ED25519 = "CURVE_SECP256K1", "CURVE_P256", "CURVE_ED25519"


_KINDS = {_SECP256K1: "ECDSA_SECP256K1", _P256: "ECDSA_P256", _ED25519: "ED25519"}


_CASES = Cases(VerificationCase)


class _Account:
    """An account on a curve, which signs payloads."""

    def __init__(self, material: KeyMaterial, curve: str) -> None:
        self.curve, self.kind = curve, _KINDS[curve]
        self.secret = material.take(curve)
        self.key = ApiKey.from_private_key(self.secret, CURVES[curve].file_name).public_key

    @property
    def ordinary(self) -> tuple[str, str]:
        """An encoding and a hash function that the curve supports."""
        return TEXT_UTF8, NOT_APPLICABLE if self.curve == _ED25519 else SHA256

    def sign(
        self,
        payload: str = PAYLOAD,
        encoding: str | None = None,
        hash_function: str | None = None,
        address_format: str | None = None,
    ) -> dict[str, Any]:
        """Sign; return the inputs of a case, with the public key."""
        names: dict[str, Any] = {
            "encoding": encoding or self.ordinary[0],
            "hash_function": hash_function or self.ordinary[1],
            "curve": self.curve,
        }
        result = sign_raw_payload(payload, self.secret, **names, address_format=address_format)
        inputs = {**result, "payload": payload, **names, "public_key": self.key}
        return inputs if address_format is None else {**inputs, "address_format": address_format}

    def address(self, address_format: str) -> str:
        # Running the vectors does not need the extra `wallets`.
        from sealwax.wallets import derive_address  # noqa: PLC0415

        return derive_address(self.key, address_format, curve=self.curve)

    def good(
        self, label: str | Label, flag: str, inputs: dict[str, Any], kind: str | None = None
    ) -> VerificationCase:
        if inputs.get("address", UNSET) is not UNSET:
            inputs = {"wrong_case": False, **inputs}
        return _CASES.good(label, flag, **inputs, signer=self.key, kind=kind or self.kind)


def _bad(
    label: str | Label, error: str, flag: str, inputs: dict[str, Any], **changes: Any
) -> VerificationCase:
    return _CASES.bad(label, error, flag, **{**inputs, **changes})


def _changed(text: str, position: int) -> str:
    """Change a digit of a text."""
    digit = "1" if text[position] != "1" else "2"
    position %= len(text)
    return text[:position] + digit + text[position + 1 :]


def _twin(parts: dict[str, Any]) -> dict[str, Any]:
    """Return the other signature of the same payload: n-s, and the other parity."""
    return {**parts, "s": f"{_ORDER - int(parts['s'], 16):064x}", "v": _flipped(parts["v"])}


def _flipped(v: str) -> str:
    return "01" if v == "00" else "00"


# Invalid values of r or s, each with the flag of its note.
_HALVES = (
    ("", "empty", "HexEncoding"),
    ("0x12", "with-0x-in-front", "HexEncoding"),
    (" 12", "with-a-space-in-front", "HexEncoding"),
    ("12\n", "with-a-newline-after-it", "HexEncoding"),
    ("+12", "with-a-plus-sign", "HexEncoding"),
    ("1_2", "with-an-underscore", "HexEncoding"),
    ("1g", "with-a-digit-that-is-not-hex", "HexEncoding"),
    ("aB", "in-mixed-case", "HexEncoding"),
    ("٣", "a-digit-of-another-script", "HexEncoding"),
    ("0" * 64 + "12", "with-a-zero-byte-too-many-in-front", "HexEncoding"),
    ("12" * 33, "33-bytes-long", "HexEncoding"),
    ("0", "0", "SignatureRange"),
    ("00" * 32, "32-bytes-of-zeros", "SignatureRange"),
    (f"{_ORDER:x}", "the-order", "SignatureRange"),
    (f"{_ORDER + 1:x}", "the-order-plus-1", "SignatureRange"),
    ("ff" * 32, "the-largest-number-of-32-bytes", "SignatureRange"),
)
# Invalid values of v.
_PARITIES = (
    ("", "empty"),
    ("0", "of-one-digit"),
    ("1", "1"),
    ("02", "02"),
    ("03", "03"),
    ("1b", Label("27-in-hex-as-Ethereum-has-it", "27 in hex, as Ethereum has it")),
    ("1c", "28-in-hex"),
    ("27", "27"),
    ("28", "28"),
    ("ff", "ff"),
    ("000", "of-three-digits"),
    ("0x00", "with-0x-in-front"),
    ("00 ", "with-a-space-after-it"),
    ("true", "true"),
)


def _forms(account: _Account) -> Iterator[FormsCase]:
    defect: str | Label

    def good(label: str | Label, flag: str, parts: dict[str, Any]) -> FormsCase:
        halves = {name: parts[name] for name in ("r", "s", "v")}
        r, s, v = int(parts["r"], 16), int(parts["s"], 16), int(parts["v"])
        if s > _ORDER // 2:
            s, v = _ORDER - s, 1 - v
        raw = r.to_bytes(32, "big") + s.to_bytes(32, "big")
        integers = b"".join(
            b"\2" + bytes([len(content)]) + content
            for number in (r, s)
            for content in [number.to_bytes(number.bit_length() // 8 + 1, "big")]
        )
        der = b"\x30" + bytes([len(integers)]) + integers
        outputs = {"raw": raw.hex(), "der": der.hex(), "ethereum": raw.hex() + f"{27 + v:02x}"}
        return Cases(FormsCase).good(label, flag, **halves, **outputs)

    results = (account.sign(f"payload {number}") for number in count())
    for v in ("00", "01"):
        low = next(parts for parts in results if parts["v"] == v)
        yield good(Label(f"low-s-and-v-{v}", f"low s, and v {v}"), "LowS", low)
        yield good(Label(f"high-s-and-v-{_flipped(v)}", f"high s, and v {_flipped(v)}"), "LowS", _twin(low))
    for name in ("r", "s"):
        short = next(parts for parts in results if parts[name].startswith("00"))
        yield good(f"{name}-with-a-leading-zero-byte", "LostZeros", short)
        yield good(f"{name}-without-its-leading-zeros", "LostZeros", {**short, name: short[name].lstrip("0")})
        nibble = next(
            parts for parts in results if parts[name].startswith("0") and not parts[name].startswith("00")
        )
        label = f"{name}-of-an-odd-number-of-digits"
        yield good(label, "LostZeros", {**nibble, name: nibble[name].removeprefix("0")})
    ordinary = account.sign()
    upper = {name: text.upper() for name, text in ordinary.items() if name in {"r", "s", "v"}}
    yield good("in-upper-case", "ClientVariant", {**ordinary, **upper})
    for name in ("r", "s"):
        yield good(of_field(name, "is-1"), "EdgeCaseSignature", {**ordinary, name: "1"})
        yield good(
            of_field(name, "is-the-order-less-1"), "EdgeCaseSignature", {**ordinary, name: f"{_ORDER - 1:x}"}
        )
    yield good(
        Label("s-is-half-the-order", "s is half the order", idea="FIELD is half the order"),
        "EdgeCaseSignature",
        {**ordinary, "s": f"{_ORDER // 2:x}"},
    )
    yield good(
        Label(
            "s-is-half-the-order-plus-1", "s is half the order plus 1", idea="FIELD is half the order plus 1"
        ),
        "EdgeCaseSignature",
        {**ordinary, "s": f"{_ORDER // 2 + 1:x}"},
    )
    cases = Cases(FormsCase, **{name: ordinary[name] for name in ("r", "s", "v")})
    for name in ("r", "s"):
        for text, defect, flag in _HALVES:
            yield cases.bad(placed(name, defect), "malformed", flag, **{name: text})
    for text, defect in _PARITIES:
        yield cases.bad(placed("v", defect), "malformed", "RecoveryId", v=text)


def _every_curve(account: _Account, other: _Account) -> Iterator[VerificationCase]:
    """Yield cases that every curve has."""
    label: str | Label
    name = account.curve.removeprefix("CURVE_")
    inputs = account.sign()
    yield account.good(placed(name, "a-text"), "Valid", inputs)
    label = placed(name, "the-public-key-in-upper-case")
    yield account.good(label, "ClientVariant", {**inputs, "public_key": account.key.upper()})
    yield account.good(placed(name, "an-empty-text"), "EdgeCaseBody", account.sign(""))
    yield account.good(placed(name, "a-text-that-is-not-ASCII"), "EdgeCaseBody", account.sign("Zoë 北京 🔑"))
    yield account.good(placed(name, "a-text-that-looks-like-hex"), "EdgeCaseBody", account.sign("0x00ff"))
    in_hex = account.sign("00ff10", HEXADECIMAL)
    yield account.good(placed(name, "bytes-in-hex"), "Valid", in_hex)
    for label, payload in (("with-0x-in-front", "0x00ff10"), ("in-upper-case", "00FF10")):
        yield account.good(
            placed(name, Label(f"bytes-in-hex-{label}", f"bytes in hex, {words_of(label)}")),
            "ClientVariant",
            {**in_hex, "payload": payload},
        )
    for difference, payload in (
        ("with-a-newline-after-it", f"{PAYLOAD}\n"),
        ("in-its-last-letter", PAYLOAD[:-1] + "y"),
        ("in-its-ninth-letter", PAYLOAD[:8] + "-" + PAYLOAD[9:]),
        ("in-the-case-of-a-letter", PAYLOAD.lower()),
    ):
        label = placed(
            name, Label(f"the-payload-changed-{difference}", f"the payload changed, {words_of(difference)}")
        )
        yield _bad(label, "bad-signature", "AlteredMessage", inputs, payload=payload)
    label = placed(name, "hex-that-was-signed-as-text")
    yield _bad(label, "bad-signature", "OtherForm", in_hex, encoding=TEXT_UTF8)
    yield _bad(placed(name, "another-key"), "bad-signature", "WrongKey", inputs, public_key=other.key)
    for half in ("r", "s"):
        for place, position in (("last", -1), ("ninth", 8)):
            label, digits = (
                placed(name, f"the-{place}-digit-of-{half}-changed"),
                _changed(inputs[half], position),
            )
            yield _bad(label, "bad-signature", "AlteredMessage", inputs, **{half: digits})
    label = placed(name, "r-and-s-exchanged")
    yield _bad(label, "bad-signature", "AlteredMessage", inputs, r=inputs["s"], s=inputs["r"])
    for label, payload in (
        ("of-an-odd-number-of-digits", "00ff1"),
        ("with-0x-twice", "0x0x00"),
        ("with-0X-in-front", "0X00ff10"),
        ("with-a-space-in-front", " 00ff10"),
        ("with-a-newline-after-it", "00ff10\n"),
        ("with-a-digit-that-is-not-hex", "00fg10"),
        ("in-mixed-case", "00fF10"),
    ):
        yield _bad(placed(name, f"hex-{label}"), "malformed", "PayloadForm", in_hex, payload=payload)
    for encoding in (
        "PAYLOAD_ENCODING_EIP712",
        "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION",
        "PAYLOAD_ENCODING_UNSPECIFIED",
        "",
    ):
        label = placed(
            name, Label(f"the-encoding-{id_of(encoding or 'empty')}", f"the encoding {encoding or 'empty'}")
        )
        yield _bad(label, "unsupported", "OtherForm", inputs, encoding=encoding)
    for hash_function in ("HASH_FUNCTION_SHA3_256", "HASH_FUNCTION_UNSPECIFIED", ""):
        label = placed(
            name,
            Label(
                f"the-hash-function-{id_of(hash_function or 'empty')}",
                f"the hash function {hash_function or 'empty'}",
            ),
        )
        yield _bad(label, "unsupported", "OtherForm", inputs, hash_function=hash_function)
    for curve in ("CURVE_SECP384R1", name.lower(), ""):
        yield _bad(
            placed(name, Label(f"the-curve-{id_of(curve or 'empty')}", f"the curve {curve or 'empty'}")),
            "unsupported",
            "OtherForm",
            inputs,
            curve=curve,
        )
    for key, label in (
        ("", "empty"),
        (account.key[:-2], "cut"),
        (f"{account.key}00", "with-a-byte-after-it"),
        (f"0x{account.key}", "with-0x-in-front"),
    ):
        yield _bad(
            placed(name, f"the-public-key-{label}"), "malformed", "InvalidPoint", inputs, public_key=key
        )


def _every_ecdsa(account: _Account) -> Iterator[VerificationCase]:
    """Yield cases of both curves of ECDSA."""
    name = account.curve.removeprefix("CURVE_")
    curve = P256 if account.curve == _P256 else SECP256K1
    digest = "9f" * 32
    label = placed(name, "a-hash-that-was-made-before")
    yield account.good(label, "Valid", account.sign(digest, HEXADECIMAL, NO_OP))
    label = placed(name, Label("32-bytes-of-text-not-hashed", "32 bytes of text, not hashed"))
    yield account.good(label, "EdgeCaseBody", account.sign("a" * 32, TEXT_UTF8, NO_OP))
    keccak = account.sign(PAYLOAD, TEXT_UTF8, KECCAK256)
    yield account.good(placed(name, Label("Keccak-256", "Keccak-256")), "Valid", keccak)
    inputs = account.sign()
    whole = uncompressed_point(decode_point(bytes.fromhex(account.key), curve, "the key"))
    label = placed(name, "the-public-key-uncompressed")
    yield account.good(label, "ClientVariant", {**inputs, "public_key": whole.hex()})
    hybrid = bytes([6 + (whole[-1] & 1)]) + whole[1:]
    yield _bad(
        placed(name, "the-public-key-hybrid"), "malformed", "InvalidPoint", inputs, public_key=hybrid.hex()
    )
    yield _bad(placed(name, "the-point-at-infinity"), "malformed", "InvalidPoint", inputs, public_key="00")
    label = placed(name, "an-x-that-is-not-in-the-field")
    yield _bad(label, "malformed", "InvalidPoint", inputs, public_key="02" + "ff" * 32)
    negative = f"{'03' if account.key[1] == '2' else '02'}{account.key[2:]}"
    label = placed(name, "the-other-point-of-the-same-x")
    yield _bad(label, "bad-signature", "WrongKey", inputs, public_key=negative)
    label = placed(name, Label("Keccak-256-that-was-SHA-256", "Keccak-256 that was SHA-256"))
    yield _bad(label, "bad-signature", "OtherForm", inputs, hash_function=KECCAK256)
    label = placed(name, Label("SHA-256-that-was-Keccak-256", "SHA-256 that was Keccak-256"))
    yield _bad(label, "bad-signature", "OtherForm", keccak, hash_function=SHA256)
    label = placed(name, "the-hash-function-of-Ed25519")
    yield _bad(label, "unsupported", "OtherForm", inputs, hash_function=NOT_APPLICABLE)
    for length in (0, 31, 33, 64):
        changes = {"payload": "9f" * length, "encoding": HEXADECIMAL, "hash_function": NO_OP}
        yield _bad(
            placed(name, Label(f"{length}-bytes-not-hashed", f"{length} bytes, not hashed")),
            "malformed",
            "PayloadForm",
            inputs,
            **changes,
        )


def _secp256k1(account: _Account, other: _Account) -> Iterator[VerificationCase]:
    """Yield cases of ECDSA on secp256k1: v, and addresses."""
    results = [account.sign(f"payload {number}") for number in range(40)]
    for low in (next(result for result in results if result["v"] == v) for v in ("00", "01")):
        for half, inputs in (("low", low), ("high", _twin(low))):
            v = inputs["v"]
            yield account.good(placed("SECP256K1", f"{half}-s-and-v-{v}"), "LowS", inputs)
            label = placed("SECP256K1", f"{half}-s-and-the-other-v-than-{v}")
            yield _bad(label, "bad-signature", "RecoveryId", inputs, v=_flipped(v))
    short = next(
        inputs
        for inputs in (account.sign(f"payload {number}") for number in count())
        if inputs["r"].startswith("00")
    )
    label = Label(
        "SECP256K1-r-without-its-leading-zeros",
        "SECP256K1: r without its leading zeros",
        idea="r without its leading zeros",
    )
    yield account.good(label, "LostZeros", {**short, "r": short["r"].lstrip("0")})
    inputs = account.sign()
    for address_format in (
        ETHEREUM,
        "ADDRESS_FORMAT_TRON",
        "ADDRESS_FORMAT_COSMOS",
        "ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH",
        "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH",
    ):
        name, address = address_format.removeprefix("ADDRESS_FORMAT_"), account.address(address_format)
        with_address = {
            **{field: value for field, value in inputs.items() if field != "public_key"},
            "address": address,
            "address_format": address_format,
        }
        yield account.good(
            Label(
                f"an-address-of-{id_of(name)}-in-place-of-the-key",
                f"an address of {name} in place of the key",
            ),
            "Valid",
            with_address,
        )
        label = Label(f"an-address-of-{id_of(name)}-and-its-key", f"an address of {name} and its key")
        yield account.good(label, "Valid", {**with_address, "public_key": account.key})
        label = Label(f"an-address-of-{id_of(name)}-of-another-key", f"an address of {name} of another key")
        yield _bad(label, "bad-signature", "WrongKey", with_address, address=other.address(address_format))
        label = Label(
            f"an-address-of-{id_of(name)}-of-another-key-than-the-one-given",
            f"an address of {name} of another key than the one given",
        )
        both = {"public_key": account.key, "address": other.address(address_format)}
        yield _bad(label, "wrong-address", "WrongContext", with_address, **both)
        label, changed = (
            Label(
                f"an-address-of-{id_of(name)}-with-its-last-character-changed",
                f"an address of {name} with its last character changed",
            ),
            _changed(address, -1),
        )
        yield _bad(label, "bad-signature", "WrongKey", with_address, address=changed)
        for difference, changed in near_texts(address):
            # Ethereum addresses match in any case, and bech32 addresses in upper case.
            if changed != address.swapcase():
                label = Label(
                    f"an-address-of-{id_of(name)}-{difference}",
                    f"an address of {name}, {words_of(difference)}",
                )
                yield _bad(label, "bad-signature", "WrongKey", with_address, address=changed)
        for difference, other_format in near_texts(address_format):
            label = Label(
                f"the-address-format-{id_of(name)}-{difference}",
                f"the address format {name}, {words_of(difference)}",
            )
            yield _bad(label, "unsupported", "OtherForm", with_address, address_format=other_format)
        label = Label(
            f"an-address-of-{id_of(name)}-and-the-other-v", f"an address of {name}, and the other v"
        )
        yield _bad(label, "bad-signature", "RecoveryId", with_address, v=_flipped(inputs["v"]))
    address = account.address(ETHEREUM)
    place = next(at for at, digit in enumerate(address) if digit.isalpha() and at > 1)
    for spelling, text, wrong in (
        ("in-lower-case", address.lower(), False),
        ("in-upper-case", f"0x{address[2:].upper()}", False),
        (
            Label(
                "with-a-letter-in-the-other-case-than-EIP-55-s",
                "with a letter in the other case than EIP-55's",
            ),
            address[:place] + address[place].swapcase() + address[place + 1 :],
            True,
        ),
        (
            Label(
                "with-every-letter-in-the-other-case-than-EIP-55-s",
                "with every letter in the other case than EIP-55's",
            ),
            f"0x{address[2:].swapcase()}",
            True,
        ),
    ):
        for how, key in (("in-place-of-the-key", UNSET), ("and-its-key", account.key)):
            changes = {"public_key": key, "address": text, "address_format": ETHEREUM, "wrong_case": wrong}
            label = Label(
                f"an-address-of-ETHEREUM-{id_of(spelling)}-{how}",
                f"an address of ETHEREUM {comment_of(spelling)}, {words_of(how)}",
            )
            yield account.good(label, "AddressSpelling", {**inputs, **changes})
    # No point of the curve has x = 5.
    label = Label(
        "an-address-in-place-of-the-key-and-an-r-that-no-point-has",
        "an address in place of the key, and an r that no point has",
    )
    with_address = {"public_key": UNSET, "address": account.address(ETHEREUM), "address_format": ETHEREUM}
    yield _bad(label, "bad-signature", "EdgeCaseSignature", {**inputs, **with_address}, r="5")
    for address_format in ("ADDRESS_FORMAT_BITCOIN_P2TR", "ETHEREUM", ""):
        label = Label(
            f"the-address-format-{id_of(address_format or 'empty')}",
            f"the address format {address_format or 'empty'}",
        )
        yield _bad(label, "unsupported", "OtherForm", inputs, address_format=address_format)
    for difference, other_format in near_texts(ETHEREUM):
        label = Label(
            f"the-key-and-the-address-format-ETHEREUM-{difference}",
            f"the key and the address format ETHEREUM, {words_of(difference)}",
        )
        yield _bad(label, "unsupported", "OtherForm", inputs, address_format=other_format)
    solana = "So11111111111111111111111111111111111111112"
    changes = {"address": solana, "address_format": "ADDRESS_FORMAT_SOLANA"}
    yield _bad("an-address-of-a-format-of-Ed25519", "unsupported", "OtherForm", inputs, **changes)


def _bip340(account: _Account, other: _Account) -> Iterator[VerificationCase]:
    """Yield cases of Schnorr signatures, which P2TR and Spark addresses require."""
    label: str | Label
    for address_format in BIP340_FORMATS:
        name = address_format.removeprefix("ADDRESS_FORMAT_")
        inputs = account.sign(address_format=address_format)
        address = account.address(address_format)
        yield account.good(placed(valued(name), "a-text"), "Valid", inputs, "BIP340")
        yield account.good(
            placed(valued(name), "with-its-address"), "Valid", {**inputs, "address": address}, "BIP340"
        )
        hashed = account.sign("9f" * 32, HEXADECIMAL, NO_OP, address_format)
        yield account.good(placed(valued(name), "a-hash-that-was-made-before"), "Valid", hashed, "BIP340")
        # The signatures are the same on other networks.
        if "MAINNET" in address_format:
            label = placed(valued(name), "the-signature-taken-for-one-by-ECDSA")
            yield _bad(label, "bad-signature", "OtherForm", inputs, address_format=UNSET)
            # P2TR tweaks the key; Spark does not.
            unlike = BIP340_FORMATS[-1 if "P2TR" in address_format else 0]
            label = placed(valued(name), "the-signature-taken-for-one-of-another-tweak")
            yield _bad(label, "bad-signature", "OtherForm", inputs, address_format=unlike)
        other_r, other_s = _changed(inputs["r"], -1), _changed(inputs["s"], -1)
        for label, error, flag, changes in (
            ("another-key", "bad-signature", "WrongKey", {"public_key": other.key}),
            (Label("v-is-01", "v is 01", idea="FIELD is 01"), "malformed", "RecoveryId", {"v": "01"}),
            ("the-payload-changed", "bad-signature", "AlteredMessage", {"payload": f"{PAYLOAD}."}),
            ("the-last-digit-of-r-changed", "bad-signature", "AlteredMessage", {"r": other_r}),
            ("the-last-digit-of-s-changed", "bad-signature", "AlteredMessage", {"s": other_s}),
            (
                Label("n-s", "n-s"),
                "bad-signature",
                "AlteredMessage",
                {"s": f"{_ORDER - int(inputs['s'], 16):064x}"},
            ),
            ("a-signature-by-ECDSA", "bad-signature", "OtherForm", {**account.sign(), "v": "00"}),
            ("another-address", "wrong-address", "WrongContext", {"address": other.address(address_format)}),
            (Label("on-P-256", "on P-256"), "unsupported", "OtherForm", {"curve": _P256}),
        ):
            yield _bad(placed(valued(name), label), error, flag, inputs, **changes)
        yield _bad(
            placed(valued(name), Label("33-bytes-not-hashed", "33 bytes, not hashed")),
            "malformed",
            "PayloadForm",
            hashed,
            payload="9f" * 33,
        )


def _p256(account: _Account) -> Iterator[VerificationCase]:
    inputs = account.sign()
    for name in ("encoding", "hash_function", "curve"):
        for difference, other in near_texts(inputs[name]):
            yield _bad(
                placed(Label(f"P256-the-{id_of(name)}", f"P256: the {name}"), difference),
                "unsupported",
                "OtherForm",
                inputs,
                **{name: other},
            )
    in_hex = account.sign("a0ff1f", HEXADECIMAL)
    for label, payload in (
        ("its-last-digit-alone-in-upper-case", "a0ff1F"),
        ("its-first-digit-alone-in-lower-case", "a0FF1F"),
        ("its-last-digit-alone-in-lower-case", "A0FF1f"),
        ("a-newline-after-upper-case", "A0FF1F\n"),
    ):
        yield _bad(placed("P256", f"hex-with-{label}"), "malformed", "PayloadForm", in_hex, payload=payload)
    order = f"{P256.group_order:x}"
    for half in ("r", "s"):
        yield _bad(
            placed("P256", of_field(half, "is-the-order")),
            "malformed",
            "SignatureRange",
            inputs,
            **{half: order},
        )
    other_s = f"{P256.group_order - int(inputs['s'], 16):x}"
    yield account.good(
        Label("P256-the-other-s", "P256: the other s", idea="the other s"),
        "LowS",
        {**inputs, "s": other_s, "v": _flipped(inputs["v"])},
    )


def _ed25519(account: _Account, other: _Account) -> Iterator[VerificationCase]:
    inputs = account.sign()
    for hash_function in (SHA256, KECCAK256, NO_OP):
        label = placed("ED25519", valued(hash_function))
        yield _bad(label, "unsupported", "OtherForm", inputs, hash_function=hash_function)
    yield _bad(
        Label("ED25519-v-is-01", "ED25519: v is 01", idea="FIELD is 01"),
        "malformed",
        "RecoveryId",
        inputs,
        v="01",
    )
    # This signature verifies any message if the key is the neutral point.
    label, neutral = (
        Label(
            "ED25519-the-neutral-point-as-key-and-a-signature-that-anyone-can-make",
            "ED25519: the neutral point as key, and a signature that anyone can make",
            idea="the neutral point as key, and a signature that anyone can make",
        ),
        "01" + "00" * 31,
    )
    yield _bad(label, "malformed", "InvalidPoint", inputs, public_key=neutral, r=neutral, s="1")
    label = Label(
        "ED25519-the-key-is-no-point", "ED25519: the key is no point", "the key is no point", section="8.1"
    )
    yield _bad(label, "bad-signature", "InvalidPoint", inputs, public_key="02" + "00" * 31)
    solana = "ADDRESS_FORMAT_SOLANA"
    with_address = {**inputs, "address_format": solana, "address": account.address(solana)}
    yield account.good(
        Label("ED25519-with-its-address", "ED25519: with its address", idea="with its address"),
        "Valid",
        with_address,
    )
    label = Label("ED25519-another-address", "ED25519: another address", idea="another address")
    yield _bad(label, "wrong-address", "WrongContext", with_address, address=other.address(solana))


def signature_result(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of signature results."""
    pairs = {curve: (_Account(material, curve), _Account(material, curve)) for curve in _KINDS}
    account, other = pairs[_SECP256K1]
    p256, _ = pairs[_P256]
    for pair in pairs.values():
        yield from _every_curve(*pair)
    yield from _every_ecdsa(account)
    yield from _every_ecdsa(p256)
    yield from _secp256k1(account, other)
    yield from _bip340(account, other)
    yield from _p256(p256)
    yield from _ed25519(*pairs[_ED25519])
    yield from _forms(account)
