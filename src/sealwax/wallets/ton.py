"""Addresses of TON (TEP-2): hashes of the wallet contract of a public key."""

import base64
import hashlib
from typing import Final, NamedTuple

from sealwax._codec.strkey import crc16_xmodem

_WORKCHAIN: Final = 0
_WALLET_ID: Final = 698983191
"""The wallet id of V3R2 and V4R2 in workchain 0: the libraries' default, not evidenced for the service."""

_HASH_BYTES = 32
_ADDRESS_BYTES = 36

V5_MAINNET: Final = 2147483409
V5_TESTNET: Final = 2147483645
"""The wallet ids of V5R1: the global id of the network (-239, -3) and the context of a client, combined."""


class _Code(NamedTuple):
    """The code of a wallet contract: the hash and the depth of its root cell."""

    root: bytes
    depth: int


_V3R2 = _Code(bytes.fromhex("84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599"), 0)
_V4R2 = _Code(bytes.fromhex("feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0"), 7)
_V5R1 = _Code(bytes.fromhex("20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f"), 6)

FORMS: Final[dict[str, int | None]] = {
    "bounceable": 0x11,
    "non-bounceable": 0x51,
    "raw": None,
    "testnet-bounceable": 0x91,
    "testnet-non-bounceable": 0xD1,
}
"""The tags of the forms of an address, by name; None for the raw form."""


class TonAccount(NamedTuple):
    """An account of TON; its address has five forms."""

    workchain: int
    hash: bytes


def v3r2(public_key: bytes) -> TonAccount:
    """Return the account of a wallet V3R2."""
    return _account(_V3R2, _number(0) + _number(_WALLET_ID) + _bits(public_key))


def v4r2(public_key: bytes) -> TonAccount:
    """Return the account of a wallet V4R2, without plugins."""
    return _account(_V4R2, _number(0) + _number(_WALLET_ID) + _bits(public_key) + "0")


def v5r1(public_key: bytes, wallet_id: int) -> TonAccount:
    """Return the account of a wallet V5R1 with signatures enabled, without extensions."""
    return _account(_V5R1, "1" + _number(0) + _number(wallet_id) + _bits(public_key) + "0")


def to_text(account: TonAccount, form: str) -> str:
    """Return the address of an account in one of its forms."""
    tag = FORMS[form]
    if tag is None:
        return f"{account.workchain}:{account.hash.hex()}"
    payload = bytes([tag]) + account.workchain.to_bytes(1, "big", signed=True) + account.hash
    return base64.urlsafe_b64encode(payload + crc16_xmodem(payload).to_bytes(2, "big")).decode()


def parse(text: str) -> TonAccount | None:
    """Return the account of an address in any form; None for other text."""
    workchain, colon, digits = text.partition(":")
    if colon:
        # Only the basechain and the masterchain are in use.
        known = {"0": 0, "-1": -1}.get(workchain)
        is_hash = len(digits) == 2 * _HASH_BYTES and not set(digits.lower()) - set("0123456789abcdef")
        return TonAccount(known, bytes.fromhex(digits)) if known is not None and is_hash else None
    if not looks_friendly(text):
        return None
    decoded = base64.b64decode(text.replace("-", "+").replace("_", "/"))
    payload, checksum = decoded[:-2], decoded[-2:]
    if payload[0] not in FORMS.values() or crc16_xmodem(payload).to_bytes(2, "big") != checksum:
        return None
    return TonAccount(int.from_bytes(payload[1:2], "big", signed=True), payload[2:])


def looks_friendly(text: str) -> bool:
    """Return whether a text has the alphabet and length of the user-friendly form."""
    letters = text.replace("-", "a").replace("_", "a").replace("+", "a").replace("/", "a")
    return len(text) == _ADDRESS_BYTES * 4 // 3 and letters.isascii() and letters.isalnum()


def _account(code: _Code, data: str) -> TonAccount:
    """Hash the initial state: a cell with two references, code and data (TVM, section 3.1)."""
    descriptors = bytes([2, 1, 0b00110100])
    depths = code.depth.to_bytes(2, "big") + bytes(2)
    state = descriptors + depths + code.root + _cell_hash(data)
    return TonAccount(_WORKCHAIN, hashlib.sha256(state).digest())


def _cell_hash(bits: str) -> bytes:
    """Hash a cell without references; an incomplete last byte is padded with a one and zeros."""
    whole, rest = divmod(len(bits), 8)
    if rest:
        bits += "1" + "0" * (7 - rest)
    content = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return hashlib.sha256(bytes([0, 2 * whole + (rest > 0)]) + content).digest()


def _number(value: int) -> str:
    return f"{value:032b}"


def _bits(data: bytes) -> str:
    return f"{int.from_bytes(data, 'big'):0{len(data) * 8}b}"
