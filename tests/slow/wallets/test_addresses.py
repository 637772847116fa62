"""The tests of ``tests/wallets/test_addresses.py`` that take long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import ExportedAccount
from sealwax.errors import ContextMismatch, SealwaxError, Unsupported
from sealwax.wallets import DerivedAddress, derive_account
from sealwax.wallets.address_formats import FORMATS
from sealwax.wallets.addresses import known_formats
from tests.conftest import near_misses
from tests.loops import failures
from tests.wallets.test_addresses import ACCOUNT, DERIVED, KEY, LAST_OF, SEEN_DAMAGE


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

    def check_another_keys_is_refused(self, address: DerivedAddress) -> None:
        with pytest.raises(ContextMismatch) as raised:
            ExportedAccount(KEY[::-1]).check_address(address.text)
        assert raised.value.code == "wrong-address"
        assert address.format in str(raised.value)
        for secret in (KEY, KEY[::-1]):
            assert secret.hex() not in str(raised.value)

    def test_another_keys_is_refused(self) -> None:
        assert failures(self.check_another_keys_is_refused, DERIVED) == []

    def check_near_misses_are_refused(self, address: DerivedAddress) -> None:
        for text in near_misses(address.text):
            with pytest.raises(SealwaxError) as raised:
                ACCOUNT.check_address(text)
            assert raised.value.code in {"wrong-address", "unsupported"}

    def test_near_misses_are_refused(self) -> None:
        assert failures(self.check_near_misses_are_refused, DERIVED) == []

    @given(st.text() | st.text("0123456789abcdefxEUQk_-:1qpzry9x8gf2tvdw0s3jn54khce6mua7lbc"))
    def test_any_text_fits_or_is_an_error(self, text: str) -> None:
        with pytest.raises(SealwaxError) as raised:
            ACCOUNT.check_address(text)
        assert raised.value.code in {"wrong-address", "unsupported", "malformed"}


@pytest.mark.parametrize("derived", LAST_OF.values(), ids=lambda each: each.format)
def test_damage_is_named_in_every_format(derived: DerivedAddress) -> None:
    assert FORMATS[derived.format] in known_formats(derived.text)
    for damage, why in SEEN_DAMAGE:
        damaged = damage.format(derived.text)
        with pytest.raises(
            Unsupported, match=f"the expected address has an unsupported format: .*{why}"
        ) as raised:
            known_formats(damaged)
        assert damaged not in str(raised.value)
