"""Verify ECDSA over SHA-256 on P-256 and secp256k1, and convert signatures to low-S."""

from functools import cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import (
    Prehashed,
    decode_dss_signature,
    encode_dss_signature,
)
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax._codec.der import decode_der_signature
from sealwax.errors import bad_signature


@cache
def _ecdsa(*, prehashed: bool) -> ec.ECDSA:
    # Created on demand: the first ECDSA object loads most of `cryptography`.
    # Prehashed(SHA256()) means "32 bytes, already hashed"; nothing is hashed again.
    return ec.ECDSA(Prehashed(SHA256()) if prehashed else SHA256())


def verify_ecdsa(
    key: ec.EllipticCurvePublicKey, signature: bytes, message: bytes, what: str, *, prehashed: bool = False
) -> None:
    """Verify a strict DER signature, low-S or high-S.

    With ``prehashed``, ``message`` is the 32-byte SHA-256 digest itself.
    """
    try:
        key.verify(signature, message, _ecdsa(prehashed=prehashed))
    except InvalidSignature:
        # key.verify() refuses malformed DER with the same error; this distinguishes the two.
        decode_der_signature(signature, key.curve.group_order, f"the signature of {what}")
        raise bad_signature(what) from None


def to_low_s(signature: bytes, order: int) -> bytes:
    """Return a DER signature with the lower of s and n-s; both verify."""
    r, s = decode_dss_signature(signature)
    return signature if s <= order // 2 else encode_dss_signature(r, order - s)
