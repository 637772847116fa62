"""The rooms of the service: imports go down the table of CONTRIBUTING.md, and never in a circle."""

from graphlib import TopologicalSorter

from tests.test_imports import MODULES, imports_of

OURS = {module for module in MODULES if module.partition(".")[0] == "sealwax_service"}


def test_no_module_is_in_a_circle() -> None:
    graph = {module: imports_of(module) & OURS for module in OURS}
    assert {*TopologicalSorter(graph).static_order()} == OURS
