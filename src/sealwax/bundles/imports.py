"""Seal a wallet or a private key to an import bundle of the enclave (wire-formats.md, section 4.3)."""

from threading import Lock
from types import NoneType

from cryptography.hazmat.primitives.asymmetric import ec

from sealwax._codec.arguments import require_type
from sealwax._codec.processes import this_process
from sealwax._codec.text import require_text, to_bytes
from sealwax._crypto.bip39 import check_mnemonic, why_invalid
from sealwax._crypto.points import uncompressed_point
from sealwax._crypto.secret_types import NeverCopied
from sealwax.errors import InvalidRequest, MalformedInput
from sealwax.schemes import PRIVATE_KEY_BYTES
from sealwax.trust import PRODUCTION, EnclaveKeys

from .exports import PASSPHRASE_SEPARATOR
from .signed_envelope import IMPORT_TARGET, open_signed_bundle, seal_to_text


class SingleUseTarget(NeverCopied):
    """The enclave's key from a verified bundle, to seal one message to, in the process that verified it."""

    __slots__ = ("_key", "_process", "_used")

    def __init__(self, key: ec.EllipticCurvePublicKey) -> None:
        require_type(key, ec.EllipticCurvePublicKey, "key")
        self._key = key
        self._process = this_process()
        self._used = Lock()

    @property
    def public_key(self) -> str:
        """The enclave's key: an uncompressed SEC1 point on P-256, 130 lower-case hex digits."""
        return uncompressed_point(self._key).hex()

    def _seal(self, plaintext: bytes) -> str:
        # After a fork, each process has its own lock.
        if self._process != this_process():
            raise InvalidRequest(
                "this import bundle was verified in another process; verify it in this process"
            )
        # Never released, so that only the first thread passes.
        if not self._used.acquire(blocking=False):
            raise InvalidRequest(
                "this import bundle has been used, and its key may seal only one message; "
                "get a new import bundle from the service"
            )
        return seal_to_text(self._key, plaintext)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(used={self._used.locked()!r})"


class ImportTarget(SingleUseTarget):
    """The enclave's key from a verified import bundle, to seal one wallet or private key to.

    ``verify_import_bundle`` returns it. It can be used once, because its key may seal only one message.
    Threads may share it, but other processes, such as a fork, may not. ``pickle`` and ``copy`` refuse it.
    """

    __slots__ = ()

    def encrypt_wallet(
        self, mnemonic: str, passphrase: str | None = None, *, allow_invalid_checksum: bool = False
    ) -> str:
        """Seal a wallet to the enclave.

        Args:
            mnemonic: The mnemonic: one line, sealed exactly as given.
            passphrase: The BIP-39 passphrase, sealed exactly as given; None if there is none.
            allow_invalid_checksum: Whether to seal a mnemonic that is not valid BIP-39 in a known language.

        Returns:
            The ``encryptedBundle`` to send: JSON text.

        Raises:
            MalformedInput: The mnemonic is not one line, or is not valid BIP-39; or the mnemonic or the
                passphrase cannot be encoded as UTF-8. The target can still be used.
            InvalidRequest: The target has been used, or belongs to another process.
        """
        require_type(allow_invalid_checksum, bool, "allow_invalid_checksum")
        require_type(mnemonic, str, "mnemonic")
        require_type(passphrase, (str, NoneType), "passphrase")
        if mnemonic.splitlines() != [mnemonic]:
            raise MalformedInput(
                "the mnemonic must be one line, and not empty; pass the passphrase separately"
            )
        if not allow_invalid_checksum and not check_mnemonic(mnemonic).checksum_valid:
            raise MalformedInput(f"the mnemonic is not valid BIP-39: {why_invalid(mnemonic)}")
        text = mnemonic if passphrase is None else mnemonic + PASSPHRASE_SEPARATOR + passphrase
        return self._seal(to_bytes(text, "the wallet"))

    def encrypt_private_key(self, key: str | bytes) -> str:
        """Seal a private key to the enclave.

        Args:
            key: 32 raw bytes; or a string, in any form that ``sealwax.wallets.parse_private_key`` reads: hex,
                a Solana key, WIF, ``suiprivkey``, and others.

        Returns:
            The ``encryptedBundle`` to send: JSON text.

        Raises:
            MalformedInput: The key has none of these forms, or its checksum is wrong. The target can still be
                used.
            KeyMismatch: The halves of a Solana key do not belong together. The target can still be used.
            Unsupported: The form does not give a private key directly, such as an XRP family seed. The
                target can still be used.
            InvalidRequest: The target has been used, or belongs to another process.
        """
        require_text(key, "key")
        return self._seal(_decode_private_key(key))


def verify_import_bundle(
    bundle: str | bytes, *, organization_id: str, user_id: str, keys: EnclaveKeys = PRODUCTION
) -> ImportTarget:
    """Verify an import bundle, and return the enclave's key to seal to (wire-formats.md, section 4.3).

    Args:
        bundle: The ``importBundle`` of the service's answer: JSON text.
        organization_id: The expected organization's id, compared exactly.
        user_id: The expected id of the user who imports, compared exactly.
        keys: The enclave's public keys. Only ``signer`` is used.

    Returns:
        The target that seals one wallet or private key.

    Raises:
        MalformedInput: The bundle does not parse, or is of another kind.
        Unsupported: The bundle has no version, or an unknown version.
        UntrustedSigner: The bundle names another signer than ``keys``.
        BadSignature: The bundle's signature does not verify.
        ContextMismatch: The bundle was made for another organization (``wrong-organization``) or another
            user (``wrong-user``).
    """
    return ImportTarget(
        open_signed_bundle(bundle, IMPORT_TARGET, keys=keys, organization_id=organization_id, user_id=user_id)
    )


def _decode_private_key(key: str | bytes) -> bytes:
    """Decode a private key of any curve: raw bytes, or any text that wallets export."""
    # Imported here: a wallet, and a private key as bytes, do not need it.
    from sealwax.wallets.key_formats import parse_private_key  # noqa: PLC0415

    label = "the private key"
    if isinstance(key, str):
        return parse_private_key(key)
    if len(key) != PRIVATE_KEY_BYTES:
        raise MalformedInput(f"{label} is {len(key)} bytes long; it must be {PRIVATE_KEY_BYTES}")
    return key
