"""What a run found, as tables in Markdown."""

import os
import platform
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import version

from .groups import BARE, OURS, PYPI_STAMPER
from .targets import TARGETS
from .threads import COUNTS, has_gil

Seconds = Mapping[str, Mapping[str, float]]
"""The medians in seconds, by group and by what was measured."""

_PACKAGES = ("cryptography", "coincurve", "pyhpke", "msgspec", "mnemonic", "slip10", PYPI_STAMPER)


def versions() -> dict[str, str]:
    """What is measured here, and on how many cores."""
    return {
        "Python": f"{platform.python_version()} ({'with' if has_gil() else 'without'} the GIL)",
        "cores": str(os.cpu_count()),
        "machine": f"{sys.platform} {platform.machine()}",
        **{name: version(name) for name in _PACKAGES},
    }


def of_ratios(seconds: Seconds) -> str:
    """A row for each group: its ratio, and how many times as fast as the peers it is."""
    rows = []
    for group, taken in seconds.items():
        ours = taken[OURS]
        peers = [
            f"{taken[name] / ours:.1f}x as fast as {name}{_target(group, name)}"
            for name in taken
            if name not in {BARE, OURS}
        ]
        ratio = f"{ours / taken[BARE]:.2f}"
        rows.append((group, _time(taken[BARE]), _time(ours), ratio, _limit(group, BARE), "; ".join(peers)))
    return _table(("", "bare", "sealwax", "ratio", "target", "beside what else there is"), rows)


def of_threads(seconds: Seconds) -> str:
    """A row for each kind of work: how many times as much several threads do as one."""
    rows = (
        (work, *(f"{taken['1'] / taken[str(count)]:.2f}x" for count in COUNTS[1:]))
        for work, taken in seconds.items()
    )
    return _table(("", *(f"{count} threads" for count in COUNTS[1:])), rows)


def of_memory(kibibytes: Mapping[str, int]) -> str:
    """A row for each process, by what it imports."""
    rows = ((name, f"{each / 1024:.1f} MiB") for name, each in kibibytes.items())
    return _table(("a process that imports", "peak memory"), rows)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows))


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
