"""The service's official clients that sign, unmodified, against the local service."""

from collections.abc import Iterator

import pytest

from tests.interop.clients.scenario import TABLE
from tests.interop.signing.scenario import SIGNING_CLIENTS, Place, open_place, outcomes, section

pytestmark = pytest.mark.node


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with open_place() as made:
        yield made


@pytest.fixture(scope="module")
def found() -> dict[str, tuple[str, ...]]:
    return {}


@pytest.mark.parametrize("package", SIGNING_CLIENTS)
def test_what_a_client_signs_is_right(package: str, place: Place, found: dict[str, tuple[str, ...]]) -> None:
    found[package] = outcomes(package, place)


def test_the_table_of_the_documentation(found: dict[str, tuple[str, ...]]) -> None:
    if found.keys() != SIGNING_CLIENTS.keys():
        pytest.skip("it compares what all clients did")
    assert section(found) in TABLE.read_text()
