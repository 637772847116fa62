"""Text from outside: bounded in size, and UTF-8."""

from sealwax.errors import MalformedInput

MAX_INPUT_BYTES = 1 << 20
"""The most that a bundle, stamp or token may measure, in bytes: 1 MiB."""


def to_bytes(value: str | bytes, what: str, *, limit: int | None = MAX_INPUT_BYTES) -> bytes:
    """Take text or UTF-8 bytes from a caller, as bytes.

    Args:
        value: Text, or bytes.
        what: What the value is, for the error message.
        limit: The most bytes it may have; None for no limit.

    Returns:
        The UTF-8 bytes of the text, or the bytes as they are.

    Raises:
        MalformedInput: It is neither text nor bytes, has lone surrogates, or exceeds the limit.
    """
    encoded: bytes | None = None
    if isinstance(value, bytes):
        encoded = value
    elif isinstance(value, str):
        # Every character takes at least one byte, so that an oversized text is never copied.
        if limit is None or len(value) <= limit:
            try:
                encoded = value.encode()
            except UnicodeEncodeError:
                encoded = None
            if encoded is None:
                raise MalformedInput(f"{what} contains a lone surrogate; pass text that UTF-8 can carry")
    else:
        raise MalformedInput(
            f"{what} must be str or bytes, not {type(value).__name__}; pass it exactly as it was received"
        )
    if encoded is None or (limit is not None and len(encoded) > limit):
        raise MalformedInput(f"{what} is larger than {limit} bytes; this is not what it should be")
    return encoded


def decode_utf8(data: bytes, what: str) -> str:
    """Decode UTF-8 strictly.

    Args:
        data: The bytes.
        what: What they are, for the error message.

    Returns:
        The text.

    Raises:
        MalformedInput: The bytes are not UTF-8.
    """
    text: str | None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        # Raised outside of this block, so that the new error holds no reference to the bytes,
        # which may be a secret.
        text = None
    if text is None:
        raise MalformedInput(f"{what} is not UTF-8 text; save or send it as UTF-8")
    return text
