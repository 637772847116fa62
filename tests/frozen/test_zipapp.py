"""A zipapp with the program and sealwax inside, and the dependencies in a folder beside it."""

import shutil
import subprocess
import sys
import sysconfig
import zipapp
from pathlib import Path

import pytest

import sealwax
from tests.conftest import ROOT

from .running import PROGRAM, check_program

# As docs/configuration.md says.
FIRST_LINE = 'sys.path.insert(1, str(Path(sys.path[0]).resolve().with_name("dependencies")))'


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("zipapp")
    inside, beside = folder / "program", folder / "dependencies"
    inside.mkdir()
    shutil.copy(PROGRAM, inside)
    without = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(sealwax.__file__).parent, inside / "sealwax", ignore=without)
    (inside / "__main__.py").write_text(
        f"import sys\nfrom pathlib import Path\n{FIRST_LINE}\nimport program\nprogram.main()\n"
    )
    # Not sealwax, if this environment has a copy of it.
    beside.mkdir()
    for path in {
        *Path(sysconfig.get_path("purelib")).iterdir(),
        *Path(sysconfig.get_path("platlib")).iterdir(),
    }:
        if not path.name.startswith("sealwax"):
            (beside / path.name).symlink_to(path)
    zipapp.create_archive(inside, folder / "program.pyz")
    shutil.rmtree(inside)
    return folder / "program.pyz"


def test_a_zipapp_stamps_opens_derives_and_sends(archive: Path, tmp_path: Path) -> None:
    # Without the site-packages of this environment.
    check_program([sys.executable, "-I", "-S", archive], tmp_path, is_frozen=False)


def test_without_the_folder_it_has_no_dependencies(archive: Path, tmp_path: Path) -> None:
    alone = shutil.copy(archive, tmp_path)
    ran = subprocess.run(
        [sys.executable, "-I", "-S", alone, "x"], capture_output=True, text=True, check=False, timeout=120
    )
    assert ran.returncode == 1
    assert "ModuleNotFoundError: No module named " in ran.stderr


def test_the_page_has_the_line() -> None:
    assert f"`{FIRST_LINE}`" in (ROOT / "docs" / "configuration.md").read_text()
