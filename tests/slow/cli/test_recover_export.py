"""The tests of ``tests/cli/test_recover_export.py`` that take long."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from sealwax._limits import MAX_ANSWER_BYTES
from sealwax.cli import recover_export
from tests.cli import test_recover_export as quick
from tests.cli.test_recover_export import FILE, START, opened

here = quick.here


class TestPastes:
    def test_one_that_does_not_end(self) -> None:
        part = '"' + "x" * (MAX_ANSWER_BYTES // 2)
        talk, _ = opened((FILE, "{"), ("", part), ("", part), *START)
        assert "This is not an export: " in talk.text

    @settings(max_examples=30)
    @given(
        st.recursive(
            st.none() | st.text(alphabet='"\\{}[]ab'),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(alphabet='"\\{}ab'), inner),
        )
    )
    def test_the_end_of_json_is_found(self, value: object) -> None:
        lines = json.dumps({"a": value}, indent=1).split("\n")
        reader = recover_export._JsonEnd()
        ends = [reader.is_end(line) for line in lines]
        assert ends == [False] * (len(lines) - 1) + [True]
