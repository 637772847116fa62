"""Sessions and session profiles: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import Annotated, ClassVar

import msgspec

from sealwax.operations.catalog.shared import AnyClientSignature
from sealwax.operations.forms import Id, Seconds
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, about
from sealwax.operations.responses import Record, RecordType, _Timestamp, to_time
from sealwax.operations.results import _Credential, _ProfiledSession
from sealwax.operations.rules import _ToTargetKey


class OauthLoginResult(_ProfiledSession, frozen=True, kw_only=True):
    """The result of oauth_login."""

    session: Annotated[str, about("The session: a JWT that says who logged in.")]
    """The session: a JWT that says who logged in."""


class OauthLogin(SubmitOperation[OauthLoginResult], frozen=True, kw_only=True):
    """Log in with an OIDC token, to get a session for one of your keys."""

    operation_name = "oauth_login"
    activity_type = "ACTIVITY_TYPE_OAUTH_LOGIN"
    intent_key = "oauthLoginIntent"
    result_key = "oauthLoginResult"
    result_type: ClassVar[RecordType] = OauthLoginResult

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
    """The id of the organization."""
    organization_name: str
    """The organization's name."""
    user_id: str
    """The id of the user."""
    username: str
    """The user's name."""
    session: str
    """The session, which can only read."""
    session_expiry: Annotated[
        str, about("The end of the session, in seconds since the epoch, as decimal text.")
    ]
    """The end of the session, in seconds since the epoch, as decimal text."""


class CreateReadOnlySession(SubmitOperation[CreateReadOnlySessionResult], frozen=True, kw_only=True):
    """Get a session that can only read."""

    operation_name = "create_read_only_session"
    activity_type = "ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION"
    intent_key = "createReadOnlySessionIntent"
    result_key = "createReadOnlySessionResult"
    result_type: ClassVar[RecordType] = CreateReadOnlySessionResult


class CreateReadWriteSessionResult(_Credential, frozen=True, kw_only=True):
    """The result of create_read_write_session."""

    organization_id: str
    """The id of the organization."""
    organization_name: str
    """The organization's name."""
    user_id: str
    """The id of the user."""
    username: str
    """The user's name."""
    api_key_id: str
    """The id of the new API key."""
    credential_bundle: str
    """The new API key, sealed to your target key; decrypt_credential_bundle opens it."""


class CreateReadWriteSession(
    SubmitOperation[CreateReadWriteSessionResult], _ToTargetKey, frozen=True, kw_only=True
):
    """Get a session that can read and write, sealed to your target key."""

    operation_name = "create_read_write_session"
    activity_type = "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2"
    intent_key = "createReadWriteSessionIntentV2"
    result_key = "createReadWriteSessionResultV2"
    result_type: ClassVar[RecordType] = CreateReadWriteSessionResult

    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]
    """The target public key to seal it to: an uncompressed P-256 point, in hex."""
    user_id: str | None = None
    """The id of the user; the one who makes the request if left out."""
    api_key_name: str | None = None
    """The new key's display name; the service makes one if left out."""
    expiration_seconds: Annotated[
        Seconds | None, about("The key's lifetime, in seconds; 900 if left out.")
    ] = None
    """The key's lifetime, in seconds; 900 if left out."""
    invalidate_existing: bool | None = None
    """Whether to invalidate the API keys of earlier sessions of this kind."""


class CreateReadWriteSessionV1Result(Record, frozen=True, kw_only=True):
    """The result of create_read_write_session, version 1."""

    organization_id: str
    """The id of the organization."""
    organization_name: str
    """The organization's name."""
    user_id: str
    """The id of the user."""
    username: str
    """The user's name."""
    api_key_id: str
    """The id of the new API key."""
    credential_bundle: str
    """The new API key, sealed to your target key; decrypt_credential_bundle opens it."""


class CreateReadWriteSessionV1(
    SubmitOperation[CreateReadWriteSessionV1Result], _ToTargetKey, frozen=True, kw_only=True
):
    """Get a session that can read and write, sealed to your target key.

    This is version 1; ``CreateReadWriteSession`` is the newest.
    """

    operation_name = "create_read_write_session"
    activity_type = "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION"
    intent_key = "createReadWriteSessionIntent"
    result_key = "createReadWriteSessionResult"
    result_type: ClassVar[RecordType] = CreateReadWriteSessionV1Result

    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]
    """The target public key to seal it to: an uncompressed P-256 point, in hex."""
    email: str
    """The user's email address."""
    api_key_name: str | None = None
    """The new key's display name; the service makes one if left out."""
    expiration_seconds: Annotated[
        Seconds | None, about("The key's lifetime, in seconds; 900 if left out.")
    ] = None
    """The key's lifetime, in seconds; 900 if left out."""


class CreateSessionProfileResult(Record, frozen=True, kw_only=True):
    """The result of create_session_profile."""

    session_profile_id: str
    """The id of the new session profile."""


class CreateSessionProfile(SubmitOperation[CreateSessionProfileResult], frozen=True, kw_only=True):
    """Create a session profile, which limits what sessions may do."""

    operation_name = "create_session_profile"
    activity_type = "ACTIVITY_TYPE_CREATE_SESSION_PROFILE"
    intent_key = "createSessionProfileIntent"
    result_key = "createSessionProfileResult"
    makes_app_proofs = False
    result_type: ClassVar[RecordType] = CreateSessionProfileResult

    session_profile_name: str
    """The profile's display name."""
    scope: str
    """The scope, which limits what the profile's sessions may do."""
    expiration_seconds: Annotated[
        Seconds | None, about("The sessions' lifetime, in seconds; each login's own if left out.")
    ] = None
    """The sessions' lifetime, in seconds; each login's own if left out."""
    notes: str | None = None
    """Notes on the profile."""


class SessionProfile(Record, frozen=True, kw_only=True):
    """A session profile, which limits what sessions may do."""

    session_profile_id: str
    """The id of the session profile."""
    session_profile_name: str
    """The profile's display name."""
    scope: str
    """The scope, which limits what the profile's sessions may do."""
    expiration_seconds: Annotated[
        str | None, about("The sessions' lifetime, in seconds; None for each login's own.")
    ] = None
    """The sessions' lifetime, in seconds; None for each login's own."""
    notes: str | None = None
    """Notes on the profile."""
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


class GetSessionProfileResult(Record, frozen=True, kw_only=True):
    """The answer to get_session_profile."""

    session_profile: SessionProfile
    """The session profile."""


class GetSessionProfile(QueryOperation[GetSessionProfileResult], frozen=True, kw_only=True):
    """Get a session profile."""

    operation_name = "get_session_profile"
    result_type: ClassVar[RecordType] = GetSessionProfileResult

    session_profile_id: Id
    """The id of the session profile."""


class GetSessionProfilesResult(Record, frozen=True, kw_only=True):
    """The answer to get_session_profiles."""

    session_profiles: Array[SessionProfile]
    """The session profiles."""


class GetSessionProfiles(QueryOperation[GetSessionProfilesResult], frozen=True, kw_only=True):
    """List the session profiles."""

    operation_name = "get_session_profiles"
    result_type: ClassVar[RecordType] = GetSessionProfilesResult


class GetWhoamiResult(Record, frozen=True, kw_only=True):
    """The answer to whoami."""

    organization_id: str
    """The id of the organization."""
    organization_name: str
    """The organization's name."""
    user_id: str
    """The id of the user."""
    username: str
    """The user's name."""


class GetWhoami(QueryOperation[GetWhoamiResult], frozen=True, kw_only=True):
    """Get the user and the organization that a stamp is of."""

    operation_name = "whoami"
    result_type: ClassVar[RecordType] = GetWhoamiResult


class OtpLoginResult(_ProfiledSession, frozen=True, kw_only=True):
    """The result of otp_login."""

    session: str
    """The session: a JWT that says who logged in."""


class OtpLogin(SubmitOperation[OtpLoginResult], frozen=True, kw_only=True):
    """Log in with a verification token, to get a session for one of your keys."""

    operation_name = "otp_login"
    activity_type = "ACTIVITY_TYPE_OTP_LOGIN_V2"
    intent_key = "otpLoginIntentV2"
    result_key = "otpLoginResult"
    result_type: ClassVar[RecordType] = OtpLoginResult

    verification_token: str
    """The verification token from verify_otp."""
    public_key: str
    """The public key to bind the session to."""
    client_signature: AnyClientSignature
    """The signature by the key that the verification token is bound to."""
    expiration_seconds: Annotated[
        Seconds | None, about("The session's lifetime, in seconds; 900 if left out.")
    ] = None
    """The session's lifetime, in seconds; 900 if left out."""
    invalidate_existing: bool | None = None
    """Whether to end the user's other sessions of this kind."""
    session_profile_id: str | None = None
    """The id of the session's profile; if left out, the session can read and write."""


class OtpLoginV1Result(Record, frozen=True, kw_only=True):
    """The result of otp_login, version 1."""

    session: str
    """The session: a JWT that says who logged in."""


class OtpLoginV1(SubmitOperation[OtpLoginV1Result], frozen=True, kw_only=True):
    """Log in with a verification token, to get a session for one of your keys.

    This is version 1; ``OtpLogin`` is the newest.
    """

    operation_name = "otp_login"
    activity_type = "ACTIVITY_TYPE_OTP_LOGIN"
    intent_key = "otpLoginIntent"
    result_key = "otpLoginResult"
    result_type: ClassVar[RecordType] = OtpLoginV1Result

    verification_token: str
    """The verification token from verify_otp."""
    public_key: str
    """The public key to bind the session to."""
    expiration_seconds: Annotated[
        Seconds | None, about("The session's lifetime, in seconds; 900 if left out.")
    ] = None
    """The session's lifetime, in seconds; 900 if left out."""
    invalidate_existing: bool | None = None
    """Whether to end the user's other sessions of this kind."""
    client_signature: AnyClientSignature | None = None
    """The signature by the key that the verification token is bound to, if there is one."""
    session_profile_id: str | None = None
    """The id of the session's profile; if left out, the session can read and write."""


class StampLoginResult(_ProfiledSession, frozen=True, kw_only=True):
    """The result of stamp_login."""

    session: str
    """The session: a JWT that says who logged in."""


class StampLogin(SubmitOperation[StampLoginResult], frozen=True, kw_only=True):
    """Log in with the stamp of the request, to get a session for one of your keys."""

    operation_name = "stamp_login"
    activity_type = "ACTIVITY_TYPE_STAMP_LOGIN"
    intent_key = "stampLoginIntent"
    result_key = "stampLoginResult"
    result_type: ClassVar[RecordType] = StampLoginResult

    public_key: str
    """The public key to bind the session to."""
    expiration_seconds: Annotated[
        Seconds | None, about("The session's lifetime, in seconds; 900 if left out.")
    ] = None
    """The session's lifetime, in seconds; 900 if left out."""
    invalidate_existing: bool | None = None
    """Whether to end the user's other sessions of this kind."""
    session_profile_id: str | None = None
    """The id of the session's profile; if left out, the session can read and write."""
