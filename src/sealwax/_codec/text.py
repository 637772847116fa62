"""Text from outside: UTF-8 of bounded size."""

from sealwax._limits import MAX_INPUT_BYTES
from sealwax.errors import MalformedInput


def to_bytes(value: str | bytes, label: str, *, limit: int | None = MAX_INPUT_BYTES) -> bytes:
    """Return the UTF-8 bytes of text, or bytes as they are; refuse more than ``limit`` bytes."""
    encoded: bytes | None = None
    if isinstance(value, bytes):
        encoded = value
    elif isinstance(value, str):
        # Every character takes at least one byte, so an oversized text need not be encoded.
        if limit is None or len(value) <= limit:
            try:
                encoded = value.encode()
            except UnicodeEncodeError:
                encoded = None
            if encoded is None:
                raise MalformedInput(f"{label} contains a lone surrogate; pass text that UTF-8 can encode")
    else:
        raise MalformedInput(
            f"{label} must be str or bytes, not {type(value).__name__}; pass the text itself, as received"
        )
    if encoded is None or (limit is not None and len(encoded) > limit):
        raise MalformedInput(f"{label} is larger than {limit} bytes; check that the right data was passed")
    return encoded


def require_text(value: object, name: str) -> None:
    """Raise a ``TypeError`` that names the argument if the program's own text is not str or bytes.

    Text from outside may be of any type: for that, ``to_bytes`` raises ``MalformedInput``.
    """
    if not isinstance(value, (str, bytes)):
        remedy = (
            "; write it as JSON once, and send exactly this text" if isinstance(value, (dict, list)) else ""
        )
        raise TypeError(f"{name} must be str or bytes, not {type(value).__name__}{remedy}")


def forms_note(password: str) -> str:
    """Return a hint for a wrong password that Unicode can write in several ways; empty text for others."""
    # Python has its tables in a module of its own, which few programs need.
    import unicodedata  # noqa: PLC0415

    if all(unicodedata.is_normalized(form, password) for form in ("NFC", "NFD", "NFKC", "NFKD")):
        return ""
    return (
        "; the password has characters that programs encode in several ways (Unicode normalization), such as "
        "letters with accents: try it in another form, such as NFC, NFD or NFKC"
    )


def to_text(value: str | bytes, label: str) -> str:
    """Return text as it is, or its UTF-8 bytes decoded."""
    # Nearly all text is ASCII, which has the same length in UTF-8, and no surrogates.
    if type(value) is str and len(value) <= MAX_INPUT_BYTES and value.isascii():
        return value
    return decode_utf8(to_bytes(value, label), label)


def decode_utf8(data: bytes, label: str, *, advice: str = "save or send it as UTF-8") -> str:
    """Decode UTF-8 strictly; ``advice`` ends the error's message."""
    text: str | None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        # Raised outside of this block, because the exception refers to the bytes, which may be secret.
        text = None
    if text is None:
        raise MalformedInput(f"{label} is not UTF-8 text; {advice}")
    return text
