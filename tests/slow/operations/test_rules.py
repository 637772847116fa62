"""The tests of ``tests/operations/test_rules.py`` that take long."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sealwax import InvalidRequest
from sealwax._codec.violations import Rule, find_violation
from sealwax.operations import (
    Activity,
    SubmitOperation,
)
from sealwax.operations.all_operations import SPECIFIED
from sealwax.operations.parameters import _find_broken_rule, _find_null
from tests.codec.test_violations import NUMBER, check_agreement, documents, type_info

# Every operation's parameters and body; the answers to all but the submit operations are records, which
# tests/codec/test_violations.py has.
REQUESTS: list[Any] = [*SPECIFIED.values(), *(each.body_type() for each in SPECIFIED.values())]


ANSWERS: list[Any] = [
    Activity[each.result_type]  # type: ignore[name-defined]
    for each in SPECIFIED.values()
    if issubclass(each, SubmitOperation)
]


@given(st.data())
@settings(max_examples=500, deadline=None)
def test_msgspec_and_the_comparison_agree(data: st.DataObject) -> None:
    into = data.draw(st.sampled_from([*REQUESTS, *ANSWERS]))
    document = data.draw(documents(type_info(into)))
    try:
        msgspec.convert(document, into)
        accepted = True
    except InvalidRequest:
        # A rule beyond the types, which msgspec meets before it sees the whole.
        return
    except msgspec.ValidationError:
        accepted = False
    check_agreement(document, into, accepted)


@given(st.data())
@settings(max_examples=500, deadline=None)
def test_what_an_operation_refuses_is_explained(data: st.DataObject) -> None:
    operation = data.draw(st.sampled_from(list(SPECIFIED.values())))
    params = data.draw(documents(type_info(operation)))
    violation = find_violation(params, operation)
    if violation is None:
        violation = _find_broken_rule(params, type_info(operation))
        assert violation is None or violation.rule is Rule.OTHER
    if violation is None:
        violation = _find_null(msgspec.convert(params, operation), params)
        assert violation is None or violation.rule is Rule.NULL
    if violation is None:
        operation.from_params(params)
        return
    with pytest.raises(InvalidRequest) as raised:
        operation.from_params(params)
    assert str(raised.value) == f"{operation.operation_name}: {violation.in_words()}"
    assert "MARKER" not in str(raised.value)
    assert str(NUMBER) not in str(raised.value)


def test_an_allowlist_may_have_5000_rules() -> None:
    blocks = [{"cidr": f"10.0.{number // 256}.{number % 256}/32"} for number in range(4999)]
    given = {"rules": [*blocks, {"cidr": "2001:db8::/32"}]}
    assert SPECIFIED["set_ip_allowlist"].from_params(given).to_params() == given
