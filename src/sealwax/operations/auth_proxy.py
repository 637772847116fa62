"""The calls of the auth proxy: they carry the id of its configuration in place of a stamp."""

from typing import Annotated

from msgspec import Meta

from sealwax.errors import InvalidRequest
from sealwax.login.client_signature import sign_signup_body
from sealwax.signing import Signer

from .fields import (
    ClientSignatureLike,
    Id,
    OauthProvider,
    PhoneNumber,
    SignupApiKey,
    SignupAuthenticator,
    SignupWallet,
)
from .operation import AuthProxyOperation
from .parameters import Array
from .responses import Login, Signup


class SignupV2(AuthProxyOperation[Signup], frozen=True, kw_only=True):
    """Sign a new user up."""

    operation_name = "signup_v2"
    answer_type = Signup

    user_email: Annotated[str | None, Meta(description="The email address.")] = None
    user_phone_number: Annotated[PhoneNumber | None, Meta(description="The phone number, in E.164 form.")] = (
        None
    )
    user_tag: Annotated[str | None, Meta(description="The tag.")] = None
    user_name: Annotated[str | None, Meta(description="The name.")] = None
    organization_name: Annotated[str | None, Meta(description="The name of the user's organization.")] = None
    verification_token: Annotated[
        Id | None, Meta(description="What verify_otp answered for the email address or phone number.")
    ] = None
    api_keys: Annotated[Array[SignupApiKey], Meta(description="API keys; an empty array when unused.")]
    authenticators: Annotated[
        Array[SignupAuthenticator], Meta(description="Passkeys; an empty array when unused.")
    ]
    oauth_providers: Annotated[
        Array[OauthProvider], Meta(description="OAuth providers; an empty array when unused.")
    ]
    wallet: Annotated[SignupWallet | None, Meta(description="A wallet to create.")] = None
    client_signature: Annotated[
        ClientSignatureLike | None, Meta(description="The signature of the key that the token is bound to.")
    ] = None

    def signed(self, signer: Signer) -> "SignupV2":
        """Sign what is to be sent with the key that the verification token is bound to.

        Args:
            signer: The P-256 key that went into the OTP bundle.

        Returns:
            The same signup with its ``client_signature``.

        Raises:
            InvalidRequest: It has no verification token.
            SealwaxError: What ``sign_signup`` raises.
        """
        if self.verification_token is None:
            raise InvalidRequest(
                f"{self._label()}: verificationToken is missing; the client signature names it"
            )
        signature = sign_signup_body(signer, self.verification_token, self.to_params())
        return self.from_params({**self.to_params(), "clientSignature": signature.to_dict()})


class OtpLoginV2(AuthProxyOperation[Login], frozen=True, kw_only=True):
    """Log in with a verification token: a session for a key of yours.

    Whether the client signature is over this token and key is not looked at again: ``sign_login`` sees to it.
    """

    operation_name = "otp_login_v2"
    answer_type = Login

    verification_token: Annotated[Id, Meta(description="What verify_otp answered.")]
    public_key: Annotated[Id, Meta(description="The public key that the session is to have.")]
    client_signature: Annotated[
        ClientSignatureLike, Meta(description="The signature of the key that the token is bound to.")
    ]
    invalidate_existing: Annotated[bool | None, Meta(description="Whether to end all other sessions.")] = None
    organization_id: Annotated[
        Id | None, Meta(description="The organization; looked up by what the token verifies if left out.")
    ] = None

    def expected(self, organization_id: str) -> dict[str, object]:  # noqa: ARG002
        """Give what the session must be for."""
        return {"expectedOrganizationId": self.organization_id, "expectedPublicKey": self.public_key}
