"""The tests of ``tests/fuzz/test_seeded.py`` that take long."""

import pytest

from tests.fuzz.runner import Runner
from tests.fuzz.targets import TARGETS
from tests.fuzz.test_seeded import SEED, inputs_of, run_all_of

SAMPLED_INPUTS_PER_WEIGHT = 150


@pytest.mark.parametrize("name", TARGETS)
def test_a_sample_of_the_seeded_inputs(name: str) -> None:
    runner = Runner(TARGETS[name])
    inputs = list(runner.seeded(SEED, len(runner.corpus()) + inputs_of(name, SAMPLED_INPUTS_PER_WEIGHT)))
    run_all_of(runner, inputs[len(runner.corpus()) :])
    assert runner.figures.inputs == inputs_of(name, SAMPLED_INPUTS_PER_WEIGHT)


@pytest.mark.parametrize("name", TARGETS)
def test_equal_seeds_give_equal_inputs(name: str) -> None:
    runners = [Runner(TARGETS[name]) for _ in range(2)]
    count = len(runners[0].corpus()) + 5
    one, other = (list(runner.seeded(7, count)) for runner in runners)
    assert one == other
    assert one[-5:] != list(runners[0].seeded(8, count))[-5:]
