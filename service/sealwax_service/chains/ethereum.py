"""Unsigned transactions of Ethereum: read strictly, and signed.

| type | unsigned | signed |
|---|---|---|
| legacy | 6 items; or 9, of which the last are the chain id and two empty ones (EIP-155) | 6 items, v, r, s |
| 1 to 4 (EIP-2930, 1559, 4844, 7702) | the type's byte, then 8, 9, 11 or 10 items | 3 more: parity, r, s |

A transaction that has a signature already is refused, and so is one with blobs in its network form.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from sealwax._codec.rlp import LIST, Rlp, decode_rlp, encode_rlp, to_minimal
from sealwax._crypto.keccak import keccak256
from sealwax.errors import MalformedInput

from .signatures import SigningKey, sign_ecdsa

ETHEREUM: Final = "TRANSACTION_TYPE_ETHEREUM"
"""The type of these transactions, by the API's name."""

_ADDRESS_BYTES: Final = 20
_WORD_BYTES: Final = 32
_ACCESS_ITEMS: Final = 2
_AUTHORIZATION_ITEMS: Final = 6
_EIP155_ITEMS: Final = 9


def _is_integer(value: Rlp) -> bool:
    return isinstance(value, bytes) and len(value) <= _WORD_BYTES and not value.startswith(b"\0")


def _is_bytes(value: Rlp) -> bool:
    return isinstance(value, bytes)


def _is_address(value: Rlp) -> bool:
    return isinstance(value, bytes) and len(value) == _ADDRESS_BYTES


def _is_address_or_empty(value: Rlp) -> bool:
    return value == b"" or _is_address(value)


def _are_hashes(value: Rlp) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, bytes) and len(each) == _WORD_BYTES for each in value
    )


def _is_access_list(value: Rlp) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, list)
        and len(each) == _ACCESS_ITEMS
        and _is_address(each[0])
        and _are_hashes(each[1])
        for each in value
    )


def _are_authorizations(value: Rlp) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, list)
        and len(each) == _AUTHORIZATION_ITEMS
        and _is_address(each[1])
        and all(map(_is_integer, (each[0], *each[2:])))
        for each in value
    )


_Fields = Mapping[str, Callable[[Rlp], bool]]

_LEGACY: Final[_Fields] = {
    "nonce": _is_integer,
    "gasPrice": _is_integer,
    "gasLimit": _is_integer,
    "to": _is_address_or_empty,
    "value": _is_integer,
    "data": _is_bytes,
}
_FEES: Final[_Fields] = {
    "chainId": _is_integer,
    "nonce": _is_integer,
    "maxPriorityFeePerGas": _is_integer,
    "maxFeePerGas": _is_integer,
    "gasLimit": _is_integer,
}
_CALL: Final[_Fields] = {
    "to": _is_address,
    "value": _is_integer,
    "data": _is_bytes,
    "accessList": _is_access_list,
}

TYPES: Final[dict[int, _Fields]] = {
    1: {"chainId": _is_integer, **_LEGACY, "accessList": _is_access_list},
    2: {**_FEES, **_CALL, "to": _is_address_or_empty},
    3: {**_FEES, **_CALL, "maxFeePerBlobGas": _is_integer, "blobVersionedHashes": _are_hashes},
    4: {**_FEES, **_CALL, "authorizationList": _are_authorizations},
}
"""The fields of the unsigned transactions of each type, in their order."""


class EthereumTransaction(NamedTuple):
    """An unsigned transaction: its type (0 for a legacy one), its items by name, and its bytes.

    A legacy transaction without a chain id has no ``chainId``.
    """

    kind: int
    fields: Mapping[str, Rlp]
    unsigned: bytes

    @property
    def to(self) -> str:
        """The recipient in hex, in lower case; empty for a creation."""
        to = _bytes_of(self.fields["to"])
        return f"0x{to.hex()}" if to else ""

    @property
    def data(self) -> bytes:
        """The data of the call."""
        return _bytes_of(self.fields["data"])

    def integer(self, name: str) -> int | None:
        """Return an integer; None if this type of transaction lacks it."""
        item = self.fields.get(name)
        return None if item is None else int.from_bytes(_bytes_of(item), "big")


def parse_ethereum(unsigned: bytes) -> EthereumTransaction:
    """Read an unsigned transaction."""
    if not unsigned:
        raise MalformedInput("the transaction is empty")
    kind = unsigned[0]
    if kind >= LIST:
        return EthereumTransaction(0, _read_legacy(decode_rlp(unsigned)), unsigned)
    if kind not in TYPES:
        raise MalformedInput("the transaction is neither legacy nor of a type from 1 to 4")
    return EthereumTransaction(kind, _read(decode_rlp(unsigned[1:]), TYPES[kind]), unsigned)


def _read_legacy(value: Rlp) -> Mapping[str, Rlp]:
    if not isinstance(value, list) or len(value) != _EIP155_ITEMS:
        return _read(value, _LEGACY)
    *items, chain_id, first, second = value
    if not _is_integer(chain_id) or chain_id == b"" or (first, second) != (b"", b""):
        raise MalformedInput(
            "the last items of an unsigned legacy transaction must be the chain id and two empty ones, "
            "without a signature (EIP-155)"
        )
    return {**_read(items, _LEGACY), "chainId": chain_id}


def _read(value: Rlp, fields: _Fields) -> Mapping[str, Rlp]:
    if not isinstance(value, list) or len(value) != len(fields):
        raise MalformedInput(
            f"the transaction must be a list of {len(fields)} items: {', '.join(fields)}; without signature "
            "and without blobs"
        )
    for (name, accepts), item in zip(fields.items(), value, strict=True):
        if not accepts(item):
            raise MalformedInput(f"the transaction's `{name}` is not of its form")
    return dict(zip(fields, value, strict=True))


def sign_ethereum(key: SigningKey, transaction: EthereumTransaction) -> bytes:
    """Sign a transaction; return the signed one."""
    signature, parity = sign_ecdsa(key, keccak256(transaction.unsigned))
    scalars = [signature[:_WORD_BYTES].lstrip(b"\0"), signature[_WORD_BYTES:].lstrip(b"\0")]
    if transaction.kind:
        items = [*transaction.fields.values(), to_minimal(parity), *scalars]
        return bytes([transaction.kind]) + encode_rlp(items)
    chain_id = transaction.integer("chainId")
    v = 27 + parity if chain_id is None else 35 + 2 * chain_id + parity
    items = [item for name, item in transaction.fields.items() if name != "chainId"]
    return encode_rlp([*items, to_minimal(v), *scalars])


def _bytes_of(value: Rlp) -> bytes:
    assert isinstance(value, bytes)  # noqa: S101 - for type checkers
    return value
