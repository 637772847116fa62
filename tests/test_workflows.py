"""The workflows for a public host call the sessions that there are."""

import re
from fnmatch import fnmatch

import pytest

from tests.conftest import ROOT

WORKFLOWS = {path.name: path.read_text() for path in (ROOT / ".github" / "workflows").glob("*.yml")}
SESSIONS = set(re.findall(r"^@nox\.session\ndef (\w+)", (ROOT / "noxfile.py").read_text(), re.MULTILINE))
ONLY_BY_HAND = {"coverage"}
"""It reports what the others measured."""


def called(text: str) -> set[str]:
    """The sessions that a workflow names."""
    matrix = re.findall(r"^ +session: \[(.*?)\]", text, re.MULTILINE | re.DOTALL)
    listed = {name.strip() for names in matrix for name in names.split(",")}
    return listed | set(re.findall(r"nox -s (\w+)", text))


def test_every_session_that_they_name_exists() -> None:
    assert WORKFLOWS.keys() == {"checks.yml", "release.yml"}
    for text in WORKFLOWS.values():
        assert called(text)
        assert called(text) <= SESSIONS


def test_no_session_is_forgotten() -> None:
    assert called(WORKFLOWS["checks.yml"]) == SESSIONS - ONLY_BY_HAND


def test_no_hash_is_made_up() -> None:
    for text in WORKFLOWS.values():
        for line in re.findall(r"uses: .*", text):
            assert re.fullmatch(
                r"uses: [\w./-]+@(v\d+|release/v\d+) # zizmor: ignore\[unpinned-uses\] .+", line
            )


def test_dependabot_knows_every_folder_with_npm_packages() -> None:
    listed = re.findall(r'"(/tests/[^"]+)"', (ROOT / ".github" / "dependabot.yml").read_text())
    found = {
        path.parent for path in (ROOT / "tests").rglob("package.json") if "node_modules" not in path.parts
    }
    assert {ROOT / folder.lstrip("/") for folder in listed} == found


@pytest.mark.skipif(not (ROOT / ".ci").is_dir(), reason="the sdist does not have .ci")
def test_the_classifiers_are_the_pythons_that_are_tested() -> None:
    project = (ROOT / "pyproject.toml").read_text()
    here, also = project.split("# Not tested here")
    classifier = r'"Programming Language :: Python :: (3\.\d+)"'
    (tested,) = re.findall(r"for version in (3[\d. ]+); do", (ROOT / ".ci" / "run").read_text())
    assert re.findall(classifier, here) == tested.split()
    hosted = re.findall(r'"(3\.\d+)"', WORKFLOWS["checks.yml"].partition("sessions:")[0])
    assert hosted == re.findall(classifier, project)
    table = (ROOT / "docs" / "configuration.md").read_text().partition("\n## Pythons and systems\n")[2]
    for version in re.findall(classifier, also):
        assert f"| {version} |" in table


def test_the_index_gets_the_wheel_and_the_sdist_and_no_more() -> None:
    (moved,) = re.findall(r"mv (.*) packages/", WORKFLOWS["release.yml"])
    made = ("sealwax-1.0.0rc1-py3-none-any.whl", "sealwax-1.0.0rc1.tar.gz", "sealwax-vectors-1.0.0.tar.gz")
    others = ("sealwax.pyz", "sealwax.cdx.json", "SHA256SUMS")
    taken = [
        name for name in (*made, *others) if any(fnmatch(f"dist/{name}", each) for each in moved.split())
    ]
    assert taken == list(made[:2])
