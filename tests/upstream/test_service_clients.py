"""The report to the service counts what its npm packages accept."""

import json
import re
from collections import Counter

import pytest

from tests.conftest import ROOT
from tests.interop.findings import Finding, finding_for
from tests.interop.implementations import covered_by

REPORT = ROOT / "contrib" / "upstream" / "service-clients" / "README.md"
if not REPORT.is_file():
    pytest.skip("the sdist does not have contrib", allow_module_level=True)
TEXT = " ".join(REPORT.read_text().split())


def test_the_counts_are_those_of_the_findings() -> None:
    covered = covered_by("npm")
    found: dict[str, Finding] = {}
    rules = 0
    for case in covered:
        finding = finding_for("npm", case)
        if finding is not None and finding.kind == "accepts":
            found[case.fields["id"]] = finding
            rules += "VectorsRule" in case.fields["flags"]
    counted = Counter(found.values())
    rows = re.findall(r"^\| (\d+) \| .* \| (`.*`) \|$", REPORT.read_text(), re.MULTILINE)
    shown: set[Finding] = set()
    for number, examples in rows:
        findings = {found[example] for example in re.findall("`(.*?)`", examples)}
        assert int(number) == sum(counted[finding] for finding in findings)
        assert not shown & findings
        shown |= findings
    listed = sum(counted[finding] for finding in shown)
    assert f"ran {len(covered)} cases of" in TEXT
    assert f"accepted {len(found)} that the vectors refuse. Of these, {rules} rest" in TEXT
    assert f"have {listed} of the {len(found)} cases. The other {len(found) - listed} are" in TEXT


def test_the_versions_are_those_that_ran() -> None:
    lock = json.loads((ROOT / "tests" / "interop" / "package-lock.json").read_text())
    named = re.findall(r"`(@turnkey/[\w-]+)` (\d+\.\d+\.\d+)", TEXT)
    assert len(named) == 3
    for name, version in named:
        assert lock["packages"][f"node_modules/{name}"]["version"] == version
