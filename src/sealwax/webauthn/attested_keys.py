"""COSE keys in attestations: the keys for stamps, and ES384, ES512 and Ed448 (RFC 9053; RFC 9864).

| algorithm | key | signature |
|---|---|---|
| ES384 (-35) | EC2 on P-384 | DER |
| ES512 (-36) | EC2 on P-521 | DER |
| Ed448 (-53) | OKP, Ed448 | 114 bytes |

The service does not accept these keys, so code for stamps does not load them.
"""

from functools import partial
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, ed448
from cryptography.hazmat.primitives.hashes import SHA384, SHA512

from sealwax.errors import MalformedInput, bad_signature

from .cose import EC2, OKP, STAMP_KEYS, Keys, edwards, on_curve

ES384, ES512, ED448 = -35, -36, -53
_CRV_P384, _CRV_P521, _CRV_ED448 = 2, 3, 7

_ED448_KEY_BYTES, _ED448_SIGNATURE_BYTES = 57, 114
_ED448_PRIME = 2**448 - 2**224 - 1


def _is_degenerate(point: bytes) -> bool:
    """Return whether an encoded point is of small order, or its encoding is not canonical."""
    # The y coordinate; the last byte has only the sign of x (RFC 8032, section 5.2.2). The four points of
    # small order have the y coordinates 1, -1 and 0.
    y = int.from_bytes(point[:-1], "little")
    return bool(point[-1] & 0x7F) or y >= _ED448_PRIME or y in {0, 1, _ED448_PRIME - 1}


def check_ed448_key(key: bytes, label: str) -> None:
    """Refuse bytes that are not an acceptable public key, by the rules for Ed25519."""
    if len(key) != _ED448_KEY_BYTES or _is_degenerate(key):
        raise MalformedInput(
            f"{label} is not a usable Ed448 public key: it must be {_ED448_KEY_BYTES} bytes, canonically "
            "encoded, and not of small order"
        )


def verify_ed448(key: bytes, signature: bytes, message: bytes, label: str) -> None:
    """Verify a signature (RFC 8032, section 5.2.7) with a key that ``check_ed448_key`` accepts."""
    if len(signature) != _ED448_SIGNATURE_BYTES:
        raise MalformedInput(
            f"the signature of {label} is {len(signature)} bytes long; an Ed448 signature has "
            f"{_ED448_SIGNATURE_BYTES}"
        )
    if _is_degenerate(signature[:_ED448_KEY_BYTES]):
        raise bad_signature(label)
    try:
        ed448.Ed448PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        raise bad_signature(label) from None


ATTESTED_KEYS: Final[Keys] = {
    **STAMP_KEYS,
    (EC2, ES384): ("ES384", partial(on_curve, _CRV_P384, ec.SECP384R1(), SHA384)),
    (EC2, ES512): ("ES512", partial(on_curve, _CRV_P521, ec.SECP521R1(), SHA512)),
    (OKP, ED448): ("Ed448", partial(edwards, _CRV_ED448, check_ed448_key, verify_ed448)),
}
"""The keys of credentials that attestations vouch for."""
