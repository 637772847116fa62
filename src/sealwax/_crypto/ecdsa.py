"""Verify ECDSA, over SHA-256 by default, and convert signatures to low-S."""

from functools import cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import (
    Prehashed,
    decode_dss_signature,
    encode_dss_signature,
)
from cryptography.hazmat.primitives.hashes import SHA256, HashAlgorithm

from sealwax._codec.der import decode_der_signature
from sealwax.errors import bad_signature


@cache
def _ecdsa(digest: type[HashAlgorithm], *, prehashed: bool) -> ec.ECDSA:
    # Created on demand: the first ECDSA object loads most of `cryptography`.
    # Prehashed means "already hashed"; nothing is hashed again.
    return ec.ECDSA(Prehashed(digest()) if prehashed else digest())


def verify_ecdsa(
    key: ec.EllipticCurvePublicKey,
    signature: bytes,
    message: bytes,
    label: str,
    *,
    prehashed: bool = False,
    digest: type[HashAlgorithm] = SHA256,
) -> None:
    """Verify a strict DER signature, low-S or high-S; with ``prehashed``, ``message`` is its digest."""
    try:
        key.verify(signature, message, _ecdsa(digest, prehashed=prehashed))
    except InvalidSignature:
        # key.verify() refuses malformed DER with the same error; this distinguishes the two.
        decode_der_signature(signature, key.curve.group_order, f"the signature of {label}")
        raise bad_signature(label) from None


def to_low_s(signature: bytes, order: int) -> bytes:
    """Return a DER signature with the lower of s and n-s; both verify."""
    r, s = decode_dss_signature(signature)
    return signature if s <= order // 2 else encode_dss_signature(r, order - s)
