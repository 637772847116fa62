import pytest
from msgspec import UNSET

from sealwax import ContextMismatch, MalformedInput
from sealwax._codec.organizations import check_organization
from tests.conftest import ORGANIZATION, near_misses


@pytest.mark.parametrize("found", [*near_misses(ORGANIZATION), ORGANIZATION[:-1], ORGANIZATION.upper(), ""])
@pytest.mark.parametrize("expected", [ORGANIZATION, frozenset({ORGANIZATION}), None])
def test_another_organization_is_refused(found: str, expected: str | frozenset[str] | None) -> None:
    with pytest.raises(
        ContextMismatch, match=r"^it is for another organization than expected; refuse it$"
    ) as raised:
        check_organization(found, expected, "it", advice="refuse it")
    assert raised.value.code == "wrong-organization"


@pytest.mark.parametrize("expected", [ORGANIZATION, frozenset({ORGANIZATION}), None])
def test_an_unknown_organization_is_malformed(expected: str | frozenset[str] | None) -> None:
    with pytest.raises(MalformedInput, match="the body of it has no `organizationId`"):
        check_organization(UNSET, expected, "it")
