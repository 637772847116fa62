"""The tests of ``tests/wallets/test_derivation.py`` that take long."""

import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mnemonic import Mnemonic

from sealwax import ExportedWallet
from sealwax._crypto.curves import CURVES
from sealwax._limits import SEARCHED_INDICES
from sealwax.errors import ContextMismatch, Unsupported
from sealwax.wallets import Account, derive_account, derive_address
from sealwax.wallets.address_formats import FORMATS, AddressFormatRow
from sealwax.wallets.addresses import known_formats
from sealwax.wallets.derivation import parse_path, path_text, search_account, wallet_seed
from sealwax.wallets.primitives import derive_child
from sealwax.wallets.public_key import public_key_of
from tests.conftest import near_texts
from tests.wallets import test_derivation as quick
from tests.wallets.test_derivation import SLIP10, WORDS, derive

LAST = SEARCHED_INDICES - 1
"""The last index that a search tries."""


class TestPaths:
    @given(st.lists(st.integers(0, (1 << 32) - 1), min_size=1, max_size=20))
    def test_paths_round_trip(self, indices: list[int]) -> None:
        assert parse_path(path_text(tuple(indices))) == tuple(indices)


class TestAccount:
    def test_it_equals_the_same_account(self) -> None:
        assert derive() == derive()
        assert derive() != derive(path="m/44'/60'/0'/0/1")
        assert derive() != "account"
        other = {name: getattr(derive(), name) for name in Account.__slots__}
        assert Account(**other) == derive()
        for name in ("address", "public_key", "path", "curve", "address_format"):
            for near in near_texts(other[name]):
                assert Account(**{**other, name: near}) != derive()
        assert Account(**{**other, "variant": "x"}) != derive()
        assert Account(**{**other, "private_key": bytes(32)}) != derive()


class TestSearch:
    SEED = wallet_seed(WORDS, "")

    def search(self, address: str, **more: Any) -> Account | None:
        return search_account(self.SEED, address, known_formats(address), **more)

    @pytest.mark.parametrize("path", [f"m/44'/60'/0'/0/{LAST}", f"m/44'/60'/{LAST}'/0/0", "m/44'/60'/0'/7/0"])
    def test_the_first_indices_are_searched(self, path: str) -> None:
        found = self.search(derive(path=path).address)
        assert found is not None
        assert found.path == path

    @pytest.mark.parametrize("path", [f"m/44'/60'/0'/0/{LAST + 1}", "m/44'/60'/1'/0/1", "m/44'/61'/0'/0/0"])
    def test_others_are_found_only_where_they_are_said_to_be(self, path: str) -> None:
        address = derive(path=path).address
        assert self.search(address) is None
        found = self.search(address, indices=parse_path(path))
        assert found == derive(path=path)
        assert self.search(address, indices=parse_path("m/44'/60'/0'/0/0")) is None


class TestSearching:
    """Options that are not given are found by the expected address."""

    EXPECTED = quick.TestSearching.EXPECTED

    @pytest.mark.parametrize("path", [None, "m/44'/60'/0'/0/7"])
    @pytest.mark.parametrize("curve", [None, "CURVE_SECP256K1"])
    @pytest.mark.parametrize("address_format", [None, "ADDRESS_FORMAT_ETHEREUM"])
    def test_an_account_is_found(
        self, path: str | None, curve: str | None, address_format: str | None
    ) -> None:
        found = derive_account(
            WORDS,
            path=path,
            curve=curve,
            address_format=address_format,
            expected_address=self.EXPECTED.address,
        )
        assert found == self.EXPECTED

    def test_an_exported_wallet_does_the_same(self) -> None:
        wallet = ExportedWallet(WORDS, None, "english", checksum_valid=True)
        assert wallet.account(expected_address=self.EXPECTED.address) == self.EXPECTED


class TestMnemonics:
    @pytest.mark.parametrize("language", ["japanese", "korean", "french", "czech"])
    def test_every_language_is_normalized(self, language: str) -> None:
        words = Mnemonic(language).to_mnemonic(bytes(range(16)))
        for form in ("NFC", "NFD", "NFKD"):
            assert derive(unicodedata.normalize(form, words)) == derive(words)
        composed, decomposed = (unicodedata.normalize(form, "pässwörd") for form in ("NFC", "NFD"))
        assert derive(words, passphrase=composed) == derive(words, passphrase=decomposed)


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda address: f"{address[:9]}\n{address[9:]}", "there is white space"),
        (lambda address: f"{address[:9]}\u200b{address[9:]}", "a character that cannot be seen"),
        (lambda address: f"{address}.", "punctuation around it"),
        (lambda address: f"{address}?amount=0.1", "from the question mark on"),
        (lambda address: address * 100, "too long"),
    ],
)
@pytest.mark.parametrize("name", ["ADDRESS_FORMAT_COSMOS", "ADDRESS_FORMAT_ETHEREUM"])
def test_damage_of_the_expected_address_is_named(damage: Callable[[str], str], why: str, name: str) -> None:
    where = {"path": "m/44'/118'/0'/0/0", "curve": "CURVE_SECP256K1", "address_format": name}
    address = derive(**where).address
    with pytest.raises(ContextMismatch, match=f"the expected address: .*{why}") as raised:
        derive(**where, expected_address=damage(address))
    assert raised.value.code == "wrong-address"
    with pytest.raises(ContextMismatch, match="the expected address; check the path"):
        derive(**{**where, "path": "m/44'/118'/0'/0/1"}, expected_address=address)


class TestVariants:
    @pytest.mark.parametrize("row", FORMATS.values(), ids=lambda row: row.name)
    def test_without_a_variant_nothing_is_guessed(self, row: AddressFormatRow) -> None:
        for curve, variants in row.variants.items():
            arguments = {"path": "m/44'/0'", "curve": curve, "address_format": row.name}
            if row.default in variants:
                assert derive(**arguments).variant == (row.default or None)
                continue
            assert len(variants) > 1
            with pytest.raises(Unsupported) as raised:
                derive(**arguments)
            assert all(variant in str(raised.value) for variant in variants)
            key = derive(path="m/44'/0'", curve=curve, address_format="ADDRESS_FORMAT_COMPRESSED")
            with pytest.raises(Unsupported, match="several variants"):
                derive_address(key.public_key, row.name, curve=curve)


class TestPublishedVectors:
    """BIP-49, 84 and 86, SEP-5, SLIP-10: values of the standards, of the mnemonic that they share."""

    @pytest.mark.parametrize("node", SLIP10, ids=lambda node: f"{node['curve']} {node['path']}")
    def test_slip10(self, node: dict[str, str]) -> None:
        # The master key has no path of its own here.
        indices = () if node["path"] == "m" else parse_path(node["path"])
        private_key = derive_child(bytes.fromhex(node["seed"]), indices, node["curve"])
        assert private_key.hex() == node["privateKey"]
        curve = next(curve for curve in CURVES.values() if curve.slip10 == node["curve"])
        # SLIP-0010 puts a zero byte before a public key of Ed25519.
        assert public_key_of(private_key, curve).compressed.hex() == node["publicKey"].removeprefix("00")
