"""The rooms of the service: imports go down the table of CONTRIBUTING.md, and never in a circle."""

from graphlib import TopologicalSorter

from tests.test_contributing import rooms_of
from tests.test_imports import MODULES, imports_of

ROOMS = rooms_of("sealwax_service")
OURS = {module for module in MODULES if module.partition(".")[0] == "sealwax_service"}


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


def test_no_module_is_in_a_circle() -> None:
    graph = {module: imports_of(module) & OURS for module in OURS}
    assert {*TopologicalSorter(graph).static_order()} == OURS
