"""Find the public key in an address, for formats whose addresses contain it.

| format | content |
|---|---|
| COMPRESSED, UNCOMPRESSED | the key in hex |
| SOLANA | an Ed25519 key in base58 |
| XLM | an Ed25519 key as a strkey |
| SPARK | a compressed secp256k1 key in bech32m |
| P2TR | a tweaked secp256k1 key, its x coordinate, in bech32m: not the account's own key |
| every other format | a hash of the key |
"""

from typing import Final

from sealwax._codec.base58 import decode_base58
from sealwax._codec.bech32 import BECH32M, decode_bech32, from_digits
from sealwax._codec.hex import decode_hex
from sealwax._codec.strkey import PUBLIC_KEY, decode_strkey
from sealwax._crypto.points import COMPRESSED_BYTES
from sealwax.errors import MalformedInput

_LABEL: Final = "the address"
_TAPROOT_PREFIXES: Final = {"MAINNET": "bc", "TESTNET": "tb", "SIGNET": "tb", "REGTEST": "bcrt"}
_TAPROOT_KEY_BYTES: Final = 32
# The point of a tweaked key has an even y (BIP-341).
_EVEN: Final = b"\x02"


def key_in_address(address: str, address_format: str) -> bytes | None:
    """Return the public key in an address; None if addresses of this format do not contain it.

    For P2TR, it is the tweaked key, and the address is checked completely. For every other format, the caller
    encodes the key again, and compares.
    """
    match address_format.removeprefix("ADDRESS_FORMAT_").split("_"):
        case ["COMPRESSED"] | ["UNCOMPRESSED"]:
            return decode_hex(address, _LABEL)
        case ["SOLANA"]:
            return decode_base58(address, _LABEL)
        case ["XLM"]:
            return decode_strkey(PUBLIC_KEY, address, _LABEL)
        case ["SPARK", _]:
            return from_digits(decode_bech32(address, _LABEL).digits, _LABEL)[-COMPRESSED_BYTES:]
        case ["BITCOIN", network, "P2TR"]:
            return _EVEN + _taproot_key(address, _TAPROOT_PREFIXES[network])
        case _:
            return None


def _taproot_key(address: str, prefix: str) -> bytes:
    """Return the output key of a P2TR address: witness version 1 and 32 bytes, in bech32m (BIP-350)."""
    decoded = decode_bech32(address, _LABEL)
    is_taproot = (decoded.prefix, decoded.constant, decoded.digits[:1]) == (prefix, BECH32M, b"\x01")
    key = from_digits(decoded.digits[1:], _LABEL) if is_taproot else b""
    if len(key) != _TAPROOT_KEY_BYTES:
        raise MalformedInput(f"{_LABEL} is not a P2TR address of this network; check it and its format")
    return key
