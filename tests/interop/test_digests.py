"""A sample of generated payloads; ``python -m tests.interop.digests`` compares ten thousand of each kind."""

import pytest

from tests.interop.digests import EIP712, EIP7702, REASONS, compare

pytestmark = [pytest.mark.node, pytest.mark.libraries]

SAMPLE = 400


def test_ethers_viem_and_eth_account_compute_the_same_digests() -> None:
    outcomes = compare(SAMPLE, seed=7)
    assert sum(outcomes.values()) == 2 * SAMPLE
    assert outcomes[f"{EIP712}: equal"] > SAMPLE // 2
    assert outcomes[f"{EIP7702}: equal"] > SAMPLE // 2
    # Each reason occurs.
    assert {name.rpartition(": ")[2] for name in outcomes} == {"equal", *REASONS}
