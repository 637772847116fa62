"""Verify the results of sign_transaction.

| input | decision |
|---|---|
| a signed transaction that differs from the request's in anything but the account's signature | refused |
| a transaction of Tron, Bitcoin or Tempo | unsupported |
| Ethereum: a high s, or an r, s or v that is not a scalar in its shortest form | malformed |
| Solana: a version of the message beyond 0 | unsupported |
| Solana: a message in which the account is not among the signers | refused |
"""

from typing import Final

from sealwax._codec.base58 import decode_base58
from sealwax._codec.hex import decode_hex
from sealwax._codec.rlp import LIST, Rlp, decode_rlp, encode_rlp, to_minimal
from sealwax._codec.text import to_text
from sealwax._crypto.ed25519 import (
    ED25519_KEY_BYTES,
    ED25519_SIGNATURE_BYTES,
    check_ed25519_key,
    verify_ed25519,
)
from sealwax.errors import BadSignature, ContextMismatch, MalformedInput, Unsupported

from .payloads import HEXADECIMAL
from .signature_results import SignatureResult, VerifiedSignature

_WHAT: Final = "the signed transaction"
_UNSIGNED: Final = "the unsigned transaction"

_SIGNATURE_ITEMS: Final = 3
# The v of transactions without and with the chain's id (EIP-155).
_V: Final = 27
_V_WITH_CHAIN: Final = 35

_HEADER_BYTES: Final = 3
_VERSION_0: Final = 0x80
# Counts up to 127 are one byte. A transaction of Solana is at most 1232 bytes, which have no more signatures
# than 19, and no more keys than 38.
_MAX_COUNT: Final = 0x7F


def verify_transaction(
    signed_transaction: str, unsigned_transaction: str, *, transaction_type: str, address: str
) -> VerifiedSignature:
    """Verify that a signed transaction is the unsigned one with the signature of an account.

    Both transactions are hex, with or without ``0x``.
    """
    verify = _NETWORKS.get(transaction_type)
    if verify is None:
        raise Unsupported(
            f"only transactions of {' and '.join(_NETWORKS)} can be verified; verify this one with a library "
            "of its network"
        )
    return verify(_decode(signed_transaction, _WHAT), _decode(unsigned_transaction, _UNSIGNED), address)


def _decode(transaction: str, label: str) -> bytes:
    return decode_hex(to_text(transaction, label).removeprefix("0x"), label)


def _verify_ethereum(signed: bytes, unsigned: bytes, address: str) -> VerifiedSignature:
    signature, covered = _split_ethereum(signed)
    if covered != unsigned:
        raise _another_transaction()
    return signature.verify(
        covered.hex(),
        encoding=HEXADECIMAL,
        hash_function="HASH_FUNCTION_KECCAK256",
        address=address,
        address_format="ADDRESS_FORMAT_ETHEREUM",
    )


def _split_ethereum(signed: bytes) -> tuple[SignatureResult, bytes]:
    """Return the signature of a transaction, and the transaction without it: the bytes that are signed."""
    # It begins with the byte of its type, or if it has none, with a list (EIP-2718).
    prefix = b"" if signed[:1] >= bytes([LIST]) else signed[:1]
    items = decode_rlp(signed.removeprefix(prefix))
    if not isinstance(items, list) or len(items) < _SIGNATURE_ITEMS:
        raise MalformedInput(f"{_WHAT} must be a list of items that ends with v, r and s")
    fields = items[:-_SIGNATURE_ITEMS]
    v, r, s = (_integer(item) for item in items[-_SIGNATURE_ITEMS:])
    if not prefix and v >= _V_WITH_CHAIN:
        chain_id, v = divmod(v - _V_WITH_CHAIN, 2)
        fields += [to_minimal(chain_id), b"", b""]
    elif not prefix:
        v -= _V
    signature = SignatureResult(f"{r:x}", f"{s:x}", f"{v:02x}")
    if signature.to_raw(low_s=True) != signature.to_raw():
        raise MalformedInput(f"s of {_WHAT} is high, which Ethereum does not accept (EIP-2)")
    return signature, prefix + encode_rlp(fields)


def _integer(item: Rlp) -> int:
    if not isinstance(item, bytes) or item.startswith(b"\0"):
        raise MalformedInput(f"v, r and s of {_WHAT} must be integers without leading zeros")
    return int.from_bytes(item, "big")


def _verify_solana(signed: bytes, unsigned: bytes, address: str) -> VerifiedSignature:
    key = decode_base58(address, "the address")
    check_ed25519_key(key, "the address")
    signatures, message = _split_solana(signed, _WHAT)
    requested, requested_message = _split_solana(unsigned, _UNSIGNED)
    if message != requested_message or len(signatures) != len(requested):
        raise _another_transaction()
    signers = _signers(message)
    if len(signers) != len(signatures):
        raise MalformedInput(f"{_WHAT} must have a signature for each of its signers")
    if key not in signers:
        raise ContextMismatch("wrong-address", f"the account is not a signer of {_WHAT}; check the address")
    place = signers.index(key)
    verify_ed25519(key, signatures[place], message, _WHAT)
    requested[place] = signatures[place]
    if signatures != requested:
        raise BadSignature(f"{_WHAT} has other signatures of other signers than the request")
    return VerifiedSignature(key.hex(), "ED25519", v_checked=True)


def _split_solana(transaction: bytes, label: str) -> tuple[list[bytes], bytes]:
    """Return the signatures of a transaction, and its message: the bytes that are signed."""
    count, rest = _take_count(transaction, label)
    end = count * ED25519_SIGNATURE_BYTES
    if len(rest) < end:
        raise MalformedInput(f"{label} ends within its signatures; check that it is whole")
    return _pieces(rest[:end], ED25519_SIGNATURE_BYTES), rest[end:]


def _signers(message: bytes) -> list[bytes]:
    """Return the keys that must sign a message, legacy or of version 0."""
    if message[:1] > bytes([_VERSION_0]):
        raise Unsupported(f"{_WHAT} has a message of an unknown version; sealwax reads version 0")
    header = message.removeprefix(bytes([_VERSION_0]))
    _, keys = _take_count(header[_HEADER_BYTES:], _WHAT)
    end = header[0] * ED25519_KEY_BYTES
    if len(keys) < end:
        raise MalformedInput(f"{_WHAT} ends within the keys of its signers; check that it is whole")
    return _pieces(keys[:end], ED25519_KEY_BYTES)


def _take_count(data: bytes, label: str) -> tuple[int, bytes]:
    """Return the count with which bytes begin, and the bytes after it."""
    if not data or data[0] > _MAX_COUNT:
        raise MalformedInput(f"{label} is not a whole transaction of Solana, with its signatures")
    return data[0], data[1:]


def _pieces(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def _another_transaction() -> BadSignature:
    return BadSignature(f"{_WHAT} is not the one of the request; do not send it")


_NETWORKS: Final = {
    "TRANSACTION_TYPE_ETHEREUM": _verify_ethereum,
    "TRANSACTION_TYPE_SOLANA": _verify_solana,
}
