"""The public names are those of the snapshot; each change of it is in CHANGELOG.md."""

import re
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tools import public_api


@pytest.mark.slow
def test_the_snapshot_is_of_what_is_public() -> None:
    _, _, body = public_api.SNAPSHOT.read_text().partition("\n")
    assert list(public_api.promised()) == body.splitlines(), "run `python -m tools.public_api`"


@pytest.fixture
def snapshot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A snapshot of a public API that has changed, made when the changelog said ``- old``."""
    path = tmp_path / "promise.txt"
    monkeypatch.setattr(public_api, "unreleased", lambda: "- old")
    monkeypatch.setattr(public_api, "promised", lambda: iter(["one"]))
    monkeypatch.setattr(public_api, "SNAPSHOT", path)
    public_api.main()
    monkeypatch.setattr(public_api, "promised", lambda: iter(["another"]))
    return path


@pytest.mark.parametrize("said", ["- old", ""], ids=["of the change before", "right after a release"])
def test_a_change_needs_a_line_in_the_changelog(
    said: str, snapshot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = snapshot.read_text()
    monkeypatch.setattr(public_api, "unreleased", lambda: said)
    with pytest.raises(SystemExit, match=r"CHANGELOG\.md"):
        public_api.main()
    assert snapshot.read_text() == before


@pytest.mark.parametrize("said", ["- old\n- new", "- new"], ids=["one more", "the first after a release"])
def test_a_change_with_a_line_is_written(said: str, snapshot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_api, "unreleased", lambda: said)
    public_api.main()
    assert snapshot.read_text().partition("\n")[2] == "another\n"


@pytest.mark.parametrize(
    ("changelog", "said"),
    [
        ("# Changelog\n\n## Unreleased\n\n- new\n\n## 1.0.0, 1 May 2030\n\n- old\n", "- new"),
        ("# Changelog\n\n## Unreleased\n\n## 1.0.0, 1 May 2030\n\n- old\n", ""),
        ("# Changelog\n\n## 1.0.0, 1 May 2030\n\n- old\n", ""),
    ],
)
def test_what_is_released_is_not_said_of_the_next(
    changelog: str, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "CHANGELOG.md").write_text(changelog)
    monkeypatch.setattr(public_api, "ROOT", tmp_path)
    assert public_api.unreleased() == said


def test_the_newest_entry_of_the_changelog_is_of_this_version() -> None:
    entries = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    newest = next(each for each in entries if each != "Unreleased")
    (version,) = re.findall(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert re.fullmatch(rf"{re.escape(version)}, \d+ [A-Z][a-z]+ \d{{4}}", newest)


@pytest.mark.parametrize(
    "line",
    [
        "sealwax.verify_api_key_stamp(header_value, body)",
        "error wrong-scope",
        "  mnemonic",
        "exit status 0 | done",
    ],
)
@pytest.mark.slow
def test_it_has_names_codes_and_fields(line: str) -> None:
    assert line in [each.split(":")[0] for each in public_api.promised()]
