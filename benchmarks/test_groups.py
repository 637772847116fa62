"""Each group of operations as a table of pytest-benchmark, whose figures ``python -m benchmarks`` sums up."""

from collections.abc import Iterator
from itertools import chain

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from .__main__ import ROOMS
from .clients import Clients
from .groups import ClientCall, Group, NodeCall
from .node import Node, seconds_spent

GROUPS = list(chain.from_iterable(room.groups() for room in ROOMS))


@pytest.fixture(scope="session")
def node() -> Iterator[Node]:
    running = Node()
    yield running
    running.close()


@pytest.fixture(scope="session")
def clients() -> Iterator[Clients]:
    running = Clients()
    yield running
    running.close()


@pytest.mark.parametrize(
    ("group", "name"),
    [pytest.param(group, name, id=f"{group.name}: {name}") for group in GROUPS for name in group.here],
)
def test_here(benchmark: BenchmarkFixture, group: Group, name: str) -> None:
    benchmark.group = group.name
    benchmark(group.here[name])


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


@pytest.mark.benchmark(timer=seconds_spent)
@pytest.mark.parametrize(
    ("group", "call"),
    [
        pytest.param(group, call, id=f"{group.name}: {call.client}")
        for group in GROUPS
        for call in group.clients
    ],
)
def test_by_client(benchmark: BenchmarkFixture, clients: Clients, group: Group, call: ClientCall) -> None:
    benchmark.group = group.name
    run = clients.prepare(call)
    benchmark.pedantic(run, args=(1,), rounds=20)  # type: ignore[no-untyped-call] # as it ships
