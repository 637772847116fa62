"""The tests of ``tests/interop/test_wallet_libraries.py`` that need nothing but Python."""

from collections import Counter
from collections.abc import Iterator

from sealwax.wallets.address_formats import FORMATS
from sealwax.wallets.key_formats import KEY_FORMATS
from tests.interop.cases import VectorCase
from tests.interop.implementations import covered_by
from tests.interop.wallets.coverage import LIBRARIES, PREFIX, form_of, format_of


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


def test_two_libraries_write_each_address_format() -> None:
    found = Counter(
        format_of(case)
        for _, case in {
            (library, format_of(case)): (library, case) for library, case in valid_cases("AddressEncoding")
        }.values()
    )
    assert found.keys() == {name.removeprefix(PREFIX) for name in FORMATS}
    assert [name for name, count in found.items() if count < 2] == []
