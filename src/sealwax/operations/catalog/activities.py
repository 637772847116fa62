"""Activities: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import ClassVar, Literal, TypeAlias

import msgspec

from sealwax.operations.catalog.shared import Pagination
from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, VoteOperation
from sealwax.operations.parameters import Array
from sealwax.operations.responses import Record, RecordType, UncheckedActivity, _Timestamp, to_time


class ApproveActivity(VoteOperation, frozen=True, kw_only=True):
    """Approve an activity by its fingerprint, which ``approve`` recomputes first."""

    operation_name = "approve_activity"
    activity_type = "ACTIVITY_TYPE_APPROVE_ACTIVITY"
    intent_key = "approveActivityIntent"

    fingerprint: str
    """The fingerprint of the activity to vote on."""


class GetActivityResult(Record, frozen=True, kw_only=True):
    """The answer to get_activity."""

    activity: UncheckedActivity
    """The activity."""


class GetActivity(QueryOperation[GetActivityResult], frozen=True, kw_only=True):
    """Get an activity."""

    operation_name = "get_activity"
    result_type: ClassVar[RecordType] = GetActivityResult

    activity_id: Id
    """The id of the activity."""


class PolicyEvaluation(Record, frozen=True, kw_only=True):
    """The outcome of a policy for a vote."""

    policy_id: str | None = None
    """The id of the policy."""
    outcome: str | None = None
    """The outcome of the policy, such as OUTCOME_ALLOW."""


class ActivityPolicyEvaluation(Record, frozen=True, kw_only=True):
    """The outcomes of the policies for a vote on an activity."""

    id: str
    """The id of the evaluation."""
    activity_id: str
    """The id of the activity."""
    organization_id: str
    """The id of the organization."""
    vote_id: str
    """The id of the vote."""
    policy_evaluations: Array[PolicyEvaluation]
    """The outcome of each policy that was evaluated."""
    _created_at: _Timestamp = msgspec.field(name="createdAt")

    @property
    def created_at(self) -> datetime:
        """When it was created, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._created_at, "createdAt")


class GetPolicyEvaluationsResult(Record, frozen=True, kw_only=True):
    """The answer to get_policy_evaluations."""

    policy_evaluations: Array[ActivityPolicyEvaluation]
    """The evaluations, one for each vote."""


class GetPolicyEvaluations(QueryOperation[GetPolicyEvaluationsResult], frozen=True, kw_only=True):
    """List the outcomes of the policies for the votes on an activity."""

    operation_name = "get_policy_evaluations"
    result_type: ClassVar[RecordType] = GetPolicyEvaluationsResult

    activity_id: Id
    """The id of the activity."""


ActivityStatus: TypeAlias = Literal[
    "ACTIVITY_STATUS_CREATED",
    "ACTIVITY_STATUS_PENDING",
    "ACTIVITY_STATUS_COMPLETED",
    "ACTIVITY_STATUS_FAILED",
    "ACTIVITY_STATUS_CONSENSUS_NEEDED",
    "ACTIVITY_STATUS_REJECTED",
    "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED",
]


ActivityType: TypeAlias = Literal[
    "ACTIVITY_TYPE_CREATE_API_KEYS",
    "ACTIVITY_TYPE_CREATE_USERS",
    "ACTIVITY_TYPE_CREATE_PRIVATE_KEYS",
    "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD",
    "ACTIVITY_TYPE_CREATE_INVITATIONS",
    "ACTIVITY_TYPE_ACCEPT_INVITATION",
    "ACTIVITY_TYPE_CREATE_POLICY",
    "ACTIVITY_TYPE_DISABLE_PRIVATE_KEY",
    "ACTIVITY_TYPE_DELETE_USERS",
    "ACTIVITY_TYPE_DELETE_API_KEYS",
    "ACTIVITY_TYPE_DELETE_INVITATION",
    "ACTIVITY_TYPE_DELETE_ORGANIZATION",
    "ACTIVITY_TYPE_DELETE_POLICY",
    "ACTIVITY_TYPE_CREATE_USER_TAG",
    "ACTIVITY_TYPE_DELETE_USER_TAGS",
    "ACTIVITY_TYPE_CREATE_ORGANIZATION",
    "ACTIVITY_TYPE_SIGN_TRANSACTION",
    "ACTIVITY_TYPE_APPROVE_ACTIVITY",
    "ACTIVITY_TYPE_REJECT_ACTIVITY",
    "ACTIVITY_TYPE_DELETE_AUTHENTICATORS",
    "ACTIVITY_TYPE_CREATE_AUTHENTICATORS",
    "ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG",
    "ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS",
    "ACTIVITY_TYPE_SET_PAYMENT_METHOD",
    "ACTIVITY_TYPE_ACTIVATE_BILLING_TIER",
    "ACTIVITY_TYPE_DELETE_PAYMENT_METHOD",
    "ACTIVITY_TYPE_CREATE_POLICY_V2",
    "ACTIVITY_TYPE_CREATE_POLICY_V3",
    "ACTIVITY_TYPE_CREATE_API_ONLY_USERS",
    "ACTIVITY_TYPE_UPDATE_ROOT_QUORUM",
    "ACTIVITY_TYPE_UPDATE_USER_TAG",
    "ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG",
    "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2",
    "ACTIVITY_TYPE_CREATE_ORGANIZATION_V2",
    "ACTIVITY_TYPE_CREATE_USERS_V2",
    "ACTIVITY_TYPE_ACCEPT_INVITATION_V2",
    "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION",
    "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V2",
    "ACTIVITY_TYPE_UPDATE_ALLOWED_ORIGINS",
    "ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2",
    "ACTIVITY_TYPE_UPDATE_USER",
    "ACTIVITY_TYPE_UPDATE_POLICY",
    "ACTIVITY_TYPE_SET_PAYMENT_METHOD_V2",
    "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V3",
    "ACTIVITY_TYPE_CREATE_WALLET",
    "ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS",
    "ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY",
    "ACTIVITY_TYPE_RECOVER_USER",
    "ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE",
    "ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE",
    "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2",
    "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
    "ACTIVITY_TYPE_EXPORT_PRIVATE_KEY",
    "ACTIVITY_TYPE_EXPORT_WALLET",
    "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V4",
    "ACTIVITY_TYPE_EMAIL_AUTH",
    "ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT",
    "ACTIVITY_TYPE_INIT_IMPORT_WALLET",
    "ACTIVITY_TYPE_IMPORT_WALLET",
    "ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY",
    "ACTIVITY_TYPE_IMPORT_PRIVATE_KEY",
    "ACTIVITY_TYPE_CREATE_POLICIES",
    "ACTIVITY_TYPE_SIGN_RAW_PAYLOADS",
    "ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION",
    "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS",
    "ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS",
    "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V5",
    "ACTIVITY_TYPE_OAUTH",
    "ACTIVITY_TYPE_CREATE_API_KEYS_V2",
    "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION",
    "ACTIVITY_TYPE_EMAIL_AUTH_V2",
    "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V6",
    "ACTIVITY_TYPE_DELETE_PRIVATE_KEYS",
    "ACTIVITY_TYPE_DELETE_WALLETS",
    "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2",
    "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION",
    "ACTIVITY_TYPE_INIT_OTP_AUTH",
    "ACTIVITY_TYPE_OTP_AUTH",
    "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7",
    "ACTIVITY_TYPE_UPDATE_WALLET",
    "ACTIVITY_TYPE_UPDATE_POLICY_V2",
    "ACTIVITY_TYPE_CREATE_USERS_V3",
    "ACTIVITY_TYPE_INIT_OTP_AUTH_V2",
    "ACTIVITY_TYPE_INIT_OTP",
    "ACTIVITY_TYPE_VERIFY_OTP",
    "ACTIVITY_TYPE_OTP_LOGIN",
    "ACTIVITY_TYPE_STAMP_LOGIN",
    "ACTIVITY_TYPE_OAUTH_LOGIN",
    "ACTIVITY_TYPE_UPDATE_USER_NAME",
    "ACTIVITY_TYPE_UPDATE_USER_EMAIL",
    "ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER",
    "ACTIVITY_TYPE_INIT_FIAT_ON_RAMP",
    "ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE",
    "ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE",
    "ACTIVITY_TYPE_ENABLE_AUTH_PROXY",
    "ACTIVITY_TYPE_DISABLE_AUTH_PROXY",
    "ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG",
    "ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL",
    "ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL",
    "ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL",
    "ACTIVITY_TYPE_OAUTH2_AUTHENTICATE",
    "ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS",
    "ACTIVITY_TYPE_DELETE_POLICIES",
    "ACTIVITY_TYPE_ETH_SEND_RAW_TRANSACTION",
    "ACTIVITY_TYPE_ETH_SEND_TRANSACTION",
    "ACTIVITY_TYPE_CREATE_FIAT_ON_RAMP_CREDENTIAL",
    "ACTIVITY_TYPE_UPDATE_FIAT_ON_RAMP_CREDENTIAL",
    "ACTIVITY_TYPE_DELETE_FIAT_ON_RAMP_CREDENTIAL",
    "ACTIVITY_TYPE_EMAIL_AUTH_V3",
    "ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2",
    "ACTIVITY_TYPE_INIT_OTP_AUTH_V3",
    "ACTIVITY_TYPE_INIT_OTP_V2",
    "ACTIVITY_TYPE_UPSERT_GAS_USAGE_CONFIG",
    "ACTIVITY_TYPE_CREATE_TVC_APP",
    "ACTIVITY_TYPE_CREATE_TVC_DEPLOYMENT",
    "ACTIVITY_TYPE_CREATE_TVC_MANIFEST_APPROVALS",
    "ACTIVITY_TYPE_SOL_SEND_TRANSACTION",
    "ACTIVITY_TYPE_INIT_OTP_V3",
    "ACTIVITY_TYPE_VERIFY_OTP_V2",
    "ACTIVITY_TYPE_OTP_LOGIN_V2",
    "ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME",
    "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8",
    "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2",
    "ACTIVITY_TYPE_CREATE_USERS_V4",
    "ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT",
    "ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT",
    "ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT",
    "ACTIVITY_TYPE_SET_IP_ALLOWLIST",
    "ACTIVITY_TYPE_REMOVE_IP_ALLOWLIST",
    "ACTIVITY_TYPE_UPDATE_TVC_APP_LIVE_DEPLOYMENT",
    "ACTIVITY_TYPE_DELETE_TVC_DEPLOYMENT",
    "ACTIVITY_TYPE_DELETE_TVC_APP_AND_DEPLOYMENTS",
    "ACTIVITY_TYPE_RESTORE_TVC_DEPLOYMENT",
    "ACTIVITY_TYPE_SPARK_SIGN_FROST",
    "ACTIVITY_TYPE_SPARK_PREPARE_TRANSFER",
    "ACTIVITY_TYPE_SPARK_CLAIM_TRANSFER",
    "ACTIVITY_TYPE_SPARK_PREPARE_LIGHTNING_RECEIVE",
    "ACTIVITY_TYPE_POST_TVC_QUORUM_KEY_SHARE",
    "ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2",
    "ACTIVITY_TYPE_CREATE_MFA_POLICY",
    "ACTIVITY_TYPE_UPDATE_MFA_POLICY",
    "ACTIVITY_TYPE_DELETE_MFA_POLICY",
    "ACTIVITY_TYPE_CREATE_SESSION_PROFILE",
    "ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER",
    "ACTIVITY_TYPE_EARN_DEPOSIT",
    "ACTIVITY_TYPE_EARN_WITHDRAW",
    "ACTIVITY_TYPE_EXECUTE_SWAP",
    "ACTIVITY_TYPE_UPSERT_SWAP_CONFIG",
    "ACTIVITY_TYPE_CREATE_TVC_OPERATOR",
    "ACTIVITY_TYPE_CREATE_TVC_QUORUM_KEY",
    "ACTIVITY_TYPE_RE_ENCRYPT_TVC_QUORUM_KEY_SHARE",
    "ACTIVITY_TYPE_INIT_IMPORT_SECRETS",
    "ACTIVITY_TYPE_SOL_SEND_TRANSACTION_V2",
    "ACTIVITY_TYPE_CLAIM_SWAP_FEES",
    "ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE",
    "ACTIVITY_TYPE_CLAIM_EARN_FEES",
    "ACTIVITY_TYPE_UPDATE_WALLET_ACCOUNT_NAME",
    "ACTIVITY_TYPE_ETH_UNDELEGATE_7702",
    "ACTIVITY_TYPE_EXECUTE_SWAP_V2",
    "ACTIVITY_TYPE_CREATE_SWAP_QUOTE",
    "ACTIVITY_TYPE_IMPORT_SECRETS",
    "ACTIVITY_TYPE_EXPORT_SECRETS",
]


class ListActivitiesResult(Record, frozen=True, kw_only=True):
    """The answer to list_activities."""

    activities: Array[UncheckedActivity]
    """The activities."""


class ListActivities(QueryOperation[ListActivitiesResult], frozen=True, kw_only=True):
    """List the activities of an organization."""

    operation_name = "list_activities"
    result_type: ClassVar[RecordType] = ListActivitiesResult

    filter_by_status: Array[ActivityStatus] | None = None
    """The statuses of the activities to list; all if left out."""
    pagination_options: Pagination | None = None
    """Which part of the list."""
    filter_by_type: Array[ActivityType] | None = None
    """The types of the activities to list; all if left out."""


class RejectActivity(VoteOperation, frozen=True, kw_only=True):
    """Reject an activity by its fingerprint, which ``reject`` recomputes first."""

    operation_name = "reject_activity"
    activity_type = "ACTIVITY_TYPE_REJECT_ACTIVITY"
    intent_key = "rejectActivityIntent"

    fingerprint: str
    """The fingerprint of the activity to vote on."""
