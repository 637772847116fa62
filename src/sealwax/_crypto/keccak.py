"""Keccak-256, whose padding differs from SHA3-256's; it needs the extra ``ethereum`` or ``wallets``."""

from sealwax.errors import MissingExtra

_import_error: ImportError | OSError | None = None
try:
    from Crypto.Hash import keccak
except (ImportError, OSError) as error:  # pycryptodome raises OSError where a native module does not load
    keccak = None  # type: ignore[assignment] # require_keccak() tells
    _import_error = error.with_traceback(None)


def require_keccak(purpose: str = "EIP-191 stamps") -> None:
    """Raise ``MissingExtra`` if Keccak-256 cannot be imported; ``purpose`` names the use."""
    if keccak is None:
        raise MissingExtra("ethereum", f"{purpose} need Keccak-256 of pycryptodome", _import_error)


def keccak256(*parts: bytes) -> bytes:
    """Hash the concatenated parts."""
    hasher = keccak.new(digest_bits=256)
    for part in parts:
        hasher.update(part)
    digest: bytes = hasher.digest()
    return digest


def personal_message(message: bytes) -> bytes:
    """Return the bytes whose hash an Ethereum wallet signs for a message (EIP-191, version 0x45)."""
    return b"\x19Ethereum Signed Message:\n%d%b" % (len(message), message)


def personal_message_digest(message: bytes) -> bytes:
    """Return the digest that an Ethereum wallet signs for a message."""
    require_keccak()
    return keccak256(personal_message(message))


def eip55(digits: str) -> str:
    """Return the 40 digits of an Ethereum address in the case that EIP-55 defines."""
    digits = digits.lower()
    checksum = keccak256(digits.encode()).hex()
    return "".join(
        digit.upper() if nibble in "89abcdef" else digit
        for digit, nibble in zip(digits, checksum, strict=False)
    )
