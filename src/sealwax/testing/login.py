"""The service's checks of logins and signups (wire-formats.md, section 2.4)."""

from datetime import datetime
from typing import TypeVar

import msgspec
from msgspec import UNSET

from sealwax._codec.clock import NO_LEEWAY
from sealwax._codec.strict_json import convert_json
from sealwax.errors import InvalidRequest, MalformedInput
from sealwax.login.client_signature import JsonObject, check_client_signature, signed_fields_of
from sealwax.login.tokens import VerificationClaims, verify_verification_token
from sealwax.trust import EnclaveKeys

T = TypeVar("T")


class LoginRequest(msgspec.Struct, frozen=True, rename="camel"):
    """The fields of otp_login_v2's body that are checked."""

    verification_token: str
    public_key: str
    client_signature: dict[str, str]
    organization_id: str | None = None


class _SignupRequest(msgspec.Struct, frozen=True, rename="camel"):
    verification_token: str | None = None
    client_signature: dict[str, str] | None = None


def _convert(body: JsonObject, into: type[T]) -> T:
    """Convert a body; raise ``InvalidRequest`` if it does not match its type."""
    try:
        return convert_json(body, into, "the body")
    except MalformedInput as error:
        raise InvalidRequest(str(error)) from None


def check_login(
    body: JsonObject, *, keys: EnclaveKeys, now: datetime
) -> tuple[LoginRequest, VerificationClaims]:
    """Check the body of otp_login_v2; return it and the claims of its token."""
    request = _convert(body, LoginRequest)
    token = verify_verification_token(request.verification_token, keys=keys, now=now, leeway=NO_LEEWAY)
    _, message = check_client_signature(request.client_signature, token)
    if message.login is UNSET or message.login.public_key != request.public_key:
        raise InvalidRequest("publicKey differs from that in the client signature's message")
    return request, token


def check_signup(body: JsonObject, *, keys: EnclaveKeys, now: datetime) -> VerificationClaims | None:
    """Check the body of signup_v2; return its token's claims, or None without a token and a signature."""
    request = _convert(body, _SignupRequest)
    if request.verification_token is None and request.client_signature is None:
        return None
    if request.verification_token is None:
        raise InvalidRequest("verificationToken is missing; the client signature is for a token")
    token = verify_verification_token(request.verification_token, keys=keys, now=now, leeway=NO_LEEWAY)
    if request.client_signature is None:
        raise InvalidRequest("clientSignature is missing; the token's key must sign its use")
    _, message = check_client_signature(request.client_signature, token)
    if message.signup_v2 is UNSET:
        raise InvalidRequest("the client signature is not for a signup; sign with sign_signup")
    signed = msgspec.to_builtins(message.signup_v2)
    # The body must have some arrays even if they are empty; empty ones need not be signed.
    for name, value in signed_fields_of(body).items():
        if signed.get(name, [] if value == [] else None) != value:
            raise InvalidRequest(f"{name} differs from that in the client signature's message")
    return token
