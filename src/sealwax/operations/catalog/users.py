"""Users, their tags and invitations: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import Annotated, Literal, TypeAlias

from sealwax.operations.catalog.shared import (
    ApiKeyParams,
    ApiOnlyUserApiKey,
    AuthenticatorParams,
    OauthProvider,
    OauthProviderParams,
    Tag,
    Transport,
    User,
)
from sealwax.operations.forms import Id, PhoneNumber
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, Parameters, about
from sealwax.operations.responses import Record


class UpdateUserResult(Record, frozen=True, kw_only=True):
    """The result of update_user."""

    user_id: Annotated[str, about("The id of the user.")]
    """The id of the user."""


class UpdateUser(SubmitOperation[UpdateUserResult], frozen=True, kw_only=True):
    """Change a user's name, email address, phone number or tags."""

    operation_name = "update_user"

    user_id: Annotated[Id, about("The id of the user.")]
    """The id of the user."""
    user_name: Annotated[str | None, about("The user's new name.")] = None
    """The user's new name."""
    user_email: Annotated[str | None, about("The user's new email address.")] = None
    """The user's new email address."""
    user_tag_ids: Annotated[
        Array[Id] | None,
        about("The ids of tags that replace all tags of the user; an empty array removes all."),
    ] = None
    """The ids of tags that replace all tags of the user; an empty array removes all."""
    user_phone_number: Annotated[PhoneNumber | None, about("The user's new phone number, in E.164 form.")] = (
        None
    )
    """The user's new phone number, in E.164 form."""


class CreateUserTagResult(Record, frozen=True, kw_only=True):
    """The result of create_user_tag."""

    user_tag_id: Annotated[str, about("The id of the new tag.")]
    """The id of the new tag."""
    user_ids: Annotated[Array[str], about("The ids of the users who have the tag.")]
    """The ids of the users who have the tag."""


class CreateUserTag(SubmitOperation[CreateUserTagResult], frozen=True, kw_only=True):
    """Create a tag for users."""

    operation_name = "create_user_tag"

    user_tag_name: Annotated[str, about("The tag's name.")]
    """The tag's name."""
    user_ids: Annotated[Array[Id], about("The ids of users to add the tag to.")]
    """The ids of users to add the tag to."""


class UpdateUserEmailResult(Record, frozen=True, kw_only=True):
    """The result of update_user_email."""

    user_id: Annotated[str, about("The id of the user.")]
    """The id of the user."""


class UpdateUserEmail(SubmitOperation[UpdateUserEmailResult], frozen=True, kw_only=True):
    """Change or remove a user's email address."""

    operation_name = "update_user_email"

    user_id: Annotated[Id, about("The id of the user.")]
    """The id of the user."""
    user_email: Annotated[str, about("The user's new email address; empty to remove it.")]
    """The user's new email address; empty to remove it."""
    verification_token: Annotated[
        Id | None, about("The verification token from verify_otp, if the address is already verified.")
    ] = None
    """The verification token from verify_otp, if the address is already verified."""


class DeleteUserTagsResult(Record, frozen=True, kw_only=True):
    """The result of delete_user_tags."""

    user_tag_ids: Annotated[Array[str], about("The ids of the deleted tags.")]
    """The ids of the deleted tags."""
    user_ids: Annotated[Array[str], about("The ids of the users who had these tags.")]
    """The ids of the users who had these tags."""


class DeleteUserTags(SubmitOperation[DeleteUserTagsResult], frozen=True, kw_only=True):
    """Delete tags of users."""

    operation_name = "delete_user_tags"

    user_tag_ids: Annotated[Array[Id], about("The ids of the tags.")]
    """The ids of the tags."""


class ApiOnlyUserParams(Parameters, frozen=True, kw_only=True):
    """A part of a request: api only user params."""

    user_name: str
    user_email: str | None = None
    user_tags: Array[str]
    api_keys: Array[ApiOnlyUserApiKey]


class CreateApiOnlyUsersResult(Record, frozen=True, kw_only=True):
    """The result of create_api_only_users."""

    user_ids: Array[str]


class CreateApiOnlyUsers(SubmitOperation[CreateApiOnlyUsersResult], frozen=True, kw_only=True):
    """Create users that have API keys and no other credentials."""

    operation_name = "create_api_only_users"

    api_only_users: Array[ApiOnlyUserParams]


AccessType: TypeAlias = Literal["ACCESS_TYPE_WEB", "ACCESS_TYPE_API", "ACCESS_TYPE_ALL"]


class InvitationParams(Parameters, frozen=True, kw_only=True):
    """A part of a request: invitation params."""

    receiver_user_name: str
    receiver_user_email: str
    receiver_user_tags: Array[str]
    access_type: AccessType
    sender_user_id: Id


class CreateInvitationsResult(Record, frozen=True, kw_only=True):
    """The result of create_invitations."""

    invitation_ids: Array[str]


class CreateInvitations(SubmitOperation[CreateInvitationsResult], frozen=True, kw_only=True):
    """Invite people to the organization."""

    operation_name = "create_invitations"

    invitations: Array[InvitationParams]


class UserParams(Parameters, frozen=True, kw_only=True):
    """A part of a request: user params."""

    user_name: str
    user_email: str | None = None
    user_phone_number: str | None = None
    api_keys: Array[ApiKeyParams]
    authenticators: Array[AuthenticatorParams]
    oauth_providers: Array[OauthProvider]
    user_tags: Array[str]


class CreateUsersResult(Record, frozen=True, kw_only=True):
    """The result of create_users."""

    user_ids: Array[str]


class CreateUsers(SubmitOperation[CreateUsersResult], frozen=True, kw_only=True):
    """Create users, with their credentials."""

    operation_name = "create_users"
    version = "V4"

    users: Array[UserParams]


PublicKeyCredentialWithAttestationType: TypeAlias = Literal["public-key"]


PublicKeyCredentialWithAttestationAuthenticatorAttachment: TypeAlias = Literal["cross-platform", "platform"]


class AuthenticatorAttestationResponse(Parameters, frozen=True, kw_only=True):
    """A part of a request: authenticator attestation response."""

    client_data_json: str
    attestation_object: str
    transports: Array[Transport] | None = None
    authenticator_attachment: PublicKeyCredentialWithAttestationAuthenticatorAttachment | None = None


class CredPropsAuthenticationExtensionsClientOutputs(Parameters, frozen=True, kw_only=True):
    """A part of a request: cred props authentication extensions client outputs."""

    rk: bool


class SimpleClientExtensionResults(Parameters, frozen=True, kw_only=True):
    """A part of a request: simple client extension results."""

    appid: bool | None = None
    appid_exclude: bool | None = None
    cred_props: CredPropsAuthenticationExtensionsClientOutputs | None = None


class PublicKeyCredentialWithAttestation(Parameters, frozen=True, kw_only=True):
    """A part of a request: public key credential with attestation."""

    id: str
    type: PublicKeyCredentialWithAttestationType
    raw_id: Id
    authenticator_attachment: PublicKeyCredentialWithAttestationAuthenticatorAttachment | None = None
    response: AuthenticatorAttestationResponse
    client_extension_results: SimpleClientExtensionResults


class AuthenticatorParamsV1(Parameters, frozen=True, kw_only=True):
    """A part of a request: authenticator params v1."""

    authenticator_name: str
    user_id: Id
    attestation: PublicKeyCredentialWithAttestation
    challenge: str


class UserParamsV1(Parameters, frozen=True, kw_only=True):
    """A part of a request: user params v1."""

    user_name: str
    user_email: str | None = None
    access_type: AccessType
    api_keys: Array[ApiOnlyUserApiKey]
    authenticators: Array[AuthenticatorParamsV1]
    user_tags: Array[str]


class CreateUsersV1Result(Record, frozen=True, kw_only=True):
    """The result of create_users, version 1."""

    user_ids: Array[str]


class CreateUsersV1(SubmitOperation[CreateUsersV1Result], frozen=True, kw_only=True):
    """Create users, with their credentials.

    This is version 1; ``CreateUsers`` is the newest.
    """

    operation_name = "create_users"

    users: Array[UserParamsV1]


class UserParamsV2(Parameters, frozen=True, kw_only=True):
    """A part of a request: user params v2."""

    user_name: str
    user_email: str | None = None
    api_keys: Array[ApiOnlyUserApiKey]
    authenticators: Array[AuthenticatorParams]
    user_tags: Array[str]


class CreateUsersV2Result(Record, frozen=True, kw_only=True):
    """The result of create_users, version 2."""

    user_ids: Array[str]


class CreateUsersV2(SubmitOperation[CreateUsersV2Result], frozen=True, kw_only=True):
    """Create users, with their credentials.

    This is version 2; ``CreateUsers`` is the newest.
    """

    operation_name = "create_users"
    version = "V2"

    users: Array[UserParamsV2]


class UserParamsV3(Parameters, frozen=True, kw_only=True):
    """A part of a request: user params v3."""

    user_name: str
    user_email: str | None = None
    user_phone_number: str | None = None
    api_keys: Array[ApiKeyParams]
    authenticators: Array[AuthenticatorParams]
    oauth_providers: Array[OauthProviderParams]
    user_tags: Array[str]


class CreateUsersV3Result(Record, frozen=True, kw_only=True):
    """The result of create_users, version 3."""

    user_ids: Array[str]


class CreateUsersV3(SubmitOperation[CreateUsersV3Result], frozen=True, kw_only=True):
    """Create users, with their credentials.

    This is version 3; ``CreateUsers`` is the newest.
    """

    operation_name = "create_users"
    version = "V3"

    users: Array[UserParamsV3]


class DeleteInvitationResult(Record, frozen=True, kw_only=True):
    """The result of delete_invitation."""

    invitation_id: str


class DeleteInvitation(SubmitOperation[DeleteInvitationResult], frozen=True, kw_only=True):
    """Delete an invitation."""

    operation_name = "delete_invitation"

    invitation_id: Id


class DeleteUsersResult(Record, frozen=True, kw_only=True):
    """The result of delete_users."""

    user_ids: Array[str]


class DeleteUsers(SubmitOperation[DeleteUsersResult], frozen=True, kw_only=True):
    """Delete users."""

    operation_name = "delete_users"

    user_ids: Array[str]


class GetUserResult(Record, frozen=True, kw_only=True):
    """The answer to get_user."""

    user: User


class GetUser(QueryOperation[GetUserResult], frozen=True, kw_only=True):
    """Get a user."""

    operation_name = "get_user"

    user_id: Id


class ListUserTagsResult(Record, frozen=True, kw_only=True):
    """The answer to list_user_tags."""

    user_tags: Array[Tag]


class ListUserTags(QueryOperation[ListUserTagsResult], frozen=True, kw_only=True):
    """List the tags of users."""

    operation_name = "list_user_tags"


class ListUsersResult(Record, frozen=True, kw_only=True):
    """The answer to list_users."""

    users: Array[User]


class ListUsers(QueryOperation[ListUsersResult], frozen=True, kw_only=True):
    """List the users of an organization."""

    operation_name = "list_users"


class UpdateUserNameResult(Record, frozen=True, kw_only=True):
    """The result of update_user_name."""

    user_id: str


class UpdateUserName(SubmitOperation[UpdateUserNameResult], frozen=True, kw_only=True):
    """Change a user's name."""

    operation_name = "update_user_name"

    user_id: Id
    user_name: str


class UpdateUserPhoneNumberResult(Record, frozen=True, kw_only=True):
    """The result of update_user_phone_number."""

    user_id: str


class UpdateUserPhoneNumber(SubmitOperation[UpdateUserPhoneNumberResult], frozen=True, kw_only=True):
    """Change or remove a user's phone number."""

    operation_name = "update_user_phone_number"

    user_id: Id
    user_phone_number: str
    verification_token: str | None = None


class UpdateUserTagResult(Record, frozen=True, kw_only=True):
    """The result of update_user_tag."""

    user_tag_id: str


class UpdateUserTag(SubmitOperation[UpdateUserTagResult], frozen=True, kw_only=True):
    """Rename a tag of users, add it to users and remove it from users."""

    operation_name = "update_user_tag"

    user_tag_id: Id
    new_user_tag_name: str | None = None
    add_user_ids: Array[str]
    remove_user_ids: Array[str]
