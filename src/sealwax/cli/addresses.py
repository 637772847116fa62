"""The command ``sealwax addresses``."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

import sealwax
from sealwax._crypto.bip39 import check_mnemonic
from sealwax._crypto.curves import CURVES
from sealwax.wallets.address_formats import FORMATS, USUAL_FORMATS, AddressFormatRow, find_format, variants_on
from sealwax.wallets.addresses import (
    ETHEREUM,
    all_addresses,
    is_wrong_eip55,
    known_formats,
    matching,
    typo_note,
)
from sealwax.wallets.derivation import list_accounts, parse_path, search_account, wallet_seed
from sealwax.wallets.public_key import PublicKey, decode_public_key, find_curve, public_key_of

from . import options, wallet_source
from .exports import warn_of_case
from .streams import say, write_json, write_lines
from .usage import Misuse


class Line(NamedTuple):
    """An address to print; an address of a key has no path."""

    format: str
    curve: str
    path: str | None
    variant: str | None
    address: str


class Wanted(NamedTuple):
    """The addresses to print; by default, all."""

    formats: tuple[AddressFormatRow, ...] = tuple(FORMATS.values())
    curve: str | None = None
    path: str | None = None
    expected: str | None = None


@options.command(
    epilog=options.examples(
        "sealwax addresses --mnemonic-file words.txt --format ethereum",
        "sealwax addresses --public-key HEX --curve CURVE_SECP256K1",
        "sealwax addresses --bundle answer.json --key export.private --organization-id ID",
    ),
)
@wallet_source.options_of_a_wallet
@click.option("--public-key", type=options.HEX, help="A public key, instead of a wallet. It needs --curve.")
@click.option("--curve", type=click.Choice(list(CURVES)), help="Only addresses of keys on this curve.")
@options.address_format("--format", help="Only addresses of this format, such as ethereum or solana.")
@click.option("--path", metavar="PATH", help="The derivation path.  [default: the formats' default paths]")
@options.expect_address("Print only the addresses that are this account.")
@click.option(
    "--all", "all_formats", is_flag=True, help="Addresses of all formats, not only of the usual ones."
)
@options.as_json
def addresses(
    *,
    source: wallet_source.WalletSource,
    public_key: str | None,
    curve: str | None,
    address_format: str | None,
    path: str | None,
    expect_address: str | None,
    all_formats: bool,
    as_json: bool,
) -> None:
    """List the addresses of a wallet or a key. No secret is written.

    Each line has the format, the curve, the path, the variant and the address, separated by tabs. The service
    uses one variant of a format, and which one is unknown: compare with the address that you know, or pass
    it with --expect-address. If no address matches it, the error is wrong-address, and nothing is listed.
    The usual formats come first; the others are listed with --all.
    """
    if public_key is not None:
        source.refuse("--public-key")
    wanted = _wanted(address_format, curve, path, expect_address)
    if public_key is not None:
        lines = _of_public_key(public_key, wanted)
    else:
        opened = source.open()
        lines = (
            of_private_key(opened, wanted)
            if isinstance(opened, bytes)
            else of_wallet(opened, wanted, allow_invalid_checksum=source.allow_invalid_checksum)
        )
    _write(_usual_first(tuple(lines), wanted, all_formats=all_formats), wanted, as_json=as_json)


def _usual_first(lines: tuple[Line, ...], wanted: Wanted, *, all_formats: bool) -> tuple[Line, ...]:
    """Put the usual formats first; omit other formats, unless they are requested or nothing else is left."""
    ordered = in_usual_order(lines)
    usual = tuple(line for line in ordered if line.format in USUAL_FORMATS)
    if all_formats or wanted.expected is not None or len(wanted.formats) == 1 or not usual:
        return ordered
    others = {line.format for line in ordered}.difference(USUAL_FORMATS)
    say(f"note: {len(others)} other formats are not listed; pass --all")
    return usual


def in_usual_order(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Put the well-known formats first."""
    place = {name: number for number, name in enumerate(USUAL_FORMATS)}
    return tuple(sorted(lines, key=lambda line: place.get(line.format, len(place))))


def _wanted(address_format: str | None, curve: str | None, path: str | None, expected: str | None) -> Wanted:
    formats = tuple(FORMATS.values()) if address_format is None else (find_format(address_format),)
    if curve is not None and address_format is not None:
        variants_on(formats[0], curve)
    if expected is not None:
        formats = tuple(row for row in known_formats(expected) if row in formats)
    return Wanted(formats, curve, path, expected)


def of_wallet(
    wallet: wallet_source.Wallet, wanted: Wanted, *, allow_invalid_checksum: bool
) -> Iterator[Line]:
    """Yield the addresses of a wallet, at the default paths of their formats if no path is given."""
    indices = None if wanted.path is None else parse_path(wanted.path)
    seed = wallet_seed(wallet.mnemonic, wallet.passphrase, allow_invalid_checksum=allow_invalid_checksum)
    if not check_mnemonic(wallet.mnemonic).checksum_valid:
        say("warning: the mnemonic is not valid BIP-39")
    if wanted.expected is not None:
        account = search_account(seed, wanted.expected, wanted.formats, indices=indices)
        if account is not None:
            yield Line(account.address_format, account.curve, account.path, account.variant, account.address)
        return
    for row in wanted.formats:
        for curve in row.variants:
            if wanted.curve in {None, curve}:
                paths = [indices] if indices is not None else [parse_path(path) for path in row.paths]
                for path in paths:
                    for found in list_accounts(seed, path, find_curve(curve), row):
                        yield Line(row.name, curve, found.path, found.variant, found.address)


def of_private_key(private_key: bytes, wanted: Wanted) -> Iterator[Line]:
    """Yield the addresses of a private key on each curve."""
    if wanted.path is not None:
        raise Misuse("the export of an account has no path; leave out --path")
    for curve in CURVES.values():
        if wanted.curve in {None, curve.name}:
            try:
                key = public_key_of(private_key, curve)
            except sealwax.MalformedInput:
                continue  # not below the order of this curve
            yield from _of_key(key, curve.name, wanted)


def _of_public_key(public_key: str, wanted: Wanted) -> Iterator[Line]:
    if wanted.curve is None or wanted.path is not None:
        raise Misuse("--public-key needs --curve, and no --path")
    return _of_key(decode_public_key(public_key, find_curve(wanted.curve)), wanted.curve, wanted)


def _of_key(key: PublicKey, curve: str, wanted: Wanted) -> Iterator[Line]:
    derived = all_addresses(key, find_curve(curve))
    for row in wanted.formats:
        found = tuple(address for address in derived if address.format == row.name)
        if wanted.expected is not None:
            found = matching(found, row, wanted.expected)
        yield from (Line(row.name, curve, None, address.variant, address.text) for address in found)


def _write(lines: tuple[Line, ...], wanted: Wanted, *, as_json: bool) -> None:
    if not lines and wanted.expected is not None:
        raise sealwax.ContextMismatch(
            "wrong-address",
            f"no address matches the expected one{typo_note(wanted.expected)}; check it, and the path, the "
            "passphrase and the curve",
        )
    if not lines:
        raise sealwax.Unsupported("no address format matches; leave out --curve or --format")
    if wanted.expected is None:
        say(
            "note: these addresses were not compared with a known one; compare them yourself, or pass "
            "--expect-address"
        )
    elif any(line.format == ETHEREUM for line in lines):
        warn_of_case(wrong_case=is_wrong_eip55(wanted.expected))
    if as_json:
        write_json({"addresses": [line._asdict() for line in lines]})
    else:
        write_lines(*("\t".join(part or "" for part in line) for line in lines))
