from typing import Any, ClassVar, get_args

import pytest

from sealwax import ExportedAccount, ExportedWallet
from sealwax._crypto.curves import CURVES
from sealwax._limits import MAX_ADDRESS_CHARACTERS
from sealwax.errors import ContextMismatch, MalformedInput, Unsupported
from sealwax.wallets import DerivedAddress, derive_account, derive_address, ton
from sealwax.wallets.address_format_names import AddressFormat
from sealwax.wallets.address_formats import FORMATS, AddressFormatRow, formats_like
from sealwax.wallets.addresses import matching
from sealwax.wallets.key_formats import KEY_FORMATS
from tests.conftest import near_misses
from tests.loops import failures

KEY = bytes(range(1, 33))
ACCOUNT = ExportedAccount(KEY)
DERIVED = [address for curve in CURVES for address in ACCOUNT.addresses(curve)]


def test_the_table_is_of_the_apis_names() -> None:
    assert tuple(FORMATS) == get_args(AddressFormat)
    for row in FORMATS.values():
        assert row.variants.keys() <= CURVES.keys()
        assert row.default is None or any(row.default in variants for variants in row.variants.values())
        assert row.paths
        curves = KEY_FORMATS[row.key_format].curves
        assert row.variants.keys() <= set(curves)
        names = {name for variants in row.variants.values() for name in variants}
        assert row.descriptors.keys() in (set(), names)
        assert set(row.descriptors.values()) <= KEY_FORMATS.keys()


def check_an_address_with_a_lone_surrogate_is_another(derived: DerivedAddress) -> None:
    row, text = FORMATS[derived.format], derived.text
    for other in (text + "\ud800", "\udfff" + text, f"{text[:-1]}\ud800", text.swapcase() + "\udfff"):
        assert matching((derived,), row, other) == ()


def test_an_address_with_a_lone_surrogate_is_another() -> None:
    assert failures(check_an_address_with_a_lone_surrogate_is_another, DERIVED) == []


LAST_OF = {each.format: each for each in DERIVED}
SEEN_DAMAGE = [
    ("{}\n", "white space"),
    ("{}\u00a0", "white space"),
    ("{0:.7} {0}", "white space"),
    ("\u200b{}", "cannot be seen"),
    ("{}\ufeff", "cannot be seen"),
    ("{0:.7}\u00ad{0}", "cannot be seen"),
    ("{}\x00", "cannot be seen"),
    ("{0:.9}\u202e{0}", "cannot be seen"),
    ("{0:.6}…{0}", "shortened"),
    ("{0:.6}...{0}", "shortened"),
    ("{0:.6}***", "shortened"),
    ("{}\u0435", "outside ASCII"),
    ("{}.", "punctuation"),
    ("{},", "punctuation"),
    ("({})", "punctuation"),
    ("<{}>", "punctuation"),
    ("\u0022{}\u0022", "punctuation"),
    ("{};", "punctuation"),
    ("{}?amount=0.1", "from the question mark on"),
    ("network:{}?amount=0.1", "before the colon, and the part from"),
    ("NETWORK:{}", "before the colon"),
    ("https://explorer.example/address/{}", "a link"),
    ("{0:.7}+{0}", "a character that no address has"),
]


class TestPublicKeys:
    POINT = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"

    @pytest.mark.parametrize(
        "key",
        [
            "",
            b"",
            POINT[:-2],
            POINT + "00",
            "05" + POINT[2:],
            "00",
            "02" + "ff" * 32,
            "0x" + POINT,
            POINT[2:],
            "zz",
            # A point of P-256.
            "036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"[:-1] + "5",
        ],
    )
    def test_what_is_no_point_of_the_curve(self, key: str | bytes) -> None:
        with pytest.raises(MalformedInput, match=r"^the public key ") as raised:
            derive_address(key, "ADDRESS_FORMAT_ETHEREUM", curve="CURVE_SECP256K1")
        assert not key or str(key) not in str(raised.value)

    @pytest.mark.parametrize(
        "key", ["00" * 32, "01" + "00" * 31, "ff" * 32, "02" + "00" * 31, "1f" * 31, "1f" * 33]
    )
    def test_what_is_no_key_of_ed25519(self, key: str) -> None:
        with pytest.raises(MalformedInput, match="Ed25519"):
            derive_address(key, "ADDRESS_FORMAT_SOLANA", curve="CURVE_ED25519")

    @pytest.mark.parametrize("key", [None, 5, ["02"]])
    def test_other_types(self, key: str) -> None:
        with pytest.raises(TypeError, match=r"^public_key must be bytes or str"):
            derive_address(key, "ADDRESS_FORMAT_SOLANA", curve="CURVE_ED25519")

    @pytest.mark.parametrize("row", FORMATS.values(), ids=lambda row: row.name)
    def test_a_format_of_another_curve_is_refused(self, row: AddressFormatRow) -> None:
        for curve in CURVES.keys() - row.variants.keys():
            with pytest.raises(Unsupported, match=f"{row.name} is for CURVE_"):
                derive_address(b"", row.name, curve=curve)


class TestEip55:
    """The addresses that EIP-55 lists."""

    @pytest.mark.parametrize(
        "address",
        [
            "0x52908400098527886E0F7030069857D2E4169EE7",
            "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
            "0xde709f2102306220921060314715629080e2fb77",
            "0x27b1fdb04752bbc536007a920d24acb045561c26",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
            "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
            "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
        ],
    )
    def test_they_are_written_so(self, address: str) -> None:
        from sealwax._crypto.keccak import eip55  # noqa: PLC0415

        assert "0x" + eip55(address[2:].lower()) == address
        assert "0x" + eip55(address[2:].upper()) == address


class TestAddresses:
    @pytest.mark.parametrize("length", [0, 31, 33])
    def test_another_length(self, length: int) -> None:
        with pytest.raises(MalformedInput, match=f"the private key is {length} bytes long; it must be 32"):
            ExportedAccount(bytes(length)).addresses("CURVE_ED25519")
        with pytest.raises(MalformedInput, match=f"the private key is {length} bytes long; it must be 32"):
            ExportedAccount(bytes(length)).check_address(DERIVED[0].text)

    def test_unknown_curves(self) -> None:
        with pytest.raises(Unsupported, match="the curve is unknown"):
            ACCOUNT.addresses("secp256k1")
        with pytest.raises(TypeError, match=r"^curve must be str"):
            ACCOUNT.addresses(5)  # type: ignore[arg-type]


class TestCheckAddress:
    def check_each_is_the_keys_own(self, address: DerivedAddress) -> None:
        assert address in ACCOUNT.check_address(address.text)
        for found in ACCOUNT.check_address(address.text):
            assert found.text == address.text

    def test_bech32_may_be_all_in_upper_case(self) -> None:
        for address in DERIVED:
            if address.format.endswith(("P2WPKH", "P2TR", "COSMOS", "SEI")):
                assert address in ACCOUNT.check_address(address.text.upper())
                with pytest.raises(ContextMismatch):
                    ACCOUNT.check_address(address.text.capitalize())

    def test_the_kelvin_sign_is_no_k(self) -> None:
        """U+212A is k in lower case, and itself in upper case."""
        texts = [each.text for each in DERIVED if each.format.endswith(("P2WPKH", "P2TR", "COSMOS", "SEI"))]
        texts += [each.text for each in DERIVED if "SPARK" in each.format]
        with_k = [text for text in texts if "k" in text]
        assert with_k
        for text in with_k:
            kelvin = text.upper().replace("K", "\u212a")
            assert kelvin.lower() == text
            with pytest.raises(Unsupported, match="outside ASCII"):
                ACCOUNT.check_address(kelvin)

    @pytest.mark.parametrize(
        "text",
        [
            " ",
            "hello",
            "0x" + "00" * 19,
            "LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9",  # Litecoin
            "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb",  # Tezos
            "addr1vpu5vlrf4xkxv2qpwngf6cjhtw542ayty80v8dyr49rf5eg0yu80w",  # Cardano
            "celestia160pdug",
            "1" * 257,
            "\u0661" * 44,
            "\ud800",
        ],
    )
    def test_an_address_of_no_known_format(self, text: str) -> None:
        assert formats_like(text) == () or len(text) > 256
        with pytest.raises(Unsupported, match="has an unsupported format") as raised:
            ACCOUNT.check_address(text)
        assert text == " " or text not in str(raised.value)

    @pytest.mark.parametrize("length", [MAX_ADDRESS_CHARACTERS, MAX_ADDRESS_CHARACTERS + 1])
    def test_the_longest_that_is_looked_at(self, length: int) -> None:
        with pytest.raises(Unsupported) as raised:
            ACCOUNT.check_address("_" * length)
        assert ("it is too long for an address" in str(raised.value)) == (length > MAX_ADDRESS_CHARACTERS)

    def test_an_empty_one_and_other_types(self) -> None:
        with pytest.raises(MalformedInput, match="is empty"):
            ACCOUNT.check_address("")
        with pytest.raises(TypeError, match=r"^address must be str"):
            ACCOUNT.check_address(b"x")  # type: ignore[arg-type]

    def test_a_number_that_is_no_scalar_is_compared_as_a_seed(self) -> None:
        account = ExportedAccount(b"\xff" * 32)
        (text,) = [a.text for a in account.addresses("CURVE_ED25519") if a.format == "ADDRESS_FORMAT_SOLANA"]
        assert [address.format for address in account.check_address(text)] == ["ADDRESS_FORMAT_SOLANA"]


class TestTon:
    ACCOUNT = ton.v4r2(KEY)

    def test_every_text_names_the_account(self) -> None:
        for form in ton.FORMS:
            assert ton.parse(ton.to_text(self.ACCOUNT, form)) == self.ACCOUNT
        masterchain = ton.TonAccount(-1, self.ACCOUNT.hash)
        for form in ton.FORMS:
            assert ton.parse(ton.to_text(masterchain, form)) == masterchain
        assert ton.to_text(masterchain, "bounceable").startswith("Ef")

    @pytest.mark.parametrize("form", [form for form in ton.FORMS if form != "raw"])
    def test_each_character_counts(self, form: str) -> None:
        text = ton.to_text(self.ACCOUNT, form)
        for place in range(len(text)):
            other = "A" if text[place] != "A" else "B"
            assert ton.parse(text[:place] + other + text[place + 1 :]) is None


class TestExportedWallet:
    WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    WHERE: ClassVar[dict[str, Any]] = {
        "path": "m/84'/0'/0'/0/0",
        "curve": "CURVE_SECP256K1",
        "address_format": "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH",
    }

    @pytest.mark.parametrize("passphrase", [None, "", "TREZOR"])
    def test_its_accounts_have_its_passphrase(self, passphrase: str | None) -> None:
        wallet = ExportedWallet(self.WORDS, passphrase, "english", checksum_valid=True)
        expected = derive_account(self.WORDS, **self.WHERE, passphrase=passphrase or "")
        assert wallet.account(**self.WHERE) == expected
        assert wallet.account(**self.WHERE, expected_address=expected.address) == expected
        with pytest.raises(ContextMismatch):
            wallet.account(**self.WHERE, expected_address=near_misses(expected.address)[0])

    def test_an_invalid_checksum_derives_only_when_told_to(self) -> None:
        wallet = ExportedWallet(self.WORDS.replace("yellow", "winner"), None, "english", checksum_valid=False)
        with pytest.raises(MalformedInput, match="its checksum is wrong"):
            wallet.account(**self.WHERE)
        assert wallet.account(**self.WHERE, allow_invalid_checksum=True).address.startswith("bc1q")
