"""The builds: the same bytes wherever and whenever, with nothing missing or left over."""

import io
import os
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.release.conftest import clone, environment_without, tracked

pytestmark = pytest.mark.release

NOT_IN_THE_SDIST = {".gitattributes", ".pre-commit-config.yaml"}
"""The files that only a clone needs, beside the folders below."""
NOT_THERE = (".ci/", "contrib/")


class Build(NamedTuple):
    """A clone and what was built from it."""

    source: Path
    files: dict[str, bytes]

    def ending(self, suffix: str) -> bytes:
        (found,) = (content for name, content in self.files.items() if name.endswith(suffix))
        return found


def build(directory: Path, *arguments: str, umask: int, changed: int, **variables: str) -> Build:
    source = clone(directory / "sealwax", umask)
    for name in tracked(source):
        os.utime(source / name, (changed, changed))
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", *arguments, "--outdir", str(directory / "out")],
        cwd=source,
        env=environment_without("SOURCE_DATE_EPOCH") | variables,
        umask=umask,
        check=True,
        capture_output=True,
    )
    return Build(source, {each.name: each.read_bytes() for each in (directory / "out").iterdir()})


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """An sdist, and the wheel built from it."""
    return build(tmp_path_factory.mktemp("here"), umask=0o022, changed=0, TZ="UTC", PYTHONHASHSEED="1")


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """An sdist and a wheel, both built from the clone."""
    directory = tmp_path_factory.mktemp("elsewhere") / "further down"
    directory.mkdir()
    return build(
        directory,
        "--sdist",
        "--wheel",
        umask=0o077,
        changed=2**31,
        TZ="Asia/Kathmandu",
        LC_ALL="C",
        PYTHONHASHSEED="2",
    )


def test_two_builds_are_the_same_bytes(here: Build, elsewhere: Build) -> None:
    assert [name.rpartition("-")[2] for name in sorted(here.files)] == [
        "any.whl",
        f"{version('sealwax')}.tar.gz",
    ]
    assert here.files == elsewhere.files


def test_the_wheel_has_the_package_its_marker_and_the_license(here: Build) -> None:
    with zipfile.ZipFile(io.BytesIO(here.ending(".whl"))) as wheel:
        names = set(wheel.namelist())
    metadata = {name for name in names if ".dist-info/" in name}
    package = {name.removeprefix("src/") for name in tracked(here.source) if name.startswith("src/")}
    assert "sealwax/py.typed" in package
    assert names - metadata == package
    assert {name.partition("/")[2] for name in metadata} == {
        "METADATA",
        "WHEEL",
        "RECORD",
        "entry_points.txt",
        "licenses/LICENSE",
    }


def test_the_sdist_has_whatever_the_repository_has(here: Build) -> None:
    with tarfile.open(fileobj=io.BytesIO(here.ending(".tar.gz"))) as sdist:
        files = {member.name.partition("/")[2] for member in sdist if member.isfile()}
        assert not [member.name for member in sdist if not member.isfile()]
    expected = {name for name in tracked(here.source) if not name.startswith(NOT_THERE)} - NOT_IN_THE_SDIST
    assert files == expected | {"PKG-INFO"}
