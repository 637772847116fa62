"""Strict DER of ECDSA signatures, and the raw form of r and s (SEC1, section C.5; X.690).

| input | decision |
|---|---|
| DER that is not minimal, or has trailing bytes | refused |
| r or s outside 1..n-1 | refused |
| r or s padded with a zero byte, or 64 raw bytes in place of DER | refused, with a message of its own |
"""

from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from sealwax.errors import MalformedInput


def decode_der_signature(der: bytes, order: int, what: str) -> tuple[int, int]:
    """Decode a DER ECDSA signature strictly (SEC1 section C.5; X.690 DER).

    Args:
        der: ``SEQUENCE { r INTEGER, s INTEGER }`` and nothing after it.
        order: The order n of the curve's group.
        what: What it is, for the error message.

    Returns:
        r and s, each from 1 to n-1.

    Raises:
        MalformedInput: It is not minimal DER, or r or s is out of range.
    """
    numbers: tuple[int, int] | None
    try:
        numbers = decode_dss_signature(der)
    except ValueError:
        numbers = None
    if numbers is None:
        raise MalformedInput(f"{what} is not a DER signature: {_why_not_der(der)}")
    r, s = numbers
    if not (0 < r < order and 0 < s < order):
        raise MalformedInput(f"{what} is not a signature: r and s must lie between 1 and the curve's order")
    return r, s


def _why_not_der(der: bytes) -> str:
    if len(der) == 64:  # noqa: PLR2004 - r and s of 32 bytes each
        return "it is 64 bytes, like r and s in a row; convert it to DER"
    if _has_redundant_zero(der):
        return (
            "r or s begins with a superfluous zero byte; its signer converted from r and s "
            "without stripping leading zeros, and has to be mended"
        )
    return "it must be minimal DER of two positive integers, with nothing after it"


def _has_redundant_zero(der: bytes) -> bool:
    """Whether r or s is padded with a zero byte where DER has none, which some clients do."""
    r_length = der[3] if len(der) > 3 else 0  # noqa: PLR2004 - after 30 LEN 02 LEN
    r, s = der[4 : 4 + r_length], der[6 + r_length :]
    return any(len(number) > 1 and number[0] == 0 and number[1] < 0x80 for number in (r, s))  # noqa: PLR2004


def der_to_raw(der: bytes, order: int, what: str = "the signature") -> bytes:
    """Convert a DER ECDSA signature to the raw form of r and s, for a 256-bit curve.

    Args:
        der: The DER signature.
        order: The order n of the curve's group.
        what: What it is, for the error message.

    Returns:
        64 bytes: r, then s, each 32 bytes, big-endian.

    Raises:
        MalformedInput: It is not strict DER, or r or s is out of range.
    """
    r, s = decode_der_signature(der, order, what)
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def raw_to_der(raw: bytes, order: int, what: str = "the signature") -> bytes:
    """Convert a raw ECDSA signature of a 256-bit curve to DER.

    Args:
        raw: 64 bytes: r, then s, each 32 bytes, big-endian.
        order: The order n of the curve's group.
        what: What it is, for the error message.

    Returns:
        The DER signature.

    Raises:
        MalformedInput: It is not 64 bytes, or r or s is out of range.
    """
    if len(raw) != 64:  # noqa: PLR2004 - r and s of 32 bytes each
        raise MalformedInput(f"{what} is {len(raw)} bytes long; it must be 64, r and s in a row")
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    if not (0 < r < order and 0 < s < order):
        raise MalformedInput(f"{what} is not a signature: r and s must lie between 1 and the curve's order")
    return encode_dss_signature(r, s)
