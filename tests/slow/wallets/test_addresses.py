"""The tests of ``tests/wallets/test_addresses.py`` that take longest."""

import pytest

from sealwax.errors import ContextMismatch
from sealwax.wallets import derive_account
from tests.conftest import near_misses
from tests.wallets.test_addresses import ACCOUNT


class TestCheckAddress:
    @pytest.mark.parametrize("path", [None, "m/44'/60'/0'/0/0"])
    def test_capitals_that_show_a_typo(self, path: str | None) -> None:
        words = "legal winner thank year wave sausage worth useful legal winner thank yellow"
        known = derive_account(words, path="m/44'/60'/0'/0/0", address_format="ADDRESS_FORMAT_ETHEREUM")

        def derive(address: str) -> object:
            row = None if path is None else known.address_format
            return derive_account(words, path=path, address_format=row, expected_address=address)

        wrong = near_misses(known.address)[0]
        for text, shows in ((wrong, True), (wrong.lower(), False), (f"0x{wrong[2:].upper()}", False)):
            for compare in (ACCOUNT.check_address, derive):
                with pytest.raises(ContextMismatch) as raised:
                    compare(text)
                assert ("do not match its EIP-55 checksum, so a character" in str(raised.value)) == shows
