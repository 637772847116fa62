"""Activity fingerprints, which identify activities for approval (wire-formats.md, Activity votes)."""

import hashlib

from sealwax._codec.text import to_bytes


def activity_fingerprint(body: str | bytes) -> str:
    """Compute the fingerprint of an activity, which identifies it for approval.

    Args:
        body: The exact bytes of the request's body; a str stands for its UTF-8 bytes.

    Returns:
        ``sha256:``, then SHA-256 of the body in lower-case hex: 71 characters.

    Raises:
        MalformedInput: The body is not str or bytes, or is a str that UTF-8 cannot encode.
    """
    return f"sha256:{hashlib.sha256(to_bytes(body, 'the body', limit=None)).hexdigest()}"
