"""Verify and use up verification tokens, which state who owns a contact."""

from collections.abc import Iterator
from contextlib import contextmanager

from sealwax._codec.clock import NO_LEEWAY
from sealwax.errors import InvalidRequest
from sealwax.login.tokens import VerificationClaims, verify_verification_token
from sealwax.operations.parameters import Parameters
from sealwax_service.access.authentication import is_for
from sealwax_service.api_errors import TOKEN_INVALID, ApiError, refusing
from sealwax_service.requests.context import Context


def read_token(context: Context, token: str) -> VerificationClaims:
    """Verify a verification token, for any organization."""
    with refusing(TOKEN_INVALID):
        return verify_verification_token(
            token, keys=context.provisioner.enclave.keys, now=context.now, leeway=NO_LEEWAY
        )


def check_owner(context: Context, claims: VerificationClaims) -> None:
    """Refuse a verification token unless it is for the organization or its parent."""
    if not is_for(claims, context.organization):
        raise ApiError(TOKEN_INVALID, "it is for another organization")


def read_signup(context: Context, signup: Parameters, **fields: object) -> VerificationClaims | None:
    """Verify the token and the client signature of a signup; return the claims, or None without a token.

    ``fields`` replace fields of the signup.
    """
    with refusing(TOKEN_INVALID, but=InvalidRequest):
        claims = context.provisioner.enclave.signup({**signup.to_params(), **fields}, now=context.now)
    if claims is not None and claims.organization_id != context.organization.organization_id:
        raise ApiError(TOKEN_INVALID, "it is for another organization")
    return claims


@contextmanager
def token_use(context: Context, claims: VerificationClaims, *, signup: bool = False) -> Iterator[None]:
    """Use up a verification token, unless its use is refused."""
    enclave = context.provisioner.enclave
    with refusing(TOKEN_INVALID, InvalidRequest), enclave.use_token(claims.id, signup=signup):
        yield
