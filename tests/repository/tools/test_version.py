"""The version of the packages is the same wherever it stands."""

import shutil
import sys
from pathlib import Path

import pytest

from sealwax import __version__
from tests.conftest import ROOT
from tools.release import version
from tools.release.version import PLACES, places, set_version


def test_the_version_is_the_same_everywhere() -> None:
    found = {(path.relative_to(ROOT).as_posix(), match[0]): match[1] for path, match in places(ROOT)}
    assert len(found) == sum(len(patterns) for patterns in PLACES.values()), (
        "each pattern of PLACES must fit once"
    )
    other = {place: text for place, text in found.items() if text != __version__}
    assert other == {}, f"run `python -m tools.release.version {__version__}`"


def copy(folder: Path) -> Path:
    for name in PLACES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.mark.parametrize("new", ["1.0.0", "10.20.30rc40"])
def test_it_is_set_everywhere_and_nothing_else_changes(tmp_path: Path, new: str) -> None:
    set_version(new, copy(tmp_path))
    assert {match[1] for _, match in places(tmp_path)} == {new}
    set_version(__version__, tmp_path)
    assert [(tmp_path / name).read_text() for name in PLACES] == [
        (ROOT / name).read_text() for name in PLACES
    ]


def test_the_command_sets_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "ROOT", copy(tmp_path))
    monkeypatch.setattr(sys, "argv", ["version", "1.2.3"])
    version.main()
    assert '\nversion = "1.2.3"\n' in (tmp_path / "service/pyproject.toml").read_text()


@pytest.mark.parametrize("text", ["v1.0.0", "1.0.0-rc1", "next", ""])
def test_another_form_is_refused(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(version, "ROOT", copy(tmp_path))
    monkeypatch.setattr(sys, "argv", ["version", text])
    with pytest.raises(SystemExit):
        version.main()
    assert "must be written as packages write it" in capsys.readouterr().err
    assert {match[1] for _, match in places(tmp_path)} == {__version__}
