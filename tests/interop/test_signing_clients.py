"""The service's official clients that sign, unmodified, against the local service."""

from collections.abc import Callable, Iterator
from functools import cache, partial

import pytest

from tests.interop.clients.scenario import TABLE
from tests.interop.signing.scenario import SIGNING_CLIENTS, Place, open_place, outcomes, section


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with open_place() as made:
        yield made


@pytest.fixture(scope="module")
def use(place: Place) -> Callable[[str], tuple[str, ...]]:
    """Use a client once, for its own test and for the documentation's, whichever comes first."""
    return cache(partial(outcomes, place=place))


@pytest.mark.parametrize("package", SIGNING_CLIENTS)
def test_a_client_signs_right(package: str, use: Callable[[str], tuple[str, ...]]) -> None:
    assert use(package)


def test_the_table_of_the_documentation(use: Callable[[str], tuple[str, ...]]) -> None:
    assert section({package: use(package) for package in SIGNING_CLIENTS}) in TABLE.read_text()
