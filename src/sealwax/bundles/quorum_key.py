"""Seal secrets to the long-lived keys of enclaves (wire-formats.md, section 4.7).

A quorum-key envelope is not HPKE: its key is an HMAC of the ECDH secret, and it has an explicit nonce. Only
the enclave can open it. Credentials of on-ramp providers and pull secrets are sealed to such keys with HPKE,
in base58check.
"""

import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.hmac import HMAC

from sealwax._codec.arguments import require_type
from sealwax._codec.base58 import encode_base58check
from sealwax._codec.text import require_text, to_bytes
from sealwax._crypto.hpke import seal_base
from sealwax._crypto.points import (
    P256,
    UNCOMPRESSED_BYTES,
    compressed_point,
    decode_p256_hex,
    decode_point,
    decode_receiver_hex,
    uncompressed_point,
)
from sealwax._limits import MAX_BASE58_SECRET_BYTES
from sealwax.errors import MalformedInput
from sealwax.trust import PRODUCTION_ENCRYPTION, QuorumEncryptionKeys, encryption_key

NONCE_BYTES = 12
LENGTH_BYTES = 4

_KEY_BYTES = 32
_HMAC_MESSAGE = b"qos_encryption_hmac_message"


def encrypt_to_quorum_key(plaintext: str | bytes, public_key: str) -> bytes:
    """Seal a message to the quorum key of an enclave (wire-formats.md, section 4.7).

    The key does not identify its enclave: take it from a source that you trust. Each call uses a new
    sender key and a new nonce.

    Args:
        plaintext: The message; a str stands for its UTF-8 bytes.
        public_key: The enclave's encryption key: a SEC1 point on P-256 in hex, compressed (66 digits) or
            uncompressed (130). Pass the first half of a key set of 260 digits.

    Returns:
        The envelope: 97 bytes and the message's length.

    Raises:
        MalformedInput: The key is not such a point; or the message cannot be encoded as UTF-8, or is
            too large.
    """
    require_type(public_key, str, "public_key")
    require_text(plaintext, "plaintext")
    receiver = decode_receiver_hex(public_key, "the quorum key")
    return seal_envelope(receiver, to_bytes(plaintext, "the plaintext"))


def encrypt_oauth2_client_secret(
    secret: str | bytes, *, keys: QuorumEncryptionKeys = PRODUCTION_ENCRYPTION
) -> str:
    """Seal an OAuth 2.0 client secret to the TLS fetcher (wire-formats.md, section 4.7).

    Args:
        secret: The client secret, sealed exactly as given.
        keys: The enclaves' encryption keys. Only ``tls_fetcher`` is used.

    Returns:
        The ``encryptedClientSecret`` of create_oauth2_credential: the envelope in hex.

    Raises:
        MalformedInput: The secret is empty, cannot be encoded as UTF-8, or is too large.
    """
    require_text(secret, "secret")
    receiver = decode_p256_hex(encryption_key(keys, "tls_fetcher"), "the tls_fetcher key")
    return seal_envelope(receiver, _require_content(to_bytes(secret, "the client secret"))).hex()


def encrypt_on_ramp_secret(secret: str | bytes, *, keys: QuorumEncryptionKeys = PRODUCTION_ENCRYPTION) -> str:
    """Seal a credential of an on-ramp provider (wire-formats.md, section 4.7).

    Args:
        secret: The credential, sealed exactly as given, at most 16 KiB.
        keys: The enclaves' encryption keys. Only ``on_ramp`` is used.

    Returns:
        base58check of the encapsulated key, compressed, and the ciphertext.

    Raises:
        MalformedInput: The secret is empty, cannot be encoded as UTF-8, or is larger than 16 KiB.
    """
    require_text(secret, "secret")
    content = to_bytes(secret, "the on-ramp secret", limit=MAX_BASE58_SECRET_BYTES)
    return _seal_base58(encryption_key(keys, "on_ramp"), content)


def encrypt_pull_secret(secret: str | bytes, *, keys: QuorumEncryptionKeys = PRODUCTION_ENCRYPTION) -> str:
    """Seal the pull secret of a container image (wire-formats.md, section 4.7).

    Like the service's own tool, this removes white space around the secret.

    Args:
        secret: The pull secret, at most 16 KiB without the white space around it.
        keys: The enclaves' encryption keys. Only ``pull_secret`` is used.

    Returns:
        base58check of the encapsulated key, compressed, and the ciphertext.

    Raises:
        MalformedInput: The secret is empty, cannot be encoded as UTF-8, or is larger than 16 KiB.
    """
    require_text(secret, "secret")
    label = "the pull secret"
    content = to_bytes(to_bytes(secret, label).strip(), label, limit=MAX_BASE58_SECRET_BYTES)
    return _seal_base58(encryption_key(keys, "pull_secret"), content)


def seal_envelope(
    receiver: ec.EllipticCurvePublicKey,
    plaintext: bytes,
    *,
    ephemeral: ec.EllipticCurvePrivateKey | None = None,
    nonce: bytes | None = None,
) -> bytes:
    """Seal a message; ``ephemeral`` and ``nonce`` are for vectors: using both twice reveals plaintexts."""
    sender = ec.generate_private_key(P256) if ephemeral is None else ephemeral
    nonce = os.urandom(NONCE_BYTES) if nonce is None else nonce
    sender_point, receiver_point = uncompressed_point(sender.public_key()), uncompressed_point(receiver)
    key = envelope_key(sender_point, receiver_point, sender.exchange(ec.ECDH(), receiver))
    ciphertext = AESGCM(key).encrypt(nonce, plaintext, envelope_aad(sender_point, receiver_point))
    return nonce + sender_point + len(ciphertext).to_bytes(LENGTH_BYTES, "little") + ciphertext


def envelope_key(sender: bytes, receiver: bytes, shared_x: bytes) -> bytes:
    """Derive the AES-256 key of an envelope from both points and the x coordinate of the ECDH secret."""
    mac = HMAC(sender + receiver + shared_x, SHA512())
    mac.update(_HMAC_MESSAGE)
    return mac.finalize()[:_KEY_BYTES]


def envelope_aad(sender: bytes, receiver: bytes) -> bytes:
    """Return the additional data of an envelope: both points, each followed by its length."""
    length = bytes([UNCOMPRESSED_BYTES])
    return sender + length + receiver + length


def _seal_base58(receiver: str, content: bytes) -> str:
    """Seal a secret with HPKE, and encode it like a credential bundle (wire-formats.md, section 4.5)."""
    sealed = seal_base(decode_p256_hex(receiver, "the receiver's key"), _require_content(content))
    return encode_base58check(
        compressed_point(decode_point(sealed.enc, P256, "the encapsulated key")) + sealed.ct
    )


def _require_content(secret: bytes) -> bytes:
    if not secret:
        raise MalformedInput("the secret is empty; check where it was read from")
    return secret
