"""The builds: the same bytes wherever and whenever, with nothing missing or left over."""

import io
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.release.conftest import clone, environment_without, tracked

# The folder of each package, and the part of a path that is not in its wheel.
PACKAGES = {"sealwax": (".", "src/"), "sealwax_vectors": ("vectors", ""), "sealwax_service": ("service", "")}


class Build(NamedTuple):
    """A package's folder in a clone, and what was built from it."""

    package: str
    source: Path
    files: dict[str, bytes]

    def ending(self, suffix: str) -> bytes:
        (found,) = (content for name, content in self.files.items() if name.endswith(suffix))
        return found


def build(
    package: str, directory: Path, *arguments: str, umask: int, changed: int, **variables: str
) -> Build:
    top = clone(directory / "sealwax", umask)
    for name in tracked(top):
        os.utime(top / name, (changed, changed))
    source = top / PACKAGES[package][0]
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", *arguments, "--outdir", str(directory / "out")],
        cwd=source,
        env=environment_without("SOURCE_DATE_EPOCH") | variables,
        umask=umask,
        check=True,
        capture_output=True,
    )
    return Build(package, source, {each.name: each.read_bytes() for each in (directory / "out").iterdir()})


@pytest.fixture(scope="module", params=PACKAGES)
def package(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory, package: str) -> Build:
    """An sdist, and the wheel built from it."""
    directory = tmp_path_factory.mktemp("here")
    return build(package, directory, umask=0o022, changed=0, TZ="UTC", PYTHONHASHSEED="1")


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory, package: str) -> Build:
    """An sdist and a wheel, both built from the clone."""
    directory = tmp_path_factory.mktemp("elsewhere") / "further down"
    directory.mkdir()
    return build(
        package,
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
    released = f"{here.package}-{version('sealwax')}"
    assert sorted(here.files) == [f"{released}-py3-none-any.whl", f"{released}.tar.gz"]
    assert here.files == elsewhere.files


NOT_INSTALLED = {"LICENSE", "README.md", "pyproject.toml", "hatch_build.py"}
OF_THE_GO_MODULE = {"go.mod", "vectors.go"}


def installed(build: Build) -> set[str]:
    """The files that a wheel must have, from those of the clone; those of vectors are in their own folder."""
    prefix = PACKAGES[build.package][1]
    names = {name.removeprefix(prefix) for name in tracked(build.source) if name.startswith(prefix)}
    if build.package != "sealwax_vectors":
        return {name for name in names if name.startswith(f"{build.package}/")}
    code = {name for name in names if name.startswith("sealwax_vectors/")}
    files = names - code - NOT_INSTALLED - OF_THE_GO_MODULE | {"README.md"}
    return code | {f"sealwax_vectors/files/{name}" for name in files}


def test_the_wheel_has_the_package_its_marker_and_the_license(here: Build) -> None:
    with zipfile.ZipFile(io.BytesIO(here.ending(".whl"))) as wheel:
        names = set(wheel.namelist())
    metadata = {name for name in names if ".dist-info/" in name}
    assert f"{here.package}/py.typed" in names
    assert names - metadata == installed(here)
    assert {name.partition("/")[2] for name in metadata} == {
        "METADATA",
        "WHEEL",
        "RECORD",
        "entry_points.txt",
        "licenses/LICENSE",
    }


def test_the_sdist_has_what_the_wheel_is_built_from(here: Build) -> None:
    with tarfile.open(fileobj=io.BytesIO(here.ending(".tar.gz"))) as sdist:
        files = {member.name.partition("/")[2] for member in sdist if member.isfile()}
        assert not [member.name for member in sdist if not member.isfile()]
    needed = {name for name in tracked(here.source) if here.package != "sealwax" or _is_source(name)}
    needed -= OF_THE_GO_MODULE
    assert files == needed | {"PKG-INFO"} | ({".gitignore"} & files)


def _is_source(name: str) -> bool:
    """Whether the sdist of the client has a file of the repository."""
    return (
        name.startswith(("src/", "docs/"))
        or name in NOT_INSTALLED
        or re.fullmatch(r"\w+\.md", name) is not None
    )
