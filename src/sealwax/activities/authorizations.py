"""The digest of authorizations to set an account's code (EIP-7702), for the JSON that clients write.

| input | decision |
|---|---|
| members other than ``address``, ``chainId`` and ``nonce``, or one of these missing | malformed |
| an address without ``0x``, or in a mixed case that is not EIP-55's | malformed |
| a chain id or nonce as a number up to 2^53-1, or as decimal text | accepted |
| a number beyond 2^53-1, with a fraction or an exponent; hex; a leading zero | malformed |
| a chain id of 2^256 or more, a nonce of 2^64 or more | malformed |
| chain id 0, which means every chain | unsupported, unless the caller allows it |
"""

from typing import NamedTuple

from sealwax._codec.rlp import encode_rlp, to_minimal
from sealwax._codec.strict_json import decode_object
from sealwax._codec.text import to_bytes
from sealwax._codec.violations import Rule
from sealwax._crypto.keccak import keccak256, require_keccak
from sealwax.errors import Unsupported

from .payload_values import ADDRESS, read_address, read_integer, refuse, require_members

_WHAT = "the authorization"
_PREFIX = b"\x05"
# EIP-7702, "Behavior".
_CHAIN_ID_BITS, _NONCE_BITS = 256, 64


class Authorization(NamedTuple):
    """An authorization: the address of the code, the chain's id, and the account's nonce."""

    address: bytes
    chain_id: int
    nonce: int


def read_authorization(payload: str | bytes, *, allow_any_chain: bool) -> Authorization:
    """Read the JSON of an authorization."""
    document = decode_object(to_bytes(payload, _WHAT), _WHAT)
    require_members(document, ("address", "chainId", "nonce"), _WHAT)
    address = read_address(document["address"])
    if address is None:
        raise refuse(_WHAT, ("address",), Rule.KIND, ADDRESS)
    chain_id = _read_unsigned(document, "chainId", _CHAIN_ID_BITS)
    nonce = _read_unsigned(document, "nonce", _NONCE_BITS)
    if chain_id == 0 and not allow_any_chain:
        raise Unsupported(
            f"{_WHAT} has chainId 0, which authorizes on every chain; allow_any_chain=True accepts that"
        )
    return Authorization(address, chain_id, nonce)


def authorization_digest(payload: str | bytes, *, allow_any_chain: bool) -> bytes:
    """Return the digest of an authorization that an Ethereum account signs (EIP-7702)."""
    require_keccak("EIP-7702 payloads")
    address, chain_id, nonce = read_authorization(payload, allow_any_chain=allow_any_chain)
    return keccak256(_PREFIX, encode_rlp([to_minimal(chain_id), address, to_minimal(nonce)]))


def _read_unsigned(document: dict[str, object], name: str, bits: int) -> int:
    number = read_integer(document[name])
    if number is None or not 0 <= number < 2**bits:
        words = f"an integer from 0 to 2^{bits}-1: a number up to 2^53-1, or decimal text"
        raise refuse(_WHAT, (name,), Rule.KIND, words)
    return number
