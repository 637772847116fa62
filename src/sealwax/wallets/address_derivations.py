"""Encode public keys as the addresses of each blockchain."""

import hashlib
from typing import Final

from sealwax._codec.base58 import RIPPLE_ALPHABET, encode_base58, encode_base58check
from sealwax._codec.bech32 import BECH32, BECH32M, encode_bech32, to_digits
from sealwax._codec.strkey import PUBLIC_KEY, encode_strkey
from sealwax._crypto.keccak import eip55, keccak256

from .primitives import hash160, taproot_output_key
from .public_key import PublicKey

TRON_VERSION: Final = b"\x41"
XRP_CLASSIC_VERSION: Final = b"\0"
XRP_X_VERSION: Final = b"\x05\x44"
"""The first bytes of X-addresses on the main network (XLS-5d)."""

SPARK_FIELD: Final = b"\x0a\x21"
"""Field 1 of the protobuf message of a Spark address, the identity key: its tag and length, 33 bytes."""

# Operations of Bitcoin Script.
_OP_DUP, _OP_HASH160, _OP_EQUALVERIFY = 0x76, 0xA9, 0x88
_OP_CHECKSIG, _OP_CHECKMULTISIG, _OP_1 = 0xAC, 0xAE, 0x51


def uncompressed(key: PublicKey) -> str:
    """Return the uncompressed SEC1 point, hex."""
    return key.uncompressed.hex()


def compressed(key: PublicKey) -> str:
    """Return the compressed SEC1 point or the Ed25519 key, hex."""
    return key.compressed.hex()


def ethereum(key: PublicKey) -> str:
    """Return the Ethereum address, in the case of EIP-55."""
    return "0x" + eip55(_keccak_id(key).hex())


def tron(key: PublicKey) -> str:
    """Return the Tron address."""
    return encode_base58check(TRON_VERSION + _keccak_id(key))


def solana(key: PublicKey) -> str:
    """Return the Solana address: the key itself."""
    return encode_base58(key.compressed)


def sui(key: PublicKey) -> str:
    """Return the Sui address of an Ed25519 key (scheme flag 0)."""
    return "0x" + hashlib.blake2b(b"\0" + key.compressed, digest_size=32).hexdigest()


def aptos_legacy(key: PublicKey) -> str:
    """Return the Aptos address of an account with the legacy scheme of one Ed25519 key."""
    return "0x" + hashlib.sha3_256(key.compressed + b"\0").hexdigest()


def aptos_single_key(key: PublicKey) -> str:
    """Return the Aptos address of an account with the scheme of a single key of any curve."""
    return "0x" + hashlib.sha3_256(b"\0\x20" + key.compressed + b"\2").hexdigest()


def cosmos(key: PublicKey, prefix: str) -> str:
    """Return the address of a Cosmos chain for a secp256k1 key."""
    return encode_bech32(prefix, to_digits(hash160(key.compressed)), BECH32)


def cosmos_ed25519(key: PublicKey, prefix: str) -> str:
    """Return the address of a Cosmos chain for an Ed25519 key, the form for validators."""
    return encode_bech32(prefix, to_digits(hashlib.sha256(key.compressed).digest()[:20]), BECH32)


def p2pkh(key: PublicKey, version: int) -> str:
    """Return a pay-to-public-key-hash address."""
    return encode_base58check(bytes([version]) + hash160(key.compressed))


def p2sh(key: PublicKey, version: int, script: str) -> str:
    """Return a pay-to-script-hash address of one of ``SCRIPTS``."""
    return encode_base58check(bytes([version]) + hash160(SCRIPTS[script](key)))


def p2wpkh(key: PublicKey, prefix: str) -> str:
    """Return a pay-to-witness-public-key-hash address (BIP-84, BIP-173)."""
    return _segwit(prefix, 0, hash160(key.compressed))


def p2wsh(key: PublicKey, prefix: str, script: str) -> str:
    """Return a pay-to-witness-script-hash address of one of ``SCRIPTS``."""
    return _segwit(prefix, 0, hashlib.sha256(SCRIPTS[script](key)).digest())


def p2tr(key: PublicKey, prefix: str) -> str:
    """Return a pay-to-taproot address without a script tree (BIP-86, BIP-350)."""
    return _segwit(prefix, 1, taproot_output_key(key.compressed))


def stellar(key: PublicKey) -> str:
    """Return the Stellar address (SEP-23)."""
    return encode_strkey(PUBLIC_KEY, key.compressed)


def xrp_classic(key: PublicKey) -> str:
    """Return the classic address of the XRP Ledger."""
    return encode_base58check(XRP_CLASSIC_VERSION + hash160(key.compressed), RIPPLE_ALPHABET)


def xrp_x_address(key: PublicKey) -> str:
    """Return the X-address of the XRP Ledger's main network, without a tag (XLS-5d)."""
    return encode_base58check(XRP_X_VERSION + hash160(key.compressed) + bytes(9), RIPPLE_ALPHABET)


def spark(key: PublicKey, prefix: str) -> str:
    """Return the Spark address of an identity key."""
    return encode_bech32(prefix, to_digits(SPARK_FIELD + key.compressed), BECH32M)


def _segwit(prefix: str, version: int, program: bytes) -> str:
    constant = BECH32M if version else BECH32
    return encode_bech32(prefix, bytes([version]) + to_digits(program), constant)


def _keccak_id(key: PublicKey) -> bytes:
    return keccak256(key.uncompressed[1:])[-20:]


def _pushed(data: bytes) -> bytes:
    return bytes([len(data)]) + data


def _p2pk_script(key: PublicKey) -> bytes:
    return _pushed(key.compressed) + bytes([_OP_CHECKSIG])


def _p2pkh_script(key: PublicKey) -> bytes:
    head, tail = bytes([_OP_DUP, _OP_HASH160]), bytes([_OP_EQUALVERIFY, _OP_CHECKSIG])
    return head + _pushed(hash160(key.compressed)) + tail


def _multisig_script(key: PublicKey) -> bytes:
    return bytes([_OP_1]) + _pushed(key.compressed) + bytes([_OP_1, _OP_CHECKMULTISIG])


def _p2wpkh_script(key: PublicKey) -> bytes:
    return b"\0" + _pushed(hash160(key.compressed))


SCRIPTS: Final = {
    "p2pk": _p2pk_script,
    "p2pkh": _p2pkh_script,
    "p2wpkh": _p2wpkh_script,
    "multi-1of1": _multisig_script,
}
"""The single-key scripts of P2SH and P2WSH accounts."""
