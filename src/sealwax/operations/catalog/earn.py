"""Earning vaults: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import Annotated, ClassVar, Literal, TypeAlias

from sealwax.operations.catalog.shared import PageInfo, Pagination
from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, about
from sealwax.operations.responses import Record, RecordType


class ClaimEarnFeesResult(Record, frozen=True, kw_only=True):
    """The result of claim_earn_fees."""

    claim_request_id: str
    """The id of the claim, for get_claim_earn_fees_status."""


class ClaimEarnFees(SubmitOperation[ClaimEarnFeesResult], frozen=True, kw_only=True):
    """Claim the fees that a wrapper of an earning vault collected."""

    operation_name = "claim_earn_fees"
    activity_type = "ACTIVITY_TYPE_CLAIM_EARN_FEES"
    intent_key = "claimEarnFeesIntent"
    result_key = "claimEarnFeesResult"
    result_type: ClassVar[RecordType] = ClaimEarnFeesResult

    wrapper_address: str
    """The address of the wrapper."""


EarnDeployWrapperChainCaip2: TypeAlias = Literal[
    "eip155:1", "eip155:8453", "eip155:42161", "eip155:137", "eip155:56", "eip155:4217"
]


class EarnDeployWrapperResult(Record, frozen=True, kw_only=True):
    """The result of earn_deploy_wrapper."""

    wrapper_address: str
    """The address of the new wrapper, which takes the deposits."""
    splitter_address: str
    """The address of the contract that splits the fees."""
    deploy_request_id: str
    """The id of the deployment, for get_earn_deploy_status."""


class EarnDeployWrapper(SubmitOperation[EarnDeployWrapperResult], frozen=True, kw_only=True):
    """Deploy a wrapper of an earning vault."""

    operation_name = "earn_deploy_wrapper"
    activity_type = "ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER"
    intent_key = "earnDeployWrapperIntent"
    result_key = "earnDeployWrapperResult"
    result_type: ClassVar[RecordType] = EarnDeployWrapperResult

    vault_address: str
    """The address of the vault."""
    chain_caip2: EarnDeployWrapperChainCaip2
    """The vault's chain, as a CAIP-2 id, such as eip155:1 for Ethereum."""
    client_fee_bps: str
    """Your fee on the yield, in basis points: at most 4000."""
    client_fee_wallet: str
    """The address that receives your fees, of a wallet that the service holds."""


class EarnDepositResult(Record, frozen=True, kw_only=True):
    """The result of earn_deposit."""

    deposit_request_id: str
    """The id of the deposit, for get_earn_deposit_status."""


class EarnDeposit(SubmitOperation[EarnDepositResult], frozen=True, kw_only=True):
    """Deposit an asset into an earning vault."""

    operation_name = "earn_deposit"
    activity_type = "ACTIVITY_TYPE_EARN_DEPOSIT"
    intent_key = "earnDepositIntent"
    result_key = "earnDepositResult"
    result_type: ClassVar[RecordType] = EarnDepositResult

    wrapper_address: str
    """The address of the wrapper."""
    sign_with: str
    """The address to deposit from, which signs; not a private key's id."""
    assets: Annotated[str, about("The amount to deposit, in the asset's smallest unit, as decimal text.")]
    """The amount to deposit, in the asset's smallest unit, as decimal text."""
    chain_caip2: EarnDeployWrapperChainCaip2
    """The vault's chain, as a CAIP-2 id, such as eip155:1 for Ethereum."""
    sponsor: bool | None = None
    """Whether the gas station pays for the transaction."""


class EarnSetWrapperStateResult(Record, frozen=True, kw_only=True):
    """The result of earn_set_wrapper_state."""

    wrapper_address: str
    """The address of the wrapper."""
    deposits_disabled: bool
    """Whether the wrapper refuses deposits; withdrawals stay possible."""


class EarnSetWrapperState(SubmitOperation[EarnSetWrapperStateResult], frozen=True, kw_only=True):
    """Allow or stop deposits to a wrapper of an earning vault."""

    operation_name = "earn_set_wrapper_state"
    activity_type = "ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE"
    intent_key = "earnSetWrapperStateIntent"
    result_key = "earnSetWrapperStateResult"
    result_type: ClassVar[RecordType] = EarnSetWrapperStateResult

    wrapper_address: str
    """The address of the wrapper."""
    deposits_disabled: bool
    """Whether the wrapper refuses deposits; withdrawals stay possible."""


class EarnWithdrawResult(Record, frozen=True, kw_only=True):
    """The result of earn_withdraw."""

    withdraw_request_id: str
    """The id of the withdrawal, for get_earn_withdraw_status."""


class EarnWithdraw(SubmitOperation[EarnWithdrawResult], frozen=True, kw_only=True):
    """Withdraw an asset from an earning vault."""

    operation_name = "earn_withdraw"
    activity_type = "ACTIVITY_TYPE_EARN_WITHDRAW"
    intent_key = "earnWithdrawIntent"
    result_key = "earnWithdrawResult"
    result_type: ClassVar[RecordType] = EarnWithdrawResult

    wrapper_address: str
    """The address of the wrapper."""
    sign_with: str
    """The address to withdraw to, which signs; not a private key's id."""
    chain_caip2: EarnDeployWrapperChainCaip2
    """The vault's chain, as a CAIP-2 id, such as eip155:1 for Ethereum."""
    sponsor: bool | None = None
    """Whether the gas station pays for the transaction."""
    amount_value: Annotated[
        str, about("The amount to withdraw, in the asset's smallest unit; MAX for the whole position.")
    ]
    """The amount to withdraw, in the asset's smallest unit; MAX for the whole position."""


class GetClaimEarnFeesStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_claim_earn_fees_status."""

    status: str
    """The status of the claim."""
    claim_tx_hash: str | None = None
    """The hash of the claim's transaction, once there is one."""
    error: str | None = None
    """The reason of the failure, if the status is FAILED."""


class GetClaimEarnFeesStatus(QueryOperation[GetClaimEarnFeesStatusResult], frozen=True, kw_only=True):
    """Get the status of a claim of earning fees."""

    operation_name = "get_claim_earn_fees_status"
    result_type: ClassVar[RecordType] = GetClaimEarnFeesStatusResult

    claim_request_id: Id
    """The id of the claim, from claim_earn_fees."""


class GetEarnDeployStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_earn_deploy_status."""

    status: str
    """The status of the deployment."""
    deploy_tx_hash: str | None = None
    """The hash of the deployment's transaction, once there is one."""
    error: str | None = None
    """The reason of the failure, if the status is FAILED."""


class GetEarnDeployStatus(QueryOperation[GetEarnDeployStatusResult], frozen=True, kw_only=True):
    """Get the status of the deployment of a wrapper."""

    operation_name = "get_earn_deploy_status"
    result_type: ClassVar[RecordType] = GetEarnDeployStatusResult

    deploy_request_id: Id
    """The id of the deployment, from earn_deploy_wrapper."""


class GetEarnDepositStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_earn_deposit_status."""

    status: str
    """The status of the deposit."""
    deposit_tx_hash: str | None = None
    """The hash of the deposit's transaction, once there is one."""
    error: str | None = None
    """The reason of the failure, if the status is FAILED."""


class GetEarnDepositStatus(QueryOperation[GetEarnDepositStatusResult], frozen=True, kw_only=True):
    """Get the status of a deposit."""

    operation_name = "get_earn_deposit_status"
    result_type: ClassVar[RecordType] = GetEarnDepositStatusResult

    deposit_request_id: Id
    """The id of the deposit, from earn_deposit."""


class GetEarnWithdrawStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_earn_withdraw_status."""

    status: str
    """The status of the withdrawal."""
    withdraw_tx_hash: str | None = None
    """The hash of the withdrawal's transaction, once there is one."""
    error: str | None = None
    """The reason of the failure, if the status is FAILED."""


class GetEarnWithdrawStatus(QueryOperation[GetEarnWithdrawStatusResult], frozen=True, kw_only=True):
    """Get the status of a withdrawal."""

    operation_name = "get_earn_withdraw_status"
    result_type: ClassVar[RecordType] = GetEarnWithdrawStatusResult

    withdraw_request_id: Id
    """The id of the withdrawal, from earn_withdraw."""


EarnProvider: TypeAlias = Literal["EARN_PROVIDER_MORPHO", "EARN_PROVIDER_AAVE"]


class EarnValueDisplay(Record, frozen=True, kw_only=True):
    """An amount in an earning vault, for people to read."""

    usd: str | None = None
    """The amount in US dollars, only to be shown to people."""
    crypto: str | None = None
    """The amount in the asset's own unit, only to be shown to people."""


class EarnEnabledVault(Record, frozen=True, kw_only=True):
    """An earning vault that the organization has a wrapper of."""

    vault_address: str | None = None
    """The address of the vault."""
    wrapper_address: str | None = None
    """The address of the wrapper."""
    provider: str | None = None
    """The provider of the vault."""
    caip19: str | None = None
    """The asset, as a CAIP-19 id."""
    apy_pct: str | None = None
    """The annual yield before fees, as a decimal fraction: 0.05 is 5 %."""
    total_deposited: Annotated[
        str | None,
        about("The sum of the deposits in the wrapper, in the asset's smallest unit, as decimal text."),
    ] = None
    """The sum of the deposits in the wrapper, in the asset's smallest unit, as decimal text."""
    display: EarnValueDisplay | None = None
    """The amounts to show to people; do not calculate with them."""
    net_apy_pct: str | None = None
    """The annual yield after fees, as a decimal fraction: 0.05 is 5 %."""
    client_fee_bps: str | None = None
    """Your fee on the yield, in basis points."""
    deposits_disabled: bool | None = None
    """Whether the wrapper refuses deposits; withdrawals stay possible."""
    name: str | None = None
    """The vault's name, by its provider."""
    curator: str | None = None
    """The vault's curators, separated by commas; empty if the provider has none."""
    claimable_client_fee: Annotated[
        str | None,
        about("Your fee that can be claimed, in the asset's smallest unit; None for a sub-organization."),
    ] = None
    """Your fee that can be claimed, in the asset's smallest unit; None for a sub-organization."""
    claimable_client_fee_display: EarnValueDisplay | None = None
    """Your fee that can be claimed, to show to people; None for a sub-organization."""
    client_fee_wallet: str | None = None
    """The address that receives your fees; None for a sub-organization."""


class ListEarnEnabledVaultsResult(Record, frozen=True, kw_only=True):
    """The answer to list_earn_enabled_vaults."""

    enabled_vaults: Array[EarnEnabledVault] | None = None
    """The vaults that the organization has wrappers of."""


class ListEarnEnabledVaults(QueryOperation[ListEarnEnabledVaultsResult], frozen=True, kw_only=True):
    """List the earning vaults that the organization has wrappers of."""

    operation_name = "list_earn_enabled_vaults"
    result_type: ClassVar[RecordType] = ListEarnEnabledVaultsResult

    provider: EarnProvider | None = None
    """The provider of the vaults to list; all if left out."""
    caip19: str | None = None
    """The asset of the vaults to list, as a CAIP-19 id; all if left out."""


class EarnPositionDisplay(Record, frozen=True, kw_only=True):
    """The amounts of a position in an earning vault, for people to read."""

    current_value_usd: str | None = None
    """The position's value in US dollars, only to be shown to people."""
    total_deposited_usd: str | None = None
    """The sum of the deposits in US dollars, only to be shown to people."""
    total_withdrawn_usd: str | None = None
    """The sum of the withdrawals in US dollars, only to be shown to people."""
    current_value_crypto: str | None = None
    """The position's value in the asset's own unit, only to be shown to people."""
    total_deposited_crypto: str | None = None
    """The sum of the deposits in the asset's own unit, only to be shown to people."""
    total_withdrawn_crypto: str | None = None
    """The sum of the withdrawals in the asset's own unit, only to be shown to people."""


class EarnPosition(Record, frozen=True, kw_only=True):
    """The deposits of an address in an earning vault."""

    vault_address: str | None = None
    """The address of the vault."""
    wrapper_address: str | None = None
    """The address of the wrapper."""
    provider: str | None = None
    """The provider of the vault."""
    caip19: str | None = None
    """The asset, as a CAIP-19 id."""
    current_value: Annotated[
        str | None, about("The position's value after fees, in the asset's smallest unit, as decimal text.")
    ] = None
    """The position's value after fees, in the asset's smallest unit, as decimal text."""
    total_deposited: Annotated[
        str | None, about("The sum of the deposits, in the asset's smallest unit, as decimal text.")
    ] = None
    """The sum of the deposits, in the asset's smallest unit, as decimal text."""
    total_withdrawn: Annotated[
        str | None, about("The sum of the withdrawals, in the asset's smallest unit, as decimal text.")
    ] = None
    """The sum of the withdrawals, in the asset's smallest unit, as decimal text."""
    display: EarnPositionDisplay | None = None
    """The amounts to show to people; do not calculate with them."""
    deposits_disabled: bool | None = None
    """Whether the wrapper refuses deposits; withdrawals stay possible."""


class ListEarnPositionsResult(Record, frozen=True, kw_only=True):
    """The answer to list_earn_positions."""

    positions: Array[EarnPosition] | None = None
    """The positions of the address."""


class ListEarnPositions(QueryOperation[ListEarnPositionsResult], frozen=True, kw_only=True):
    """List the positions of a wallet's address in earning vaults."""

    operation_name = "list_earn_positions"
    result_type: ClassVar[RecordType] = ListEarnPositionsResult

    wallet_address: str
    """The wallet's address."""


class EarnVault(Record, frozen=True, kw_only=True):
    """An earning vault for an asset."""

    vault_address: str | None = None
    """The address of the vault."""
    provider: str | None = None
    """The provider of the vault."""
    caip19: str | None = None
    """The asset, as a CAIP-19 id."""
    tvl: Annotated[
        str | None, about("The total value in the vault, in the asset's smallest unit, as decimal text.")
    ] = None
    """The total value in the vault, in the asset's smallest unit, as decimal text."""
    apy_pct: str | None = None
    """The annual yield, as a decimal fraction: 0.05 is 5 %."""
    enabled: bool | None = None
    """Whether the organization has a wrapper of the vault."""
    display: EarnValueDisplay | None = None
    """The amounts to show to people; do not calculate with them."""
    name: str | None = None
    """The vault's name, by its provider."""
    curator: str | None = None
    """The vault's curators, separated by commas; empty if the provider has none."""


class ListEarnVaultsResult(Record, frozen=True, kw_only=True):
    """The answer to list_earn_vaults."""

    vaults: Array[EarnVault] | None = None
    """The vaults by their total value in US dollars, the largest first."""
    page_info: PageInfo | None = None
    """The cursors of this part of the list."""


class ListEarnVaults(QueryOperation[ListEarnVaultsResult], frozen=True, kw_only=True):
    """List the earning vaults for an asset."""

    operation_name = "list_earn_vaults"
    result_type: ClassVar[RecordType] = ListEarnVaultsResult

    provider: EarnProvider | None = None
    """The provider of the vaults to list; all if left out."""
    caip19: str
    """The asset of the vaults to list, as a CAIP-19 id."""
    pagination_options: Pagination | None = None
    """Which part of the list."""
