"""`towncrier build` makes an entry of the changelog of all that is in `changes/`."""

import re
import subprocess
import sys

from sealwax import __version__
from tests.conftest import ROOT
from tests.repository.tools.test_changes import SETTINGS
from tools.release.changes import FOLDER, fragments


def test_the_entry_has_every_change_under_its_heading() -> None:
    entry = subprocess.run(
        [sys.executable, "-m", "towncrier", "build", "--draft", "--date", "2027-03-04"],
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    assert entry.startswith(f"## {__version__}, 4 March 2027\n\n")
    parts = re.split(r"^### (.*)\n\n", entry, flags=re.MULTILINE)
    texts = {"": parts[0].partition("\n\n")[2], **dict(zip(parts[1::2], parts[2::2], strict=True))}
    headings = {each["directory"]: each["name"] for each in SETTINGS["type"]}
    wanted = {"": ["[Upgrade](docs/upgrade.md) has what a program must change."]}
    for path in fragments(FOLDER):
        wanted.setdefault(headings[path.name.split(".")[-2]], []).extend(path.read_text().splitlines())
    lines = {heading: sorted(filter(None, text.splitlines())) for heading, text in texts.items()}
    assert lines == {heading: sorted(filter(None, lines)) for heading, lines in wanted.items()}
