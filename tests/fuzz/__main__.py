"""``python -m tests.fuzz``: fuzz one target for a given time."""

import argparse
import contextlib
import importlib
import pkgutil
import random
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from .runner import Runner

_MAX_INPUT_BYTES = 1 << 17


def main() -> int:
    """Run on this process's arguments."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", nargs="?", metavar="TARGET", help="what to fuzz; see --list")
    parser.add_argument("--list", action="store_true", help="list the targets, and what each calls")
    parser.add_argument("--seconds", type=int, default=60, help="for how long (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="equal seeds give equal inputs (default: 1)")
    parser.add_argument("--corpus", type=Path, help="a directory to keep what reaches new code in")
    parser.add_argument("--input", type=Path, help="put just this file through the target")
    parser.add_argument("--plain", action="store_true", help="do not guide by coverage, even with atheris")
    arguments = parser.parse_args()
    guided = not (arguments.plain or arguments.list or arguments.input) and find_spec("atheris") is not None
    with _instrumented(guided):
        # What is fuzzed must be loaded within, to be instrumented: all of it, though the package is lazy.
        import sealwax  # noqa: PLC0415

        for module in pkgutil.walk_packages(sealwax.__path__, "sealwax."):
            if not module.name.endswith(("__main__", "pytest_plugin")):
                importlib.import_module(module.name)
        from .runner import Runner  # noqa: PLC0415
        from .targets import TARGETS  # noqa: PLC0415
    if arguments.list:
        sys.stdout.write("".join(f"{target.name:20} {target.what}\n" for target in TARGETS.values()))
        return 0
    if arguments.target not in TARGETS:
        parser.error(f"no such target; there are {', '.join(TARGETS)}")
    runner = Runner(TARGETS[arguments.target])
    if arguments.input:
        runner.run(arguments.input.read_bytes())
        sys.stdout.write(f"{runner.figures.describe()}\n")
        return 0
    if guided:
        _fuzz_guided(runner, arguments.seconds, arguments.seed, arguments.corpus)
    sys.stderr.write("not guided by coverage: install atheris for that; mutating the corpus by seed\n")
    return _fuzz_plainly(runner, arguments.seconds, arguments.seed)


def _instrumented(guided: bool) -> contextlib.AbstractContextManager[object]:
    if not guided:
        return contextlib.nullcontext()
    import atheris  # noqa: PLC0415

    manager: contextlib.AbstractContextManager[object] = atheris.instrument_imports(
        include=["sealwax"], enable_loader_override=False
    )
    return manager


def _fuzz_guided(runner: "Runner", seconds: int, seed: int, kept: Path | None) -> NoReturn:
    """Let atheris choose what to mutate, by what code it reaches, and mutate it as our mutators do."""
    import atheris  # noqa: PLC0415

    def change(data: bytes, max_size: int, chosen: int) -> bytes:
        rng = random.Random(chosen)
        if rng.random() < 0.2:
            mutated: bytes = atheris.Mutate(data, max_size)
            return mutated
        return runner.mutate(data, rng)[:max_size]

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
    atheris.Setup(
        [sys.argv[0], *(f"-{name}={value}" for name, value in options.items()), *directories],
        runner.run,
        custom_mutator=change,
    )
    atheris.Fuzz()
    raise SystemExit


def _fuzz_plainly(runner: "Runner", seconds: int, seed: int) -> int:
    end = time.monotonic() + seconds
    round_seed = seed
    while time.monotonic() < end:
        for data in runner.seeded(round_seed, len(runner.corpus()) + 1000):
            try:
                runner.run(data)
            except AssertionError:
                path = Path(tempfile.mkstemp(prefix=f"{runner.target.name}-")[1])
                path.write_bytes(data)
                sys.stderr.write(f"found with seed {round_seed}; kept as {path}\n")
                raise
        round_seed += 1
    sys.stdout.write(f"{runner.figures.describe()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
