"""The operations of the auth proxy, whose requests carry a configuration id in place of a stamp."""

from typing import Annotated

from sealwax.errors import InvalidRequest
from sealwax.login.client_signature import sign_signup_body
from sealwax.signing import Signer

from .fields import (
    ClientSignatureLike,
    OauthProvider,
    SignupApiKey,
    SignupAuthenticator,
    SignupWallet,
)
from .forms import Id, PhoneNumber
from .operation import AuthProxyOperation
from .parameters import Array, about
from .results import Login, Signup


class SignupV2(AuthProxyOperation[Signup], frozen=True, kw_only=True):
    """Sign a new user up."""

    user_email: Annotated[str | None, about("The user's email address.")] = None
    user_phone_number: Annotated[PhoneNumber | None, about("The user's phone number, in E.164 form.")] = None
    user_tag: Annotated[str | None, about("The user's tag.")] = None
    user_name: Annotated[str | None, about("The user's name.")] = None
    organization_name: Annotated[str | None, about("The name of the user's organization.")] = None
    verification_token: Annotated[
        Id | None, about("The verification token from verify_otp, for the email address or phone number.")
    ] = None
    api_keys: Annotated[Array[SignupApiKey], about("The user's API keys; an empty array if there are none.")]
    authenticators: Annotated[
        Array[SignupAuthenticator], about("The user's passkeys; an empty array if there are none.")
    ]
    oauth_providers: Annotated[
        Array[OauthProvider], about("The user's OAuth providers; an empty array if there are none.")
    ]
    wallet: Annotated[SignupWallet | None, about("The wallet to create.")] = None
    client_signature: Annotated[
        ClientSignatureLike | None, about("The signature by the key that the verification token is bound to.")
    ] = None

    def signed(self, signer: Signer) -> "SignupV2":
        """Sign the signup with the key that the verification token is bound to.

        Args:
            signer: The P-256 key whose public key was sealed in the OTP bundle.

        Returns:
            The same signup with its ``client_signature``.

        Raises:
            InvalidRequest: The signup has no verification token.
            SealwaxError: The errors of ``sign_signup``.
        """
        if self.verification_token is None:
            raise InvalidRequest(
                f"{self._label()}: verificationToken is missing; the client signature must contain it"
            )
        signature = sign_signup_body(signer, self.verification_token, self.to_params())
        return self.from_params({**self.to_params(), "clientSignature": signature.to_dict()})


class OtpLoginV2(AuthProxyOperation[Login], frozen=True, kw_only=True):
    """Log in with a verification token, to get a session for one of your keys.

    ``sign_login`` makes the client signature. It is not checked here against the token and the public key.
    """

    verification_token: Annotated[Id, about("The verification token from verify_otp.")]
    public_key: Annotated[Id, about("The public key to bind the session to.")]
    client_signature: Annotated[
        ClientSignatureLike, about("The signature by the key that the verification token is bound to.")
    ]
    invalidate_existing: Annotated[bool | None, about("Whether to end the user's other sessions.")] = None
    organization_id: Annotated[
        Id | None, about("The id of the organization; if left out, the service looks it up by the contact.")
    ] = None
