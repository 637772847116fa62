"""HPKE as the protocol uses it (wire-formats.md, section 3; RFC 9180).

Mode base, single shot: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. ``info`` is ``turnkey_hpke``;
``aad`` is the encapsulated key, then the receiver's key, both uncompressed. Each key pair is for one message.
"""

from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey, KEMKeyInterface, KEMKeyPair
from pyhpke.exceptions import OpenError

from sealwax.errors import DecryptionFailed, MalformedInput

from .points import P256, UNCOMPRESSED_BYTES, ReceiverKey, decode_point

INFO = b"turnkey_hpke"
TAG_BYTES = 16

_SUITE = CipherSuite.new(KEMId.DHKEM_P256_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.AES256_GCM)


class Sealed(NamedTuple):
    """A sealed message: the encapsulated key, an uncompressed point, and the ciphertext."""

    enc: bytes
    ct: bytes


def derive_key_pair(ikm: bytes) -> ec.EllipticCurvePrivateKey:
    """Derive a private key from 32 or more bytes of key material (DeriveKeyPair; RFC 9180, section 7.1.3)."""
    key: ec.EllipticCurvePrivateKey = _SUITE.kem.derive_key_pair(ikm).private_key.raw
    return key


def seal_base(
    pk_r: ec.EllipticCurvePublicKey, plaintext: bytes, *, ephemeral: ec.EllipticCurvePrivateKey | None = None
) -> Sealed:
    """Seal a message to a receiver's P-256 key (SealBase; RFC 9180, section 6.1).

    ``ephemeral`` is for test vectors only: using an ephemeral key twice reveals the plaintext.
    """
    pair = None
    if ephemeral is not None:
        pair = KEMKeyPair(_kem_key(ephemeral), _kem_key(ephemeral.public_key()))
    enc, context = _SUITE.create_sender_context(_kem_key(pk_r), INFO, eks=pair)
    return Sealed(enc, context.seal(plaintext, enc + _point(pk_r)))


def open_base(sk_r: ReceiverKey, sealed: Sealed) -> bytes:
    """Open a sealed message with the receiver's P-256 key (OpenBase; RFC 9180, section 6.1).

    The key may be on a device: exceptions of its ``exchange`` pass through.
    """
    enc, ct = sealed
    if len(enc) != UNCOMPRESSED_BYTES or len(ct) < TAG_BYTES:
        raise MalformedInput(
            f"the encapsulated key has {len(enc)} bytes and the ciphertext {len(ct)}; "
            f"they must have {UNCOMPRESSED_BYTES} bytes, and at least {TAG_BYTES}"
        )
    # Not a KEMKey, which accepts only the classes of `cryptography`: pyhpke uses only the two members of
    # ReceiverKey.
    try:
        context = _SUITE.create_recipient_context(enc, KEMKeyInterface(sk_r), INFO)
    except ValueError:
        # The encapsulated key is not a point; or a device raised this, which passes through.
        decode_point(enc, P256, "the encapsulated key")
        raise
    try:
        return context.open(ct, enc + _point(sk_r.public_key()))
    except OpenError:
        raise DecryptionFailed(
            "the ciphertext does not open with this key; use the key whose public key was sent with the "
            "request"
        ) from None


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    # pyhpke has loaded what public_bytes() needs, which is quicker than the coordinates as numbers.
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _kem_key(key: ec.EllipticCurvePublicKey | ec.EllipticCurvePrivateKey) -> KEMKeyInterface:
    return KEMKey.from_pyca_cryptography_key(key)
