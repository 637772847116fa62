"""The server of docs/log-in.md and its test, as they stand."""

import re
from pathlib import Path

from tests.conftest import ROOT
from tests.receivers.receiver import run_tests, save

PAGE = "log-in.md"


def test_the_test_of_the_page_passes(tmp_path: Path) -> None:
    text = (ROOT / "docs" / PAGE).read_text()
    (function,) = re.findall(
        r"^```python\n((?:from .*\n)+\n\ndef enter(?:.*\n)*?)\n\nwith ", text, re.MULTILINE
    )
    (tmp_path / "logins.py").write_text(function)
    save(tmp_path, PAGE, server="flask-login", test_server="flask-login-test")
    assert "1 passed" in run_tests(tmp_path)
