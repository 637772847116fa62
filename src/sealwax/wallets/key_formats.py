"""Write private keys in the text forms that wallets import, and read these strictly."""

import json
import re
from collections.abc import Callable
from functools import partial
from types import NoneType
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ed25519

from sealwax._codec.arguments import require_type
from sealwax._codec.base58 import (
    BITCOIN_ALPHABET,
    RIPPLE_ALPHABET,
    decode_base58,
    decode_base58check,
    encode_base58,
    encode_base58check,
)
from sealwax._codec.bech32 import BECH32, decode_bech32, encode_bech32, from_digits, to_digits
from sealwax._codec.hex import decode_hex
from sealwax._codec.output_descriptor import add_checksum, strip_checksum
from sealwax._codec.strict_json import decode_json
from sealwax._codec.strkey import SEED, decode_strkey, encode_strkey
from sealwax._codec.text import to_bytes
from sealwax._crypto.curves import CURVES
from sealwax._crypto.points import SECP256K1, decode_scalar
from sealwax._limits import MAX_KEY_TEXT_BYTES
from sealwax.errors import KeyMismatch, MalformedInput, SealwaxError, Unsupported
from sealwax.schemes import PRIVATE_KEY_BYTES

_ALL = tuple(CURVES)
_SECP256K1, _ED25519, _P256, *_OTHERS = _ALL

_WHAT = "the private key"
_COMPRESSED = b"\1"
_SUI_PREFIX = "suiprivkey"
_SUI_ED25519 = b"\0"
_APTOS_PREFIX = "ed25519-priv-0x"
_CHECKSUM_BYTES = 4

_WIF_VERSIONS = {"wif": 0x80, "wif-testnet": 0xEF, "wif-doge": 0x9E, "wif-doge-testnet": 0xF1}
_BITCOIN_WIF_VERSIONS = {_WIF_VERSIONS["wif"], _WIF_VERSIONS["wif-testnet"]}

_SCRIPTS = {
    "pkh": "pkh({})",
    "wpkh": "wpkh({})",
    "tr": "tr({})",
    "sh-wpkh": "sh(wpkh({}))",
    "sh-pkh": "sh(pkh({}))",
    "sh-pk": "sh(pk({}))",
    "wsh-pk": "wsh(pk({}))",
    "wsh-pkh": "wsh(pkh({}))",
    "wsh-multi": "wsh(multi(1,{}))",
}
"""The scripts of Bitcoin's descriptors (BIP-380 to 386) by the name of their key format."""


class KeyFormat(NamedTuple):
    """A text form of private keys: its name, its curves, and the function that writes it."""

    name: str
    curves: tuple[str, ...]
    encode: Callable[[bytes], str]


def format_private_key(private_key: bytes, key_format: str, *, curve: str | None = None) -> str:
    """Return a private key as the text that wallets import. It is a secret.

    | form | text |
    |---|---|
    | ``hex``, ``0x`` | 64 lower-case hex digits, after ``0x`` or not |
    | ``solana`` | base58 of the seed and its public key, as Phantom takes it |
    | ``solana-cli`` | the same 64 bytes as a JSON array, as ``solana-keygen`` writes it |
    | ``wif``, ``wif-testnet``, ``wif-doge``, ``wif-doge-testnet`` | wallet import format, compressed |
    | ``descriptor-SCRIPT``, ``descriptor-SCRIPT-testnet`` | a descriptor with checksum, for Bitcoin Core |
    | ``sui`` | ``suiprivkey1…`` (SIP-15) |
    | ``stellar`` | ``S…`` (SEP-23) |
    | ``aptos`` | ``ed25519-priv-0x…`` (AIP-80) |
    | ``xrp-hex`` | ``00`` and 64 upper-case hex digits, as the XRP Ledger's libraries take it |

    SCRIPT is ``pkh``, ``wpkh``, ``tr``, ``sh-wpkh``, ``sh-pkh``, ``sh-pk``, ``wsh-pk``, ``wsh-pkh`` or
    ``wsh-multi``. For Ethereum's keystore, see ``encrypt_keystore``. An XRP family seed or a TON
    mnemonic cannot be derived from a key.

    Args:
        private_key: The private key, 32 bytes: a scalar (big-endian), or an Ed25519 seed.
        key_format: The form.
        curve: The key's curve, by the API's name; forms for other curves are refused. None skips the check.

    Returns:
        The text.

    Raises:
        MalformedInput: The private key is not 32 bytes, or not a key of the form's curve.
        Unsupported: The form is unknown, or not for the curve.
    """
    require_type(private_key, bytes, "private_key")
    require_type(curve, (str, NoneType), "curve")
    row = find_key_format(key_format)
    if curve is not None and curve not in row.curves:
        named = curve if curve in CURVES else "another curve"
        raise Unsupported(f"the form {row.name} is for keys on {' and '.join(row.curves)}, not on {named}")
    if len(private_key) != PRIVATE_KEY_BYTES:
        raise MalformedInput(f"{_WHAT} is {len(private_key)} bytes long; it must be {PRIVATE_KEY_BYTES}")
    only = curve or (row.curves[0] if len(row.curves) == 1 else None)
    on_curve = CURVES[only].curve if only else None
    if on_curve is not None:
        decode_scalar(private_key, on_curve, _WHAT)
    return row.encode(private_key)


def find_key_format(name: str) -> KeyFormat:
    """Return the form with a name; refuse an unknown name."""
    require_type(name, str, "key_format")
    found = KEY_FORMATS.get(name)
    if name in _OTHER_FORMS:
        raise Unsupported(f"{name} is not the form of a key alone: {_OTHER_FORMS[name]}")
    if found is None:
        raise Unsupported(
            f"the form of the private key is unknown; it must be one of {', '.join(KEY_FORMATS)}. "
            f"{NOT_DERIVABLE}"
        )
    return found


DESCRIPTOR: Final = "descriptor"
KEYSTORE: Final = "keystore"
_OTHER_FORMS = {
    DESCRIPTOR: "it depends on the script of the address; choose one, such as descriptor-wpkh",
    KEYSTORE: "it needs a password; use encrypt_keystore",
}
"""The forms of the command line that this module does not write."""

NOT_DERIVABLE: Final = "An XRP family seed, a TON mnemonic or other words cannot be derived from a key"
"""Formats that cannot be derived from a key."""


def parse_private_key(text: str) -> bytes:
    """Read a private key in any form that ``format_private_key`` writes.

    Hex in upper case is accepted too, and base58check of a Solana key (68 bytes), which some of the service's
    SDKs write. Checksums and the halves of Solana keys are checked.

    Args:
        text: The private key, with nothing around it.

    Returns:
        The private key, 32 bytes.

    Raises:
        MalformedInput: The text has none of the forms, or its checksum is wrong.
        KeyMismatch: The halves of a Solana key do not belong together.
        Unsupported: The text is an uncompressed WIF, a keystore, an XRP family seed or a mnemonic. The
            message says what to do.
    """
    require_type(text, str, "text")
    to_bytes(text, _WHAT, limit=MAX_KEY_TEXT_BYTES)
    for begins, parse in _BY_BEGINNING:
        if begins.match(text):
            return parse(text)
    digits = text[2:] if text[:2] in {"0x", "0X"} else text
    if _HEX.fullmatch(digits) or digits is not text:
        # On the XRP Ledger, 00 marks keys on secp256k1.
        if _XRP.fullmatch(text):
            return _scalar(bytes.fromhex(text[2:]))
        return decode_hex(digits, _WHAT, length=PRIVATE_KEY_BYTES)
    if _is_base58(text, *_WIF_LENGTHS):
        return _parse_wif(text, frozenset(_WIF_VERSIONS.values()))
    if len(text) > 2 * PRIVATE_KEY_BYTES:
        return _parse_solana(text)
    return decode_hex(text, _WHAT, length=PRIVATE_KEY_BYTES)


def _solana_bytes(seed: bytes) -> bytes:
    return seed + ed25519.Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def _encode_wif(key: bytes, version: int) -> str:
    return encode_base58check(bytes([version]) + key + _COMPRESSED)


def _encode_descriptor(key: bytes, script: str, version: int) -> str:
    return add_checksum(script.format(_encode_wif(key, version)))


def _encode_sui(key: bytes) -> str:
    return encode_bech32(_SUI_PREFIX, to_digits(_SUI_ED25519 + key), BECH32)


_ROWS = (
    KeyFormat("hex", _ALL, bytes.hex),
    KeyFormat("0x", _ALL, lambda key: "0x" + key.hex()),
    KeyFormat("solana", (_ED25519,), lambda key: encode_base58(_solana_bytes(key))),
    KeyFormat(
        "solana-cli", (_ED25519,), lambda key: json.dumps(list(_solana_bytes(key)), separators=(",", ":"))
    ),
    *(
        KeyFormat(name, (_SECP256K1,), partial(_encode_wif, version=version))
        for name, version in _WIF_VERSIONS.items()
    ),
    KeyFormat("sui", (_ED25519,), _encode_sui),
    KeyFormat("stellar", (_ED25519,), partial(encode_strkey, SEED)),
    KeyFormat("aptos", (_ED25519,), lambda key: _APTOS_PREFIX + key.hex()),
    KeyFormat("xrp-hex", (_SECP256K1,), lambda key: "00" + key.hex().upper()),
    *(
        KeyFormat(
            f"descriptor-{name}{suffix}",
            (_SECP256K1,),
            partial(_encode_descriptor, script=script, version=_WIF_VERSIONS[f"wif{suffix}"]),
        )
        for suffix in ("", "-testnet")
        for name, script in _SCRIPTS.items()
    ),
)

KEY_FORMATS: Final = {row.name: row for row in _ROWS}
"""The forms by their names."""


def _scalar(key: bytes) -> bytes:
    decode_scalar(key, SECP256K1, _WHAT)
    return key


def _parse_wif(text: str, versions: frozenset[int] | set[int]) -> bytes:
    payload = decode_base58check(text, _WHAT)
    if len(payload) == 1 + PRIVATE_KEY_BYTES:
        raise Unsupported(
            f"{_WHAT} is a WIF of an uncompressed public key, whose addresses the service does not derive; "
            "move its coins to an address of this wallet instead"
        )
    if len(payload) != _WIF_BYTES or payload[0] not in versions or not payload.endswith(_COMPRESSED):
        raise MalformedInput(
            f"{_WHAT} is not a WIF of Bitcoin or Dogecoin: the first or last bytes differ; check that it "
            "is a private key"
        )
    return _scalar(payload[1:-1])


_WIF_BYTES = 1 + PRIVATE_KEY_BYTES + len(_COMPRESSED)
_WIF_LENGTHS = (_WIF_BYTES - 1 + _CHECKSUM_BYTES, _WIF_BYTES + _CHECKSUM_BYTES)


def _is_base58(text: str, *lengths: int) -> bool:
    """Return whether a text is base58 of one of the given numbers of bytes."""
    if set(text) - set(BITCOIN_ALPHABET) or len(text) > 2 * PRIVATE_KEY_BYTES:
        return False
    return len(decode_base58(text, _WHAT)) in lengths


def _parse_solana(text: str) -> bytes:
    key = decode_base58(text, _WHAT)
    if len(key) == 2 * PRIVATE_KEY_BYTES + _CHECKSUM_BYTES:
        key = decode_base58check(text, _WHAT)
        if _solana_bytes(key[:PRIVATE_KEY_BYTES]) != key:
            raise MalformedInput(
                f"{_WHAT} is base58check of 64 bytes, but not of a seed and its public key; a Solana key "
                "has 64 bytes, and no checksum"
            )
    if len(key) != 2 * PRIVATE_KEY_BYTES:
        raise MalformedInput(f"{_WHAT} is base58 of {len(key)} bytes; a Solana key has 64, and no checksum")
    return _check_halves(key)


def _parse_solana_cli(text: str) -> bytes:
    numbers = decode_json(text.encode(), list[int], _WHAT)
    if len(numbers) != 2 * PRIVATE_KEY_BYTES or min(numbers) < 0 or max(numbers) > 255:  # noqa: PLR2004 - a byte
        raise MalformedInput(f"{_WHAT} is an array, but not of the 64 bytes of a key file of Solana")
    return _check_halves(bytes(numbers))


def _check_halves(key: bytes) -> bytes:
    seed = key[:PRIVATE_KEY_BYTES]
    if _solana_bytes(seed) != key:
        raise KeyMismatch(
            "the halves of the Solana key do not belong together; check that it was copied whole"
        )
    return seed


def _parse_sui(text: str) -> bytes:
    decoded = decode_bech32(text, _WHAT)
    content = from_digits(decoded.digits, _WHAT)
    if decoded.constant != BECH32 or decoded.prefix != _SUI_PREFIX:
        raise MalformedInput(f"{_WHAT} is not {_SUI_PREFIX}1… in bech32; check that it was copied whole")
    if len(content) != 1 + PRIVATE_KEY_BYTES or not content.startswith(_SUI_ED25519):
        raise Unsupported(
            f"{_WHAT} is a Sui key whose scheme is not Ed25519; the service does not derive its address"
        )
    return content[1:]


def _parse_aptos(text: str) -> bytes:
    return decode_hex(text.removeprefix(_APTOS_PREFIX), _WHAT, length=PRIVATE_KEY_BYTES)


def _parse_descriptor(text: str) -> bytes:
    descriptor = strip_checksum(text, _WHAT)
    for script in _SCRIPTS.values():
        start, end = script.split("{}")
        if descriptor.startswith(start) and descriptor.endswith(end):
            wif = descriptor[len(start) : len(descriptor) - len(end)]
            if wif.isalnum():
                return _parse_wif(wif, _BITCOIN_WIF_VERSIONS)
    raise Unsupported(f"{_WHAT} is a descriptor, but not of one key in WIF; pass the WIF itself")


def _refuse(advice: str, error: type[SealwaxError] = Unsupported) -> Callable[[str], bytes]:
    def parse(text: str) -> bytes:  # noqa: ARG001 - every parser takes it
        raise error(f"{_WHAT} {advice}")

    return parse


_HEX = re.compile("[0-9A-Fa-f]*", re.ASCII)
_XRP = re.compile("00[0-9A-F]{64}", re.ASCII)
_BY_BEGINNING = (
    (re.compile(_SUI_PREFIX, re.IGNORECASE | re.ASCII), _parse_sui),
    (re.compile(_APTOS_PREFIX), _parse_aptos),
    (re.compile("S[A-Z2-7]{55}\\Z", re.ASCII), lambda text: decode_strkey(SEED, text, _WHAT)),
    (re.compile(r"\["), _parse_solana_cli),
    (re.compile("(pkh|wpkh|tr|sh|wsh)[(]"), _parse_descriptor),
    (
        re.compile(r"0x[0-9a-fA-F]{40}\Z", re.ASCII),
        _refuse("is an address, which leads to no key; pass the private key", MalformedInput),
    ),
    (
        re.compile(r"(0x)?(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})\Z", re.ASCII),
        _refuse("is a public key; pass the private key", MalformedInput),
    ),
    (
        re.compile(r'[{]\s*"0"'),
        _refuse("is an object of numbers; write its numbers, without their names, as an array: [1,2,…]"),
    ),
    (
        re.compile(r'[{]\s*"type"\s*:\s*"Buffer"'),
        _refuse("is a Buffer of Node.js; pass the array in it alone: [1,2,…]"),
    ),
    (re.compile("[{]"), _refuse("is an encrypted keystore; pass the keystore and its password instead")),
    (
        re.compile(r"[0-9]{1,3}(\s*,\s*[0-9]{1,3})+\s*\Z"),
        _refuse("is numbers alone; write [ before and ] after them"),
    ),
    (
        re.compile("(p2[a-z0-9-]+):", re.IGNORECASE | re.ASCII),
        _refuse("has the kind of an address before it, as Electrum writes it; pass the WIF after the colon"),
    ),
    (re.compile("-----BEGIN "), _refuse("is in PEM; pass the same key in hex")),
    (
        re.compile("[xyzYZtuvUV]p(rv|ub)"),
        _refuse("is an extended key (BIP-32), which has many accounts; pass the key of one account"),
    ),
    (
        re.compile(f"s[{RIPPLE_ALPHABET}]{{27,30}}\\Z", re.ASCII),
        _refuse(
            "is an XRP family seed; derive its key with an XRP library and pass that: 00 and 64 hex digits"
        ),
    ),
    (
        re.compile(r"[^\W\d]{2,}( +[^\W\d]{2,}){11}"),
        _refuse("is a mnemonic; import it as a wallet (TON mnemonics differ, and are not supported)"),
    ),
)
