"""The rooms of the service: their order is that of CONTRIBUTING, and imports only go down."""

import re
from graphlib import TopologicalSorter

from tests.conftest import ROOT
from tests.test_imports import MODULES, PACKAGES, imports_of

TABLE = (ROOT / "CONTRIBUTING.md").read_text().partition("`service/sealwax_service/`")[2]
ROOMS = [
    name
    for row in re.findall(r"^\| (`.*?) \|", TABLE.partition("\n\n")[2].partition("\n\n")[0], re.MULTILINE)
    for name in re.findall(r"`(\w+)(?:/|\.py)`", row)
]


OURS = {module for module in MODULES if module.partition(".")[0] == "sealwax_service"}


def room_of(module: str) -> str:
    return [*module.split("."), "__init__"][1]


def test_the_table_has_every_room() -> None:
    assert sorted(ROOMS) == sorted({room_of(module) for module in OURS})


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


def test_the_walk_names_functions_where_they_are() -> None:
    walk = TABLE.partition("A request to the service")[2].partition("`recovery-page/`")[0]
    steps = re.split(r"\n[0-9]+\. ", walk)[1:]
    assert len(steps) == 12
    for step in steps:
        named = re.findall(r"`([\w./]+)`", step)
        code = "".join(
            (PACKAGES["sealwax_service"] / path).read_text() for path in named if path.endswith(".py")
        )
        names = [name.rpartition(".")[2] for name in named if not name.endswith(".py")]
        assert names
        assert [name for name in names if f"def {name}(" not in code] == [], step
