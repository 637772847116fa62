"""The tests of ``tests/vectors/test_protocol.py`` that take long."""

import json

from hypothesis import given
from hypothesis import strategies as st

from sealwax_vectors.protocol import read_results, to_line

_LINES = st.one_of(
    st.binary(max_size=50).map(lambda data: data.replace(b"\n", b"")),
    st.fixed_dictionaries(
        {"id": st.text(max_size=5), "result": st.sampled_from(["accepted", "refused", "skipped", "crashed"])},
        optional={
            "outputs": st.dictionaries(st.text(max_size=3), st.integers() | st.none(), max_size=2),
            "code": st.text(max_size=3),
            "reason": st.text(max_size=3) | st.integers(),
        },
    ).map(lambda fields: json.dumps(fields).encode()),
)


@given(st.lists(_LINES, max_size=8))
def test_any_output_gives_results_and_problems(lines: list[bytes]) -> None:
    found = read_results(b"\n".join(lines))
    assert len(found.results) + len(found.problems) == sum(bool(line.strip()) for line in lines)
    again = read_results(b"".join(to_line(result) for result in found.results))
    assert (again.results, again.problems) == (found.results, [])
