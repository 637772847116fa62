"""Make API key stamps, header ``X-Stamp`` (wire-formats.md, section 2.1).

Verification is in ``api_key_verification``, so that stamping does not load it.
"""

from binascii import hexlify

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.text import require_text, to_bytes
from sealwax._crypto.secret_types import NeverCopied
from sealwax.signing import Signer, signing_function

from .header import API_KEY, Stamp


class ApiKeyStamper(NeverCopied):
    """Stamps request bodies with an API key, header ``X-Stamp`` (wire-formats.md, section 2.1).

    Threads and forked processes may share a stamper if they may share its signer. ``pickle`` and ``copy``
    refuse it.

    Attributes:
        signer: The key that signs.

    Args:
        signer: The key that signs: an ``ApiKey``, or any object that implements ``Signer``.
        deterministic: Whether to use the nonces of RFC 6979, so that equal bodies get equal stamps.
        fast: Whether to sign with the fastest library for the curve, of the extra ``fast``. Loading it takes
            a tenth of a second, and pays off after some ten thousand stamps. It does not affect deterministic
            stamps.

    Raises:
        MalformedInput: The signer's public key is not a key of its scheme in lower-case hex, or its public
            key or scheme is not a string.
        Unsupported: The signer's scheme is unknown; or ``deterministic`` is set and the signer has no
            ``sign_deterministic``.
        MissingExtra: ``fast`` is set, and the extra ``fast`` is not installed.
        ValueError: ``fast`` is set for a third-party signer.
    """

    __slots__ = ("_head", "_sign", "_tail_start", "signer")

    def __init__(self, signer: Signer, *, deterministic: bool = False, fast: bool = False) -> None:
        self.signer: Signer = signer
        self._sign = signing_function(signer, deterministic=deterministic, fast=fast)
        opening = f'{{"publicKey":"{signer.public_key}","scheme":"{signer.scheme}","signature":"'.encode()
        # Three bytes make four base64 digits. The text before the signature is encoded once, here, up to
        # the last multiple of three bytes; the rest is encoded with each signature.
        whole = len(opening) - len(opening) % 3
        self._head = encode_base64url(opening[:whole])
        self._tail_start = opening[whole:]

    def stamp(self, body: str | bytes) -> Stamp:
        """Stamp a request's body.

        Args:
            body: The exact bytes of the POST body that will be sent; a str stands for its UTF-8 bytes.

        Returns:
            The stamp, to send as a header with exactly this body.

        Raises:
            MalformedInput: The body is a str that UTF-8 cannot encode; or a
                third-party signer returned something that is not a signature.
        """
        if not isinstance(body, bytes):
            require_text(body, "body")
            body = to_bytes(body, "the body", limit=None)
        signature = self._sign(body)
        tail = encode_base64url(self._tail_start + hexlify(signature) + b'"}')
        return Stamp(API_KEY, self._head + tail)
