"""``python -m benchmarks``: measure everything and print the ratios, or check those that have a target."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.service_clients.environment import PYTHON_CLIENT

from . import (
    answers,
    audit,
    bulk,
    bundles,
    clients,
    hostile,
    inspection,
    load,
    local_service,
    openssl,
    page,
    processes,
    proofs,
    scale,
    sending,
    stamps,
    tables,
    threads,
    verification,
    wallets,
)
from .clients import Clients
from .groups import OURS, Group
from .measuring import Measurement, Subject, Turns, function, prepared_later, timed
from .node import Node
from .node import versions as npm_versions
from .targets import SLACK, TARGETS, Target

# What a busy machine spoils, it does not spoil three times.
_RETRIES = 2
ROOMS = (stamps, clients, bundles, verification, proofs, audit, wallets, hostile, answers, inspection)


class Run(NamedTuple):
    """The figures of a run.

    Attributes:
        node: The npm packages; None to leave them out.
        clients: The service's clients; None to leave them out.
        sizes: How large is what grows.
        folder: Where files may be put.
        stack: What ends with the run.
    """

    node: Node | None
    clients: Clients | None
    sizes: scale.Sizes
    folder: Path
    stack: ExitStack


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--check", action="store_true", help=f"fail where a ratio is {SLACK}x its target")
    parser.add_argument("--no-node", action="store_true", help="leave the npm packages out")
    parser.add_argument(
        "--no-clients", action="store_true", help="leave out the service's clients from PyPI and npm"
    )
    parser.add_argument("--small", action="store_true", help="only the small sizes of what grows")
    parser.add_argument(
        "--page", type=Path, metavar="FILE", help="write the chart of what a request costs, an SVG"
    )
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="how long to measure each group, at least (default: 2)"
    )
    options = parser.parse_args()
    if options.page and options.check:
        parser.error("--page is for a whole run, not for --check")
    with ExitStack() as stack:
        for left_out, what in (
            (options.no_node, "the npm packages (--no-node)"),
            (options.no_clients, "the service's clients (--no-clients)"),
        ):
            if left_out:
                print(f"LEFT OUT: {what}", file=sys.stderr)
        run = Run(
            node=None if options.no_node else stack.enter_context(closing(Node())),
            clients=None if options.no_clients else stack.enter_context(closing(Clients())),
            sizes=scale.SMALL if options.small or options.check else scale.LARGE,
            folder=Path(stack.enter_context(TemporaryDirectory())),
            stack=stack,
        )
        if options.check:
            sys.exit(0 if check(run, options.seconds) else 1)
        _measure(run, options.seconds, options.page)


def _measure(run: Run, seconds: float, chart: Path | None) -> None:
    operations = _take(_operations(run), seconds)
    started = _take(processes.times(run.folder), seconds)
    growing = _take(scale.times(run.sizes, run.folder), seconds)
    together = _take(chain(threads.stamps(), threads.requests(run.stack)), seconds)
    in_a_row = chain(scale.exports_seconds(run.sizes), bulk.times(run.sizes, run.folder))
    served = chain(sending.times(run.stack), load.times(run.sizes), local_service.times())
    rows = _take(chain(in_a_row, served), seconds)
    memory = _take(
        chain(
            processes.memory(run.folder),
            scale.exports_memory(run.sizes),
            scale.answers_memory(run.sizes, run.folder),
            local_service.memory(run.sizes),
        ),
        seconds,
    )
    print(", ".join(f"{name} {version}" for name, version in _versions(run).items()))
    print("", tables.of_ratios({**operations, **started}), sep="\n")
    print("", openssl.speed(seconds) or "LEFT OUT: openssl speed, which needs OpenSSL 3", sep="\n")
    print("", tables.of_threads(together), sep="\n")
    print("", tables.of_growth(growing, run.sizes), sep="\n")
    print("", tables.of_comparisons(rows, memory), sep="\n")
    if chart is not None:
        _draw(chart, run, operations)


def _versions(run: Run) -> dict[str, str]:
    return {
        **tables.versions(),
        **(npm_versions() if run.node else {}),
        **(clients.versions(with_node=run.node is not None) if run.clients else {}),
    }


def _draw(chart: Path, run: Run, operations: tables.Seconds) -> None:
    chart.write_text(page.draw(operations, _versions(run)), encoding="utf-8")
    print(f"wrote {chart}", file=sys.stderr)


def _take(measurements: Iterable[Measurement], seconds: float) -> dict[str, dict[str, float]]:
    return {each.name: each.take(seconds, each.names) for each in measurements}


def check(run: Run, seconds: float) -> bool:
    """Whether all ratios keep to their targets, as far as a shared machine can tell."""
    all_kept = True
    for measurement in everything(run):
        targets = [
            target
            for target in TARGETS
            if target.group == measurement.name and {target.reference, target.subject} <= measurement.names
        ]
        if not targets:
            continue
        ratios = _ratios(measurement, targets, seconds)
        for _ in range(_RETRIES):
            if all(map(_is_kept, targets, ratios)):
                break
            ratios = _ratios(measurement, targets, seconds)
        for target, ratio in zip(targets, ratios, strict=True):
            verdict = "ok" if ratio <= target.ratio else "over, but within the limit"
            print(
                f"{verdict if _is_kept(target, ratio) else 'TOO MUCH':26}  {target.group}: {_named(target)}"
                f"{ratio:.3f} of {target.reference} (target {target.ratio:.3f}, limit {target.most:.3f})",
                flush=True,
            )
            all_kept = all_kept and _is_kept(target, ratio)
    return all_kept


def everything(run: Run) -> Iterator[Measurement]:
    """All that may have a target."""
    yield from _operations(run)
    yield from processes.times(run.folder)
    yield from processes.memory(run.folder)
    yield from scale.times(run.sizes, run.folder)
    yield from scale.exports_seconds(run.sizes)
    yield from bulk.times(run.sizes, run.folder)
    yield from scale.exports_memory(run.sizes)
    yield from scale.answers_memory(run.sizes, run.folder)
    yield from threads.requests(run.stack)
    yield from sending.times(run.stack)
    yield from load.times(run.sizes)
    yield from local_service.times()
    yield from local_service.memory(run.sizes)


def _ratios(measurement: Measurement, targets: list[Target], seconds: float) -> list[float]:
    names = {name for target in targets for name in (target.subject, target.reference)}
    taken = measurement.take(seconds, frozenset(names))
    return [taken[target.subject] / taken[target.reference] for target in targets]


def _named(target: Target) -> str:
    return "" if target.subject == OURS else f"{target.subject} "


def _is_kept(target: Target, ratio: float) -> bool:
    return ratio <= target.most


def _operations(run: Run) -> Iterator[Measurement]:
    """The measurements of each group of operations."""
    for group in chain.from_iterable(room.groups() for room in ROOMS):
        here = {name: function(operation) for name, operation in group.here.items()}
        yield timed(group.name, Turns(here), *_elsewhere(group, run))


def _elsewhere(group: Group, run: Run) -> Iterator[Turns]:
    """The work of other processes, each in turns of its own."""
    if group.node is not None and run.node is not None:
        yield Turns({group.node.package: prepared_later(partial(_in_node, group, run.node))})
    for call in group.clients:
        if run.clients is not None and (run.node is not None or call.client == PYTHON_CLIENT):
            yield Turns({call.client: prepared_later(partial(run.clients.prepare, call))})


def _in_node(group: Group, node: Node) -> Subject:
    assert group.node is not None
    result, subject = node.prepare(group.node.call, **group.node.arguments)
    if not group.node.is_right(result):
        raise RuntimeError(f"{group.node.package} does not do what it should: {group.name}")
    return subject


if __name__ == "__main__":
    main()
