"""The digest of authorizations to set an account's code (EIP-7702), for the JSON that clients write.

| input | decision |
|---|---|
| members other than ``address``, ``chainId`` and ``nonce``, or one of these missing | malformed |
| an address without ``0x``, or in a mixed case that is not EIP-55's | malformed |
| a chain id or nonce as a number up to 2^53-1, or as decimal text | accepted |
| a number beyond 2^53-1, with a fraction or an exponent; hex; a leading zero | malformed |
| a chain id of 2^256 or more, a nonce of 2^64 or more | malformed |
| chain id 0, which is every chain | unsupported, unless the caller allows it |
"""

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
# Recursive length prefix: below 0x80 a byte stands for itself; strings and lists of up to 55 bytes have
# these, plus their length, before them. An authorization has at most 33 + 21 + 9 bytes.
_RLP_STRING, _RLP_LIST, _RLP_LONG_LIST = 0x80, 0xC0, 0xF8
_LONGEST_SHORT_LIST = 55


def authorization_digest(payload: str | bytes, *, allow_any_chain: bool) -> bytes:
    """Return the digest of an authorization that an Ethereum account signs (EIP-7702)."""
    require_keccak("EIP-7702 payloads")
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
    items = b"".join(map(_rlp_string, (_minimal(chain_id), address, _minimal(nonce))))
    return keccak256(_PREFIX, _rlp_list_prefix(len(items)), items)


def _read_unsigned(document: dict[str, object], name: str, bits: int) -> int:
    number = read_integer(document[name])
    if number is None or not 0 <= number < 2**bits:
        words = f"an integer from 0 to 2^{bits}-1: a number up to 2^53-1, or decimal text"
        raise refuse(_WHAT, (name,), Rule.KIND, words)
    return number


def _minimal(number: int) -> bytes:
    """Encode an integer without leading zeros; 0 is empty."""
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def _rlp_string(data: bytes) -> bytes:
    is_itself = len(data) == 1 and data[0] < _RLP_STRING
    return data if is_itself else bytes([_RLP_STRING + len(data)]) + data


def _rlp_list_prefix(length: int) -> bytes:
    return bytes([_RLP_LIST + length] if length <= _LONGEST_SHORT_LIST else [_RLP_LONG_LIST, length])
