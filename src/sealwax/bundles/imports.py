"""Sealing a wallet or a private key to an import bundle of the enclave (wire-formats.md, section 4.3)."""

from threading import Lock

from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from sealwax._codec.base58 import decode_base58
from sealwax._codec.hex import decode_hex
from sealwax._codec.text import to_bytes
from sealwax._crypto.bip39 import check_mnemonic, why_invalid
from sealwax._crypto.points import uncompressed_point
from sealwax.errors import InvalidRequest, KeyMismatch, MalformedInput
from sealwax.trust import PRODUCTION, EnclaveKeys, pinned_key

from .envelope import (
    check_organization,
    check_user,
    open_signed_bundle,
    seal_to_text,
    target_key,
)
from .exports import PASSPHRASE_SEPARATOR, PRIVATE_KEY_BYTES

_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")


class ImportTarget:
    """A key of the enclave to seal one wallet or private key to; ``verify_import_bundle`` makes it.

    It seals once: one key pair serves one message. It holds no secret.
    """

    __slots__ = ("_key", "_used")

    def __init__(self, key: ec.EllipticCurvePublicKey) -> None:
        self._key = key
        self._used = Lock()

    @property
    def public_key(self) -> str:
        """The enclave's key: an uncompressed SEC1 point on P-256, lower-case hex."""
        return uncompressed_point(self._key).hex()

    def encrypt_wallet(
        self, mnemonic: str, passphrase: str | None = None, *, allow_invalid_mnemonic: bool = False
    ) -> str:
        """Seal a wallet.

        Args:
            mnemonic: The mnemonic, one line, sealed exactly as it is given.
            passphrase: Its BIP-39 passphrase, taken as it is; None if it has none.
            allow_invalid_mnemonic: Whether to seal a mnemonic that is not valid BIP-39 in one of the
                service's nine languages.

        Returns:
            The encrypted bundle to send: JSON text.

        Raises:
            MalformedInput: The mnemonic is not one line, is not valid BIP-39, or one of the two is not text
                that UTF-8 can carry. The target may still be used.
            InvalidRequest: This target has been used.
        """
        if not all(isinstance(text, str) for text in (mnemonic, "" if passphrase is None else passphrase)):
            raise MalformedInput("mnemonic and passphrase must be text")
        if mnemonic.splitlines() != [mnemonic]:
            raise MalformedInput(
                "the mnemonic must be one line, and not empty; give the passphrase by itself"
            )
        if not allow_invalid_mnemonic and not check_mnemonic(mnemonic).checksum_valid:
            raise MalformedInput(f"the mnemonic is not valid BIP-39: {why_invalid(mnemonic)}")
        text = mnemonic if passphrase is None else mnemonic + PASSPHRASE_SEPARATOR + passphrase
        return self._seal(to_bytes(text, "the wallet"))

    def encrypt_private_key(self, key: str | bytes) -> str:
        """Seal a private key.

        Args:
            key: 32 raw bytes; or text: 64 hex digits, with or without ``0x`` in front, or base58 of an
                Ed25519 seed and its public key, as Solana wallets have it.

        Returns:
            The encrypted bundle to send: JSON text.

        Raises:
            MalformedInput: It is not such a key. The target may still be used.
            KeyMismatch: The halves of a Solana key do not belong together. The target may still be used.
            InvalidRequest: This target has been used.
        """
        return self._seal(_decode_private_key(key))

    def _seal(self, plaintext: bytes) -> str:
        # Taken and never given back, so that only the first of several threads gets through.
        if not self._used.acquire(blocking=False):
            raise InvalidRequest(
                "this import bundle has been used, and a key of the enclave takes one message; "
                "get another one with init_import_wallet"
            )
        return seal_to_text(self._key, plaintext)

    def __repr__(self) -> str:
        return f"ImportTarget(used={self._used.locked()!r})"


def verify_import_bundle(
    bundle: str | bytes, *, organization_id: str, user_id: str, keys: EnclaveKeys = PRODUCTION
) -> ImportTarget:
    """Verify what init_import_wallet answered, and take the enclave's key out of it.

    Args:
        bundle: The ``importBundle`` of the service's answer, JSON text, at most 1 MiB.
        organization_id: The organization that the import is expected to go to.
        user_id: The user who is expected to import.
        keys: The enclave's public keys; the production ones by default.

    Returns:
        What seals one wallet or private key to the enclave.

    Raises:
        MalformedInput: The bundle does not parse, or is of another kind.
        UnsupportedVersion: It has no version, or an unknown one.
        UntrustedSigner: It names another signer than ``keys``.
        BadSignature: It was changed since it was signed.
        ContextMismatch: It was made for another organization or user.
    """
    what = "the import bundle"
    payload = open_signed_bundle(bundle, signer=pinned_key(keys, "signer"), what=what)
    key = target_key(payload, what)
    check_organization(payload, organization_id, what)
    check_user(payload, user_id, what)
    return ImportTarget(key)


def _decode_private_key(key: str | bytes) -> bytes:
    """Take a private key of any curve: raw, as hex, or as Solana wallets have it."""
    what = "the private key"
    if isinstance(key, str):
        digits = key[2:] if key[:2] in {"0x", "0X"} else key
        # Of the 88 digits that base58 makes of 64 bytes, some are none of hex.
        if len(key) <= 2 * PRIVATE_KEY_BYTES or digits is not key or set(key) <= _HEX_DIGITS:
            return decode_hex(digits, what, length=PRIVATE_KEY_BYTES)
        return _decode_solana(key)
    if not isinstance(key, bytes):
        raise MalformedInput(f"{what} must be text or bytes, not {type(key).__name__}")
    if len(key) != PRIVATE_KEY_BYTES:
        raise MalformedInput(f"{what} is {len(key)} bytes long; it must be {PRIVATE_KEY_BYTES}")
    return key


def _decode_solana(text: str) -> bytes:
    key = decode_base58(text, "the private key")
    if len(key) != 2 * PRIVATE_KEY_BYTES:
        raise MalformedInput(
            f"the private key is {len(key)} bytes of base58; a Solana key has 64 and no checksum after them"
        )
    seed, public_key = key[:PRIVATE_KEY_BYTES], key[PRIVATE_KEY_BYTES:]
    if ed25519.Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw() != public_key:
        raise KeyMismatch(
            "the halves of the Solana key do not belong together; check that it was copied whole"
        )
    return seed
