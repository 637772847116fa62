"""Test words on paper: type them, and see whether they give the wallet's address."""

import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

import sealwax
from sealwax import wallets
from sealwax._crypto.bip39 import (
    LANGUAGES,
    WORD_COUNTS,
    check_mnemonic,
    normalized,
    similar_words,
    why_invalid,
    word_list,
)
from sealwax.errors import SealwaxError

from .conversation import Back, Conversation, answer, choose, confirm
from .near_address import in_words, lines_of
from .recover_account import Chosen, address_in
from .unseen import unseen_in
from .wallet_source import Wallet


def check_paper(talk: Conversation, wallet: sealwax.ExportedWallet, chosen: Chosen | None) -> bool:
    """Offer to type a wallet's words from the paper; return whether they gave its address."""
    talk.say(
        "", "Test the paper now, before you go online or delete anything: press Enter, then type its words."
    )
    if not confirm(talk, "Do you want to test it? Enter alone is yes.", otherwise=True):
        return False
    language = str(wallet.language)
    expected = normalized(wallet.mnemonic).split()
    while True:
        talk.will_show()
        try:
            words = ask_words(talk, (language,), len(expected))
            passphrase = talk.ask("Passphrase") if wallet.passphrase else ""
        except Back:
            talk.clear()
            return False
        talk.clear()
        pairs = zip(words, expected, strict=True)
        wrong = [str(number) for number, (word, right) in enumerate(pairs, 1) if word != right]
        if wrong:
            noun = "word" if len(wrong) == 1 else "words"
            talk.say(f"The paper differs from the wallet: look at {noun} {', '.join(wrong)}.")
        elif normalized(passphrase) != normalized(wallet.passphrase or ""):
            talk.say("The words are right, but the passphrase differs.", *unseen_in(wallet.passphrase or ""))
        else:
            address = _address_of(" ".join(words), passphrase, chosen)
            talk.say(f"The paper is right. Its words give the wallet's address: {address}")
            return True
        ways = ("Type the words from the paper again.", "See the words again.", "Go on without.")
        place = choose(talk, "Correct the paper, or choose:", ways)
        if place == len(ways) - 1:
            return False
        if place == 1:
            talk.show(numbered_words(wallet.mnemonic), b"")
            talk.ask(
                "Press Enter when you have corrected the paper: the screen is then cleared", is_hidden=True
            )
            talk.clear()


def numbered_words(mnemonic: str) -> list[str]:
    """Return the words of a mnemonic as they are written on paper."""
    # Not every terminal composes the letters of Japanese and Korean words; on paper, there is no difference.
    composed = unicodedata.normalize("NFC", mnemonic).split()
    return [f"{number}. {word}" for number, word in enumerate(composed, 1)]


def _address_of(mnemonic: str, passphrase: str, chosen: Chosen | None) -> str:
    """Derive the chosen address, or else the first one of the list, from typed words."""
    if chosen is None or not isinstance(chosen.owner, wallets.Account):
        return in_words(lines_of(Wallet(mnemonic, passphrase))[0])
    owner = chosen.owner
    return wallets.derive_account(
        mnemonic,
        path=owner.path,
        curve=owner.curve,
        address_format=owner.address_format,
        expected_address=owner.address,
        passphrase=passphrase,
    ).address


def ask_about_paper(talk: Conversation) -> None:
    """Ask for the words on a paper, the passphrase and an address; say whether they belong together."""
    talk.say(
        "This tests the words on a paper. Nothing leaves this machine: disconnect it all the same.",
        "What you type is shown, and cleared in the end. Type one word or several, and press Enter.",
        "Press Enter alone after the last word. To return to the word before, type back.",
    )
    talk.will_show()
    words: list[str] = []
    while not words:
        with suppress(Back):  # before the first word
            words = ask_words(talk, LANGUAGES, None)
    mnemonic = " ".join(words)
    if not check_mnemonic(mnemonic).checksum_valid:
        talk.clear()
        talk.say(
            f"These words are not a wallet: {why_invalid(mnemonic)}.", "Start again with the paper at hand."
        )
        return
    passphrase, address = _ask_passphrase_and_address(talk)
    talk.clear()
    talk.say(*_result(mnemonic, passphrase, address))


def _ask_passphrase_and_address(talk: Conversation) -> tuple[str, str]:
    while True:
        passphrase = talk.ask("Passphrase, or Enter if there is none")
        talk.say(
            *unseen_in(passphrase),
            "An address of the wallet shows that the words and the passphrase are right.",
        )
        with suppress(Back):
            return passphrase, address_in(talk, answer(talk, "Address, or Enter to list the first ones"))


def _result(mnemonic: str, passphrase: str, address: str) -> Iterator[str]:
    """Say whether words and a passphrase give an address; without one, list their first addresses."""
    if not address:
        yield "The words are valid. The first addresses of their wallet:"
        yield from (f"- {in_words(line)}" for line in lines_of(Wallet(mnemonic, passphrase))[:_FIRST])
        return
    try:
        found = wallets.derive_account(mnemonic, expected_address=address, passphrase=passphrase)
    except SealwaxError as error:
        yield f"The words are valid, but the paper is not shown to be right: {error}."
    else:
        yield f"The paper is right. Its words give this address, at the path {found.path}"


_FIRST: Final = 12


def ask_words(talk: Conversation, languages: Sequence[str], count: int | None) -> list[str]:
    """Ask for words of one of the lists: a number of them, or up to an empty line."""
    words: list[str] = []
    most = count or max(WORD_COUNTS)
    while len(words) < most:
        try:
            typed = normalized(answer(talk, f"Word {len(words) + 1}").lower())
        except Back:
            if not words:
                raise
            words.pop()
            continue
        if not typed and count is None and len(words) in WORD_COUNTS:
            break
        if not typed:
            talk.say(f"A wallet has {count or '12, 15, 18, 21 or 24'} words, and these are {len(words)}.")
        # A number in front of a word is that of the paper.
        found = [word for word in typed.split() if not word.rstrip(".):").isdigit()][: most - len(words)]
        _add(talk, words, found, languages)
    return words


def _add(talk: Conversation, words: list[str], found: Sequence[str], languages: Sequence[str]) -> None:
    """Add words of the same list; explain the first other one."""
    for word in found:
        if not _languages_of([*words, word], languages):
            talk.say(*_why_unknown(word, _languages_of(words, languages), len(words) + 1))
            return
        words.append(word)


def _languages_of(words: Sequence[str], languages: Sequence[str]) -> list[str]:
    return [language for language in languages if word_list(language).issuperset(words)]


def _why_unknown(word: str, languages: Sequence[str], number: int) -> list[str]:
    others = _languages_of([word], LANGUAGES)
    name = _in_words(languages[:1]) if len(languages) == 1 else "the other words'"
    again = "Type it and the rest again."
    if others:
        return [f"Word {number} is in the {_in_words(others)} list, and not in the {name} list. {again}"]
    similar = [each for language in languages for each in similar_words(word, language)]
    said = f"Word {number} is not in the {name} list. {again}"
    return [said, *([f"Similar words: {', '.join(dict.fromkeys(similar))}"] if similar else [])]


def _in_words(languages: Sequence[str]) -> str:
    return " or ".join(language.replace("_", " ").capitalize() for language in languages)
