"""The part of the service's side of the protocol for test vectors; ``sealwax.testing`` has the rest."""

import dataclasses
from collections.abc import Callable, Mapping

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sealwax._codec.base58 import decode_base58check
from sealwax._codec.clock import to_milliseconds
from sealwax._codec.der import raw_to_der
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import decode_json, decode_object
from sealwax._codec.text import to_bytes
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.hpke import TAG_BYTES, Sealed, open_base
from sealwax._crypto.points import (
    COMPRESSED_BYTES,
    P256,
    UNCOMPRESSED_BYTES,
    decode_p256_hex,
    decode_point,
    uncompressed_point,
)
from sealwax._limits import MAX_BASE58_SECRET_BYTES
from sealwax.bundles.quorum_key import LENGTH_BYTES, NONCE_BYTES, envelope_aad, envelope_key
from sealwax.errors import BadSignature, DecryptionFailed, MalformedInput
from sealwax.keys import TargetKey
from sealwax.login.tokens import ES256_HEADER, SessionClaims, VerificationClaims, split_jwt

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
        raise MalformedInput(f"the envelope states {length} bytes of ciphertext, but has {len(ciphertext)}")
    sender = decode_point(sender_point, P256, "the sender's key of the envelope")
    private_key = key.private_key_object()
    receiver_point = uncompressed_point(private_key.public_key())
    derived = envelope_key(sender_point, receiver_point, private_key.exchange(ec.ECDH(), sender))
    try:
        return AESGCM(derived).decrypt(nonce, ciphertext, envelope_aad(sender_point, receiver_point))
    except InvalidTag:
        raise DecryptionFailed("the envelope does not open with this key") from None


def open_base58_secret(sealed: str, key: TargetKey) -> bytes:
    """Open a secret that was sealed with HPKE, in base58check (wire-formats.md, section 4.7).

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


class _SealedText(msgspec.Struct, frozen=True, rename="camel"):
    encapped_public: str
    ciphertext: str


def open_sealed_text(key: TargetKey, text: str) -> bytes:
    """Open a client's encrypted bundle, in the form of requests (wire-formats.md, section 4.3)."""
    label = "the encrypted bundle"
    sealed = decode_json(to_bytes(text, label), _SealedText, label)
    return open_base(
        key.private_key_object(),
        Sealed(decode_hex(sealed.encapped_public, label), decode_hex(sealed.ciphertext, label)),
    )


def oidc_verifier(public_key: str) -> Callable[[str], Mapping[str, object]]:
    """Make ``verify_oidc`` of ``verify_attested_stamp`` for an issuer's public key; check no claim."""
    label = "the issuer's key"
    key = decode_p256_hex(public_key, label)

    def verify_oidc(token: str) -> Mapping[str, object]:
        parts = split_jwt(token, "the OIDC token")
        if parts.header != ES256_HEADER:
            raise BadSignature("the header of the OIDC token is not that of its issuer")
        signature = raw_to_der(parts.signature, P256.group_order, "the signature of the OIDC token")
        verify_ecdsa(key, signature, parts.signed, "the OIDC token")
        return decode_object(parts.payload, "the payload of the OIDC token")

    return verify_oidc


def to_payload(claims: SessionClaims | VerificationClaims) -> dict[str, object]:
    """Return the claims in a token's form: ``exp`` in seconds, or in milliseconds as text."""
    milliseconds = to_milliseconds(claims.expires_at)
    exp = milliseconds // 1000 if isinstance(claims, SessionClaims) else str(milliseconds)
    fields = dataclasses.asdict(claims).items()
    named = (("exp", exp) if name == "expires_at" else (name, value) for name, value in fields)
    return {name: value for name, value in named if value is not None}
