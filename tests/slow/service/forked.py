"""What ``test_fork.py`` runs in a process of its own, because pytest's has threads of other tests."""

import os
import pickle
import signal
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Final

from sealwax_service import LocalService
from tests.deadlines import SECONDS
from tests.service.client import Client, new_tag, send
from tests.service.storage.test_database import crash, in_memory, restarted

STATE: Final[dict[str, Callable[[LocalService], object]]] = {
    "requests": lambda service: service.requests,
    "webhooks": lambda service: service.webhooks,
    "emails": lambda service: service.emails,
    "add_user": lambda service: service.add_user(),
    "advance": lambda service: service.advance(timedelta(1)),
    "freeze_clock": lambda service: service.freeze_clock(),
    "otp_code": lambda service: service.otp_code("x"),
    "fail": lambda service: service.fail("*", "drop"),
    "explain": lambda service: service.explain(activity_id="x"),
    "oidc_token": lambda service: service.oidc_token("x"),
    "export_state": lambda service: service.export_state(),
    "import_state": lambda service: service.import_state("{}"),
    "reset": lambda service: service.reset(),
    "now": lambda service: service.now(),
    "start": lambda service: service.start(),
}


def in_a_child(run: Callable[[], object]) -> object:
    """Call a function in a process that is forked; return what it returns, or the error in words."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
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


def the_state() -> None:
    """A child has no copy of the state."""
    beginning = "RuntimeError: the service runs in the process that this process was forked from; "
    with LocalService() as service:
        deliveries = service.webhooks
        for name, use in {**STATE, "deliveries": lambda _: deliveries.deliveries}.items():
            refusal = str(in_a_child(partial(use, service)))
            assert refusal.startswith(beginning), (name, refusal)


def a_call() -> None:
    """A child calls the service that its parent runs."""
    with LocalService() as service:
        public_key = service.api_key.public_key

        def call() -> object:
            info = send("GET", f"{service.url}/_sealwax/info").json()
            return info == service.info, service.api_key.public_key

        assert in_a_child(call) == (True, public_key)


def another_service() -> None:
    """A child starts a service of its own."""
    with LocalService() as service:

        def start() -> object:
            with LocalService() as other:
                return other.url != service.url, send("GET", f"{other.url}/_sealwax/health").status_code

        assert in_a_child(start) == (True, 200)


def the_file(directory: Path) -> None:
    """A child that ends leaves the service and its file."""
    path = directory / "service" / "state.db"
    path.parent.mkdir()
    with LocalService(state_file=path) as service:
        client = Client(service)
        client.submit("create_user_tag", **new_tag()).check()
        assert in_a_child(lambda: _end_like_a_program(service)) == "ended"
        # On the connection of before.
        client.submit("create_user_tag", **new_tag()).check()
        assert restarted(crash(path, directory)) == in_memory(service)
        client.http.close()


def _end_like_a_program(service: LocalService) -> str:
    """Leave the block of the service, and free its connection to the file, as the end of a program does."""
    service.stop()
    database = service._deployment._database
    assert database is not None
    del database._connection
    return "ended"


def the_port() -> None:
    """The port is closed in a child, which still runs when another service takes it."""
    reading, writing = os.pipe()
    with LocalService() as service:
        url = service.url
        pid = os.fork()
        if pid == 0:
            signal.alarm(SECONDS)
            os.close(writing)
            os.read(reading, 1)
            os._exit(0)
        os.close(reading)
    with LocalService(port=int(url.rpartition(":")[2])) as other:
        assert send("GET", f"{other.url}/_sealwax/health").status_code == 200
    os.close(writing)
    os.waitpid(pid, 0)


def check_all(directory: str) -> None:
    """Fork a process with a service in each of these ways; the directory is empty."""
    the_state()
    a_call()
    another_service()
    the_file(Path(directory))
    the_port()
