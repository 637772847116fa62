"""The arguments of the handlers of operations, and the rows of their tables."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypeAlias

from sealwax.operations.parameters import Parameters
from sealwax_service.state.records import Activity, Json, Made, Organization, User, Version, find

from .provisioning import Provisioner
from .stamped import Stamped


@dataclass(frozen=True)
class Context:
    """The context of a request to the auth proxy.

    Attributes:
        provisioner: Makes records.
        organization: The named organization, or the proxy's.
        now: The service's time at the request's arrival.
    """

    provisioner: Provisioner
    organization: Organization
    now: datetime


@dataclass(frozen=True)
class StampedContext(Context):
    """The context of a query, with its verified stamp."""

    stamp: Stamped


@dataclass(frozen=True)
class SubmitContext(StampedContext):
    """The context of a submit request: the stamped bytes, and the effects of a vote."""

    body: bytes
    approve: "Callable[[Activity, SubmitContext], None]"
    """Counts an approval of an activity."""
    updated: Callable[[Context, Activity], None]
    """Announces the new status of an activity."""
    note: Callable[[str], None]
    """Adds a warning about a request that still succeeds to the request's log."""


class Body(Protocol):
    """A reader of the body or the parameters of a request that no type of ours describes."""

    def read(self, given: Mapping[str, object], label: str) -> Json:
        """Return the value, or refuse it."""

    def schema(self) -> tuple[Json, Mapping[str, Json]]:
        """Return its JSON Schema, and the definitions that it refers to."""


Reader: TypeAlias = type[Parameters] | Body


class Steps(NamedTuple):
    """The two steps of a handler, both called with the context and the parameters.

    Attributes:
        make: Makes new records, before the state's lock is taken.
        apply: Makes the change with these records, while the lock is held, and returns the result. This may
            happen later, even after a restart, so that it uses no other data of the first step.
    """

    make: Callable[[Any, Any], Any]
    apply: Callable[[Any, Any, Any], Json]


def at_once(run: Callable[[Any, Any], Json]) -> Steps:
    """Make a handler do all its work while the lock is held."""
    return Steps(lambda _context, _given: Made(), lambda context, given, _made: run(context, given))


def already_answered(make: Callable[[SubmitContext, Any], Made]) -> Steps:
    """Make a handler answer the result of its first step, without a change of the state."""
    return Steps(make, lambda _context, _given, made: made.answer)


class Row(NamedTuple):
    """A query: the reader of its body, and its handler.

    Attributes:
        has_lists: Whether the answer's lists are still to be written.
        is_locked: Whether the handler runs while the state's lock is held.
    """

    parameters: Reader
    run: Callable[[Any, Any], Json]
    has_lists: bool = False
    is_locked: bool = True


def find_user(context: Context, user_id: str) -> User:
    """Return a user of the organization; refuse an unknown id."""
    return find(context.organization.users, user_id, "user")


def find_all(records: Mapping[str, object], ids: Iterable[str], what: str) -> list[str]:
    """Return the ids without repetitions; refuse an unknown id."""
    wanted = [*dict.fromkeys(ids)]
    for record_id in wanted:
        find(records, record_id, what)
    return wanted


def given_fields(**fields: object) -> dict[str, Any]:
    """Return the fields that the request has."""
    return {name: value for name, value in fields.items() if value is not None}


def update(record: object, **fields: object) -> None:
    """Set the fields of a record that the request has."""
    for name, value in given_fields(**fields).items():
        setattr(record, name, value)


class Older(NamedTuple):
    """An earlier version of a submit operation in a module's table.

    Attributes:
        version: The suffix of its type, such as ``V2``; empty for the first.
        parameters: Its parameters; None for those of the newest version.
        steps: Its handler; None for that of the newest version.
        is_tolerated: Whether official clients send it in place of the specification's; refused if the
            service is strict.
    """

    version: str = ""
    parameters: type[Parameters] | None = None
    steps: Steps | None = None
    is_tolerated: bool = False


class Submit(NamedTuple):
    """A submit operation in a table: parameters and handler of the newest version, and earlier versions."""

    parameters: Reader
    steps: Steps
    older: tuple[Older, ...] = ()


class SubmitRow(NamedTuple):
    """A submit operation.

    Attributes:
        versions: Its versions, the newest first.
        tolerated: Further versions, unless the service is strict.
        handlers: The parameters and the handler of each version, by its type.
    """

    versions: tuple[Version, ...]
    tolerated: tuple[Version, ...]
    handlers: Mapping[str, tuple[Reader, Steps]]
