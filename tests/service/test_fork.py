"""A process that is forked while a service runs, and programs that cannot have the service itself."""

import os
import pickle
import signal
from collections.abc import Callable

import pytest

from sealwax_service import LocalService
from tests.deadlines import SECONDS
from tests.service.client import send

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork"),
    # Python warns of every fork of a process with threads.
    pytest.mark.filterwarnings("ignore:This process:DeprecationWarning"),
]


def in_a_child(run: Callable[[], object]) -> object:
    """Call a function in a process that is forked; return what it returns, or the error in words."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:  # pragma: no cover - another process
        # A child that waits for ever would let the test wait, too.
        signal.alarm(SECONDS)
        try:
            result: object = run()
        except RuntimeError as error:
            result = f"{type(error).__name__}: {error}"
        os.write(writing, pickle.dumps(result))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        content = file.read()
    assert os.waitpid(pid, 0)[1] == 0
    return pickle.loads(content)


def test_deliveries_taken_before_the_fork(local_service: LocalService) -> None:
    webhooks = local_service.webhooks
    assert str(in_a_child(lambda: webhooks.deliveries)).startswith("RuntimeError: the service runs in ")


def test_a_child_calls_the_service(local_service: LocalService) -> None:
    def call() -> object:
        info = send("GET", f"{local_service.url}/_sealwax/info").json()
        return info == local_service.info, local_service.api_key.public_key

    assert in_a_child(call) == (True, local_service.api_key.public_key)


def test_a_child_starts_its_own(local_service: LocalService) -> None:
    def start() -> object:
        with LocalService() as other:
            return other.url != local_service.url, send("GET", f"{other.url}/_sealwax/health").status_code

    assert in_a_child(start) == (True, 200)


def test_a_service_cannot_be_pickled() -> None:
    with pytest.raises(TypeError, match="give the other process its url and its api_key"):
        pickle.dumps(LocalService())
