"""Opening exports: a wallet's mnemonic, or an account's private key (wire-formats.md, section 4.2)."""

from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.constant_time import bytes_eq
from msgspec import UNSET

from sealwax._codec.arguments import require_type
from sealwax._codec.base58 import encode_base58
from sealwax._codec.text import decode_utf8
from sealwax._crypto.bip39 import check_mnemonic
from sealwax._crypto.hpke import Sealed, open_base
from sealwax.errors import MalformedInput
from sealwax.keys import TargetKey
from sealwax.trust import PRODUCTION, EnclaveKeys, pinned_key

from .envelope import check_organization, hex_field, open_signed_bundle

PASSPHRASE_SEPARATOR = "\n--PASS--\n"  # noqa: S105 - not a password
"""What stands between mnemonic and passphrase on import, and is looked for first on export."""

PRIVATE_KEY_BYTES = 32


@dataclass(frozen=True, eq=False, repr=False)
class ExportedWallet:
    """An exported wallet, which the enclave signed and which opened. No ``repr`` shows its secrets.

    Attributes:
        mnemonic: The mnemonic, exactly as the enclave sealed it.
        passphrase: The BIP-39 passphrase, exactly as it was sealed; may be empty. None if there is none.
        language: The language of the words, by BIP-39's name of its list (``english``,
            ``chinese_simplified``, …); None if they are not all of one list.
        checksum_valid: Whether the mnemonic is valid BIP-39. If it is not, it is still what the enclave
            sealed: keep it, and find out how the wallet was made.
    """

    mnemonic: str
    passphrase: str | None
    language: str | None
    checksum_valid: bool

    def __repr__(self) -> str:
        return f"ExportedWallet(<secret>, language={self.language!r}, checksum_valid={self.checksum_valid!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ExportedWallet):
            return NotImplemented
        same_presence = (self.passphrase is None) == (other.passphrase is None)
        same_mnemonic = _equal_text(self.mnemonic, other.mnemonic)
        return same_mnemonic & _equal_text(self.passphrase or "", other.passphrase or "") & same_presence

    __hash__ = None  # type: ignore[assignment] # a hash of a secret would be a secret too


@dataclass(frozen=True, eq=False, repr=False)
class ExportedAccount:
    """An exported wallet account, or private key. It holds a secret: no ``repr`` shows it.

    Attributes:
        private_key: The private key, 32 bytes: a scalar, or an Ed25519 seed.
    """

    private_key: bytes

    def to_hex(self) -> str:
        """Give the key as hex, as Ethereum and Bitcoin tools take it.

        Returns:
            64 lower-case hex digits, without ``0x``.
        """
        return self.private_key.hex()

    def to_solana(self) -> str:
        """Give the key as Solana wallets take it. It has to be an Ed25519 key, which it does not tell itself.

        Returns:
            base58 (no checksum) of 64 bytes: the Ed25519 seed, then its public key.
        """
        public_key = Ed25519PrivateKey.from_private_bytes(self.private_key).public_key().public_bytes_raw()
        return encode_base58(self.private_key + public_key)

    def __repr__(self) -> str:
        return "ExportedAccount(private_key=<secret>)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ExportedAccount):
            return NotImplemented
        return bytes_eq(self.private_key, other.private_key)

    __hash__ = None  # type: ignore[assignment] # a hash of a secret would be a secret too


def decrypt_wallet_export(
    bundle: str | bytes, target_key: TargetKey, *, organization_id: str, keys: EnclaveKeys = PRODUCTION
) -> ExportedWallet:
    """Open the export of a wallet.

    Args:
        bundle: The ``exportBundle`` of the service's answer, JSON text, at most 1 MiB.
        target_key: The key whose public key was sent as ``targetPublicKey``.
        organization_id: The organization that the wallet is expected to belong to.
        keys: The enclave's public keys; the production ones by default.

    Returns:
        The mnemonic, its passphrase if it has one, and what the mnemonic is as BIP-39. A mnemonic that is
        not valid BIP-39 is returned all the same, flagged.

    Raises:
        MalformedInput: The bundle does not parse, is of another kind, or holds something else than text
            (``decrypt_export`` gives it as it is).
        UnsupportedVersion: It has no version, or an unknown one.
        UntrustedSigner: It names another signer than ``keys``.
        BadSignature: It was changed since it was signed.
        ContextMismatch: It was made for another organization.
        DecryptionFailed: It was sealed to another key.
    """
    plaintext = decrypt_export(bundle, target_key, organization_id=organization_id, keys=keys)
    text = decode_utf8(
        plaintext, f"what the export bundle holds ({len(plaintext)} bytes; perhaps an account, not a wallet)"
    )
    mnemonic, passphrase = split_wallet(text)
    language, checksum_valid = check_mnemonic(mnemonic)
    return ExportedWallet(mnemonic, passphrase, language, checksum_valid)


def decrypt_account_export(
    bundle: str | bytes, target_key: TargetKey, *, organization_id: str, keys: EnclaveKeys = PRODUCTION
) -> ExportedAccount:
    """Open the export of a wallet account, or of a private key.

    Args:
        bundle: The ``exportBundle`` of the service's answer, JSON text, at most 1 MiB.
        target_key: The key whose public key was sent as ``targetPublicKey``.
        organization_id: The organization that the account is expected to belong to.
        keys: The enclave's public keys; the production ones by default.

    Returns:
        The private key.

    Raises:
        MalformedInput: The bundle does not parse, is of another kind, or does not hold 32 bytes
            (``decrypt_export`` gives it as it is).
        UnsupportedVersion: It has no version, or an unknown one.
        UntrustedSigner: It names another signer than ``keys``.
        BadSignature: It was changed since it was signed.
        ContextMismatch: It was made for another organization.
        DecryptionFailed: It was sealed to another key.
    """
    plaintext = decrypt_export(bundle, target_key, organization_id=organization_id, keys=keys)
    if len(plaintext) != PRIVATE_KEY_BYTES:
        raise MalformedInput(
            f"the export bundle holds {len(plaintext)} bytes; a private key has {PRIVATE_KEY_BYTES}. "
            "If it is the export of a wallet, open it as one"
        )
    return ExportedAccount(plaintext)


def decrypt_export(
    bundle: str | bytes, target_key: TargetKey, *, organization_id: str, keys: EnclaveKeys = PRODUCTION
) -> bytes:
    """Open an export bundle of either kind, and give what it holds as it is.

    This is what to reach for when ``decrypt_wallet_export`` or ``decrypt_account_export`` says that an
    export is authentic but not of its kind: nothing that the enclave sealed is out of reach.

    Args:
        bundle: The ``exportBundle`` of the service's answer, JSON text, at most 1 MiB.
        target_key: The key whose public key was sent as ``targetPublicKey``.
        organization_id: The organization that the export is expected to belong to.
        keys: The enclave's public keys; the production ones by default.

    Returns:
        The plaintext, a secret.

    Raises:
        MalformedInput: The bundle does not parse, or is of another kind.
        UnsupportedVersion: It has no version, or an unknown one.
        UntrustedSigner: It names another signer than ``keys``.
        BadSignature: It was changed since it was signed.
        ContextMismatch: It was made for another organization.
        DecryptionFailed: It was sealed to another key.
    """
    what = "the export bundle"
    require_type(target_key, TargetKey, "target_key")
    payload = open_signed_bundle(bundle, signer=pinned_key(keys, "signer"), what=what)
    # The signer's key signs every kind of bundle: only the fields inside tell them apart.
    if payload.target_public is not UNSET:
        raise MalformedInput(f"this is an import bundle; pass {what}")
    check_organization(payload, organization_id, what)
    sealed = Sealed(
        hex_field(payload.encapped_public, "encappedPublic", what),
        hex_field(payload.ciphertext, "ciphertext", what),
    )
    return open_base(target_key.to_cryptography(), sealed)


def split_wallet(text: str) -> tuple[str, str | None]:
    """Split a wallet's plaintext (wire-formats.md, section 4.2).

    Args:
        text: The plaintext.

    Returns:
        The mnemonic, and the passphrase as it is; None if there is none.
    """
    for separator in (PASSPHRASE_SEPARATOR, "\n"):
        mnemonic, found, passphrase = text.partition(separator)
        if found:
            return mnemonic, passphrase
    return text, None


def _equal_text(one: str, other: str) -> bool:
    return bytes_eq(one.encode(), other.encode())
