"""The tests of ``tests/operations/test_retries.py`` that take long."""

from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    NotCompleted,
    ServiceError,
)
from sealwax.operations.retries import NoReply, Reply
from tests.operations.test_retries import (
    CERTIFICATE,
    FINGERPRINT,
    LOST,
    STAMPER,
    UNSENT,
    Clock,
    activity,
    error,
)
from tests.operations.test_waiting import KNOWN

_REPLIES = st.one_of(
    st.sampled_from([LOST, UNSENT, CERTIFICATE]),
    st.sampled_from([activity(status) for status in (*KNOWN, "ACTIVITY_STATUS_NEW")]),
    st.builds(
        error,
        st.none() | st.integers(100, 599),
        st.none() | st.integers(-1, 20),
        st.none() | st.text(max_size=8) | st.integers(0, 99).map(str),
    ),
    st.builds(Reply, st.binary(max_size=40), st.none() | st.integers(100, 599)),
)


@given(replies=st.lists(_REPLIES, min_size=1, max_size=6), has_poller=st.booleans(), again=st.booleans())
def test_whatever_comes_a_call_ends_and_says_how(
    replies: list[Reply | NoReply], has_poller: bool, again: bool
) -> None:
    clock = Clock()
    failed: NotCompleted | ServiceError | None = None
    try:
        assert clock.complete(
            *replies, poller=STAMPER if has_poller else None, is_repeatable=again
        ).is_completed
    except (NotCompleted, ServiceError) as raised:
        failed = raised
    assert sum(clock.pauses) <= 60
    if failed is None:
        return
    seen = replies[: len(clock.sent)]
    has_answered = any(isinstance(each, Reply) and '"id": "a"' in str(each.content) for each in seen)
    assert failed.attempts == len(clock.sent) <= 30
    assert failed.fingerprint == FINGERPRINT
    assert failed.activity_id == ("a" if has_answered else None)
    # Bytes that may have arrived, and got no activity, are never said to have done nothing.
    was_lost = any(
        each.may_have_arrived if isinstance(each, NoReply) else (each.http_status or 0) >= 500
        for each in seen
    )
    if was_lost and not has_answered:
        assert isinstance(failed, NotCompleted)
        assert failed.outcome_unknown
        assert again or not failed.retryable
