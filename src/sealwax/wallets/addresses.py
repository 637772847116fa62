"""Derive the addresses of a public key, and compare them with the expected address."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import NoneType

from sealwax._codec.arguments import require_type
from sealwax._crypto.curves import CURVES, AccountCurve
from sealwax._crypto.keccak import eip55
from sealwax._limits import MAX_ADDRESS_CHARACTERS
from sealwax.errors import ContextMismatch, MalformedInput, Unsupported
from sealwax.schemes import PRIVATE_KEY_BYTES

from .address_formats import FORMATS, AddressFormatRow, find_format, formats_like, variants_on
from .primitives import require_wallets
from .public_key import PublicKey, decode_public_key, find_curve, public_key_of

ETHEREUM = "ADDRESS_FORMAT_ETHEREUM"


@dataclass(frozen=True)
class DerivedAddress:
    """An address of a key.

    Attributes:
        format: The API's name of the format, such as ``ADDRESS_FORMAT_SOLANA``.
        variant: The variant of the format, such as ``p2sh-p2wpkh``; None if the format has only one.
        text: The address.
        wrong_case: Whether the expected Ethereum address is in a mixed case that is not EIP-55's. The account
            is the same, but the expected text was changed or mistyped.
    """

    format: str
    variant: str | None
    text: str
    wrong_case: bool = False


def derive_address(
    public_key: str | bytes, address_format: str, *, curve: str, variant: str | None = None
) -> str:
    """Return the address of a public key. Needs the extra ``wallets``.

    Args:
        public_key: A SEC1 point of 33 or 65 bytes, or an Ed25519 key of 32 bytes; as bytes or hex.
        address_format: The API's name, such as ``ADDRESS_FORMAT_ETHEREUM``.
        curve: The API's name, such as ``CURVE_SECP256K1``.
        variant: One of the format's variants; required where it is not evidenced which one the service uses.

    Returns:
        The address.

    Raises:
        MalformedInput: The public key is not a key of the curve.
        Unsupported: The curve, the format or the variant is unknown, or the curve does not have this format;
            or the format has several variants and none is named. The message names the variants.
        MissingExtra: The extra ``wallets`` is not installed.
    """
    on_curve, row = find_curve(curve), find_format(address_format)
    variants = variants_on(row, on_curve.name)
    name = choose_variant(row, tuple(variants), variant)
    return variants[name](decode_public_key(public_key, on_curve))


def choose_variant(row: AddressFormatRow, names: tuple[str, ...], variant: str | None) -> str:
    """Return the variant to use; refuse to guess one."""
    require_type(variant, (str, NoneType), "variant")
    if variant:
        require_variant(row.name, names, variant)
        return variant
    if row.default in names:
        return row.default
    raise Unsupported(
        f"{row.name} has several variants, and the service's choice is unknown ({row.standard}); give the "
        f"expected address or the variant; {_those(names)}"
    )


def require_variant(which: str, names: tuple[str, ...], variant: str) -> None:
    """Refuse a variant that is not one of a format's; ``which`` names the format."""
    if variant not in names:
        raise Unsupported(f"{which} has no such variant; {_those(names)}")


def _those(names: tuple[str, ...]) -> str:
    return f"it must be one of {', '.join(names)}" if any(names) else "leave the variant out"


def all_addresses(key: PublicKey, curve: AccountCurve) -> tuple[DerivedAddress, ...]:
    """Return the address of every format and variant of the curve."""
    return tuple(_derived(key, curve, tuple(FORMATS.values())))


def addresses_of(private_key: bytes, curve: str) -> tuple[DerivedAddress, ...]:
    """Return the addresses of a private key on the curve with the API's name."""
    require_wallets()
    on_curve = find_curve(curve)
    return all_addresses(public_key_of(private_key, on_curve), on_curve)


def check_address_of(
    private_key: bytes, address: str, which: str = "the expected address"
) -> dict[str, tuple[DerivedAddress, ...]]:
    """Return a private key's addresses, by curve, that name the same account as the expected address."""
    require_wallets()
    rows = known_formats(address, which)
    fitting: dict[str, tuple[DerivedAddress, ...]] = {}
    for curve in CURVES.values():
        try:
            key = public_key_of(private_key, curve)
        except MalformedInput:
            if len(private_key) != PRIVATE_KEY_BYTES:
                raise
            continue  # above the order of this curve
        found = [
            match for row in rows for match in matching(tuple(_derived(key, curve, (row,))), row, address)
        ]
        if found:
            fitting[curve.name] = tuple(found)
    if not fitting:
        names = " or ".join(row.name for row in rows)
        raise ContextMismatch(
            "wrong-address",
            f"the private key does not have the expected address{typo_note(address)}; check that the "
            f"address belongs to this account, and was copied whole (as {names}, the key has another "
            "address)",
        )
    return fitting


def known_formats(address: str, which: str = "the expected address") -> tuple[AddressFormatRow, ...]:
    """Return the formats that an address may have; refuse an address with an unsupported format."""
    require_type(address, str, "address")
    if not address:
        raise MalformedInput(f"{which} is empty; leave it out, or give the account's address")
    rows = formats_like(address) if len(address) <= MAX_ADDRESS_CHARACTERS else ()
    if not rows:
        raise Unsupported(f"{which} has an unsupported format: {why_unknown(address)}")
    return rows


def why_unknown(address: str) -> str:
    """Explain why an address has no known format, without quoting it."""
    if len(address) > MAX_ADDRESS_CHARACTERS:
        return "it is too long for an address"
    for shape, why in _UNKNOWN:
        if shape.search(address):
            return why
    if address[:2].lower() == "0x":
        digits = len(address) - 2
        return f"it has {digits} digits after 0x; Ethereum addresses have 40, Sui's and Aptos's have 64"
    return "check that it was copied whole; or its network is not supported"


_UNKNOWN = (
    (re.compile(r"\s"), "there is white space around or in it"),
    # Controls, format characters such as U+200B and U+00AD, fillers and variation selectors.
    (
        re.compile(
            r"[\0-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e"
            r"\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
        ),
        "it has a character that cannot be seen, which often comes from copying; type the address",
    ),
    (re.compile(r"…|\.\.|\*"), "it is shortened; copy it whole"),
    (re.compile(r"[^ -~]"), "it has characters outside ASCII"),
    (re.compile(r"/"), "it is a link; copy the address alone"),
    (
        re.compile(r"^[A-Za-z]+:[^?]*\?"),
        "leave out the part before the colon, and the part from the question mark on",
    ),
    (re.compile(r"^[A-Za-z]+:(0x)?[0-9A-Za-z]"), "leave out the part before the colon"),
    (re.compile(r"\?"), "leave out the part from the question mark on"),
    (re.compile(r"^[^0-9A-Za-z-]|[^0-9A-Za-z_-]$"), "there is punctuation around it; leave that out"),
    (re.compile(r"\."), "it is a name, not an address; pass the address that the name stands for"),
    (re.compile(r"[^0-9A-Za-z:_-]"), "it has a character that no address has"),
    (re.compile(r"^[0-9A-Fa-f]{40}$"), "write 0x in front of an Ethereum address"),
    (re.compile(r"^0[xX].*[^0-9A-Fa-f]", re.DOTALL), "it has characters after 0x other than 0-9 and a-f"),
    (
        re.compile(r"^[0-9A-Fa-f]+$"),
        "it is hex of an unknown length; check that it was copied whole, and whether it begins with 0x",
    ),
)


def matching(
    derived: tuple[DerivedAddress, ...], row: AddressFormatRow, expected: str
) -> tuple[DerivedAddress, ...]:
    """Return the addresses equal to the expected one; if there are none, those of the same account."""
    # Only the raw form of TON has a colon: hex, whose case does not matter.
    text = expected.lower() if ":" in expected else expected
    exact = tuple(address for address in derived if address.text == text)
    if exact:
        return exact
    return tuple(
        DerivedAddress(
            address.format, address.variant, address.text, row.name == ETHEREUM and is_wrong_eip55(expected)
        )
        for address in derived
        if row.canonical(address.text) == row.canonical(expected)
    )


def is_wrong_eip55(address: str) -> bool:
    """Return whether an Ethereum address is in a mixed case that is not EIP-55's."""
    digits = address[2:]
    return digits not in {digits.lower(), digits.upper(), eip55(digits)}


def typo_note(address: str) -> str:
    """Return a note if the checksum shows that an Ethereum address was mistyped; otherwise empty text."""
    if not FORMATS[ETHEREUM].looks_like(address) or not is_wrong_eip55(address):
        return ""
    return "; its capitals do not match its EIP-55 checksum, so a character of it is wrong"


def _derived(
    key: PublicKey, curve: AccountCurve, rows: tuple[AddressFormatRow, ...]
) -> Iterator[DerivedAddress]:
    for row in rows:
        for variant, encode in row.variants.get(curve.name, {}).items():
            yield DerivedAddress(row.name, variant or None, encode(key))
