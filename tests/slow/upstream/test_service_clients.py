"""The tests of ``tests/upstream/test_service_clients.py`` that take long."""

import re
from collections import Counter

import pytest

from tests.interop.findings import Finding, finding_for
from tests.interop.implementations import covered_by
from tests.upstream.test_service_clients import REPORT, TEXT


def test_each_example_is_a_case_that_is_accepted() -> None:
    found: dict[str, Finding] = {}
    for case in covered_by("npm"):
        finding = finding_for("npm", case)
        if finding is not None and finding.kind == "accepts":
            found[case.fields["id"]] = finding
    cases = Counter(found.values())
    rows = re.findall(r"^\| (\d+) \| .* \| (`.*`) \|$", REPORT.read_text(), re.MULTILINE)
    assert rows
    shown: set[Finding] = set()
    for stated, examples in rows:
        findings = {found[example] for example in re.findall("`(.*?)`", examples)}
        assert not shown & findings
        shown |= findings
        assert int(stated) == pytest.approx(sum(cases[finding] for finding in findings), rel=0.1), examples
    covered = sum(cases[finding] for finding in shown)
    assert covered / len(found) == pytest.approx(0.9, abs=0.05)
    stated_total = re.search(r"accept about ([\d,]+) inputs", TEXT)
    assert stated_total is not None
    assert int(stated_total[1].replace(",", "")) == pytest.approx(len(found), rel=0.1)
