"""Wallets and their accounts: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

import msgspec

from sealwax.operations.catalog.shared import PageInfo, Pagination, Wallet, WalletAccountParams
from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, MnemonicLength, about
from sealwax.operations.responses import Record, _Timestamp, to_time
from sealwax.operations.results import ExportWalletAccountResult, ExportWalletResult, _Import
from sealwax.operations.rules import _ToTargetKey

Language: TypeAlias = Literal[
    "MNEMONIC_LANGUAGE_ENGLISH",
    "MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE",
    "MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE",
    "MNEMONIC_LANGUAGE_CZECH",
    "MNEMONIC_LANGUAGE_FRENCH",
    "MNEMONIC_LANGUAGE_ITALIAN",
    "MNEMONIC_LANGUAGE_JAPANESE",
    "MNEMONIC_LANGUAGE_KOREAN",
    "MNEMONIC_LANGUAGE_SPANISH",
]


class ExportWallet(SubmitOperation[ExportWalletResult], _ToTargetKey, frozen=True, kw_only=True):
    """Export a wallet's mnemonic, sealed to your target key."""

    operation_name = "export_wallet"

    wallet_id: Annotated[Id, about("The id of the wallet.")]
    """The id of the wallet."""
    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]
    """The target public key to seal it to: an uncompressed P-256 point, in hex."""
    language: Annotated[Language | None, about("The language of the mnemonic.")] = None
    """The language of the mnemonic."""


class ExportWalletAccount(
    SubmitOperation[ExportWalletAccountResult], _ToTargetKey, frozen=True, kw_only=True
):
    """Export the private key of a wallet's account, sealed to your target key."""

    operation_name = "export_wallet_account"

    address: Annotated[Id, about("The account's address.")]
    """The account's address."""
    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]
    """The target public key to seal it to: an uncompressed P-256 point, in hex."""


class InitImportWalletResult(_Import, frozen=True, kw_only=True):
    """The result of init_import_wallet."""

    import_bundle: Annotated[str, about("The import bundle: the enclave's signed key to seal the wallet to.")]
    """The import bundle: the enclave's signed key to seal the wallet to."""


class InitImportWallet(SubmitOperation[InitImportWalletResult], frozen=True, kw_only=True):
    """Get a key of the enclave, to seal a wallet to for its import."""

    operation_name = "init_import_wallet"

    user_id: Annotated[Id, about("The id of the user who imports.")]
    """The id of the user who imports."""


class CreateWalletResult(Record, frozen=True, kw_only=True):
    """The result of create_wallet."""

    wallet_id: str
    addresses: Array[str]


class CreateWallet(SubmitOperation[CreateWalletResult], frozen=True, kw_only=True):
    """Create a wallet, with accounts."""

    operation_name = "create_wallet"

    wallet_name: str
    accounts: Array[WalletAccountParams]
    mnemonic_length: MnemonicLength | None = None


class CreateWalletAccountsResult(Record, frozen=True, kw_only=True):
    """The result of create_wallet_accounts."""

    addresses: Array[str]


class CreateWalletAccounts(SubmitOperation[CreateWalletAccountsResult], frozen=True, kw_only=True):
    """Add accounts to a wallet."""

    operation_name = "create_wallet_accounts"

    wallet_id: Id
    accounts: Array[WalletAccountParams]
    persist: bool | None = None


class DeleteWalletAccountsResult(Record, frozen=True, kw_only=True):
    """The result of delete_wallet_accounts."""

    wallet_account_ids: Array[str]


class DeleteWalletAccounts(SubmitOperation[DeleteWalletAccountsResult], frozen=True, kw_only=True):
    """Delete accounts of wallets."""

    operation_name = "delete_wallet_accounts"

    wallet_account_ids: Array[str]
    delete_without_export: bool | None = None


class DeleteWalletsResult(Record, frozen=True, kw_only=True):
    """The result of delete_wallets."""

    wallet_ids: Array[str]


class DeleteWallets(SubmitOperation[DeleteWalletsResult], frozen=True, kw_only=True):
    """Delete wallets."""

    operation_name = "delete_wallets"

    wallet_ids: Array[str]
    delete_without_export: bool | None = None


class GetWalletResult(Record, frozen=True, kw_only=True):
    """The answer to get_wallet."""

    wallet: Wallet


class GetWallet(QueryOperation[GetWalletResult], frozen=True, kw_only=True):
    """Get a wallet."""

    operation_name = "get_wallet"

    wallet_id: Id


class WalletAccount(Record, frozen=True, kw_only=True):
    """A part of an answer: wallet account."""

    wallet_account_id: str
    organization_id: str
    wallet_id: str
    curve: str
    path_format: str
    path: str
    address_format: str
    address: str
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    public_key: str | None = None
    wallet_details: Wallet | None = None
    name: str | None = None
    caip2_prefix: str | None = None

    @property
    def created_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._created_at, "createdAt")

    @property
    def updated_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._updated_at, "updatedAt")


class GetWalletAccountResult(Record, frozen=True, kw_only=True):
    """The answer to get_wallet_account."""

    account: WalletAccount


class GetWalletAccount(QueryOperation[GetWalletAccountResult], frozen=True, kw_only=True):
    """Get an account of a wallet, by its address or its derivation path."""

    operation_name = "get_wallet_account"

    wallet_id: Id
    address: str | None = None
    derivation_path: str | None = msgspec.field(name="path", default=None)


GetWalletAddressBalancesCaip2: TypeAlias = Literal[
    "eip155:1",
    "eip155:11155111",
    "eip155:8453",
    "eip155:84532",
    "eip155:137",
    "eip155:80002",
    "eip155:56",
    "eip155:97",
    "eip155:10",
    "eip155:11155420",
    "eip155:143",
    "eip155:10143",
    "eip155:42161",
    "eip155:4217",
    "eip155:42431",
    "eip155:421614",
    "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
    "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
]


class AssetBalanceDisplay(Record, frozen=True, kw_only=True):
    """A part of an answer: asset balance display."""

    usd: str | None = None
    crypto: str | None = None


class AssetBalance(Record, frozen=True, kw_only=True):
    """A part of an answer: asset balance."""

    caip19: str | None = None
    symbol: str | None = None
    balance: str | None = None
    decimals: int | None = None
    display: AssetBalanceDisplay | None = None
    name: str | None = None


class GetWalletAddressBalancesResult(Record, frozen=True, kw_only=True):
    """The answer to get_wallet_address_balances."""

    balances: Array[AssetBalance] | None = None


class GetWalletAddressBalances(QueryOperation[GetWalletAddressBalancesResult], frozen=True, kw_only=True):
    """List the balances of an address."""

    operation_name = "get_wallet_address_balances"

    address: str
    caip2: GetWalletAddressBalancesCaip2


class ImportWalletResult(Record, frozen=True, kw_only=True):
    """The result of import_wallet."""

    wallet_id: str
    addresses: Array[str]


class ImportWallet(SubmitOperation[ImportWalletResult], frozen=True, kw_only=True):
    """Import a wallet that is sealed to a key of the enclave."""

    operation_name = "import_wallet"

    user_id: Id
    wallet_name: str
    encrypted_bundle: str
    accounts: Array[WalletAccountParams]


ListEthTransactionHistoryCaip2: TypeAlias = Literal[
    "eip155:1",
    "eip155:11155111",
    "eip155:8453",
    "eip155:84532",
    "eip155:137",
    "eip155:80002",
    "eip155:42161",
    "eip155:4217",
    "eip155:42431",
    "eip155:421614",
    "eip155:56",
    "eip155:97",
]


class TransactionHistoryBlock(Record, frozen=True, kw_only=True):
    """A part of an answer: transaction history block."""

    number: str
    hash: str
    timestamp: str


class TransactionHistoryFee(Record, frozen=True, kw_only=True):
    """A part of an answer: transaction history fee."""

    amount: str
    caip19: str


class TransactionHistoryAsset(Record, frozen=True, kw_only=True):
    """A part of an answer: transaction history asset."""

    caip19: str
    symbol: str
    name: str
    decimals: int


class TransactionHistoryDisplay(Record, frozen=True, kw_only=True):
    """A part of an answer: transaction history display."""

    crypto: str | None = None
    usd: str | None = None


class TransactionHistoryTransfer(Record, frozen=True, kw_only=True):
    """A part of an answer: transaction history transfer."""

    direction: str
    asset: TransactionHistoryAsset | None = None
    amount: str
    counterparty: str
    display: TransactionHistoryDisplay | None = None


class TransactionHistoryTurnkey(Record, frozen=True, kw_only=True):
    """A part of an answer: transaction history turnkey."""

    sponsored: bool
    activity_fingerprint: str | None = None
    submitted_at: str | None = None


class EthTransactionHistoryItem(Record, frozen=True, kw_only=True):
    """A part of an answer: eth transaction history item."""

    transaction_hash: str
    block: TransactionHistoryBlock
    status: str
    origin: str
    from_: str
    to: str | None = None
    fee: TransactionHistoryFee
    transfers: Array[TransactionHistoryTransfer]
    turnkey: TransactionHistoryTurnkey | None = None


class ListEthTransactionHistoryResult(Record, frozen=True, kw_only=True):
    """The answer to list_eth_transaction_history."""

    transactions: Array[EthTransactionHistoryItem]
    page_info: PageInfo | None = None


class ListEthTransactionHistory(QueryOperation[ListEthTransactionHistoryResult], frozen=True, kw_only=True):
    """List the transactions of an Ethereum address."""

    operation_name = "list_eth_transaction_history"

    address: str
    caip2: ListEthTransactionHistoryCaip2
    pagination_options: Pagination | None = None


ListSolTransactionHistoryCaip2: TypeAlias = Literal[
    "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
    "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
    "solana:mainnet",
    "solana:devnet",
]


class SolTransactionHistorySigner(Record, frozen=True, kw_only=True):
    """A part of an answer: sol transaction history signer."""

    address: str
    writable: bool


class SolTransactionHistoryItem(Record, frozen=True, kw_only=True):
    """A part of an answer: sol transaction history item."""

    signature: str
    block: TransactionHistoryBlock
    status: str
    origin: str
    fee_payer: str
    signers: Array[SolTransactionHistorySigner]
    fee: TransactionHistoryFee
    transfers: Array[TransactionHistoryTransfer]
    turnkey: TransactionHistoryTurnkey | None = None


class ListSolTransactionHistoryResult(Record, frozen=True, kw_only=True):
    """The answer to list_sol_transaction_history."""

    transactions: Array[SolTransactionHistoryItem]
    page_info: PageInfo | None = None


class ListSolTransactionHistory(QueryOperation[ListSolTransactionHistoryResult], frozen=True, kw_only=True):
    """List the transactions of a Solana address."""

    operation_name = "list_sol_transaction_history"

    address: str
    caip2: ListSolTransactionHistoryCaip2
    pagination_options: Pagination | None = None


class AssetMetadata(Record, frozen=True, kw_only=True):
    """A part of an answer: asset metadata."""

    caip19: str | None = None
    symbol: str | None = None
    decimals: int | None = None
    logo_url: str | None = None
    name: str | None = None
    stable: bool | None = None


class ListSupportedAssetsResult(Record, frozen=True, kw_only=True):
    """The answer to list_supported_assets."""

    assets: Array[AssetMetadata] | None = None


class ListSupportedAssets(QueryOperation[ListSupportedAssetsResult], frozen=True, kw_only=True):
    """List the assets that balances are known of, on a chain."""

    operation_name = "list_supported_assets"

    caip2: GetWalletAddressBalancesCaip2


class ListWalletAccountsResult(Record, frozen=True, kw_only=True):
    """The answer to list_wallet_accounts."""

    accounts: Array[WalletAccount]


class ListWalletAccounts(QueryOperation[ListWalletAccountsResult], frozen=True, kw_only=True):
    """List the accounts of a wallet, or of all wallets."""

    operation_name = "list_wallet_accounts"

    wallet_id: str | None = None
    include_wallet_details: bool | None = None
    pagination_options: Pagination | None = None


class ListWalletsResult(Record, frozen=True, kw_only=True):
    """The answer to list_wallets."""

    wallets: Array[Wallet]


class ListWallets(QueryOperation[ListWalletsResult], frozen=True, kw_only=True):
    """List the wallets of an organization."""

    operation_name = "list_wallets"


class UpdateWalletResult(Record, frozen=True, kw_only=True):
    """The result of update_wallet."""

    wallet_id: str


class UpdateWallet(SubmitOperation[UpdateWalletResult], frozen=True, kw_only=True):
    """Rename a wallet."""

    operation_name = "update_wallet"

    wallet_id: Id
    wallet_name: str | None = None
