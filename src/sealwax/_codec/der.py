"""Strict DER of ECDSA signatures, and their raw form (SEC1, section C.5; X.690).

The raw form is r, then s, big-endian, each as long as the order of the curve: 32 bytes for one of 256 bits.

| input | decision |
|---|---|
| DER that is not minimal, or has trailing bytes | refused |
| r or s outside 1..n-1, n being the order of the curve | refused |
| r or s padded with a zero byte; the raw form instead of DER | refused, each with its own message |
"""

from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from sealwax.errors import MalformedInput


def decode_der_signature(der: bytes, order: int, label: str) -> tuple[int, int]:
    """Decode a strict DER signature into r and s, each from 1 to order - 1."""
    numbers: tuple[int, int] | None
    try:
        numbers = decode_dss_signature(der)
    except ValueError:
        numbers = None
    if numbers is None:
        raise MalformedInput(f"{label} is not a DER signature: {_why_not_der(der)}")
    _check_range(*numbers, order, label)
    return numbers


def _check_range(r: int, s: int, order: int, label: str) -> None:
    if not (0 < r < order and 0 < s < order):
        raise MalformedInput(
            f"{label} is not a signature: r and s must be above 0 and below the order of the curve"
        )


def _why_not_der(der: bytes) -> str:
    if len(der) == 64:  # noqa: PLR2004 - r and s of 32 bytes each
        return "it is 64 bytes long, like raw r and s; convert it to DER"
    if _has_redundant_zero(der):
        return (
            "r or s begins with a superfluous zero byte; correct the signer, which converted raw r and s "
            "to DER without stripping leading zeros"
        )
    return "it must be minimal DER of two positive integers, with nothing after them"


def _has_redundant_zero(der: bytes) -> bool:
    """Whether r or s has a superfluous leading zero byte, as some clients write it."""
    r_length = der[3] if len(der) > 3 else 0  # noqa: PLR2004 - after 30 LEN 02 LEN
    r, s = der[4 : 4 + r_length], der[6 + r_length :]
    return any(len(number) > 1 and number[0] == 0 and number[1] < 0x80 for number in (r, s))  # noqa: PLR2004


def der_to_raw(der: bytes, order: int, label: str = "the signature") -> bytes:
    """Convert a DER signature to its raw form."""
    size = _size(order)
    r, s = decode_der_signature(der, order, label)
    return r.to_bytes(size, "big") + s.to_bytes(size, "big")


def raw_to_der(raw: bytes, order: int, label: str = "the signature") -> bytes:
    """Convert a raw signature to DER."""
    size = _size(order)
    if len(raw) != 2 * size:
        raise MalformedInput(f"{label} is {len(raw)} bytes long; it must be {2 * size}: r, then s")
    r, s = int.from_bytes(raw[:size], "big"), int.from_bytes(raw[size:], "big")
    _check_range(r, s, order, label)
    return encode_dss_signature(r, s)


def _size(order: int) -> int:
    return (order.bit_length() + 7) // 8
