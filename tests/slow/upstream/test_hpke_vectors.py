"""The tests of ``tests/upstream/test_hpke_vectors.py`` that take long."""

from collections.abc import Callable

import pytest

from tests.upstream.test_hpke_vectors import (
    Case,
    by_cryptography,
    by_pycryptodome,
    by_pyhpke,
    cases_of,
    expected,
)
from tools.hpke_vectors import FOLDER, KINDS, content, file_of


@pytest.mark.parametrize("kind", KINDS)
def test_the_files_are_as_they_are_made(kind: str) -> None:
    path = FOLDER / file_of(kind)
    assert path.read_text() == content(kind), "run `python -m tools.hpke_vectors`"


@pytest.mark.parametrize("read", [by_cryptography, by_pycryptodome, by_pyhpke])
def test_python_opens_what_is_valid_and_nothing_else(read: Callable[[Case, Case], str]) -> None:
    suites = {1, 3} if read is not by_pycryptodome else {1}  # which goes with P-256 there
    asked = [(group, case) for group, case in cases_of("decrypt") if group["kdfId"] in suites]
    assert len(asked) > 150
    assert [case["comment"] for group, case in asked if read(group, case) != expected("decrypt", case)] == []
