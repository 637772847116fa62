"""The tests of ``tests/vectors/test_page.py`` that take long."""

import json
from pathlib import Path

from tests.conftest import ROOT, Cli
from tests.vectors.test_page import rows


def test_the_command(cli: Cli, tmp_path: Path) -> None:
    file, report = ROOT / "vectors" / "credential_bundle.json", tmp_path / "ours.jsonl"
    suite = cli("vectors", "suite", "--vectors", file).stdout
    answers = cli("vectors", "answer", stdin=suite).stdout
    badge = tmp_path / "badge.json"
    options = ("--vectors", file, "--json", "--badge", badge)
    report.write_bytes(cli("vectors", "judge", "-", *options, stdin=answers).stdout)
    assert json.loads(badge.read_bytes())["message"] == "39 of 39 pass"
    out = tmp_path / "page.html"
    assert cli("vectors", "page", report, "--out", out) == (0, b"", "")
    assert rows(out.read_text())[1] == ["ours", "39", "0", "0", "0", "0"]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "ours.jsonl").write_bytes(report.read_bytes())
    again = cli("vectors", "page", report, tmp_path / "other" / "ours.jsonl", "--out", out)
    assert (again.exit_code, again.stdout) == (2, b"")
    assert "two of the files have one name" in again.stderr
