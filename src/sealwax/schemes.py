"""The schemes of API key stamps (wire-formats.md, section 2.1), in one table.

Keys, signers, stamps, client signatures, the command line and the vectors read it. To add a scheme, add a
row.
"""

from collections.abc import Callable
from functools import cache, partial
from types import ModuleType
from typing import TYPE_CHECKING, Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.hashes import HashAlgorithm

from ._crypto.curves import API_CURVES, Curve, find_api_curve
from ._crypto.points import (
    COMPRESSED_BYTES,
    P256,
    SECP256K1,
    compressed_point,
    decode_key_hex,
    decode_point,
    decode_scalar,
    scalar_bytes,
)
from ._crypto.secret_types import HoldsSecret
from .errors import MalformedInput, Unsupported

if TYPE_CHECKING:
    from ._crypto.fast import FastLibrary
    from ._crypto.libsecp256k1 import Secp256k1Key

Sign = Callable[[bytes], bytes]
Verify = Callable[[bytes, bytes, str], None]
"""Verifies a signature of a message; the third argument names the signed object in error messages."""

SigningKey = tuple[str, Sign, Sign]
"""A private key, ready to sign: its public key in lower-case hex, ``sign`` and ``sign_deterministic``."""

PRIVATE_KEY_BYTES = 32
"""A private key of a wallet account: a scalar, or an Ed25519 seed."""

_ED25519_KEY_BYTES = 32


class Scheme(NamedTuple):
    """A scheme of API key stamps.

    Attributes:
        name: Its name on the wire.
        curve: The curve of its keys.
        public_key_bytes: The length of its public keys.
        generate: Generates a private key.
        open_key: Opens a private key; the second argument names it in error messages.
        verifier: Makes the function that verifies with a public key, which the second argument names.
        checked: Validates the result of a third-party signer, and returns the signature.
        fast: Loads the library of the extra ``fast`` for this scheme.
        is_default: Whether keys of this curve use this scheme unless told otherwise.
    """

    name: str
    curve: Curve
    public_key_bytes: int
    generate: Callable[[], bytes]
    open_key: Callable[[bytes, str], SigningKey]
    verifier: Callable[[bytes, str], Verify]
    checked: Callable[[bytes], bytes]
    fast: "Callable[[], FastLibrary]"
    is_default: bool = True


def find_scheme(name: str) -> Scheme:
    """Return the scheme with a name on the wire; refuse an unknown name."""
    scheme = SCHEMES.get(name)
    if scheme is None:
        raise Unsupported(
            f"the scheme is unknown; for an API key stamp, it must be one of {', '.join(SCHEMES)}"
        )
    return scheme


def scheme_of_curve(curve: str) -> Scheme:
    """Return the default scheme of a curve; refuse an unknown curve."""
    return _DEFAULT_SCHEMES[find_api_curve(curve).name]


class CheckedSigner:
    """A ``Signer`` of this library, in memory or on a device, whose results a stamper need not validate."""

    __slots__ = ("_public_key", "_scheme")

    _public_key: str
    _scheme: Scheme

    @property
    def public_key(self) -> str:
        """The public key in lower-case hex: a compressed SEC1 point (33 bytes), or 32 bytes for Ed25519."""
        return self._public_key

    @property
    def curve(self) -> Curve:
        """The curve: ``p256``, ``secp256k1`` or ``ed25519``."""
        return self._scheme.curve

    @property
    def scheme(self) -> str:
        """The ``SIGNATURE_SCHEME_TK_API_*`` name in the stamp."""
        return self._scheme.name

    def sign(self, message: bytes) -> bytes:
        """Sign a message: see ``Signer``."""
        raise NotImplementedError


class SchemeKey(HoldsSecret, CheckedSigner):
    """A private key in memory that signs with a scheme: a ``Signer`` and a ``DeterministicSigner``."""

    __slots__ = ("_private_key", "_sign", "_sign_deterministic")

    def __init__(self, private_key: bytes, scheme: Scheme) -> None:
        self._private_key, self._scheme = private_key, scheme
        opened = scheme.open_key(private_key, "the private key")
        self._public_key, self._sign, self._sign_deterministic = opened

    def sign(self, message: bytes) -> bytes:
        """Sign a message.

        Args:
            message: The bytes to sign, not hashed.

        Returns:
            The signature that the scheme defines: for P-256 and secp256k1 in DER (low-S for secp256k1), over
            SHA-256 of the message, or over the digest of EIP-191; for Ed25519 the 64 bytes.
        """
        _require_bytes(message)
        return self._sign(message)

    def sign_deterministic(self, message: bytes) -> bytes:
        """Sign like ``sign``, with the nonce of RFC 6979, so that equal messages get equal signatures.

        Args:
            message: The bytes to sign, not hashed.

        Returns:
            The signature, in the form that ``sign`` returns. Ed25519 is deterministic in any case.
        """
        _require_bytes(message)
        return self._sign_deterministic(message)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(scheme={self.scheme!r}, public_key={self.public_key!r})"


def fast_signing_function(key: SchemeKey) -> Sign:
    """Return the signing function of a key from the library of the extra ``fast``."""
    return key._scheme.fast().open_key(key._private_key)  # noqa: SLF001 - of the class above


def _require_bytes(message: object) -> None:
    # Not require_type(), whose module signing does not load.
    if not isinstance(message, bytes):
        raise TypeError(f"message must be bytes, not {type(message).__name__}")


def decode_public_key(scheme: Scheme, public_key: str, label: str) -> bytes:
    """Decode a public key from hex and check its length; the point itself is not checked."""
    return decode_key_hex(public_key, label, scheme.public_key_bytes)


def _group_and_digest(name: Curve) -> tuple[ec.EllipticCurve, type[HashAlgorithm]]:
    """Return what ECDSA needs of a curve's row; None in it is for Ed25519, which ECDSA does not use."""
    row = API_CURVES[name]
    if row.curve is None or row.digest is None:
        raise AssertionError
    return row.curve, row.digest


def _generate_scalar(curve: ec.EllipticCurve) -> bytes:
    scalar = ec.generate_private_key(curve).private_numbers().private_value
    return scalar.to_bytes(scalar_bytes(curve), "big")


def _ecdsa_opener(name: Curve) -> Callable[[bytes, str], SigningKey]:
    curve, digest = _group_and_digest(name)

    def open_key(private_key: bytes, label: str) -> SigningKey:
        key = ec.derive_private_key(decode_scalar(private_key, curve, label), curve)
        # Not at module level: the first ECDSA object loads most of `cryptography`.
        ecdsa, deterministic = ec.ECDSA(digest()), ec.ECDSA(digest(), deterministic_signing=True)
        return (
            compressed_point(key.public_key()).hex(),
            lambda message: key.sign(message, ecdsa),
            lambda message: key.sign(message, deterministic),
        )

    return open_key


def _open_libsecp256k1(private_key: bytes, label: str) -> "tuple[str, Secp256k1Key]":
    # Imported here: other curves do not need it.
    from ._crypto import libsecp256k1  # noqa: PLC0415

    point = compressed_point(
        ec.derive_private_key(decode_scalar(private_key, SECP256K1, label), SECP256K1).public_key()
    )
    return point.hex(), libsecp256k1.open_key(private_key)


def _open_secp256k1(private_key: bytes, label: str) -> SigningKey:
    public_key, key = _open_libsecp256k1(private_key, label)
    return public_key, key.sign, key.sign_deterministic


def _open_eip191(private_key: bytes, label: str) -> SigningKey:
    # Imported here: Keccak-256 is an extra.
    from ._crypto.keccak import personal_message_digest, require_keccak  # noqa: PLC0415

    require_keccak()
    public_key, key = _open_libsecp256k1(private_key, label)
    return (
        public_key,
        lambda message: key.sign_digest(personal_message_digest(message)),
        lambda message: key.sign_digest_deterministic(personal_message_digest(message)),
    )


def _open_ed25519(private_key: bytes, label: str) -> SigningKey:
    if len(private_key) != PRIVATE_KEY_BYTES:
        raise MalformedInput(
            f"{label} is {len(private_key)} bytes long; for Ed25519, it must be 32, or 64 with the public key"
        )
    key = ed25519.Ed25519PrivateKey.from_private_bytes(private_key)
    return key.public_key().public_bytes_raw().hex(), key.sign, key.sign


# Code that verifies is imported where it is used, because signing does not need it.


@cache
def _load_verify_ecdsa() -> "Callable[..., None]":
    # Imported once: even for a loaded module, the statement takes 2 % of the time to verify a stamp.
    from ._crypto.ecdsa import verify_ecdsa  # noqa: PLC0415

    return verify_ecdsa


def _ecdsa_verifier(name: Curve) -> Callable[[bytes, str], Verify]:
    curve, digest = _group_and_digest(name)

    def verifier(public_key: bytes, label: str) -> Verify:
        return partial(_load_verify_ecdsa(), decode_point(public_key, curve, label), digest=digest)

    return verifier


def _eip191_verifier(public_key: bytes, label: str) -> Verify:
    from ._crypto.ecdsa import verify_ecdsa  # noqa: PLC0415
    from ._crypto.keccak import personal_message_digest  # noqa: PLC0415

    key = decode_point(public_key, SECP256K1, label)
    return lambda signature, message, signed: verify_ecdsa(
        key, signature, personal_message_digest(message), signed, prehashed=True
    )


def _ed25519_verifier(public_key: bytes, label: str) -> Verify:
    from ._crypto.ed25519 import check_ed25519_key, verify_ed25519  # noqa: PLC0415

    check_ed25519_key(public_key, label)
    return lambda signature, message, signed: verify_ed25519(public_key, signature, message, signed)


def _checked_ecdsa(name: Curve) -> Callable[[bytes], bytes]:
    curve, requires_low_s = _group_and_digest(name)[0], API_CURVES[name].requires_low_s

    def checked(signature: bytes) -> bytes:
        from ._codec.der import decode_der_signature  # noqa: PLC0415
        from ._crypto.ecdsa import to_low_s  # noqa: PLC0415

        decode_der_signature(signature, curve.group_order, "the signer's signature")
        # Devices and key management services do not ensure low-S.
        return to_low_s(signature, curve.group_order) if requires_low_s else signature

    return checked


def _checked_ed25519(signature: bytes) -> bytes:
    from ._crypto.ed25519 import ED25519_SIGNATURE_BYTES  # noqa: PLC0415

    if len(signature) != ED25519_SIGNATURE_BYTES:
        raise MalformedInput(
            f"the signer returned {len(signature)} bytes; an Ed25519 signature has {ED25519_SIGNATURE_BYTES}"
        )
    return signature


def _fast() -> ModuleType:
    from ._crypto import fast  # noqa: PLC0415 - only callers who ask for it load it

    return fast


_ROWS = (
    Scheme(
        "SIGNATURE_SCHEME_TK_API_P256",
        "p256",
        COMPRESSED_BYTES,
        lambda: _generate_scalar(P256),
        _ecdsa_opener("p256"),
        _ecdsa_verifier("p256"),
        _checked_ecdsa("p256"),
        lambda: _fast().aws_lc(P256, "sha256"),
    ),
    Scheme(
        "SIGNATURE_SCHEME_TK_API_SECP256K1",
        "secp256k1",
        COMPRESSED_BYTES,
        lambda: _generate_scalar(SECP256K1),
        _open_secp256k1,
        _ecdsa_verifier("secp256k1"),
        _checked_ecdsa("secp256k1"),
        lambda: _fast().LIBSECP256K1,
    ),
    Scheme(
        "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191",
        "secp256k1",
        COMPRESSED_BYTES,
        lambda: _generate_scalar(SECP256K1),
        _open_eip191,
        _eip191_verifier,
        _checked_ecdsa("secp256k1"),
        lambda: _fast().LIBSECP256K1_EIP191,
        is_default=False,
    ),
    Scheme(
        "SIGNATURE_SCHEME_TK_API_ED25519",
        "ed25519",
        _ED25519_KEY_BYTES,
        lambda: ed25519.Ed25519PrivateKey.generate().private_bytes_raw(),
        _open_ed25519,
        _ed25519_verifier,
        _checked_ed25519,
        lambda: _fast().LIBSODIUM,
    ),
)

SCHEMES: Final[dict[str, Scheme]] = {scheme.name: scheme for scheme in _ROWS}
"""The schemes by their names on the wire."""

_DEFAULT_SCHEMES = {scheme.curve: scheme for scheme in _ROWS if scheme.is_default}

P256_SCHEME: Final = SCHEMES["SIGNATURE_SCHEME_TK_API_P256"]
"""The scheme of attested stamps and client signatures."""
