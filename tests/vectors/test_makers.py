"""The makers of cases, on what the files of today do not have."""

import pytest

from sealwax_vectors.makers.certificates import element, elements
from sealwax_vectors.makers.defects import near_texts


@pytest.mark.parametrize("size", [0, 1, 127, 128, 255, 256, 65_535])
def test_der_is_split_into_its_elements(size: int) -> None:
    parts = [element(0x04, b"\x81" * size), element(0x02, b"\x01"), element(0x30, b"\x82" * size)]
    assert elements(b"".join(parts)) == parts


@pytest.mark.parametrize(
    ("text", "others"),
    [("v2", {"V2"}), ("Always", {"aLWAYS"}), ("12-34", set())],
)
def test_only_letters_have_another_case(text: str, others: set[str]) -> None:
    made = [other for _, other in near_texts(text)]
    assert text not in made
    assert len({*made}) == len(made)
    assert {other for what, other in near_texts(text) if "case" in what} == others
