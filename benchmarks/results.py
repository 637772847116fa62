"""The figures of one run: as a table of ratios, as JSON, and as plots."""

import json
import os
import platform
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

import pygal

from .groups import BARE, NPM_STAMPER, OURS, PYPI_STAMPER
from .stamps import SIZES
from .targets import TARGETS
from .threads import COUNTS, has_gil

_PACKAGES = ("cryptography", "coincurve", "pyhpke", "msgspec", "mnemonic", PYPI_STAMPER)


@dataclass(frozen=True)
class Results:
    """What a run found.

    Attributes:
        versions: What was measured, by name.
        seconds: The medians in seconds, by group and by what was measured.
        threads: Likewise, by what the threads do and by how many they are.
        peak_memory: The most memory that a process had that only imports, in KiB.
    """

    versions: dict[str, str]
    seconds: dict[str, dict[str, float]]
    threads: dict[str, dict[str, float]]
    peak_memory: dict[str, int]


def versions() -> dict[str, str]:
    """What is measured here, and on how many cores."""
    return {
        "Python": f"{platform.python_version()} ({'with' if has_gil() else 'without'} the GIL)",
        "cores": str(os.cpu_count()),
        "machine": f"{sys.platform} {platform.machine()}",
        **{name: version(name) for name in _PACKAGES},
    }


def table(seconds: Mapping[str, Mapping[str, float]]) -> str:
    """Write a table of the ratios in Markdown.

    Args:
        seconds: The medians, by group and name.

    Returns:
        A row for each group.
    """
    rows = [
        "| | bare | sealwax | ratio | target | beside what else there is |",
        "|---|---|---|---|---|---|",
    ]
    for group, taken in seconds.items():
        ours = taken[OURS]
        peers = [
            f"{taken[name] / ours:.1f}x as fast as {name}{_target(group, name)}"
            for name in taken
            if name not in {BARE, OURS}
        ]
        cells = (
            group,
            _time(taken[BARE]),
            _time(ours),
            f"{ours / taken[BARE]:.2f}",
            _limit(group, BARE),
            "; ".join(peers),
        )
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def thread_table(threads: Mapping[str, Mapping[str, float]]) -> str:
    """Write a table of the throughput in Markdown.

    Args:
        threads: The medians, by what the threads do and by how many they are.

    Returns:
        A row for each kind of work: how many times as much several threads do as one.
    """
    rows = [f"| | {' | '.join(f'{count} threads' for count in COUNTS[1:])} |", "|---" * len(COUNTS) + "|"]
    for work, taken in threads.items():
        cells = [f"{taken['1'] / taken[str(count)]:.2f}x" for count in COUNTS[1:]]
        rows.append(f"| {work} | {' | '.join(cells)} |")
    return "\n".join(rows)


def memory_table(peak_memory: Mapping[str, int]) -> str:
    """Write a table of the memory in Markdown.

    Args:
        peak_memory: The most memory of a process, in KiB, by what it imports.

    Returns:
        A row for each process.
    """
    rows = ["| a process that imports | peak memory |", "|---|---|"]
    rows += [f"| {name} | {kibibytes / 1024:.1f} MiB |" for name, kibibytes in peak_memory.items()]
    return "\n".join(rows)


def write(results: Results, folder: Path) -> None:
    """Write the numbers as JSON, and the plots as SVG.

    Args:
        results: What to write.
        folder: Where ``results.json``, ``body-size.svg`` and ``threads.svg`` go.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(json.dumps(asdict(results), indent=2) + "\n")
    (folder / "body-size.svg").write_bytes(_plot_of_sizes(results.seconds))
    (folder / "threads.svg").write_bytes(_plot_of_threads(results.threads))


def _plot_of_sizes(seconds: Mapping[str, Mapping[str, float]]) -> bytes:
    chart = pygal.XY(
        logarithmic=True,
        title="What a P-256 stamp of text costs",
        x_title="the body",
        y_title="microseconds",
        **_STYLE,
    )
    chart.x_labels = [{"label": label, "value": size} for label, size in SIZES.items()]
    chart.y_labels = [{"label": f"{10**power:,}", "value": 10**power} for power in range(1, 6)]
    for name in (BARE, OURS, PYPI_STAMPER, NPM_STAMPER):
        points = []
        for label, size in SIZES.items():
            taken = seconds[f"stamp p256, {label} of text"]
            if name in taken:
                points.append((size, taken[name] * 1e6))
        chart.add(name, points)
    return bytes(chart.render())


def _plot_of_threads(threads: Mapping[str, Mapping[str, float]]) -> bytes:
    chart = pygal.Line(
        title="Throughput of threads, as a multiple of one thread's",
        x_title="threads",
        range=(0, 2.5),
        **_STYLE,
    )
    chart.x_labels = [str(count) for count in COUNTS]
    for work, taken in threads.items():
        chart.add(work, [taken["1"] / taken[str(count)] for count in COUNTS])
    return bytes(chart.render())


# Without the script that pygal would have a browser fetch from elsewhere.
_STYLE = {"js": (), "legend_at_bottom": True, "width": 800, "height": 500}


def _time(seconds: float) -> str:
    for unit, factor in (("µs", 1e6), ("ms", 1e3)):
        if seconds * factor < 1000:  # noqa: PLR2004 - of the next unit
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s"


def _limit(group: str, reference: str) -> str:
    for target in TARGETS:
        if (target.group, target.reference) == (group, reference):
            return f"{target.ratio:.2f}" if reference == BARE else f"{1 / target.ratio:g}x"
    return ""


def _target(group: str, reference: str) -> str:
    limit = _limit(group, reference)
    return f" (target {limit})" if limit else ""
