"""``python -m tests.differential``: compare the three readers on as many inputs as there is time for."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.interop.golang import Go

from .compare import Readings, agree, class_of
from .inputs import Input, inputs
from .readers import read_all

_BATCH = 2000


def compare_batch(
    seed: int, numbers: range, program: Path
) -> tuple[Counter[str], list[tuple[int, Input, Readings]]]:
    """Compare the readers on inputs; give how many came out how, and the differences that are in no class."""
    counted: Counter[str] = Counter()
    unknown = []
    given = list(inputs(seed, numbers))
    for number, each, readings in zip(numbers, given, read_all(given, program), strict=True):
        counted["inputs"] += 1
        counted["read in Go too"] += readings[2] is not None
        if agree(each, readings):
            counted[f"{readings[0].decision} by all"] += 1
        elif (known := class_of(each, readings)) is not None:
            counted[known] += 1
        else:
            unknown.append((number, each, readings))
    return counted, unknown


def explain(number: int, given: Input, readings: Readings) -> str:
    """Show a difference in a few lines."""
    shown = [f"input {number}: {given.group}, {given.origin}, with another {given.field}"]
    for name, reading in zip(("sealwax", "JavaScript", "Go"), readings, strict=True):
        if reading is not None:
            outputs = json.dumps(reading.outputs)[:300] if reading.outputs else reading.why[:300]
            shown.append(f"  {name}: {reading.decision}, {outputs}")
    shown.append(f"  {given.field}: {json.dumps(given.fields[given.field])[:1500]}")
    return "\n".join(shown)


def _batches(start: int, count: int) -> Iterator[range]:
    for first in range(start, start + count, _BATCH):
        yield range(first, min(first + _BATCH, start + count))


def main() -> None:
    """Run on this process's arguments."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000, help="how many inputs (default: 1000000)")
    parser.add_argument("--start", type=int, default=0, help="the number of the first input (default: 0)")
    parser.add_argument("--seed", type=int, default=1, help="the seed (default: 1)")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes (default: 1)")
    arguments = parser.parse_args()
    total: Counter[str] = Counter()
    failed = False
    with TemporaryDirectory() as name, ProcessPoolExecutor(arguments.jobs) as pool:
        program = Go(Path(name)).program()
        batches = list(_batches(arguments.start, arguments.count))
        seeds, programs = [arguments.seed] * len(batches), [program] * len(batches)
        for counted, unknown in pool.map(compare_batch, seeds, batches, programs):
            total.update(counted)
            for each in unknown:
                failed = True
                sys.stdout.write(explain(*each) + "\n")
            sys.stdout.flush()
    for name, number in total.items():
        sys.stdout.write(f"{name}: {number}\n")
    sys.exit(failed)


if __name__ == "__main__":
    main()
