"""The tests of ``tests/proofs/test_boot.py`` that take long."""

import pytest

from sealwax import ContextMismatch
from tests.conftest import near_misses
from tests.proofs.test_boot import PCR0, pinned, verify


class TestPins:
    @pytest.mark.parametrize("index", [1, 2, 3, 4, 16, 17, 31])
    def test_any_pcr_can_be_pinned(self, index: int) -> None:
        value = verify().pcrs[index]
        # PCR31 is zero, which is compared, but does not count.
        assert verify(identity=pinned(pcrs={0: PCR0, index: value})).checks.pcrs == (0, index)
        with pytest.raises(ContextMismatch, match=f"PCR{index} "):
            verify(identity=pinned(pcrs={index: near_misses(value)[-1]}))
