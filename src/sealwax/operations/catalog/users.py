"""Users, their tags and invitations: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import Annotated, ClassVar, Literal, TypeAlias

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
from sealwax.operations.responses import Record, RecordType


class UpdateUserResult(Record, frozen=True, kw_only=True):
    """The result of update_user."""

    user_id: Annotated[str, about("The id of the user.")]
    """The id of the user."""


class UpdateUser(SubmitOperation[UpdateUserResult], frozen=True, kw_only=True):
    """Change a user's name, email address, phone number or tags."""

    operation_name = "update_user"
    activity_type = "ACTIVITY_TYPE_UPDATE_USER"
    intent_key = "updateUserIntent"
    result_key = "updateUserResult"
    result_type: ClassVar[RecordType] = UpdateUserResult

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
    activity_type = "ACTIVITY_TYPE_CREATE_USER_TAG"
    intent_key = "createUserTagIntent"
    result_key = "createUserTagResult"
    result_type: ClassVar[RecordType] = CreateUserTagResult

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
    activity_type = "ACTIVITY_TYPE_UPDATE_USER_EMAIL"
    intent_key = "updateUserEmailIntent"
    result_key = "updateUserEmailResult"
    result_type: ClassVar[RecordType] = UpdateUserEmailResult

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
    activity_type = "ACTIVITY_TYPE_DELETE_USER_TAGS"
    intent_key = "deleteUserTagsIntent"
    result_key = "deleteUserTagsResult"
    result_type: ClassVar[RecordType] = DeleteUserTagsResult

    user_tag_ids: Annotated[Array[Id], about("The ids of the tags.")]
    """The ids of the tags."""


class ApiOnlyUserParams(Parameters, frozen=True, kw_only=True):
    """A user to create who has API keys and no other credentials."""

    user_name: str
    """The user's name."""
    user_email: str | None = None
    """The user's email address."""
    user_tags: Array[str]
    """The ids of the user's tags; an empty array if there are none."""
    api_keys: Array[ApiOnlyUserApiKey]
    """The user's API keys; an empty array if there are none."""


class CreateApiOnlyUsersResult(Record, frozen=True, kw_only=True):
    """The result of create_api_only_users."""

    user_ids: Array[str]
    """The ids of the new users."""


class CreateApiOnlyUsers(SubmitOperation[CreateApiOnlyUsersResult], frozen=True, kw_only=True):
    """Create users that have API keys and no other credentials."""

    operation_name = "create_api_only_users"
    activity_type = "ACTIVITY_TYPE_CREATE_API_ONLY_USERS"
    intent_key = "createApiOnlyUsersIntent"
    result_key = "createApiOnlyUsersResult"
    result_type: ClassVar[RecordType] = CreateApiOnlyUsersResult

    api_only_users: Array[ApiOnlyUserParams]
    """The users to create."""


AccessType: TypeAlias = Literal["ACCESS_TYPE_WEB", "ACCESS_TYPE_API", "ACCESS_TYPE_ALL"]


class InvitationParams(Parameters, frozen=True, kw_only=True):
    """A person to invite to the organization."""

    receiver_user_name: str
    """The name of the invited person."""
    receiver_user_email: str
    """The email address of the invited person."""
    receiver_user_tags: Array[str]
    """The tags that the invited user gets; an empty array if there are none."""
    access_type: AccessType
    """The ways to use the service: ACCESS_TYPE_WEB, ACCESS_TYPE_API or ACCESS_TYPE_ALL."""
    sender_user_id: Id
    """The id of the user who invites."""


class CreateInvitationsResult(Record, frozen=True, kw_only=True):
    """The result of create_invitations."""

    invitation_ids: Array[str]
    """The ids of the new invitations."""


class CreateInvitations(SubmitOperation[CreateInvitationsResult], frozen=True, kw_only=True):
    """Invite people to the organization."""

    operation_name = "create_invitations"
    activity_type = "ACTIVITY_TYPE_CREATE_INVITATIONS"
    intent_key = "createInvitationsIntent"
    result_key = "createInvitationsResult"
    result_type: ClassVar[RecordType] = CreateInvitationsResult

    invitations: Array[InvitationParams]
    """The invitations."""


class UserParams(Parameters, frozen=True, kw_only=True):
    """A user to create, with credentials."""

    user_name: str
    """The user's name."""
    user_email: str | None = None
    """The user's email address."""
    user_phone_number: Annotated[str | None, about("The user's phone number, in E.164 form.")] = None
    """The user's phone number, in E.164 form."""
    api_keys: Array[ApiKeyParams]
    """The user's API keys; an empty array if there are none."""
    authenticators: Array[AuthenticatorParams]
    """The user's passkeys; an empty array if there are none."""
    oauth_providers: Array[OauthProvider]
    """The user's OAuth providers; an empty array if there are none."""
    user_tags: Array[str]
    """The ids of the user's tags; an empty array if there are none."""


class CreateUsersResult(Record, frozen=True, kw_only=True):
    """The result of create_users."""

    user_ids: Array[str]
    """The ids of the new users."""


class CreateUsers(SubmitOperation[CreateUsersResult], frozen=True, kw_only=True):
    """Create users, with their credentials."""

    operation_name = "create_users"
    activity_type = "ACTIVITY_TYPE_CREATE_USERS_V4"
    intent_key = "createUsersIntentV4"
    result_key = "createUsersResult"
    result_type: ClassVar[RecordType] = CreateUsersResult

    users: Array[UserParams]
    """The users to create."""


PublicKeyCredentialWithAttestationType: TypeAlias = Literal["public-key"]


PublicKeyCredentialWithAttestationAuthenticatorAttachment: TypeAlias = Literal["cross-platform", "platform"]


class AuthenticatorAttestationResponse(Parameters, frozen=True, kw_only=True):
    """The response of an authenticator to the creation of a passkey."""

    client_data_json: Annotated[str, about("The browser's clientDataJSON, in base64url.")]
    """The browser's clientDataJSON, in base64url."""
    attestation_object: Annotated[str, about("The authenticator's attestation object, in base64url.")]
    """The authenticator's attestation object, in base64url."""
    transports: Array[Transport] | None = None
    """The transports that reach the authenticator."""
    authenticator_attachment: PublicKeyCredentialWithAttestationAuthenticatorAttachment | None = None
    """The way in which the authenticator is attached: platform or cross-platform."""


class CredPropsAuthenticationExtensionsClientOutputs(Parameters, frozen=True, kw_only=True):
    """The output of the WebAuthn extension credProps."""

    rk: bool
    """Whether the passkey is a discoverable credential (a resident key)."""


class SimpleClientExtensionResults(Parameters, frozen=True, kw_only=True):
    """The outputs of WebAuthn extensions."""

    appid: bool | None = None
    """The output of the extension appid: whether the FIDO AppID was used."""
    appid_exclude: bool | None = None
    """The output of the extension appidExclude: whether it was acted upon."""
    cred_props: CredPropsAuthenticationExtensionsClientOutputs | None = None
    """The output of the extension credProps."""


class PublicKeyCredentialWithAttestation(Parameters, frozen=True, kw_only=True):
    """A new passkey as WebAuthn's JSON has it, with its attestation."""

    id: Annotated[str, about("The credential id, in base64url.")]
    """The credential id, in base64url."""
    type: PublicKeyCredentialWithAttestationType
    """The type of the credential, always public-key."""
    raw_id: Annotated[Id, about("The credential id, in base64url.")]
    """The credential id, in base64url."""
    authenticator_attachment: PublicKeyCredentialWithAttestationAuthenticatorAttachment | None = None
    """The way in which the authenticator is attached: platform or cross-platform."""
    response: AuthenticatorAttestationResponse
    """The authenticator's response."""
    client_extension_results: SimpleClientExtensionResults
    """The outputs of the WebAuthn extensions."""


class AuthenticatorParamsV1(Parameters, frozen=True, kw_only=True):
    """A passkey to add, in version 1 of the creation of users."""

    authenticator_name: str
    """The passkey's display name."""
    user_id: Id
    """The id of the user."""
    attestation: PublicKeyCredentialWithAttestation
    """The passkey's attestation."""
    challenge: Annotated[str, about("The challenge that the passkey was created for, in base64url.")]
    """The challenge that the passkey was created for, in base64url."""


class UserParamsV1(Parameters, frozen=True, kw_only=True):
    """A user to create, in version 1 of the creation of users."""

    user_name: str
    """The user's name."""
    user_email: str | None = None
    """The user's email address."""
    access_type: AccessType
    """The ways to use the service: ACCESS_TYPE_WEB, ACCESS_TYPE_API or ACCESS_TYPE_ALL."""
    api_keys: Array[ApiOnlyUserApiKey]
    """The user's API keys; an empty array if there are none."""
    authenticators: Array[AuthenticatorParamsV1]
    """The user's passkeys; an empty array if there are none."""
    user_tags: Array[str]
    """The ids of the user's tags; an empty array if there are none."""


class CreateUsersV1Result(Record, frozen=True, kw_only=True):
    """The result of create_users, version 1."""

    user_ids: Array[str]
    """The ids of the new users."""


class CreateUsersV1(SubmitOperation[CreateUsersV1Result], frozen=True, kw_only=True):
    """Create users, with their credentials.

    This is version 1; ``CreateUsers`` is the newest.
    """

    operation_name = "create_users"
    activity_type = "ACTIVITY_TYPE_CREATE_USERS"
    intent_key = "createUsersIntent"
    result_key = "createUsersResult"
    result_type: ClassVar[RecordType] = CreateUsersV1Result

    users: Array[UserParamsV1]
    """The users to create."""


class UserParamsV2(Parameters, frozen=True, kw_only=True):
    """A user to create, in version 2 of the creation of users."""

    user_name: str
    """The user's name."""
    user_email: str | None = None
    """The user's email address."""
    api_keys: Array[ApiOnlyUserApiKey]
    """The user's API keys; an empty array if there are none."""
    authenticators: Array[AuthenticatorParams]
    """The user's passkeys; an empty array if there are none."""
    user_tags: Array[str]
    """The ids of the user's tags; an empty array if there are none."""


class CreateUsersV2Result(Record, frozen=True, kw_only=True):
    """The result of create_users, version 2."""

    user_ids: Array[str]
    """The ids of the new users."""


class CreateUsersV2(SubmitOperation[CreateUsersV2Result], frozen=True, kw_only=True):
    """Create users, with their credentials.

    This is version 2; ``CreateUsers`` is the newest.
    """

    operation_name = "create_users"
    activity_type = "ACTIVITY_TYPE_CREATE_USERS_V2"
    intent_key = "createUsersIntentV2"
    result_key = "createUsersResult"
    result_type: ClassVar[RecordType] = CreateUsersV2Result

    users: Array[UserParamsV2]
    """The users to create."""


class UserParamsV3(Parameters, frozen=True, kw_only=True):
    """A user to create, in version 3 of the creation of users."""

    user_name: str
    """The user's name."""
    user_email: str | None = None
    """The user's email address."""
    user_phone_number: Annotated[str | None, about("The user's phone number, in E.164 form.")] = None
    """The user's phone number, in E.164 form."""
    api_keys: Array[ApiKeyParams]
    """The user's API keys; an empty array if there are none."""
    authenticators: Array[AuthenticatorParams]
    """The user's passkeys; an empty array if there are none."""
    oauth_providers: Array[OauthProviderParams]
    """The user's OAuth providers; an empty array if there are none."""
    user_tags: Array[str]
    """The ids of the user's tags; an empty array if there are none."""


class CreateUsersV3Result(Record, frozen=True, kw_only=True):
    """The result of create_users, version 3."""

    user_ids: Array[str]
    """The ids of the new users."""


class CreateUsersV3(SubmitOperation[CreateUsersV3Result], frozen=True, kw_only=True):
    """Create users, with their credentials.

    This is version 3; ``CreateUsers`` is the newest.
    """

    operation_name = "create_users"
    activity_type = "ACTIVITY_TYPE_CREATE_USERS_V3"
    intent_key = "createUsersIntentV3"
    result_key = "createUsersResult"
    result_type: ClassVar[RecordType] = CreateUsersV3Result

    users: Array[UserParamsV3]
    """The users to create."""


class DeleteInvitationResult(Record, frozen=True, kw_only=True):
    """The result of delete_invitation."""

    invitation_id: str
    """The id of the deleted invitation."""


class DeleteInvitation(SubmitOperation[DeleteInvitationResult], frozen=True, kw_only=True):
    """Delete an invitation."""

    operation_name = "delete_invitation"
    activity_type = "ACTIVITY_TYPE_DELETE_INVITATION"
    intent_key = "deleteInvitationIntent"
    result_key = "deleteInvitationResult"
    result_type: ClassVar[RecordType] = DeleteInvitationResult

    invitation_id: Id
    """The id of the invitation."""


class DeleteUsersResult(Record, frozen=True, kw_only=True):
    """The result of delete_users."""

    user_ids: Array[str]
    """The ids of the deleted users."""


class DeleteUsers(SubmitOperation[DeleteUsersResult], frozen=True, kw_only=True):
    """Delete users."""

    operation_name = "delete_users"
    activity_type = "ACTIVITY_TYPE_DELETE_USERS"
    intent_key = "deleteUsersIntent"
    result_key = "deleteUsersResult"
    result_type: ClassVar[RecordType] = DeleteUsersResult

    user_ids: Array[str]
    """The ids of the users."""


class GetUserResult(Record, frozen=True, kw_only=True):
    """The answer to get_user."""

    user: User
    """The user."""


class GetUser(QueryOperation[GetUserResult], frozen=True, kw_only=True):
    """Get a user."""

    operation_name = "get_user"
    result_type: ClassVar[RecordType] = GetUserResult

    user_id: Id
    """The id of the user."""


class ListUserTagsResult(Record, frozen=True, kw_only=True):
    """The answer to list_user_tags."""

    user_tags: Array[Tag]
    """The tags of users."""


class ListUserTags(QueryOperation[ListUserTagsResult], frozen=True, kw_only=True):
    """List the tags of users."""

    operation_name = "list_user_tags"
    result_type: ClassVar[RecordType] = ListUserTagsResult


class ListUsersResult(Record, frozen=True, kw_only=True):
    """The answer to list_users."""

    users: Array[User]
    """The users."""


class ListUsers(QueryOperation[ListUsersResult], frozen=True, kw_only=True):
    """List the users of an organization."""

    operation_name = "list_users"
    result_type: ClassVar[RecordType] = ListUsersResult


class UpdateUserNameResult(Record, frozen=True, kw_only=True):
    """The result of update_user_name."""

    user_id: str
    """The id of the user."""


class UpdateUserName(SubmitOperation[UpdateUserNameResult], frozen=True, kw_only=True):
    """Change a user's name."""

    operation_name = "update_user_name"
    activity_type = "ACTIVITY_TYPE_UPDATE_USER_NAME"
    intent_key = "updateUserNameIntent"
    result_key = "updateUserNameResult"
    result_type: ClassVar[RecordType] = UpdateUserNameResult

    user_id: Id
    """The id of the user."""
    user_name: str
    """The user's new name."""


class UpdateUserPhoneNumberResult(Record, frozen=True, kw_only=True):
    """The result of update_user_phone_number."""

    user_id: str
    """The id of the user."""


class UpdateUserPhoneNumber(SubmitOperation[UpdateUserPhoneNumberResult], frozen=True, kw_only=True):
    """Change or remove a user's phone number."""

    operation_name = "update_user_phone_number"
    activity_type = "ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER"
    intent_key = "updateUserPhoneNumberIntent"
    result_key = "updateUserPhoneNumberResult"
    result_type: ClassVar[RecordType] = UpdateUserPhoneNumberResult

    user_id: Id
    """The id of the user."""
    user_phone_number: Annotated[
        str, about("The user's new phone number, in E.164 form; empty to remove it.")
    ]
    """The user's new phone number, in E.164 form; empty to remove it."""
    verification_token: str | None = None
    """The verification token from verify_otp, if the number is already verified."""


class UpdateUserTagResult(Record, frozen=True, kw_only=True):
    """The result of update_user_tag."""

    user_tag_id: str
    """The id of the tag."""


class UpdateUserTag(SubmitOperation[UpdateUserTagResult], frozen=True, kw_only=True):
    """Rename a tag of users, add it to users and remove it from users."""

    operation_name = "update_user_tag"
    activity_type = "ACTIVITY_TYPE_UPDATE_USER_TAG"
    intent_key = "updateUserTagIntent"
    result_key = "updateUserTagResult"
    result_type: ClassVar[RecordType] = UpdateUserTagResult

    user_tag_id: Id
    """The id of the tag."""
    new_user_tag_name: str | None = None
    """The tag's new name."""
    add_user_ids: Array[str]
    """The ids of users to add the tag to."""
    remove_user_ids: Array[str]
    """The ids of users to remove the tag from."""
