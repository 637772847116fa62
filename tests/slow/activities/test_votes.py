"""The tests of ``tests/activities/test_votes.py`` that take long."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    BadSignature,
    MalformedInput,
    SealwaxError,
)
from sealwax.testing import (
    activity_with_votes,
    api_key_vote,
    request_body,
)
from tests.activities.test_votes import BODY, INTENT, KEY, TIME, TYPE, activity, verify

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(JSON, st.sampled_from(["votes", "intent", "fingerprint", "type", "organizationId"]))
def test_any_value_gives_an_error_of_ours(value: Any, name: str) -> None:
    with pytest.raises(SealwaxError):
        verify({**activity(api_key_vote(BODY, KEY)), name: value})


@given(JSON, st.sampled_from(["message", "publicKey", "signature", "scheme"]))
def test_any_value_in_a_vote_gives_an_error_of_ours(value: Any, name: str) -> None:
    with pytest.raises(SealwaxError):
        verify(activity({**api_key_vote(BODY, KEY), name: value}))


@given(st.dictionaries(st.text(), JSON.filter(lambda value: value is not None), max_size=4))
def test_any_parameters_without_nulls_are_their_intent(parameters: dict[str, Any]) -> None:
    body = request_body(TYPE, parameters, organization_id="o", timestamp=TIME)
    answer = activity_with_votes(
        body,
        [api_key_vote(body, KEY)],
        activity_type=TYPE,
        organization_id="o",
        intent={"updateUserIntent": json.loads(json.dumps(parameters))},
    )
    try:
        assert verify(json.dumps(answer))[0].message == body
    except MalformedInput as error:
        # A number of more digits than JSON's readers agree on.
        assert "digits" in str(error)  # noqa: PT017


def test_intents_that_no_json_holds_are_refused() -> None:
    deep: Any = "u"
    for _ in range(100_000):
        deep = [deep]
    loop: list[object] = []
    loop.append(loop)
    for wrong in (deep, loop, {"userId"}, float("nan"), b"u", {("a",): 1}, 10**5000):
        with pytest.raises(BadSignature, match="different parameters"):
            verify(
                activity(api_key_vote(BODY, KEY), intent={"updateUserIntent": {**INTENT, "userId": wrong}})
            )
