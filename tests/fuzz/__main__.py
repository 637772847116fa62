"""``python -m tests.fuzz``: one target for a given time, guided by coverage, or seeded inputs for any."""

import argparse
import contextlib
import hashlib
import importlib
import itertools
import pkgutil
import random
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .runner import Runner
    from .target import Target

_MAX_INPUT_BYTES = 1 << 17
_BATCH = 1000


def main() -> None:
    """Run on this process's arguments."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", nargs="?", metavar="TARGET", help="what to fuzz; see --list")
    parser.add_argument("--list", action="store_true", help="list the targets, and what each is held to")
    parser.add_argument("--seconds", type=int, default=60, help="for how long (default: 60)")
    parser.add_argument(
        "--count",
        type=int,
        help="so many seeded inputs instead, without atheris; all targets share them unless one is named",
    )
    parser.add_argument("--seed", type=int, default=1, help="the seed (default: 1)")
    parser.add_argument("--corpus", type=Path, help="a directory to keep what reaches new code, or fails, in")
    parser.add_argument(
        "--seeds", type=Path, help="write the inputs that all others start from, as a ZIP file"
    )
    parser.add_argument("--input", type=Path, help="put just this file through the target")
    parser.add_argument(
        "--libfuzzer",
        nargs=argparse.REMAINDER,
        metavar="ARGUMENT",
        help="run libFuzzer with these arguments, in place of the options above",
    )
    arguments = parser.parse_args()
    guided = not (arguments.list or arguments.input or arguments.count or arguments.seeds)
    with _instrumented() if guided else contextlib.nullcontext():
        if guided:
            _import_all()
        from .runner import Runner  # noqa: PLC0415
        from .targets import TARGETS  # noqa: PLC0415
    if arguments.list:
        for target in TARGETS.values():
            sys.stdout.write(f"{target.name:20} {target.what}; an accepted input {target.accepted}\n")
        return
    if arguments.count and arguments.target is None:
        sys.exit(_run_seeded(TARGETS, arguments.count, arguments.seed, arguments.corpus))
    if arguments.target not in TARGETS:
        parser.error(f"no such target; there are {', '.join(TARGETS)}")
    if arguments.count:
        only = {arguments.target: TARGETS[arguments.target]}
        sys.exit(_run_seeded(only, arguments.count, arguments.seed, arguments.corpus))
    _run_one(Runner(TARGETS[arguments.target]), arguments)


def _run_one(runner: "Runner", arguments: argparse.Namespace) -> None:
    """Do with one target what is asked for."""
    if arguments.input:
        runner.run(arguments.input.read_bytes())
        sys.stdout.write(f"nothing found: {runner.figures}\n")
    elif arguments.seeds:
        with zipfile.ZipFile(arguments.seeds, "w") as seeds:
            for number, data in enumerate(runner.corpus()):
                seeds.writestr(f"{number:05}", data)
    elif arguments.libfuzzer is not None:
        _start(runner, arguments.libfuzzer)
    else:
        _fuzz(runner, arguments.seconds, arguments.seed, arguments.corpus)


def _import_all() -> None:
    """Load what is fuzzed, so that it is instrumented: all of it, though the package is lazy."""
    import sealwax  # noqa: PLC0415
    from sealwax.errors import MissingExtra  # noqa: PLC0415

    for module in pkgutil.walk_packages(sealwax.__path__, "sealwax."):
        if not module.name.endswith(("__main__", "pytest_plugin")):
            # Some modules need extras that no target does.
            with contextlib.suppress(MissingExtra):
                importlib.import_module(module.name)


def _run_seeded(targets: "Mapping[str, Target]", count: int, seed: int, kept: Path | None) -> int:
    """Put seeded inputs through targets, and print a line of figures for each; give how many inputs fail."""
    from .runner import Runner  # noqa: PLC0415

    weights = sum(target.weight for target in targets.values())
    failed = 0
    for name, target in targets.items():
        runner, start = Runner(target), time.monotonic()
        inputs = runner.seeded(seed, max(1, round(count * target.weight / weights)))
        found = _run_all(runner, inputs, kept or Path(tempfile.gettempdir()))
        sys.stdout.write(
            f"{name}: {runner.figures}, {found} failed, {time.monotonic() - start:.0f} s\n",
        )
        sys.stdout.flush()
        failed += found
    return min(failed, 1)


def _run_all(runner: "Runner", inputs: "Iterator[bytes]", kept: Path) -> int:
    failed = 0
    # Made before, and not in the thread: the readers of the mutators are not those that are tested.
    while batch := list(itertools.islice(inputs, _BATCH)):
        for data, error in runner.run_all(batch):
            failed += 1
            kept.mkdir(parents=True, exist_ok=True)
            path = kept / f"{runner.target.name}-{hashlib.sha256(data).hexdigest()[:16]}"
            path.write_bytes(data)
            sys.stdout.write(f"{runner.target.name}: {error}; the input: {path}\n")
    return failed


def _instrumented() -> contextlib.AbstractContextManager[object]:
    try:
        import atheris  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise SystemExit(
            "fuzzing guided by coverage needs atheris: pip install atheris; "
            "the fixed inputs do not: pytest tests/fuzz"
        ) from error
    manager: contextlib.AbstractContextManager[object] = atheris.instrument_imports(
        # A program of PyInstaller has a loader of its own.
        include=["sealwax"],
        enable_loader_override=hasattr(sys, "frozen"),
    )
    return manager


def _fuzz(runner: "Runner", seconds: int, seed: int, kept: Path | None) -> NoReturn:
    """Fuzz for some time, from the corpus of the target."""
    start = Path(tempfile.mkdtemp())
    for number, data in enumerate(runner.corpus()):
        (start / f"{number:05}").write_bytes(data)
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
    options = {
        "max_total_time": seconds,
        "seed": seed,
        "max_len": _MAX_INPUT_BYTES,
        "rss_limit_mb": 1024,
        "timeout": 30,
        "len_control": 0,
        "print_final_stats": 1,
        # So that what is found is beside what is kept, under the name of its digest.
        "artifact_prefix": f"{kept or start}/",
    }
    directories = [str(start)] if kept is None else [str(kept), str(start)]
    _start(runner, [*(f"-{name}={value}" for name, value in options.items()), *directories])


def _start(runner: "Runner", arguments: list[str]) -> NoReturn:
    """Let atheris choose what to mutate, by what code it reaches, and mutate it as our mutators do."""
    import atheris  # noqa: PLC0415

    def change(data: bytes, max_size: int, chosen: int) -> bytes:
        rng = random.Random(chosen)
        if rng.random() < 0.2:
            mutated: bytes = atheris.Mutate(data, max_size)
            return mutated
        return runner.mutate(data, rng)[:max_size]

    atheris.Setup([sys.argv[0], *arguments], runner.run, custom_mutator=change)
    atheris.Fuzz()
    raise SystemExit


if __name__ == "__main__":
    main()
