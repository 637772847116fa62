"""The settings of retries, and what each of them changes in a call."""

from dataclasses import FrozenInstanceError, replace
from datetime import timedelta
from typing import Any

import pytest

from sealwax import SealwaxError, ServiceError
from sealwax.activities import statuses
from sealwax.operations import RetryPolicy
from sealwax.operations.retries import NoReply, Reply
from tests.operations.test_retries import CERTIFICATE, LOST, STAMPER, UNSENT, Clock, activity, ends, error

SECOND = timedelta(seconds=1)
PENDING = activity(statuses.PENDING)


class TestValues:
    def test_the_defaults(self) -> None:
        policy = RetryPolicy()
        assert (policy.max_attempts, policy.timeout, policy.poll_interval) == (None, None, None)
        assert (policy.first_pause, policy.longest_pause) == (SECOND / 2, 8 * SECOND)
        assert policy.statuses == {429, 502, 503, 504}

    def test_it_is_frozen_and_a_value(self) -> None:
        policy = RetryPolicy(statuses=[503, 503])
        assert policy == RetryPolicy(statuses={503})
        assert len({policy, RetryPolicy(statuses=(503,))}) == 1
        with pytest.raises(FrozenInstanceError):
            policy.max_attempts = 2  # type: ignore[misc] # as the test says
        assert replace(policy, max_attempts=2).max_attempts == 2

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("max_attempts", 2.0),
            ("max_attempts", True),
            ("first_pause", 1),
            ("longest_pause", None),
            ("statuses", 503),
            ("statuses", "503"),
            ("statuses", b"503"),
            ("statuses", ["503"]),
            ("statuses", [True]),
            ("timeout", 5),
            ("poll_interval", 5),
        ],
    )
    def test_a_wrong_type_is_named(self, name: str, value: object) -> None:
        with pytest.raises(TypeError, match=name):
            RetryPolicy(**{name: value})  # type: ignore[arg-type] # as the test says

    @pytest.mark.parametrize(
        ("name", "refused", "accepted"),
        [
            ("max_attempts", 0, 1),
            ("first_pause", timedelta(), timedelta.resolution),
            ("first_pause", 8 * SECOND + timedelta.resolution, 8 * SECOND),
            ("longest_pause", SECOND / 2 - timedelta.resolution, SECOND / 2),
            ("longest_pause", timedelta(), SECOND),
            ("statuses", [399], [400]),
            ("statuses", [600], [599]),
            ("statuses", [200], []),
            ("timeout", -timedelta.resolution, timedelta()),
            ("poll_interval", timedelta(), timedelta.resolution),
        ],
    )
    def test_a_value_out_of_bounds_is_named(self, name: str, refused: Any, accepted: Any) -> None:
        with pytest.raises(ValueError, match=name):
            RetryPolicy(**{name: refused})
        RetryPolicy(**{name: accepted})


class TestCalls:
    @pytest.mark.parametrize("reply", [LOST, UNSENT, error(503)])
    @pytest.mark.parametrize("most", [1, 2, 5])
    def test_a_request_is_sent_so_often(self, reply: Reply | NoReply, most: int) -> None:
        clock = Clock()
        failed = ends(lambda: clock.complete(reply, retry=RetryPolicy(max_attempts=most)))
        assert failed.attempts == len(clock.sent) == most
        assert len(clock.pauses) == most - 1

    def test_the_last_attempt_may_succeed(self) -> None:
        assert Clock().complete(LOST, LOST, activity(), retry=RetryPolicy(max_attempts=3)).is_completed
        refused = ends(lambda: Clock().complete(error(429), retry=RetryPolicy(max_attempts=3)), ServiceError)
        assert refused.attempts == 3

    @pytest.mark.parametrize("poller", [STAMPER, None])
    def test_each_question_has_its_own_attempts(self, poller: object) -> None:
        replies = (LOST, PENDING, LOST, PENDING, LOST, activity())
        policy = RetryPolicy(max_attempts=2)
        assert Clock().complete(*replies, retry=policy, poller=poller).is_completed
        failed = ends(lambda: Clock().complete(PENDING, LOST, retry=policy, poller=poller))
        assert (failed.reason, failed.attempts, failed.activity_id) == ("waiting", 3, "a")
        assert "no attempt is left" in str(failed)

    def test_the_pauses_between_attempts(self) -> None:
        clock = Clock()
        policy = RetryPolicy(first_pause=3 * SECOND, longest_pause=10 * SECOND)
        assert clock.complete(*[LOST] * 4, activity(), retry=policy).is_completed
        assert clock.pauses == [3, 6, 10, 10]

    def test_the_service_may_ask_for_a_longer_pause(self) -> None:
        clock = Clock()
        policy = RetryPolicy(longest_pause=SECOND)
        clock.complete(error(503, retry_after="20"), activity(), retry=policy)
        assert clock.pauses == [20]

    def test_the_pauses_between_questions(self) -> None:
        clock = Clock()
        policy = RetryPolicy(poll_interval=3 * SECOND)
        assert clock.complete(*[PENDING] * 4, LOST, activity(), retry=policy).is_completed
        assert clock.pauses == [3, 3, 3, 3, 0.5]
        clock = Clock()
        policy = RetryPolicy(first_pause=SECOND, longest_pause=2 * SECOND)
        assert clock.complete(*[PENDING] * 4, activity(), retry=policy).is_completed
        assert clock.pauses == [1, 2, 2, 2]

    @pytest.mark.parametrize(
        ("status", "codes"), [(500, [13]), (429, [8]), (503, [14]), (504, [4]), (404, []), (408, [])]
    )
    def test_the_statuses(self, status: int, codes: list[int]) -> None:
        only, no = RetryPolicy(statuses={status}), RetryPolicy(statuses=(), max_attempts=2)
        # Without a status, the code stands for one.
        for reply in (error(status), *(error(None, code) for code in codes)):
            assert Clock().complete(reply, activity(), retry=only).is_completed
            clock = Clock()
            ends(lambda: clock.complete(reply, activity(), retry=no), SealwaxError)  # noqa: B023 - called at once
            assert len(clock.sent) == 1
        others = {429, 502, 503, 504} - {status}
        for other in others:
            clock = Clock()
            ends(lambda: clock.complete(error(other), activity(), retry=only), SealwaxError)  # noqa: B023 - called at once
            assert len(clock.sent) == 1

    def test_a_lost_connection_needs_no_status(self) -> None:
        assert Clock().complete(LOST, activity(), retry=RetryPolicy(statuses=())).is_completed

    def test_a_final_failure_is_not_repeated(self) -> None:
        failed = ends(lambda: Clock().complete(CERTIFICATE, retry=RetryPolicy(max_attempts=9)))
        assert failed.attempts == 1
