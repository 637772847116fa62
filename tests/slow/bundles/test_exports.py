"""The tests of ``tests/bundles/test_exports.py`` that take long."""

from hypothesis import given
from hypothesis import strategies as st

from tests.bundles.test_exports import open_wallet, sealed


class TestWallet:
    @given(st.text(), st.none() | st.text())
    def test_any_text_comes_back(self, mnemonic: str, passphrase: str | None) -> None:
        text = mnemonic if passphrase is None else f"{mnemonic}\n--PASS--\n{passphrase}"
        wallet = open_wallet(sealed(text))
        assert "\n" not in wallet.mnemonic
        rest = text.removeprefix(wallet.mnemonic)
        assert rest in (
            {""}
            if wallet.passphrase is None
            else {f"{end}{wallet.passphrase}" for end in ("\n", "\n--PASS--\n")}
        )
