"""CONTRIBUTING.md names every session of nox and every room of the source tree, and no other."""

import re

from tests import rooms
from tests.conftest import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text()


def test_the_table_is_of_the_sessions() -> None:
    sessions = re.findall(r"^@nox\.session\ndef (\w+)", (ROOT / "noxfile.py").read_text(), re.MULTILINE)
    rows = re.findall(r"^\| `nox -s (\w+)", TEXT, re.MULTILINE)
    assert "tests" in sessions
    assert sorted(rows) == sorted(sessions)


def test_the_source_tree_has_every_room() -> None:
    section = TEXT.partition("\n## The source tree\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?`) \|", section, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([\w.*/]+)`", row)}
    top = ROOT / "src" / "sealwax"
    rooms = {f"{path.parent.name}/" for path in top.glob("*/__init__.py")}
    modules = {path.name for path in top.glob("*.py") if not path.name.startswith("_")}
    assert named == rooms | modules | {"_*.py"}


def test_the_map_of_the_rooms_is_that_of_the_imports() -> None:
    assert rooms.written(TEXT) == TEXT, "run `python -m tests.rooms`"
    assert "<!-- end of map -->" in TEXT
