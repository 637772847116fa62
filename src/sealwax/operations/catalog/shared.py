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
    """A part of a request: api key params."""

    api_key_name: str
    public_key: str
    curve_type: ApiKeyCurve
    expiration_seconds: Seconds | None = None


class ApiOnlyUserApiKey(Parameters, frozen=True, kw_only=True):
    """A part of a request: api only user api key."""

    api_key_name: str
    public_key: str
    expiration_seconds: Seconds | None = None


class AuthenticatorParams(Parameters, frozen=True, kw_only=True):
    """A part of a request: authenticator params."""

    authenticator_name: str
    challenge: str
    attestation: AnyAttestation


class OauthProviderParams(Parameters, frozen=True, kw_only=True):
    """A part of a request: oauth provider params."""

    provider_name: str
    oidc_token: str


class WalletAccountParams(Parameters, frozen=True, kw_only=True):
    """A part of a request: wallet account params."""

    curve: WalletCurve
    path_format: PathFormat
    path: str
    address_format: AddressFormat
    name: str | None = None


class Credential(Record, frozen=True, kw_only=True):
    """A part of an answer: credential."""

    public_key: str
    type: str
    session_profile_id: str | None = None


class UserApiKey(Record, frozen=True, kw_only=True):
    """A part of an answer: user api key."""

    credential: Credential
    api_key_id: str
    api_key_name: str
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    expiration_seconds: str | None = None

    @property
    def created_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._created_at, "createdAt")

    @property
    def updated_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._updated_at, "updatedAt")


class UserAuthenticator(Record, frozen=True, kw_only=True):
    """A part of an answer: user authenticator."""

    transports: Array[str]
    attestation_type: str
    aaguid: str
    credential_id: str
    model: str
    credential: Credential
    authenticator_id: str
    authenticator_name: str
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")

    @property
    def created_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._created_at, "createdAt")

    @property
    def updated_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._updated_at, "updatedAt")


class AuthenticationMethod(Record, frozen=True, kw_only=True):
    """A part of an answer: authentication method."""

    type: str
    id: str | None = None


class RequiredAuthenticationMethod(Record, frozen=True, kw_only=True):
    """A part of an answer: required authentication method."""

    any: Array[AuthenticationMethod]


class MfaPolicy(Record, frozen=True, kw_only=True):
    """A part of an answer: mfa policy."""

    mfa_policy_id: str
    mfa_policy_name: str
    condition: str
    required_authentication_methods: Array[RequiredAuthenticationMethod]
    order: int
    notes: str | None = None
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")

    @property
    def created_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._created_at, "createdAt")

    @property
    def updated_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._updated_at, "updatedAt")


class UserOauthProvider(Record, frozen=True, kw_only=True):
    """A part of an answer: user oauth provider."""

    provider_id: str
    provider_name: str
    issuer: str
    audience: str
    subject: str
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")

    @property
    def created_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._created_at, "createdAt")

    @property
    def updated_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._updated_at, "updatedAt")


class User(Record, frozen=True, kw_only=True):
    """A part of an answer: user."""

    user_id: str
    user_name: str
    user_email: str | None = None
    user_phone_number: str | None = None
    authenticators: Array[UserAuthenticator]
    api_keys: Array[UserApiKey]
    user_tags: Array[str]
    oauth_providers: Array[UserOauthProvider]
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    mfa_policies: Array[MfaPolicy]

    @property
    def created_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._created_at, "createdAt")

    @property
    def updated_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._updated_at, "updatedAt")


class Policy(Record, frozen=True, kw_only=True):
    """A part of an answer: policy."""

    policy_id: str
    policy_name: str
    effect: str
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    notes: str
    consensus: str
    condition: str
    time: str | None = None

    @property
    def created_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._created_at, "createdAt")

    @property
    def updated_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._updated_at, "updatedAt")


class Tag(Record, frozen=True, kw_only=True):
    """A part of an answer: tag."""

    tag_id: str
    tag_name: str
    tag_type: str
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")

    @property
    def created_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._created_at, "createdAt")

    @property
    def updated_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._updated_at, "updatedAt")


class Wallet(Record, frozen=True, kw_only=True):
    """A part of an answer: wallet."""

    wallet_id: str
    wallet_name: str
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    exported: bool
    imported: bool

    @property
    def created_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._created_at, "createdAt")

    @property
    def updated_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._updated_at, "updatedAt")


class UnknownRevertError(Record, frozen=True, kw_only=True):
    """A part of an answer: unknown revert error."""

    selector: str | None = None
    data: str | None = None


class NativeRevertError(Record, frozen=True, kw_only=True):
    """A part of an answer: native revert error."""

    native_type: str | None = None
    message: str | None = None
    panic_code: str | None = None


class CustomRevertError(Record, frozen=True, kw_only=True):
    """A part of an answer: custom revert error."""

    error_name: str | None = None
    params_json: str | None = None


class RevertChainEntry(Record, frozen=True, kw_only=True):
    """A part of an answer: revert chain entry."""

    address: str | None = None
    error_type: str | None = None
    display_message: str | None = None
    unknown: UnknownRevertError | None = None
    native: NativeRevertError | None = None
    custom: CustomRevertError | None = None


class SolanaFailureDetails(Record, frozen=True, kw_only=True):
    """A part of an answer: solana failure details."""

    source: str | None = None
    rpc_code: int | None = None
    rpc_message: str | None = None
    transaction_error_json: str | None = None
    logs: Array[str] | None = None
    units_consumed: str | None = None
    inner_instructions_json: str | None = None


class EthFailureDetails(Record, frozen=True, kw_only=True):
    """A part of an answer: eth failure details."""

    revert_chain: Array[RevertChainEntry] | None = None


class TxError(Record, frozen=True, kw_only=True):
    """A part of an answer: tx error."""

    message: str | None = None
    revert_chain: Array[RevertChainEntry] | None = None
    solana: SolanaFailureDetails | None = None
    eth: EthFailureDetails | None = None


class PageInfo(Record, frozen=True, kw_only=True):
    """A part of an answer: page info."""

    has_next_page: bool | None = None
    has_previous_page: bool | None = None
    start_cursor: str | None = None
    end_cursor: str | None = None
