"""IP allowlists: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import Annotated, ClassVar

from msgspec import Meta

from sealwax._limits import MAX_IP_BLOCKS
from sealwax.operations.forms import Id, IpBlock
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, OnEvaluationError, about
from sealwax.operations.responses import Record, RecordType
from sealwax.operations.rules import _IpAllowlistRule, _SetIpAllowlist


class IpAllowlistRule(_IpAllowlistRule, frozen=True, kw_only=True):
    """A block of IP addresses that may use the API."""

    cidr: Annotated[IpBlock, about("An IPv4 or IPv6 CIDR block, such as 192.0.2.0/24.")]
    """An IPv4 or IPv6 CIDR block, such as 192.0.2.0/24."""
    label: Annotated[str | None, about("The rule's display name.")] = None
    """The rule's display name."""


class SetIpAllowlistResult(Record, frozen=True, kw_only=True):
    """The result of set_ip_allowlist, which has no fields."""


class SetIpAllowlist(SubmitOperation[SetIpAllowlistResult], _SetIpAllowlist, frozen=True, kw_only=True):
    """Set the IP addresses that may use the API, for the organization or for one API key."""

    operation_name = "set_ip_allowlist"
    activity_type = "ACTIVITY_TYPE_SET_IP_ALLOWLIST"
    intent_key = "setIpAllowlistIntent"
    result_key = "setIpAllowlistResult"
    result_type: ClassVar[RecordType] = SetIpAllowlistResult

    public_key: Annotated[
        Id | None, about("The public key of the API key to set the list for; null for the organization.")
    ] = None
    """The public key of the API key to set the list for; null for the organization."""
    enabled: Annotated[
        bool | None, about("Whether the organization's list applies; not allowed with publicKey.")
    ] = None
    """Whether the organization's list applies; not allowed with publicKey."""
    rules: Annotated[
        Annotated[Array[IpAllowlistRule], Meta(max_length=MAX_IP_BLOCKS)] | None,
        about("The blocks of IP addresses."),
    ] = None
    """The blocks of IP addresses."""
    on_evaluation_error: Annotated[
        OnEvaluationError | None, about("What to do if the list cannot be evaluated; DENY if left out.")
    ] = None
    """What to do if the list cannot be evaluated; DENY if left out."""


class IpAllowlistEntry(Record, frozen=True, kw_only=True):
    """A block of IP addresses on an IP allowlist."""

    cidr: str
    """An IPv4 or IPv6 CIDR block, such as 192.0.2.0/24."""
    label: str | None = None
    """The rule's display name."""
    created_at: Annotated[
        str | None, about("The time of the record, in milliseconds since the epoch, as decimal text.")
    ] = None
    """The time of the record, in milliseconds since the epoch, as decimal text."""


class IpAllowlist(Record, frozen=True, kw_only=True):
    """An IP allowlist of the organization, or of an API key."""

    organization_id: str
    """The id of the organization."""
    rules: Array[IpAllowlistEntry]
    """The blocks of IP addresses."""
    public_key: str | None = None
    """The public key of the API key that the list is for; None for the organization."""
    enabled: bool | None = None
    """Whether the organization's list applies; None for the list of an API key."""
    on_evaluation_error: str | None = None
    """What happens if the list cannot be evaluated: ALLOW or DENY."""


class GetIpAllowlistResult(Record, frozen=True, kw_only=True):
    """The answer to get_ip_allowlist."""

    allowlist: IpAllowlist
    """The IP allowlist."""


class GetIpAllowlist(QueryOperation[GetIpAllowlistResult], frozen=True, kw_only=True):
    """Get the IP allowlist of the organization, or of an API key."""

    operation_name = "get_ip_allowlist"
    result_type: ClassVar[RecordType] = GetIpAllowlistResult

    public_key: str | None = None
    """The public key of the API key; the organization's list if left out."""


class RemoveIpAllowlistResult(Record, frozen=True, kw_only=True):
    """The result of remove_ip_allowlist."""


class RemoveIpAllowlist(SubmitOperation[RemoveIpAllowlistResult], frozen=True, kw_only=True):
    """Remove the IP allowlist of the organization, or of an API key."""

    operation_name = "remove_ip_allowlist"
    activity_type = "ACTIVITY_TYPE_REMOVE_IP_ALLOWLIST"
    intent_key = "removeIpAllowlistIntent"
    result_key = "removeIpAllowlistResult"
    result_type: ClassVar[RecordType] = RemoveIpAllowlistResult

    public_key: str | None = None
    """The public key of the API key; the organization's list if left out."""
