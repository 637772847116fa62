"""Find the address of a wallet that is nearly the expected one."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher, get_close_matches

from sealwax._limits import MAX_ADDRESS_CHARACTERS
from sealwax.wallets.address_formats import FORMATS

from .addresses import Line, Wanted, in_usual_order, of_wallet
from .streams import collected_notes
from .wallet_programs import format_in_words
from .wallet_source import Wallet

_MOST_DIFFERENCES = 3
_SHORTEST_PART = 3


def near_note(wallet: Wallet, expected: str, path: str | None) -> str:
    """Describe the address at a path, or at the default paths, that is nearly the expected one."""
    near = nearest(expected, lines_of(wallet, path))
    if near is None:
        return ""
    differ = "".join(f"; {difference}" for difference in differences(expected, near))
    canonical = FORMATS[near.format].canonical
    # The named format or curve could exclude exactly this address.
    label = "it" if canonical(near.address) == canonical(expected) else "an address that is nearly the same"
    return f"; the wallet has {label}, {in_words(near)}{differ}"


def nearest(typed: str, listed: tuple[Line, ...]) -> Line | None:
    """Return the listed address that is nearly the typed one, or was shortened to it; None without one."""
    ends = ends_of(typed)
    if ends is not None and min(map(len, ends)) >= _SHORTEST_PART:
        for line in listed:
            if line.address.lower().startswith(ends[0]) and line.address.lower().endswith(ends[1]):
                return line
    by_text = {line.address.lower(): line for line in reversed(listed)}
    found = get_close_matches(typed[:MAX_ADDRESS_CHARACTERS].lower(), list(by_text), n=1, cutoff=0.9)
    return by_text[found[0]] if found else None


def ends_of(typed: str) -> tuple[str, str] | None:
    """Return the beginning and end of a shortened address, in lower case; None for other text."""
    start, dots, end = re.sub(r"\.{2,}|\*+", "…", typed).partition("…")
    return (start.lower(), end.lower()) if dots else None


def differences(typed: str, near: Line) -> Iterator[str]:
    """Describe the different or missing characters, if they are few."""
    own = _in_case_of(typed, near)
    places = [place for place, (one, other) in enumerate(zip(typed, own, strict=False)) if one != other]
    if len(typed) == len(own) and len(places) <= _MOST_DIFFERENCES:
        for place in places:
            yield f"character {place + 1}: you typed {typed[place]}, the wallet has {own[place]}"
    changes = SequenceMatcher(None, typed.lower(), own.lower(), autojunk=False).get_opcodes()
    changes = [change for change in changes if change[0] != "equal"]
    if len(changes) <= _MOST_DIFFERENCES and {change[0] for change in changes} == {"insert"}:
        for _, before, _, start, end in changes:
            missing = (
                "1 character is missing" if end - start == 1 else f"{end - start} characters are missing"
            )
            where = {0: "at the beginning", len(typed): "at the end"}.get(before)
            yield f"{missing} {where or f'after character {before}'}"


def _in_case_of(typed: str, near: Line) -> str:
    """Write an address in the case of the typed text, if the format ignores case."""
    address, canonical = near.address, FORMATS[near.format].canonical
    if canonical(address.lower()) != canonical(address.upper()):
        return address
    start = len(_HEX_PREFIX) if typed[:2].lower() == address[:2].lower() == _HEX_PREFIX else 0
    for case in (str.lower, str.upper):
        if typed[start:] == case(typed[start:]):
            return typed[:start] + case(address[start:])
    return address


_HEX_PREFIX = "0x"


def lines_of(wallet: Wallet, path: str | None = None) -> tuple[Line, ...]:
    """Return the addresses of a wallet at a path, or else at the default paths, the usual formats first."""
    with collected_notes():
        return in_usual_order(of_wallet(wallet, Wanted(path=path), allow_invalid_checksum=True))


def in_words(line: Line) -> str:
    """Write an address with the everyday name of its format, and its path."""
    where = ", ".join(filter(None, (line.path, line.variant)))
    return f"{format_in_words(line.format)}: {line.address}" + (f" ({where})" if where else "")
