"""Wallets and their accounts: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from sealwax.operations.catalog.shared import PageInfo, Pagination, Wallet, WalletAccountParams
from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, MnemonicLength, about
from sealwax.operations.responses import Record, RecordType, _Timestamp, to_time
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
    activity_type = "ACTIVITY_TYPE_EXPORT_WALLET"
    intent_key = "exportWalletIntent"
    result_key = "exportWalletResult"
    result_type: ClassVar[RecordType] = ExportWalletResult

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
    activity_type = "ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT"
    intent_key = "exportWalletAccountIntent"
    result_key = "exportWalletAccountResult"
    result_type: ClassVar[RecordType] = ExportWalletAccountResult

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
    activity_type = "ACTIVITY_TYPE_INIT_IMPORT_WALLET"
    intent_key = "initImportWalletIntent"
    result_key = "initImportWalletResult"
    result_type: ClassVar[RecordType] = InitImportWalletResult

    user_id: Annotated[Id, about("The id of the user who imports.")]
    """The id of the user who imports."""


class CreateWalletResult(Record, frozen=True, kw_only=True):
    """The result of create_wallet."""

    wallet_id: str
    """The id of the new wallet."""
    addresses: Array[str]
    """The addresses of the wallet's accounts."""


class CreateWallet(SubmitOperation[CreateWalletResult], frozen=True, kw_only=True):
    """Create a wallet, with accounts."""

    operation_name = "create_wallet"
    activity_type = "ACTIVITY_TYPE_CREATE_WALLET"
    intent_key = "createWalletIntent"
    result_key = "createWalletResult"
    result_type: ClassVar[RecordType] = CreateWalletResult

    wallet_name: str
    """The wallet's display name."""
    accounts: Array[WalletAccountParams]
    """The wallet's accounts; an empty array if there are none."""
    mnemonic_length: MnemonicLength | None = None
    """The number of words in the mnemonic; 12 if left out."""


class CreateWalletAccountsResult(Record, frozen=True, kw_only=True):
    """The result of create_wallet_accounts."""

    addresses: Array[str]
    """The addresses of the new accounts."""


class CreateWalletAccounts(SubmitOperation[CreateWalletAccountsResult], frozen=True, kw_only=True):
    """Add accounts to a wallet."""

    operation_name = "create_wallet_accounts"
    activity_type = "ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS"
    intent_key = "createWalletAccountsIntent"
    result_key = "createWalletAccountsResult"
    result_type: ClassVar[RecordType] = CreateWalletAccountsResult

    wallet_id: Id
    """The id of the wallet."""
    accounts: Array[WalletAccountParams]
    """The accounts to add."""
    persist: bool | None = None
    """Whether to add the accounts; false only returns their addresses; true if left out."""


class DeleteWalletAccountsResult(Record, frozen=True, kw_only=True):
    """The result of delete_wallet_accounts."""

    wallet_account_ids: Array[str]
    """The ids of the deleted accounts."""


class DeleteWalletAccounts(SubmitOperation[DeleteWalletAccountsResult], frozen=True, kw_only=True):
    """Delete accounts of wallets."""

    operation_name = "delete_wallet_accounts"
    activity_type = "ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS"
    intent_key = "deleteWalletAccountsIntent"
    result_key = "deleteWalletAccountsResult"
    result_type: ClassVar[RecordType] = DeleteWalletAccountsResult

    wallet_account_ids: Array[str]
    """The ids of the accounts."""
    delete_without_export: bool | None = None
    """Whether to also delete accounts that were never exported."""


class DeleteWalletsResult(Record, frozen=True, kw_only=True):
    """The result of delete_wallets."""

    wallet_ids: Array[str]
    """The ids of the deleted wallets."""


class DeleteWallets(SubmitOperation[DeleteWalletsResult], frozen=True, kw_only=True):
    """Delete wallets."""

    operation_name = "delete_wallets"
    activity_type = "ACTIVITY_TYPE_DELETE_WALLETS"
    intent_key = "deleteWalletsIntent"
    result_key = "deleteWalletsResult"
    result_type: ClassVar[RecordType] = DeleteWalletsResult

    wallet_ids: Array[str]
    """The ids of the wallets."""
    delete_without_export: bool | None = None
    """Whether to also delete wallets that were never exported; these are lost then."""


class GetWalletResult(Record, frozen=True, kw_only=True):
    """The answer to get_wallet."""

    wallet: Wallet
    """The wallet."""


class GetWallet(QueryOperation[GetWalletResult], frozen=True, kw_only=True):
    """Get a wallet."""

    operation_name = "get_wallet"
    result_type: ClassVar[RecordType] = GetWalletResult

    wallet_id: Id
    """The id of the wallet."""


class WalletAccount(Record, frozen=True, kw_only=True):
    """An account of a wallet, with its address."""

    wallet_account_id: str
    """The id of the account."""
    organization_id: str
    """The id of the organization."""
    wallet_id: str
    """The id of the wallet."""
    curve: str
    """The curve of the account's key."""
    path_format: str
    """The format of the derivation path."""
    path: str
    """The derivation path."""
    address_format: str
    """The format of the account's address."""
    address: str
    """The account's address."""
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    public_key: Annotated[str | None, about("The account's public key, in hex.")] = None
    """The account's public key, in hex."""
    wallet_details: Wallet | None = None
    """The account's wallet, if include_wallet_details asked for it."""
    name: str | None = None
    """The account's display name, unique in the organization."""
    caip2_prefix: str | None = None
    """The CAIP-2 namespace of the account's chains, such as eip155 or solana."""

    @property
    def created_at(self) -> datetime:
        """When it was created, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._created_at, "createdAt")

    @property
    def updated_at(self) -> datetime:
        """When it last changed, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._updated_at, "updatedAt")


class GetWalletAccountResult(Record, frozen=True, kw_only=True):
    """The answer to get_wallet_account."""

    account: WalletAccount
    """The account."""


class GetWalletAccount(QueryOperation[GetWalletAccountResult], frozen=True, kw_only=True):
    """Get an account of a wallet, by its address or its derivation path."""

    operation_name = "get_wallet_account"
    result_type: ClassVar[RecordType] = GetWalletAccountResult

    wallet_id: Id
    """The id of the wallet."""
    address: str | None = None
    """The account's address."""
    derivation_path: str | None = msgspec.field(name="path", default=None)
    """The account's derivation path."""


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
    """The balance of an asset, for people to read."""

    usd: str | None = None
    """The amount in US dollars, only to be shown to people."""
    crypto: str | None = None
    """The amount in the asset's own unit, only to be shown to people."""


class AssetBalance(Record, frozen=True, kw_only=True):
    """The balance of an asset at an address."""

    caip19: str | None = None
    """The asset, as a CAIP-19 id."""
    symbol: str | None = None
    """The asset's symbol."""
    balance: Annotated[str | None, about("The balance, in the asset's smallest unit, as decimal text.")] = (
        None
    )
    """The balance, in the asset's smallest unit, as decimal text."""
    decimals: int | None = None
    """The number of the asset's decimal places."""
    display: AssetBalanceDisplay | None = None
    """The amounts to show to people; do not calculate with them."""
    name: str | None = None
    """The asset's name."""


class GetWalletAddressBalancesResult(Record, frozen=True, kw_only=True):
    """The answer to get_wallet_address_balances."""

    balances: Array[AssetBalance] | None = None
    """The balance of each asset."""


class GetWalletAddressBalances(QueryOperation[GetWalletAddressBalancesResult], frozen=True, kw_only=True):
    """List the balances of an address."""

    operation_name = "get_wallet_address_balances"
    result_type: ClassVar[RecordType] = GetWalletAddressBalancesResult

    address: str
    """The address of a wallet's account; not of a private key."""
    caip2: GetWalletAddressBalancesCaip2
    """The chain, as a CAIP-2 id, such as eip155:1 for Ethereum."""


class ImportWalletResult(Record, frozen=True, kw_only=True):
    """The result of import_wallet."""

    wallet_id: str
    """The id of the new wallet."""
    addresses: Array[str]
    """The addresses of the wallet's accounts."""


class ImportWallet(SubmitOperation[ImportWalletResult], frozen=True, kw_only=True):
    """Import a wallet that is sealed to a key of the enclave."""

    operation_name = "import_wallet"
    activity_type = "ACTIVITY_TYPE_IMPORT_WALLET"
    intent_key = "importWalletIntent"
    result_key = "importWalletResult"
    result_type: ClassVar[RecordType] = ImportWalletResult

    user_id: Id
    """The id of the user who imports."""
    wallet_name: str
    """The wallet's display name."""
    encrypted_bundle: str
    """The sealed mnemonic; ImportTarget.encrypt_wallet makes it."""
    accounts: Array[WalletAccountParams]
    """The wallet's accounts; an empty array if there are none."""


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
    """The block that has a transaction."""

    number: str
    """The block's number."""
    hash: str
    """The block's hash."""
    timestamp: str
    """The time of the block, in RFC 3339 form."""


class TransactionHistoryFee(Record, frozen=True, kw_only=True):
    """The fee of a transaction."""

    amount: Annotated[str, about("The amount, in the asset's smallest unit, as decimal text.")]
    """The amount, in the asset's smallest unit, as decimal text."""
    caip19: str
    """The asset, as a CAIP-19 id."""


class TransactionHistoryAsset(Record, frozen=True, kw_only=True):
    """The asset that a transfer moved."""

    caip19: str
    """The asset, as a CAIP-19 id."""
    symbol: str
    """The asset's symbol."""
    name: str
    """The asset's name."""
    decimals: int
    """The number of the asset's decimal places."""


class TransactionHistoryDisplay(Record, frozen=True, kw_only=True):
    """The amount of a transfer, for people to read."""

    crypto: str | None = None
    """The amount in the asset's own unit, only to be shown to people."""
    usd: str | None = None
    """The amount in US dollars, only to be shown to people."""


class TransactionHistoryTransfer(Record, frozen=True, kw_only=True):
    """A transfer of an asset in a transaction, from or to an address."""

    direction: str
    """The direction of the transfer, as seen from the address that was asked about."""
    asset: TransactionHistoryAsset | None = None
    """The asset; None if it is unknown."""
    amount: Annotated[str, about("The amount, in the asset's smallest unit, as decimal text.")]
    """The amount, in the asset's smallest unit, as decimal text."""
    counterparty: str
    """The address at the other end of the transfer."""
    display: TransactionHistoryDisplay | None = None
    """The amounts to show to people; do not calculate with them."""


class TransactionHistoryTurnkey(Record, frozen=True, kw_only=True):
    """The service's record of a transaction that it sent."""

    sponsored: bool
    """Whether the service sponsored the fee."""
    activity_fingerprint: str | None = None
    """The fingerprint of the activity that sent the transaction."""
    submitted_at: str | None = None
    """The time at which the service sent the transaction, in RFC 3339 form."""


class EthTransactionHistoryItem(Record, frozen=True, kw_only=True):
    """A transaction of an Ethereum address."""

    transaction_hash: str
    """The transaction's hash."""
    block: TransactionHistoryBlock
    """The block of the transaction."""
    status: str
    """The status of the transaction's confirmation."""
    origin: str
    """The maker of the transaction, such as TURNKEY for the service."""
    from_: str
    """The sender's address."""
    to: str | None = None
    """The address that is called or paid; None if the transaction creates a contract."""
    fee: TransactionHistoryFee
    """The fee of the transaction."""
    transfers: Array[TransactionHistoryTransfer]
    """The transfers of assets in the transaction."""
    turnkey: TransactionHistoryTurnkey | None = None
    """The service's record of the transaction; None if another sent it."""


class ListEthTransactionHistoryResult(Record, frozen=True, kw_only=True):
    """The answer to list_eth_transaction_history."""

    transactions: Array[EthTransactionHistoryItem]
    """The transactions, the newest first."""
    page_info: PageInfo | None = None
    """The cursors of this part of the list."""


class ListEthTransactionHistory(QueryOperation[ListEthTransactionHistoryResult], frozen=True, kw_only=True):
    """List the transactions of an Ethereum address."""

    operation_name = "list_eth_transaction_history"
    result_type: ClassVar[RecordType] = ListEthTransactionHistoryResult

    address: str
    """The address of a wallet's account; not of a private key."""
    caip2: ListEthTransactionHistoryCaip2
    """The chain, as a CAIP-2 id, such as eip155:1 for Ethereum."""
    pagination_options: Pagination | None = None
    """Which part of the list."""


ListSolTransactionHistoryCaip2: TypeAlias = Literal[
    "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
    "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
    "solana:mainnet",
    "solana:devnet",
]


class SolTransactionHistorySigner(Record, frozen=True, kw_only=True):
    """A signer of a Solana transaction."""

    address: str
    """The signer's address."""
    writable: bool
    """Whether the transaction may write to the account."""


class SolTransactionHistoryItem(Record, frozen=True, kw_only=True):
    """A transaction of a Solana address."""

    signature: str
    """The transaction's signature, which is its id."""
    block: TransactionHistoryBlock
    """The block of the transaction."""
    status: str
    """The status of the transaction's confirmation."""
    origin: str
    """The maker of the transaction, such as TURNKEY for the service."""
    fee_payer: str
    """The address that paid the fee, the first signer."""
    signers: Array[SolTransactionHistorySigner]
    """The signers, in the order of the transaction's message."""
    fee: TransactionHistoryFee
    """The fee of the transaction."""
    transfers: Array[TransactionHistoryTransfer]
    """The transfers of assets in the transaction."""
    turnkey: TransactionHistoryTurnkey | None = None
    """The service's record of the transaction; None if another sent it."""


class ListSolTransactionHistoryResult(Record, frozen=True, kw_only=True):
    """The answer to list_sol_transaction_history."""

    transactions: Array[SolTransactionHistoryItem]
    """The transactions, the newest first."""
    page_info: PageInfo | None = None
    """The cursors of this part of the list."""


class ListSolTransactionHistory(QueryOperation[ListSolTransactionHistoryResult], frozen=True, kw_only=True):
    """List the transactions of a Solana address."""

    operation_name = "list_sol_transaction_history"
    result_type: ClassVar[RecordType] = ListSolTransactionHistoryResult

    address: str
    """The address of a wallet's account; not of a private key."""
    caip2: ListSolTransactionHistoryCaip2
    """The Solana chain, as a CAIP-2 id or an alias such as solana:mainnet."""
    pagination_options: Pagination | None = None
    """Which part of the list."""


class AssetMetadata(Record, frozen=True, kw_only=True):
    """An asset that the service supports on a chain."""

    caip19: str | None = None
    """The asset, as a CAIP-19 id."""
    symbol: str | None = None
    """The asset's symbol."""
    decimals: int | None = None
    """The number of the asset's decimal places."""
    logo_url: str | None = None
    """The URL of the asset's logo."""
    name: str | None = None
    """The asset's name."""
    stable: bool | None = None
    """Whether the service counts the asset as a stablecoin."""


class ListSupportedAssetsResult(Record, frozen=True, kw_only=True):
    """The answer to list_supported_assets."""

    assets: Array[AssetMetadata] | None = None
    """The assets."""


class ListSupportedAssets(QueryOperation[ListSupportedAssetsResult], frozen=True, kw_only=True):
    """List the assets that balances are known of, on a chain."""

    operation_name = "list_supported_assets"
    result_type: ClassVar[RecordType] = ListSupportedAssetsResult

    caip2: GetWalletAddressBalancesCaip2
    """The chain, as a CAIP-2 id, such as eip155:1 for Ethereum."""


class ListWalletAccountsResult(Record, frozen=True, kw_only=True):
    """The answer to list_wallet_accounts."""

    accounts: Array[WalletAccount]
    """The accounts."""


class ListWalletAccounts(QueryOperation[ListWalletAccountsResult], frozen=True, kw_only=True):
    """List the accounts of a wallet, or of all wallets."""

    operation_name = "list_wallet_accounts"
    result_type: ClassVar[RecordType] = ListWalletAccountsResult

    wallet_id: str | None = None
    """The id of the wallet; all wallets if left out."""
    include_wallet_details: bool | None = None
    """Whether each account has its wallet's record, too; false if left out."""
    pagination_options: Pagination | None = None
    """Which part of the list."""


class ListWalletsResult(Record, frozen=True, kw_only=True):
    """The answer to list_wallets."""

    wallets: Array[Wallet]
    """The wallets."""


class ListWallets(QueryOperation[ListWalletsResult], frozen=True, kw_only=True):
    """List the wallets of an organization."""

    operation_name = "list_wallets"
    result_type: ClassVar[RecordType] = ListWalletsResult


class UpdateWalletResult(Record, frozen=True, kw_only=True):
    """The result of update_wallet."""

    wallet_id: str
    """The id of the wallet."""


class UpdateWallet(SubmitOperation[UpdateWalletResult], frozen=True, kw_only=True):
    """Rename a wallet."""

    operation_name = "update_wallet"
    activity_type = "ACTIVITY_TYPE_UPDATE_WALLET"
    intent_key = "updateWalletIntent"
    result_key = "updateWalletResult"
    result_type: ClassVar[RecordType] = UpdateWalletResult

    wallet_id: Id
    """The id of the wallet."""
    wallet_name: str | None = None
    """The wallet's new display name."""
