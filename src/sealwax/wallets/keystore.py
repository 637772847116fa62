"""Ethereum's keystore v3 (Web3 Secret Storage): a private key encrypted with a password.

| input | decision |
|---|---|
| a password that is empty, or that normalization (NFKC) changes | refused when writing: wallets differ |
| scrypt with n*r*p above 2^22, r*p above 8192 or p above 64; PBKDF2 above 10,000,000 | refused |
| scrypt with n not below 2^(16 r), which RFC 7914 excludes | accepted: a published vector has it |
| `Crypto` instead of `crypto` | accepted: ethers writes it |
| another version, cipher or key derivation | refused |
| an address in the file that is not the key's, or not the expected one | refused |
| no address in the file | accepted: only the expected address then identifies the key |

The MAC does not cover the IV. A changed IV yields another private key, which only an address reveals.
"""

import os
import re
import unicodedata
import uuid
from types import NoneType
from typing import Literal

import msgspec
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR
from cryptography.hazmat.primitives.constant_time import bytes_eq
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from sealwax._codec.arguments import require_type
from sealwax._codec.hex import decode_hex
from sealwax._codec.misplaced import name_misplaced
from sealwax._codec.strict_json import convert_json, decode_json
from sealwax._codec.text import forms_note, to_bytes
from sealwax._crypto.frozen_secret import FrozenSecret
from sealwax._crypto.keccak import keccak256
from sealwax._limits import (
    MAX_KEYSTORE_BYTES,
    MAX_PASSWORD_BYTES,
    MAX_PBKDF2_ITERATIONS,
    MAX_SCRYPT_LANES,
    MAX_SCRYPT_PARALLEL,
    MAX_SCRYPT_WORK,
)
from sealwax.errors import ContextMismatch, DecryptionFailed, KeyMismatch, MalformedInput, Unsupported
from sealwax.schemes import PRIVATE_KEY_BYTES

from . import address_derivations as encodings
from .addresses import is_wrong_eip55
from .primitives import require_wallets, scrypt
from .public_key import find_curve, public_key_of

_WHAT = "the keystore"
_VERSION = 3
_KEY_BYTES = 32
_IV_BYTES = 16
_CIPHER_KEY_BYTES = 16
_CURVE = "CURVE_SECP256K1"
_ADDRESS = re.compile("[0-9a-fA-F]{40}")

# The defaults of geth, ethers and Web3; scrypt takes 256 MiB for a second.
_N, _R, _P = 1 << 18, 8, 1


class _CipherParameters(msgspec.Struct, frozen=True):
    iv: str


class OpenedKeystore(FrozenSecret):
    """The private key of a keystore, and whether it was compared with an address."""

    __slots__ = ("address_checked", "private_key")
    _secret_fields = ("private_key",)
    private_key: bytes
    address_checked: bool

    def __init__(self, private_key: bytes, *, address_checked: bool) -> None:
        self._set(private_key=(private_key, bytes), address_checked=(address_checked, bool))


class _Crypto(msgspec.Struct, frozen=True):
    cipher: str
    cipherparams: _CipherParameters
    ciphertext: str
    kdf: str
    kdfparams: dict[str, object]
    mac: str


class _Keystore(msgspec.Struct, frozen=True):
    version: int
    crypto: _Crypto | None = None
    crypto_of_ethers: _Crypto | None = msgspec.field(name="Crypto", default=None)
    address: str | None = None


class _ScryptParameters(msgspec.Struct, frozen=True):
    dklen: Literal[32]
    n: int
    r: int
    p: int
    salt: str


class _Pbkdf2Parameters(msgspec.Struct, frozen=True):
    dklen: Literal[32]
    c: int
    prf: Literal["hmac-sha256"]
    salt: str


def encrypt_keystore(private_key: bytes, password: str) -> str:
    """Encrypt a private key of Ethereum to a keystore v3. Needs the extra ``wallets``, and 256 MiB.

    Args:
        private_key: The private key on secp256k1, 32 bytes.
        password: The password, at most 1024 bytes of UTF-8. Nothing opens the keystore without it.

    Returns:
        The keystore: JSON text.

    Raises:
        MalformedInput: The private key is not on secp256k1; or the password is empty or too long, or wallets
            interpret it differently.
        MissingExtra: The extra ``wallets`` is not installed.
    """
    require_wallets()
    require_type(private_key, bytes, "private_key")
    encoded = _encode_password(password)
    key = public_key_of(private_key, find_curve(_CURVE))
    if not encoded or unicodedata.normalize("NFKC", password) != password:
        raise MalformedInput(
            "the password must not be empty, and must not have characters that Unicode normalization (NFKC) "
            "changes, because some wallets would use another password; use plain letters and digits"
        )
    salt, iv = os.urandom(_KEY_BYTES), os.urandom(_IV_BYTES)
    derived = Scrypt(salt=salt, length=_KEY_BYTES, n=_N, r=_R, p=_P).derive(encoded)
    ciphertext = _crypt(derived, iv, private_key)
    document = {
        "address": encodings.ethereum(key)[2:].lower(),
        "crypto": {
            "cipher": "aes-128-ctr",
            "cipherparams": {"iv": iv.hex()},
            "ciphertext": ciphertext.hex(),
            "kdf": "scrypt",
            "kdfparams": {"dklen": _KEY_BYTES, "n": _N, "p": _P, "r": _R, "salt": salt.hex()},
            "mac": _mac(derived, ciphertext).hex(),
        },
        "id": str(uuid.uuid4()),
        "version": _VERSION,
    }
    return msgspec.json.encode(document).decode()


def decrypt_keystore(keystore: str | bytes, password: str, *, expected_address: str | None = None) -> bytes:
    """Decrypt a keystore v3 to the private key in it. Needs the extra ``wallets``.

    Pass ``expected_address`` if you know the account. If ``address`` is missing or null, an attacker can
    change the keystore so that the right password yields another private key.

    Args:
        keystore: The keystore: JSON text, at most 16 KiB.
        password: The password, at most 1024 bytes of UTF-8, tried exactly as given.
        expected_address: The Ethereum address that the key must have: 40 digits of hex, with or without
            ``0x``, in lower case, in upper case or as EIP-55 writes them. None skips the check.

    Returns:
        The private key on secp256k1, 32 bytes. It is a secret.

    Raises:
        MalformedInput: The keystore does not parse, or the key in it is not on secp256k1; or the capitals of
            the expected address are not those of EIP-55.
        Unsupported: Its version, cipher or key derivation is not supported, or would take too much memory or
            time: scrypt with n*r*p above 2^22, r*p above 8192 or p above 64, or PBKDF2 with more than
            10,000,000 iterations; or the expected address is not an Ethereum address.
        DecryptionFailed: The password is wrong, or the keystore was changed.
        KeyMismatch: The key in it does not have the address in it.
        ContextMismatch: The key in it does not have the expected address (``wrong-address``).
        MissingExtra: The extra ``wallets`` is not installed.
    """
    return open_keystore(keystore, password, expected_address=expected_address).private_key


def open_keystore(
    keystore: str | bytes, password: str, *, expected_address: str | None = None
) -> OpenedKeystore:
    """Decrypt a keystore; return whether its key was compared with an address, too."""
    require_wallets()
    encoded = _encode_password(password)
    require_type(expected_address, (str, NoneType), "expected_address")
    expected = None if expected_address is None else _parse_expected(expected_address)
    opened = _parse(to_bytes(keystore, _WHAT, limit=MAX_KEYSTORE_BYTES))
    if opened.crypto is not None and opened.crypto_of_ethers is not None:
        raise MalformedInput(f"{_WHAT} has both `crypto` and `Crypto`; it must have one of them")
    crypto = opened.crypto or opened.crypto_of_ethers
    if crypto is None:
        raise MalformedInput(f"{_WHAT} has no `crypto`; check that it is a whole keystore")
    derivations = {"scrypt": _by_scrypt, "pbkdf2": _by_pbkdf2}
    if opened.version != _VERSION or crypto.cipher != "aes-128-ctr" or crypto.kdf not in derivations:
        raise Unsupported(
            f"{_WHAT} must have version 3, aes-128-ctr and scrypt or pbkdf2; export the key again from the "
            "program that wrote it"
        )
    iv = decode_hex(crypto.cipherparams.iv, f"the iv of {_WHAT}", length=_IV_BYTES)
    ciphertext = decode_hex(crypto.ciphertext, f"the ciphertext of {_WHAT}", length=PRIVATE_KEY_BYTES)
    mac = decode_hex(crypto.mac, f"the mac of {_WHAT}", length=_KEY_BYTES)
    derived = derivations[crypto.kdf](crypto.kdfparams, encoded)
    if not bytes_eq(_mac(derived, ciphertext), mac):
        raise DecryptionFailed(f"the password is wrong, or {_WHAT} was changed{forms_note(password)}")
    private_key = _crypt(derived, iv, ciphertext)
    address = encodings.ethereum(public_key_of(private_key, find_curve(_CURVE)))[2:].lower()
    if opened.address is not None and opened.address.lower().removeprefix("0x") != address:
        raise KeyMismatch(f"the key in {_WHAT} does not have the address in it")
    if expected is not None and expected != address:
        raise ContextMismatch(
            "wrong-address",
            f"the key in {_WHAT} does not have the expected address; check that it is the keystore of this "
            "account; otherwise, do not use the key",
        )
    return OpenedKeystore(private_key, address_checked=opened.address is not None or expected is not None)


def _parse(content: bytes) -> _Keystore:
    """Parse a keystore; name another artifact that was passed instead."""
    try:
        return decode_json(content, _Keystore, _WHAT)
    except MalformedInput as error:
        problem, named = str(error), name_misplaced(content)
    # Raised after that block, so that no exception in its context refers to the content.
    if named in {None, "JSON", "an Ethereum keystore"}:
        raise MalformedInput(problem)
    raise MalformedInput(f"{_WHAT} is {named}; pass a keystore, JSON with the member crypto")


def _parse_expected(address: str) -> str:
    """Return the digits of an Ethereum address in lower case."""
    digits = address.removeprefix("0x")
    if _ADDRESS.fullmatch(digits) is None:
        raise Unsupported(
            "the expected address is not an Ethereum address; pass its 40 digits of hex, with nothing around "
            "them but 0x in front"
        )
    if is_wrong_eip55(f"0x{digits}"):
        raise MalformedInput(
            "the capitals of the expected address do not match its EIP-55 checksum; copy it again, or pass "
            "it in lower case"
        )
    return digits.lower()


def _encode_password(password: str) -> bytes:
    require_type(password, str, "password")
    return to_bytes(password, "the password", limit=MAX_PASSWORD_BYTES)


def _by_scrypt(parameters: dict[str, object], password: bytes) -> bytes:
    parsed = convert_json(parameters, _ScryptParameters, f"kdfparams of {_WHAT}")
    is_power = parsed.n > 1 and parsed.n & (parsed.n - 1) == 0
    if not is_power or parsed.r < 1 or parsed.p < 1:
        raise MalformedInput(f"kdfparams of {_WHAT} must be parameters of scrypt")
    lanes = parsed.r * parsed.p
    if parsed.n * lanes > MAX_SCRYPT_WORK or lanes > MAX_SCRYPT_LANES or parsed.p > MAX_SCRYPT_PARALLEL:
        raise Unsupported(
            f"{_WHAT} has parameters of scrypt that need too much memory or time: n*r*p must be at most "
            f"{MAX_SCRYPT_WORK}, r*p at most {MAX_SCRYPT_LANES} and p at most {MAX_SCRYPT_PARALLEL}; export "
            "the key again from the program that wrote it"
        )
    salt = decode_hex(parsed.salt, f"the salt of {_WHAT}")
    return scrypt(password, salt, n=parsed.n, r=parsed.r, p=parsed.p)


def _by_pbkdf2(parameters: dict[str, object], password: bytes) -> bytes:
    parsed = convert_json(parameters, _Pbkdf2Parameters, f"kdfparams of {_WHAT}")
    if parsed.c < 1:
        raise MalformedInput(f"kdfparams of {_WHAT} must be parameters of PBKDF2")
    if parsed.c > MAX_PBKDF2_ITERATIONS:
        raise Unsupported(
            f"{_WHAT} has more than {MAX_PBKDF2_ITERATIONS} iterations of PBKDF2, which would take too long; "
            "export the key again from the program that wrote it"
        )
    salt = decode_hex(parsed.salt, f"the salt of {_WHAT}")
    return PBKDF2HMAC(SHA256(), length=_KEY_BYTES, salt=salt, iterations=parsed.c).derive(password)


def _crypt(derived: bytes, iv: bytes, data: bytes) -> bytes:
    """Encrypt or decrypt with AES-128-CTR; both are the same operation."""
    encryptor = Cipher(AES(derived[:_CIPHER_KEY_BYTES]), CTR(iv)).encryptor()
    return encryptor.update(data) + encryptor.finalize()


def _mac(derived: bytes, ciphertext: bytes) -> bytes:
    return keccak256(derived[_CIPHER_KEY_BYTES:] + ciphertext)
