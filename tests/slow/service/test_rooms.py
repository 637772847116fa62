"""The tests of ``tests/service/test_rooms.py`` that take long."""

from tests.repository.test_contributing import rooms_of
from tests.service.test_rooms import OURS
from tests.test_imports import imports_of

ROOMS = rooms_of("sealwax_service")


def room_of(module: str) -> str:
    return [*module.split("."), "__init__"][1]


def test_imports_go_down_the_table() -> None:
    upwards = {
        (module, other)
        for module in OURS
        for other in imports_of(module) & OURS
        if ROOMS.index(room_of(other)) > ROOMS.index(room_of(module))
    }
    assert upwards == set()
