"""The tests of ``tests/test_completion.py`` that need type checkers or other packages."""

from pathlib import Path

import pytest

import sealwax
from tests import test_completion as quick
from tests.test_completion import EXPORTS, NAMESPACE

_own_cache = quick._own_cache


def test_ipython_completes_every_public_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interactiveshell = pytest.importorskip(
        "IPython.core.interactiveshell", reason="requirements/types.txt is not installed"
    )
    completer = pytest.importorskip(
        "IPython.core.completer", reason="requirements/types.txt is not installed"
    )
    config = pytest.importorskip(
        "traitlets.config", reason="requirements/types.txt is not installed"
    ).Config()
    config.HistoryManager.enabled = False
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    shell = interactiveshell.InteractiveShell(config=config, user_ns=dict(NAMESPACE))

    def completions(text: str) -> list[str]:
        with completer.provisionalcompleter():
            return [found.text for found in shell.Completer.completions(text, len(text))]

    assert {*sealwax.__all__} <= {*completions("sealwax.")}
    assert completions("sealwax.operations.Exp") == EXPORTS
