"""Every route: the documentation's table, hostile bodies, and the names of the service."""

from sealwax_service import LocalService
from sealwax_service.operations.auth_proxy import AUTH_PROXY
from sealwax_service.operations.queries import QUERIES
from sealwax_service.operations.submits import SUBMITS
from tests.service.hostile_bodies import attack
from tools.local_service_routes import CHECKED, PAGE, SHAPE_ONLY, page


def test_the_table_of_the_documentation() -> None:
    assert PAGE.read_text() == page(), "run `python -m tools.local_service_routes`"


def test_the_levels_are_of_routes() -> None:
    assert {*CHECKED, *SHAPE_ONLY} <= {*SUBMITS, *QUERIES, *AUTH_PROXY}


def test_types_are_of_one_route() -> None:
    types = [version.type for row in SUBMITS.values() for version in row.versions]
    assert len({*types}) == len(types)


def check_hostile_bodies(local_service: LocalService, seed: int, rounds: int) -> None:
    """Send hostile bodies to every route: each gets an answer that is documented."""
    counts = attack(local_service, seed, rounds)
    assert counts[200] > 0.05 * sum(counts.values())
    assert {200, 400, 404} <= counts.keys()
