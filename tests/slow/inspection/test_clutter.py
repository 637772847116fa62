"""The tests of ``tests/inspection/test_clutter.py`` that take long."""

import pytest

from sealwax._limits import (
    MAX_ANSWER_BYTES,
    MAX_CLUTTER_CHARACTERS,
    MAX_FOUND_IN_CLUTTER,
)
from tests.inspection.test_clutter import parts


@pytest.mark.parametrize(
    "text",
    [
        '{"' * (MAX_CLUTTER_CHARACTERS // 2),
        '{"' + '\\"' * (MAX_CLUTTER_CHARACTERS // 2 - 1),
        '{"' + '\\"' * (MAX_CLUTTER_CHARACTERS // 2 - 2) + "\\",
        'x {"a":"' + " " * (MAX_CLUTTER_CHARACTERS - 9) + '"',
        '{ "\\"' * (MAX_CLUTTER_CHARACTERS // 5),
        '{"a":1}' * (MAX_CLUTTER_CHARACTERS // 7),
        "{" * MAX_CLUTTER_CHARACTERS,
        "{\n>" * (MAX_CLUTTER_CHARACTERS // 3),
        "eyJ" + "A" * (MAX_CLUTTER_CHARACTERS - 3),
        "&quot;" * (MAX_CLUTTER_CHARACTERS // 6),
        "x" * MAX_ANSWER_BYTES,
    ],
)
def test_the_parts_are_few(text: str) -> None:
    assert len(parts(text)) <= MAX_FOUND_IN_CLUTTER
