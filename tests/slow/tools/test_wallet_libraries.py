"""The tests of ``tests/tools/test_wallet_libraries.py`` that take longest."""

from collections import Counter

from sealwax.wallets.address_formats import FORMATS
from tests.interop.wallets.coverage import PREFIX, format_of
from tests.tools.test_wallet_libraries import valid_cases


def test_two_libraries_write_each_address_format() -> None:
    found = Counter(
        format_of(case)
        for _, case in {
            (library, format_of(case)): (library, case) for library, case in valid_cases("AddressEncoding")
        }.values()
    )
    assert found.keys() == {name.removeprefix(PREFIX) for name in FORMATS}
    assert [name for name, count in found.items() if count < 2] == []
