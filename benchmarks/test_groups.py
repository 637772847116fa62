"""Each group of operations as a table of pytest-benchmark, whose figures ``python -m benchmarks`` sums up."""

from collections.abc import Iterator
from itertools import chain

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from . import bundles, hostile, proofs, stamps, verification, wallets
from .groups import Group, NodeCall
from .node import Node, seconds_spent

_ROOMS = (stamps, bundles, verification, proofs, wallets, hostile)
GROUPS = list(chain.from_iterable(room.groups() for room in _ROOMS))


@pytest.fixture(scope="session")
def node() -> Iterator[Node]:
    running = Node()
    yield running
    running.close()


@pytest.mark.parametrize(
    ("group", "name"),
    [pytest.param(group, name, id=f"{group.name}: {name}") for group in GROUPS for name in group.here],
)
def test_here(benchmark: BenchmarkFixture, group: Group, name: str) -> None:
    benchmark.group = group.name
    benchmark(group.here[name])


@pytest.mark.node
@pytest.mark.benchmark(timer=seconds_spent)
@pytest.mark.parametrize(
    ("group", "call"),
    [
        pytest.param(group, group.node, id=f"{group.name}: {group.node.package}")
        for group in GROUPS
        if group.node
    ],
)
def test_in_node(benchmark: BenchmarkFixture, node: Node, group: Group, call: NodeCall) -> None:
    benchmark.group = group.name
    result, run = node.prepare(call.call, **call.arguments)
    assert call.is_right(result)
    benchmark.pedantic(run, args=(1,), rounds=20)  # type: ignore[no-untyped-call] # as it ships
