"""ECDSA over SHA-256 on P-256 and secp256k1: verification, and the low-S form."""

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
    # On demand: making the first one loads most of `cryptography`, which programs that only import need not
    # wait for. Prehashed(SHA256()) says "32 bytes, hashed already"; nothing is hashed again.
    return ec.ECDSA(Prehashed(SHA256()) if prehashed else SHA256())


def verify_ecdsa(
    key: ec.EllipticCurvePublicKey, signature: bytes, message: bytes, what: str, *, prehashed: bool = False
) -> None:
    """Verify an ECDSA signature; of its two forms, low-S and high-S, both are good.

    Args:
        key: The public key.
        signature: Strict DER.
        message: What was signed: the bytes that SHA-256 is taken of or, with ``prehashed``, the 32-byte
            digest itself.
        what: What is signed, for the error message.
        prehashed: Whether ``message`` is a digest.

    Raises:
        MalformedInput: The signature is not strict DER of two numbers in range.
        BadSignature: It does not verify.
    """
    try:
        key.verify(signature, message, _ecdsa(prehashed=prehashed))
    except InvalidSignature:
        # The primitive takes nothing but strict DER either; what is left is to say which of the two it was.
        decode_der_signature(signature, key.curve.group_order, f"the signature of {what}")
        raise bad_signature(what) from None


def to_low_s(signature: bytes, order: int) -> bytes:
    """Bring a signature into its low-S form: of s and n-s, both of which verify, the lower.

    Args:
        signature: A DER signature.
        order: The order n of the curve's group.

    Returns:
        The same signature, or its low-S twin, in DER.
    """
    r, s = decode_dss_signature(signature)
    return signature if s <= order // 2 else encode_dss_signature(r, order - s)
