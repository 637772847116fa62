"""The parts of requests and answers that operations of several subjects have.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec

from sealwax._codec.enumerations import ApiKeyCurve, WalletCurve
from sealwax.operations.forms import Id, PageSize, Seconds
from sealwax.operations.parameters import Array, Parameters, about
from sealwax.operations.responses import Record, _Timestamp, to_time
from sealwax.operations.results import Address
from sealwax.operations.rules import _Account
from sealwax.wallets.address_format_names import AddressFormat

if TYPE_CHECKING:
    from sealwax.login.client_signature import ClientSignature
    from sealwax.webauthn.registration import Attestation


class OidcClaims(Parameters, frozen=True, kw_only=True):
    """The claims by which an OIDC provider identifies a user."""

    iss: Annotated[str, about("The issuer, the iss claim.")]
    """The issuer, the iss claim."""
    sub: Annotated[str, about("The subject, the sub claim.")]
    """The subject, the sub claim."""
    aud: Annotated[str, about("The audience, the aud claim.")]
    """The audience, the aud claim."""


class OauthProvider(Parameters, frozen=True, kw_only=True):
    """An OAuth provider that a user logs in with."""

    provider_name: Annotated[str, about("The provider's display name.")]
    """The provider's display name."""
    oidc_token: Annotated[str | None, about("An OIDC token of the user, in base64.")] = None
    """An OIDC token of the user, in base64."""
    oidc_claims: Annotated[OidcClaims | None, about("The claims of the user's OIDC tokens.")] = None
    """The claims of the user's OIDC tokens."""


class PrivateKey(Record, frozen=True, kw_only=True):
    """A private key that the service holds; the record has no secret."""

    private_key_id: Annotated[str, about("The private key's id.")]
    """The private key's id."""
    public_key: Annotated[str, about("The public key.")]
    """The public key."""
    private_key_name: Annotated[str, about("The private key's display name.")]
    """The private key's display name."""
    curve: Annotated[str, about("The key's curve, such as CURVE_SECP256K1.")]
    """The key's curve, such as CURVE_SECP256K1."""
    addresses: Annotated[Array[Address], about("The key's addresses.")]
    """The key's addresses."""
    private_key_tags: Annotated[Array[str], about("The ids of the key's tags.")]
    """The ids of the key's tags."""
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    exported: Annotated[bool, about("Whether the key was ever exported.")]
    """Whether the key was ever exported."""
    imported: Annotated[bool, about("Whether the key was imported.")]
    """Whether the key was imported."""

    @property
    def created_at(self) -> datetime:
        """When the key was created, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._created_at, "createdAt")

    @property
    def updated_at(self) -> datetime:
        """When the key last changed, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._updated_at, "updatedAt")


Transport: TypeAlias = Literal[
    "AUTHENTICATOR_TRANSPORT_BLE",
    "AUTHENTICATOR_TRANSPORT_INTERNAL",
    "AUTHENTICATOR_TRANSPORT_NFC",
    "AUTHENTICATOR_TRANSPORT_USB",
    "AUTHENTICATOR_TRANSPORT_HYBRID",
]


class AttestationFields(Parameters, frozen=True, kw_only=True):
    """The attestation of a new passkey; ``encode_attestation`` makes it."""

    credential_id: Annotated[Id, about("The credential id, in CBOR, then base64url.")]
    """The credential id, in CBOR, then base64url."""
    client_data_json: Annotated[Id, about("The browser's clientDataJSON, in base64url.")]
    """The browser's clientDataJSON, in base64url."""
    attestation_object: Annotated[Id, about("The authenticator's attestation object, in base64url.")]
    """The authenticator's attestation object, in base64url."""
    transports: Annotated[Array[Transport], about("The transports that reach the authenticator.")]
    """The transports that reach the authenticator."""


if TYPE_CHECKING:
    AnyAttestation: TypeAlias = AttestationFields | Attestation
else:
    # Parameters turn the other type into this one.
    AnyAttestation = AttestationFields


PathFormat: TypeAlias = Literal["PATH_FORMAT_BIP32"]


ClientSignatureScheme: TypeAlias = Literal["CLIENT_SIGNATURE_SCHEME_API_P256"]


class ClientSignatureFields(Parameters, frozen=True, kw_only=True):
    """A client signature in a request; ``sign_login`` and ``sign_signup`` make it."""

    public_key: Annotated[Id, about("The public key that verifies the signature, in hex.")]
    """The public key that verifies the signature, in hex."""
    scheme: Annotated[ClientSignatureScheme, about("The signature scheme.")]
    """The signature scheme."""
    message: Annotated[str, about("The message that was signed.")]
    """The message that was signed."""
    signature: Annotated[Id, about("The signature over the message, in hex.")]
    """The signature over the message, in hex."""


if TYPE_CHECKING:
    AnyClientSignature: TypeAlias = ClientSignatureFields | ClientSignature
else:
    # Parameters turn the other type into this one.
    AnyClientSignature = ClientSignatureFields


class Pagination(Parameters, frozen=True, kw_only=True):
    """A part of a list."""

    limit: Annotated[PageSize | None, about("The most records to return, from 1 to 100.")] = None
    """The most records to return, from 1 to 100."""
    before: Annotated[Id | None, about("The id of the record that the part ends before.")] = None
    """The id of the record that the part ends before."""
    after: Annotated[Id | None, about("The id of the record that the part begins after.")] = None
    """The id of the record that the part begins after."""


class ApiKeyParams(Parameters, frozen=True, kw_only=True):
    """An API key to create, on any curve."""

    api_key_name: str
    """The key's display name."""
    public_key: Annotated[str, about("The public key, in hex: a compressed point, or 32 bytes of Ed25519.")]
    """The public key, in hex: a compressed point, or 32 bytes of Ed25519."""
    curve_type: ApiKeyCurve
    """The key's curve."""
    expiration_seconds: Annotated[Seconds | None, about("The key's lifetime, in seconds.")] = None
    """The key's lifetime, in seconds."""


class ApiOnlyUserApiKey(Parameters, frozen=True, kw_only=True):
    """An API key to create, without a choice of its curve."""

    api_key_name: str
    """The key's display name."""
    public_key: Annotated[str, about("The public key: a compressed P-256 point, in hex.")]
    """The public key: a compressed P-256 point, in hex."""
    expiration_seconds: Annotated[Seconds | None, about("The key's lifetime, in seconds.")] = None
    """The key's lifetime, in seconds."""


class AuthenticatorParams(Parameters, frozen=True, kw_only=True):
    """A passkey to add."""

    authenticator_name: str
    """The passkey's display name."""
    challenge: Annotated[str, about("The challenge that the passkey was created for, in base64url.")]
    """The challenge that the passkey was created for, in base64url."""
    attestation: AnyAttestation
    """The passkey's attestation."""


Oauth2Provider: TypeAlias = Literal["OAUTH2_PROVIDER_X", "OAUTH2_PROVIDER_DISCORD"]


class OauthProviderParams(Parameters, frozen=True, kw_only=True):
    """An OAuth provider to add, by an OIDC token."""

    provider_name: str
    """The provider's display name."""
    oidc_token: Annotated[str, about("An OIDC token of the user, in base64.")]
    """An OIDC token of the user, in base64."""


class WalletAccountParams(_Account, frozen=True, kw_only=True):
    """An account to create in a wallet."""

    curve: WalletCurve
    """The curve of the account's key."""
    path_format: PathFormat
    """The format of the derivation path."""
    path: str
    """The derivation path."""
    address_format: AddressFormat
    """The format of the account's address."""
    name: str | None = None
    """The account's display name."""


class Credential(Record, frozen=True, kw_only=True):
    """The public key of an API key or a passkey, and its type."""

    public_key: str
    """The credential's public key."""
    type: str
    """The type of the credential, such as CREDENTIAL_TYPE_API_KEY_P256."""
    session_profile_id: str | None = None
    """The id of the session profile, if the credential is of a session that has one."""


class UserApiKey(Record, frozen=True, kw_only=True):
    """An API key of a user."""

    credential: Credential
    """The credential: its public key and its type."""
    api_key_id: str
    """The id of the API key."""
    api_key_name: str
    """The key's display name."""
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    expiration_seconds: Annotated[str | None, about("The key's lifetime, in seconds.")] = None
    """The key's lifetime, in seconds."""

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


class UserAuthenticator(Record, frozen=True, kw_only=True):
    """A passkey of a user."""

    transports: Array[str]
    """The transports that reach the authenticator."""
    attestation_type: str
    """The type of the passkey's attestation."""
    aaguid: str
    """The AAGUID of the authenticator, which identifies its model."""
    credential_id: str
    """The WebAuthn credential id."""
    model: str
    """The authenticator's model."""
    credential: Credential
    """The credential: its public key and its type."""
    authenticator_id: str
    """The id of the passkey."""
    authenticator_name: str
    """The passkey's display name."""
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


class AuthenticationMethod(Record, frozen=True, kw_only=True):
    """A method of authentication that an MFA policy accepts."""

    type: str
    """The type of the method, such as AUTHENTICATION_TYPE_PASSKEY."""
    id: str | None = None
    """The id of the passkey or other means that is required; None for any of the type."""


class RequiredAuthenticationMethod(Record, frozen=True, kw_only=True):
    """A step of an MFA policy: alternative methods of authentication."""

    any: Array[AuthenticationMethod]
    """The methods, of which the user must use one."""


class MfaPolicy(Record, frozen=True, kw_only=True):
    """An MFA policy of a user."""

    mfa_policy_id: str
    """The id of the MFA policy."""
    mfa_policy_name: str
    """The policy's display name."""
    condition: str
    """The expression that says when the policy applies."""
    required_authentication_methods: Array[RequiredAuthenticationMethod]
    """The steps that the user must complete, in order."""
    order: int
    """The place among the MFA policies, from 0; lower ones are evaluated first."""
    notes: str | None = None
    """Notes on the policy."""
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


class UserOauthProvider(Record, frozen=True, kw_only=True):
    """An OAuth provider of a user, with the claims that identify the user there."""

    provider_id: str
    """The id of the OAuth provider."""
    provider_name: str
    """The provider's display name."""
    issuer: str
    """The issuer, the iss claim of the user's OIDC tokens."""
    audience: str
    """The audience, the aud claim of the user's OIDC tokens."""
    subject: str
    """The subject, the sub claim of the user's OIDC tokens."""
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


class User(Record, frozen=True, kw_only=True):
    """A user, with the user's credentials."""

    user_id: str
    """The id of the user."""
    user_name: str
    """The user's name."""
    user_email: str | None = None
    """The user's email address."""
    user_phone_number: Annotated[str | None, about("The user's phone number, in E.164 form.")] = None
    """The user's phone number, in E.164 form."""
    authenticators: Array[UserAuthenticator]
    """The user's passkeys."""
    api_keys: Array[UserApiKey]
    """The user's API keys."""
    user_tags: Array[str]
    """The ids of the user's tags."""
    oauth_providers: Array[UserOauthProvider]
    """The user's OAuth providers."""
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    mfa_policies: Array[MfaPolicy]
    """The user's MFA policies."""

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


class Policy(Record, frozen=True, kw_only=True):
    """A policy of the organization."""

    policy_id: str
    """The id of the policy."""
    policy_name: str
    """The policy's name."""
    effect: str
    """Whether the policy allows or denies."""
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    notes: str
    """Notes on the policy."""
    consensus: str
    """The expression that says who must approve."""
    condition: str
    """The expression that says when the policy applies."""
    time: str | None = None
    """The expression that says at which times the policy applies; always if left out."""

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


class Tag(Record, frozen=True, kw_only=True):
    """A tag of users or private keys."""

    tag_id: str
    """The tag's id."""
    tag_name: str
    """The tag's name."""
    tag_type: str
    """The type of the tag: of users or of private keys."""
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


class Wallet(Record, frozen=True, kw_only=True):
    """A wallet that the service holds; the record has no secret."""

    wallet_id: str
    """The id of the wallet."""
    wallet_name: str
    """The wallet's display name."""
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    exported: bool
    """Whether the wallet was ever exported."""
    imported: bool
    """Whether the wallet was imported."""

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


class UnknownRevertError(Record, frozen=True, kw_only=True):
    """The data of a reverted call, of an error that is not in the contract's interface."""

    selector: str | None = None
    """The selector of the error, 4 bytes."""
    data: Annotated[str | None, about("The data of the error, in hex.")] = None
    """The data of the error, in hex."""


class NativeRevertError(Record, frozen=True, kw_only=True):
    """A revert without an error of the contract's own: a message, a panic, or neither."""

    native_type: str | None = None
    """The type of the error: error_string, panic or execution_reverted."""
    message: str | None = None
    """The message of an Error(string)."""
    panic_code: str | None = None
    """The code of a Panic(uint256)."""


class CustomRevertError(Record, frozen=True, kw_only=True):
    """An error that the contract's interface defines."""

    error_name: str | None = None
    """The name of the error in the contract."""
    params_json: Annotated[str | None, about("The decoded parameters of the error, as JSON text.")] = None
    """The decoded parameters of the error, as JSON text."""


class RevertChainEntry(Record, frozen=True, kw_only=True):
    """A reverted call, in a chain of nested calls."""

    address: str | None = None
    """The address of the contract that reverted."""
    error_type: str | None = None
    """The type of the error: unknown, native or custom."""
    display_message: str | None = None
    """A message about the revert, for people."""
    unknown: UnknownRevertError | None = None
    """The details of an error of an unknown type."""
    native: NativeRevertError | None = None
    """The details of an error of Solidity itself."""
    custom: CustomRevertError | None = None
    """The details of an error that the contract defines."""


class SolanaFailureDetails(Record, frozen=True, kw_only=True):
    """The failure of a Solana transaction."""

    source: str | None = None
    """The stage that failed, such as simulation or preflight."""
    rpc_code: Annotated[int | None, about("The error code of Solana's JSON-RPC.")] = None
    """The error code of Solana's JSON-RPC."""
    rpc_message: Annotated[str | None, about("The error message of Solana's JSON-RPC.")] = None
    """The error message of Solana's JSON-RPC."""
    transaction_error_json: Annotated[str | None, about("Solana's error object, as JSON text.")] = None
    """Solana's error object, as JSON text."""
    logs: Array[str] | None = None
    """The log lines of the programs, from the simulation or the preflight."""
    units_consumed: str | None = None
    """The compute units that the transaction used."""
    inner_instructions_json: Annotated[
        str | None, about("The inner instructions of the transaction, as JSON text.")
    ] = None
    """The inner instructions of the transaction, as JSON text."""


class EthFailureDetails(Record, frozen=True, kw_only=True):
    """The failure of an Ethereum transaction."""

    revert_chain: Array[RevertChainEntry] | None = None
    """The reverts of nested calls, from the outermost to the innermost."""


class TxError(Record, frozen=True, kw_only=True):
    """The failure of a transaction."""

    message: str | None = None
    """The error, in words."""
    revert_chain: Array[RevertChainEntry] | None = None
    """The reverts of nested calls, from the outermost to the innermost."""
    solana: SolanaFailureDetails | None = None
    """The details of a failure on Solana."""
    eth: EthFailureDetails | None = None
    """The details of a failure on Ethereum."""


class PageInfo(Record, frozen=True, kw_only=True):
    """The place of a part in its whole list."""

    has_next_page: bool | None = None
    """Whether there are records after this part."""
    has_previous_page: bool | None = None
    """Whether there are records before this part."""
    start_cursor: str | None = None
    """The cursor of the first record, to pass as before."""
    end_cursor: str | None = None
    """The cursor of the last record, to pass as after."""
