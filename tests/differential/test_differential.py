"""The fixed part of the comparison: the same inputs each time, through the three readers."""

from pathlib import Path

from tests.interop.golang import Go

from .__main__ import compare_batch, explain

SEED = 20260101
INPUTS = 3000


def test_the_readers_agree(tmp_path: Path) -> None:
    counted, unknown = compare_batch(SEED, range(INPUTS), Go(tmp_path).program())
    assert not unknown, "\n".join(explain(*each) for each in unknown)
    assert counted["inputs"] == INPUTS
    # Enough of them get past the outermost checks to compare what readers do there.
    assert counted["accepted by all"] > INPUTS / 10
    assert counted["read in Go too"] > INPUTS / 3
