"""A process that is forked while a service runs."""

import os
from pathlib import Path

import pytest

from tests.forks import run_python


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
def test_each_fork(tmp_path: Path) -> None:
    code = "import sys; from tests.slow.service.forked import check_all; check_all(sys.argv[1])"
    run_python(code, str(tmp_path))
