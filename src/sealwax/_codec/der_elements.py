"""Strict DER elements (X.690), for structures that ``cryptography`` does not read."""

import re

from sealwax.errors import MalformedInput

# A tag of up to three bytes after the first, and a length of up to 65535, both in their shortest form.
_HEAD = re.compile(
    rb"([^\x1f\x3f\x5f\x7f\x9f\xbf\xdf\xff]"
    rb"|[\x1f\x3f\x5f\x7f\x9f\xbf\xdf\xff](?:[\x1f-\x7f]|[\x81-\xff][\x80-\xff]?[\x00-\x7f]))"
    rb"(?:([\x00-\x7f])|\x81([\x80-\xff])|\x82([\x01-\xff].))",
    re.DOTALL,
)


def decode_der_elements(data: bytes, label: str) -> list[tuple[bytes, bytes]]:
    """Decode consecutive DER elements into their tags, as they are encoded, and contents."""
    elements, position = [], 0
    while position < len(data):
        head = _HEAD.match(data, position)
        if head is None:
            raise MalformedInput(f"{label} is not DER: its tags and lengths must be minimal")
        # The last group that matched is the length.
        end = head.end() + int.from_bytes(head[head.lastindex or 0], "big")
        if end > len(data):
            raise MalformedInput(f"{label} is not DER: it ends within an element")
        elements.append((head[1], data[head.end() : end]))
        position = end
    return elements
