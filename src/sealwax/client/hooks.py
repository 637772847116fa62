"""The descriptions of attempts that the hooks of a client get: no body, no stamp, no text of an answer."""

from datetime import timedelta
from typing import NamedTuple


class Attempt(NamedTuple):
    """One attempt to send a request, for the hook ``before_request``.

    Attributes:
        operation: The operation of the call, such as ``create_wallet``.
        request: The operation of this request: the same, or ``get_activity`` for a question for the activity.
        number: The number of the attempt in the call, from 1 on.
        activity_id: The id of the activity; None if it is not known yet.
    """

    operation: str
    request: str
    number: int
    activity_id: str | None


class FinishedAttempt(NamedTuple):
    """An attempt that ended, with or without an answer, for the hook ``after_answer``.

    Attributes:
        operation: The operation of the call, such as ``create_wallet``.
        request: The operation of this request: the same, or ``get_activity`` for a question for the activity.
        number: The number of the attempt in the call, from 1 on.
        activity_id: The id of the activity; None if it was not known before the answer.
        duration: How long the attempt took, from after ``before_request`` to the end of the answer.
        http_status: The HTTP status of the answer; None if no complete answer arrived.
        failure: Why no complete answer arrived, such as ``ReadTimeout``, or the name of the exception that
            ends the call; None if one did.
    """

    operation: str
    request: str
    number: int
    activity_id: str | None
    duration: timedelta
    http_status: int | None
    failure: str | None
