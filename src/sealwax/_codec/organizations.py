"""The organization that an artifact is for, and those that the caller expects."""

from collections.abc import Set as AbstractSet

from msgspec import UNSET, UnsetType

from sealwax.errors import ContextMismatch, MalformedInput

from .arguments import require_type


def expected_ids(organization_id: str | AbstractSet[str]) -> frozenset[str]:
    """Return the accepted organization ids as a set."""
    require_type(organization_id, (str, AbstractSet), "organization_id")
    ids = frozenset([organization_id] if isinstance(organization_id, str) else organization_id)
    for organization in ids:
        require_type(organization, str, "each id of organization_id")
    # An empty id would match a body with an empty id.
    if not ids or "" in ids:
        raise ValueError("organization_id must not be empty")
    return ids


def check_organization(
    found: str | UnsetType,
    expected: str | frozenset[str] | None,
    label: str,
    *,
    advice: str = "check the organization id",
) -> str:
    """Return the organization of an artifact; refuse another than expected. The case of letters counts."""
    if found is UNSET:
        raise MalformedInput(f"the body of {label} has no `organizationId`; its organization is unknown")
    if found not in (expected if isinstance(expected, frozenset) else {expected}):
        raise ContextMismatch(
            "wrong-organization", f"{label} is for another organization than expected; {advice}"
        )
    return found
