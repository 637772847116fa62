"""Earning vaults: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import Literal, TypeAlias

from sealwax.operations.catalog.shared import PageInfo, Pagination
from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array
from sealwax.operations.responses import Record


class ClaimEarnFeesResult(Record, frozen=True, kw_only=True):
    """The result of claim_earn_fees."""

    claim_request_id: str


class ClaimEarnFees(SubmitOperation[ClaimEarnFeesResult], frozen=True, kw_only=True):
    """Claim the fees that a wrapper of an earning vault collected."""

    operation_name = "claim_earn_fees"

    wrapper_address: str


EarnDeployWrapperChainCaip2: TypeAlias = Literal[
    "eip155:1", "eip155:8453", "eip155:42161", "eip155:137", "eip155:56", "eip155:4217"
]


class EarnDeployWrapperResult(Record, frozen=True, kw_only=True):
    """The result of earn_deploy_wrapper."""

    wrapper_address: str
    splitter_address: str
    deploy_request_id: str


class EarnDeployWrapper(SubmitOperation[EarnDeployWrapperResult], frozen=True, kw_only=True):
    """Deploy a wrapper of an earning vault."""

    operation_name = "earn_deploy_wrapper"

    vault_address: str
    chain_caip2: EarnDeployWrapperChainCaip2
    client_fee_bps: str
    client_fee_wallet: str


class EarnDepositResult(Record, frozen=True, kw_only=True):
    """The result of earn_deposit."""

    deposit_request_id: str


class EarnDeposit(SubmitOperation[EarnDepositResult], frozen=True, kw_only=True):
    """Deposit an asset into an earning vault."""

    operation_name = "earn_deposit"

    wrapper_address: str
    sign_with: str
    assets: str
    chain_caip2: EarnDeployWrapperChainCaip2
    sponsor: bool | None = None


class EarnSetWrapperStateResult(Record, frozen=True, kw_only=True):
    """The result of earn_set_wrapper_state."""

    wrapper_address: str
    deposits_disabled: bool


class EarnSetWrapperState(SubmitOperation[EarnSetWrapperStateResult], frozen=True, kw_only=True):
    """Allow or stop deposits to a wrapper of an earning vault."""

    operation_name = "earn_set_wrapper_state"

    wrapper_address: str
    deposits_disabled: bool


class EarnWithdrawResult(Record, frozen=True, kw_only=True):
    """The result of earn_withdraw."""

    withdraw_request_id: str


class EarnWithdraw(SubmitOperation[EarnWithdrawResult], frozen=True, kw_only=True):
    """Withdraw an asset from an earning vault."""

    operation_name = "earn_withdraw"

    wrapper_address: str
    sign_with: str
    chain_caip2: EarnDeployWrapperChainCaip2
    sponsor: bool | None = None
    amount_value: str


class GetClaimEarnFeesStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_claim_earn_fees_status."""

    status: str
    claim_tx_hash: str | None = None
    error: str | None = None


class GetClaimEarnFeesStatus(QueryOperation[GetClaimEarnFeesStatusResult], frozen=True, kw_only=True):
    """Get the status of a claim of earning fees."""

    operation_name = "get_claim_earn_fees_status"

    claim_request_id: Id


class GetEarnDeployStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_earn_deploy_status."""

    status: str
    deploy_tx_hash: str | None = None
    error: str | None = None


class GetEarnDeployStatus(QueryOperation[GetEarnDeployStatusResult], frozen=True, kw_only=True):
    """Get the status of the deployment of a wrapper."""

    operation_name = "get_earn_deploy_status"

    deploy_request_id: Id


class GetEarnDepositStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_earn_deposit_status."""

    status: str
    deposit_tx_hash: str | None = None
    error: str | None = None


class GetEarnDepositStatus(QueryOperation[GetEarnDepositStatusResult], frozen=True, kw_only=True):
    """Get the status of a deposit."""

    operation_name = "get_earn_deposit_status"

    deposit_request_id: Id


class GetEarnWithdrawStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_earn_withdraw_status."""

    status: str
    withdraw_tx_hash: str | None = None
    error: str | None = None


class GetEarnWithdrawStatus(QueryOperation[GetEarnWithdrawStatusResult], frozen=True, kw_only=True):
    """Get the status of a withdrawal."""

    operation_name = "get_earn_withdraw_status"

    withdraw_request_id: Id


EarnProvider: TypeAlias = Literal["EARN_PROVIDER_MORPHO", "EARN_PROVIDER_AAVE"]


class EarnValueDisplay(Record, frozen=True, kw_only=True):
    """A part of an answer: earn value display."""

    usd: str | None = None
    crypto: str | None = None


class EarnEnabledVault(Record, frozen=True, kw_only=True):
    """A part of an answer: earn enabled vault."""

    vault_address: str | None = None
    wrapper_address: str | None = None
    provider: str | None = None
    caip19: str | None = None
    apy_pct: str | None = None
    total_deposited: str | None = None
    display: EarnValueDisplay | None = None
    net_apy_pct: str | None = None
    client_fee_bps: str | None = None
    deposits_disabled: bool | None = None
    name: str | None = None
    curator: str | None = None
    claimable_client_fee: str | None = None
    claimable_client_fee_display: EarnValueDisplay | None = None
    client_fee_wallet: str | None = None


class ListEarnEnabledVaultsResult(Record, frozen=True, kw_only=True):
    """The answer to list_earn_enabled_vaults."""

    enabled_vaults: Array[EarnEnabledVault] | None = None


class ListEarnEnabledVaults(QueryOperation[ListEarnEnabledVaultsResult], frozen=True, kw_only=True):
    """List the earning vaults that the organization has wrappers of."""

    operation_name = "list_earn_enabled_vaults"

    provider: EarnProvider | None = None
    caip19: str | None = None


class EarnPositionDisplay(Record, frozen=True, kw_only=True):
    """A part of an answer: earn position display."""

    current_value_usd: str | None = None
    total_deposited_usd: str | None = None
    total_withdrawn_usd: str | None = None
    current_value_crypto: str | None = None
    total_deposited_crypto: str | None = None
    total_withdrawn_crypto: str | None = None


class EarnPosition(Record, frozen=True, kw_only=True):
    """A part of an answer: earn position."""

    vault_address: str | None = None
    wrapper_address: str | None = None
    provider: str | None = None
    caip19: str | None = None
    current_value: str | None = None
    total_deposited: str | None = None
    total_withdrawn: str | None = None
    display: EarnPositionDisplay | None = None
    deposits_disabled: bool | None = None


class ListEarnPositionsResult(Record, frozen=True, kw_only=True):
    """The answer to list_earn_positions."""

    positions: Array[EarnPosition] | None = None


class ListEarnPositions(QueryOperation[ListEarnPositionsResult], frozen=True, kw_only=True):
    """List the positions of a wallet's address in earning vaults."""

    operation_name = "list_earn_positions"

    wallet_address: str


class EarnVault(Record, frozen=True, kw_only=True):
    """A part of an answer: earn vault."""

    vault_address: str | None = None
    provider: str | None = None
    caip19: str | None = None
    tvl: str | None = None
    apy_pct: str | None = None
    enabled: bool | None = None
    display: EarnValueDisplay | None = None
    name: str | None = None
    curator: str | None = None


class ListEarnVaultsResult(Record, frozen=True, kw_only=True):
    """The answer to list_earn_vaults."""

    vaults: Array[EarnVault] | None = None
    page_info: PageInfo | None = None


class ListEarnVaults(QueryOperation[ListEarnVaultsResult], frozen=True, kw_only=True):
    """List the earning vaults for an asset."""

    operation_name = "list_earn_vaults"

    provider: EarnProvider | None = None
    caip19: str
    pagination_options: Pagination | None = None
