"""The tests of ``tests/cli/test_stamp.py`` that take long."""

import os
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from sealwax import ApiKey, Curve
from tests.cli.test_stamp import BODY

SHELL_SESSION = """
sealwax() { "$PYTHON" -m sealwax "$@"; }
sealwax keygen --type api --curve "$CURVE" --out a >key
stamp=$(sealwax stamp --key a.private - <body)
sealwax verify-stamp --body body "$stamp"
! sealwax verify-stamp --body other "$stamp"
"""


@pytest.mark.parametrize("curve", get_args(Curve))
def test_from_the_key_to_the_verified_stamp_in_a_shell(tmp_path: Path, curve: Curve) -> None:
    (tmp_path / "body").write_bytes(BODY)
    (tmp_path / "other").write_bytes(BODY + b"\n")
    result = subprocess.run(
        ["bash", "-euc", SHELL_SESSION],
        cwd=tmp_path,
        env={**os.environ, "PYTHON": sys.executable, "CURVE": curve},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    public_key = ApiKey.load(tmp_path / "a.private").public_key
    assert result.stdout.startswith(f"signed by {public_key} (")
    assert "error[bad-signature]: " in result.stderr
