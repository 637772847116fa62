"""The tests of ``tests/test_imports.py`` that take long."""

from graphlib import TopologicalSorter

import pytest

from tests.conftest import ROOT
from tests.test_imports import MODULES, READS_TESTS, TIER_OF, imports_of, room_of


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_down(module: str) -> None:
    upwards = {other for other in imports_of(module) if TIER_OF[room_of(other)] > TIER_OF[room_of(module)]}
    assert upwards == set()


def test_no_module_imports_itself_by_way_of_others() -> None:
    # A module of a package loads the package, whose __init__ may import its modules: that is no circle.
    graph = {
        module: {other for other in imports_of(module) if not module.startswith(f"{other}.")}
        for module in MODULES
    }
    assert len(tuple(TopologicalSorter(graph).static_order())) == len(MODULES)


def test_no_room_imports_itself_by_way_of_others() -> None:
    graph: dict[str, set[str]] = {room: set() for room in TIER_OF}
    for module in MODULES:
        graph[room_of(module)] |= {room_of(other) for other in imports_of(module)} - {room_of(module)}
    assert len(tuple(TopologicalSorter(graph).static_order())) == len(TIER_OF)


def test_the_service_imports_vectors_in_its_command_alone() -> None:
    """The two packages need not be installed together."""
    importers = {
        module
        for module in MODULES
        if room_of(module) == "sealwax_service"
        and "sealwax_vectors" in {room_of(other) for other in imports_of(module)}
    }
    assert importers == {"sealwax_service.cli"}


PRODUCT = ("benchmarks", "docs/site", "recovery-page", "service", "src", "tools", "vectors")


@pytest.mark.parametrize("folder", PRODUCT)
def test_nothing_but_tests_imports_or_reads_tests(folder: str) -> None:
    paths = [path for ending in ("py", "mjs") for path in (ROOT / folder).rglob(f"*.{ending}")]
    ours = [path for path in paths if not {"node_modules", "env"} & {*path.parts}]
    assert ours
    assert [path for path in ours if READS_TESTS.search(path.read_text())] == []
