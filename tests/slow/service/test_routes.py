"""The tests of ``tests/service/test_routes.py`` that take long."""

from sealwax_service import LocalService
from tests.service.test_routes import check_hostile_bodies


def test_hostile_bodies(local_service: LocalService) -> None:
    check_hostile_bodies(local_service, 1, 2)
