"""The tests of ``tests/repository/test_workflows.py`` that take longest."""

import json
import os
import re
import subprocess
import sysconfig
import textwrap
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("program", "status", "message"),
    [("sealwax vectors answer", 0, "39 of 39 pass"), ("true", 1, "0 of 39 pass")],
)
def test_the_workflow_for_others_runs_a_program(
    tmp_path: Path, program: str, status: int, message: str
) -> None:
    text = (ROOT / "contrib" / "workflows" / "sealwax-vectors.yml").read_text()
    (step,) = re.findall(r"- run: \|\n((?: {10}.*\n)+)", text)
    (names,) = re.findall(r"- run: \|\n(?: {10}.*\n)+ {8}env:\n((?: {10}.*\n)+)", text)
    inputs = {"entrypoint": program, "features": "credentials", "xfail": ""}
    given = {name: inputs[value] for name, value in re.findall(r"(\w+): \$\{\{ inputs\.(\w+) \}\}", names)}
    assert len(given) == len(inputs)
    path = os.pathsep.join((sysconfig.get_path("scripts"), os.environ["PATH"]))
    # As the host runs it.
    command = ["bash", "-e", "-c", textwrap.dedent(step)]
    ran = subprocess.run(
        command, cwd=tmp_path, env={"PATH": path, **given}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == status, ran.stderr
    made = tmp_path / "sealwax-vectors"
    assert json.loads((made / "badge.json").read_text())["message"] == message
    assert (made / "page.html").read_text().startswith("<!doctype html>")
    files = {path.name for path in made.iterdir()}
    assert files == {"badge.json", "junit.xml", "page.html", "results.jsonl"}
    assert ran.stdout.count("\n") == (39 if status else 0)
