"""The files for OSS-Fuzz: they build every target of tests/fuzz, and name nothing that is not decided."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.fuzz.targets import TARGETS

FOLDER = ROOT / "contrib" / "upstream" / "oss-fuzz"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the sdist does not have contrib")


def test_the_names_of_the_targets_are_allowed() -> None:
    # Letters, digits, underscores and dashes; and `build.sh` cuts them off at the first space.
    assert [name for name in TARGETS if not name.replace("-", "").isalnum()] == []


def test_the_script_is_sound() -> None:
    script = FOLDER / "build.sh"
    subprocess.run(["bash", "-n", script], check=True)
    for path in ("requirements/dev.txt", "vectors", "tests/data"):
        assert path in script.read_text()
        assert (ROOT / path).exists()


def test_what_is_not_decided_is_empty() -> None:
    project = (FOLDER / "project.yaml").read_text()
    for field in ("homepage", "main_repo", "primary_contact"):
        assert f'{field}: ""\n' in project


def test_the_files_pass_the_presubmit_checks() -> None:
    for name in ("Dockerfile", "build.sh", "sealwax_fuzzer.py"):
        text = (FOLDER / name).read_text()
        assert "# Copyright 2026 Google LLC\n" in text
        assert "http://www.apache.org/licenses/LICENSE-2.0" in text
    # Without `base_os_version` in project.yaml, the tag must be `latest`.
    assert "\nFROM gcr.io/oss-fuzz-base/base-builder-python:latest\n" in (FOLDER / "Dockerfile").read_text()


def test_the_commands_fill_in_what_is_empty(tmp_path: Path) -> None:
    (tmp_path / "projects").mkdir()
    commands = re.search(r"```sh\n(.*?)```", (FOLDER / "README.md").read_text(), re.DOTALL)
    assert commands is not None
    url, contact = "https://example.org/sealwax.git", "someone@example.org"
    values = {"PARCEL": str(FOLDER), "URL": url, "CONTACT": contact}
    subprocess.run(["bash", "-euc", commands[1]], cwd=tmp_path, env=os.environ | values, check=True)
    made = tmp_path / "projects" / "sealwax"
    project = (made / "project.yaml").read_text()
    assert '""' not in project
    assert "#" not in project
    assert project.count(f'"{url}"') == 2
    assert f'primary_contact: "{contact}"' in project
    assert f"\nARG REPOSITORY={url}\n" in (made / "Dockerfile").read_text()
    assert (made / "build.sh").read_bytes() == (FOLDER / "build.sh").read_bytes()
