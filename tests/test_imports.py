"""Which way imports point: from each room to those below it, and never in a circle."""

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "sealwax"
# From the lowest to the highest; a room is a folder, or a module at the top.
TIERS = (
    {"errors", "_names", "_arguments", "_secrets", "_codec", "_crypto"},
    {"chains", "files", "schemes", "keys", "signing", "trust"},
    # Exports load wallets when they are asked for addresses; wallets know nothing of bundles.
    {"stamps", "bundles", "webauthn", "login", "wallets", "proofs", "activities", "webhooks"},
    {"operations"},
    {""},  # the package itself, which re-exports what is above
    {"testing"},
    {"vectors"},
    {"cli", "__main__"},
)
TIER_OF = {room: tier for tier, rooms in enumerate(TIERS) for room in rooms}
MODULES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__").rstrip("."): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


def room_of(module: str) -> str:
    return module.partition(".")[0]


def find_module(name: str) -> str | None:
    """The module that a dotted name leads to: it may be one, or be in one."""
    while name not in MODULES:
        if "." not in name:
            return None
        name = name.rpartition(".")[0]
    return name


def names_imported(path: Path, module: str) -> Iterator[str]:
    """The dotted names of the package that a module imports when it runs, wherever in it."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in _nodes(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            within = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            start = ["sealwax", *filter(None, within)] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those that only a type checker reads."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from (each for other in node.orelse for each in (other, *_nodes(other)))
        else:
            yield node
            yield from _nodes(node)


@cache
def imports_of(module: str) -> frozenset[str]:
    """The modules of the package that a module imports."""
    found = set()
    for name in names_imported(MODULES[module], module):
        if name.partition(".")[0] == "sealwax":
            inner = name.removeprefix("sealwax").lstrip(".")
            target = find_module(inner) if inner else ""
            found.add("" if target is None else target)
    return frozenset(found - {module})


def test_every_room_has_its_place() -> None:
    assert {room_of(module) for module in MODULES} == TIER_OF.keys()


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


def test_the_check_sees_imports() -> None:
    assert "_codec.hex" in imports_of("keys")
    assert "stamps.header" in imports_of("stamps.api_key")
    assert "_crypto.libsecp256k1" in imports_of("schemes")  # within a function
    assert "_names" in imports_of("")
