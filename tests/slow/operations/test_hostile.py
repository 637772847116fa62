"""The outcome of any input is a value or a ``SealwaxError``."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sealwax import InvalidRequest, SealwaxError, Stamp, operations
from sealwax.operations.all_operations import SPECIFIED
from tests.operations.specification import PARAMETERS, arguments
from tests.operations.test_operations import PLACES, Place, is_valid
from tests.operations.test_responses import answer_to, sealed

TEXT = st.text(st.characters(exclude_categories=())) | st.sampled_from(
    ["", "0", "86400", "86401", "+41", "10.0.0.0/8", "EFFECT_ALLOW", "\ud800", "\0", "null", "x" * 10_000]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | TEXT
    | st.sampled_from([12, 24, 10**400, -(2**63)])
)
OBJECTS = SCALARS | st.binary() | st.builds(object) | st.builds(lambda: {1: {2}}) | st.builds(lambda: {"x"})
PYTHON = st.recursive(
    OBJECTS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner)
        | st.dictionaries(TEXT | st.integers() | st.binary(), inner, max_size=3)
    ),
    max_leaves=8,
)
NAMES = st.sampled_from(sorted(SPECIFIED))


@given(NAMES, PYTHON)
def test_anything_to_seal_with(name: str, value: Any) -> None:
    operation: Any = SPECIFIED[name].from_params(arguments(name))
    for options in (
        {"organization_id": value},
        {"organization_id": "o", "timestamp_ms": value},
        {"organization_id": "o", "now": value},
        {"organization_id": "o", "base_url": value},
        {"configuration_id": value},
        {"configuration_id": "c", "base_url": value},
    ):
        stamped = not isinstance(operation, operations.AuthProxyOperation)
        if ("configuration_id" in options) == stamped:
            continue
        if isinstance(operation, operations.QueryOperation) and options.keys() & {"timestamp_ms", "now"}:
            continue
        try:
            request = operation.seal(*([NoStamp()] if stamped else []), **options)
        except SealwaxError as error:
            str(error).encode()
        except (TypeError, ValueError):
            # The programmer's own: the clock, and the address.
            assert options.keys() & {"now", "base_url"}
        else:
            request.to_curl()


class NoStamp:
    """Stamps nothing, quickly."""

    def stamp(self, body: bytes) -> Stamp:  # noqa: ARG002
        return Stamp("X-Stamp", "x")


def reads(name: str, answer: Any) -> None:
    try:
        got = sealed(name).read(answer)
        repr(got)
        if isinstance(got, operations.Activity):
            repr(got.result)
    except SealwaxError as error:
        str(error).encode()


@given(NAMES, st.binary() | TEXT)
def test_any_bytes_as_an_answer(name: str, answer: Any) -> None:
    reads(name, answer)


JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


def check_message(message: str, start: str) -> None:
    """A message says which operation it is about, and is short text, whatever was given."""
    assert message.startswith(start)
    assert len(message.encode()) < 1000


def accepts(name: str, params: Any) -> bool:
    """Whether an operation takes parameters; anything but InvalidRequest is a failure of the test."""
    try:
        made = SPECIFIED[name].from_params(params)
    except InvalidRequest as error:
        check_message(str(error), f"{name}: ")
        return False
    assert SPECIFIED[name].from_params(made.to_params()) == made
    return True


@given(NAMES, PYTHON)
def test_anything_as_parameters(name: str, params: Any) -> None:
    accepts(name, params)


@given(st.sampled_from(PLACES), PYTHON)
@settings(max_examples=500)
def test_anything_as_a_field(place: Place, value: Any) -> None:
    accepts(place.operation, place.change(value))


@given(st.sampled_from(PLACES), JSON)
@settings(max_examples=500, deadline=None)
def test_the_schema_and_the_checks_agree(place: Place, value: Any) -> None:
    params = place.change(value)
    try:
        json.dumps(params, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        # Not JSON: no schema has a say in it.
        assert not accepts(place.operation, params)
        return
    accepted = accepts(place.operation, params)
    if accepted:
        assert is_valid(place.operation, params)
    elif is_valid(place.operation, params):
        # What JSON Schema cannot say: that an address block is one; and 12.0 is 12 to it.
        is_whole_float = isinstance(value, float) and value.is_integer() and place.kind == "integer"
        assert is_whole_float or place.path.endswith(
            ("cidr", "rules", "rules[0]", "mnemonicLength", "wallet")
        )


@given(
    NAMES,
    st.dictionaries(st.sampled_from(["wallet_id", "user_id", "x", "\ud800", ""]) | TEXT, PYTHON, max_size=3),
)
def test_anything_as_arguments(name: str, fields: dict[str, Any]) -> None:
    try:
        SPECIFIED[name](**fields)
    except InvalidRequest as error:
        str(error).encode()
    except TypeError as error:
        # A name that is missing or unknown, as of any function.
        if not re.match("(Missing required|Unexpected keyword) argument", str(error)):
            raise


@given(NAMES, JSON | st.dictionaries(st.sampled_from(["activity", "session", "privateKeys"]), JSON))
def test_anything_as_an_answer(name: str, answer: Any) -> None:
    reads(name, json.dumps(answer))


def containers(value: Any) -> list[Any]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value, *(each for item in inner for each in containers(item) if isinstance(each, dict | list))]


@given(NAMES, st.data())
@settings(max_examples=300)
def test_answers_with_one_thing_changed(name: str, data: st.DataObject) -> None:
    answer = answer_to(name)
    target = data.draw(st.sampled_from([each for each in containers(answer) if each]))
    place = data.draw(st.sampled_from(list(target) if isinstance(target, dict) else list(range(len(target)))))
    target[place] = data.draw(JSON)
    reads(name, json.dumps(answer))


def test_what_contains_itself() -> None:
    deep: dict[str, Any] = {}
    deep["userId"] = deep
    rules: list[Any] = []
    rules.append(rules)
    assert not accepts("update_user", deep)
    assert not accepts("set_ip_allowlist", {"rules": rules})
    nested: Any = "x"
    for _ in range(100_000):
        nested = [nested]
    for params in (nested, {"userId": nested}, {"x": nested}):
        assert not accepts("update_user", params)
    while isinstance(nested, list):
        # Taken apart by hand: the interpreter would recurse to free it.
        nested = nested.pop()


@pytest.mark.parametrize("name", PARAMETERS)
def test_many_and_large_values(name: str) -> None:
    assert not accepts(name, {**arguments(name), **{f"x{number}": number for number in range(100_000)}})
    assert not accepts(name, {**arguments(name), "x" * (1 << 20): 1})
    assert accepts("create_user_tag", {"userTagName": "x" * (1 << 20), "userIds": ["x"] * 100_000})
