import pytest
from msgspec import UNSET

from sealwax import ContextMismatch, MalformedInput
from sealwax._codec.organizations import check_organization, expected_ids
from tests.conftest import ORGANIZATION, near_misses


@pytest.mark.parametrize("expected", [ORGANIZATION, frozenset({"x", ORGANIZATION})])
def test_an_expected_organization_is_returned(expected: str | frozenset[str]) -> None:
    assert check_organization(ORGANIZATION, expected, "it") == ORGANIZATION


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


def test_expected_ids_are_text_and_not_empty() -> None:
    assert expected_ids("a") == {"a"}
    assert expected_ids({"a", "b"}) == {"a", "b"}
    for nothing in ("", set[str](), {"a", ""}):
        with pytest.raises(ValueError, match="organization_id must not be empty"):
            expected_ids(nothing)
    with pytest.raises(TypeError, match="organization_id must be"):
        expected_ids(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="each id of organization_id must be"):
        expected_ids({1})  # type: ignore[arg-type]
