"""Sessions and session profiles: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import Annotated

import msgspec

from sealwax.operations.catalog.shared import AnyClientSignature
from sealwax.operations.forms import Id, Seconds
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, about
from sealwax.operations.responses import Record, _Timestamp, to_time
from sealwax.operations.results import _Credential, _ProfiledSession
from sealwax.operations.rules import _ToTargetKey


class OauthLoginResult(_ProfiledSession, frozen=True, kw_only=True):
    """The result of oauth_login."""

    session: Annotated[str, about("The session: a JWT that says who logged in.")]
    """The session: a JWT that says who logged in."""


class OauthLogin(SubmitOperation[OauthLoginResult], frozen=True, kw_only=True):
    """Log in with an OIDC token, to get a session for one of your keys."""

    operation_name = "oauth_login"

    oidc_token: Annotated[Id, about("The OIDC token, in base64.")]
    """The OIDC token, in base64."""
    public_key: Annotated[Id, about("The public key to bind the session to.")]
    """The public key to bind the session to."""
    expiration_seconds: Annotated[
        Seconds | None, about("The session's lifetime, in seconds; 900 if left out.")
    ] = None
    """The session's lifetime, in seconds; 900 if left out."""
    invalidate_existing: Annotated[
        bool | None, about("Whether to end the user's other sessions of this kind.")
    ] = None
    """Whether to end the user's other sessions of this kind."""
    session_profile_id: Annotated[
        Id | None, about("The id of the session's profile; if left out, the session can read and write.")
    ] = None
    """The id of the session's profile; if left out, the session can read and write."""


class CreateReadOnlySessionResult(Record, frozen=True, kw_only=True):
    """The result of create_read_only_session."""

    organization_id: str
    organization_name: str
    user_id: str
    username: str
    session: str
    session_expiry: str


class CreateReadOnlySession(SubmitOperation[CreateReadOnlySessionResult], frozen=True, kw_only=True):
    """Get a session that can only read."""

    operation_name = "create_read_only_session"


class CreateReadWriteSessionResult(_Credential, frozen=True, kw_only=True):
    """The result of create_read_write_session."""

    organization_id: str
    organization_name: str
    user_id: str
    username: str
    api_key_id: str
    credential_bundle: str


class CreateReadWriteSession(
    SubmitOperation[CreateReadWriteSessionResult], _ToTargetKey, frozen=True, kw_only=True
):
    """Get a session that can read and write, sealed to your target key."""

    operation_name = "create_read_write_session"
    version = "V2"
    result_version = "V2"

    target_public_key: Id
    user_id: str | None = None
    api_key_name: str | None = None
    expiration_seconds: Seconds | None = None
    invalidate_existing: bool | None = None


class CreateReadWriteSessionV1Result(Record, frozen=True, kw_only=True):
    """The result of create_read_write_session, version 1."""

    organization_id: str
    organization_name: str
    user_id: str
    username: str
    api_key_id: str
    credential_bundle: str


class CreateReadWriteSessionV1(
    SubmitOperation[CreateReadWriteSessionV1Result], _ToTargetKey, frozen=True, kw_only=True
):
    """Get a session that can read and write, sealed to your target key.

    This is version 1; ``CreateReadWriteSession`` is the newest.
    """

    operation_name = "create_read_write_session"

    target_public_key: Id
    email: str
    api_key_name: str | None = None
    expiration_seconds: Seconds | None = None


class CreateSessionProfileResult(Record, frozen=True, kw_only=True):
    """The result of create_session_profile."""

    session_profile_id: str


class CreateSessionProfile(SubmitOperation[CreateSessionProfileResult], frozen=True, kw_only=True):
    """Create a session profile, which limits what sessions may do."""

    operation_name = "create_session_profile"
    makes_app_proofs = False

    session_profile_name: str
    scope: str
    expiration_seconds: Seconds | None = None
    notes: str | None = None


class SessionProfile(Record, frozen=True, kw_only=True):
    """A part of an answer: session profile."""

    session_profile_id: str
    session_profile_name: str
    scope: str
    expiration_seconds: str | None = None
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


class GetSessionProfileResult(Record, frozen=True, kw_only=True):
    """The answer to get_session_profile."""

    session_profile: SessionProfile


class GetSessionProfile(QueryOperation[GetSessionProfileResult], frozen=True, kw_only=True):
    """Get a session profile."""

    operation_name = "get_session_profile"

    session_profile_id: Id


class GetSessionProfilesResult(Record, frozen=True, kw_only=True):
    """The answer to get_session_profiles."""

    session_profiles: Array[SessionProfile]


class GetSessionProfiles(QueryOperation[GetSessionProfilesResult], frozen=True, kw_only=True):
    """List the session profiles."""

    operation_name = "get_session_profiles"


class GetWhoamiResult(Record, frozen=True, kw_only=True):
    """The answer to whoami."""

    organization_id: str
    organization_name: str
    user_id: str
    username: str


class GetWhoami(QueryOperation[GetWhoamiResult], frozen=True, kw_only=True):
    """Get the user and the organization that a stamp is of."""

    operation_name = "whoami"


class OtpLoginResult(_ProfiledSession, frozen=True, kw_only=True):
    """The result of otp_login."""

    session: str


class OtpLogin(SubmitOperation[OtpLoginResult], frozen=True, kw_only=True):
    """Log in with a verification token, to get a session for one of your keys."""

    operation_name = "otp_login"
    version = "V2"

    verification_token: str
    public_key: str
    client_signature: AnyClientSignature
    expiration_seconds: Seconds | None = None
    invalidate_existing: bool | None = None
    session_profile_id: str | None = None


class OtpLoginV1Result(Record, frozen=True, kw_only=True):
    """The result of otp_login, version 1."""

    session: str


class OtpLoginV1(SubmitOperation[OtpLoginV1Result], frozen=True, kw_only=True):
    """Log in with a verification token, to get a session for one of your keys.

    This is version 1; ``OtpLogin`` is the newest.
    """

    operation_name = "otp_login"

    verification_token: str
    public_key: str
    expiration_seconds: Seconds | None = None
    invalidate_existing: bool | None = None
    client_signature: AnyClientSignature | None = None
    session_profile_id: str | None = None


class StampLoginResult(_ProfiledSession, frozen=True, kw_only=True):
    """The result of stamp_login."""

    session: str


class StampLogin(SubmitOperation[StampLoginResult], frozen=True, kw_only=True):
    """Log in with the stamp of the request, to get a session for one of your keys."""

    operation_name = "stamp_login"

    public_key: str
    expiration_seconds: Seconds | None = None
    invalidate_existing: bool | None = None
    session_profile_id: str | None = None
