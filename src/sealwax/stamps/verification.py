"""Verifying API key stamps (wire-formats.md, section 2.1)."""

from dataclasses import dataclass

import msgspec

from sealwax._codec.base64url import decode_base64url
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import decode_json
from sealwax._codec.text import decode_utf8, to_bytes
from sealwax.schemes import decode_public_key, find_scheme


@dataclass(frozen=True)
class VerifiedStamp:
    """The result of verifying an API key stamp: the key that signed.

    Whether that key may do what the body asks is for the caller to decide.

    Attributes:
        public_key: The signer's public key in lower-case hex: a compressed SEC1 point (33 bytes), or 32 bytes
            for Ed25519.
        scheme: The ``SIGNATURE_SCHEME_TK_API_*`` name of the scheme.
    """

    public_key: str
    scheme: str


class _Stamp(msgspec.Struct, frozen=True, rename="camel"):
    public_key: str
    scheme: str
    signature: str


def verify_api_key_stamp(header_value: str | bytes, body: bytes | str) -> VerifiedStamp:
    """Verify an API key stamp (wire-formats.md, section 2.1).

    Deployed clients differ, so the JSON keys may be in any order and have white space between them, the
    base64url may be padded, and the signature may be low-S or high-S.

    Args:
        header_value: The value of the ``X-Stamp`` header, at most 1 MiB.
        body: The exact bytes of the request's body as received; a str stands for its UTF-8 bytes.

    Returns:
        The public key that signed, and its scheme.

    Raises:
        MalformedInput: The stamp is not base64url of a JSON object with these three strings, its public
            key is not a key of its scheme, or its signature is not strict DER (64 bytes for Ed25519).
        UnsupportedVersion: The scheme is unknown.
        MissingExtra: The scheme needs the extra ``ethereum``, which is not installed.
        BadSignature: The signature does not verify over this body with this key.
    """
    message = to_bytes(body, "the body", limit=None)
    header = decode_utf8(to_bytes(header_value, "the stamp"), "the stamp")
    stamp = decode_json(decode_base64url(header, "the stamp"), _Stamp, "the stamp")
    scheme = find_scheme(stamp.scheme)
    key = decode_public_key(scheme, stamp.public_key, "the stamp's public key")
    signature = decode_hex(stamp.signature, "the stamp's signature")
    scheme.verifier(key, "the stamp's public key")(signature, message, "the stamp")
    return VerifiedStamp(public_key=key.hex(), scheme=scheme.name)
