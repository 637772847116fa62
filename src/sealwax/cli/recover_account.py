"""The later questions of ``sealwax recover``: the account, and the wallet program."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
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
from sealwax.wallets.extended_keys import bitcoin_account_key

from .accounts import Group, accounts_of, networks
from .addresses import Line, Wanted, in_usual_order, of_private_key
from .conversation import Back, Conversation, answer, choose, confirm, number_in, say_page
from .decrypt_account import Known, written
from .keys_in_text import LOOK_ALIKES
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


class Choosing:
    """The questions for the account and the wallet program, and their answers."""

    target: Target

    def __init__(self, talk: Conversation) -> None:
        self._talk = talk

    def ask_account(self, opened: Opened) -> bool:
        """Ask for the account."""
        content = opened.content
        if isinstance(content, sealwax.ExportedAccount):
            self.target = _ask_address_of_key(self._talk, content, opened.export.address)
        else:
            chosen = _ask_address_of_wallet(self._talk, content)
            self.target = Target(chosen)
        return True

    def ask_program(self, opened: Opened) -> bool:
        """Ask for the wallet program, unless no account was chosen."""
        chosen, content = self.target.chosen, opened.content
        if chosen is None:
            return False
        words = _words_of(content) if isinstance(content, sealwax.ExportedWallet) else None
        self.target = _ask_program(self._talk, chosen, words)
        return True


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
        typed = address_in(talk, answer(talk, "Address"))
        if not typed:
            try:
                return _choose_from_wallet(talk, wallet, listed)
            except Back:
                talk.say(_WHICH_ADDRESS.format("wallet"))
                continue
        path = typed if typed.startswith("m/") else None
        expected = typed if path is None else expected
        if expected is None:
            talk.say("This is a path. Type the address first.")
            continue
        found = _find(talk, wallet, expected, path, listed)
        if found is not None:
            talk.say(f"The path of the account is {found.path}", *_account_key(wallet, found))
            return _chosen(found)


def address_in(talk: Conversation, typed: str) -> str:
    """Return the address in a link, or with letters read as the digits that they look like; else the text."""
    for found, said in _meant(typed):
        if found != typed and formats_like(found) and not typo_note(found):
            talk.say(f"{said}: {found}")
            return found
    return typed


def _meant(typed: str) -> Iterator[tuple[str, str]]:
    """Yield the addresses that a text may mean, with what was done to it."""
    if len(typed) > MAX_ADDRESS_CHARACTERS or typed.startswith("m/"):
        return
    for part in _PARTS_OF_A_LINK.split(typed) if _LINK.match(typed) else ():
        yield part, "The address in this link is taken"
        yield _with_digits(part), "The address in this link is taken, with digits for letters like them"
    yield _with_digits(typed), "The letter that looks like a digit was read as the digit"


def _with_digits(typed: str) -> str:
    """Write the digits that letters look like, in hex and in bech32, which have no such letters."""
    start, one, rest = typed.rpartition("1")
    if typed[:2].lower() == "0x":
        return typed[:2] + typed[2:].translate(LOOK_ALIKES)
    return start + one + rest.translate({ord("O"): "0", ord("o"): "0"}) if one else typed


_LINK = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*[:/]")
_PARTS_OF_A_LINK = re.compile(r"[/?&=#:@]+")


def _account_key(wallet: sealwax.ExportedWallet, account: wallets.Account) -> Iterator[str]:
    """Describe the extended public key of the account, for Bitcoin."""
    if not account.address_format.startswith("ADDRESS_FORMAT_BITCOIN_MAINNET"):
        return
    key = bitcoin_account_key(wallet.mnemonic, wallet.passphrase, account.path)
    if key is not None:
        yield "With this public key, a program shows all addresses of the account, and can spend nothing:"
        yield f"  {key.slip132}"
        yield f"  Its fingerprint and path: {key.fingerprint} {key.path}"
        if key.slip132 != key.xpub:
            yield f"  As xpub: {key.xpub}"


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
    more_of = partial(accounts_of, Wallet(wallet.mnemonic, wallet.passphrase or ""))
    whole = "the words of the whole wallet" if wallet.checksum_valid else "the text in the export"
    line = _choose_line(talk, listed, whole, more_of)
    if line is None:
        return None
    account = _account_at(wallet, line)
    talk.say(*_account_key(wallet, account))
    return _chosen(account)


def _choose_line(
    talk: Conversation,
    listed: tuple[Line, ...],
    otherwise: str,
    more_of: Callable[[str], Sequence[Group]] | None = None,
) -> Line | None:
    """List the well-known addresses, and all, or more of a network, on request; return the chosen one."""
    first = {line.format: line for line in reversed(listed) if line.format in USUAL_FORMATS}
    groups: Sequence[Group] = (Group("", tuple(first.values())[::-1]),)
    talk.say("These are its addresses in the formats that most people know:")
    about = [
        "Only an address that you know shows that it is the right one.",
        "Type the number of an account, or its address, to get its private key.",
        "Type more to list all formats.",
        f"Or press Enter to get {otherwise}.",
    ]
    if more_of is not None:
        about.insert(3, "Not here? Type a network, such as Ethereum, to list 20 accounts per program.")
    start = _say_groups(talk, groups, 0, about)
    while True:
        talk.say(*about[:2], "Type more to list the next ones." if start else about[2], *about[3:])
        shown = [line for group in groups for line in group.lines]
        typed = address_in(talk, answer(talk, "Number"))
        place = number_in(typed, len(shown))
        if place is not None:
            return shown[place]
        if not typed:
            return None
        if typed.lower() == "more":
            groups = groups if start else (Group("", listed),)
            start = _say_groups(talk, groups, start, about)
            continue
        named = next((line for line in (*shown, *listed) if line.address == typed), None)
        if named is not None:
            talk.say(f"This is one of the addresses: {in_words(named)}")
            return named
        found = more_of(typed) if more_of is not None else ()
        if found:
            groups = found
            start = _say_groups(talk, groups, 0, about)
            continue
        talk.say(f"Type a number from 1 to {len(shown)}, one of the addresses, more, or nothing.")
        if more_of is not None:
            talk.say(f"Or one of these networks: {', '.join(networks())}.")


def _say_groups(talk: Conversation, groups: Sequence[Group], start: int, below: Sequence[str]) -> int:
    """Write a page of a numbered list of addresses; return the start of the next page, 0 at the end."""
    lines: list[str] = []
    number = 0
    for group in groups:
        lines += [group.heading] if group.heading else []
        for line in group.lines:
            number += 1
            lines.append(f"{number}. {f'{line.address} ({line.path})' if group.heading else in_words(line)}")
    return say_page(talk, lines, start, below)


# The key of an account.


def _ask_address_of_key(talk: Conversation, account: sealwax.ExportedAccount, answered: str | None) -> Target:
    """Ask for the address of a key, or choose it from a list."""
    listed = in_usual_order(of_private_key(account.private_key, Wanted()))
    while True:
        talk.say("", f"{_WHICH_ADDRESS.format('private key')} If you know none, press Enter.")
        while typed := address_in(talk, answer(talk, "Address")):
            chosen = _compare(talk, account, typed, listed)
            if chosen is not None:
                return Target(chosen)
        with suppress(Back):
            return _choose_address_of_key(talk, account, answered, listed)


def _choose_address_of_key(
    talk: Conversation, account: sealwax.ExportedAccount, answered: str | None, listed: tuple[Line, ...]
) -> Target:
    flags: tuple[str, ...] = ()
    if answered is not None:
        chosen_or_flag = _answered(talk, account, answered)
        if isinstance(chosen_or_flag, Chosen):
            return Target(chosen_or_flag)
        flags = (chosen_or_flag,) if chosen_or_flag else ()
    line = _choose_line(talk, listed, "the private key in hex")
    if line is None:
        return Target(None, form="hex", flags=flags)
    return Target(_chosen_line(account, line))


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
    talk.say(
        f"Your program takes the private key of this account{', or the words of the wallet' * has_words}."
    )
    words = [] if words_of_all is None else [words_of_all]
    if has_words:
        talk.say("To have both, start again later.")
    names = [program.name for program in programs]
    place = choose(
        talk,
        "Which program do you use?",
        [*names, *words, "another program, which takes a private key", "I do not know"],
    )
    if place < len(programs):
        return Target(chosen, programs[place], programs[place].form_of(row.name))
    is_unsure = place == len(programs) + len(words) + 1
    if is_unsure and has_words:
        talk.say("Then take the words: they bring back all accounts, in most programs.")
    if has_words and (is_unsure or place == len(programs)):
        return Target(chosen)
    if not row.advice:
        talk.say("You get the private key in its usual form: most programs import it.")
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
