"""Signing: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import Annotated, ClassVar, Literal, TypeAlias

from sealwax._codec.enumerations import HashFunction, PayloadEncoding
from sealwax.operations.forms import Id, Int64
from sealwax.operations.operation import SubmitOperation
from sealwax.operations.parameters import Array, Parameters, about
from sealwax.operations.responses import Record, RecordType
from sealwax.operations.results import _RawSignature, _SignedTransaction
from sealwax.operations.rules import _SignRawPayload


class SignRawPayloadResult(_RawSignature, frozen=True, kw_only=True):
    """The result of sign_raw_payload."""

    r: Annotated[str, about("The r of the signature, in hex without 0x.")]
    """The r of the signature, in hex without 0x."""
    s: Annotated[str, about("The s of the signature, in hex without 0x.")]
    """The s of the signature, in hex without 0x."""
    v: str
    """The recovery id, 00 or 01; 00 for Ed25519 and Schnorr signatures."""


class SignRawPayload(SubmitOperation[SignRawPayloadResult], _SignRawPayload, frozen=True, kw_only=True):
    """Sign a payload."""

    operation_name = "sign_raw_payload"
    activity_type = "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2"
    intent_key = "signRawPayloadIntentV2"
    result_key = "signRawPayloadResult"
    result_type: ClassVar[RecordType] = SignRawPayloadResult

    sign_with: str
    """The address of the account or private key that signs, or the private key's id."""
    payload: str
    """The text whose bytes are signed."""
    encoding: PayloadEncoding
    """The encoding that turns the text into bytes, such as PAYLOAD_ENCODING_HEXADECIMAL."""
    hash_function: HashFunction
    """The hash of the bytes that is signed; HASH_FUNCTION_NOT_APPLICABLE for Ed25519."""


class SignRawPayloadV1Result(Record, frozen=True, kw_only=True):
    """The result of sign_raw_payload, version 1."""

    r: Annotated[str, about("The r of the signature, in hex without 0x.")]
    """The r of the signature, in hex without 0x."""
    s: Annotated[str, about("The s of the signature, in hex without 0x.")]
    """The s of the signature, in hex without 0x."""
    v: str
    """The recovery id, 00 or 01; 00 for Ed25519 and Schnorr signatures."""


class SignRawPayloadV1(SubmitOperation[SignRawPayloadV1Result], frozen=True, kw_only=True):
    """Sign a payload.

    This is version 1; ``SignRawPayload`` is the newest.
    """

    operation_name = "sign_raw_payload"
    activity_type = "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD"
    intent_key = "signRawPayloadIntent"
    result_key = "signRawPayloadResult"
    result_type: ClassVar[RecordType] = SignRawPayloadV1Result

    private_key_id: Id
    """The id of the private key that signs."""
    payload: str
    """The text whose bytes are signed."""
    encoding: PayloadEncoding
    """The encoding that turns the text into bytes, such as PAYLOAD_ENCODING_HEXADECIMAL."""
    hash_function: HashFunction
    """The hash of the bytes that is signed; HASH_FUNCTION_NOT_APPLICABLE for Ed25519."""


class SignRawPayloadsResult(Record, frozen=True, kw_only=True):
    """The result of sign_raw_payloads."""

    signatures: Array[SignRawPayloadResult] | None = None
    """The signatures, in the order of the payloads."""


class SignRawPayloads(SubmitOperation[SignRawPayloadsResult], frozen=True, kw_only=True):
    """Sign several payloads with one key."""

    operation_name = "sign_raw_payloads"
    activity_type = "ACTIVITY_TYPE_SIGN_RAW_PAYLOADS"
    intent_key = "signRawPayloadsIntent"
    result_key = "signRawPayloadsResult"
    result_type: ClassVar[RecordType] = SignRawPayloadsResult

    sign_with: str
    """The address of the account or private key that signs, or the private key's id."""
    payloads: Array[str]
    """The texts whose bytes are signed."""
    encoding: PayloadEncoding
    """The encoding that turns the text into bytes, such as PAYLOAD_ENCODING_HEXADECIMAL."""
    hash_function: HashFunction
    """The hash of the bytes that is signed; HASH_FUNCTION_NOT_APPLICABLE for Ed25519."""


TransactionType: TypeAlias = Literal[
    "TRANSACTION_TYPE_ETHEREUM",
    "TRANSACTION_TYPE_SOLANA",
    "TRANSACTION_TYPE_TRON",
    "TRANSACTION_TYPE_BITCOIN",
    "TRANSACTION_TYPE_TEMPO",
]


class SignTransactionResult(_SignedTransaction, frozen=True, kw_only=True):
    """The result of sign_transaction."""

    signed_transaction: Annotated[str, about("The signed transaction, in hex.")]
    """The signed transaction, in hex."""


class SignTransaction(SubmitOperation[SignTransactionResult], frozen=True, kw_only=True):
    """Sign a transaction."""

    operation_name = "sign_transaction"
    activity_type = "ACTIVITY_TYPE_SIGN_TRANSACTION_V2"
    intent_key = "signTransactionIntentV2"
    result_key = "signTransactionResult"
    result_type: ClassVar[RecordType] = SignTransactionResult

    sign_with: str
    """The address of the account or private key that signs, or the private key's id."""
    unsigned_transaction: Annotated[str, about("The unsigned transaction, in hex.")]
    """The unsigned transaction, in hex."""
    type: TransactionType
    """The type of the transaction, such as TRANSACTION_TYPE_ETHEREUM."""


class SignTransactionV1Result(Record, frozen=True, kw_only=True):
    """The result of sign_transaction, version 1."""

    signed_transaction: Annotated[str, about("The signed transaction, in hex.")]
    """The signed transaction, in hex."""


class SignTransactionV1(SubmitOperation[SignTransactionV1Result], frozen=True, kw_only=True):
    """Sign a transaction.

    This is version 1; ``SignTransaction`` is the newest.
    """

    operation_name = "sign_transaction"
    activity_type = "ACTIVITY_TYPE_SIGN_TRANSACTION"
    intent_key = "signTransactionIntent"
    result_key = "signTransactionResult"
    result_type: ClassVar[RecordType] = SignTransactionV1Result

    private_key_id: Id
    """The id of the private key that signs."""
    unsigned_transaction: Annotated[str, about("The unsigned transaction, in hex.")]
    """The unsigned transaction, in hex."""
    type: TransactionType
    """The type of the transaction, such as TRANSACTION_TYPE_ETHEREUM."""


class SparkClaimLeaf(Parameters, frozen=True, kw_only=True):
    """A leaf that a Spark transfer gives, to claim."""

    leaf_id: Id
    """The id of the Spark leaf, a UUID."""
    ciphertext: Annotated[
        str, about("The transfer's secret, encrypted with ECIES to the wallet's identity key, in hex.")
    ]
    """The transfer's secret, encrypted with ECIES to the wallet's identity key, in hex."""
    sender_signature: Annotated[
        str, about("The sender's ECDSA signature of leaf, transfer and ciphertext: 64 bytes, in hex.")
    ]
    """The sender's ECDSA signature of leaf, transfer and ciphertext: 64 bytes, in hex."""


class SparkOperatorRecipient(Parameters, frozen=True, kw_only=True):
    """A Spark operator, and the public key to seal to."""

    operator_id: Id
    """The id of the Spark operator, a UUID."""
    encryption_public_key: Annotated[
        str, about("The operator's key for ECIES: a compressed secp256k1 point, in hex.")
    ]
    """The operator's key for ECIES: a compressed secp256k1 point, in hex."""


class SparkClaimPackage(Parameters, frozen=True, kw_only=True):
    """A Spark transfer to claim, with its leaves."""

    leaves: Array[SparkClaimLeaf]
    """The leaves to claim."""
    threshold: Int64
    """The number of shares that restore the secret of a leaf."""
    operator_recipients: Array[SparkOperatorRecipient]
    """The Spark operators that receive shares."""
    transfer_id: Id
    """The id of the Spark transfer, a UUID."""
    sender_identity_public_key: Annotated[
        str, about("The sender's identity key: a compressed secp256k1 point, in hex.")
    ]
    """The sender's identity key: a compressed secp256k1 point, in hex."""


class SparkEncryptedOperatorPackage(Record, frozen=True, kw_only=True):
    """A package that is sealed to a Spark operator."""

    operator_id: str
    """The id of the Spark operator, a UUID."""
    encrypted_package: Annotated[str, about("The operator's package, encrypted with ECIES, in hex.")]
    """The operator's package, encrypted with ECIES, in hex."""


class SparkLeafPublicKey(Record, frozen=True, kw_only=True):
    """The new public key of a Spark leaf."""

    leaf_id: str
    """The id of the Spark leaf, a UUID."""
    public_key: Annotated[str, about("The leaf's public key: a compressed secp256k1 point, in hex.")]
    """The leaf's public key: a compressed secp256k1 point, in hex."""


class SparkClaimTransferResult(Record, frozen=True, kw_only=True):
    """The result of spark_claim_transfer."""

    operator_packages: Array[SparkEncryptedOperatorPackage]
    """The packages for the Spark operators, one for each."""
    new_leaf_public_keys: Array[SparkLeafPublicKey]
    """The new public keys of the leaves, in the order of the request."""


class SparkClaimTransfer(SubmitOperation[SparkClaimTransferResult], frozen=True, kw_only=True):
    """Claim a transfer on Spark."""

    operation_name = "spark_claim_transfer"
    activity_type = "ACTIVITY_TYPE_SPARK_CLAIM_TRANSFER"
    intent_key = "sparkClaimTransferIntent"
    result_key = "sparkClaimTransferResult"
    makes_app_proofs = False
    result_type: ClassVar[RecordType] = SparkClaimTransferResult

    sign_with: str
    """The address of an account of the wallet, in a Spark format."""
    claim: SparkClaimPackage
    """The transfer to claim."""


class SparkLightningReceivePackage(Parameters, frozen=True, kw_only=True):
    """The Spark operators that share the preimage of a Lightning payment."""

    threshold: Int64
    """The number of shares that restore the preimage."""
    operator_recipients: Array[SparkOperatorRecipient]
    """The Spark operators that receive shares, in the order of their numbers in Spark."""


class SparkPrepareLightningReceiveResult(Record, frozen=True, kw_only=True):
    """The result of spark_prepare_lightning_receive."""

    operator_packages: Array[SparkEncryptedOperatorPackage]
    """The packages for the Spark operators, one for each."""
    payment_hash: Annotated[str, about("The SHA-256 of the preimage, in hex, for the Lightning node.")]
    """The SHA-256 of the preimage, in hex, for the Lightning node."""


class SparkPrepareLightningReceive(
    SubmitOperation[SparkPrepareLightningReceiveResult], frozen=True, kw_only=True
):
    """Prepare to receive a Lightning payment on Spark."""

    operation_name = "spark_prepare_lightning_receive"
    activity_type = "ACTIVITY_TYPE_SPARK_PREPARE_LIGHTNING_RECEIVE"
    intent_key = "sparkPrepareLightningReceiveIntent"
    result_key = "sparkPrepareLightningReceiveResult"
    makes_app_proofs = False
    result_type: ClassVar[RecordType] = SparkPrepareLightningReceiveResult

    sign_with: str
    """The address of an account of the wallet, in a Spark format."""
    lightning_receive: SparkLightningReceivePackage
    """The threshold, and the operators that receive shares."""


class SparkIdentityDerivation(Parameters, frozen=True, kw_only=True):
    """The choice of the identity key of a Spark wallet."""


class SparkSigningLeafDerivation(Parameters, frozen=True, kw_only=True):
    """The choice of the key of a Spark leaf."""

    leaf_id: Id
    """The id of the Spark leaf, a UUID."""


class SparkDepositDerivation(Parameters, frozen=True, kw_only=True):
    """The choice of the deposit key of a Spark wallet."""


class SparkStaticDepositDerivation(Parameters, frozen=True, kw_only=True):
    """The choice of a static deposit key of a Spark wallet, by its index."""

    index: Int64
    """The index of the static deposit key."""


class SparkHtlcPreimageDerivation(Parameters, frozen=True, kw_only=True):
    """The choice of the key for HTLC preimages of a Spark wallet."""


class SparkKeyDerivation(Parameters, frozen=True, kw_only=True):
    """The choice of a key of a Spark wallet; it has exactly one field."""

    identity: SparkIdentityDerivation | None = None
    """The derivation of the identity key."""
    signing_leaf: SparkSigningLeafDerivation | None = None
    """The derivation of a leaf's signing key."""
    deposit: SparkDepositDerivation | None = None
    """The derivation of the deposit key."""
    static_deposit: SparkStaticDepositDerivation | None = None
    """The derivation of a static deposit key, by its index."""
    htlc_preimage: SparkHtlcPreimageDerivation | None = None
    """The derivation of the preimages of HTLCs."""


class SparkTransferLeaf(Parameters, frozen=True, kw_only=True):
    """A leaf to transfer on Spark."""

    leaf_id: Id
    """The id of the Spark leaf, a UUID."""
    old_leaf_derivation: SparkKeyDerivation
    """The derivation of the leaf's key before the transfer, a signing_leaf."""
    new_leaf_derivation: SparkKeyDerivation
    """The derivation of the leaf's key after the transfer, a signing_leaf."""
    refund_signature: Annotated[
        str | None, about("Your signature of the CPFP refund transaction, in hex.")
    ] = None
    """Your signature of the CPFP refund transaction, in hex."""
    direct_refund_signature: Annotated[
        str | None, about("Your signature of the direct refund transaction, in hex.")
    ] = None
    """Your signature of the direct refund transaction, in hex."""
    direct_from_cpfp_refund_signature: Annotated[
        str | None, about("Your signature of the direct-from-CPFP refund transaction, in hex.")
    ] = None
    """Your signature of the direct-from-CPFP refund transaction, in hex."""


class SparkTransferPackage(Parameters, frozen=True, kw_only=True):
    """A Spark transfer to prepare, with its leaves."""

    transfer_id: Id
    """The id of the Spark transfer, a UUID."""
    leaves: Array[SparkTransferLeaf]
    """The leaves to transfer."""
    threshold: Int64
    """The number of shares that restore the tweak of a leaf's key."""
    operator_recipients: Array[SparkOperatorRecipient]
    """The Spark operators that receive shares, in the order of their numbers in Spark."""
    receiver_public_key: Annotated[
        str, about("The recipient's identity key: a compressed secp256k1 point, in hex.")
    ]
    """The recipient's identity key: a compressed secp256k1 point, in hex."""


class SparkPrepareTransferResult(Record, frozen=True, kw_only=True):
    """The result of spark_prepare_transfer."""

    operator_packages: Array[SparkEncryptedOperatorPackage]
    """The packages for the Spark operators, one for each."""
    transfer_user_signature: str
    """The signature of the package by the wallet's identity key, in DER, then hex."""
    new_leaf_public_keys: Array[SparkLeafPublicKey]
    """The new public keys of the leaves, in the order of the request."""


class SparkPrepareTransfer(SubmitOperation[SparkPrepareTransferResult], frozen=True, kw_only=True):
    """Prepare a transfer on Spark."""

    operation_name = "spark_prepare_transfer"
    activity_type = "ACTIVITY_TYPE_SPARK_PREPARE_TRANSFER"
    intent_key = "sparkPrepareTransferIntent"
    result_key = "sparkPrepareTransferResult"
    makes_app_proofs = False
    result_type: ClassVar[RecordType] = SparkPrepareTransferResult

    sign_with: str
    """The address of an account of the wallet, in a Spark format."""
    transfer: SparkTransferPackage
    """The transfer to prepare."""


class SparkFrostCommitment(Parameters, frozen=True, kw_only=True):
    """The nonce commitments of a FROST signer."""

    id: Annotated[str, about("The participant's identifier in FROST: a scalar of 32 bytes, in hex.")]
    """The participant's identifier in FROST: a scalar of 32 bytes, in hex."""
    hiding: Annotated[str, about("The hiding nonce commitment: a compressed secp256k1 point, in hex.")]
    """The hiding nonce commitment: a compressed secp256k1 point, in hex."""
    binding: Annotated[str, about("The binding nonce commitment: a compressed secp256k1 point, in hex.")]
    """The binding nonce commitment: a compressed secp256k1 point, in hex."""


class SparkSignatureRequest(Parameters, frozen=True, kw_only=True):
    """A message to sign with FROST, and the key to sign it with."""

    derivation: SparkKeyDerivation
    """The derivation of the key to sign with."""
    message: Annotated[str, about("The digest to sign: 32 bytes, in hex.")]
    """The digest to sign: 32 bytes, in hex."""
    verifying_key: Annotated[
        str, about("The group's key that verifies the signature: a compressed secp256k1 point, in hex.")
    ]
    """The group's key that verifies the signature: a compressed secp256k1 point, in hex."""
    operator_commitments: Array[SparkFrostCommitment]
    """The nonce commitments of all participants other than the service."""
    adaptor_public_key: Annotated[
        str | None, about("The adaptor point of the signature: a compressed secp256k1 point, in hex.")
    ] = None
    """The adaptor point of the signature: a compressed secp256k1 point, in hex."""


class SparkPartialSignature(Record, frozen=True, kw_only=True):
    """A FROST signature share, with the nonce commitments of its signer."""

    signature_share: Annotated[str, about("The partial FROST signature, in hex.")]
    """The partial FROST signature, in hex."""
    hiding: Annotated[str, about("The hiding nonce commitment: a compressed secp256k1 point, in hex.")]
    """The hiding nonce commitment: a compressed secp256k1 point, in hex."""
    binding: Annotated[str, about("The binding nonce commitment: a compressed secp256k1 point, in hex.")]
    """The binding nonce commitment: a compressed secp256k1 point, in hex."""


class SparkSignFrostResult(Record, frozen=True, kw_only=True):
    """The result of spark_sign_frost."""

    signatures: Array[SparkPartialSignature]
    """The partial signatures, in the order of the request."""


class SparkSignFrost(SubmitOperation[SparkSignFrostResult], frozen=True, kw_only=True):
    """Make partial FROST signatures for Spark."""

    operation_name = "spark_sign_frost"
    activity_type = "ACTIVITY_TYPE_SPARK_SIGN_FROST"
    intent_key = "sparkSignFrostIntent"
    result_key = "sparkSignFrostResult"
    makes_app_proofs = False
    result_type: ClassVar[RecordType] = SparkSignFrostResult

    sign_with: str
    """The address of an account of the wallet, in a Spark format."""
    signatures: Array[SparkSignatureRequest]
    """The signatures to make."""
