"""Swaps: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from sealwax.operations.catalog.shared import TxError
from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array
from sealwax.operations.responses import Record


class ClaimSwapFeesResult(Record, frozen=True, kw_only=True):
    """The result of claim_swap_fees."""

    request_id: str


class ClaimSwapFees(SubmitOperation[ClaimSwapFeesResult], frozen=True, kw_only=True):
    """Claim the fees of the organization's swaps."""

    operation_name = "claim_swap_fees"


class SwapQuote(Record, frozen=True, kw_only=True):
    """A part of an answer: swap quote."""

    quote_id: str
    provider: str
    output_amount: str
    min_output_amount: str
    expires_at: str
    slippage_bps: str | None = None
    client_fee_bps: str
    estimated_time_seconds: str | None = None


class CreateSwapQuoteResult(Record, frozen=True, kw_only=True):
    """The result of create_swap_quote."""

    quotes: Array[SwapQuote]


class CreateSwapQuote(SubmitOperation[CreateSwapQuoteResult], frozen=True, kw_only=True):
    """Get quotes for a swap of one token into another."""

    operation_name = "create_swap_quote"

    sign_with: str
    input_token: str
    output_token: str
    input_amount: str
    slippage_bps: str | None = None


class ExecuteSwapResult(Record, frozen=True, kw_only=True):
    """The result of execute_swap."""

    swap_request_id: str
    provider: str | None = None
    quote_id: str | None = None


class ExecuteSwap(SubmitOperation[ExecuteSwapResult], frozen=True, kw_only=True):
    """Execute a swap that was quoted."""

    operation_name = "execute_swap"
    version = "V2"

    quote_id: Id
    input_token: str
    input_amount: str
    output_token: str
    quoted_output_amount: str
    min_output_amount: str
    sponsor: bool
    evm_nonce: str | None = None
    recent_blockhash: str | None = None
    gas_station_nonce: str | None = None


class SwapRefund(Record, frozen=True, kw_only=True):
    """A part of an answer: swap refund."""

    asset: str
    amount: str
    tx_hash: str | None = None


class SwapError(Record, frozen=True, kw_only=True):
    """A part of an answer: swap error."""

    reason: str
    message: str
    origin_tx_error: TxError | None = None
    provider_reason: str | None = None


class GetSwapStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_swap_status."""

    status: str
    swap_kind: str
    provider: str
    input_token: str
    output_token: str
    input_amount: str
    origin_tx_hash: str | None = None
    destination_tx_hashes: Array[str] | None = None
    output_amount: str | None = None
    refund: SwapRefund | None = None
    updated_at: str
    error: SwapError | None = None


class GetSwapStatus(QueryOperation[GetSwapStatusResult], frozen=True, kw_only=True):
    """Get the status of a swap."""

    operation_name = "get_swap_status"

    swap_request_id: Id


class UpsertSwapConfigResult(Record, frozen=True, kw_only=True):
    """The result of upsert_swap_config."""

    fee_receiver_wallet_address: str | None = None
    fee_bps: str | None = None
    stable_fee_bps: str | None = None


class UpsertSwapConfig(SubmitOperation[UpsertSwapConfigResult], frozen=True, kw_only=True):
    """Set the fees of swaps, and who receives them."""

    operation_name = "upsert_swap_config"

    fee_receiver_wallet_address: str | None = None
    fee_bps: str | None = None
    stable_fee_bps: str | None = None
