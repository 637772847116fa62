"""The server of docs/log-in.md and its test, as they stand."""

import re
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT
from tests.receivers.receiver import code_of

PAGE = "log-in.md"


def test_the_test_of_the_page_passes(tmp_path: Path) -> None:
    text = (ROOT / "docs" / PAGE).read_text()
    (function,) = re.findall(
        r"^```python\n((?:from .*\n)+\n\ndef enter(?:.*\n)*?)\n\nwith ", text, re.MULTILINE
    )
    (tmp_path / "logins.py").write_text(function)
    for name, block in (("server", "flask-login"), ("test_server", "flask-login-test")):
        (tmp_path / f"{name}.py").write_text(code_of(PAGE, block))
    command = [sys.executable, "-m", "pytest", "--quiet", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
