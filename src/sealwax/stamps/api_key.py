"""Stamps: signatures over the exact bytes of a request's body, as HTTP headers (wire-formats.md, section 2).

This module makes them and is all that the signing path loads; ``stamp_verification`` checks them.
"""

from binascii import hexlify
from collections.abc import Callable
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.der import decode_der_signature
from sealwax._codec.hex import decode_hex
from sealwax._codec.text import to_bytes
from sealwax._crypto.ecdsa import to_low_s
from sealwax._crypto.ed25519 import ED25519_SIGNATURE_BYTES, check_ed25519_key
from sealwax._crypto.points import COMPRESSED_BYTES, P256, SECP256K1
from sealwax.errors import MalformedInput, UnsupportedVersion
from sealwax.keys import ApiKey, DeterministicSigner, Signer

API_KEY_HEADER = "X-Stamp"

SCHEME_CURVES: Final[dict[str, ec.EllipticCurve | None]] = {
    "SIGNATURE_SCHEME_TK_API_P256": P256,
    "SIGNATURE_SCHEME_TK_API_SECP256K1": SECP256K1,
    "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191": SECP256K1,
    "SIGNATURE_SCHEME_TK_API_ED25519": None,
}
"""The schemes of API key stamps, with the curve of those that are ECDSA."""


class Stamp(NamedTuple):
    """A stamp, ready to send; a tuple and not a dataclass because making one is on the signing path.

    Attributes:
        header_name: The name of the HTTP header.
        header_value: Its value, ASCII.
    """

    header_name: str
    header_value: str

    @property
    def headers(self) -> dict[str, str]:
        """The header as a mapping, for an HTTP client."""
        return {self.header_name: self.header_value}


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
        return Stamp(API_KEY_HEADER, self._head + tail)


def decode_stamp_key(public_key: str, scheme: str, what: str) -> bytes:
    """Decode the public key of a stamp, as far as its size.

    Args:
        public_key: Hex.
        scheme: A scheme of API key stamps.
        what: What the key is, for the error message.

    Returns:
        33 bytes that should be a compressed SEC1 point; for Ed25519 32 bytes.

    Raises:
        UnsupportedVersion: The scheme is unknown.
        MalformedInput: It is not hex, has another length, or is an Ed25519 key that is not to be used.
    """
    if scheme not in SCHEME_CURVES:
        raise UnsupportedVersion(f"no such scheme of API key stamps; there are {', '.join(SCHEME_CURVES)}")
    if SCHEME_CURVES[scheme] is not None:
        return decode_hex(public_key, what, length=COMPRESSED_BYTES)
    key = decode_hex(public_key, what)
    check_ed25519_key(key, what)
    return key


def signing_function(signer: Signer, *, deterministic: bool) -> Callable[[bytes], bytes]:
    """Choose what signs, and see to it that what a signer of someone else's says and gives is sound.

    Args:
        signer: The signer.
        deterministic: Whether to use the nonces of RFC 6979.

    Returns:
        A function that signs a message as the signer's scheme has it.

    Raises:
        MalformedInput: The signer's public key is not the hex of a key of its scheme's size.
        UnsupportedVersion: Its scheme is unknown, or it has no deterministic form.
    """
    if not all(isinstance(text, str) for text in (signer.public_key, signer.scheme)):
        raise MalformedInput("the signer's public key and scheme are not text")
    key = decode_stamp_key(signer.public_key, signer.scheme, "the signer's public key")
    if key.hex() != signer.public_key:
        raise MalformedInput("the signer's public key is not in lower-case hex")
    if not deterministic:
        sign = signer.sign
    elif isinstance(signer, DeterministicSigner):
        sign = signer.sign_deterministic
    else:
        raise UnsupportedVersion("this signer has no deterministic form; stamp without `deterministic`")
    return sign if isinstance(signer, ApiKey) else _checked(sign, SCHEME_CURVES[signer.scheme])


def _checked(sign: Callable[[bytes], bytes], curve: ec.EllipticCurve | None) -> Callable[[bytes], bytes]:
    """Wrap a signer so that a signature in another form is an error here and not at the service."""

    def sign_ed25519(message: bytes) -> bytes:
        signature = sign(message)
        if len(_as_bytes(signature)) != ED25519_SIGNATURE_BYTES:
            raise MalformedInput(f"the signer gave {len(signature)} bytes; an Ed25519 signature has 64")
        return signature

    def sign_ecdsa(message: bytes) -> bytes:
        signature = sign(message)
        decode_der_signature(_as_bytes(signature), order, "what the signer gave")
        # Devices and key management services do not care for low-S; networks that use secp256k1 do.
        return to_low_s(signature, order) if curve is SECP256K1 else signature

    if curve is None:
        return sign_ed25519
    order = curve.group_order
    return sign_ecdsa


def _as_bytes(signature: bytes) -> bytes:
    if not isinstance(signature, bytes):
        raise MalformedInput(f"the signer gave {type(signature).__name__}; it must give bytes")
    return signature
