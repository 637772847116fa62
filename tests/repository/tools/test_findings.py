"""The tests of ``tests/interop/test_vectors.py`` that need nothing but Python."""

from tests.interop.findings import FINDINGS, read_findings
from tests.interop.implementations import IMPLEMENTATIONS


def test_every_finding_has_a_case() -> None:
    assert {*read_findings().values()} == {*FINDINGS}


def test_every_finding_is_of_an_implementation() -> None:
    assert {finding.implementation for finding in FINDINGS} <= IMPLEMENTATIONS.keys()
