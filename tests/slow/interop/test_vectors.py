"""The tests of ``tests/interop/test_vectors.py`` that take long."""

from collections.abc import Iterator

import pytest

from tests.interop.cases import Kind, VectorCase, cases_of
from tests.interop.findings import read_findings
from tests.interop.implementations import IMPLEMENTATIONS, covered_by
from tests.interop.second import COVERED, REFUSALS
from tests.interop.test_vectors import check


@pytest.mark.parametrize(("file", "group"), COVERED, ids=lambda name: name)
def test_libraries_in_this_process(file: str, group: str) -> None:
    covered = COVERED[file, group]
    if covered.library == "libsecp256k1":
        pytest.importorskip("btclib_secp256k1", reason="the extra secp256k1 is not installed")

    def judged() -> Iterator[tuple[VectorCase, Kind]]:
        for case in cases_of(file):
            if case.group == group and covered.covers(case):
                try:
                    outputs = covered.run(case)
                except REFUSALS:
                    yield case, case.judge(None)
                else:
                    yield case, case.judge(outputs)

    assert check(covered.library, judged())["agrees"]


def test_every_line_of_findings_tsv_is_of_a_case_that_its_implementation_covers() -> None:
    covered = {(name, case.fields["id"]) for name in IMPLEMENTATIONS for case in covered_by(name)}
    assert not read_findings().keys() - covered
