"""The results of a run, as tables in Markdown."""

import os
import platform
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import version

from . import load, local_service, scale
from .groups import BARE, OURS, PYPI_STAMPER
from .scale import Sizes
from .targets import TARGETS
from .threads import FOUR, ONE, PROCESSES, TWO, has_gil

Seconds = Mapping[str, Mapping[str, float]]
"""The medians in seconds, by group and by what was measured."""

_AS_RATIO = {
    BARE,
    scale.QUARTERS,
    scale.QUARTER,
    scale.FIRST,
    load.AT_REST,
    local_service.MEDIAN,
    local_service.HALF,
    local_service.IN_MEMORY,
}
_PACKAGES = ("cryptography", "btclib-secp256k1", "pyhpke", "msgspec", "mnemonic", "slip10", PYPI_STAMPER)


def versions() -> dict[str, str]:
    """The machine and its cores."""
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
    """A row for each kind of work: how much one thread does, and how many times as much several do."""
    several = (TWO, FOUR, PROCESSES)
    rows = (
        (
            work,
            f"{1 / taken[ONE]:,.0f}",
            *(
                f"{taken[ONE] / taken[each]:.2f}x{_target(work, ONE, each)}" if each in taken else ""
                for each in several
            ),
        )
        for work, taken in seconds.items()
    )
    return _table(("a second", ONE, *several), rows)


def of_growth(seconds: Seconds, sizes: Sizes) -> str:
    """A row for each kind of input: its cost beside SHA-256, and beside four inputs of a quarter."""
    sizes_of = {
        scale.VECTORS: f"{sizes.cases:,} cases",
        scale.ANSWER: f"{sizes.records:,} private keys",
        scale.REQUEST: f"{sizes.records:,} ids",
    }
    rows = (
        (
            work,
            sizes_of.get(work, f"{sizes.body / 1e6:g} MB"),
            _time(taken[BARE]),
            _time(taken[OURS]),
            f"{taken[OURS] / taken[BARE]:.2f}",
            _limit(work, BARE),
            f"{taken[OURS] / taken[scale.QUARTERS]:.2f}",
            _limit(work, scale.QUARTERS),
        )
        for work, taken in seconds.items()
    )
    head = ("", "size", "SHA-256", "sealwax", "ratio", "target", f"of {scale.QUARTERS}", "target")
    return _table(head, rows)


def of_comparisons(seconds: Seconds, memory: Seconds) -> str:
    """A row for each thing that a figure of ours is compared with."""
    rows = (
        (
            work,
            f"{reference}: {show(taken[reference])}",
            show(taken[OURS]),
            f"{taken[OURS] / taken[reference]:.2f}",
            _limit(work, reference),
        )
        for figures, show in ((seconds, _time), (memory, _memory))
        for work, taken in figures.items()
        for reference in taken
        if reference != OURS
    )
    return _table(("", "beside", "sealwax", "ratio", "target"), rows)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows))


def _time(seconds: float) -> str:
    for unit, factor in (("µs", 1e6), ("ms", 1e3)):
        if seconds * factor < 1000:  # noqa: PLR2004 - of the next unit
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s"


def _memory(size: float) -> str:
    return f"{size / 1024:.2f} KiB" if size < 1 << 20 else f"{size / (1 << 20):.1f} MiB"


def _limit(group: str, reference: str, subject: str = OURS) -> str:
    for target in TARGETS:
        if (target.group, target.reference, target.subject) == (group, reference, subject):
            return f"{target.ratio:.2f}" if reference in _AS_RATIO else f"{1 / target.ratio:g}x"
    return ""


def _target(group: str, reference: str, subject: str = OURS) -> str:
    limit = _limit(group, reference, subject)
    return f" (target {limit})" if limit else ""
