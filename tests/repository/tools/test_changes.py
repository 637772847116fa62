"""The files of `changes/` become an entry of the changelog, and a release has one."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sealwax import __version__
from tests.conftest import ROOT
from tools.release.changes import FOLDER, fragments, require_built_changelog, tags_of

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["towncrier"]
TYPES = [each["directory"] for each in SETTINGS["type"]]


def faults(name: str, text: str) -> list[str]:
    """What keeps a file from being a part of the changelog."""
    found = []
    if not re.fullmatch(rf"\+[a-z0-9-]+\.({'|'.join(TYPES)})\.md", name):
        found.append(f"the name must be +SUBJECT.TYPE.md, where TYPE is one of {', '.join(TYPES)}")
    items = re.split(r"\n(?=- )", text)
    if not all(re.fullmatch(r"- \S.*\.", item.rstrip("\n"), re.DOTALL) for item in items):
        found.append("each item must begin with `- ` and end with a full stop")
    if not text.endswith("\n") or text.endswith("\n\n"):
        found.append("the text must end with one line end")
    return found


def test_each_change_becomes_a_part_of_the_changelog() -> None:
    found = {path.name: faults(path.name, path.read_text()) for path in fragments(FOLDER)}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}, "changes/README.md says how"


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("+keys.change.md", "- **Keys** work.\n", 0),
        ("+keys.change.md", "- Keys\n  work.\n- Stamps work:\n  - on every curve.\n", 0),
        ("+keys.feature.md", "- Keys work.\n", 1),
        ("keys.change.md", "- Keys work.\n", 1),
        ("+keys.change.txt", "- Keys work.\n", 1),
        ("+keys.change.md", "Keys work.\n", 1),
        ("+keys.change.md", "- Keys work\n", 1),
        ("+keys.change.md", "- Keys work\n- Stamps work.\n", 1),
        ("+keys.change.md", "- Keys work.", 1),
        ("+keys.change.md", "- Keys work.\n\n", 1),
        ("+keys.change.md", "", 2),
    ],
)
def test_the_rules_of_a_file(name: str, text: str, count: int) -> None:
    assert len(faults(name, text)) == count


def test_the_newest_entry_of_the_changelog_is_of_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text()
    entries = re.findall(r"^## (\S+), \d+ [A-Z][a-z]+ \d{4}$", changelog, re.MULTILINE)
    assert entries[0] == __version__, "after a new version, run `towncrier build`, as MAINTAINING.md says"
    assert len({*entries}) == len(entries), "set the new version before `towncrier build`"


WAITING = [Path("+keys.change.md")]


@pytest.mark.parametrize(
    ("tags", "waiting"),
    [([], []), ([], WAITING), (["v1.0.0"], [])],
)
def test_a_release_is_made_of_a_whole_changelog(tags: list[str], waiting: list[Path]) -> None:
    require_built_changelog(tags, "1.0.0", waiting)


@pytest.mark.parametrize(
    ("tags", "waiting", "message"),
    [
        (
            ["v1.0.0"],
            WAITING,
            r"^v1\.0\.0 has changes that CHANGELOG\.md lacks, .* build`, .*: \+keys",
        ),
        (["v1.0.1"], [], r"^the tag v1\.0\.1 is of another version than the packages, which are 1\.0\.0$"),
    ],
)
def test_other_tags_are_refused(tags: list[str], waiting: list[Path], message: str) -> None:
    with pytest.raises(SystemExit, match=message):
        require_built_changelog(tags, "1.0.0", waiting)


def test_only_tags_of_the_packages_on_this_commit_count(tmp_path: Path) -> None:
    author = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for command in (
        ("init", "--quiet"),
        (*author, "commit", "--quiet", "--allow-empty", "--message=one"),
        ("tag", "v1.0.0"),
        (*author, "commit", "--quiet", "--allow-empty", "--message=two"),
        ("tag", "v1.0.1"),
        ("tag", "vectors/v2.0.0"),
        ("tag", "before-the-release"),
    ):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    assert tags_of(tmp_path) == ["v1.0.1"]
