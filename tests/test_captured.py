import hashlib
import json
import re
from pathlib import Path

import pytest

from tests.browser.checks import check_capture
from tests.conftest import CAPTURED

BROWSER = CAPTURED / "browser"


def digests(directory: Path) -> dict[Path, str]:
    """The files in a directory's README, and the digests that it gives."""
    rows = re.findall(
        r"^\| `(\w+\.json)` .* `([0-9a-f]{64})` \|$", (directory / "README.md").read_text(), re.MULTILINE
    )
    return {directory / name: digest for name, digest in rows}


DIGESTS = digests(CAPTURED) | digests(BROWSER)


def test_every_capture_has_its_digest_in_a_readme() -> None:
    assert set(CAPTURED.rglob("*.json")) - DIGESTS.keys() == {CAPTURED / "export_wallet.bundle.json"}


@pytest.mark.parametrize("path", DIGESTS, ids=lambda path: path.name)
def test_the_captures_are_as_they_were_captured(path: Path) -> None:
    assert hashlib.sha256(path.read_bytes()).hexdigest() == DIGESTS[path]


def test_the_files_for_the_command_line_repeat_the_capture() -> None:
    whole = json.loads((CAPTURED / "export_wallet.json").read_text())
    assert json.loads((CAPTURED / "export_wallet.bundle.json").read_text()) == whole["bundle"]
    assert (CAPTURED / "export_wallet.private").read_text() == whole["targetPrivateKey"] + "\n"


@pytest.mark.parametrize("path", sorted(BROWSER.glob("*.json")), ids=lambda path: path.stem)
def test_what_a_browser_returned_verifies(path: Path) -> None:
    check_capture(json.loads(path.read_text()))
