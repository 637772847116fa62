import hashlib
import json
import re

import pytest

from tests.conftest import CAPTURED

DIGESTS = dict(
    re.findall(
        r"^\| `(\w+\.json)` .* `([0-9a-f]{64})` \|$", (CAPTURED / "README.md").read_text(), re.MULTILINE
    )
)


def test_every_capture_has_its_digest_in_the_readme() -> None:
    assert {path.name for path in CAPTURED.glob("*.json")} - DIGESTS.keys() == {"export_wallet.bundle.json"}


@pytest.mark.parametrize("name", DIGESTS)
def test_the_captures_are_as_they_were_captured(name: str) -> None:
    assert hashlib.sha256((CAPTURED / name).read_bytes()).hexdigest() == DIGESTS[name]


def test_the_files_for_the_command_line_repeat_the_capture() -> None:
    whole = json.loads((CAPTURED / "export_wallet.json").read_text())
    assert json.loads((CAPTURED / "export_wallet.bundle.json").read_text()) == whole["bundle"]
    assert (CAPTURED / "export_wallet.private").read_text() == whole["targetPrivateKey"] + "\n"
