"""A fault at every step of a call: two servers that fail, and the local service.

The table has a cell for each step, fault and server: how ``send`` ends if the fault comes once, and if it
comes until the time is over. In every cell, at most one activity is made, its id or its fingerprint is in the
error, and asking with it leads on.
"""

from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from typing import Any, NamedTuple

import pytest

from sealwax import NotCompleted, SealwaxError, ServiceError
from sealwax_service import LocalService
from tests.client.clients import KINDS, AnyClient, Clock, Kind, create_key
from tests.client.servers import NEVER_DONE, RETRY_AFTER, FaultyServer, SocketServer, StandardServer
from tests.service.client import Client

DONE, REFUSED = "done", "service-error"
UNREACHABLE, UNKNOWN, WAITING = "unreachable", "outcome-unknown", "waiting"
PEOPLE, FAILED, NEW_STATUS = "people-needed", "failed", "unknown"


class Cell(NamedTuple):
    """How a call ends if the fault comes once, and if it comes until the time is over."""

    step: str
    fault: str
    server: str
    once: str
    always: str


_SERVERS = {"standard": StandardServer, "socket": SocketServer}
_OF_SUBMIT = {
    "refused": (DONE, UNREACHABLE),
    "dropped": (DONE, UNKNOWN),
    "lost": (DONE, UNKNOWN),
    "slow": (DONE, UNKNOWN),
    "429": (DONE, REFUSED),
    "429-after": (DONE, REFUSED),
    "500": (UNKNOWN, UNKNOWN),
    "503": (DONE, UNKNOWN),
    "garbage": (UNKNOWN, UNKNOWN),
    "cut": (DONE, UNKNOWN),
}
_OF_POLL = {
    fault: (UNKNOWN, UNKNOWN) if fault in {"500", "garbage"} else (DONE, WAITING) for fault in _OF_SUBMIT
}
# The faults of the local service with these names, and their options.
_LOCAL: dict[str, tuple[str, dict[str, Any]]] = {
    "lost": ("drop", {}),
    "slow": ("slow", {"seconds": 2}),
    "429": ("error", {"status": 429}),
    "429-after": ("error", {"status": 429, "retry_after": RETRY_AFTER}),
    "500": ("error", {"status": 500}),
    "503": ("error", {"status": 503}),
    "garbage": ("garbage", {}),
}
_STATUSES = {
    "created": (DONE, DONE),
    "consensus": (PEOPLE, PEOPLE),
    "authenticators": (PEOPLE, PEOPLE),
    "failed": (FAILED, FAILED),
    "rejected": (FAILED, FAILED),
    "unknown-status": (NEW_STATUS, NEW_STATUS),
}
CELLS = [
    *(
        Cell(step, fault, server, *ends)
        for step, faults in (("submit", _OF_SUBMIT), ("poll", _OF_POLL))
        for fault, ends in faults.items()
        for server in (*_SERVERS, *(["local"] if fault in _LOCAL else []))
    ),
    *(Cell("status", fault, "local", *ends) for fault, ends in _STATUSES.items()),
]

_KEYS = count()


def test_the_table_has_sixty_cells() -> None:
    assert len({cell[:3] for cell in CELLS}) == len(CELLS) == 60


@pytest.fixture(scope="module")
def servers(service: LocalService) -> Iterator[dict[str, FaultyServer]]:
    made = {name: kind(service) for name, kind in _SERVERS.items()}
    yield made
    for server in made.values():
        server.close()


class Trial:
    """A call in a cell, and what the service knows of it afterwards."""

    def __init__(
        self, cell: Cell, kind: Kind, service: LocalService, servers: dict[str, FaultyServer], times: int
    ) -> None:
        self.cell, self.service = cell, service
        self.server = servers.get(cell.server)
        self.times = times
        self.clock = Clock(self.server.paused if self.server else lambda: None)
        self.client = AnyClient(
            kind,
            service,
            base_url=self.server.url if self.server else None,
            seconds_of_attempt=0.5 if cell.fault == "slow" else 60,
            timeout=timedelta(seconds=5),
            clock=self.clock,
        )
        self.name = f"key {next(_KEYS)}"
        self.operation = create_key(self.name)

    def switch_on(self) -> None:
        step, fault = self.cell.step, self.cell.fault
        if step == "status":
            self.service.fail("create_private_keys", fault)
            return
        if self.server:
            self.server.fail(step, fault, self.times)  # type: ignore[arg-type] # these servers have it
        else:
            kind, options = _LOCAL[fault]
            operation = {"submit": "create_private_keys", "poll": "get_activity"}[step]
            self.service.fail(operation, kind, times=self.times if self.times == 1 else None, **options)
        if step == "poll":
            self.service.fail("create_private_keys", "pending", polls=1)

    def switch_off(self) -> None:
        client = Client(self.service)
        client.admin("fail")
        client.http.close()
        if self.server:
            self.server.recover()

    def activities(self) -> list[Any]:
        """The activities of this trial that the service has, by their intents."""
        client = Client(self.service)
        found = client.pages("list_activities", "activities", "id")
        client.http.close()
        return [
            each
            for each in found
            for intent in each["intent"].values()
            if self.name in [key["privateKeyName"] for key in intent.get("privateKeys", ())]
        ]


@pytest.mark.parametrize("times", [1, 1000], ids=["once", "always"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: "-".join(cell[:3]))
def test_a_fault(
    cell: Cell, kind: Kind, times: int, service: LocalService, servers: dict[str, FaultyServer]
) -> None:
    trial = Trial(cell, kind, service, servers, times)
    trial.switch_on()
    try:
        result = trial.client.send(trial.operation)
        ending, error = DONE, None
    except (NotCompleted, ServiceError) as raised:
        result, error = None, raised
        ending = raised.reason if isinstance(raised, NotCompleted) else raised.code
    finally:
        trial.switch_off()
    assert ending == (cell.once if times == 1 else cell.always)
    made = trial.activities()
    if error is None:
        (activity,) = made
        assert key_ids(activity) == [result.private_keys[0].private_key_id]
        if cell.fault == "429-after":
            assert RETRY_AFTER in trial.clock.pauses
        return
    check_error(trial, error, made)
    ask(trial, error, made)


def key_ids(activity: Any) -> list[str]:
    """The ids of the keys that an activity created."""
    (result,) = activity["result"].values()
    return [key["privateKeyId"] for key in result["privateKeys"]]


def check_error(trial: Trial, error: SealwaxError, made: list[Any]) -> None:
    """Compare what the error says with what the service has."""
    cell = trial.cell
    assert len(made) <= 1
    assert (error.operation, error.attempts > 0) == ("create_private_keys", True)
    assert str(error.fingerprint).startswith("sha256:")
    assert [each["fingerprint"] for each in made] in ([], [error.fingerprint])
    if cell.step == "submit":
        assert error.activity_id is None
        # The error may say that it is not known, but not that it was not done.
        assert (isinstance(error, NotCompleted) and error.outcome_unknown) or not made
        if cell.fault in NEVER_DONE or (cell.server == "local" and cell.fault in {"500", "503"}):
            assert not made
    else:
        assert [each["id"] for each in made] == [error.activity_id]
    assert (isinstance(error, NotCompleted) and error.final == (cell.fault in {"failed", "rejected"})) or (
        cell.fault.startswith("429")
    )
    # The call can be repeated only if it did nothing.
    assert not (error.retryable and made)


def ask(trial: Trial, error: SealwaxError, made: list[Any]) -> None:
    """Go on as the error says, now that nothing fails any more."""
    if error.activity_id is None or trial.cell.step == "status":
        return
    result = trial.client.call("wait", error.activity_id, trial.operation)
    (activity,) = trial.activities()
    assert key_ids(activity) == [result.private_keys[0].private_key_id]
    assert [each["id"] for each in made] == [activity["id"]]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("server", _SERVERS)
@pytest.mark.parametrize("fault", ["lost", "cut", "slow", "500", "503", "garbage"])
def test_a_sealed_request_is_sent_again_by_the_caller(
    fault: str, server: str, kind: Kind, service: LocalService, servers: dict[str, FaultyServer]
) -> None:
    trial = Trial(Cell("submit", fault, server, "", ""), kind, service, servers, 1000)
    request = trial.client.call("seal", trial.operation)
    trial.switch_on()
    with pytest.raises(NotCompleted) as raised:
        trial.client.send(request)
    trial.switch_off()
    assert raised.value.outcome_unknown
    assert raised.value.retryable == (fault != "garbage")
    result = trial.client.send(request)
    (activity,) = trial.activities()
    assert activity["fingerprint"] == raised.value.fingerprint
    assert key_ids(activity) == [result.private_keys[0].private_key_id]
