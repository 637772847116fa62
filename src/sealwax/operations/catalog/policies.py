"""Policies and smart contract interfaces: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

import msgspec

from sealwax.operations.catalog.shared import Policy
from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, Parameters, about
from sealwax.operations.responses import Record, _Timestamp, to_time

Effect: TypeAlias = Literal["EFFECT_ALLOW", "EFFECT_DENY"]


class UpdatePolicyResult(Record, frozen=True, kw_only=True):
    """The result of update_policy."""

    policy_id: Annotated[str, about("The id of the policy.")]
    """The id of the policy."""


class UpdatePolicy(SubmitOperation[UpdatePolicyResult], frozen=True, kw_only=True):
    """Change a policy."""

    operation_name = "update_policy"
    version = "V2"
    result_version = "V2"

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
    version = "V3"

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
    """A part of a request: policy params."""

    policy_name: str
    effect: Effect
    condition: str | None = None
    consensus: str | None = None
    notes: str
    time: str | None = None


class CreatePoliciesResult(Record, frozen=True, kw_only=True):
    """The result of create_policies."""

    policy_ids: Array[str]


class CreatePolicies(SubmitOperation[CreatePoliciesResult], frozen=True, kw_only=True):
    """Create several policies."""

    operation_name = "create_policies"

    policies: Array[PolicyParams]


SmartContractInterfaceType: TypeAlias = Literal[
    "SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM", "SMART_CONTRACT_INTERFACE_TYPE_SOLANA"
]


class CreateSmartContractInterfaceResult(Record, frozen=True, kw_only=True):
    """The result of create_smart_contract_interface."""

    smart_contract_interface_id: str


class CreateSmartContractInterface(
    SubmitOperation[CreateSmartContractInterfaceResult], frozen=True, kw_only=True
):
    """Add the interface of a smart contract, for policies."""

    operation_name = "create_smart_contract_interface"

    smart_contract_address: str
    smart_contract_interface: str
    type: SmartContractInterfaceType
    label: str
    notes: str | None = None


class DeletePoliciesResult(Record, frozen=True, kw_only=True):
    """The result of delete_policies."""

    policy_ids: Array[str]


class DeletePolicies(SubmitOperation[DeletePoliciesResult], frozen=True, kw_only=True):
    """Delete several policies."""

    operation_name = "delete_policies"

    policy_ids: Array[str]


class DeletePolicyResult(Record, frozen=True, kw_only=True):
    """The result of delete_policy."""

    policy_id: str


class DeletePolicy(SubmitOperation[DeletePolicyResult], frozen=True, kw_only=True):
    """Delete a policy."""

    operation_name = "delete_policy"

    policy_id: Id


class DeleteSmartContractInterfaceResult(Record, frozen=True, kw_only=True):
    """The result of delete_smart_contract_interface."""

    smart_contract_interface_id: str


class DeleteSmartContractInterface(
    SubmitOperation[DeleteSmartContractInterfaceResult], frozen=True, kw_only=True
):
    """Delete the interface of a smart contract."""

    operation_name = "delete_smart_contract_interface"

    smart_contract_interface_id: Id


class GetPolicyResult(Record, frozen=True, kw_only=True):
    """The answer to get_policy."""

    policy: Policy


class GetPolicy(QueryOperation[GetPolicyResult], frozen=True, kw_only=True):
    """Get a policy."""

    operation_name = "get_policy"

    policy_id: Id


class SmartContractInterface(Record, frozen=True, kw_only=True):
    """A part of an answer: smart contract interface."""

    organization_id: str
    smart_contract_interface_id: str
    smart_contract_address: str
    smart_contract_interface: str
    type: str
    label: str
    notes: str
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


class GetSmartContractInterfaceResult(Record, frozen=True, kw_only=True):
    """The answer to get_smart_contract_interface."""

    smart_contract_interface: SmartContractInterface


class GetSmartContractInterface(QueryOperation[GetSmartContractInterfaceResult], frozen=True, kw_only=True):
    """Get the interface of a smart contract."""

    operation_name = "get_smart_contract_interface"

    smart_contract_interface_id: Id


class ListPoliciesResult(Record, frozen=True, kw_only=True):
    """The answer to list_policies."""

    policies: Array[Policy]


class ListPolicies(QueryOperation[ListPoliciesResult], frozen=True, kw_only=True):
    """List the policies of an organization."""

    operation_name = "list_policies"


class ListSmartContractInterfacesResult(Record, frozen=True, kw_only=True):
    """The answer to list_smart_contract_interfaces."""

    smart_contract_interfaces: Array[SmartContractInterface]


class ListSmartContractInterfaces(
    QueryOperation[ListSmartContractInterfacesResult], frozen=True, kw_only=True
):
    """List the interfaces of smart contracts."""

    operation_name = "list_smart_contract_interfaces"


class UpdatePolicyV1Result(Record, frozen=True, kw_only=True):
    """The result of update_policy, version 1."""

    policy_id: str


class UpdatePolicyV1(SubmitOperation[UpdatePolicyV1Result], frozen=True, kw_only=True):
    """Change a policy.

    This is version 1; ``UpdatePolicy`` is the newest.
    """

    operation_name = "update_policy"

    policy_id: Id
    policy_name: str | None = None
    policy_effect: Effect | None = None
    policy_condition: str | None = None
    policy_consensus: str | None = None
    policy_notes: str | None = None
