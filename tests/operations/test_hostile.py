"""The outcome of any input is a value or a ``SealwaxError``."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sealwax import SealwaxError, Stamp, operations
from sealwax.operations.all_operations import SPECIFIED
from tests.operations.specification import arguments
from tests.operations.test_responses import sealed

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
