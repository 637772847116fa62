"""Unpack the wheels for this Python and system into a private temporary directory, and run the command line.

Nothing is kept between two runs, so that nothing but the file itself decides what runs.
"""

import errno
import io
import json
import os
import secrets
import shutil
import signal
import stat
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TypedDict

SYSTEMS = {
    "linux-x86_64": "Linux on x86_64",
    "linux-aarch64": "Linux on aarch64",
    "darwin-arm64": "macOS on arm64",
    "win-amd64": "Windows on x86_64",
}
"""The systems that the archive has files for, as `system` names them and for people."""

# Libraries would load files, and click would write a script, because of these.
_VARIABLES = ("OPENSSL_", "_SEALWAX_")
_FULL = (errno.ENOSPC, errno.EDQUOT)
_SIGNALS = [each for each in signal.Signals if each.name in {"SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"}]
_ELSEWHERE = "name another directory in the variable TMPDIR (Windows: TEMP)"


class Refused(Exception):  # noqa: N818 - not a defect, but the end of this program
    """The archive cannot run here; it has a code as the errors of the command line have."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"error[{code}]: {message}")


def system() -> str:
    """Return the operating system and processor that this Python was built for."""
    if sys.platform == "win32":
        return sysconfig.get_platform()
    return f"{sys.platform}-{os.uname().machine}"


def c_library() -> tuple[int, int]:
    """Return the version of glibc; (0, 0) where the C library is another one."""
    try:
        name, _, version = (os.confstr("CS_GNU_LIBC_VERSION") or "").partition(" ")
    except (OSError, ValueError):
        return 0, 0
    if name != "glibc":
        return 0, 0
    major, minor = version.split(".")[:2]
    return int(major), int(minor)


class Index(TypedDict):
    """The content of the archive."""

    glibc: list[int]
    """The oldest version that the wheels for Linux run with."""
    wheels: dict[str, dict[str, list[str]]]
    """The names of the wheels for each system and version of Python."""


def fitting(index: Index) -> list[str]:
    """Return the names of the wheels for this Python and system.

    Raises:
        Refused: There are none.
    """
    here = system()
    if here not in index["wheels"] or sys.maxsize < 2**32:
        message = "sealwax.pyz has no files for this system or for a 32-bit Python; it runs on "
        raise Refused("unsupported", message + ", ".join(SYSTEMS.values()))
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise Refused("unsupported", "sealwax.pyz has no files for a free-threaded Python; use the usual one")
    if sys.platform == "linux" and c_library() < tuple(index["glibc"]):
        message = "sealwax.pyz needs glibc {}.{} or newer; use a newer Linux, or one that has glibc"
        raise Refused("unsupported", message.format(*index["glibc"]))
    return index["wheels"][here]["{}.{}".format(*sys.version_info)]


def directory_to_unpack_in() -> Path:
    """Return the temporary directory, in which only this user can replace what this user wrote.

    Raises:
        Refused: Others could, or programs are not run from there.
    """
    place = Path(tempfile.gettempdir()).resolve()
    if sys.platform == "win32":
        return place
    # In a namespace, the owner of the root directory can be neither.
    trusted = {0, os.geteuid(), Path("/").stat().st_uid}
    for status in map(Path.stat, (place, *place.parents)):
        shared = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not status.st_mode & stat.S_ISVTX
        if shared or status.st_uid not in trusted:
            raise Refused("file", f"others can replace files in {str(place)!r}; {_ELSEWHERE}")
    if os.statvfs(place).f_flag & getattr(os, "ST_NOEXEC", 0):
        raise Refused("file", f"this system runs no programs from {str(place)!r} (noexec); {_ELSEWHERE}")
    return place


@contextmanager
def unpacked(archive: Path) -> Iterator[Path]:
    """Unpack what fits here; remove it at the end."""
    with zipfile.ZipFile(archive) as files:
        wheels = [
            zipfile.ZipFile(io.BytesIO(files.read(name)))
            for name in fitting(json.loads(files.read("index.json")))
        ]
        program = files.read("program.py")
    place = directory_to_unpack_in()
    # Not made by `tempfile`, so that its name is known whenever a signal arrives.
    directory = place / f"sealwax-{secrets.token_hex(16)}"
    try:
        directory.mkdir(mode=0o700)
        for wheel in wheels:
            wheel.extractall(directory)
        (directory / "__main__.py").write_bytes(program)
        yield directory
    except OSError as error:
        if error.errno not in _FULL:
            raise
        size = sum(each.file_size for wheel in wheels for each in wheel.infolist()) // 2**20 + 1
        raise Refused("file", f"{str(place)!r} is full; free {size} MB, or {_ELSEWHERE}") from None
    finally:
        shutil.rmtree(directory, ignore_errors=True)
        if directory.exists():
            sys.stderr.write(f"note: {str(directory)!r} could not be removed; delete it\n")


def run(directory: Path) -> int:
    """Run the command line with the arguments of this process; return its exit status.

    It is a process of its own, because Windows removes no file that a process has loaded.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith(_VARIABLES)}
    # For the commands that the program shows.
    environment["SEALWAX_PYZ"] = sys.argv[0]
    command = [sys.executable, "-I", "-S", "-B", str(directory), *sys.argv[1:]]
    # A terminal interrupts both processes: the program decides what happens. It would inherit `SIG_IGN`, but
    # inherits no function.
    signal.signal(signal.SIGINT, lambda *_: None)
    with subprocess.Popen(command, env=environment) as program:
        try:
            status = program.wait()
        finally:
            program.terminate()
    return status if status >= 0 else 128 - status


def _stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    """End this process, once, after cleaning up."""
    for each in _SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    sys.exit(128 + number)


def main() -> int | str:
    """Run the archive that this module is in; return its exit status, or the error."""
    for each in _SIGNALS:
        signal.signal(each, _stop)
    try:
        with unpacked(Path(__file__).parent) as directory:
            return run(directory)
    except Refused as error:
        return str(error)
    except zipfile.BadZipFile:
        return "error[malformed]: sealwax.pyz is damaged; compare its SHA-256, and copy it again"
    except OSError as error:
        return f"error[file]: sealwax.pyz could not be unpacked: {error.strerror}; {_ELSEWHERE}"
