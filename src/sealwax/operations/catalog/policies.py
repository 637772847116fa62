"""Policies and smart contract interfaces: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from sealwax.operations.catalog.shared import Policy
from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, Parameters, about
from sealwax.operations.responses import Record, RecordType, _Timestamp, to_time

Effect: TypeAlias = Literal["EFFECT_ALLOW", "EFFECT_DENY"]


class UpdatePolicyResult(Record, frozen=True, kw_only=True):
    """The result of update_policy."""

    policy_id: Annotated[str, about("The id of the policy.")]
    """The id of the policy."""


class UpdatePolicy(SubmitOperation[UpdatePolicyResult], frozen=True, kw_only=True):
    """Change a policy."""

    operation_name = "update_policy"
    activity_type = "ACTIVITY_TYPE_UPDATE_POLICY_V2"
    intent_key = "updatePolicyIntentV2"
    result_key = "updatePolicyResultV2"
    result_type: ClassVar[RecordType] = UpdatePolicyResult

    policy_id: Annotated[Id, about("The id of the policy.")]
    """The id of the policy."""
    policy_name: Annotated[str | None, about("The policy's new name.")] = None
    """The policy's new name."""
    policy_effect: Annotated[Effect | None, about("Whether the policy allows or denies.")] = None
    """Whether the policy allows or denies."""
    policy_condition: Annotated[str | None, about("The expression that says when the policy applies.")] = None
    """The expression that says when the policy applies."""
    policy_consensus: Annotated[str | None, about("The expression that says who must approve.")] = None
    """The expression that says who must approve."""
    policy_notes: Annotated[str | None, about("Notes on the policy.")] = None
    """Notes on the policy."""


class CreatePolicyResult(Record, frozen=True, kw_only=True):
    """The result of create_policy."""

    policy_id: Annotated[str, about("The id of the policy.")]
    """The id of the policy."""


class CreatePolicy(SubmitOperation[CreatePolicyResult], frozen=True, kw_only=True):
    """Create a policy."""

    operation_name = "create_policy"
    activity_type = "ACTIVITY_TYPE_CREATE_POLICY_V3"
    intent_key = "createPolicyIntentV3"
    result_key = "createPolicyResult"
    result_type: ClassVar[RecordType] = CreatePolicyResult

    policy_name: Annotated[str, about("The policy's name.")]
    """The policy's name."""
    effect: Annotated[Effect, about("Whether the policy allows or denies.")]
    """Whether the policy allows or denies."""
    condition: Annotated[str | None, about("The expression that says when the policy applies.")] = None
    """The expression that says when the policy applies."""
    consensus: Annotated[str | None, about("The expression that says who must approve.")] = None
    """The expression that says who must approve."""
    notes: Annotated[str, about("Notes on the policy.")]
    """Notes on the policy."""


class PolicyParams(Parameters, frozen=True, kw_only=True):
    """A policy to create."""

    policy_name: str
    """The policy's name."""
    effect: Effect
    """Whether the policy allows or denies."""
    condition: str | None = None
    """The expression that says when the policy applies."""
    consensus: str | None = None
    """The expression that says who must approve."""
    notes: str
    """Notes on the policy."""
    time: str | None = None
    """The expression that says at which times the policy applies; always if left out."""


class CreatePoliciesResult(Record, frozen=True, kw_only=True):
    """The result of create_policies."""

    policy_ids: Array[str]
    """The ids of the new policies, in the order of the request."""


class CreatePolicies(SubmitOperation[CreatePoliciesResult], frozen=True, kw_only=True):
    """Create several policies."""

    operation_name = "create_policies"
    activity_type = "ACTIVITY_TYPE_CREATE_POLICIES"
    intent_key = "createPoliciesIntent"
    result_key = "createPoliciesResult"
    result_type: ClassVar[RecordType] = CreatePoliciesResult

    policies: Array[PolicyParams]
    """The policies to create."""


SmartContractInterfaceType: TypeAlias = Literal[
    "SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM", "SMART_CONTRACT_INTERFACE_TYPE_SOLANA"
]


class CreateSmartContractInterfaceResult(Record, frozen=True, kw_only=True):
    """The result of create_smart_contract_interface."""

    smart_contract_interface_id: str
    """The id of the new interface."""


class CreateSmartContractInterface(
    SubmitOperation[CreateSmartContractInterfaceResult], frozen=True, kw_only=True
):
    """Add the interface of a smart contract, for policies."""

    operation_name = "create_smart_contract_interface"
    activity_type = "ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE"
    intent_key = "createSmartContractInterfaceIntent"
    result_key = "createSmartContractInterfaceResult"
    result_type: ClassVar[RecordType] = CreateSmartContractInterfaceResult

    smart_contract_address: str
    """The address of the contract, or the id of the Solana program."""
    smart_contract_interface: Annotated[
        str, about("The interface, an ABI or IDL, as JSON text of at most 400 kB.")
    ]
    """The interface, an ABI or IDL, as JSON text of at most 400 kB."""
    type: SmartContractInterfaceType
    """The type of the interface: of Ethereum (ABI) or of Solana (IDL)."""
    label: str
    """The interface's display name."""
    notes: str | None = None
    """Notes on the interface."""


class DeletePoliciesResult(Record, frozen=True, kw_only=True):
    """The result of delete_policies."""

    policy_ids: Array[str]
    """The ids of the deleted policies."""


class DeletePolicies(SubmitOperation[DeletePoliciesResult], frozen=True, kw_only=True):
    """Delete several policies."""

    operation_name = "delete_policies"
    activity_type = "ACTIVITY_TYPE_DELETE_POLICIES"
    intent_key = "deletePoliciesIntent"
    result_key = "deletePoliciesResult"
    result_type: ClassVar[RecordType] = DeletePoliciesResult

    policy_ids: Array[str]
    """The ids of the policies."""


class DeletePolicyResult(Record, frozen=True, kw_only=True):
    """The result of delete_policy."""

    policy_id: str
    """The id of the deleted policy."""


class DeletePolicy(SubmitOperation[DeletePolicyResult], frozen=True, kw_only=True):
    """Delete a policy."""

    operation_name = "delete_policy"
    activity_type = "ACTIVITY_TYPE_DELETE_POLICY"
    intent_key = "deletePolicyIntent"
    result_key = "deletePolicyResult"
    result_type: ClassVar[RecordType] = DeletePolicyResult

    policy_id: Id
    """The id of the policy."""


class DeleteSmartContractInterfaceResult(Record, frozen=True, kw_only=True):
    """The result of delete_smart_contract_interface."""

    smart_contract_interface_id: str
    """The id of the deleted interface."""


class DeleteSmartContractInterface(
    SubmitOperation[DeleteSmartContractInterfaceResult], frozen=True, kw_only=True
):
    """Delete the interface of a smart contract."""

    operation_name = "delete_smart_contract_interface"
    activity_type = "ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE"
    intent_key = "deleteSmartContractInterfaceIntent"
    result_key = "deleteSmartContractInterfaceResult"
    result_type: ClassVar[RecordType] = DeleteSmartContractInterfaceResult

    smart_contract_interface_id: Id
    """The id of the interface."""


class GetPolicyResult(Record, frozen=True, kw_only=True):
    """The answer to get_policy."""

    policy: Policy
    """The policy."""


class GetPolicy(QueryOperation[GetPolicyResult], frozen=True, kw_only=True):
    """Get a policy."""

    operation_name = "get_policy"
    result_type: ClassVar[RecordType] = GetPolicyResult

    policy_id: Id
    """The id of the policy."""


class SmartContractInterface(Record, frozen=True, kw_only=True):
    """The interface of a smart contract, for policies."""

    organization_id: str
    """The id of the organization."""
    smart_contract_interface_id: str
    """The id of the interface."""
    smart_contract_address: str
    """The address of the contract, or the id of the Solana program."""
    smart_contract_interface: Annotated[str, about("The interface, an ABI or IDL, as JSON text.")]
    """The interface, an ABI or IDL, as JSON text."""
    type: str
    """The type of the interface: of Ethereum (ABI) or of Solana (IDL)."""
    label: str
    """The interface's display name."""
    notes: str
    """Notes on the interface."""
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


class GetSmartContractInterfaceResult(Record, frozen=True, kw_only=True):
    """The answer to get_smart_contract_interface."""

    smart_contract_interface: SmartContractInterface
    """The interface of the smart contract."""


class GetSmartContractInterface(QueryOperation[GetSmartContractInterfaceResult], frozen=True, kw_only=True):
    """Get the interface of a smart contract."""

    operation_name = "get_smart_contract_interface"
    result_type: ClassVar[RecordType] = GetSmartContractInterfaceResult

    smart_contract_interface_id: Id
    """The id of the interface."""


class ListPoliciesResult(Record, frozen=True, kw_only=True):
    """The answer to list_policies."""

    policies: Array[Policy]
    """The policies."""


class ListPolicies(QueryOperation[ListPoliciesResult], frozen=True, kw_only=True):
    """List the policies of an organization."""

    operation_name = "list_policies"
    result_type: ClassVar[RecordType] = ListPoliciesResult


class ListSmartContractInterfacesResult(Record, frozen=True, kw_only=True):
    """The answer to list_smart_contract_interfaces."""

    smart_contract_interfaces: Array[SmartContractInterface]
    """The interfaces of smart contracts."""


class ListSmartContractInterfaces(
    QueryOperation[ListSmartContractInterfacesResult], frozen=True, kw_only=True
):
    """List the interfaces of smart contracts."""

    operation_name = "list_smart_contract_interfaces"
    result_type: ClassVar[RecordType] = ListSmartContractInterfacesResult


class UpdatePolicyV1Result(Record, frozen=True, kw_only=True):
    """The result of update_policy, version 1."""

    policy_id: str
    """The id of the policy."""


class UpdatePolicyV1(SubmitOperation[UpdatePolicyV1Result], frozen=True, kw_only=True):
    """Change a policy.

    This is version 1; ``UpdatePolicy`` is the newest.
    """

    operation_name = "update_policy"
    activity_type = "ACTIVITY_TYPE_UPDATE_POLICY"
    intent_key = "updatePolicyIntent"
    result_key = "updatePolicyResult"
    result_type: ClassVar[RecordType] = UpdatePolicyV1Result

    policy_id: Id
    """The id of the policy."""
    policy_name: str | None = None
    """The policy's new name."""
    policy_effect: Effect | None = None
    """Whether the policy allows or denies."""
    policy_condition: str | None = None
    """The expression that says when the policy applies."""
    policy_consensus: str | None = None
    """The expression that says who must approve."""
    policy_notes: str | None = None
    """Notes on the policy."""
