"""The tests of ``tests/service/test_fork.py`` that take longest."""

import os
import signal
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from sealwax_service import LocalService
from tests.deadlines import SECONDS
from tests.service.client import Client, new_tag, send
from tests.service.storage.test_database import crash, in_memory, restarted
from tests.service.test_fork import in_a_child

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork"),
    # Python warns of every fork of a process with threads.
    pytest.mark.filterwarnings("ignore:This process:DeprecationWarning"),
]


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


@pytest.mark.parametrize("name", STATE)
def test_a_child_has_no_copy_of_the_state(local_service: LocalService, name: str) -> None:
    assert str(in_a_child(lambda: STATE[name](local_service))).startswith(
        "RuntimeError: the service runs in the process that this process was forked from; "
    )


def test_a_child_that_ends_leaves_the_service_and_its_file(tmp_path: Path) -> None:
    path = tmp_path / "service" / "state.db"
    path.parent.mkdir()
    with LocalService(state_file=path) as service:
        client = Client(service)
        client.submit("create_user_tag", **new_tag()).check()
        assert in_a_child(lambda: _end_like_a_program(service)) == "ended"
        # On the connection of before.
        client.submit("create_user_tag", **new_tag()).check()
        assert restarted(crash(path, tmp_path)) == in_memory(service)
        client.http.close()


def _end_like_a_program(service: LocalService) -> str:  # pragma: no cover - another process
    """Leave the block of the service, and free its connection to the file, as the end of a program does."""
    service.stop()
    database = service._deployment._database
    assert database is not None
    del database._connection
    return "ended"


def test_the_port_is_closed_in_a_child() -> None:
    reading, writing = os.pipe()
    with LocalService() as service:
        url = service.url
        pid = os.fork()
        if pid == 0:  # pragma: no cover - another process
            signal.alarm(SECONDS)
            os.close(writing)
            os.read(reading, 1)
            os._exit(0)
        os.close(reading)
    # The child still runs.
    with LocalService(port=int(url.rpartition(":")[2])) as other:
        assert send("GET", f"{other.url}/_sealwax/health").status_code == 200
    os.close(writing)
    os.waitpid(pid, 0)
