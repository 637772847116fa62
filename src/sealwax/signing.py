"""The signer protocols, and validation of third-party signers."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from ._codec.arguments import describe
from .errors import MalformedInput, Unsupported
from .schemes import (
    P256_SCHEME,
    CheckedSigner,
    SchemeKey,
    decode_public_key,
    fast_signing_function,
    find_scheme,
)


class Signer(Protocol):
    """Signs with an API key: a key in memory, in an HSM, or in a key management service.

    ``ApiKey`` implements it. For a key that never leaves its device, write a class with these four members;
    it needs no base class.
    """

    @property
    def public_key(self) -> str:
        """The public key in lower-case hex: a compressed SEC1 point (33 bytes), or 32 bytes for Ed25519."""

    @property
    def curve(self) -> str:
        """The curve: ``p256``, ``secp256k1`` or ``ed25519``."""

    @property
    def scheme(self) -> str:
        """The ``SIGNATURE_SCHEME_TK_API_*`` name in the stamp."""

    def sign(self, message: bytes) -> bytes:
        """Sign a message.

        Args:
            message: The bytes to sign, not hashed.

        Returns:
            For ECDSA the DER signature over SHA-256 of the message; for Ed25519 the 64-byte signature.

        Raises:
            SignerError: The device or the key service cannot sign. Other exceptions pass through.
        """


class KeyAgreement(Protocol):
    """Opens bundles with a P-256 key: a key in memory, in an HSM, or in a key management service.

    ``TargetKey`` implements it. For a key that never leaves its device, write a class with these two members;
    it needs no base class.
    """

    @property
    def public_key(self) -> str:
        """The public key for ``targetPublicKey``: an uncompressed SEC1 point, 130 lower-case hex digits."""

    def exchange(self, public_key: bytes) -> bytes:
        """Agree on a secret with another key (ECDH; SP 800-56A, section 5.7.1.2).

        Args:
            public_key: The other public key: an uncompressed SEC1 point on P-256, 65 bytes.

        Returns:
            The x coordinate of the shared point: 32 bytes, big-endian. It is a secret.

        Raises:
            SignerError: The device or the key service cannot agree. Other exceptions pass through.
        """


@runtime_checkable
class DeterministicSigner(Protocol):
    """A signer that can also sign with the nonces of RFC 6979."""

    def sign_deterministic(self, message: bytes) -> bytes:
        """Sign like ``sign``, with the nonce of RFC 6979, so that equal messages get equal signatures.

        Args:
            message: The bytes to sign, not hashed.

        Returns:
            The signature, in the form that ``sign`` returns.
        """


def p256_signing_function(signer: Signer, label: str, *, deterministic: bool) -> Callable[[bytes], bytes]:
    """Return the signing function of a P-256 signer, like ``signing_function``; refuse other keys."""
    sign = signing_function(signer, deterministic=deterministic)
    scheme = find_scheme(signer.scheme)
    if scheme is not P256_SCHEME:
        raise Unsupported(f"{label} needs a P-256 key; this key is on {scheme.curve}")
    return sign


def signing_function(signer: Signer, *, deterministic: bool, fast: bool = False) -> Callable[[bytes], bytes]:
    """Return the signing function; validate a third-party signer's key, scheme and signatures."""
    for name, value in (("deterministic", deterministic), ("fast", fast)):
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be bool, not {type(value).__name__}")
    if isinstance(signer, SchemeKey):
        if fast and not deterministic:
            return fast_signing_function(signer)
        return signer.sign_deterministic if deterministic else signer.sign
    if fast:
        raise ValueError("fast must be False: only keys in memory can sign with another library")
    if isinstance(signer, CheckedSigner) and not deterministic:
        return signer.sign
    return _checked_function(signer, deterministic=deterministic)


def _checked_function(signer: Signer, *, deterministic: bool) -> Callable[[bytes], bytes]:
    _check_members(signer)
    scheme = find_scheme(signer.scheme)
    label = "the signer's public key"
    key = decode_public_key(scheme, signer.public_key, label)
    if key.hex() != signer.public_key:
        raise MalformedInput(f"{label} must be lower-case hex")
    scheme.verifier(key, label)
    if not deterministic:
        sign = signer.sign
    elif isinstance(signer, DeterministicSigner):
        sign = signer.sign_deterministic
    else:
        raise Unsupported("the signer has no sign_deterministic method; leave out `deterministic`")

    def checked(message: bytes) -> bytes:
        signature = sign(message)
        if not isinstance(signature, bytes):
            raise MalformedInput(f"the signer must return bytes, not {type(signature).__name__}")
        return scheme.checked(signature)

    return checked


def _check_members(signer: object) -> None:
    remedy = "pass an API key, such as ApiKey.load(path)"
    if isinstance(signer, type) or not callable(getattr(signer, "sign", None)):
        raise TypeError(f"signer must be ApiKey or another Signer, not {describe(signer)}; {remedy}")
    for name in ("public_key", "scheme"):
        value = getattr(signer, name, None)
        if callable(value):
            raise TypeError(
                f"signer must be ApiKey or another Signer, whose {name} is not a method; {remedy}"
            )
        if not isinstance(value, str):
            raise MalformedInput(f"the signer's {name} must be a string")
