"""The files of ``changes/``, which ``towncrier build`` joins into CHANGELOG.md at a release."""

import subprocess
from pathlib import Path

from tools import ROOT

FOLDER = ROOT / "changes"


def fragments(folder: Path) -> list[Path]:
    """Return the files that a release joins."""
    return sorted(path for path in folder.iterdir() if path.name != "README.md")


def tags_of(repository: Path) -> list[str]:
    """Return the tags of the checked out commit that name a version of the packages."""
    command = ["git", "tag", "--points-at", "HEAD", "--list", "v[0-9]*"]
    return subprocess.run(
        command, cwd=repository, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.split()


def require_built_changelog(tags: list[str], version: str, waiting: list[Path]) -> None:
    """Refuse to release a version without its changelog; without a tag, nothing is released.

    Args:
        tags: The tags of the commit.
        version: The version of the packages.
        waiting: The files that are not in the changelog.

    Raises:
        SystemExit: A tag is of another version, or changes are not in the changelog.
    """
    for tag in tags:
        if tag != f"v{version}":
            raise SystemExit(f"the tag {tag} is of another version than the packages, which are {version}")
        if waiting:
            names = ", ".join(path.name for path in waiting)
            raise SystemExit(
                f"{tag} has changes that CHANGELOG.md lacks, so delete the tag, run `towncrier build`, "
                f"commit, and tag that commit: {names}"
            )
