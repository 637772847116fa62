"""The tests of ``tests/activities/test_typed_data.py`` that take long."""

from hypothesis import given
from hypothesis import strategies as st

from sealwax import SealwaxError
from tests.activities.known_payloads import (
    MAIL,
    changed,
)
from tests.activities.test_typed_data import digest

_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["Mail", "bool", "0x"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["name", "type"]), inner),
    max_leaves=10,
)


_PLACES: tuple[tuple[str | int, ...], ...] = (
    ("types",),
    ("types", "Mail"),
    ("types", "Mail", 0),
    ("types", "Mail", 0, "type"),
    ("domain",),
    ("primaryType",),
    ("message",),
    ("message", "from"),
    ("message", "to"),
)


@given(_JSON, st.sampled_from(_PLACES))
def test_any_change_gives_a_digest_or_an_error_of_ours(value: object, path: tuple[str | int, ...]) -> None:
    try:
        digest(changed(MAIL, *path, to=value))
    except SealwaxError:
        pass
