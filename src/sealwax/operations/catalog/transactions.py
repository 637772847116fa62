"""Sending transactions: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import Annotated, ClassVar, Literal, TypeAlias

from sealwax.operations.catalog.shared import TxError
from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, Parameters, about
from sealwax.operations.responses import Record, RecordType

GetNoncesCaip2: TypeAlias = Literal[
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
]


class EthSendRawTransactionResult(Record, frozen=True, kw_only=True):
    """The result of eth_send_raw_transaction."""

    transaction_hash: str
    """The transaction's hash."""


class EthSendRawTransaction(SubmitOperation[EthSendRawTransactionResult], frozen=True, kw_only=True):
    """Broadcast a signed Ethereum transaction."""

    operation_name = "eth_send_raw_transaction"
    activity_type = "ACTIVITY_TYPE_ETH_SEND_RAW_TRANSACTION"
    intent_key = "ethSendRawTransactionIntent"
    result_key = "ethSendRawTransactionResult"
    result_type: ClassVar[RecordType] = EthSendRawTransactionResult

    signed_transaction: str
    """The signed transaction to broadcast."""
    caip2: GetNoncesCaip2
    """The chain, as a CAIP-2 id, such as eip155:1 for Ethereum."""


class EthCallParams(Parameters, frozen=True, kw_only=True):
    """A call to send in an Ethereum transaction."""

    to: Annotated[str, about("The address to call or to pay, in hex with 0x.")]
    """The address to call or to pay, in hex with 0x."""
    value: Annotated[str | None, about("The amount of the chain's own asset to send, in wei.")] = None
    """The amount of the chain's own asset to send, in wei."""
    data: Annotated[str | None, about("The data of the call, in hex.")] = None
    """The data of the call, in hex."""


class EthSendTransactionResult(Record, frozen=True, kw_only=True):
    """The result of eth_send_transaction."""

    send_transaction_status_id: str
    """The id of the transaction's status, for get_send_transaction_status."""


class EthSendTransaction(SubmitOperation[EthSendTransactionResult], frozen=True, kw_only=True):
    """Sign and broadcast an Ethereum transaction."""

    operation_name = "eth_send_transaction"
    activity_type = "ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2"
    intent_key = "ethSendTransactionIntentV2"
    result_key = "ethSendTransactionResultV2"
    result_type: ClassVar[RecordType] = EthSendTransactionResult

    from_: str
    """The address that sends and signs; not a private key's id."""
    caip2: GetNoncesCaip2
    """The chain, as a CAIP-2 id, such as eip155:1 for Ethereum."""
    sponsor: bool | None = None
    """Whether the gas station pays for the transaction."""
    nonce: str | None = None
    """The nonce of the transaction; the service's if left out."""
    gas_limit: str | None = None
    """The most gas that the transaction may use; the service's estimate if left out."""
    max_fee_per_gas: Annotated[
        str | None,
        about("The most to pay per unit of gas, with the tip, in wei; the service's estimate if left out."),
    ] = None
    """The most to pay per unit of gas, with the tip, in wei; the service's estimate if left out."""
    max_priority_fee_per_gas: Annotated[
        str | None, about("The most to tip per unit of gas, in wei; the service's estimate if left out.")
    ] = None
    """The most to tip per unit of gas, in wei; the service's estimate if left out."""
    deadline: Annotated[
        str | None,
        about("The latest time to execute, in seconds since the epoch; only for sponsored transactions."),
    ] = None
    """The latest time to execute, in seconds since the epoch; only for sponsored transactions."""
    gas_station_nonce: str | None = None
    """The nonce of the gas station's contract; the service's if left out."""
    calls: Array[EthCallParams]
    """The calls to execute, in order: from 1 to 50."""


EthUndelegate7702Caip2: TypeAlias = Literal[
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
    "eip155:421614",
]


class EthUndelegate7702Result(Record, frozen=True, kw_only=True):
    """The result of eth_undelegate_7702."""

    send_transaction_status_id: str
    """The id of the transaction's status, for get_send_transaction_status."""


class EthUndelegate7702(SubmitOperation[EthUndelegate7702Result], frozen=True, kw_only=True):
    """Remove the EIP-7702 delegation of an Ethereum account."""

    operation_name = "eth_undelegate_7702"
    activity_type = "ACTIVITY_TYPE_ETH_UNDELEGATE_7702"
    intent_key = "ethUndelegate7702Intent"
    result_key = "ethUndelegate7702Result"
    result_type: ClassVar[RecordType] = EthUndelegate7702Result

    from_: str
    """The address to undelegate; not a private key's id."""
    caip2: EthUndelegate7702Caip2
    """The chain, as a CAIP-2 id, such as eip155:1 for Ethereum."""
    nonce: str | None = None
    """The nonce of the transaction; the service's if left out."""
    gas_limit: str | None = None
    """The most gas that the transaction may use; a fixed limit if left out."""
    max_fee_per_gas: Annotated[
        str | None,
        about("The most to pay per unit of gas, with the tip, in wei; the service's estimate if left out."),
    ] = None
    """The most to pay per unit of gas, with the tip, in wei; the service's estimate if left out."""
    max_priority_fee_per_gas: Annotated[
        str | None, about("The most to tip per unit of gas, in wei; the service's estimate if left out.")
    ] = None
    """The most to tip per unit of gas, in wei; the service's estimate if left out."""


class GetGasUsageResult(Record, frozen=True, kw_only=True):
    """The answer to get_gas_usage."""

    window_duration_minutes: int
    """The length of the window, in minutes."""
    window_limit_usd: str
    """The most sponsored gas in a window, in US dollars."""
    usage_usd: str
    """The sponsored gas that was used in the window, in US dollars."""


class GetGasUsage(QueryOperation[GetGasUsageResult], frozen=True, kw_only=True):
    """Get how much sponsored gas was used, and its limit."""

    operation_name = "get_gas_usage"
    result_type: ClassVar[RecordType] = GetGasUsageResult


class GetNoncesResult(Record, frozen=True, kw_only=True):
    """The answer to get_nonces."""

    nonce: str | None = None
    """The account's next nonce, if asked for."""
    gas_station_nonce: str | None = None
    """The nonce of the gas station's contract, if asked for."""


class GetNonces(QueryOperation[GetNoncesResult], frozen=True, kw_only=True):
    """Get the next nonces of an Ethereum account."""

    operation_name = "get_nonces"
    result_type: ClassVar[RecordType] = GetNoncesResult

    address: str
    """The Ethereum address."""
    caip2: GetNoncesCaip2
    """The chain, as a CAIP-2 id, such as eip155:1 for Ethereum."""
    nonce: bool | None = None
    """Whether to get the account's nonce."""
    gas_station_nonce: bool | None = None
    """Whether to get the nonce of the gas station's contract."""


class EthSendTransactionStatus(Record, frozen=True, kw_only=True):
    """The hash of an Ethereum transaction that was sent."""

    tx_hash: str | None = None
    """The transaction's hash, once there is one."""


class SolanaSendTransactionStatus(Record, frozen=True, kw_only=True):
    """The signature of a Solana transaction that was sent."""

    signature: str | None = None
    """The transaction's signature, which is its id, once there is one."""


class GetSendTransactionStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_send_transaction_status."""

    tx_status: str
    """The status of the transaction."""
    eth: EthSendTransactionStatus | None = None
    """The status on an Ethereum chain."""
    solana: SolanaSendTransactionStatus | None = None
    """The status on Solana."""
    tx_error: str | None = None
    """The error when the transaction was broadcast or confirmed."""
    error: TxError | None = None
    """The details of the error, with those of a revert."""


class GetSendTransactionStatus(QueryOperation[GetSendTransactionStatusResult], frozen=True, kw_only=True):
    """Get the status of a transaction that was sent."""

    operation_name = "get_send_transaction_status"
    result_type: ClassVar[RecordType] = GetSendTransactionStatusResult

    send_transaction_status_id: Id
    """The id of the transaction's status, from the request that sent it."""


SolSendTransactionCaip2: TypeAlias = Literal[
    "solana:mainnet",
    "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
    "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
    "solana:devnet",
    "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
    "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
]


class SolSendTransactionResult(Record, frozen=True, kw_only=True):
    """The result of sol_send_transaction."""

    send_transaction_status_id: str
    """The id of the transaction's status, for get_send_transaction_status."""


class SolSendTransaction(SubmitOperation[SolSendTransactionResult], frozen=True, kw_only=True):
    """Sign and broadcast a Solana transaction."""

    operation_name = "sol_send_transaction"
    activity_type = "ACTIVITY_TYPE_SOL_SEND_TRANSACTION_V2"
    intent_key = "solSendTransactionIntentV2"
    result_key = "solSendTransactionResultV2"
    result_type: ClassVar[RecordType] = SolSendTransactionResult

    unsigned_transaction: Annotated[str, about("The unsigned transaction, in hex.")]
    """The unsigned transaction, in hex."""
    sign_withs: Array[str]
    """The Solana addresses that sign, from 1 to 16, in the transaction's order."""
    sponsor: bool | None = None
    """Whether the gas station pays for the transaction."""
    caip2: SolSendTransactionCaip2
    """The Solana chain, as a CAIP-2 id or an alias such as solana:mainnet."""
    recent_blockhash: str | None = None
    """A recent blockhash to use; a sponsored transaction gets a fresh one if left out."""
