import copy
import json
import pickle
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax._limits import MAX_PATH_LEVELS
from sealwax.errors import ContextMismatch, MalformedInput, SealwaxError, Unsupported
from sealwax.wallets import Account, derive_account, derive_address, ton
from sealwax.wallets.derivation import parse_path, path_text
from tests.conftest import DATA, near_misses, near_texts
from tests.wallets.known_answers import ADDRESSES, MNEMONIC, NOT_HARDENED, address_id, needs_known_answers

SLIP10 = json.loads((DATA / "slip0010.json").read_text())


@needs_known_answers
@pytest.mark.parametrize("entry", ADDRESSES, ids=address_id)
class TestKnownAnswers:
    def test_an_account_by_its_variant(self, entry: dict[str, Any]) -> None:
        account = derive_account(
            MNEMONIC,
            path=entry["path"],
            curve=entry["curve"],
            address_format=entry["format"],
            variant=entry["variant"] or None,
        )
        assert account.address == entry["address"]
        assert account.private_key.hex() == entry["privateKeyHex"]
        assert account.public_key == entry["publicKeyHex"]

    def test_an_account_by_its_address(self, entry: dict[str, Any]) -> None:
        account = derive_account(
            MNEMONIC,
            path=entry["path"],
            curve=entry["curve"],
            address_format=entry["format"],
            expected_address=entry["address"],
        )
        assert account.address == entry["address"]
        assert account.variant in {entry["variant"] or None, "classic"}
        assert not account.wrong_case

    def test_the_address_of_a_public_key(self, entry: dict[str, Any]) -> None:
        for public_key in (entry["publicKeyHex"], bytes.fromhex(entry["publicKeyHex"])):
            assert (
                derive_address(
                    public_key, entry["format"], curve=entry["curve"], variant=entry["variant"] or None
                )
                == entry["address"]
            )


@needs_known_answers
@pytest.mark.parametrize(
    ("entry", "candidate"),
    [(entry, candidate) for entry in NOT_HARDENED for candidate in ("candidateA", "candidateB")],
    ids=lambda part: part if isinstance(part, str) else f"{part['format']} {part['path']}",
)
def test_the_address_decides_what_an_index_that_is_not_hardened_does(
    entry: dict[str, Any], candidate: str
) -> None:
    known = entry[candidate]
    arguments = {"path": entry["path"], "curve": "CURVE_ED25519", "address_format": entry["format"]}
    account = derive_account(MNEMONIC, **arguments, expected_address=known["address"])
    assert account.private_key.hex() == known["privateKeyHex"]
    assert account.variant is not None
    assert account.variant.endswith({"candidateA": "all-hardened", "candidateB": "skipped"}[candidate])
    assert derive_account(MNEMONIC, **arguments, variant=account.variant) == account
    with pytest.raises(Unsupported, match=r"all-hardened, .*non-hardened-skipped"):
        derive_account(MNEMONIC, **arguments)


WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
ETHEREUM = {
    "path": "m/44'/60'/0'/0/0",
    "curve": "CURVE_SECP256K1",
    "address_format": "ADDRESS_FORMAT_ETHEREUM",
}


def derive(mnemonic: str = WORDS, **changed: object) -> Account:
    return derive_account(mnemonic, **{**ETHEREUM, **changed})  # type: ignore[arg-type]


class TestPublishedVectors:
    """BIP-49, 84 and 86, SEP-5, SLIP-10: values of the standards, of the mnemonic that they share."""

    ABANDON = "abandon " * 11 + "about"

    @pytest.mark.parametrize(
        ("standard", "path", "address_format", "variant", "address"),
        [
            (
                "BIP-49",
                "m/49'/1'/0'/0/0",
                "BITCOIN_TESTNET_P2SH",
                "p2sh-p2wpkh",
                "2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2",
            ),
            (
                "BIP-84",
                "m/84'/0'/0'/0/0",
                "BITCOIN_MAINNET_P2WPKH",
                None,
                "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
            ),
            (
                "BIP-84",
                "m/84'/0'/0'/1/0",
                "BITCOIN_MAINNET_P2WPKH",
                None,
                "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el",
            ),
            (
                "BIP-86",
                "m/86'/0'/0'/0/0",
                "BITCOIN_MAINNET_P2TR",
                None,
                "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
            ),
            (
                "BIP-86",
                "m/86'/0'/0'/0/1",
                "BITCOIN_MAINNET_P2TR",
                None,
                "bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh",
            ),
        ],
    )
    def test_bitcoin(
        self, standard: str, path: str, address_format: str, variant: str | None, address: str
    ) -> None:
        account = derive(
            self.ABANDON, path=path, address_format=f"ADDRESS_FORMAT_{address_format}", variant=variant
        )
        assert account.address == address, standard

    def test_stellar_sep5(self) -> None:
        words = "illness spike retreat truth genius clock brain pass fit cave bargain toe"
        account = derive(
            words, path="m/44'/148'/1'", curve="CURVE_ED25519", address_format="ADDRESS_FORMAT_XLM"
        )
        assert account.address == "GBAW5XGWORWVFE2XTJYDTLDHXTY2Q2MO73HYCGB3XMFMQ562Q2W2GJQX"

    def test_the_account_of_hardhat(self) -> None:
        account = derive("test " * 11 + "junk")
        assert account.address == "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
        assert account.private_key.hex().startswith("ac0974be")


class TestPaths:
    @pytest.mark.parametrize(
        "path", ["", "m", "m/", "/0", "0/1", "M/0", "44'/60'", "m//0", "m/0/", " m/0", "m/0 "]
    )
    def test_what_is_no_path(self, path: str) -> None:
        with pytest.raises(MalformedInput, match=r"^(the path must begin with m/|level \d of the path)"):
            derive(path=path)

    @pytest.mark.parametrize(
        "level",
        ["0H", "0\u2019", "0''", "0'h", "-1", "+1", "1.0", "0x1", "00", "01'", "1_0", "\u0661", "'", "x"],
    )
    def test_a_level_that_is_no_index_is_named(self, level: str) -> None:
        with pytest.raises(MalformedInput, match=r"^level 2 of the path is not an index") as raised:
            derive(path=f"m/44'/{level}/0")
        assert f"/{level}/" not in str(raised.value)

    @pytest.mark.parametrize("mark", '\u2018\u2019\u201b\u2032\u02b9\u02bc\u00b4`\uff07"H')
    def test_another_mark_is_named(self, mark: str) -> None:
        with pytest.raises(MalformedInput, match=r"^level 1 of .* write ' or h after it, not another apost"):
            derive(path=f"m/44{mark}/60'/0")
        with pytest.raises(MalformedInput, match=r"^level 2 of .* it must be a number without leading zeros"):
            derive(path=f"m/44'/60{mark}{mark}/0")

    @pytest.mark.parametrize("index", ["2147483648", "4294967296", "2147483648'", "9999999999"])
    def test_an_index_too_large_is_named(self, index: str) -> None:
        with pytest.raises(MalformedInput, match=r"^level 3 of the path is too large"):
            derive(path=f"m/44'/60'/{index}")
        assert derive(path="m/44'/60'/2147483647'").path == "m/44'/60'/2147483647'"

    def test_the_levels_are_limited(self) -> None:
        assert len(parse_path("m" + "/0" * MAX_PATH_LEVELS)) == MAX_PATH_LEVELS
        with pytest.raises(MalformedInput, match=f"more than {MAX_PATH_LEVELS} levels"):
            derive(path="m" + "/0" * (MAX_PATH_LEVELS + 1))
        with pytest.raises(MalformedInput, match=f"more than {MAX_PATH_LEVELS} levels"):
            derive(path="m" + "/0" * 1_000_000)

    @given(st.text() | st.text("m/0123456789'h"))
    def test_any_text_is_a_path_or_malformed(self, text: str) -> None:
        try:
            indices = parse_path(text)
        except MalformedInput:
            return
        assert parse_path(path_text(indices)) == indices


class TestIndicesThatAreNotHardened:
    """On Ed25519, where SLIP-10 has no such indices."""

    WHERE: ClassVar[dict[str, str]] = {
        "curve": "CURVE_ED25519",
        "address_format": "ADDRESS_FORMAT_SOLANA",
    }

    def test_the_largest_is_one(self) -> None:
        path = "m/44'/2147483647"
        with pytest.raises(Unsupported, match="all-hardened, non-hardened-skipped"):
            derive(**self.WHERE, path=path)
        skipped = derive(**self.WHERE, path=path, variant="non-hardened-skipped")
        assert skipped.private_key == derive(**self.WHERE, path="m/44'").private_key
        hardened = derive(**self.WHERE, path=path, variant="all-hardened")
        assert hardened.private_key == derive(**self.WHERE, path=f"{path}'").private_key


class TestMnemonics:
    def test_the_passphrase_counts(self) -> None:
        assert derive(passphrase="TREZOR").address != derive().address

    def test_an_invalid_checksum_derives_only_when_told_to(self) -> None:
        words = WORDS.replace("yellow", "winner")
        with pytest.raises(MalformedInput, match="its checksum is wrong") as raised:
            derive(words)
        assert "winner" not in str(raised.value)
        assert derive(words, allow_invalid_checksum=True).address != derive().address

    @pytest.mark.parametrize(
        ("name", "what"), [("mnemonic", "the mnemonic"), ("passphrase", "the passphrase")]
    )
    def test_texts_are_bounded_and_encodable(self, name: str, what: str) -> None:
        for text, problem in (("x" * 513, "more than 512 characters"), ("\ud800", "lone surrogate")):
            arguments = {"mnemonic": WORDS, name: text, "allow_invalid_checksum": True}
            with pytest.raises(MalformedInput, match=f"^{what} (has|contains) .*{problem}"):
                derive(**arguments)  # type: ignore[arg-type]
        assert derive(passphrase="x" * 512).address


class TestVariants:
    def test_an_unknown_variant_is_refused(self) -> None:
        with pytest.raises(Unsupported, match="no such variant; leave the variant out"):
            derive(variant="p2sh-p2pk")
        for known in ("p2sh-p2pk", "p2sh-p2pkh", "p2sh-p2wpkh"):
            with pytest.raises(Unsupported, match=f"no such variant; it must be one of .*{known}"):
                derive(address_format="ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH", variant="p2sh")

    def test_a_variant_and_an_address_must_agree(self) -> None:
        arguments = {"address_format": "ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH"}
        address = derive(**arguments, variant="p2sh-p2pk").address
        assert derive(**arguments, variant="p2sh-p2pk", expected_address=address).address == address
        with pytest.raises(ContextMismatch):
            derive(**arguments, variant="p2sh-p2pkh", expected_address=address)


class TestExpectedAddress:
    @pytest.mark.parametrize("address", ["", "0x", "x" * 300, *near_misses(derive().address)])
    def test_another_address(self, address: str) -> None:
        with pytest.raises(ContextMismatch) as raised:
            derive(expected_address=address)
        assert raised.value.code == "wrong-address"
        assert address in {"", "0x"} or address not in str(raised.value)

    def test_ethereum_is_compared_without_case(self) -> None:
        address = derive().address
        for text, wrong in (
            (address, False),
            (address.lower(), False),
            ("0x" + address[2:].upper(), False),
            ("0x" + address[2:].swapcase(), True),
        ):
            account = derive(expected_address=text)
            assert (account.address, account.wrong_case) == (address, wrong)

    def test_ton_is_compared_by_workchain_and_hash(self) -> None:
        arguments = {
            "path": "m/44'/607'/0'",
            "curve": "CURVE_ED25519",
            "address_format": "ADDRESS_FORMAT_TON_V4R2",
        }
        raw = derive(**arguments, variant="raw").address
        assert derive(**arguments, expected_address=raw.upper()).variant == "raw"
        friendly = derive(**arguments, variant="bounceable").address
        standard = friendly.replace("-", "+").replace("_", "/")
        assert derive(**arguments, expected_address=standard).address == friendly
        with pytest.raises(ContextMismatch):
            derive(**arguments, expected_address=raw.replace("0:", "-1:"))
        account = ton.parse(raw)
        assert account is not None
        for workchain in (-1, 1):
            elsewhere = ton.to_text(account._replace(workchain=workchain), "bounceable")
            with pytest.raises(ContextMismatch):
                derive(**arguments, expected_address=elsewhere)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"curve": "CURVE_X"}, "unsupported"),
        ({"curve": "secp256k1"}, "unsupported"),
        ({"address_format": "ETHEREUM"}, "unsupported"),
        ({"curve": "CURVE_ED25519"}, "unsupported"),
        ({"curve": "CURVE_P256"}, "unsupported"),
        ({"address_format": "ADDRESS_FORMAT_SOLANA"}, "unsupported"),
    ],
)
def test_curves_and_formats_that_do_not_fit(changed: dict[str, str], code: str) -> None:
    with pytest.raises(SealwaxError) as raised:
        derive(**changed)
    assert raised.value.code == code


@pytest.mark.parametrize(
    "name", ["path", "curve", "address_format", "variant", "expected_address", "passphrase", "mnemonic"]
)
def test_arguments_of_another_type_are_named(name: str) -> None:
    with pytest.raises(TypeError, match=f"^{name} must be str"):
        derive(**{"mnemonic": WORDS, name: 5})  # type: ignore[arg-type]


class TestAccount:
    def test_it_shows_and_gives_away_no_secret(self) -> None:
        account = derive()
        secret = account.private_key
        for text in (repr(account), str(account), f"{account}"):
            assert secret.hex() not in text
            assert repr(secret) not in text
            assert account.address in text
        for give_away in (pickle.dumps, copy.copy, copy.deepcopy, vars):
            with pytest.raises(TypeError):
                give_away(account)
        with pytest.raises(TypeError):
            hash(account)

    def test_it_cannot_be_changed(self) -> None:
        with pytest.raises(AttributeError, match="address of Account cannot be set"):
            derive().address = "x"


class TestSearching:
    """Options that are not given are found by the expected address."""

    EXPECTED = derive_account(
        WORDS, path="m/44'/60'/0'/0/7", curve="CURVE_SECP256K1", address_format="ADDRESS_FORMAT_ETHEREUM"
    )

    def test_an_unknown_variant_is_refused(self) -> None:
        path, name, variant = "m/49'/0'/0'/0/0", "ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH", "p2sh-p2wpkh"
        known = derive_account(WORDS, path=path, address_format=name, variant=variant)
        expected = known.address
        assert derive_account(WORDS, expected_address=expected, variant=variant) == known
        places: list[dict[str, Any]] = [{}, {"path": path}, {"address_format": name}]
        for near in near_texts(variant):
            for where in places:
                with pytest.raises(Unsupported, match=f"{name} has no such variant; .*{variant}"):
                    derive_account(WORDS, **where, expected_address=expected, variant=near)
        with pytest.raises(ContextMismatch):
            derive_account(
                WORDS, address_format=name, expected_address=self.EXPECTED.address, variant=variant
            )

    @pytest.mark.parametrize(
        ("given", "missing"),
        [
            ({}, "path"),
            ({"address_format": "ADDRESS_FORMAT_ETHEREUM"}, "path"),
            ({"path": "m/0'"}, "address_format"),
            ({"path": "m/0'", "curve": "CURVE_SECP256K1"}, "address_format"),
        ],
    )
    def test_what_is_missing_is_named(self, given: dict[str, str], missing: str) -> None:
        with pytest.raises(ValueError, match=f"^{missing} is required without expected_address$"):
            derive_account(WORDS, **given)  # type: ignore[arg-type]

    def test_the_only_curve_of_a_format_need_not_be_named(self) -> None:
        where = {"path": "m/44'/60'/0'/0/7", "address_format": "ADDRESS_FORMAT_ETHEREUM"}
        assert derive_account(WORDS, **where) == self.EXPECTED  # type: ignore[arg-type]
        with pytest.raises(Unsupported, match="CURVE_SECP256K1 or CURVE_ED25519"):
            derive_account(WORDS, path="m/0'", address_format="ADDRESS_FORMAT_SEI")


class TestFormat:
    def test_the_usual_form_is_the_default(self) -> None:
        account = TestSearching.EXPECTED
        assert account.format() == account.format("0x") == f"0x{account.private_key.hex()}"

    def test_a_descriptor(self) -> None:
        account = derive_account(
            WORDS,
            path="m/49'/0'/0'/0/0",
            address_format="ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH",
            variant="p2sh-p2wpkh",
        )
        assert account.format("descriptor").startswith("sh(wpkh(")
        for near in near_texts("descriptor"):
            with pytest.raises(Unsupported, match="the form of the private key is unknown"):
                account.format(near)
        fields = {name: getattr(account, name) for name in Account.__slots__}
        for near in near_texts("p2sh-p2wpkh"):
            with pytest.raises(Unsupported, match="a descriptor is for Bitcoin"):
                Account(**{**fields, "variant": near}).format("descriptor")
