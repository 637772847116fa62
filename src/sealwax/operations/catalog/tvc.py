"""Verifiable cloud applications: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from sealwax.operations.forms import Id, Int32, Int64, Int64Text
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, Parameters, about
from sealwax.operations.responses import Record, RecordType, _Timestamp, to_time


class TvcOperatorParams(Parameters, frozen=True, kw_only=True):
    """An operator to create, by a public key."""

    name: str
    """The operator's name."""
    public_key: str
    """The operator's public key."""


class TvcOperatorSetParams(Parameters, frozen=True, kw_only=True):
    """A set of operators for a new verifiable cloud application."""

    name: str
    """The operator set's name."""
    new_operators: Array[TvcOperatorParams] | None = None
    """The operators to create as members."""
    existing_operator_ids: Array[str] | None = None
    """The ids of existing operators that become members."""
    threshold: Int64
    """The number of operators who must agree."""


class CreateTvcAppResult(Record, frozen=True, kw_only=True):
    """The result of create_tvc_app."""

    app_id: str
    """The id of the new application."""
    manifest_set_id: str
    """The id of the operator set that approves manifests."""
    manifest_set_operator_ids: Array[str]
    """The ids of the operators who approve manifests."""
    manifest_set_threshold: int
    """The number of operators who must approve a manifest."""
    share_set_id: str
    """The id of the operator set that holds shares of the quorum key."""
    share_set_operator_ids: Array[str]
    """The ids of the operators who hold shares of the quorum key."""
    share_set_threshold: int
    """The number of operators of the share set that must agree."""


class CreateTvcApp(SubmitOperation[CreateTvcAppResult], frozen=True, kw_only=True):
    """Create a verifiable cloud application."""

    operation_name = "create_tvc_app"
    activity_type = "ACTIVITY_TYPE_CREATE_TVC_APP"
    intent_key = "createTvcAppIntent"
    result_key = "createTvcAppResult"
    makes_app_proofs = False
    result_type: ClassVar[RecordType] = CreateTvcAppResult

    name: str
    """The application's name."""
    quorum_public_key: str
    """The public quorum key of the application."""
    manifest_set_id: str | None = None
    """The id of the operator set that approves manifests; or pass manifest_set_params."""
    manifest_set_params: TvcOperatorSetParams | None = None
    """A new operator set that approves manifests, instead of manifest_set_id."""
    share_set_id: str | None = None
    """The id of the operator set that holds shares of the quorum key; or pass share_set_params."""
    share_set_params: TvcOperatorSetParams | None = None
    """A new operator set that holds shares of the quorum key, instead of share_set_id."""
    enable_egress: bool | None = None
    """Whether the application may connect to the network."""
    enable_debug_mode_deployments: bool | None = None
    """Whether deployments may use debug mode; the quorum key then counts as insecure for good."""


TvcHealthCheckType: TypeAlias = Literal["TVC_HEALTH_CHECK_TYPE_HTTP", "TVC_HEALTH_CHECK_TYPE_GRPC"]


class CreateTvcDeploymentResult(Record, frozen=True, kw_only=True):
    """The result of create_tvc_deployment."""

    deployment_id: str
    """The id of the new deployment."""
    manifest_id: str
    """The id of the new deployment's manifest."""


class CreateTvcDeployment(SubmitOperation[CreateTvcDeploymentResult], frozen=True, kw_only=True):
    """Create a deployment of a verifiable cloud application."""

    operation_name = "create_tvc_deployment"
    activity_type = "ACTIVITY_TYPE_CREATE_TVC_DEPLOYMENT"
    intent_key = "createTvcDeploymentIntent"
    result_key = "createTvcDeploymentResult"
    makes_app_proofs = False
    result_type: ClassVar[RecordType] = CreateTvcDeploymentResult

    app_id: Id
    """The id of the application."""
    qos_version: str
    """The version of QuorumOS."""
    pivot_container_image_url: str
    """The URL of the container image."""
    pivot_path: str
    """The path of the program in the container."""
    pivot_args: Array[str]
    """The arguments of the program, when it starts."""
    expected_pivot_digest: str
    """The digest of the program in the container, which the manifest has."""
    nonce: Annotated[
        Int64 | None, about("A number that makes the manifest unique; the time in seconds if left out.")
    ] = None
    """A number that makes the manifest unique; the time in seconds if left out."""
    pivot_container_encrypted_pull_secret: str | None = None
    """The sealed secret to pull a private image with."""
    debug_mode: bool | None = None
    """Whether the deployment is in debug mode, in which it exposes logs and cannot be attested."""
    health_check_type: TvcHealthCheckType
    """The protocol of the health checks: HTTP, with GET /health, or gRPC."""
    health_check_port: Int64
    """The port of the health checks."""
    public_ingress_port: Int64
    """The port for connections from outside."""
    replicas: Int64 | None = None
    """The number of replicas that should run."""


class TvcManifestApproval(Parameters, frozen=True, kw_only=True):
    """An operator's approval to add to a manifest."""

    operator_id: Id
    """The id of the operator."""
    signature: str
    """The operator's signature over the manifest."""


class CreateTvcManifestApprovalsResult(Record, frozen=True, kw_only=True):
    """The result of create_tvc_manifest_approvals."""

    approval_ids: Array[str]
    """The ids of the new approvals."""


class CreateTvcManifestApprovals(
    SubmitOperation[CreateTvcManifestApprovalsResult], frozen=True, kw_only=True
):
    """Add approvals of the manifest of a verifiable cloud deployment."""

    operation_name = "create_tvc_manifest_approvals"
    activity_type = "ACTIVITY_TYPE_CREATE_TVC_MANIFEST_APPROVALS"
    intent_key = "createTvcManifestApprovalsIntent"
    result_key = "createTvcManifestApprovalsResult"
    makes_app_proofs = False
    result_type: ClassVar[RecordType] = CreateTvcManifestApprovalsResult

    manifest_id: Id
    """The id of the manifest."""
    approvals: Array[TvcManifestApproval]
    """The operators' approvals of the manifest."""


class CreateTvcOperatorResult(Record, frozen=True, kw_only=True):
    """The result of create_tvc_operator."""

    wallet_id: str
    """The id of the wallet with the operator's keys."""
    operator_id: str
    """The id of the new operator."""
    encrypt_public_key: str
    """The operator's public key for encryption."""
    sign_public_key: str
    """The operator's public key for signatures."""


class CreateTvcOperator(SubmitOperation[CreateTvcOperatorResult], frozen=True, kw_only=True):
    """Create an operator of verifiable cloud applications, whose keys are in a wallet."""

    operation_name = "create_tvc_operator"
    activity_type = "ACTIVITY_TYPE_CREATE_TVC_OPERATOR"
    intent_key = "createTvcOperatorIntent"
    result_key = "createTvcOperatorResult"
    result_type: ClassVar[RecordType] = CreateTvcOperatorResult

    wallet_name: str | None = None
    """The display name of a new wallet for the operator's keys; or pass wallet_id."""
    wallet_id: str | None = None
    """The id of an existing wallet for the operator's keys."""
    derivation_path: str = msgspec.field(name="path")
    """The derivation path that those of the operator's keys begin with."""
    operator_name: str
    """The operator's display name."""


class CreateTvcQuorumKeyResult(Record, frozen=True, kw_only=True):
    """The result of create_tvc_quorum_key."""

    quorum_key_id: str
    """The id of the new quorum key."""
    quorum_public_key: str
    """The public key of the new quorum key."""
    share_ids: Array[str]
    """The ids of the shares."""


class CreateTvcQuorumKey(SubmitOperation[CreateTvcQuorumKeyResult], frozen=True, kw_only=True):
    """Create a quorum key, in shares that are sealed to operators."""

    operation_name = "create_tvc_quorum_key"
    activity_type = "ACTIVITY_TYPE_CREATE_TVC_QUORUM_KEY"
    intent_key = "createTvcQuorumKeyIntent"
    result_key = "createTvcQuorumKeyResult"
    result_type: ClassVar[RecordType] = CreateTvcQuorumKeyResult

    threshold: Int64
    """The number of operators whose shares restore the key."""
    operator_encrypt_keys: Array[str]
    """The public encryption keys of the operators; each operator gets a share."""


class DeleteTvcAppAndDeploymentsResult(Record, frozen=True, kw_only=True):
    """The result of delete_tvc_app_and_deployments."""

    app_id: str
    """The id of the deleted application."""


class DeleteTvcAppAndDeployments(
    SubmitOperation[DeleteTvcAppAndDeploymentsResult], frozen=True, kw_only=True
):
    """Delete a verifiable cloud application, with its deployments."""

    operation_name = "delete_tvc_app_and_deployments"
    activity_type = "ACTIVITY_TYPE_DELETE_TVC_APP_AND_DEPLOYMENTS"
    intent_key = "deleteTvcAppAndDeploymentsIntent"
    result_key = "deleteTvcAppAndDeploymentsResult"
    result_type: ClassVar[RecordType] = DeleteTvcAppAndDeploymentsResult

    app_id: Id
    """The id of the application."""


class DeleteTvcDeploymentResult(Record, frozen=True, kw_only=True):
    """The result of delete_tvc_deployment."""

    deployment_id: str
    """The id of the deleted deployment."""


class DeleteTvcDeployment(SubmitOperation[DeleteTvcDeploymentResult], frozen=True, kw_only=True):
    """Delete a deployment of a verifiable cloud application."""

    operation_name = "delete_tvc_deployment"
    activity_type = "ACTIVITY_TYPE_DELETE_TVC_DEPLOYMENT"
    intent_key = "deleteTvcDeploymentIntent"
    result_key = "deleteTvcDeploymentResult"
    result_type: ClassVar[RecordType] = DeleteTvcDeploymentResult

    deployment_id: Id
    """The id of the deployment."""


class DeploymentStatus(Record, frozen=True, kw_only=True):
    """The replicas of a deployment."""

    deployment_id: str
    """The id of the deployment."""
    ready_replicas: int
    """The number of replicas that are ready."""
    desired_replicas: int
    """The number of replicas that should run."""
    _last_updated_time: _Timestamp = msgspec.field(name="lastUpdatedTime")

    @property
    def last_updated_time(self) -> datetime:
        """When the deployment last changed, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._last_updated_time, "lastUpdatedTime")


class AppStatus(Record, frozen=True, kw_only=True):
    """The status of a verifiable cloud application, with its deployments."""

    app_id: str
    """The id of the application."""
    deployments: Array[DeploymentStatus]
    """The status of each deployment."""
    targeted_deployment_id: str
    """The id of the deployment that traffic goes to."""


class GetAppStatusResult(Record, frozen=True, kw_only=True):
    """The answer to get_app_status."""

    app_status: AppStatus
    """The current status of the application."""


class GetAppStatus(QueryOperation[GetAppStatusResult], frozen=True, kw_only=True):
    """Get the status of a verifiable cloud application."""

    operation_name = "get_app_status"
    result_type: ClassVar[RecordType] = GetAppStatusResult

    app_id: Id
    """The id of the application."""


class TvcOperator(Record, frozen=True, kw_only=True):
    """An operator of verifiable cloud applications."""

    id: str
    """The id of the operator."""
    name: str
    """The operator's name."""
    public_key: str
    """The operator's public key."""
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


class TvcOperatorSet(Record, frozen=True, kw_only=True):
    """A set of operators, and how many of them must agree."""

    id: str
    """The id of the operator set."""
    name: str
    """The operator set's name."""
    organization_id: str
    """The id of the organization."""
    operators: Array[TvcOperator]
    """The operators of the set."""
    threshold: int
    """The number of operators who must agree."""
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


class TvcApp(Record, frozen=True, kw_only=True):
    """A verifiable cloud application."""

    id: str
    """The id of the application."""
    organization_id: str
    """The id of the organization."""
    name: str
    """The application's name."""
    quorum_public_key: str
    """The public quorum key of the application."""
    manifest_set: TvcOperatorSet
    """The operators who approve manifests."""
    share_set: TvcOperatorSet
    """The operators who hold shares of the quorum key."""
    enable_egress: bool
    """Whether the application may connect to the network."""
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    live_deployment_id: str | None = None
    """The id of the deployment that traffic goes to; None if there is none."""
    public_domain: str
    """The domain at which the application is reached."""
    enable_debug_mode_deployments: bool
    """Whether deployments may use debug mode; the quorum key then counts as insecure for good."""

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


class GetTvcAppResult(Record, frozen=True, kw_only=True):
    """The answer to get_tvc_app."""

    tvc_app: TvcApp
    """The application."""


class GetTvcApp(QueryOperation[GetTvcAppResult], frozen=True, kw_only=True):
    """Get a verifiable cloud application."""

    operation_name = "get_tvc_app"
    result_type: ClassVar[RecordType] = GetTvcAppResult

    tvc_app_id: Id
    """The id of the application."""


class TvcManifest(Record, frozen=True, kw_only=True):
    """The manifest of a verifiable cloud deployment."""

    id: str
    """The id of the manifest."""
    manifest: Annotated[str, about("The manifest: JSON, in base64.")]
    """The manifest: JSON, in base64."""
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


class TvcOperatorApproval(Record, frozen=True, kw_only=True):
    """An operator's approval of a manifest."""

    id: str
    """The id of the approval."""
    manifest_id: str
    """The id of the manifest."""
    operator: TvcOperator
    """The operator who approved."""
    approval: str
    """The operator's signature over the manifest."""
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


class TvcContainerSpec(Record, frozen=True, kw_only=True):
    """The container of a verifiable cloud deployment."""

    container_url: str
    """The URL of the container image."""
    path: str
    """The path of the program in the container."""
    args: Array[str]
    """The arguments of the program."""
    has_pull_secret: bool
    """Whether a secret is needed to pull the image."""
    health_check_type: str
    """The protocol of the health checks: HTTP, with GET /health, or gRPC."""
    health_check_port: int
    """The port of the health checks."""
    public_ingress_port: int
    """The port for connections from outside."""


class TvcDeployment(Record, frozen=True, kw_only=True):
    """A deployment of a verifiable cloud application."""

    id: str
    """The id of the deployment."""
    organization_id: str
    """The id of the organization."""
    app_id: str
    """The id of the application."""
    manifest_set: TvcOperatorSet
    """The operators who approve manifests."""
    share_set: TvcOperatorSet
    """The operators who hold shares of the quorum key."""
    manifest: TvcManifest
    """The manifest of the deployment."""
    manifest_approvals: Array[TvcOperatorApproval]
    """The operators' approvals of the manifest."""
    qos_version: str
    """The version of QuorumOS."""
    pivot_container: TvcContainerSpec
    """The container of the program."""
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    delete: bool
    """Whether the deployment is to be deleted."""
    debug_mode: bool
    """Whether the deployment is in debug mode, in which it exposes logs and cannot be attested."""

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


class GetTvcDeploymentResult(Record, frozen=True, kw_only=True):
    """The answer to get_tvc_deployment."""

    tvc_deployment: TvcDeployment
    """The deployment."""


class GetTvcDeployment(QueryOperation[GetTvcDeploymentResult], frozen=True, kw_only=True):
    """Get a deployment of a verifiable cloud application."""

    operation_name = "get_tvc_deployment"
    result_type: ClassVar[RecordType] = GetTvcDeploymentResult

    deployment_id: Id
    """The id of the deployment."""


class LogLine(Record, frozen=True, kw_only=True):
    """A line that an application logged, and its time."""

    content: str
    """The line as the application printed it, without the newline at its end."""
    _ts: _Timestamp | None = msgspec.field(name="ts", default=None)

    @property
    def ts(self) -> datetime | None:
        """When the line was logged, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return None if self._ts is None else to_time(self._ts, "ts")


class TvcDeploymentDebugLogEntry(Record, frozen=True, kw_only=True):
    """A log line of a deployment in debug mode, and the replica that it is from."""

    line: LogLine
    """The log line, with its time."""
    replica_label: str
    """The replica that logged the line, such as replica 2/3."""


class GetTvcDeploymentDebugLogsResult(Record, frozen=True, kw_only=True):
    """The answer to get_tvc_deployment_debug_logs."""

    entries: Array[TvcDeploymentDebugLogEntry]
    """The log lines, in the order of time."""


class GetTvcDeploymentDebugLogs(QueryOperation[GetTvcDeploymentDebugLogsResult], frozen=True, kw_only=True):
    """List log lines of a deployment in debug mode."""

    operation_name = "get_tvc_deployment_debug_logs"
    result_type: ClassVar[RecordType] = GetTvcDeploymentDebugLogsResult

    deployment_id: Id
    """The id of the deployment."""
    tail_lines: Int32 | None = None
    """The most lines of each replica, the newest ones; no limit if left out or 0."""
    since_seconds: Annotated[
        Int64Text | None,
        about("The number of seconds to go back, as decimal text; no limit if left out or 0."),
    ] = None
    """The number of seconds to go back, as decimal text; no limit if left out or 0."""


class GetTvcDeploymentProvisioningDetailsResult(Record, frozen=True, kw_only=True):
    """The answer to get_tvc_deployment_provisioning_details."""

    attestation_document: Annotated[
        str, about("The attestation document of the enclave to provision, in base64.")
    ]
    """The attestation document of the enclave to provision, in base64."""
    manifest_envelope: Annotated[str, about("The manifest with its approvals, in base64.")]
    """The manifest with its approvals, in base64."""


class GetTvcDeploymentProvisioningDetails(
    QueryOperation[GetTvcDeploymentProvisioningDetailsResult], frozen=True, kw_only=True
):
    """Get what operators need to provision a deployment."""

    operation_name = "get_tvc_deployment_provisioning_details"
    result_type: ClassVar[RecordType] = GetTvcDeploymentProvisioningDetailsResult

    deployment_id: Id
    """The id of the deployment."""


class GetTvcQosVersionsResult(Record, frozen=True, kw_only=True):
    """The answer to get_tvc_qos_versions."""

    available_versions: Array[str]
    """The versions of QuorumOS that new deployments can use."""
    latest_version: str
    """The newest version of QuorumOS that new deployments should use."""


class GetTvcQosVersions(QueryOperation[GetTvcQosVersionsResult], frozen=True, kw_only=True):
    """List the available versions of QuorumOS."""

    operation_name = "get_tvc_qos_versions"
    result_type: ClassVar[RecordType] = GetTvcQosVersionsResult


class ListTvcAppDeploymentsResult(Record, frozen=True, kw_only=True):
    """The answer to list_tvc_app_deployments."""

    tvc_deployments: Array[TvcDeployment]
    """The deployments."""


class ListTvcAppDeployments(QueryOperation[ListTvcAppDeploymentsResult], frozen=True, kw_only=True):
    """List the deployments of a verifiable cloud application."""

    operation_name = "list_tvc_app_deployments"
    result_type: ClassVar[RecordType] = ListTvcAppDeploymentsResult

    app_id: Id
    """The id of the application."""


class ListTvcAppsResult(Record, frozen=True, kw_only=True):
    """The answer to list_tvc_apps."""

    tvc_apps: Array[TvcApp]
    """The applications."""


class ListTvcApps(QueryOperation[ListTvcAppsResult], frozen=True, kw_only=True):
    """List the verifiable cloud applications."""

    operation_name = "list_tvc_apps"
    result_type: ClassVar[RecordType] = ListTvcAppsResult


class QuorumKeyShareApprovalBundle(Parameters, frozen=True, kw_only=True):
    """An operator's share of a quorum key, and the operator's signature over the manifest."""

    operator_id: Id
    """The id of the operator."""
    re_encrypted_share_hex: Annotated[str, about("The share, sealed to the deployment, in hex.")]
    """The share, sealed to the deployment, in hex."""
    signature: str
    """The operator's signature over the manifest."""


class PostTvcQuorumKeyShareResult(Record, frozen=True, kw_only=True):
    """The result of post_tvc_quorum_key_share."""

    provisioning_share_id: str
    """The id of the share for the deployment."""


class PostTvcQuorumKeyShare(SubmitOperation[PostTvcQuorumKeyShareResult], frozen=True, kw_only=True):
    """Send the share of an operator to a deployment."""

    operation_name = "post_tvc_quorum_key_share"
    activity_type = "ACTIVITY_TYPE_POST_TVC_QUORUM_KEY_SHARE"
    intent_key = "postTvcQuorumKeyShareIntent"
    result_key = "postTvcQuorumKeyShareResult"
    makes_app_proofs = False
    result_type: ClassVar[RecordType] = PostTvcQuorumKeyShareResult

    deployment_id: Id
    """The id of the deployment."""
    ephemeral_public_key_hex: Annotated[
        str, about("The ephemeral public key of the share's encryption, in hex.")
    ]
    """The ephemeral public key of the share's encryption, in hex."""
    share_approval_bundle: QuorumKeyShareApprovalBundle
    """The share, with the operator's approval of the manifest."""


class ReEncryptTvcQuorumKeyShareResult(Record, frozen=True, kw_only=True):
    """The result of re_encrypt_tvc_quorum_key_share."""

    provisioning_share_id: str
    """The id of the share for the deployment."""


class ReEncryptTvcQuorumKeyShare(
    SubmitOperation[ReEncryptTvcQuorumKeyShareResult], frozen=True, kw_only=True
):
    """Seal an operator's share to a deployment."""

    operation_name = "re_encrypt_tvc_quorum_key_share"
    activity_type = "ACTIVITY_TYPE_RE_ENCRYPT_TVC_QUORUM_KEY_SHARE"
    intent_key = "reEncryptTvcQuorumKeyShareIntent"
    result_key = "reEncryptTvcQuorumKeyShareResult"
    result_type: ClassVar[RecordType] = ReEncryptTvcQuorumKeyShareResult

    attestation_doc_b64: Annotated[
        str, about("The attestation document of the enclave to provision, in base64.")
    ]
    """The attestation document of the enclave to provision, in base64."""
    manifest_b64: Annotated[str, about("The manifest of the deployment, in base64.")]
    """The manifest of the deployment, in base64."""
    operator_encrypt_key: str
    """The operator's public key for encryption, which the share is sealed to."""
    operator_sign_key: str
    """The operator's public key for signatures, which approves the manifest."""
    deployment_id: Id
    """The id of the deployment."""
    app_quorum_key: str
    """The public quorum key of the application."""


class RestoreTvcDeploymentResult(Record, frozen=True, kw_only=True):
    """The result of restore_tvc_deployment."""

    deployment_id: str
    """The id of the restored deployment."""


class RestoreTvcDeployment(SubmitOperation[RestoreTvcDeploymentResult], frozen=True, kw_only=True):
    """Restore a deployment of a verifiable cloud application."""

    operation_name = "restore_tvc_deployment"
    activity_type = "ACTIVITY_TYPE_RESTORE_TVC_DEPLOYMENT"
    intent_key = "restoreTvcDeploymentIntent"
    result_key = "restoreTvcDeploymentResult"
    result_type: ClassVar[RecordType] = RestoreTvcDeploymentResult

    deployment_id: Id
    """The id of the deployment."""


class SetTvcAppLiveDeploymentResult(Record, frozen=True, kw_only=True):
    """The result of set_tvc_app_live_deployment."""


class SetTvcAppLiveDeployment(SubmitOperation[SetTvcAppLiveDeploymentResult], frozen=True, kw_only=True):
    """Choose the deployment that an application's traffic goes to."""

    operation_name = "set_tvc_app_live_deployment"
    activity_type = "ACTIVITY_TYPE_UPDATE_TVC_APP_LIVE_DEPLOYMENT"
    intent_key = "updateTvcAppLiveDeploymentIntent"
    result_key = "updateTvcAppLiveDeploymentResult"
    result_type: ClassVar[RecordType] = SetTvcAppLiveDeploymentResult

    deployment_id: Id
    """The id of the deployment."""


class ValidateTvcImageResult(Record, frozen=True, kw_only=True):
    """The answer to validate_tvc_image."""

    resolved_image_digest: str | None = None
    """The digest of the image that the URL leads to."""


class ValidateTvcImage(QueryOperation[ValidateTvcImageResult], frozen=True, kw_only=True):
    """Check that a container image can be deployed."""

    operation_name = "validate_tvc_image"
    result_type: ClassVar[RecordType] = ValidateTvcImageResult

    pivot_container_image_url: str
    """The URL of the container image."""
    pivot_container_encrypted_pull_secret: str | None = None
    """The sealed secret to pull a private image with."""
