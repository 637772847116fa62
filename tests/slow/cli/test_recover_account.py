import re

import pytest

from sealwax import ExportedAccount, ExportedWallet
from sealwax.cli import recover_account
from sealwax.cli.near_address import differences, lines_of
from sealwax.cli.recover_account import Target
from sealwax.cli.recover_export import Export, Opened
from sealwax.cli.wallet_source import Wallet
from sealwax.wallets import derive_account, format_private_key
from sealwax.wallets.address_formats import FORMATS, USUAL_FORMATS
from sealwax.wallets.addresses import addresses_of
from sealwax.wallets.program_paths import PROGRAM_PATHS
from tests.cli.questions import ask_target
from tests.cli.script import Script
from tests.conftest import ORGANIZATION, near_misses

WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
ADDRESS, NUMBER, YES = "Address", "Number", "no"
PATH = "m/44'/60'/0'/0/0"
ETHEREUM = derive_account(WORDS, path=PATH, address_format="ADDRESS_FORMAT_ETHEREUM")
FAR = derive_account(WORDS, path="m/44'/60'/7'/0/99", address_format="ADDRESS_FORMAT_ETHEREUM")
FAR_BUT_SEARCHED = derive_account(WORDS, path="m/44'/60'/0'/0/9", address_format="ADDRESS_FORMAT_ETHEREUM")
OF_KEY = bytes(range(32))
OF_KEY_ADDRESS = "FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF"
OF_KEY_ETHEREUM = "0xedE35562d3555e61120a151B3c8e8e91d83a378a"
OTHER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"


LINE = next(line for line in lines_of(Wallet(WORDS, "")) if line.address == ETHEREUM.address)


SHORTENED = (
    "This is shortened: only its beginning and its end are there.\n"
    "Type it whole. If you have only this, press Enter and compare with the list."
)


def target(
    *answers: tuple[str, str],
    content: ExportedWallet | ExportedAccount | None = None,
    answered: str | None = None,
) -> tuple[Script, Target]:
    """Answer the questions about what an opened export is for."""
    talk = Script(*answers)
    found = ask_target(
        talk,
        Opened(
            Export("answer.json", "{}", ORGANIZATION, answered),
            "export.private",
            ORGANIZATION,
            content or ExportedWallet(WORDS, None, "english", True),  # noqa: FBT003 - as the library makes it
        ),
    )
    assert talk.is_over()
    for secret in (WORDS, ETHEREUM.private_key.hex(), OF_KEY.hex()):
        assert secret not in talk.text
        assert secret not in repr(found)
    return talk, found


def key_of(found: Target) -> str:
    assert found.chosen is not None
    assert found.form is not None
    return found.chosen.write(found.form)


class TestAnAccountOfAWallet:
    def test_by_its_address(self) -> None:
        talk, found = target((ADDRESS, f" {ETHEREUM.address} "), (NUMBER, "1"))
        assert "The wallet has this address: it is the right wallet." in talk.said
        assert f"The path of the account is {PATH}" in talk.said
        assert key_of(found) == ETHEREUM.format()
        assert found.program is not None
        assert found.program.name.startswith("MetaMask")

    def test_capitals(self) -> None:
        talk, _ = target((ADDRESS, "0x" + ETHEREUM.address[2:].swapcase()), (NUMBER, "1"))
        assert "Some of its capitals differ from the usual ones. Check where you copied it from." in talk.said

    @pytest.mark.parametrize(
        "typed",
        [
            *near_misses(ETHEREUM.address),
            *(ETHEREUM.address[:-1], ETHEREUM.address + "0"),
            *(
                f"{ETHEREUM.address[:6]}{dots}{ETHEREUM.address[-4:].lower()}"
                for dots in ("...", "…", "****")
            ),
        ],
    )
    def test_nearly(self, typed: str) -> None:
        talk, found = target((ADDRESS, typed), (YES, "yes"), (NUMBER, "1"))
        assert f"  Ethereum: {ETHEREUM.address} ({PATH})" in talk.said
        assert "The wallet has this address" not in talk.text
        differ = [
            place for place, each in enumerate(zip(typed, ETHEREUM.address, strict=False)) if len({*each}) > 1
        ]
        named = [line for line in talk.said if line.startswith("Character ")]
        assert len(named) == (len(differ) if len(typed) == len(ETHEREUM.address) else 0)
        assert ("1 character is missing at the end." in talk.said) == (typed == ETHEREUM.address[:-1])
        assert "unsupported format" not in talk.text
        is_whole = re.search(r"\*|…|\.\.", typed) is None
        for place, line in zip(differ, named, strict=False):
            assert line == (
                f"Character {place + 1}: you typed {typed[place]}, the wallet has {ETHEREUM.address[place]}."
            )
        assert ("This address is derived from the wallet itself. " in talk.text) == is_whole
        said = talk.said[talk.said.index("Is this the address that you mean?") + 1]
        expected = recover_account._SURE if is_whole else recover_account._UNSURE
        assert said == expected.format(owner="wallet")
        assert key_of(found) == ETHEREUM.format()

    @pytest.mark.parametrize(
        "own",
        [ETHEREUM.address.lower(), ETHEREUM.address.upper(), "0x" + ETHEREUM.address[2:].upper()],
        ids=["small", "capital", "capital digits"],
    )
    def test_nearly_in_one_case(self, own: str) -> None:
        typed = near_misses(own)[2]
        (place,) = (place for place, each in enumerate(typed) if each != own[place])
        talk, _ = target((ADDRESS, typed), (YES, "yes"), (NUMBER, "1"))
        assert "The wallet does not have this address among its first accounts." in talk.said
        (named,) = (line for line in talk.said if line.startswith("Character "))
        assert named == f"Character {place + 1}: you typed {typed[place]}, the wallet has {own[place]}."

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            (ETHEREUM.address[:-4], ["4 characters are missing at the end"]),
            (
                ETHEREUM.address[2:-1],
                ["2 characters are missing at the beginning", "1 character is missing at the end"],
            ),
            (ETHEREUM.address[:12] + ETHEREUM.address[15:], ["3 characters are missing after character 12"]),
            (ETHEREUM.address[:12] + "z" + ETHEREUM.address[15:], []),
            (ETHEREUM.address + "0", []),
            (ETHEREUM.address[::2], []),
        ],
    )
    def test_characters_that_are_missing(self, typed: str, said: list[str]) -> None:
        assert list(differences(typed, LINE)) == said

    def test_the_case_of_base58_matters(self) -> None:
        typed = OF_KEY_ADDRESS.upper()
        line = LINE._replace(format="ADDRESS_FORMAT_SOLANA", address=OF_KEY_ADDRESS)
        assert list(differences(typed, line)) == []
        near = OF_KEY_ADDRESS[:-1] + "f"
        assert list(differences(near, line)) == ["character 43: you typed f, the wallet has F"]

    def test_nearly_and_not_meant(self) -> None:
        typed = near_misses(ETHEREUM.address)[0]
        _, found = target((ADDRESS, typed), (YES, "no"), (ADDRESS, ETHEREUM.address), (NUMBER, "1"))
        assert key_of(found) == ETHEREUM.format()

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            (
                OTHER,
                "address among its first accounts.\nIt may belong to another wallet or export.",
            ),
            ("hello", "This does not look like a whole address: check that it was copied whole; "),
            (f"{ETHEREUM.address[:4]}...beef", SHORTENED),
            (f"{ETHEREUM.address[:8]}...25", SHORTENED),
            ("x" * 5000, "This does not look like a whole address: it is too long for an address."),
            (WORDS, "there is white space around or in it."),
            (f"{ETHEREUM.address}?amount=0.1", "leave out the part from the question mark on."),
            ("bc1qcr8te4kr609gcawu\u200btmrza0j4xv80jy8z306fyu", "it has a character that cannot be seen, "),
            ("cosmos1qqqsyqcyq5rqwzqfpg9scrgwpugpzysn7k4rlm.", "there is punctuation around it; "),
        ],
    )
    def test_not_at_all(self, typed: str, said: str) -> None:
        talk, _ = target((ADDRESS, typed), (ADDRESS, ETHEREUM.address), (NUMBER, "1"))
        assert said in talk.text
        assert typed not in talk.text

    def test_with_its_path(self) -> None:
        talk, found = target(
            *[(ADDRESS, "m/0'"), (ADDRESS, FAR.address), (ADDRESS, "m/x"), (ADDRESS, "m/44'/60'/0'/0/1")],
            *[(ADDRESS, FAR.path), (NUMBER, "1")],
        )
        assert "This is a path. Type the address first." in talk.said
        assert "This cannot be checked: " in talk.text
        assert "The wallet does not have this address at that path." in talk.said
        assert key_of(found) == FAR.format()
        assert found.chosen is not None
        assert found.chosen.path == FAR.path

    def test_from_the_list(self) -> None:
        talk, found = target((ADDRESS, ""), (NUMBER, "2"), (NUMBER, "1"))
        solana = derive_account(WORDS, path="m/44'/501'/0'/0'", address_format="ADDRESS_FORMAT_SOLANA")
        assert f"2. Solana: {solana.address} (m/44'/501'/0'/0')" in talk.said
        assert key_of(found) == solana.format("solana")
        listed = [line for line in talk.said if line[:1].isdigit() and "m/" in line]
        assert len(listed) == len(USUAL_FORMATS)

    def test_an_answer_that_is_none_lists_nothing_more(self) -> None:
        pages = []
        for answers in ([(NUMBER, "1")], [(NUMBER, "99"), (NUMBER, "1")]):
            talk, _ = target((ADDRESS, ""), *answers, (NUMBER, "1"))
            pages.append([line for line in talk.said if line[:1].isdigit() and "m/" in line])
        assert pages[0] == pages[1]

    def test_from_the_list_by_its_address(self) -> None:
        solana = derive_account(WORDS, path="m/44'/501'/0'/0'", address_format="ADDRESS_FORMAT_SOLANA")
        near = f"{solana.address[:-1]}{'1' if solana.address[-1] != '1' else '2'}"
        talk, found = target((ADDRESS, ""), (NUMBER, near), (NUMBER, solana.address), (NUMBER, "1"))
        assert f"This is one of the addresses: Solana: {solana.address} (m/44'/501'/0'/0')" in talk.said
        assert key_of(found) == solana.format("solana")

    def test_from_the_whole_list(self) -> None:
        answers = [(ADDRESS, ""), (NUMBER, "99"), (NUMBER, "More"), (NUMBER, "40"), (NUMBER, "1")]
        talk, found = target(*answers)
        assert "Type a number from 1 to 12, one of the addresses, more, or nothing." in talk.said
        assert any("Spark mainnet: spark1" in line for line in talk.said)
        assert found.chosen is not None
        assert any(line.startswith("40. ") and found.chosen.address in line for line in talk.said)

    def test_each_of_the_whole_list_has_a_key(self) -> None:
        wallet = ExportedWallet(WORDS, None, "english", True)  # noqa: FBT003 - as the library makes it
        lines = lines_of(Wallet(WORDS, ""))
        assert {line.format for line in lines} == FORMATS.keys()
        for line in lines:
            account = recover_account._account_at(wallet, line)
            assert (account.address, account.path) == (line.address, line.path)

    def test_the_words_of_all(self) -> None:
        _, found = target((ADDRESS, ""), (NUMBER, ""))
        assert found == Target(None)

    def test_a_passphrase_counts(self) -> None:
        wallet = ExportedWallet(WORDS, "hunter2", "english", True)  # noqa: FBT003
        account = derive_account(
            WORDS, path=PATH, address_format="ADDRESS_FORMAT_ETHEREUM", passphrase="hunter2"
        )
        talk, found = target((ADDRESS, ""), (NUMBER, "1"), (NUMBER, "1"), content=wallet)
        assert key_of(found) == account.format()
        assert "hunter2" not in talk.text

    def test_words_that_are_not_valid(self) -> None:
        wallet = ExportedWallet(WORDS.replace("yellow", "winner"), None, None, False)  # noqa: FBT003
        talk, found = target((ADDRESS, ""), (NUMBER, "1"), (NUMBER, "1"), content=wallet)
        assert key_of(found).startswith("0x")
        assert "warning" not in talk.text


@pytest.mark.parametrize(
    ("wallet", "programs"),
    [
        (ExportedWallet(WORDS, None, "english", True), "MetaMask and most programs take them"),  # noqa: FBT003
        (
            ExportedWallet(WORDS, "", "french", True),  # noqa: FBT003
            "your program must take words in this language; MetaMask does not",
        ),
        (
            ExportedWallet(WORDS, "x", "english", True),  # noqa: FBT003
            "your program must take a passphrase; MetaMask does not",
        ),
        (
            ExportedWallet("other", "x", None, False),  # noqa: FBT003
            "your program must take words that are not valid BIP-39 and a passphrase; MetaMask does not",
        ),
    ],
)
def test_the_programs_that_take_the_words(wallet: ExportedWallet, programs: str) -> None:
    assert recover_account._words_of(wallet) == f"the words of the wallet, for all its accounts: {programs}"


class TestAKey:
    KEY = ExportedAccount(OF_KEY)

    @pytest.mark.parametrize(("address", "form"), [(OF_KEY_ADDRESS, "solana"), (OF_KEY_ETHEREUM, "0x")])
    def test_by_its_address(self, address: str, form: str) -> None:
        talk, found = target((ADDRESS, address), (NUMBER, "1"), content=self.KEY)
        assert "The key belongs to this address." in talk.said
        assert key_of(found) == format_private_key(OF_KEY, form)

    def test_a_descriptor(self) -> None:
        address = "bc1pe79zfx0vqy700v66t34uzr4kq48x38xtfvrqx90gsc3n5cds622q3ppndr"
        _, found = target((ADDRESS, address), (NUMBER, "1"), content=self.KEY)
        assert key_of(found) == format_private_key(OF_KEY, "descriptor-tr")

    def test_other_addresses(self) -> None:
        talk, _ = target(
            (ADDRESS, OTHER), (ADDRESS, "hello"), (ADDRESS, OF_KEY_ADDRESS), (NUMBER, "1"), content=self.KEY
        )
        assert (
            "The key does not belong to this address.\nType it again, or another one. Or press Enter."
            in talk.text
        )
        assert "This does not look like a whole address: check that it was copied whole; " in talk.text

    def test_an_address_with_a_typo(self) -> None:
        wrong = near_misses(OF_KEY_ETHEREUM)[0]
        again = [(YES, "no"), (ADDRESS, wrong), (YES, "yes"), (NUMBER, "1")]
        talk, found = target((ADDRESS, wrong), *again, content=self.KEY)
        assert (
            "The key does not belong to this address.\n"
            "Its capitals do not match its EIP-55 checksum, so a character of it is wrong.\n"
            "The key has an address that is nearly what you typed:\n"
            f"  Ethereum: {OF_KEY_ETHEREUM}\n"
        ) in talk.text
        assert ", the key has " in talk.text
        assert "This address is derived from the key itself. " in talk.text
        assert "Type it again, or another one. Or press Enter." in talk.said
        assert talk.said.count("Then this is the right key.") == 1
        assert key_of(found) == format_private_key(OF_KEY, "0x")

    def test_a_shortened_address(self) -> None:
        short = f"{OF_KEY_ETHEREUM[:6]}...{OF_KEY_ETHEREUM[-4:]}"
        talk, _ = target((ADDRESS, short), (YES, "yes"), (NUMBER, "1"), content=self.KEY)
        assert "Only a whole address that you know shows that the key is yours." in talk.text

    def test_that_in_the_answer(self) -> None:
        talk, found = target(
            (ADDRESS, ""), (YES, "yes"), (NUMBER, "1"), content=self.KEY, answered=OF_KEY_ADDRESS
        )
        assert f"The service's answer names the address {OF_KEY_ADDRESS}" in talk.said
        assert "Nobody signed that." in talk.said
        assert key_of(found) == format_private_key(OF_KEY, "solana")

    def test_that_in_the_answer_is_not_meant(self) -> None:
        _, found = target((ADDRESS, ""), (YES, "no"), (NUMBER, ""), content=self.KEY, answered=OF_KEY_ADDRESS)
        assert found == Target(None, form="hex")

    @pytest.mark.parametrize(
        ("answered", "said", "flag"),
        [
            (OTHER, "The key does NOT belong to it.", "--allow-wrong-address"),
            ("hello", "It cannot be compared: ", "--allow-unknown-address"),
        ],
    )
    def test_that_in_the_answer_is_another(self, answered: str, said: str, flag: str) -> None:
        talk, found = target((ADDRESS, ""), (NUMBER, ""), content=self.KEY, answered=answered)
        assert said in talk.text
        assert found == Target(None, form="hex", flags=(flag,))
        _, chosen = target((ADDRESS, ""), (NUMBER, "1"), (NUMBER, "1"), content=self.KEY, answered=answered)
        assert chosen.flags == ()

    def test_from_the_list(self) -> None:
        talk, found = target((ADDRESS, ""), (NUMBER, "2"), (NUMBER, "1"), content=self.KEY)
        assert f"2. Solana: {OF_KEY_ADDRESS}" in talk.said
        assert key_of(found) == format_private_key(OF_KEY, "solana")


class TestTheWayBack:
    def test_out_of_the_program(self) -> None:
        solana = derive_account(WORDS, path="m/44'/501'/0'/0'", address_format="ADDRESS_FORMAT_SOLANA")
        answers = [(ADDRESS, ETHEREUM.address), (NUMBER, "Back"), (ADDRESS, solana.address), (NUMBER, "1")]
        _, found = target(*answers)
        assert key_of(found) == solana.format("solana")

    def test_out_of_the_list(self) -> None:
        answers = [(ADDRESS, ""), (NUMBER, "back"), (ADDRESS, ETHEREUM.address), (NUMBER, "1")]
        assert key_of(target(*answers)[1]) == ETHEREUM.format()
        of_key = [(ADDRESS, ""), (YES, "back"), (ADDRESS, OF_KEY_ADDRESS), (NUMBER, "1")]
        _, found = target(*of_key, content=TestAKey.KEY, answered=OF_KEY_ADDRESS)
        assert key_of(found) == format_private_key(OF_KEY, "solana")

    def test_at_the_first_question(self) -> None:
        talk, _ = target((ADDRESS, "back"), (ADDRESS, ""), (NUMBER, ""))
        assert "This is the first question. To stop, press Ctrl and C together." in talk.said


class TestWhatIsCopiedWithAnAddress:
    @pytest.mark.parametrize(
        "typed",
        [
            f"https://etherscan.io/address/{ETHEREUM.address}",
            f"etherscan.io/address/{ETHEREUM.address}#tokentxns",
            f"ethereum:{ETHEREUM.address}@1?value=1",
        ],
    )
    def test_a_link(self, typed: str) -> None:
        talk, found = target((ADDRESS, typed), (NUMBER, "1"))
        assert f"The address in this link is taken: {ETHEREUM.address}" in talk.said
        assert key_of(found) == ETHEREUM.format()

    def test_a_link_with_a_letter_for_a_digit(self) -> None:
        typed = FAR_BUT_SEARCHED.address[2:].replace("0", "O")
        talk, found = target((ADDRESS, f"https://etherscan.io/address/0x{typed}"), (NUMBER, "1"))
        assert "The address in this link is taken, with digits for letters like them: " in talk.text
        assert key_of(found) == FAR_BUT_SEARCHED.format()

    def test_a_link_without_one(self) -> None:
        talk, _ = target((ADDRESS, "https://example.com/x"), (ADDRESS, ""), (NUMBER, ""))
        assert "This does not look like a whole address: " in talk.text

    @pytest.mark.parametrize("letter", ["O", "o"])
    def test_a_letter_for_a_digit(self, letter: str) -> None:
        zeros = derive_account(
            WORDS, path="m/84'/0'/0'/0/9", address_format="ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH"
        )
        for account in (FAR_BUT_SEARCHED, zeros):
            start = account.address.rpartition("1")[0] + "1" if account is zeros else "0x"
            typed = start + account.address[len(start) :].replace("0", letter)
            assert typed != account.address
            talk, found = target((ADDRESS, typed), (NUMBER, "1"))
            assert f"The letter that looks like a digit was read as the digit: {account.address}" in talk.said
            assert found.chosen is not None
            assert found.chosen.address == account.address


class TestMoreAccounts:
    def test_of_a_network(self) -> None:
        seventh = derive_account(WORDS, path="m/44'/60'/6'/0/0", address_format="ADDRESS_FORMAT_ETHEREUM")
        talk, found = target((ADDRESS, ""), (NUMBER, " ethereum "), (NUMBER, "27"), (NUMBER, "1"))
        assert "Ethereum, at m/44'/60'/N'/0/0: Ledger Live:" in talk.said
        assert f"27. {seventh.address} (m/44'/60'/6'/0/0)" in talk.said
        assert key_of(found) == seventh.format()

    def test_a_path_without_a_number_has_one(self) -> None:
        talk, _ = target((ADDRESS, ""), (NUMBER, "Solana"), (NUMBER, "41"), (NUMBER, "1"))
        assert any(line.startswith("41. ") and line.endswith(" (m/44'/501')") for line in talk.said)
        assert not any(line.startswith("42. ") for line in talk.said)

    def test_of_no_network(self) -> None:
        talk, _ = target((ADDRESS, ""), (NUMBER, "Ether"), (NUMBER, "1"), (NUMBER, "1"))
        assert "Or one of these networks: Ethereum, Solana, Bitcoin, Tron, XRP, " in talk.text
        talk, _ = target((ADDRESS, ""), (NUMBER, "Ethereum"), (NUMBER, ""), content=TestAKey.KEY)
        assert "Or one of these networks" not in talk.text

    @pytest.mark.parametrize("path", [row.of(19) for row in PROGRAM_PATHS])
    def test_all_are_found_by_their_address(self, path: str) -> None:
        (row,) = (row for row in PROGRAM_PATHS if row.of(19) == path)
        wallet = ExportedWallet(WORDS, None, "english", True)  # noqa: FBT003 - as the library makes it
        line = next(each for each in lines_of(Wallet(WORDS, ""), path) if each.format == row.formats[0])
        assert wallet.account(expected_address=line.address).address == line.address

    def test_the_key_of_a_bitcoin_account(self) -> None:
        # BIP-84's test vector.
        words = f"{'abandon ' * 11}about"
        wallet = ExportedWallet(words, None, "english", True)  # noqa: FBT003 - as the library makes it
        talk, _ = target(
            (ADDRESS, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"), (NUMBER, "1"), content=wallet
        )
        assert (
            "  zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31m"
            "GDtKsAYz2oz2AGutZYs"
        ) in talk.said
        assert "  Its fingerprint and path: 73c5da0a m/84'/0'/0'" in talk.said

    @pytest.mark.parametrize(("kind", "purpose", "keys"), [("P2PKH", "44", 1), ("P2WSH", "48", 0)])
    def test_one_in_the_form_of_bip_32_or_none(self, kind: str, purpose: str, keys: int) -> None:
        name = f"ADDRESS_FORMAT_BITCOIN_MAINNET_{kind}"
        line = next(each for each in lines_of(Wallet(WORDS, "")) if each.format == name)
        assert (line.path or "").startswith(f"m/{purpose}'")
        talk, _ = target((ADDRESS, line.address), (NUMBER, "1"))
        assert sum("xpub" in each for each in talk.said) == keys


class TestThePrograms:
    def test_who_does_not_know_gets_the_words(self) -> None:
        talk, found = target((ADDRESS, ETHEREUM.address), (NUMBER, "5"))
        assert "Then take the words: they bring back all accounts, in most programs." in talk.said
        assert (found.form, found.program) == (None, None)
        _, found = target((ADDRESS, OF_KEY_ADDRESS), (NUMBER, "4"), content=TestAKey.KEY)
        assert found.form == "solana"

    def test_the_words(self) -> None:
        _, found = target((ADDRESS, ETHEREUM.address), (NUMBER, "3"))
        assert found.chosen is not None
        assert (found.form, found.program) == (None, None)

    def test_another_one_gets_the_usual_form(self) -> None:
        talk, found = target((ADDRESS, ETHEREUM.address), (NUMBER, "4"))
        assert (found.form, found.program) == ("0x", None)
        assert talk.said[-1] == "You get the private key in its usual form: most programs import it."
        talk, of_key = target((ADDRESS, OF_KEY_ADDRESS), (NUMBER, "3"), content=TestAKey.KEY)
        assert (of_key.form, of_key.program) == ("solana", None)

    def test_advice_for_those_that_import_no_keys(self) -> None:
        xrp = next(
            each.text
            for each in addresses_of(OF_KEY, "CURVE_SECP256K1")
            if (each.format, each.variant) == ("ADDRESS_FORMAT_XRP", "classic")
        )
        talk, found = target((ADDRESS, xrp), (NUMBER, "1"), content=TestAKey.KEY)
        assert f"{FORMATS['ADDRESS_FORMAT_XRP'].advice}." in talk.said
        assert found.form == "xrp-hex"
        talk, _ = target((ADDRESS, xrp), (NUMBER, "2"), content=TestAKey.KEY)
        assert "most programs import it" not in talk.text
