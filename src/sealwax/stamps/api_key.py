"""API key stamps: the header ``X-Stamp`` (wire-formats.md, section 2.1).

This module makes them and is all that the signing path loads; ``verification`` checks them.
"""

from binascii import hexlify

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.text import to_bytes
from sealwax.signing import Signer, signing_function

from .header import API_KEY, Stamp


class ApiKeyStamper:
    """Stamps request bodies with an API key (``X-Stamp``); wire-formats.md, section 2.1.

    It holds no state that changes, so that threads may share it.

    Args:
        signer: What signs: an ``ApiKey``, or anything else with the ``Signer`` protocol.
        deterministic: Whether to use the nonces of RFC 6979, so that equal bodies get equal stamps.

    Raises:
        MalformedInput: The signer's public key is not the hex of a key of its scheme's size.
        UnsupportedVersion: Its scheme is unknown, or it has no deterministic form.
    """

    __slots__ = ("_head", "_sign", "_tail_start")

    def __init__(self, signer: Signer, *, deterministic: bool = False) -> None:
        self._sign = signing_function(signer, deterministic=deterministic)
        opening = f'{{"publicKey":"{signer.public_key}","scheme":"{signer.scheme}","signature":"'.encode()
        # Three bytes are four base64 digits: what comes before the signature is encoded once, here, up
        # to the last multiple of three; the rest of it joins the signature.
        whole = len(opening) - len(opening) % 3
        self._head = encode_base64url(opening[:whole])
        self._tail_start = opening[whole:]

    def stamp(self, body: bytes | str) -> Stamp:
        """Stamp a request's body.

        Args:
            body: The bytes of the POST body, just as they will be sent; text stands for its UTF-8 bytes.

        Returns:
            The stamp, to be sent as a header beside that very body.

        Raises:
            MalformedInput: The body is neither bytes nor text that UTF-8 can carry; or a signer of yours
                gave something that is not a signature.
        """
        if not isinstance(body, bytes):
            body = to_bytes(body, "the body", limit=None)
        signature = self._sign(body)
        tail = encode_base64url(self._tail_start + hexlify(signature) + b'"}')
        return Stamp(API_KEY, self._head + tail)
