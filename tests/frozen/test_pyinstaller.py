"""A program that PyInstaller made of another: it has all that sealwax imports by name."""

import subprocess
import sys
from pathlib import Path

import pytest

from .running import PROGRAM, check_program


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program as one file, with the hook that PyInstaller found by its entry point."""
    folder = tmp_path_factory.mktemp("frozen")
    folders = [f"--{name}path={folder / name}" for name in ("dist", "work", "spec")]
    command = [sys.executable, "-m", "PyInstaller", "--onefile", "--log-level=WARN", *folders, str(PROGRAM)]
    subprocess.run(command, check=True, cwd=folder)
    return folder / "dist" / PROGRAM.stem


def test_a_frozen_program_stamps_opens_derives_and_sends(frozen: Path, tmp_path: Path) -> None:
    check_program([frozen], tmp_path, is_frozen=True)
