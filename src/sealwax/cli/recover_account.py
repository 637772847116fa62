"""The later questions of ``sealwax recover``: the account, and the wallet program."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import sealwax
from sealwax import wallets
from sealwax._limits import MAX_ADDRESS_CHARACTERS
from sealwax.errors import ContextMismatch, SealwaxError
from sealwax.wallets.address_formats import FORMATS, USUAL_FORMATS, formats_like
from sealwax.wallets.addresses import (
    DerivedAddress,
    check_address_of,
    known_formats,
    typo_note,
    why_unknown,
)

from .addresses import Line, Wanted, in_usual_order, of_private_key
from .conversation import Conversation, choose, confirm, number_in, say_page
from .decrypt_account import Known, written
from .near_address import differences, ends_of, in_words, lines_of, nearest
from .recover_export import Opened
from .wallet_programs import Program, programs_for
from .wallet_source import Wallet


class Chosen(NamedTuple):
    """An account: its known properties, and the function that writes its key in a form."""

    address: str
    address_format: str
    path: str | None
    owner: wallets.Account | sealwax.ExportedAccount
    write: Callable[[str], str]


class Target(NamedTuple):
    """The output that the user chose, and its wallet program.

    Attributes:
        chosen: The account; None if none was chosen.
        program: The wallet program; None for any other.
        form: The form of the key; None for the words of the wallet.
        flags: Further flags of the equivalent command.
    """

    chosen: Chosen | None
    program: Program | None = None
    form: str | None = None
    flags: tuple[str, ...] = ()


def ask_target(talk: Conversation, opened: Opened) -> Target:
    """Ask for an account, and for the wallet program."""
    content = opened.content
    if isinstance(content, sealwax.ExportedAccount):
        return _ask_for_key(talk, content, opened.export.address)
    chosen = _ask_address_of_wallet(talk, content)
    return Target(None) if chosen is None else _ask_program(talk, chosen, _words_of(content))


_WHICH_ADDRESS = (
    "An address that you know, from an old payment or a screenshot, shows that this is the right {}. Type it "
    "whole."
)


# The account of a wallet.


def _ask_address_of_wallet(talk: Conversation, wallet: sealwax.ExportedWallet) -> Chosen | None:
    """Ask for an address until the wallet has it, or list the wallet's addresses. None: the whole wallet."""
    talk.say(
        "",
        _WHICH_ADDRESS.format("wallet"),
        "If you know none, press Enter: the addresses of the wallet are listed.",
    )
    # The warning about an invalid mnemonic was printed before.
    listed = lines_of(Wallet(wallet.mnemonic, wallet.passphrase or ""))
    expected = None
    while True:
        typed = talk.ask("Address").strip()
        if not typed:
            return _choose_from_wallet(talk, wallet, listed)
        path = typed if typed.startswith("m/") else None
        expected = typed if path is None else expected
        if expected is None:
            talk.say("This is a path. Type the address first.")
            continue
        found = _find(talk, wallet, expected, path, listed)
        if found is not None:
            talk.say(f"The path of the account is {found.path}")
            return _chosen(found)


def _find(
    talk: Conversation,
    wallet: sealwax.ExportedWallet,
    expected: str,
    path: str | None,
    listed: tuple[Line, ...],
) -> wallets.Account | None:
    """Return the account of an address, or of a similar listed one; print the result."""
    near = nearest(expected, listed)
    try:
        known_formats(expected, "this address")
        found = wallet.account(expected_address=expected, path=path, allow_invalid_checksum=True)
    except ContextMismatch:
        where = "at that path" if path is not None else "among its first accounts"
        talk.say(f"The wallet does not have this address {where}.")
        _say_typo(talk, expected)
        if near is None:
            talk.say("It may belong to another wallet or export.")
    except SealwaxError as error:
        talk.say(*_why_not_checked(expected, near, error))
    else:
        talk.say("The wallet has this address: it is the right wallet.")
        if found.wrong_case:
            talk.say("Some of its capitals differ from the usual ones. Check where you copied it from.")
        return found
    if near is not None and _is_meant(talk, expected, near, "wallet"):
        return _account_at(wallet, near)
    talk.say(
        "Type the address again, or another one. If you know the path of the account, such as "
        "m/44'/60'/0'/0/5, type it. Or press Enter: the addresses of the wallet are listed.",
    )
    return None


def _is_meant(talk: Conversation, typed: str, near: Line, owner: str) -> bool:
    """Ask whether an address is meant that differs slightly from the typed one."""
    talk.say(f"The {owner} has an address that is nearly what you typed:", f"  {in_words(near)}")
    talk.say(
        *(
            _sentence(difference.replace("the wallet", f"the {owner}"))
            for difference in differences(typed, near)
        )
    )
    is_shortened = ends_of(typed) is not None
    if not is_shortened:
        talk.say(
            f"This address is derived from the {owner} itself. Compare it with your payment or screenshot, "
            "character by character."
        )
    if not confirm(talk, "Is this the address that you mean?"):
        return False
    talk.say((_UNSURE if is_shortened else _SURE).format(owner=owner))
    return True


def _say_typo(talk: Conversation, address: str) -> None:
    """Report a mistyped address, if its checksum shows the mistake."""
    note = typo_note(address).removeprefix("; ")
    if note:
        talk.say(_sentence(note))


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


_SURE = "Then this is the right {owner}."
# An attacker can generate an address that begins and ends like another.
_UNSURE = "Then this is the account. Only a whole address that you know shows that the {owner} is yours."


def _why_not_checked(typed: str, near: Line | None, error: SealwaxError) -> Iterator[str]:
    """Explain why an address, or its path, cannot be checked."""
    if len(typed) <= MAX_ADDRESS_CHARACTERS and formats_like(typed):
        yield f"This cannot be checked: {error}."
    elif ends_of(typed) is not None:
        yield "This is shortened: only its beginning and its end are there."
        if near is None:
            yield "Type it whole. If you have only this, press Enter and compare with the list."
    else:
        yield f"This does not look like a whole address: {why_unknown(typed)}."


def _account_at(wallet: sealwax.ExportedWallet, line: Line) -> wallets.Account:
    return wallet.account(
        path=line.path,
        curve=line.curve,
        address_format=line.format,
        expected_address=line.address,
        allow_invalid_checksum=True,
    )


def _chosen(account: wallets.Account) -> Chosen:
    return Chosen(account.address, account.address_format, account.path, account, account.format)


def _choose_from_wallet(
    talk: Conversation, wallet: sealwax.ExportedWallet, listed: tuple[Line, ...]
) -> Chosen | None:
    line = _choose_line(talk, listed, "the words of the whole wallet")
    return None if line is None else _chosen(_account_at(wallet, line))


def _choose_line(talk: Conversation, listed: tuple[Line, ...], otherwise: str) -> Line | None:
    """List the well-known addresses, and all on request; return the chosen one."""
    first = {line.format: line for line in reversed(listed) if line.format in USUAL_FORMATS}
    shown = tuple(first.values())[::-1]
    talk.say("These are its addresses in the formats that most people know:")
    about = (
        "Compare them with what you have: only an address that you know shows that it is the right one.",
        "Type the number of an account, or its address, to get its key.",
        "Type more to list all formats.",
        f"Or press Enter to get {otherwise}.",
    )
    start = _say_numbered(talk, shown, 0, about)
    while True:
        talk.say(*about[:2], "Type more to list the next ones." if start else about[2], about[3])
        answer = talk.ask("Number").strip()
        place = number_in(answer, len(shown))
        if place is not None:
            return shown[place]
        if not answer:
            return None
        if answer.lower() == "more":
            shown = shown if start else listed
            start = _say_numbered(talk, shown, start, about)
            continue
        typed = next((line for line in listed if line.address == answer), None)
        if typed is not None:
            talk.say(f"This is one of the addresses: {in_words(typed)}")
            return typed
        talk.say(f"Type a number from 1 to {len(shown)}, one of the addresses, more, or nothing.")


def _say_numbered(talk: Conversation, shown: Sequence[Line], start: int, below: Sequence[str]) -> int:
    """Write a page of a list of addresses; return the start of the next page, 0 at the end."""
    numbered = [f"{number}. {in_words(line)}" for number, line in enumerate(shown, 1)]
    return say_page(talk, numbered, start, below)


# The key of an account.


def _ask_for_key(talk: Conversation, account: sealwax.ExportedAccount, answered: str | None) -> Target:
    """Ask for the address of a key, then for the program."""
    talk.say(
        "",
        f"{_WHICH_ADDRESS.format('key')} If you know none, press Enter.",
    )
    flags: tuple[str, ...] = ()
    listed = in_usual_order(of_private_key(account.private_key, Wanted()))
    while typed := talk.ask("Address").strip():
        chosen = _compare(talk, account, typed, listed)
        if chosen is not None:
            return _ask_program(talk, chosen, None)
    if answered is not None:
        chosen_or_flag = _answered(talk, account, answered)
        if isinstance(chosen_or_flag, Chosen):
            return _ask_program(talk, chosen_or_flag, None)
        flags = (chosen_or_flag,) if chosen_or_flag else ()
    line = _choose_line(talk, listed, "the key in hex")
    if line is None:
        return Target(None, form="hex", flags=flags)
    return _ask_program(talk, _chosen_line(account, line), None)


def _chosen_line(account: sealwax.ExportedAccount, line: Line) -> Chosen:
    derived = DerivedAddress(line.format, line.variant, line.address)
    return _chosen_key(account, Known(line.curve, (derived,)))


def _compare(
    talk: Conversation, account: sealwax.ExportedAccount, address: str, listed: tuple[Line, ...]
) -> Chosen | None:
    """Compare a key with an address, and print the result."""
    near = nearest(address, listed)
    try:
        chosen = _of_key(account, address)
    except ContextMismatch:
        talk.say("The key does not belong to this address.")
        _say_typo(talk, address)
    except SealwaxError as error:
        talk.say(*_why_not_checked(address, near, error))
    else:
        talk.say("The key belongs to this address.")
        return chosen
    if near is not None and _is_meant(talk, address, near, "key"):
        return _chosen_line(account, near)
    talk.say("Type it again, or another one. Or press Enter.")
    return None


def _of_key(account: sealwax.ExportedAccount, address: str) -> Chosen:
    """Return the account of a key, which must have an address."""
    by_curve = check_address_of(account.private_key, address, "this address")
    return _chosen_key(account, Known(*next(iter(by_curve.items()))))


def _chosen_key(account: sealwax.ExportedAccount, known: Known) -> Chosen:
    first = known.addresses[0]
    return Chosen(first.text, first.format, None, account, partial(written, account, known=known))


def _answered(talk: Conversation, account: sealwax.ExportedAccount, answered: str) -> Chosen | str:
    """Offer the address in the service's answer; return the flag for a different address."""
    talk.say(f"The service's answer names the address {answered}", "Nobody signed that.")
    try:
        chosen = _of_key(account, answered)
    except ContextMismatch:
        talk.say("The key does NOT belong to it. Check that this is the right answer.")
        return "--allow-wrong-address"
    except SealwaxError as error:
        talk.say(f"It cannot be compared: {error}.")
        return "--allow-unknown-address"
    talk.say("The key belongs to it.")
    return chosen if confirm(talk, "Is this the account that you want?") else ""


# The wallet program.


def _ask_program(talk: Conversation, chosen: Chosen, words_of_all: str | None) -> Target:
    """Ask for the wallet program, which determines the output; a single key has no words."""
    has_words = words_of_all is not None
    row = FORMATS[chosen.address_format]
    programs = programs_for(row.name)
    talk.say("", *([f"{row.advice}."] if row.advice else []))
    talk.say(f"Your program takes the key of this account{', or the words of the wallet' * has_words}.")
    words = [] if words_of_all is None else [words_of_all]
    if has_words:
        talk.say("To have both, start again later.")
    names = [program.name for program in programs]
    place = choose(
        talk,
        "Which program do you use?",
        [*names, *words, "another program, or I do not know yet"],
    )
    if place < len(programs):
        return Target(chosen, programs[place], programs[place].form_of(row.name))
    if place < len(programs) + len(words):
        return Target(chosen)
    if not row.advice:
        talk.say("You get the key of this account in its usual form: most programs import it.")
    if has_words:
        talk.say("If yours asks for words: start again, and choose the words of the wallet.")
    return Target(chosen, form=row.key_format)


def _words_of(wallet: sealwax.ExportedWallet) -> str:
    """Name the words of a wallet, and the programs that take them."""
    needs = []
    if not wallet.checksum_valid:
        needs.append("words that are not valid BIP-39")
    elif wallet.language != "english":
        needs.append("words in this language")
    if wallet.passphrase:
        needs.append("a passphrase")
    programs = (
        f"your program must take {' and '.join(needs)}; MetaMask does not"
        if needs
        else "MetaMask and most programs take them"
    )
    return f"the words of the wallet, for all its accounts: {programs}"
