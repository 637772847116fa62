"""The checksum of Bitcoin's output descriptors (BIP-380)."""

from sealwax.errors import MalformedInput

from .bech32 import ALPHABET, polymod

_INPUT = (
    "0123456789()[],'/*abcdefgh@:$%{}"
    "IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~"
    'ijklmnopqrstuvwxyzABCDEFGH`#"\\ '
)  # fmt: skip
_GENERATOR = (0xF5DEE51989, 0xA9FDCA3312, 0x1BAB10E32D, 0x3706B1677A, 0x644D626FFD)
_CHECKSUM_CHARACTERS = 8


def add_checksum(descriptor: str) -> str:
    """Return a descriptor of ASCII text with ``#`` and its checksum after it."""
    symbols: list[int] = []
    groups: list[int] = []
    for character in descriptor:
        group, symbol = divmod(_INPUT.index(character), 32)
        symbols.append(symbol)
        groups.append(group)
        if len(groups) == 3:  # noqa: PLR2004 - BIP-380 joins the groups of three characters
            symbols.append(groups[0] * 9 + groups[1] * 3 + groups[2])
            groups = []
    if groups:
        symbols.append(groups[0] if len(groups) == 1 else groups[0] * 3 + groups[1])
    checksum = polymod([*symbols, *[0] * _CHECKSUM_CHARACTERS], _GENERATOR, bits=40) ^ 1
    places = reversed(range(_CHECKSUM_CHARACTERS))
    return f"{descriptor}#{''.join(ALPHABET[checksum >> 5 * place & 31] for place in places)}"


def strip_checksum(text: str, label: str) -> str:
    """Return a descriptor without its checksum, which is required and verified; errors never quote it."""
    descriptor, mark, _ = text.partition("#")
    if not mark or set(descriptor) - set(_INPUT):
        raise MalformedInput(
            f"{label} has no checksum; pass it whole, with # and the eight characters after it"
        )
    if add_checksum(descriptor) != text:
        raise MalformedInput(f"{label} has a wrong checksum; check that it was copied whole")
    return descriptor
