"""Set the version of the three packages, wherever it stands.

For example::

    python -m tools.release.version 1.0.0
"""

import argparse
import re
from pathlib import Path
from typing import Final

from packaging.version import InvalidVersion, Version

from tools import ROOT

PLACES: Final = {
    "pyproject.toml": (r'^version = "(.*)"$',),
    "vectors/pyproject.toml": (r'^version = "(.*)"$', r'"sealwax\[.*\]==(.*)"'),
    "service/pyproject.toml": (r'^version = "(.*)"$', r'"sealwax\[.*\]==(.*)"'),
    "src/sealwax/__init__.py": (r'^__version__ = "(.*)"$',),
    "README.md": (r"^## Status and license\n\n(\S+) is ",),
}
"""The patterns of a file that find the version."""


def places(top: Path) -> list[tuple[Path, re.Match[str]]]:
    """Find each place of the version, from the last one of a file to its first."""
    found = []
    for name, patterns in PLACES.items():
        text = (top / name).read_text()
        matches = [match for pattern in patterns for match in re.finditer(pattern, text, re.MULTILINE)]
        found += [(top / name, match) for match in sorted(matches, key=re.Match.start, reverse=True)]
    return found


def set_version(version: str, top: Path) -> None:
    """Write the version into each place."""
    for path, match in places(top):
        text = path.read_text()
        path.write_text(text[: match.start(1)] + version + text[match.end(1) :])


def main() -> None:
    """Set the version of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.release.version", description=main.__doc__)
    parser.add_argument("version", help="such as 1.0.0 or 1.1.0rc1")
    version: str = parser.parse_args().version
    try:
        is_normal = str(Version(version)) == version
    except InvalidVersion:
        is_normal = False
    if not is_normal:
        parser.error("the version must be written as packages write it, such as 1.0.0 or 1.1.0rc1")
    set_version(version, ROOT)


if __name__ == "__main__":
    main()
