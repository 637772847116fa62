"""MFA policies: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import Annotated, ClassVar, Literal, TypeAlias

from sealwax.operations.catalog.shared import AuthenticationMethod, MfaPolicy, RequiredAuthenticationMethod
from sealwax.operations.forms import Id, Int64
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, Parameters, about
from sealwax.operations.responses import Record, RecordType


class DeleteMfaPolicyResult(Record, frozen=True, kw_only=True):
    """The result of delete_mfa_policy."""

    mfa_policy_id: Annotated[str, about("The id of the deleted policy.")]
    """The id of the deleted policy."""


class DeleteMfaPolicy(SubmitOperation[DeleteMfaPolicyResult], frozen=True, kw_only=True):
    """Delete an MFA policy of a user. The service makes no app proofs of this activity."""

    operation_name = "delete_mfa_policy"
    activity_type = "ACTIVITY_TYPE_DELETE_MFA_POLICY"
    intent_key = "deleteMfaPolicyIntent"
    result_key = "deleteMfaPolicyResult"
    makes_app_proofs = False
    result_type: ClassVar[RecordType] = DeleteMfaPolicyResult

    user_id: Annotated[Id, about("The id of the user.")]
    """The id of the user."""
    mfa_policy_id: Annotated[Id, about("The id of the MFA policy.")]
    """The id of the MFA policy."""


AuthenticationType: TypeAlias = Literal[
    "AUTHENTICATION_TYPE_EMAIL_OTP",
    "AUTHENTICATION_TYPE_SMS_OTP",
    "AUTHENTICATION_TYPE_PASSKEY",
    "AUTHENTICATION_TYPE_API_KEY",
    "AUTHENTICATION_TYPE_OAUTH",
    "AUTHENTICATION_TYPE_SESSION",
]


class AuthenticationMethodParams(Parameters, frozen=True, kw_only=True):
    """A method of authentication for an MFA policy to accept."""

    type: AuthenticationType
    """The type of the method, such as AUTHENTICATION_TYPE_PASSKEY."""
    id: str | None = None
    """The id of the passkey or other means that is required; any of the type if left out."""


class RequiredAuthenticationMethodParams(Parameters, frozen=True, kw_only=True):
    """A step for an MFA policy to require: alternative methods of authentication."""

    any: Array[AuthenticationMethodParams]
    """The methods, of which the user must use one."""


class CreateMfaPolicyResult(Record, frozen=True, kw_only=True):
    """The result of create_mfa_policy."""

    mfa_policy_id: str
    """The id of the new MFA policy."""


class CreateMfaPolicy(SubmitOperation[CreateMfaPolicyResult], frozen=True, kw_only=True):
    """Create an MFA policy of a user."""

    operation_name = "create_mfa_policy"
    activity_type = "ACTIVITY_TYPE_CREATE_MFA_POLICY"
    intent_key = "createMfaPolicyIntent"
    result_key = "createMfaPolicyResult"
    makes_app_proofs = False
    result_type: ClassVar[RecordType] = CreateMfaPolicyResult

    user_id: Id
    """The id of the user."""
    mfa_policy_name: str
    """The policy's display name."""
    condition: str
    """The expression that says when the policy applies."""
    required_authentication_methods: Array[RequiredAuthenticationMethodParams]
    """The steps that the user must complete, in order."""
    order: Int64
    """The place among the MFA policies, from 0; lower ones are evaluated first."""
    notes: str | None = None
    """Notes on the policy."""


class GetMfaPoliciesResult(Record, frozen=True, kw_only=True):
    """The answer to get_mfa_policies."""

    mfa_policies: Array[MfaPolicy]
    """The user's MFA policies."""


class GetMfaPolicies(QueryOperation[GetMfaPoliciesResult], frozen=True, kw_only=True):
    """List the MFA policies of a user."""

    operation_name = "get_mfa_policies"
    result_type: ClassVar[RecordType] = GetMfaPoliciesResult

    user_id: Id
    """The id of the user."""


class GetMfaPolicyResult(Record, frozen=True, kw_only=True):
    """The answer to get_mfa_policy."""

    mfa_policy: MfaPolicy
    """The MFA policy."""


class GetMfaPolicy(QueryOperation[GetMfaPolicyResult], frozen=True, kw_only=True):
    """Get an MFA policy of a user."""

    operation_name = "get_mfa_policy"
    result_type: ClassVar[RecordType] = GetMfaPolicyResult

    user_id: Id
    """The id of the user."""
    mfa_policy_id: Id
    """The id of the MFA policy."""


class MfaStatus(Record, frozen=True, kw_only=True):
    """The progress of a user with an MFA policy, for an activity."""

    mfa_policy_id: str
    """The id of the MFA policy."""
    user_id: str
    """The id of the user."""
    satisfied: bool
    """Whether the policy is satisfied."""
    satisfied_methods: Array[AuthenticationMethod]
    """The methods that the user has used already."""
    required_methods: Array[RequiredAuthenticationMethod]
    """The steps that the user must complete, in order."""


class GetMfaStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_mfa_status."""

    mfa_statuses: Array[MfaStatus]
    """The status of each MFA policy."""


class GetMfaStatus(QueryOperation[GetMfaStatusResult], frozen=True, kw_only=True):
    """Get the status of MFA policies for an activity."""

    operation_name = "get_mfa_status"
    result_type: ClassVar[RecordType] = GetMfaStatusResult

    activity_id: Id
    """The id of the activity."""
    user_id: str | None = None
    """The id of the user; all users if left out."""


class UpdateMfaPolicyResult(Record, frozen=True, kw_only=True):
    """The result of update_mfa_policy."""

    mfa_policy_id: str
    """The id of the MFA policy."""


class UpdateMfaPolicy(SubmitOperation[UpdateMfaPolicyResult], frozen=True, kw_only=True):
    """Change an MFA policy of a user."""

    operation_name = "update_mfa_policy"
    activity_type = "ACTIVITY_TYPE_UPDATE_MFA_POLICY"
    intent_key = "updateMfaPolicyIntent"
    result_key = "updateMfaPolicyResult"
    makes_app_proofs = False
    result_type: ClassVar[RecordType] = UpdateMfaPolicyResult

    user_id: Id
    """The id of the user."""
    mfa_policy_id: Id
    """The id of the MFA policy."""
    mfa_policy_name: str | None = None
    """The policy's new display name."""
    condition: str | None = None
    """The expression that says when the policy applies."""
    required_authentication_methods: Array[RequiredAuthenticationMethodParams] | None = None
    """The steps that the user must complete, in order."""
    order: Int64 | None = None
    """The place among the MFA policies, from 0; lower ones are evaluated first."""
    notes: str | None = None
    """Notes on the policy."""
