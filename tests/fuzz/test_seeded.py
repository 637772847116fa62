"""The fixed part of the fuzzing: the same inputs each time, in a thread with a small stack."""

import pytest

from .runner import Finding, Runner
from .targets import TARGETS

SEED = 20260101
INPUTS_PER_WEIGHT = 2_500


def inputs_of(name: str, per_weight: int) -> int:
    return int(TARGETS[name].weight * per_weight)


def run_all_of(runner: Runner, inputs: list[bytes]) -> None:
    """Put inputs through a target; fail as the first one does that must not be."""
    for data, error in runner.run_all(inputs):
        raise Finding(f"{error}; the input: {data[:5000]!r}") from error


def test_there_are_at_least_a_hundred_thousand_inputs() -> None:
    assert sum(inputs_of(name, INPUTS_PER_WEIGHT) for name in TARGETS) >= 100_000


@pytest.mark.parametrize("name", TARGETS)
def test_seeded_inputs(name: str) -> None:
    runner = Runner(TARGETS[name])
    count = inputs_of(name, INPUTS_PER_WEIGHT)
    # Made before, and not in the thread: the readers of the mutators are not those that are tested.
    run_all_of(runner, list(runner.seeded(SEED, count)))
    assert runner.figures.inputs == count
    print(f"{name}: {runner.figures}")  # noqa: T201 - shown with -rP
