"""The enclave's half of secrets that are sealed to its quorum key, for tests and test vectors."""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sealwax._codec.base58 import decode_base58check
from sealwax._crypto.hpke import TAG_BYTES, Sealed, open_base
from sealwax._crypto.points import (
    COMPRESSED_BYTES,
    P256,
    UNCOMPRESSED_BYTES,
    decode_point,
    uncompressed_point,
)
from sealwax.bundles.quorum_key import (
    LENGTH_BYTES,
    MAX_BASE58_SECRET_BYTES,
    NONCE_BYTES,
    envelope_aad,
    envelope_key,
)
from sealwax.errors import DecryptionFailed, MalformedInput
from sealwax.keys import TargetKey

_HEADER_BYTES = NONCE_BYTES + UNCOMPRESSED_BYTES + LENGTH_BYTES
# base58 has fewer than 1.4 digits for each byte.
_MAX_DIGITS = 14 * (COMPRESSED_BYTES + MAX_BASE58_SECRET_BYTES + TAG_BYTES + 4) // 10


def open_envelope(envelope: bytes, key: TargetKey) -> bytes:
    """Open a quorum-key envelope (wire-formats.md, section 4.7).

    Args:
        envelope: The envelope: 97 bytes or more.
        key: The enclave's encryption key.

    Returns:
        The plaintext.

    Raises:
        MalformedInput: The envelope is too short, its length is wrong, or its sender key is not an
            uncompressed point on P-256.
        DecryptionFailed: The envelope was sealed to another key.
    """
    if len(envelope) < _HEADER_BYTES + TAG_BYTES:
        raise MalformedInput(
            f"the envelope is {len(envelope)} bytes long; it must be at least {_HEADER_BYTES + TAG_BYTES}"
        )
    nonce, sender_point = envelope[:NONCE_BYTES], envelope[NONCE_BYTES : NONCE_BYTES + UNCOMPRESSED_BYTES]
    length = int.from_bytes(envelope[_HEADER_BYTES - LENGTH_BYTES : _HEADER_BYTES], "little")
    ciphertext = envelope[_HEADER_BYTES:]
    if length != len(ciphertext):
        raise MalformedInput(
            f"the envelope says that its ciphertext has {length} bytes, and has {len(ciphertext)}"
        )
    sender = decode_point(sender_point, P256, "the sender's key of the envelope")
    private_key = key.private_key_object()
    receiver_point = uncompressed_point(private_key.public_key())
    derived = envelope_key(sender_point, receiver_point, private_key.exchange(ec.ECDH(), sender))
    try:
        return AESGCM(derived).decrypt(nonce, ciphertext, envelope_aad(sender_point, receiver_point))
    except InvalidTag:
        raise DecryptionFailed("the envelope does not open with this key") from None


def open_base58_secret(sealed: str, key: TargetKey) -> bytes:
    """Open a secret that was sealed as HPKE in base58check (wire-formats.md, section 4.7).

    Args:
        sealed: The sealed secret, base58check.
        key: The enclave's encryption key.

    Returns:
        The plaintext.

    Raises:
        MalformedInput: The text is not base58check, is too short, or does not begin with a point.
        DecryptionFailed: The secret was sealed to another key.
    """
    content = decode_base58check(sealed, "the sealed secret", limit=_MAX_DIGITS)
    encapsulated = decode_point(content[:COMPRESSED_BYTES], P256, "the encapsulated key")
    return open_base(
        key.private_key_object(), Sealed(uncompressed_point(encapsulated), content[COMPRESSED_BYTES:])
    )
