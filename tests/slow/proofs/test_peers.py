"""The tests of ``tests/proofs/test_peers.py`` that take long."""

import pytest

from sealwax_vectors import load_file, run_case
from sealwax_vectors.format import Case, Group
from tests.conftest import ROOT
from tests.proofs.test_peers import CASES


@pytest.fixture(scope="module")
def cases() -> dict[str, tuple[Group[Case], Case]]:
    suites = [load_file(ROOT / "vectors" / f"{name}.json") for name in ("app_proof", "boot_proof")]
    return {case.id: (group, case) for suite in suites for group in suite.test_groups for case in group.tests}


@pytest.mark.parametrize("row", CASES)
def test_the_cases_of_a_row_are_refused(row: str, cases: dict[str, tuple[Group[Case], Case]]) -> None:
    for prefix in CASES[row]:
        found = [pair for name, pair in cases.items() if name.startswith(prefix)]
        assert found, prefix
        for group, case in found:
            assert case.result == "invalid"
            assert run_case(group, case).passed
