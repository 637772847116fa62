"""How often and how long a call sends its requests again."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from sealwax._codec.arguments import require_type

_FIRST_ERROR, _LAST_ERROR = 400, 599


@dataclass(frozen=True, kw_only=True)
class RetryPolicy:
    """How often and how long a call sends its requests again, and how often it asks for an activity.

    The service runs the same bytes once, so no policy makes a call do anything twice. A pause is random, up
    to ``first_pause`` and then up to twice as long each time, and at least as long as the service asks for
    (Retry-After). No pause is longer than the time that is left.

    Attributes:
        max_attempts: How often the same request is sent at most; each question for a pending activity counts
            anew. 1 sends nothing again. None for as often as the time allows.
        first_pause: The longest first pause.
        longest_pause: The longest pause, unless the service asks for a longer one.
        statuses: The HTTP statuses of answers after which the same request is sent again, from 400 to 599. A
            lost connection counts as an attempt, too, whatever the statuses.
        timeout: How long the call may send, retry and wait. None for the timeout of the client; an argument
            ``timeout`` comes first.
        poll_interval: The pause between two questions for a pending activity. None for pauses of exactly
            ``first_pause``, and then twice as long each time, up to ``longest_pause``.

    Raises:
        TypeError: A value has the wrong type.
        ValueError: ``max_attempts`` is less than 1; a pause is not positive, or ``longest_pause`` is shorter
            than ``first_pause``; a status is not an error's; ``timeout`` is negative.
    """

    max_attempts: int | None = None
    first_pause: timedelta = timedelta(seconds=0.5)
    longest_pause: timedelta = timedelta(seconds=8)
    statuses: Collection[int] = frozenset({429, 502, 503, 504})
    timeout: timedelta | None = None
    poll_interval: timedelta | None = None

    def __post_init__(self) -> None:
        if self.max_attempts is not None:
            require_type(self.max_attempts, int, "max_attempts")
            if self.max_attempts < 1:
                raise ValueError("max_attempts must be at least 1, which sends nothing again")
        _check_pause(self.first_pause, "first_pause")
        _check_pause(self.longest_pause, "longest_pause")
        if self.longest_pause < self.first_pause:
            raise ValueError("longest_pause must not be shorter than first_pause")
        if self.poll_interval is not None:
            _check_pause(self.poll_interval, "poll_interval")
        object.__setattr__(self, "statuses", _to_statuses(self.statuses))
        if self.timeout is not None:
            check_timeout(self.timeout)


def check_timeout(timeout: object) -> timedelta:
    """Return a timeout; raise ``TypeError`` or ``ValueError`` if it is not one."""
    require_type(timeout, timedelta, "timeout")
    if timeout < timedelta():  # type: ignore[operator] # as was checked
        raise ValueError("timeout must not be negative")
    return timeout  # type: ignore[return-value] # as was checked


def _check_pause(pause: object, name: str) -> None:
    require_type(pause, timedelta, name)
    if pause <= timedelta():  # type: ignore[operator] # as was checked
        raise ValueError(f"{name} must be longer than zero")


def _to_statuses(statuses: object) -> frozenset[int]:
    if isinstance(statuses, (str, bytes)):
        raise TypeError("statuses must be numbers, such as {429, 503}, not text")
    require_type(statuses, Collection, "statuses")
    for status in statuses:  # type: ignore[attr-defined] # as was checked
        require_type(status, int, "a status of statuses")
        if not _FIRST_ERROR <= status <= _LAST_ERROR:
            raise ValueError("statuses must be those of errors: from 400 to 599")
    return frozenset(statuses)  # type: ignore[call-overload, no-any-return] # as was checked
