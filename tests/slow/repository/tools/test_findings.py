"""The tests of ``tests/repository/tools/test_findings.py`` that take long."""

import pytest

from tests.interop.cases import Kind, VectorCase
from tests.interop.findings import finding_for
from tests.interop.implementations import covered_by
from tests.interop.test_vectors import check


def test_a_disagreement_without_a_finding_fails_and_so_does_a_finding_without_one() -> None:
    cases = covered_by("npm")
    agreed = next(case for case in cases if finding_for("npm", case) is None)
    found = next(case for case in cases if finding_for("npm", case) is not None)
    surprises: list[tuple[VectorCase, Kind]] = [(agreed, "accepts"), (found, "agrees")]
    for surprise in surprises:
        with pytest.raises(AssertionError, match="expected"):
            check("npm", iter([surprise]))
