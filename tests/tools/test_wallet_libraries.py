"""The tests of ``tests/interop/test_wallet_libraries.py`` that need nothing but Python."""

from collections.abc import Iterator

from sealwax.wallets.key_formats import KEY_FORMATS
from tests.interop.cases import VectorCase
from tests.interop.implementations import covered_by
from tests.interop.wallets.coverage import LIBRARIES, form_of


def valid_cases(group: str) -> Iterator[tuple[str, VectorCase]]:
    for library in LIBRARIES:
        for case in covered_by(library):
            if case.group == group and case.valid:
                yield library, case


def test_every_form_that_wallets_import_is_written_or_read_by_a_library() -> None:
    cases = [*valid_cases("PrivateKeyWriting"), *valid_cases("PrivateKeyReading")]
    assert {form_of(case) for _, case in cases} == KEY_FORMATS.keys()


def test_every_library_is_asked_something() -> None:
    assert [library for library in LIBRARIES if not covered_by(library)] == []
