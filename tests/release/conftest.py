"""What is released is made of what is committed: these tests work on clones of this repository."""

import os
import subprocess
from pathlib import Path

from tests.conftest import ROOT


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
