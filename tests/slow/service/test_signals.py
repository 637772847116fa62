"""The tests of ``tests/service/test_signals.py`` that take long."""

import signal

import pytest

from tests.conftest import Cli
from tests.service import test_signals as quick
from tests.service.test_signals import SIGNALS, serve

limited = quick.limited
not_ignored = quick.not_ignored


@pytest.mark.parametrize("name", SIGNALS)
@pytest.mark.parametrize("times", [1, 2])
def test_a_signal_ends_it(cli: Cli, monkeypatch: pytest.MonkeyPatch, name: str, times: int) -> None:
    serve(cli, monkeypatch, *[getattr(signal, name)] * times)
