"""The report to the service names cases that its npm packages accept."""

import json
import re

import pytest

from tests.conftest import ROOT

REPORT = ROOT / "contrib" / "upstream" / "service-clients" / "report.md"
if not REPORT.is_file():
    pytest.skip("the sdist does not have contrib", allow_module_level=True)
TEXT = " ".join(REPORT.read_text().split())


def test_the_versions_are_those_that_ran() -> None:
    lock = json.loads((ROOT / "tests" / "interop" / "package-lock.json").read_text())
    named = re.findall(r"`(@turnkey/[\w-]+)` (\d+\.\d+\.\d+)", TEXT)
    assert len(named) == 3
    for name, version in named:
        assert lock["packages"][f"node_modules/{name}"]["version"] == version
