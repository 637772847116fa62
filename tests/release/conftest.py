"""A release is made of what is committed: these tests work on clones of this repository."""

import errno
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conftest import ROOT

NAMESPACE = ("unshare", "--user", "--map-root-user", "--net", "--mount", "--")
"""Runs a command where there is no network interface but a loopback that is down, and mounts are its own."""

CONNECT = "import socket; socket.create_connection(('127.0.0.1', 9))"


@pytest.fixture
def made() -> Path:
    """The files of this release, which the session made before these tests."""
    return ROOT / "dist"


def clone(directory: Path, umask: int = -1) -> Path:
    """A clean clone of what is committed."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(directory)], check=True, umask=umask)
    return directory


def tracked(directory: Path) -> set[str]:
    """The files that a clone has, by their path in it."""
    command = ["git", "ls-files", "-z"]
    listing = subprocess.run(command, cwd=directory, check=True, capture_output=True, text=True).stdout
    return set(listing.split("\0")) - {""}


def environment_without(*names: str) -> dict[str, str]:
    """This process's environment variables, but for those that would change what is tested."""
    return {name: value for name, value in os.environ.items() if name not in names}


def commands(section: str) -> list[str]:
    """The blocks of commands in a section of the guide."""
    guide = (ROOT / "docs" / "recover-a-wallet.md").read_text()
    text = re.split(r"^##+ ", guide.partition(f"\n### {section}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    return re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def has_namespaces() -> bool:
    """Whether this machine can make the namespace."""
    return (
        shutil.which("unshare") is not None
        and not subprocess.run([*NAMESPACE, "true"], check=False).returncode
    )


def without_network(capsys: pytest.CaptureFixture[str]) -> Sequence[str]:
    """The prefix of a command that takes its network away, and how strong that is."""
    within: Sequence[str] = NAMESPACE if has_namespaces() else ()
    used = "in a network namespace without interfaces"
    if within:
        # Isolated from any hook: what answers is the kernel.
        asked = [*within, sys.executable, "-I", "-c", CONNECT]
        answer = subprocess.run(asked, check=False, capture_output=True, text=True)
        assert f"[Errno {errno.ENETUNREACH}]" in answer.stderr
    else:
        used = "WEAKER: no namespace can be made here, so at most Python's sockets are refused"
    with capsys.disabled():
        print(f"\n[offline: {used}]")  # noqa: T201
    return within


def interpreter(version: str) -> str:
    """An interpreter of a version of Python, on the search path or pyenv's; without one, skip the test."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    on_path = (shutil.which(f"python{version}", path=each) for each in os.get_exec_path())
    candidates = [*filter(None, on_path), *map(str, pyenv.glob(f"{version}.*/bin/python"))]
    for each in candidates:
        # That of pyenv on the search path can be one that only says which versions have it.
        if not subprocess.run([each, "-I", "-c", ""], check=False, capture_output=True).returncode:
            return each
    pytest.skip(f"there is no Python {version} here")
