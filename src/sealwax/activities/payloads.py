"""The digest of a payload of sign_raw_payload: what the service signs.

| input | decision |
|---|---|
| HASH_FUNCTION_NO_OP and bytes that are not 32 | malformed |
| HASH_FUNCTION_NOT_APPLICABLE with another curve than Ed25519, or another function with it | unsupported |
| PAYLOAD_ENCODING_EIP712 and PAYLOAD_ENCODING_EIP7702_AUTHORIZATION with another function than
  HASH_FUNCTION_NO_OP, or another curve than secp256k1 | unsupported |
"""

import hashlib
from typing import Final, get_args

from sealwax._codec.arguments import require_type
from sealwax._codec.enumerations import HashFunction, PayloadEncoding, WalletCurve
from sealwax._codec.hex import decode_hex
from sealwax._codec.text import to_text
from sealwax._crypto.keccak import keccak256, require_keccak
from sealwax.errors import MalformedInput, Unsupported

from .authorizations import authorization_digest
from .typed_data import typed_data_digest

HEXADECIMAL: Final = "PAYLOAD_ENCODING_HEXADECIMAL"
TEXT_UTF8: Final = "PAYLOAD_ENCODING_TEXT_UTF8"
EIP712: Final = "PAYLOAD_ENCODING_EIP712"
EIP7702: Final = "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION"
NO_OP: Final = "HASH_FUNCTION_NO_OP"
NOT_APPLICABLE: Final = "HASH_FUNCTION_NOT_APPLICABLE"

DIGEST_BYTES: Final = 32


def payload_digest(
    payload: str | bytes, *, encoding: str, hash_function: str, curve: str, allow_any_chain: bool = False
) -> bytes:
    """Return the bytes that the service signs for a payload of sign_raw_payload.

    For EIP-712 and EIP-7702, the service ignores the hash function and computes the digest of the standard;
    clients send ``HASH_FUNCTION_NO_OP``. Both readers are strict: the digest covers everything that the
    payload shows, and every library that accepts the payload computes the same digest.

    Args:
        payload: The request's payload, at most 1 MiB. ``PAYLOAD_ENCODING_HEXADECIMAL``: hex, with or without
            ``0x``; ``PAYLOAD_ENCODING_TEXT_UTF8``: text; ``PAYLOAD_ENCODING_EIP712``: the JSON of typed data,
            with ``types`` (``EIP712Domain`` included), ``domain``, ``primaryType`` and ``message``;
            ``PAYLOAD_ENCODING_EIP7702_AUTHORIZATION``: the JSON of an authorization, with ``address``,
            ``chainId`` and ``nonce``.
        encoding: The request's encoding.
        hash_function: The request's hash function. ``HASH_FUNCTION_NO_OP`` requires bytes that are a hash of
            32, or EIP-712 or EIP-7702; ``HASH_FUNCTION_NOT_APPLICABLE`` is only for Ed25519.
        curve: The curve of the account that signs, such as ``CURVE_SECP256K1``.
        allow_any_chain: Whether to accept an EIP-7702 authorization of chain id 0, which every chain accepts.

    Returns:
        The digest of 32 bytes. For ``CURVE_ED25519``, the payload's bytes, which Ed25519 hashes itself.

    Raises:
        MalformedInput: The payload does not parse; or it is not hashed and not 32 bytes. For EIP-712:
            ``EIP712Domain`` is missing, empty, or has other members or another order than the standard's; the
            domain or the message lacks a declared member, or has an undeclared member; or a value does
            not have its type. For EIP-7702: a member is missing, unknown or out of range.
        Unsupported: The encoding, the hash function or the curve is unknown, or they do not match; the
            authorization is for every chain and ``allow_any_chain`` is False; or ``EIP712Domain`` is the
            primary type or the type of a member.
        MissingExtra: Keccak-256 needs the extra ``ethereum``.
    """
    for name, value in (("encoding", encoding), ("hash_function", hash_function), ("curve", curve)):
        require_type(value, str, name)
    require_type(allow_any_chain, bool, "allow_any_chain")
    check_hash_and_curve(hash_function, curve)
    if encoding in {EIP712, EIP7702}:
        if hash_function != NO_OP or curve != "CURVE_SECP256K1":
            raise Unsupported(f"payloads of {encoding} need {NO_OP} and CURVE_SECP256K1")
        if encoding == EIP712:
            return typed_data_digest(payload)
        return authorization_digest(payload, allow_any_chain=allow_any_chain)
    return _hash(_decode(payload, encoding), hash_function)


def check_hash_and_curve(hash_function: str, curve: str) -> None:
    """Refuse unknown hash functions and curves, and those that do not match."""
    for value, names, label in (
        (hash_function, get_args(HashFunction), "the hash function"),
        (curve, get_args(WalletCurve), "the curve"),
    ):
        if value not in names:
            raise Unsupported(f"{label} is unknown; it must be one of the API's, such as {names[-1]}")
    if (hash_function == NOT_APPLICABLE) != (curve == "CURVE_ED25519"):
        raise Unsupported(f"{NOT_APPLICABLE} is the hash function for Ed25519, and only for it")


def _decode(payload: str | bytes, encoding: str) -> bytes:
    label = "the payload"
    text = to_text(payload, label)
    if encoding == TEXT_UTF8:
        return text.encode()
    if encoding == HEXADECIMAL:
        return decode_hex(text.removeprefix("0x"), label)
    raise Unsupported(f"the encoding is unknown; it must be one of {', '.join(get_args(PayloadEncoding))}")


def _hash(payload: bytes, hash_function: str) -> bytes:
    if hash_function == "HASH_FUNCTION_SHA256":
        return hashlib.sha256(payload).digest()
    if hash_function == "HASH_FUNCTION_KECCAK256":
        require_keccak("payloads with HASH_FUNCTION_KECCAK256")
        return keccak256(payload)
    if hash_function == NO_OP and len(payload) != DIGEST_BYTES:
        raise MalformedInput(
            f"the payload is {len(payload)} bytes long; with {NO_OP} it must be a hash of {DIGEST_BYTES}"
        )
    return payload
