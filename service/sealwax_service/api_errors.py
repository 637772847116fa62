"""The service's errors."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sealwax.errors import SealwaxError


class ErrorKind(NamedTuple):
    """A reason to refuse a request: the HTTP status, ``turnkeyErrorCode`` and the message."""

    status: int
    code: str
    message: str


# The codes that the service documents, with its messages.
SIGNATURE_MISSING = ErrorKind(401, "SIGNATURE_MISSING", "no valid authentication signature found for request")
NO_API_KEY_STAMP = SIGNATURE_MISSING._replace(message="could not extract api key stamp")
NO_WEBAUTHN_STAMP = SIGNATURE_MISSING._replace(message="could not extract webauthn stamp")
SIGNATURE_INVALID = ErrorKind(401, "SIGNATURE_INVALID", "could not verify api key signature")
WEBAUTHN_INVALID = SIGNATURE_INVALID._replace(message="could not verify WebAuthN signature")
STAMP_MALFORMED = ErrorKind(401, "SIGNATURE_INVALID", "malformed activity stamp")
PUBLIC_KEY_NOT_FOUND = ErrorKind(
    401, "PUBLIC_KEY_NOT_FOUND", "could not find public key in organization or its parent organization"
)
UNKNOWN_PUBLIC_KEY = PUBLIC_KEY_NOT_FOUND._replace(
    message="public key could not be found in organization or its parent organization"
)
"""The messages of whoami, which also searches the sub-organizations."""
PUBLIC_KEY_CONFLICT = ErrorKind(
    401, "CREDENTIAL_CONFLICT", "more than one suborg associated with a public key"
)
CREDENTIAL_CONFLICT = PUBLIC_KEY_CONFLICT._replace(
    message="more than one suborg associated with a credential ID"
)
API_KEY_EXPIRED = ErrorKind(401, "API_KEY_EXPIRED", "expired api key")
CREDENTIAL_NOT_FOUND = ErrorKind(
    404, "CREDENTIAL_NOT_FOUND", "webauthn authenticator not found in organization"
)
CREDENTIAL_NOT_IN_PARENT = CREDENTIAL_NOT_FOUND._replace(
    message="webauthn authenticator not found in organization or parent organization"
)
UNKNOWN_CREDENTIAL = ErrorKind(
    401,
    "CREDENTIAL_NOT_FOUND",
    "credential ID could not be found in organization or its parent organization",
)
"""The messages of whoami."""
ORGANIZATION_NOT_FOUND = ErrorKind(404, "ORGANIZATION_NOT_FOUND", "no organization found with the given ID")
INVALID_ORGANIZATION_ID = ErrorKind(400, "INVALID_ORGANIZATION_ID", "malformed organization ID provided")
NOT_AUTHORIZED = ErrorKind(403, "REQUEST_NOT_AUTHORIZED", "request not authorized")
ORGANIZATION_MISMATCH = ErrorKind(400, "ORGANIZATION_MISMATCH", "organization mismatch")
INVALID_EMAIL = ErrorKind(400, "INVALID_EMAIL", "invalid email address")
PROVIDER_EXISTS = ErrorKind(
    400,
    "OAUTH_PROVIDER_ALREADY_EXISTS",
    "OAuth provider with same audience, subject, and issuer already exists",
)
RATE_LIMIT = ErrorKind(
    429,
    "RATE_LIMIT_EXCEEDED",
    "this organization cannot execute activities because it has been rate limited. Please reach out to the "
    "Turnkey team (help@turnkey.com) for more information.",
)
OVER_QUOTA = ErrorKind(
    429,
    "SEALWAX_TOO_MANY",
    "this organization cannot execute activities because it is over its allotted quota. Please reach out to "
    "the Turnkey team (help@turnkey.com) for more information.",
)
"""The service documents this message, without a code, for a limit of an organization's records."""
POLICY_DENIED = ErrorKind(403, "", "policy engine denied request explicitly")
"""The service's clients compare this message, and expect no details."""
INVALID_CALLER = ErrorKind(400, "INVALID_ACTIVITY_CALLER", "cannot be called by sub-organizations")
REQUEST_INVALID = ErrorKind(400, "REQUEST_INVALID", "bad request body")
INVALID_ATTESTATION = REQUEST_INVALID._replace(message="invalid authenticator attestation")
ATTESTATION_MISSING = REQUEST_INVALID._replace(message="missing parameter: user authenticator attestation")
AUTH_DATA_MISSING = REQUEST_INVALID._replace(
    message="missing parameter: user authenticator attestation auth data"
)
WALLET_MISSING = REQUEST_INVALID._replace(message="missing wallet params")
INVALID_CURVE = REQUEST_INVALID._replace(message="invalid curve")
CURVE_REQUIRED = REQUEST_INVALID._replace(message="curve required")
INVALID_PATH_FORMAT = REQUEST_INVALID._replace(message="invalid path format")
INVALID_ADDRESS_FORMAT = REQUEST_INVALID._replace(message="invalid address format")
MALFORMED_ACCOUNT_ID = REQUEST_INVALID._replace(message="invalid wallet account UUID")
FOREIGN_ACCOUNT = REQUEST_INVALID._replace(message="wallet account not part of your organization")
OAUTH2_CREDENTIAL_NOT_FOUND = ErrorKind(
    404, "OAUTH2_CREDENTIAL_NOT_FOUND", "the specified OAuth 2.0 credential could not be found"
)
"""The service documents the code, but neither the status nor the message."""
INVALID_OIDC_TOKEN = ErrorKind(400, "INVALID_OIDC_TOKEN", "invalid OIDC token")
UNSUPPORTED_TRANSACTION = ErrorKind(400, "UNSUPPORTED_TRANSACTION_TYPE", "unsupported transaction type")
INVALID_TRANSACTION = ErrorKind(400, "INVALID_TRANSACTION", "failed to parse transaction")
ACCOUNT_NOT_EXPORTED = ErrorKind(400, "WALLET_ACCOUNT_NOT_EXPORTED", "wallet account has not been exported")

# The service documents messages, but no codes, for the following. The codes are this library's.
INVALID_ENCODING = ErrorKind(400, "SEALWAX_INVALID_PAYLOAD_ENCODING", "invalid payload encoding")
INVALID_HASH_FUNCTION = ErrorKind(400, "SEALWAX_INVALID_HASH_FUNCTION", "invalid hash function")
INVALID_PATH = ErrorKind(400, "SEALWAX_INVALID_PATH", "invalid path")
INVALID_EXPIRATION = ErrorKind(400, "SEALWAX_INVALID_API_KEY_EXPIRATION", "invalid api key expiration")
LABEL_NOT_UNIQUE = ErrorKind(400, "SEALWAX_LABEL_NOT_UNIQUE", "label must be unique")
INVALID_CONDITION = ErrorKind(400, "SEALWAX_INVALID_POLICY_CONDITION", "invalid policy condition")
INVALID_CONSENSUS = ErrorKind(400, "SEALWAX_INVALID_POLICY_CONSENSUS", "invalid policy consensus")
INVALID_QUORUM = ErrorKind(400, "SEALWAX_INVALID_QUORUM", "quorum threshold must be non-zero integer")
QUORUM_USERS_MISSING = ErrorKind(400, "SEALWAX_QUORUM_USERS_MISSING", "quorum users missing")

# The service documents no code for the following. These codes are this library's.
NOT_FOUND = ErrorKind(404, "SEALWAX_NOT_FOUND", "not found")
ACTIVITY_NOT_FOUND = NOT_FOUND._replace(
    message="No activity found with fingerprint. Consensus activities must target an existing activity by "
    "fingerprint"
)
NO_SUCH_ROUTE = ErrorKind(404, "SEALWAX_NO_SUCH_ROUTE", "no such route")
SESSION_INVALID = ErrorKind(401, "SEALWAX_SESSION_INVALID", "unknown or expired session")
TOO_MANY = ErrorKind(429, "SEALWAX_TOO_MANY", "user has exceeded maximum")
CONFLICT = ErrorKind(409, "SEALWAX_CONFLICT", "conflict")
NOT_EXPORTED = ErrorKind(400, "SEALWAX_NOT_EXPORTED", "private key was never exported")
UNKNOWN_CONFIGURATION = ErrorKind(
    401, "SEALWAX_UNKNOWN_CONFIGURATION", "unknown or missing X-Auth-Proxy-Config-Id"
)
TOKEN_INVALID = ErrorKind(400, "SEALWAX_TOKEN_INVALID", "invalid verification token")
FOREIGN_HOST = ErrorKind(
    421, "SEALWAX_FOREIGN_HOST", "the Host header is not a loopback address; see --allow-host"
)
FOREIGN_ORIGIN = ErrorKind(
    403, "SEALWAX_FOREIGN_ORIGIN", "the page's origin is not allowed; see --allow-origin"
)
CONTENT_TYPE = ErrorKind(415, "SEALWAX_CONTENT_TYPE", "the Content-Type must be application/json")
TOO_LARGE = ErrorKind(413, "SEALWAX_TOO_LARGE", "the body is too large")
BAD_HTTP = ErrorKind(400, "SEALWAX_BAD_HTTP", "malformed HTTP request")
DEFECT = ErrorKind(
    500, "SEALWAX_DEFECT", "the local service has a defect; its standard error has the traceback"
)
ADMIN_TOKEN = ErrorKind(
    401,
    "SEALWAX_ADMIN_TOKEN",
    "from elsewhere, /_sealwax/ needs the header Authorization: Bearer, with the token printed at the start",
)
NOT_KEPT = ErrorKind(503, "SEALWAX_NOT_KEPT", "the state was not kept")
PAGE = ErrorKind(403, "SEALWAX_PAGE", "the page is for this machine only")
METHOD = ErrorKind(405, "SEALWAX_METHOD", "use POST")


class ApiError(Exception):
    """A refusal of a request; an explanation is added to the message of its kind.

    ``retry_after`` are the seconds of the header Retry-After, and ``reason``, which the deployed service does
    not tell, is the header X-Sealwax-Reason.
    """

    def __init__(
        self, kind: ErrorKind, explanation: str = "", *, retry_after: int | None = None, reason: str = ""
    ) -> None:
        message = f"{kind.message}: {explanation}" if explanation else kind.message
        super().__init__(message)
        self.status: int = kind.status
        self.code: str = kind.code
        self.message: str = message
        self.retry_after: int | None = retry_after
        self.reason: str = reason


@contextmanager
def refusing(
    kind: ErrorKind,
    caught: type[SealwaxError] | tuple[type[SealwaxError], ...] = SealwaxError,
    *,
    but: type[SealwaxError] | tuple[()] = (),
) -> Iterator[None]:
    """Turn the library's errors into refusals of a kind, except the error ``but``."""
    try:
        yield
    except but:
        raise
    except caught as error:
        raise ApiError(kind, str(error)) from None
