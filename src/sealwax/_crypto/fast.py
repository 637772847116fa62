"""Sign and verify with faster libraries than ``cryptography``: the extra ``fast``.

P-256 uses AWS-LC (awscrt), Ed25519 libsodium (PyNaCl), and secp256k1 libsecp256k1 (btclib-secp256k1). They
are opt-in, because they load several times as slowly as ``cryptography``. Keys, DER and the form of
signatures are checked as for ``cryptography``: the libraries only decide whether the equation holds.
"""

import hashlib
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from sealwax._codec.der import decode_der_signature
from sealwax.errors import MissingExtra, bad_signature

from .ed25519 import ED25519_SIGNATURE_BYTES, check_ed25519_key, check_ed25519_signature
from .keccak import personal_message_digest
from .points import SECP256K1, decode_point, uncompressed_point

Sign = Callable[[bytes], bytes]
Verify = Callable[[bytes, bytes, str], None]


class FastLibrary(NamedTuple):
    """The functions of a scheme's fastest library; the first call loads it.

    Attributes:
        open_key: Returns the signing function of a checked private key of 32 bytes.
        verifier: Returns the verifying function of a public key of the right length; the second argument
            names the key in error messages.
    """

    open_key: Callable[[bytes], Sign]
    verifier: Callable[[bytes, str], Verify]


def _load(module: str) -> ModuleType:
    """Import a module of the extra, or raise ``MissingExtra``."""
    try:
        return import_module(module)
    except (ImportError, OSError) as error:
        raise MissingExtra("fast", f"`fast` needs {module.partition('.')[0]} for this curve", error) from None


def aws_lc(curve: ec.EllipticCurve, digest: str) -> FastLibrary:
    """Return AWS-LC's ECDSA on a curve, over the ``hashlib`` digest of that name."""

    def open_key(private_key: bytes) -> Sign:
        key = ec.derive_private_key(int.from_bytes(private_key, "big"), curve)
        encoded = key.private_bytes(Encoding.DER, PrivateFormat.TraditionalOpenSSL, NoEncryption())
        sign = _load("awscrt.crypto").EC.new_key_from_der_data(encoded).sign
        return lambda message: sign(hash_of(message).digest())

    def verifier(public_key: bytes, label: str) -> Verify:
        point = decode_point(public_key, curve, label)
        encoded = point.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        key = _load("awscrt.crypto").EC.new_key_from_der_data(encoded)

        def verify(signature: bytes, message: bytes, signed: str) -> None:
            decode_der_signature(signature, curve.group_order, f"the signature of {signed}")
            if not key.verify(hash_of(message).digest(), signature):
                raise bad_signature(signed)

        return verify

    hash_of = getattr(hashlib, digest)
    return FastLibrary(open_key, verifier)


def _open_secp256k1(private_key: bytes) -> Sign:
    sign = _load("btclib_secp256k1.dsa").sign
    # As in libsecp256k1.py, signatures are not verified before they are returned.
    return lambda message: sign(hashlib.sha256(message).digest(), private_key, verify=False)


def _open_eip191(private_key: bytes) -> Sign:
    sign = _load("btclib_secp256k1.dsa").sign
    return lambda message: sign(personal_message_digest(message), private_key, verify=False)


def _open_ed25519(private_key: bytes) -> Sign:
    sodium = _load("nacl.bindings")
    _, pair = sodium.crypto_sign_seed_keypair(private_key)
    return lambda message: sodium.crypto_sign(message, pair)[:ED25519_SIGNATURE_BYTES]


def _secp256k1_verifier(digest: Callable[[bytes], bytes]) -> Callable[[bytes, str], Verify]:
    def verifier(public_key: bytes, label: str) -> Verify:
        point = decode_point(public_key, SECP256K1, label)
        # Uncompressed, it needs no square root to be read for each signature.
        encoded = uncompressed_point(point)
        is_valid = _load("btclib_secp256k1.dsa").verify

        def verify(signature: bytes, message: bytes, signed: str) -> None:
            decode_der_signature(signature, SECP256K1.group_order, f"the signature of {signed}")
            # libsecp256k1 refuses high-S, unless it normalizes.
            if not is_valid(digest(message), encoded, signature, normalize=True):
                raise bad_signature(signed)

        return verify

    return verifier


def _ed25519_verifier(public_key: bytes, label: str) -> Verify:
    check_ed25519_key(public_key, label)
    sodium, refused = _load("nacl.bindings"), _load("nacl.exceptions").BadSignatureError

    def verify(signature: bytes, message: bytes, signed: str) -> None:
        check_ed25519_signature(signature, signed)
        try:
            sodium.crypto_sign_open(signature + message, public_key)
        except refused:
            raise bad_signature(signed) from None

    return verify


LIBSECP256K1 = FastLibrary(
    _open_secp256k1, _secp256k1_verifier(lambda message: hashlib.sha256(message).digest())
)
LIBSECP256K1_EIP191 = FastLibrary(_open_eip191, _secp256k1_verifier(personal_message_digest))
LIBSODIUM = FastLibrary(_open_ed25519, _ed25519_verifier)
