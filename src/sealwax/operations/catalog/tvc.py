"""Verifiable cloud applications: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from sealwax.operations.forms import Id, Int32, Int64, Int64Text
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, Parameters
from sealwax.operations.responses import Record, _Timestamp, to_time


class TvcOperatorParams(Parameters, frozen=True, kw_only=True):
    """A part of a request: tvc operator params."""

    name: str
    public_key: str


class TvcOperatorSetParams(Parameters, frozen=True, kw_only=True):
    """A part of a request: tvc operator set params."""

    name: str
    new_operators: Array[TvcOperatorParams] | None = None
    existing_operator_ids: Array[str] | None = None
    threshold: Int64


class CreateTvcAppResult(Record, frozen=True, kw_only=True):
    """The result of create_tvc_app."""

    app_id: str
    manifest_set_id: str
    manifest_set_operator_ids: Array[str]
    manifest_set_threshold: int
    share_set_id: str
    share_set_operator_ids: Array[str]
    share_set_threshold: int


class CreateTvcApp(SubmitOperation[CreateTvcAppResult], frozen=True, kw_only=True):
    """Create a verifiable cloud application."""

    operation_name = "create_tvc_app"
    makes_app_proofs = False

    name: str
    quorum_public_key: str
    manifest_set_id: str | None = None
    manifest_set_params: TvcOperatorSetParams | None = None
    share_set_id: str | None = None
    share_set_params: TvcOperatorSetParams | None = None
    enable_egress: bool | None = None
    enable_debug_mode_deployments: bool | None = None


TvcHealthCheckType: TypeAlias = Literal["TVC_HEALTH_CHECK_TYPE_HTTP", "TVC_HEALTH_CHECK_TYPE_GRPC"]


class CreateTvcDeploymentResult(Record, frozen=True, kw_only=True):
    """The result of create_tvc_deployment."""

    deployment_id: str
    manifest_id: str


class CreateTvcDeployment(SubmitOperation[CreateTvcDeploymentResult], frozen=True, kw_only=True):
    """Create a deployment of a verifiable cloud application."""

    operation_name = "create_tvc_deployment"
    makes_app_proofs = False

    app_id: Id
    qos_version: str
    pivot_container_image_url: str
    pivot_path: str
    pivot_args: Array[str]
    expected_pivot_digest: str
    nonce: Int64 | None = None
    pivot_container_encrypted_pull_secret: str | None = None
    debug_mode: bool | None = None
    health_check_type: TvcHealthCheckType
    health_check_port: Int64
    public_ingress_port: Int64
    replicas: Int64 | None = None


class TvcManifestApproval(Parameters, frozen=True, kw_only=True):
    """A part of a request: tvc manifest approval."""

    operator_id: Id
    signature: str


class CreateTvcManifestApprovalsResult(Record, frozen=True, kw_only=True):
    """The result of create_tvc_manifest_approvals."""

    approval_ids: Array[str]


class CreateTvcManifestApprovals(
    SubmitOperation[CreateTvcManifestApprovalsResult], frozen=True, kw_only=True
):
    """Add approvals of the manifest of a verifiable cloud deployment."""

    operation_name = "create_tvc_manifest_approvals"
    makes_app_proofs = False

    manifest_id: Id
    approvals: Array[TvcManifestApproval]


class CreateTvcOperatorResult(Record, frozen=True, kw_only=True):
    """The result of create_tvc_operator."""

    wallet_id: str
    operator_id: str
    encrypt_public_key: str
    sign_public_key: str


class CreateTvcOperator(SubmitOperation[CreateTvcOperatorResult], frozen=True, kw_only=True):
    """Create an operator of verifiable cloud applications, whose keys are in a wallet."""

    operation_name = "create_tvc_operator"

    wallet_name: str | None = None
    wallet_id: str | None = None
    derivation_path: str = msgspec.field(name="path")
    operator_name: str


class CreateTvcQuorumKeyResult(Record, frozen=True, kw_only=True):
    """The result of create_tvc_quorum_key."""

    quorum_key_id: str
    quorum_public_key: str
    share_ids: Array[str]


class CreateTvcQuorumKey(SubmitOperation[CreateTvcQuorumKeyResult], frozen=True, kw_only=True):
    """Create a quorum key, in shares that are sealed to operators."""

    operation_name = "create_tvc_quorum_key"

    threshold: Int64
    operator_encrypt_keys: Array[str]


class DeleteTvcAppAndDeploymentsResult(Record, frozen=True, kw_only=True):
    """The result of delete_tvc_app_and_deployments."""

    app_id: str


class DeleteTvcAppAndDeployments(
    SubmitOperation[DeleteTvcAppAndDeploymentsResult], frozen=True, kw_only=True
):
    """Delete a verifiable cloud application, with its deployments."""

    operation_name = "delete_tvc_app_and_deployments"

    app_id: Id


class DeleteTvcDeploymentResult(Record, frozen=True, kw_only=True):
    """The result of delete_tvc_deployment."""

    deployment_id: str


class DeleteTvcDeployment(SubmitOperation[DeleteTvcDeploymentResult], frozen=True, kw_only=True):
    """Delete a deployment of a verifiable cloud application."""

    operation_name = "delete_tvc_deployment"

    deployment_id: Id


class DeploymentStatus(Record, frozen=True, kw_only=True):
    """A part of an answer: deployment status."""

    deployment_id: str
    ready_replicas: int
    desired_replicas: int
    _last_updated_time: _Timestamp = msgspec.field(name="lastUpdatedTime")

    @property
    def last_updated_time(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._last_updated_time, "lastUpdatedTime")


class AppStatus(Record, frozen=True, kw_only=True):
    """A part of an answer: app status."""

    app_id: str
    deployments: Array[DeploymentStatus]
    targeted_deployment_id: str


class GetAppStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_app_status."""

    app_status: AppStatus


class GetAppStatus(QueryOperation[GetAppStatusResult], frozen=True, kw_only=True):
    """Get the status of a verifiable cloud application."""

    operation_name = "get_app_status"

    app_id: Id


class TvcOperator(Record, frozen=True, kw_only=True):
    """A part of an answer: tvc operator."""

    id: str
    name: str
    public_key: str
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


class TvcOperatorSet(Record, frozen=True, kw_only=True):
    """A part of an answer: tvc operator set."""

    id: str
    name: str
    organization_id: str
    operators: Array[TvcOperator]
    threshold: int
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


class TvcApp(Record, frozen=True, kw_only=True):
    """A part of an answer: tvc app."""

    id: str
    organization_id: str
    name: str
    quorum_public_key: str
    manifest_set: TvcOperatorSet
    share_set: TvcOperatorSet
    enable_egress: bool
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    live_deployment_id: str | None = None
    public_domain: str
    enable_debug_mode_deployments: bool

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


class GetTvcAppResult(Record, frozen=True, kw_only=True):
    """The answer to get_tvc_app."""

    tvc_app: TvcApp


class GetTvcApp(QueryOperation[GetTvcAppResult], frozen=True, kw_only=True):
    """Get a verifiable cloud application."""

    operation_name = "get_tvc_app"

    tvc_app_id: Id


class TvcManifest(Record, frozen=True, kw_only=True):
    """A part of an answer: tvc manifest."""

    id: str
    manifest: str
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


class TvcOperatorApproval(Record, frozen=True, kw_only=True):
    """A part of an answer: tvc operator approval."""

    id: str
    manifest_id: str
    operator: TvcOperator
    approval: str
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


class TvcContainerSpec(Record, frozen=True, kw_only=True):
    """A part of an answer: tvc container spec."""

    container_url: str
    path: str
    args: Array[str]
    has_pull_secret: bool
    health_check_type: str
    health_check_port: int
    public_ingress_port: int


class TvcDeployment(Record, frozen=True, kw_only=True):
    """A part of an answer: tvc deployment."""

    id: str
    organization_id: str
    app_id: str
    manifest_set: TvcOperatorSet
    share_set: TvcOperatorSet
    manifest: TvcManifest
    manifest_approvals: Array[TvcOperatorApproval]
    qos_version: str
    pivot_container: TvcContainerSpec
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    delete: bool
    debug_mode: bool

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


class GetTvcDeploymentResult(Record, frozen=True, kw_only=True):
    """The answer to get_tvc_deployment."""

    tvc_deployment: TvcDeployment


class GetTvcDeployment(QueryOperation[GetTvcDeploymentResult], frozen=True, kw_only=True):
    """Get a deployment of a verifiable cloud application."""

    operation_name = "get_tvc_deployment"

    deployment_id: Id


class LogLine(Record, frozen=True, kw_only=True):
    """A part of an answer: log line."""

    content: str
    _ts: _Timestamp | None = msgspec.field(name="ts", default=None)

    @property
    def ts(self) -> datetime | None:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return None if self._ts is None else to_time(self._ts, "ts")


class TvcDeploymentDebugLogEntry(Record, frozen=True, kw_only=True):
    """A part of an answer: tvc deployment debug log entry."""

    line: LogLine
    replica_label: str


class GetTvcDeploymentDebugLogsResult(Record, frozen=True, kw_only=True):
    """The answer to get_tvc_deployment_debug_logs."""

    entries: Array[TvcDeploymentDebugLogEntry]


class GetTvcDeploymentDebugLogs(QueryOperation[GetTvcDeploymentDebugLogsResult], frozen=True, kw_only=True):
    """List log lines of a deployment in debug mode."""

    operation_name = "get_tvc_deployment_debug_logs"

    deployment_id: Id
    tail_lines: Int32 | None = None
    since_seconds: Int64Text | None = None


class GetTvcDeploymentProvisioningDetailsResult(Record, frozen=True, kw_only=True):
    """The answer to get_tvc_deployment_provisioning_details."""

    attestation_document: str
    manifest_envelope: str


class GetTvcDeploymentProvisioningDetails(
    QueryOperation[GetTvcDeploymentProvisioningDetailsResult], frozen=True, kw_only=True
):
    """Get what operators need to provision a deployment."""

    operation_name = "get_tvc_deployment_provisioning_details"

    deployment_id: Id


class GetTvcQosVersionsResult(Record, frozen=True, kw_only=True):
    """The answer to get_tvc_qos_versions."""

    available_versions: Array[str]
    latest_version: str


class GetTvcQosVersions(QueryOperation[GetTvcQosVersionsResult], frozen=True, kw_only=True):
    """List the available versions of QuorumOS."""

    operation_name = "get_tvc_qos_versions"


class ListTvcAppDeploymentsResult(Record, frozen=True, kw_only=True):
    """The answer to list_tvc_app_deployments."""

    tvc_deployments: Array[TvcDeployment]


class ListTvcAppDeployments(QueryOperation[ListTvcAppDeploymentsResult], frozen=True, kw_only=True):
    """List the deployments of a verifiable cloud application."""

    operation_name = "list_tvc_app_deployments"

    app_id: Id


class ListTvcAppsResult(Record, frozen=True, kw_only=True):
    """The answer to list_tvc_apps."""

    tvc_apps: Array[TvcApp]


class ListTvcApps(QueryOperation[ListTvcAppsResult], frozen=True, kw_only=True):
    """List the verifiable cloud applications."""

    operation_name = "list_tvc_apps"


class QuorumKeyShareApprovalBundle(Parameters, frozen=True, kw_only=True):
    """A part of a request: quorum key share approval bundle."""

    operator_id: Id
    re_encrypted_share_hex: str
    signature: str


class PostTvcQuorumKeyShareResult(Record, frozen=True, kw_only=True):
    """The result of post_tvc_quorum_key_share."""

    provisioning_share_id: str


class PostTvcQuorumKeyShare(SubmitOperation[PostTvcQuorumKeyShareResult], frozen=True, kw_only=True):
    """Send the share of an operator to a deployment."""

    operation_name = "post_tvc_quorum_key_share"
    makes_app_proofs = False

    deployment_id: Id
    ephemeral_public_key_hex: str
    share_approval_bundle: QuorumKeyShareApprovalBundle


class ReEncryptTvcQuorumKeyShareResult(Record, frozen=True, kw_only=True):
    """The result of re_encrypt_tvc_quorum_key_share."""

    provisioning_share_id: str


class ReEncryptTvcQuorumKeyShare(
    SubmitOperation[ReEncryptTvcQuorumKeyShareResult], frozen=True, kw_only=True
):
    """Seal an operator's share to a deployment."""

    operation_name = "re_encrypt_tvc_quorum_key_share"

    attestation_doc_b64: str
    manifest_b64: str
    operator_encrypt_key: str
    operator_sign_key: str
    deployment_id: Id
    app_quorum_key: str


class RestoreTvcDeploymentResult(Record, frozen=True, kw_only=True):
    """The result of restore_tvc_deployment."""

    deployment_id: str


class RestoreTvcDeployment(SubmitOperation[RestoreTvcDeploymentResult], frozen=True, kw_only=True):
    """Restore a deployment of a verifiable cloud application."""

    operation_name = "restore_tvc_deployment"

    deployment_id: Id


class SetTvcAppLiveDeploymentResult(Record, frozen=True, kw_only=True):
    """The result of set_tvc_app_live_deployment."""


class SetTvcAppLiveDeployment(SubmitOperation[SetTvcAppLiveDeploymentResult], frozen=True, kw_only=True):
    """Choose the deployment that an application's traffic goes to."""

    operation_name = "set_tvc_app_live_deployment"
    activity_name = "update_tvc_app_live_deployment"

    deployment_id: Id


class ValidateTvcImageResult(Record, frozen=True, kw_only=True):
    """The answer to validate_tvc_image."""

    resolved_image_digest: str | None = None


class ValidateTvcImage(QueryOperation[ValidateTvcImageResult], frozen=True, kw_only=True):
    """Check that a container image can be deployed."""

    operation_name = "validate_tvc_image"

    pivot_container_image_url: str
    pivot_container_encrypted_pull_secret: str | None = None
