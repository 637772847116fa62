"""Cases of client signatures (wire-formats.md, section 2.4)."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from sealwax.keys import ApiKey
from sealwax.login.client_signature import sign_login, sign_signup, verify_client_signature
from sealwax.login.tokens import VerificationClaims, read_verification_token
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct

from .api_key_stamps import CurveName

Token = Annotated[str, Meta(description="The verification token. It is read, not verified.")]
PrivateKey = Annotated[Hex, Meta(description="The client's private key, 32 bytes.")]
Requested: Meta = Meta(description="A signed part of the request; absent if the request does not have it.")
Signature = Annotated[dict[str, Any], Meta(description="The clientSignature object of the request's body.")]


class _Deterministic:
    """A signer with deterministic nonces, so that generating the vectors again gives the same bytes."""

    def __init__(self, key: ApiKey) -> None:
        self._key = key
        self.public_key, self.curve, self.scheme = key.public_key, key.curve, key.scheme

    def sign(self, message: bytes) -> bytes:
        return self._key.sign_deterministic(message)


class LoginCase(Case, kw_only=True):
    """A token to log in with."""

    curve: CurveName
    private_key: PrivateKey
    verification_token: Token
    session_public_key: Annotated[
        str | UnsetType, Meta(description="The session's public key, if it is not that of the client.")
    ] = UNSET
    client_signature: (
        Annotated[Signature, Meta(description="Output: the clientSignature object of the body.")] | UnsetType
    ) = UNSET


class Login(Group[LoginCase], tag="ClientSignatureLogin"):
    """Sign the use of a verification token to log in, with the nonce of RFC 6979."""

    def run(self, case: LoginCase) -> Outputs:
        key = None if case.session_public_key is UNSET else case.session_public_key
        signer = _Deterministic(ApiKey.from_private_key(case.private_key, case.curve))
        signature = sign_login(signer, case.verification_token, session_public_key=key)
        return {"client_signature": signature.to_dict()}


class SignupCase(Case, kw_only=True):
    """A token to sign up with, and the signed parts of the request."""

    curve: CurveName
    private_key: PrivateKey
    verification_token: Token
    api_keys: Annotated[list[dict[str, Any]] | UnsetType, Requested] = UNSET
    authenticators: Annotated[list[dict[str, Any]] | UnsetType, Requested] = UNSET
    oauth_providers: Annotated[list[dict[str, Any]] | UnsetType, Requested] = UNSET
    email: Annotated[str | UnsetType, Requested] = UNSET
    phone_number: Annotated[str | UnsetType, Requested] = UNSET
    client_signature: (
        Annotated[Signature, Meta(description="Output: the clientSignature object of the body.")] | UnsetType
    ) = UNSET


class Signup(Group[SignupCase], tag="ClientSignatureSignup"):
    """Sign the use of a verification token to sign up, with the nonce of RFC 6979."""

    def run(self, case: SignupCase) -> Outputs:
        names = ("api_keys", "authenticators", "oauth_providers", "email", "phone_number")
        request: dict[str, Any] = {
            name: getattr(case, name) for name in names if getattr(case, name) is not UNSET
        }
        signer = _Deterministic(ApiKey.from_private_key(case.private_key, case.curve))
        return {"client_signature": sign_signup(signer, case.verification_token, **request).to_dict()}


class VerificationCase(Case, kw_only=True):
    """A client signature, perhaps with the token that came with it."""

    client_signature: Signature
    verification_token: Annotated[
        str | UnsetType, Meta(description="The verification token, read and not verified, to compare with.")
    ] = UNSET


class Verification(Group[VerificationCase], tag="ClientSignatureVerification"):
    """Verify a client signature, and its binding to a token where one is given."""

    def run(self, case: VerificationCase) -> Outputs:
        token = case.verification_token
        claims = None if token is UNSET else VerificationClaims(**vars(read_verification_token(token)))
        verify_client_signature(case.client_signature, verification=claims)
        return {}


CONSTRUCTS = (
    construct(
        "client_signature",
        "CLIENT_SIGNATURE_SCHEME_API_P256",
        (Login, Signup, Verification),
        "Client signatures of signup_v2 and otp_login_v2: r and s in a row, over SHA-256 of the message.",
    ),
)
