"""Purchases of crypto for fiat money: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import ClassVar, Literal, TypeAlias

import msgspec

from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array
from sealwax.operations.responses import Record, RecordType, _Timestamp, to_time

FiatOnRampProvider: TypeAlias = Literal["FIAT_ON_RAMP_PROVIDER_COINBASE", "FIAT_ON_RAMP_PROVIDER_MOONPAY"]


class CreateFiatOnRampCredentialResult(Record, frozen=True, kw_only=True):
    """The result of create_fiat_on_ramp_credential."""

    fiat_on_ramp_credential_id: str
    """The id of the new credential."""


class CreateFiatOnRampCredential(
    SubmitOperation[CreateFiatOnRampCredentialResult], frozen=True, kw_only=True
):
    """Add the credential of a provider that sells crypto for fiat money."""

    operation_name = "create_fiat_on_ramp_credential"
    activity_type = "ACTIVITY_TYPE_CREATE_FIAT_ON_RAMP_CREDENTIAL"
    intent_key = "createFiatOnRampCredentialIntent"
    result_key = "createFiatOnRampCredentialResult"
    result_type: ClassVar[RecordType] = CreateFiatOnRampCredentialResult

    onramp_provider: FiatOnRampProvider
    """The provider that sells crypto for fiat money."""
    project_id: str | None = None
    """The id of your project at the provider; for Coinbase."""
    publishable_api_key: str
    """Your publishable API key at the provider."""
    encrypted_secret_api_key: str
    """Your secret API key at the provider, sealed to the service's on-ramp key."""
    encrypted_private_api_key: str | None = None
    """Your private API key at the provider, sealed to the service's on-ramp key; for Coinbase."""
    sandbox_mode: bool | None = None
    """Whether the credential is for the provider's sandbox."""


class DeleteFiatOnRampCredentialResult(Record, frozen=True, kw_only=True):
    """The result of delete_fiat_on_ramp_credential."""

    fiat_on_ramp_credential_id: str
    """The id of the deleted credential."""


class DeleteFiatOnRampCredential(
    SubmitOperation[DeleteFiatOnRampCredentialResult], frozen=True, kw_only=True
):
    """Delete the credential of a provider that sells crypto for fiat money."""

    operation_name = "delete_fiat_on_ramp_credential"
    activity_type = "ACTIVITY_TYPE_DELETE_FIAT_ON_RAMP_CREDENTIAL"
    intent_key = "deleteFiatOnRampCredentialIntent"
    result_key = "deleteFiatOnRampCredentialResult"
    result_type: ClassVar[RecordType] = DeleteFiatOnRampCredentialResult

    fiat_onramp_credential_id: Id
    """The id of the provider's credential."""


class GetOnrampTransactionStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_onramp_transaction_status."""

    transaction_status: str
    """The status of the purchase."""


class GetOnrampTransactionStatus(QueryOperation[GetOnrampTransactionStatusResult], frozen=True, kw_only=True):
    """Get the status of a purchase of crypto for fiat money."""

    operation_name = "get_onramp_transaction_status"
    result_type: ClassVar[RecordType] = GetOnrampTransactionStatusResult

    transaction_id: Id
    """The id of the purchase, from init_fiat_on_ramp."""
    refresh: bool | None = None
    """Whether to ask the provider for the newest status; false if left out."""


FiatOnRampBlockchainNetwork: TypeAlias = Literal[
    "FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN",
    "FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_ETHEREUM",
    "FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_SOLANA",
    "FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BASE",
]


FiatOnRampCryptoCurrency: TypeAlias = Literal[
    "FIAT_ON_RAMP_CRYPTO_CURRENCY_BTC",
    "FIAT_ON_RAMP_CRYPTO_CURRENCY_ETH",
    "FIAT_ON_RAMP_CRYPTO_CURRENCY_SOL",
    "FIAT_ON_RAMP_CRYPTO_CURRENCY_USDC",
]


FiatOnRampCurrency: TypeAlias = Literal[
    "FIAT_ON_RAMP_CURRENCY_AUD",
    "FIAT_ON_RAMP_CURRENCY_BGN",
    "FIAT_ON_RAMP_CURRENCY_BRL",
    "FIAT_ON_RAMP_CURRENCY_CAD",
    "FIAT_ON_RAMP_CURRENCY_CHF",
    "FIAT_ON_RAMP_CURRENCY_COP",
    "FIAT_ON_RAMP_CURRENCY_CZK",
    "FIAT_ON_RAMP_CURRENCY_DKK",
    "FIAT_ON_RAMP_CURRENCY_DOP",
    "FIAT_ON_RAMP_CURRENCY_EGP",
    "FIAT_ON_RAMP_CURRENCY_EUR",
    "FIAT_ON_RAMP_CURRENCY_GBP",
    "FIAT_ON_RAMP_CURRENCY_HKD",
    "FIAT_ON_RAMP_CURRENCY_IDR",
    "FIAT_ON_RAMP_CURRENCY_ILS",
    "FIAT_ON_RAMP_CURRENCY_JOD",
    "FIAT_ON_RAMP_CURRENCY_KES",
    "FIAT_ON_RAMP_CURRENCY_KWD",
    "FIAT_ON_RAMP_CURRENCY_LKR",
    "FIAT_ON_RAMP_CURRENCY_MXN",
    "FIAT_ON_RAMP_CURRENCY_NGN",
    "FIAT_ON_RAMP_CURRENCY_NOK",
    "FIAT_ON_RAMP_CURRENCY_NZD",
    "FIAT_ON_RAMP_CURRENCY_OMR",
    "FIAT_ON_RAMP_CURRENCY_PEN",
    "FIAT_ON_RAMP_CURRENCY_PLN",
    "FIAT_ON_RAMP_CURRENCY_RON",
    "FIAT_ON_RAMP_CURRENCY_SEK",
    "FIAT_ON_RAMP_CURRENCY_THB",
    "FIAT_ON_RAMP_CURRENCY_TRY",
    "FIAT_ON_RAMP_CURRENCY_TWD",
    "FIAT_ON_RAMP_CURRENCY_USD",
    "FIAT_ON_RAMP_CURRENCY_VND",
    "FIAT_ON_RAMP_CURRENCY_ZAR",
]


FiatOnRampPaymentMethod: TypeAlias = Literal[
    "FIAT_ON_RAMP_PAYMENT_METHOD_CREDIT_DEBIT_CARD",
    "FIAT_ON_RAMP_PAYMENT_METHOD_APPLE_PAY",
    "FIAT_ON_RAMP_PAYMENT_METHOD_GBP_BANK_TRANSFER",
    "FIAT_ON_RAMP_PAYMENT_METHOD_GBP_OPEN_BANKING_PAYMENT",
    "FIAT_ON_RAMP_PAYMENT_METHOD_GOOGLE_PAY",
    "FIAT_ON_RAMP_PAYMENT_METHOD_SEPA_BANK_TRANSFER",
    "FIAT_ON_RAMP_PAYMENT_METHOD_PIX_INSTANT_PAYMENT",
    "FIAT_ON_RAMP_PAYMENT_METHOD_PAYPAL",
    "FIAT_ON_RAMP_PAYMENT_METHOD_VENMO",
    "FIAT_ON_RAMP_PAYMENT_METHOD_MOONPAY_BALANCE",
    "FIAT_ON_RAMP_PAYMENT_METHOD_CRYPTO_ACCOUNT",
    "FIAT_ON_RAMP_PAYMENT_METHOD_FIAT_WALLET",
    "FIAT_ON_RAMP_PAYMENT_METHOD_ACH_BANK_ACCOUNT",
]


class InitFiatOnRampResult(Record, frozen=True, kw_only=True):
    """The result of init_fiat_on_ramp."""

    on_ramp_url: str
    """The URL at which the user buys."""
    on_ramp_transaction_id: str
    """The id of the purchase, for get_onramp_transaction_status."""
    on_ramp_url_signature: str | None = None
    """The signature of url_for_signature, for MoonPay's SDKs."""


class InitFiatOnRamp(SubmitOperation[InitFiatOnRampResult], frozen=True, kw_only=True):
    """Begin a purchase of crypto for fiat money."""

    operation_name = "init_fiat_on_ramp"
    activity_type = "ACTIVITY_TYPE_INIT_FIAT_ON_RAMP"
    intent_key = "initFiatOnRampIntent"
    result_key = "initFiatOnRampResult"
    result_type: ClassVar[RecordType] = InitFiatOnRampResult

    onramp_provider: FiatOnRampProvider
    """The provider that sells crypto for fiat money."""
    wallet_address: str
    """The address that receives the cryptocurrency."""
    network: FiatOnRampBlockchainNetwork
    """The chain to buy on."""
    crypto_currency_code: FiatOnRampCryptoCurrency
    """The cryptocurrency to buy."""
    fiat_currency_code: FiatOnRampCurrency | None = None
    """The currency to pay with."""
    fiat_currency_amount: str | None = None
    """The amount of fiat money, more than 20; the user is asked for it if left out."""
    payment_method: FiatOnRampPaymentMethod | None = None
    """The payment method to select in advance."""
    country_code: str | None = None
    """The user's country, as two letters of ISO 3166-1; for Coinbase."""
    country_subdivision_code: str | None = None
    """The user's subdivision, by ISO 3166-2; for Coinbase, which needs it if the country is US."""
    sandbox_mode: bool | None = None
    """Whether to use the provider's sandbox; false if left out."""
    url_for_signature: str | None = None
    """The URL of MoonPay's widget, to get its signature."""


class FiatOnRampCredential(Record, frozen=True, kw_only=True):
    """A credential of a provider that sells crypto for fiat money."""

    fiat_onramp_credential_id: str
    """The id of the provider's credential."""
    organization_id: str
    """The id of the organization."""
    onramp_provider: str
    """The provider that sells crypto for fiat money."""
    project_id: str | None = None
    """The id of your project at the provider; for Coinbase."""
    publishable_api_key: str
    """Your publishable API key at the provider."""
    encrypted_secret_api_key: str
    """Your secret API key at the provider, sealed to the service's on-ramp key."""
    encrypted_private_api_key: str | None = None
    """Your private API key at the provider, sealed to the service's on-ramp key; for Coinbase."""
    sandbox_mode: bool | None = None
    """Whether the credential is for the provider's sandbox."""
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")

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


class ListFiatOnRampCredentialsResult(Record, frozen=True, kw_only=True):
    """The answer to list_fiat_on_ramp_credentials."""

    fiat_on_ramp_credentials: Array[FiatOnRampCredential]
    """The credentials of providers."""


class ListFiatOnRampCredentials(QueryOperation[ListFiatOnRampCredentialsResult], frozen=True, kw_only=True):
    """List the credentials of providers that sell crypto for fiat money."""

    operation_name = "list_fiat_on_ramp_credentials"
    result_type: ClassVar[RecordType] = ListFiatOnRampCredentialsResult


class UpdateFiatOnRampCredentialResult(Record, frozen=True, kw_only=True):
    """The result of update_fiat_on_ramp_credential."""

    fiat_on_ramp_credential_id: str
    """The id of the provider's credential."""


class UpdateFiatOnRampCredential(
    SubmitOperation[UpdateFiatOnRampCredentialResult], frozen=True, kw_only=True
):
    """Change the credential of a provider that sells crypto for fiat money."""

    operation_name = "update_fiat_on_ramp_credential"
    activity_type = "ACTIVITY_TYPE_UPDATE_FIAT_ON_RAMP_CREDENTIAL"
    intent_key = "updateFiatOnRampCredentialIntent"
    result_key = "updateFiatOnRampCredentialResult"
    result_type: ClassVar[RecordType] = UpdateFiatOnRampCredentialResult

    fiat_onramp_credential_id: Id
    """The id of the provider's credential."""
    onramp_provider: FiatOnRampProvider
    """The provider that sells crypto for fiat money."""
    project_id: str | None = None
    """The id of your project at the provider; for Coinbase."""
    publishable_api_key: str
    """Your publishable API key at the provider."""
    encrypted_secret_api_key: str
    """Your secret API key at the provider, sealed to the service's on-ramp key."""
    encrypted_private_api_key: str | None = None
    """Your private API key at the provider, sealed to the service's on-ramp key; for Coinbase."""
