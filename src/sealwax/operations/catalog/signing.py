"""Signing: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import Literal, TypeAlias

from sealwax._codec.enumerations import HashFunction, PayloadEncoding
from sealwax.operations.forms import Id, Int64
from sealwax.operations.operation import SubmitOperation
from sealwax.operations.parameters import Array, Parameters
from sealwax.operations.responses import Record
from sealwax.operations.results import _RawSignature


class SignRawPayloadResult(_RawSignature, frozen=True, kw_only=True):
    """The result of sign_raw_payload."""

    r: str
    s: str
    v: str


class SignRawPayload(SubmitOperation[SignRawPayloadResult], frozen=True, kw_only=True):
    """Sign a payload."""

    operation_name = "sign_raw_payload"
    version = "V2"

    sign_with: str
    payload: str
    encoding: PayloadEncoding
    hash_function: HashFunction


class SignRawPayloadV1Result(Record, frozen=True, kw_only=True):
    """The result of sign_raw_payload, version 1."""

    r: str
    s: str
    v: str


class SignRawPayloadV1(SubmitOperation[SignRawPayloadV1Result], frozen=True, kw_only=True):
    """Sign a payload.

    This is version 1; ``SignRawPayload`` is the newest.
    """

    operation_name = "sign_raw_payload"

    private_key_id: Id
    payload: str
    encoding: PayloadEncoding
    hash_function: HashFunction


class SignRawPayloadsResult(Record, frozen=True, kw_only=True):
    """The result of sign_raw_payloads."""

    signatures: Array[SignRawPayloadResult] | None = None


class SignRawPayloads(SubmitOperation[SignRawPayloadsResult], frozen=True, kw_only=True):
    """Sign several payloads with one key."""

    operation_name = "sign_raw_payloads"

    sign_with: str
    payloads: Array[str]
    encoding: PayloadEncoding
    hash_function: HashFunction


TransactionType: TypeAlias = Literal[
    "TRANSACTION_TYPE_ETHEREUM",
    "TRANSACTION_TYPE_SOLANA",
    "TRANSACTION_TYPE_TRON",
    "TRANSACTION_TYPE_BITCOIN",
    "TRANSACTION_TYPE_TEMPO",
]


class SignTransactionResult(Record, frozen=True, kw_only=True):
    """The result of sign_transaction."""

    signed_transaction: str


class SignTransaction(SubmitOperation[SignTransactionResult], frozen=True, kw_only=True):
    """Sign a transaction."""

    operation_name = "sign_transaction"
    version = "V2"

    sign_with: str
    unsigned_transaction: str
    type: TransactionType


class SignTransactionV1Result(Record, frozen=True, kw_only=True):
    """The result of sign_transaction, version 1."""

    signed_transaction: str


class SignTransactionV1(SubmitOperation[SignTransactionV1Result], frozen=True, kw_only=True):
    """Sign a transaction.

    This is version 1; ``SignTransaction`` is the newest.
    """

    operation_name = "sign_transaction"

    private_key_id: Id
    unsigned_transaction: str
    type: TransactionType


class SparkClaimLeaf(Parameters, frozen=True, kw_only=True):
    """A part of a request: spark claim leaf."""

    leaf_id: Id
    ciphertext: str
    sender_signature: str


class SparkOperatorRecipient(Parameters, frozen=True, kw_only=True):
    """A part of a request: spark operator recipient."""

    operator_id: Id
    encryption_public_key: str


class SparkClaimPackage(Parameters, frozen=True, kw_only=True):
    """A part of a request: spark claim package."""

    leaves: Array[SparkClaimLeaf]
    threshold: Int64
    operator_recipients: Array[SparkOperatorRecipient]
    transfer_id: Id
    sender_identity_public_key: str


class SparkEncryptedOperatorPackage(Record, frozen=True, kw_only=True):
    """A part of an answer: spark encrypted operator package."""

    operator_id: str
    encrypted_package: str


class SparkLeafPublicKey(Record, frozen=True, kw_only=True):
    """A part of an answer: spark leaf public key."""

    leaf_id: str
    public_key: str


class SparkClaimTransferResult(Record, frozen=True, kw_only=True):
    """The result of spark_claim_transfer."""

    operator_packages: Array[SparkEncryptedOperatorPackage]
    new_leaf_public_keys: Array[SparkLeafPublicKey]


class SparkClaimTransfer(SubmitOperation[SparkClaimTransferResult], frozen=True, kw_only=True):
    """Claim a transfer on Spark."""

    operation_name = "spark_claim_transfer"
    makes_app_proofs = False

    sign_with: str
    claim: SparkClaimPackage


class SparkLightningReceivePackage(Parameters, frozen=True, kw_only=True):
    """A part of a request: spark lightning receive package."""

    threshold: Int64
    operator_recipients: Array[SparkOperatorRecipient]


class SparkPrepareLightningReceiveResult(Record, frozen=True, kw_only=True):
    """The result of spark_prepare_lightning_receive."""

    operator_packages: Array[SparkEncryptedOperatorPackage]
    payment_hash: str


class SparkPrepareLightningReceive(
    SubmitOperation[SparkPrepareLightningReceiveResult], frozen=True, kw_only=True
):
    """Prepare to receive a Lightning payment on Spark."""

    operation_name = "spark_prepare_lightning_receive"
    makes_app_proofs = False

    sign_with: str
    lightning_receive: SparkLightningReceivePackage


class SparkIdentityDerivation(Parameters, frozen=True, kw_only=True):
    """A part of a request: spark identity derivation."""


class SparkSigningLeafDerivation(Parameters, frozen=True, kw_only=True):
    """A part of a request: spark signing leaf derivation."""

    leaf_id: Id


class SparkDepositDerivation(Parameters, frozen=True, kw_only=True):
    """A part of a request: spark deposit derivation."""


class SparkStaticDepositDerivation(Parameters, frozen=True, kw_only=True):
    """A part of a request: spark static deposit derivation."""

    index: Int64


class SparkHtlcPreimageDerivation(Parameters, frozen=True, kw_only=True):
    """A part of a request: spark htlc preimage derivation."""


class SparkKeyDerivation(Parameters, frozen=True, kw_only=True):
    """A part of a request: spark key derivation."""

    identity: SparkIdentityDerivation | None = None
    signing_leaf: SparkSigningLeafDerivation | None = None
    deposit: SparkDepositDerivation | None = None
    static_deposit: SparkStaticDepositDerivation | None = None
    htlc_preimage: SparkHtlcPreimageDerivation | None = None


class SparkTransferLeaf(Parameters, frozen=True, kw_only=True):
    """A part of a request: spark transfer leaf."""

    leaf_id: Id
    old_leaf_derivation: SparkKeyDerivation
    new_leaf_derivation: SparkKeyDerivation
    refund_signature: str | None = None
    direct_refund_signature: str | None = None
    direct_from_cpfp_refund_signature: str | None = None


class SparkTransferPackage(Parameters, frozen=True, kw_only=True):
    """A part of a request: spark transfer package."""

    transfer_id: Id
    leaves: Array[SparkTransferLeaf]
    threshold: Int64
    operator_recipients: Array[SparkOperatorRecipient]
    receiver_public_key: str


class SparkPrepareTransferResult(Record, frozen=True, kw_only=True):
    """The result of spark_prepare_transfer."""

    operator_packages: Array[SparkEncryptedOperatorPackage]
    transfer_user_signature: str
    new_leaf_public_keys: Array[SparkLeafPublicKey]


class SparkPrepareTransfer(SubmitOperation[SparkPrepareTransferResult], frozen=True, kw_only=True):
    """Prepare a transfer on Spark."""

    operation_name = "spark_prepare_transfer"
    makes_app_proofs = False

    sign_with: str
    transfer: SparkTransferPackage


class SparkFrostCommitment(Parameters, frozen=True, kw_only=True):
    """A part of a request: spark frost commitment."""

    id: str
    hiding: str
    binding: str


class SparkSignatureRequest(Parameters, frozen=True, kw_only=True):
    """A part of a request: spark signature request."""

    derivation: SparkKeyDerivation
    message: str
    verifying_key: str
    operator_commitments: Array[SparkFrostCommitment]
    adaptor_public_key: str | None = None


class SparkPartialSignature(Record, frozen=True, kw_only=True):
    """A part of an answer: spark partial signature."""

    signature_share: str
    hiding: str
    binding: str


class SparkSignFrostResult(Record, frozen=True, kw_only=True):
    """The result of spark_sign_frost."""

    signatures: Array[SparkPartialSignature]


class SparkSignFrost(SubmitOperation[SparkSignFrostResult], frozen=True, kw_only=True):
    """Make partial FROST signatures for Spark."""

    operation_name = "spark_sign_frost"
    makes_app_proofs = False

    sign_with: str
    signatures: Array[SparkSignatureRequest]
