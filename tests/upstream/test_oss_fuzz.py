"""The files for OSS-Fuzz: they build every target of tests/fuzz, and name nothing that is not decided."""

import subprocess

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
