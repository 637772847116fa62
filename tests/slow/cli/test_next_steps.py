"""The tests of ``tests/cli/test_next_steps.py`` that take long."""

from tests.cli.test_next_steps import next_step
from tests.inspection.test_artifacts import artifacts


def test_each_kind_has_a_next_step() -> None:
    assert all(next_step(artifact) for _, artifact, _ in artifacts())
