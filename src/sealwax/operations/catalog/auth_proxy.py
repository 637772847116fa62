"""The auth proxy: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import Annotated, ClassVar

from sealwax._codec.enumerations import ApiKeyCurve, WalletCurve
from sealwax.operations.catalog.shared import AnyAttestation, AnyClientSignature, OauthProvider, PathFormat
from sealwax.operations.forms import Id, PhoneNumber, Seconds
from sealwax.operations.operation import AuthProxyOperation
from sealwax.operations.parameters import Array, MnemonicLength, Parameters, about
from sealwax.operations.responses import Record, RecordType, _Proven
from sealwax.operations.results import _Session
from sealwax.operations.rules import _SignupV2
from sealwax.wallets.address_format_names import AddressFormat


class SignupApiKey(Parameters, frozen=True, kw_only=True):
    """An API key of a new user."""

    api_key_name: Annotated[str, about("The key's display name.")]
    """The key's display name."""
    public_key: Annotated[Id, about("The public key.")]
    """The public key."""
    curve_type: Annotated[ApiKeyCurve, about("The key's curve.")]
    """The key's curve."""
    expiration_seconds: Annotated[Seconds | None, about("The key's lifetime, in seconds.")] = None
    """The key's lifetime, in seconds."""


class SignupAuthenticator(Parameters, frozen=True, kw_only=True):
    """A passkey of a new user."""

    authenticator_name: Annotated[str, about("The passkey's display name.")]
    """The passkey's display name."""
    challenge: Annotated[Id, about("The challenge that the passkey was created for, in base64url.")]
    """The challenge that the passkey was created for, in base64url."""
    attestation: Annotated[AnyAttestation, about("The passkey's attestation.")]
    """The passkey's attestation."""


class SignupWalletAccount(Parameters, frozen=True, kw_only=True):
    """An account of a new wallet."""

    curve: Annotated[WalletCurve, about("The curve of the account's key.")]
    """The curve of the account's key."""
    path_format: Annotated[PathFormat, about("The format of the derivation path.")]
    """The format of the derivation path."""
    path: Annotated[str, about("The derivation path.")]
    """The derivation path."""
    address_format: Annotated[AddressFormat, about("The format of the account's address.")]
    """The format of the account's address."""
    name: Annotated[str | None, about("The account's display name.")] = None
    """The account's display name."""


class SignupWallet(Parameters, frozen=True, kw_only=True):
    """A wallet of a new user."""

    wallet_name: Annotated[str, about("The wallet's display name.")]
    """The wallet's display name."""
    accounts: Annotated[
        Array[SignupWalletAccount], about("The wallet's accounts; an empty array if there are none.")
    ]
    """The wallet's accounts; an empty array if there are none."""
    mnemonic_length: Annotated[
        MnemonicLength | None, about("The number of words in the mnemonic; 12 if left out.")
    ] = None
    """The number of words in the mnemonic; 12 if left out."""


class CreatedWallet(Record, frozen=True, kw_only=True):
    """A wallet that a signup created."""

    wallet_id: Annotated[str, about("The wallet's id.")]
    """The wallet's id."""
    addresses: Annotated[Array[str], about("The addresses of the wallet's accounts.")]
    """The addresses of the wallet's accounts."""


class Signup(_Proven, frozen=True, kw_only=True):
    """The answer to signup_v2."""

    organization_id: Annotated[str, about("The id of the new user's organization.")]
    """The id of the new user's organization."""
    wallet: Annotated[CreatedWallet | None, about("The new wallet, if the request asked for a wallet.")] = (
        None
    )
    """The new wallet, if the request asked for a wallet."""


class SignupV2(AuthProxyOperation[Signup], _SignupV2, frozen=True, kw_only=True):
    """Sign a new user up."""

    operation_name = "signup_v2"
    result_type: ClassVar[RecordType] = Signup

    user_email: Annotated[str | None, about("The user's email address.")] = None
    """The user's email address."""
    user_phone_number: Annotated[PhoneNumber | None, about("The user's phone number, in E.164 form.")] = None
    """The user's phone number, in E.164 form."""
    user_tag: Annotated[str | None, about("The user's tag.")] = None
    """The user's tag."""
    user_name: Annotated[str | None, about("The user's name.")] = None
    """The user's name."""
    organization_name: Annotated[str | None, about("The name of the user's organization.")] = None
    """The name of the user's organization."""
    verification_token: Annotated[
        Id | None, about("The verification token from verify_otp, for the email address or phone number.")
    ] = None
    """The verification token from verify_otp, for the email address or phone number."""
    api_keys: Annotated[Array[SignupApiKey], about("The user's API keys; an empty array if there are none.")]
    """The user's API keys; an empty array if there are none."""
    authenticators: Annotated[
        Array[SignupAuthenticator], about("The user's passkeys; an empty array if there are none.")
    ]
    """The user's passkeys; an empty array if there are none."""
    oauth_providers: Annotated[
        Array[OauthProvider], about("The user's OAuth providers; an empty array if there are none.")
    ]
    """The user's OAuth providers; an empty array if there are none."""
    wallet: Annotated[SignupWallet | None, about("The wallet to create.")] = None
    """The wallet to create."""
    client_signature: Annotated[
        AnyClientSignature | None, about("The signature by the key that the verification token is bound to.")
    ] = None
    """The signature by the key that the verification token is bound to."""


class Login(_Session, frozen=True, kw_only=True):
    """The answer to otp_login_v2."""

    session: Annotated[str, about("The session: a JWT that says who logged in.")]
    """The session: a JWT that says who logged in."""


class OtpLoginV2(AuthProxyOperation[Login], frozen=True, kw_only=True):
    """Log in with a verification token, to get a session for one of your keys.

    ``sign_login`` makes the client signature. It is not checked here against the token and the public key.
    """

    operation_name = "otp_login_v2"
    result_type: ClassVar[RecordType] = Login

    verification_token: Annotated[Id, about("The verification token from verify_otp.")]
    """The verification token from verify_otp."""
    public_key: Annotated[Id, about("The public key to bind the session to.")]
    """The public key to bind the session to."""
    client_signature: Annotated[
        AnyClientSignature, about("The signature by the key that the verification token is bound to.")
    ]
    """The signature by the key that the verification token is bound to."""
    invalidate_existing: Annotated[bool | None, about("Whether to end the user's other sessions.")] = None
    """Whether to end the user's other sessions."""
    organization_id: Annotated[
        Id | None, about("The id of the organization; if left out, the service looks it up by the contact.")
    ] = None
    """The id of the organization; if left out, the service looks it up by the contact."""
