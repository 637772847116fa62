"""The fixed part of the fuzzing: the same inputs each time, in a thread with a small stack."""

import pytest

from .runner import Finding, Runner
from .targets import TARGETS

SEED = 20260101
INPUTS_PER_WEIGHT = 2_500
SAMPLED_INPUTS_PER_WEIGHT = 150


def inputs_of(name: str, per_weight: int) -> int:
    return int(TARGETS[name].weight * per_weight)


def run_all_of(runner: Runner, inputs: list[bytes]) -> None:
    """Put inputs through a target; fail as the first one does that must not be."""
    for data, error in runner.run_all(inputs):
        raise Finding(f"{error}; the input: {data[:5000]!r}") from error


@pytest.mark.fuzz
def test_there_are_at_least_a_hundred_thousand_inputs() -> None:
    assert sum(inputs_of(name, INPUTS_PER_WEIGHT) for name in TARGETS) >= 100_000


@pytest.mark.fuzz
@pytest.mark.parametrize("name", TARGETS)
def test_seeded_inputs(name: str) -> None:
    runner = Runner(TARGETS[name])
    count = inputs_of(name, INPUTS_PER_WEIGHT)
    # Made before, and not in the thread: the readers of the mutators are not those that are tested.
    run_all_of(runner, list(runner.seeded(SEED, count)))
    assert runner.figures.inputs == count
    print(f"{name}: {runner.figures}")  # noqa: T201 - shown with -rP


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.slow
def test_a_sample_of_the_seeded_inputs(name: str) -> None:
    runner = Runner(TARGETS[name])
    inputs = list(runner.seeded(SEED, len(runner.corpus()) + inputs_of(name, SAMPLED_INPUTS_PER_WEIGHT)))
    run_all_of(runner, inputs[len(runner.corpus()) :])
    assert runner.figures.inputs == inputs_of(name, SAMPLED_INPUTS_PER_WEIGHT)


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_equal_seeds_give_equal_inputs(name: str) -> None:
    runners = [Runner(TARGETS[name]) for _ in range(2)]
    count = len(runners[0].corpus()) + 5
    one, other = (list(runner.seeded(7, count)) for runner in runners)
    assert one == other
    assert one[-5:] != list(runners[0].seeded(8, count))[-5:]
