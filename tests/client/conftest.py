"""The local service, and both kinds of client."""

from collections.abc import Iterator

import pytest

from sealwax_service import LocalService
from tests.client.clients import KINDS, Kind
from tests.conftest import SEED


@pytest.fixture(scope="module")
def service() -> Iterator[LocalService]:
    with LocalService(SEED) as made:
        yield made


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    made: Kind = request.param
    return made
