"""Build ``sealwax.pyz``: sealwax and the locked wheels of what runs, for some systems and versions of Python.

``python -m tools.release.pyz --out DIR`` writes it and its SHA-256, from the source as it stands. It needs
what ``requirements/recovery.txt`` locks, which includes what builds, and a package index for what
``requirements/pyz.txt`` locks. The bytes depend on nothing but the source and the locks: the members are in a
fixed order, without times, and not compressed; the wheels are as they were downloaded, and that of sealwax is
packed again.
"""

import argparse
import io
import json
import re
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.requirements import Requirement
from packaging.utils import parse_wheel_filename

from tools import ROOT
from tools.release.pyz.inside.__main__ import PYTHONS
from tools.release.pyz.inside.launcher import SYSTEMS
from tools.support.locks import OPTION, entries

LOCK = "pyz.txt"
INSIDE = Path(__file__).parent / "inside"

TAGS = {
    "linux-x86_64": ("manylinux_2_17_x86_64", "manylinux2014_x86_64", "manylinux_2_28_x86_64"),
    "linux-aarch64": ("manylinux_2_17_aarch64", "manylinux2014_aarch64", "manylinux_2_28_aarch64"),
    "darwin-arm64": ("macosx_11_0_arm64",),
    "win-amd64": ("win_amd64",),
}
"""The tags of wheels that run on each system, the preferred ones first: those for older C libraries."""

MARKERS = {
    "linux-x86_64": ("linux", "Linux", "x86_64", "posix"),
    "linux-aarch64": ("linux", "Linux", "aarch64", "posix"),
    "darwin-arm64": ("darwin", "Darwin", "arm64", "posix"),
    "win-amd64": ("win32", "Windows", "AMD64", "nt"),
}
"""The environment for the conditions of the lock. pip would take that of the Python that runs it."""


def requirements(system: str, version: str) -> list[tuple[Requirement, list[str]]]:
    """Return the locked packages for a system and a version of Python, and the hashes of their files."""
    environment = {
        **dict(
            zip(
                ("sys_platform", "platform_system", "platform_machine", "os_name"),
                MARKERS[system],
                strict=True,
            )
        ),
        "python_version": version,
        "python_full_version": f"{version}.0",
        "implementation_name": "cpython",
        "implementation_version": f"{version}.0",
        "platform_python_implementation": "CPython",
    }
    return [
        (requirement, hashes)
        for requirement, hashes in entries(LOCK)
        if requirement.marker is None or requirement.marker.evaluate(environment)
    ]


def download(system: str, version: str) -> dict[str, bytes]:
    """Return the locked wheels for a system and a version of Python, by name; pip compares their hashes."""
    with TemporaryDirectory() as name:
        directory = Path(name)
        lines = [
            " ".join([f"{each.name}{each.specifier}", *(OPTION + digest for digest in hashes)])
            for each, hashes in requirements(system, version)
        ]
        (directory / "lock").write_text("\n".join(lines))
        options = ["--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:"]
        options += ["--implementation", "cp", "--python-version", version]
        options += [option for tag in TAGS[system] for option in ("--platform", tag)]
        options += ["--requirement", str(directory / "lock"), "--dest", str(directory)]
        subprocess.run([sys.executable, "-m", "pip", "download", *options], check=True)
        return {path.name: path.read_bytes() for path in directory.glob("*.whl")}


def sealwax() -> tuple[str, bytes]:
    """Build the wheel of sealwax; pack it again, as compressed bytes differ between versions of zlib."""
    with TemporaryDirectory() as directory:
        options = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", directory]
        subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(ROOT)], check=True)
        (built,) = Path(directory).iterdir()
        with zipfile.ZipFile(built) as wheel:
            return built.name, pack({name: wheel.read(name) for name in wheel.namelist()})


def pack(members: dict[str, bytes]) -> bytes:
    """Return a zip file with these members, the same bytes each time."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(members):
            entry = zipfile.ZipInfo(name)
            # Unix, also where this runs on Windows; a file with mode 0644.
            entry.create_system, entry.external_attr = 3, 0o100644 << 16
            archive.writestr(entry, members[name])
    return buffer.getvalue()


def check(wheels: dict[str, bytes]) -> None:
    """Refuse wheels that unpacking would not install: files for elsewhere, or two of one name."""
    found: dict[str, str] = {}
    for name, content in wheels.items():
        for member in zipfile.ZipFile(io.BytesIO(content)).namelist():
            if ".data/" in member or found.setdefault(member, name) != name:
                raise SystemExit(f"{name} has {member}, which cannot be unpacked beside the others")


def oldest_glibc(wheels: dict[str, bytes]) -> tuple[int, int]:
    """Return the version of glibc that the wheels need."""
    needed = []
    for name in wheels:
        platforms = [tag.platform for tag in parse_wheel_filename(name)[3]]
        found = filter(None, (re.match(r"manylinux_(\d+)_(\d+)_", each) for each in platforms))
        needed += sorted((int(each[1]), int(each[2])) for each in found)[:1]
    return max(needed)


def build() -> bytes:
    """Return the archive."""
    name, content = sealwax()
    wheels = {name: content}
    index: dict[str, dict[str, list[str]]] = {}
    versions = ["{}.{}".format(*each) for each in PYTHONS]
    targets = list(product(SYSTEMS, versions))
    # pip mostly waits for the index.
    with ThreadPoolExecutor(len(versions)) as executor:
        for (system, version), downloaded in zip(
            targets, executor.map(download, *zip(*targets, strict=True)), strict=True
        ):
            fitting = {name: content, **downloaded}
            check(fitting)
            wheels |= fitting
            index.setdefault(system, {})[version] = sorted(fitting)
    members = {path.name: path.read_bytes() for path in INSIDE.glob("*.py") if path.name != "__init__.py"}
    members["index.json"] = json.dumps({"glibc": oldest_glibc(wheels), "wheels": index}, indent=1).encode()
    return pack({**members, **wheels})


def main() -> None:
    """Write the archive, and its SHA-256 in the form of `sha256sum`."""
    parser = argparse.ArgumentParser(prog="python -m tools.release.pyz")
    parser.add_argument("--out", type=Path, required=True, help="where to put the file")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    content = build()
    (out / "sealwax.pyz").write_bytes(content)
    line = f"{sha256(content).hexdigest()}  sealwax.pyz\n"
    (out / "sealwax.pyz.sha256").write_text(line)
    sys.stdout.write(line)


if __name__ == "__main__":
    main()
