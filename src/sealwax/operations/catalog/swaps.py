"""Swaps: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import Annotated, ClassVar

from sealwax.operations.catalog.shared import TxError
from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, about
from sealwax.operations.responses import Record, RecordType


class ClaimSwapFeesResult(Record, frozen=True, kw_only=True):
    """The result of claim_swap_fees."""

    request_id: str
    """The id of the claim at the swap provider Relay."""


class ClaimSwapFees(SubmitOperation[ClaimSwapFeesResult], frozen=True, kw_only=True):
    """Claim the fees of the organization's swaps."""

    operation_name = "claim_swap_fees"
    activity_type = "ACTIVITY_TYPE_CLAIM_SWAP_FEES"
    intent_key = "claimSwapFeesIntent"
    result_key = "claimSwapFeesResult"
    result_type: ClassVar[RecordType] = ClaimSwapFeesResult


class SwapQuote(Record, frozen=True, kw_only=True):
    """A provider's quote for a swap."""

    quote_id: str
    """The id of the quote, for execute_swap."""
    provider: str
    """The provider of the swap."""
    output_amount: Annotated[
        str, about("The expected amount, in the output asset's smallest unit, as decimal text.")
    ]
    """The expected amount, in the output asset's smallest unit, as decimal text."""
    min_output_amount: Annotated[
        str, about("The least to get after slippage, in the output asset's smallest unit, as decimal text.")
    ]
    """The least to get after slippage, in the output asset's smallest unit, as decimal text."""
    expires_at: Annotated[
        str, about("The end of the quote, in milliseconds since the epoch, as decimal text.")
    ]
    """The end of the quote, in milliseconds since the epoch, as decimal text."""
    slippage_bps: str | None = None
    """The slippage that the quote tolerates, in basis points."""
    client_fee_bps: str
    """Your fee, in basis points, which the amounts contain already."""
    estimated_time_seconds: Annotated[
        str | None, about("The provider's estimate of the time to complete, in seconds.")
    ] = None
    """The provider's estimate of the time to complete, in seconds."""


class CreateSwapQuoteResult(Record, frozen=True, kw_only=True):
    """The result of create_swap_quote."""

    quotes: Array[SwapQuote]
    """The quotes of the providers."""


class CreateSwapQuote(SubmitOperation[CreateSwapQuoteResult], frozen=True, kw_only=True):
    """Get quotes for a swap of one token into another."""

    operation_name = "create_swap_quote"
    activity_type = "ACTIVITY_TYPE_CREATE_SWAP_QUOTE"
    intent_key = "createSwapQuoteIntent"
    result_key = "createSwapQuoteResult"
    result_type: ClassVar[RecordType] = CreateSwapQuoteResult

    sign_with: str
    """The address to swap from; not a private key's id."""
    input_token: str
    """The asset to swap, as a CAIP-19 id."""
    output_token: str
    """The asset to get, as a CAIP-19 id."""
    input_amount: Annotated[
        str, about("The amount to swap, in the input asset's smallest unit, as decimal text.")
    ]
    """The amount to swap, in the input asset's smallest unit, as decimal text."""
    slippage_bps: str | None = None
    """The most slippage to tolerate, in basis points; the provider's default if left out."""


class ExecuteSwapResult(Record, frozen=True, kw_only=True):
    """The result of execute_swap."""

    swap_request_id: str
    """The id of the swap, for get_swap_status."""
    provider: str | None = None
    """The provider of the swap."""
    quote_id: str | None = None
    """The id of the quote that is executed."""


class ExecuteSwap(SubmitOperation[ExecuteSwapResult], frozen=True, kw_only=True):
    """Execute a swap that was quoted."""

    operation_name = "execute_swap"
    activity_type = "ACTIVITY_TYPE_EXECUTE_SWAP_V2"
    intent_key = "executeSwapIntentV2"
    result_key = "executeSwapResult"
    result_type: ClassVar[RecordType] = ExecuteSwapResult

    quote_id: Id
    """The id of the quote, from create_swap_quote."""
    input_token: str
    """The asset to swap, as a CAIP-19 id."""
    input_amount: Annotated[
        str, about("The amount to swap, in the input asset's smallest unit, as decimal text.")
    ]
    """The amount to swap, in the input asset's smallest unit, as decimal text."""
    output_token: str
    """The asset to get, as a CAIP-19 id."""
    quoted_output_amount: str
    """The output_amount of the quote."""
    min_output_amount: str
    """The min_output_amount of the quote."""
    sponsor: bool
    """Whether the gas station pays for the transaction."""
    evm_nonce: str | None = None
    """The sender's nonce, of a swap on an EVM chain without a sponsor; the service's if left out."""
    recent_blockhash: str | None = None
    """A recent blockhash of Solana; the service's if left out."""
    gas_station_nonce: str | None = None
    """The nonce of the gas station's contract; the service's if left out."""


class SwapRefund(Record, frozen=True, kw_only=True):
    """The refund of a failed swap."""

    asset: str
    """The asset that was returned, as a CAIP-19 id."""
    amount: Annotated[str, about("The amount, in the asset's smallest unit, as decimal text.")]
    """The amount, in the asset's smallest unit, as decimal text."""
    tx_hash: str | None = None
    """The hash of the refund's transaction, if there is one."""


class SwapError(Record, frozen=True, kw_only=True):
    """The failure of a swap."""

    reason: str
    """The reason of the failure: ORIGIN_TRANSACTION_FAILED or PROVIDER_FILL_FAILED."""
    message: str
    """The reason of the failure, in words."""
    origin_tx_error: TxError | None = None
    """The error of the transaction on the first chain."""
    provider_reason: str | None = None
    """The provider's reason, if it gave one."""


class GetSwapStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_swap_status."""

    status: str
    """The status of the swap: PENDING, COMPLETED or FAILED."""
    swap_kind: str
    """The kind of the swap: SAME_CHAIN or CROSS_CHAIN."""
    provider: str
    """The provider of the swap."""
    input_token: str
    """The asset to swap, as a CAIP-19 id."""
    output_token: str
    """The asset to get, as a CAIP-19 id."""
    input_amount: Annotated[
        str, about("The amount to swap, in the input asset's smallest unit, as decimal text.")
    ]
    """The amount to swap, in the input asset's smallest unit, as decimal text."""
    origin_tx_hash: str | None = None
    """The hash of the transaction on the first chain, once known."""
    destination_tx_hashes: Array[str] | None = None
    """The hashes of transactions on the other chain, once a cross-chain swap is complete."""
    output_amount: Annotated[
        str | None, about("The received amount, in the output asset's smallest unit; None unless completed.")
    ] = None
    """The received amount, in the output asset's smallest unit; None unless completed."""
    refund: SwapRefund | None = None
    """The refund of a cross-chain swap that failed after its first transaction."""
    updated_at: Annotated[
        str, about("The time of the last change, in milliseconds since the epoch, as decimal text.")
    ]
    """The time of the last change, in milliseconds since the epoch, as decimal text."""
    error: SwapError | None = None
    """The reason of the failure, if the status is FAILED."""


class GetSwapStatus(QueryOperation[GetSwapStatusResult], frozen=True, kw_only=True):
    """Get the status of a swap."""

    operation_name = "get_swap_status"
    result_type: ClassVar[RecordType] = GetSwapStatusResult

    swap_request_id: Id
    """The id of the swap, from execute_swap."""


class UpsertSwapConfigResult(Record, frozen=True, kw_only=True):
    """The result of upsert_swap_config."""

    fee_receiver_wallet_address: str | None = None
    """The address that receives your fees."""
    fee_bps: str | None = None
    """Your fee on swaps, in basis points."""
    stable_fee_bps: str | None = None
    """Your fee on swaps between stablecoins, in basis points; fee_bps if left out."""


class UpsertSwapConfig(SubmitOperation[UpsertSwapConfigResult], frozen=True, kw_only=True):
    """Set the fees of swaps, and who receives them."""

    operation_name = "upsert_swap_config"
    activity_type = "ACTIVITY_TYPE_UPSERT_SWAP_CONFIG"
    intent_key = "upsertSwapConfigIntent"
    result_key = "upsertSwapConfigResult"
    result_type: ClassVar[RecordType] = UpsertSwapConfigResult

    fee_receiver_wallet_address: str | None = None
    """The address that receives your fees."""
    fee_bps: str | None = None
    """Your fee on swaps, in basis points."""
    stable_fee_bps: str | None = None
    """Your fee on swaps between stablecoins, in basis points; fee_bps if left out."""
