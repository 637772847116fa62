from sealwax import ExportedWallet
from sealwax.cli.paper import ask_about_paper, ask_words, check_paper
from sealwax.cli.recover_account import Chosen
from sealwax.wallets import derive_account
from tests.cli.script import Script

WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
ACCOUNT = derive_account(WORDS, path="m/44'/60'/3'/0/99", address_format="ADDRESS_FORMAT_ETHEREUM")
FIRST = derive_account(WORDS, path="m/44'/60'/0'/0/0", address_format="ADDRESS_FORMAT_ETHEREUM")
YES, NUMBER, PASSPHRASE, ADDRESS = "yes or no", "Number", "Passphrase", "list the first ones"
OF_WORD = [f"Word {number}" for number in range(1, 26)]


def checked(
    *answers: tuple[str, str], passphrase: str | None = None, chosen: Chosen | None = None, words: str = WORDS
) -> Script:
    """Test the paper of a wallet."""
    talk = Script(*answers)
    is_right = check_paper(talk, ExportedWallet(words, passphrase, "english", True), chosen)  # noqa: FBT003
    assert talk.is_over()
    assert is_right == talk.said[-1].startswith("The paper is right.")
    return talk


class TestAfterWriting:
    def test_a_right_paper(self) -> None:
        talk = checked((YES, ""), (OF_WORD[0], WORDS))
        assert talk.said[-1].startswith(
            "The paper is right. Its words give the wallet's address: Ethereum: 0x"
        )
        assert FIRST.address in talk.said[-1]
        assert talk.said[-2] == "(cleared)"

    def test_word_by_word_with_numbers_and_capitals(self) -> None:
        answers = [
            (OF_WORD[place], f"{place + 1}. {word.upper()}") for place, word in enumerate(WORDS.split())
        ]
        assert "The paper is right." in checked((YES, "yes"), *answers).text

    def test_the_address_that_was_chosen(self) -> None:
        chosen = Chosen(ACCOUNT.address, ACCOUNT.address_format, ACCOUNT.path, ACCOUNT, ACCOUNT.format)
        talk = checked((YES, "yes"), (OF_WORD[0], WORDS), chosen=chosen)
        assert talk.said[-1] == f"The paper is right. Its words give the wallet's address: {ACCOUNT.address}"

    def test_no_test(self) -> None:
        assert "The paper" not in checked((YES, "no")).text

    def test_the_way_back(self) -> None:
        talk = checked(
            (YES, "yes"),
            (OF_WORD[0], "legal winter"),
            (OF_WORD[2], "back"),
            (OF_WORD[1], "back"),
            (OF_WORD[0], "back"),
        )
        assert talk.said[-1] == "(cleared)"

    def test_a_mistyped_word(self) -> None:
        talk = checked((YES, "yes"), (OF_WORD[0], "legal winer"), (OF_WORD[1], WORDS.removeprefix("legal ")))
        assert "Word 2 is not in the English list. Type it and the rest again." in talk.said
        assert "Similar words: wine, winter, winner" in talk.said
        assert "The paper is right." in talk.text

    def test_a_word_that_is_like_none(self) -> None:
        talk = checked((YES, "yes"), (OF_WORD[0], "qqqqqqq"), (OF_WORD[0], ""), (OF_WORD[0], WORDS))
        assert "Similar words" not in talk.text
        assert "A wallet has 12 words, and these are 0." in talk.said

    def test_a_word_of_another_list(self) -> None:
        first = WORDS.rpartition(" ")[0]
        talk = checked((YES, "yes"), (OF_WORD[0], f"{first} abeille"), (OF_WORD[11], "yellow"))
        assert (
            "Word 12 is in the French list, and not in the English list. Type it and the rest again."
            in talk.said
        )

    def test_another_word_of_the_list(self) -> None:
        wrong = WORDS.replace("year", "yard")
        answers = [(OF_WORD[0], wrong), (NUMBER, "2"), ("is then cleared", ""), (OF_WORD[0], wrong)]
        talk = checked((YES, "yes"), *answers, (NUMBER, "1"), (OF_WORD[0], WORDS))
        assert talk.said.count("The paper differs from the wallet: look at word 4.") == 2
        assert "4. year" in talk.shown.decode()
        twice = checked((YES, "yes"), (OF_WORD[0], wrong.replace("wave", "way")), (NUMBER, "3"))
        assert "The paper differs from the wallet: look at words 4, 5." in twice.said

    def test_a_passphrase(self) -> None:
        answers = [
            (OF_WORD[0], WORDS),
            (PASSPHRASE, "hunter2"),
            (NUMBER, "1"),
            (OF_WORD[0], WORDS),
            (PASSPHRASE, "hunter2 "),
        ]
        talk = checked((YES, "yes"), *answers, passphrase="hunter2 ")
        assert "The words are right, but the passphrase differs." in talk.said
        assert "It ends with a space." in talk.said
        assert "The paper is right." in talk.said[-1]

    def test_all_24_words_of_another_language(self) -> None:
        words = "\u3042\u3044\u3053\u304f\u3057\u3093 " * 23
        assert ask_words(
            Script((OF_WORD[0], words), (OF_WORD[23], "\u3042\u3044\u3053\u304f\u3057\u3093")),
            ["japanese"],
            24,
        )


def alone(*answers: tuple[str, str]) -> Script:
    """Test a paper alone."""
    talk = Script(*answers)
    ask_about_paper(talk)
    assert talk.is_over()
    assert "(cleared)" in talk.said
    return talk


class TestAlone:
    WHOLE = ((OF_WORD[0], WORDS), (OF_WORD[12], ""))

    def test_its_address(self) -> None:
        talk = alone(*self.WHOLE, ("there is none", ""), (ADDRESS, FIRST.address))
        assert talk.said[-1] == f"The paper is right. Its words give this address, at the path {FIRST.path}"

    def test_with_a_passphrase(self) -> None:
        account = derive_account(
            WORDS, path=FIRST.path, address_format=FIRST.address_format, passphrase="a  b"
        )
        talk = alone(*self.WHOLE, ("there is none", "a  b"), (ADDRESS, account.address))
        assert "It has two spaces or more in a row." in talk.said
        assert "The paper is right." in talk.said[-1]

    def test_another_address(self) -> None:
        talk = alone(*self.WHOLE, ("there is none", "x"), (ADDRESS, FIRST.address))
        assert "The words are valid, but the paper is not shown to be right: " in talk.said[-1]

    def test_without_an_address(self) -> None:
        talk = alone(*self.WHOLE, ("there is none", ""), (ADDRESS, ""))
        assert any(FIRST.address in line for line in talk.said)

    def test_words_that_are_no_wallet(self) -> None:
        wrong = WORDS.replace("yellow", "year")
        talk = alone((OF_WORD[0], wrong), (OF_WORD[12], ""))
        assert "These words are not a wallet: its checksum is wrong; " in talk.said[-2]

    def test_too_few_words(self) -> None:
        talk = alone(
            (OF_WORD[0], "legal"),
            (OF_WORD[1], ""),
            (OF_WORD[1], WORDS.removeprefix("legal ")),
            (OF_WORD[12], ""),
            ("there is none", ""),
            (ADDRESS, ""),
        )
        assert "A wallet has 12, 15, 18, 21 or 24 words, and these are 1." in talk.said

    def test_words_of_two_lists(self) -> None:
        talk = alone(
            (OF_WORD[0], "legal abeille"),
            (OF_WORD[1], WORDS.removeprefix("legal ")),
            (OF_WORD[12], ""),
            ("there is none", ""),
            (ADDRESS, ""),
        )
        assert (
            "Word 2 is in the French list, and not in the English list. Type it and the rest again."
            in talk.said
        )

    def test_the_way_back(self) -> None:
        none = ("there is none", "")
        talk = alone((OF_WORD[0], "back"), *self.WHOLE, none, (ADDRESS, "back"), none, (ADDRESS, ""))
        assert "The words are valid." in talk.text
