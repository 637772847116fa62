"""Sending transactions: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import Literal, TypeAlias

from sealwax.operations.catalog.shared import TxError
from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, Parameters
from sealwax.operations.responses import Record

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


class EthSendRawTransaction(SubmitOperation[EthSendRawTransactionResult], frozen=True, kw_only=True):
    """Broadcast a signed Ethereum transaction."""

    operation_name = "eth_send_raw_transaction"

    signed_transaction: str
    caip2: GetNoncesCaip2


class EthCallParams(Parameters, frozen=True, kw_only=True):
    """A part of a request: eth call params."""

    to: str
    value: str | None = None
    data: str | None = None


class EthSendTransactionResult(Record, frozen=True, kw_only=True):
    """The result of eth_send_transaction."""

    send_transaction_status_id: str


class EthSendTransaction(SubmitOperation[EthSendTransactionResult], frozen=True, kw_only=True):
    """Sign and broadcast an Ethereum transaction."""

    operation_name = "eth_send_transaction"
    version = "V2"
    result_version = "V2"

    from_: str
    caip2: GetNoncesCaip2
    sponsor: bool | None = None
    nonce: str | None = None
    gas_limit: str | None = None
    max_fee_per_gas: str | None = None
    max_priority_fee_per_gas: str | None = None
    deadline: str | None = None
    gas_station_nonce: str | None = None
    calls: Array[EthCallParams]


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


class EthUndelegate7702(SubmitOperation[EthUndelegate7702Result], frozen=True, kw_only=True):
    """Remove the EIP-7702 delegation of an Ethereum account."""

    operation_name = "eth_undelegate_7702"

    from_: str
    caip2: EthUndelegate7702Caip2
    nonce: str | None = None
    gas_limit: str | None = None
    max_fee_per_gas: str | None = None
    max_priority_fee_per_gas: str | None = None


class GetGasUsageResult(Record, frozen=True, kw_only=True):
    """The answer to get_gas_usage."""

    window_duration_minutes: int
    window_limit_usd: str
    usage_usd: str


class GetGasUsage(QueryOperation[GetGasUsageResult], frozen=True, kw_only=True):
    """Get how much sponsored gas was used, and its limit."""

    operation_name = "get_gas_usage"


class GetNoncesResult(Record, frozen=True, kw_only=True):
    """The answer to get_nonces."""

    nonce: str | None = None
    gas_station_nonce: str | None = None


class GetNonces(QueryOperation[GetNoncesResult], frozen=True, kw_only=True):
    """Get the next nonces of an Ethereum account."""

    operation_name = "get_nonces"

    address: str
    caip2: GetNoncesCaip2
    nonce: bool | None = None
    gas_station_nonce: bool | None = None


class EthSendTransactionStatus(Record, frozen=True, kw_only=True):
    """A part of an answer: eth send transaction status."""

    tx_hash: str | None = None


class SolanaSendTransactionStatus(Record, frozen=True, kw_only=True):
    """A part of an answer: solana send transaction status."""

    signature: str | None = None


class GetSendTransactionStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_send_transaction_status."""

    tx_status: str
    eth: EthSendTransactionStatus | None = None
    solana: SolanaSendTransactionStatus | None = None
    tx_error: str | None = None
    error: TxError | None = None


class GetSendTransactionStatus(QueryOperation[GetSendTransactionStatusResult], frozen=True, kw_only=True):
    """Get the status of a transaction that was sent."""

    operation_name = "get_send_transaction_status"

    send_transaction_status_id: Id


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


class SolSendTransaction(SubmitOperation[SolSendTransactionResult], frozen=True, kw_only=True):
    """Sign and broadcast a Solana transaction."""

    operation_name = "sol_send_transaction"
    version = "V2"
    result_version = "V2"

    unsigned_transaction: str
    sign_withs: Array[str]
    sponsor: bool | None = None
    caip2: SolSendTransactionCaip2
    recent_blockhash: str | None = None
