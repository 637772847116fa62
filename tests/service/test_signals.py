"""The signals that end `sealwax serve`. The command runs in the process of the test."""

import signal
from collections.abc import Iterator

import pytest

from sealwax_service import cli as command
from tests.conftest import Cli

SIGNALS = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@pytest.fixture(autouse=True)
def not_ignored() -> Iterator[None]:
    """Let signals end the command, also where the tests run under nohup."""
    numbers = [getattr(signal, name) for name in SIGNALS]
    former = [signal.signal(number, signal.default_int_handler) for number in numbers]
    yield
    for number, handler in zip(numbers, former, strict=True):
        signal.signal(number, handler)


@pytest.fixture(autouse=True)
def limited() -> Iterator[None]:
    """End the test if the command does not end."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return
    # The default action ends the process, which no lock can delay.
    former = signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, former)


def serve(cli: Cli, monkeypatch: pytest.MonkeyPatch, *numbers: int) -> None:
    """Serve, with signals before the command waits for them."""
    names = {getattr(signal, name) for name in SIGNALS}
    before = {number: signal.getsignal(number) for number in names}

    def write_result(*_: object, **__: object) -> None:
        for number in numbers:
            signal.raise_signal(number)

    monkeypatch.setattr(command, "write_result", write_result)
    result = cli("serve")
    assert (result.exit_code, result.stderr) == (0, "stopped\n")
    assert {number: signal.getsignal(number) for number in names} == before
    assert signal.set_wakeup_fd(-1) == -1


def test_the_handlers_do_nothing(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python may call one while the main thread holds any lock."""
    handlers: list[object] = []

    def write_result(*_: object, **__: object) -> None:
        handlers.append(signal.getsignal(signal.SIGTERM))
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(command, "write_result", write_result)
    assert cli("serve").exit_code == 0
    (handler,) = handlers
    assert callable(handler)
    assert handler.__code__.co_names == ()  # type: ignore[attr-defined,unused-ignore]


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="Windows has no such signals")
def test_another_signal_does_not_end_it(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def note(number: int, _frame: object) -> None:
        seen.append(number)

    former = signal.signal(signal.SIGUSR1, note)
    # One at a time, so that the command waits again after the first.
    monkeypatch.setattr(command, "_READ_SIGNALS", 1)
    try:
        serve(cli, monkeypatch, signal.SIGUSR1, signal.SIGTERM)
    finally:
        signal.signal(signal.SIGUSR1, former)
    assert seen == [signal.SIGUSR1]


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="Windows has no such signals")
def test_nohup(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    former = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        serve(cli, monkeypatch, signal.SIGHUP, signal.SIGTERM)
    finally:
        signal.signal(signal.SIGHUP, former)
