"""``python -m benchmarks``: measure everything and print the ratios, or check those that have a target."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from . import bundles, hostile, processes, proofs, stamps, tables, threads, verification, wallets
from .groups import OURS, Group
from .measuring import Subject, function, medians
from .node import Node
from .node import versions as npm_versions
from .targets import SLACK, TARGETS, Target

# What a busy machine spoils, it does not spoil three times.
_RETRIES = 2


# What is measured in turn with each other. While another process works, this one's caches go cold, which
# costs the quick more than the slow: what runs in Node.js has its turns apart.
_Turns = list[dict[str, Subject]]


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--check", action="store_true", help=f"fail where a ratio is {SLACK}x its target")
    parser.add_argument("--no-node", action="store_true", help="leave the npm packages out")
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="how long to measure each group, at least (default: 2)"
    )
    options = parser.parse_args()
    with ExitStack() as stack:
        node = None if options.no_node else stack.enter_context(closing(Node()))
        if node is None:
            print("LEFT OUT: the npm packages (--no-node)", file=sys.stderr)
        folder = Path(stack.enter_context(TemporaryDirectory()))
        if options.check:
            sys.exit(0 if _check(node, folder, options.seconds) else 1)
        _measure(node, folder, options.seconds)


def _measure(node: Node | None, folder: Path, seconds: float) -> None:
    taken = {name: _medians(turns, seconds) for name, turns in _subjects(node, folder)}
    together = {
        work: medians(subjects, seconds, turn=threads.TURN_SECONDS)
        for work, subjects in threads.groups().items()
    }
    measured = {**tables.versions(), **(npm_versions() if node else {})}
    print(", ".join(f"{name} {version}" for name, version in measured.items()))
    print("", tables.of_ratios(taken), sep="\n")
    print("", tables.of_threads(together), sep="\n")
    print("", tables.of_memory(processes.peak_memory()), sep="\n")


def _check(node: Node | None, folder: Path, seconds: float) -> bool:
    """Whether all ratios that have a target keep to it, as far as a shared machine can tell."""
    all_kept = True
    for name, turns in _subjects(node, folder, {target.group for target in TARGETS}):
        names = set().union(*turns)
        targets = [target for target in TARGETS if target.group == name and target.reference in names]
        ratios = _ratios(turns, targets, seconds)
        for _ in range(_RETRIES):
            if all(map(_is_kept, targets, ratios)):
                break
            ratios = _ratios(turns, targets, seconds)
        for target, ratio in zip(targets, ratios, strict=True):
            verdict = "ok" if ratio <= target.ratio else "over, but within the limit"
            print(
                f"{verdict if _is_kept(target, ratio) else 'TOO SLOW':26}  {target.group}: {ratio:.3f} of "
                f"{target.reference} (target {target.ratio:.3f}, limit {SLACK * target.ratio:.3f})"
            )
            all_kept = all_kept and _is_kept(target, ratio)
    return all_kept


def _ratios(turns: _Turns, targets: list[Target], seconds: float) -> list[float]:
    taken = _medians(turns, seconds)
    return [taken[OURS] / taken[target.reference] for target in targets]


def _is_kept(target: Target, ratio: float) -> bool:
    return ratio <= SLACK * target.ratio


def _medians(turns: _Turns, seconds: float) -> dict[str, float]:
    return {name: median for subjects in turns for name, median in medians(subjects, seconds).items()}


def _subjects(
    node: Node | None, folder: Path, wanted: set[str] | None = None
) -> Iterator[tuple[str, _Turns]]:
    """What is to be measured, group by group; None for all groups."""
    rooms = (stamps, bundles, verification, proofs, wallets, hostile)
    for group in chain.from_iterable(room.groups() for room in rooms):
        if wanted is None or group.name in wanted:
            here = {name: function(operation) for name, operation in group.here.items()}
            yield group.name, [here, *_in_node(group, node)]
    for name, subjects in processes.groups(folder).items():
        if wanted is None or name in wanted:
            yield name, [subjects]


def _in_node(group: Group, node: Node | None) -> _Turns:
    if group.node is None or node is None:
        return []
    result, subject = node.prepare(group.node.call, **group.node.arguments)
    if not group.node.is_right(result):
        raise RuntimeError(f"{group.node.package} does not do what it should: {group.name}")
    return [{group.node.package: subject}]


if __name__ == "__main__":
    main()
