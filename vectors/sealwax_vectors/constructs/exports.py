"""Cases of wallet and account export bundles (wire-formats.md, sections 4.1 and 4.2)."""

from collections.abc import Callable
from typing import Annotated, TypeVar

from msgspec import UNSET, Meta, UnsetType

from sealwax.bundles.exports import decrypt_account_export, decrypt_wallet_export
from sealwax.keys import TargetKey
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct

from .fields import Bundle, PinnedKey, pin

OrganizationId = Annotated[str, Meta(description="The organization that the reader expects.")]
TargetPrivateKey = Annotated[Hex, Meta(description="The receiver's private key, 32 bytes.")]

T = TypeVar("T")


class ExportCase(Case, kw_only=True):
    """An export, and who opens it."""

    bundle: Bundle
    target_private_key: TargetPrivateKey
    organization_id: OrganizationId
    signer_public_key: PinnedKey

    def open(self, decrypt: Callable[..., T]) -> T:
        """Open the export with the given function of this library."""
        return decrypt(
            self.bundle,
            TargetKey.from_private_key(self.target_private_key),
            organization_id=self.organization_id,
            keys=pin("signer", self.signer_public_key),
        )


class WalletCase(ExportCase, kw_only=True):
    """The export of a wallet."""

    mnemonic: Annotated[str | UnsetType, Meta(description="Output: exactly as it was sealed.")] = UNSET
    passphrase: Annotated[
        str | UnsetType | None, Meta(description="Output: exactly as it was sealed; null if there is none.")
    ] = UNSET
    language: Annotated[
        str | UnsetType | None,
        Meta(description="Output: BIP-39's name of the word list; null if no list has all of the words."),
    ] = UNSET
    checksum_valid: Annotated[
        bool | UnsetType, Meta(description="Output: whether it is valid BIP-39. It is returned either way.")
    ] = UNSET


class Wallet(Group[WalletCase], tag="WalletExport"):
    """Open the export of a wallet."""

    def run(self, case: WalletCase) -> Outputs:
        wallet = case.open(decrypt_wallet_export)
        return {
            "mnemonic": wallet.mnemonic,
            "passphrase": wallet.passphrase,
            "language": wallet.language,
            "checksum_valid": wallet.checksum_valid,
        }


class AccountCase(ExportCase, kw_only=True):
    """The export of an account, or of a private key."""

    private_key: Annotated[Hex, Meta(description="Output: 32 bytes.")] | UnsetType = UNSET
    solana: Annotated[
        str | UnsetType, Meta(description="Output: base58 of the seed and its Ed25519 public key.")
    ] = UNSET


class Account(Group[AccountCase], tag="AccountExport"):
    """Open the export of an account."""

    def run(self, case: AccountCase) -> Outputs:
        account = case.open(decrypt_account_export)
        return {"private_key": account.to_hex(), "solana": account.to_solana()}


CONSTRUCTS = (
    construct(
        "wallet_export",
        "WALLET-EXPORT",
        (Wallet,),
        "Exports of wallets: a bundle that the enclave signed.",
        "Its plaintext is a mnemonic, and perhaps a passphrase.",
        "A mnemonic that is authentic but not valid BIP-39 is returned, and flagged.",
    ),
    construct(
        "account_export",
        "ACCOUNT-EXPORT",
        (Account,),
        "Exports of accounts: a bundle that the enclave signed, whose plaintext is a private key.",
    ),
)
