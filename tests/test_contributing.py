"""CONTRIBUTING.md names every session of nox, and no other."""

import re

from tests.conftest import ROOT


def test_the_table_is_of_the_sessions() -> None:
    sessions = re.findall(r"^@nox\.session\ndef (\w+)", (ROOT / "noxfile.py").read_text(), re.MULTILINE)
    rows = re.findall(r"^\| `nox -s (\w+)", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE)
    assert "tests" in sessions
    assert sorted(rows) == sorted(sessions)
