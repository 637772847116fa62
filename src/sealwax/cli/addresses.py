"""The command ``sealwax addresses``."""

from collections.abc import Iterator
from typing import NamedTuple

import click

import sealwax
from sealwax._codec.text import decode_utf8
from sealwax._crypto.bip39 import check_mnemonic
from sealwax._limits import MAX_ANSWER_BYTES
from sealwax.bundles.exports import split_wallet
from sealwax.curves import CURVES
from sealwax.schemes import PRIVATE_KEY_BYTES
from sealwax.wallets.address_formats import FORMATS, AddressFormatRow, find_format, variants_on
from sealwax.wallets.addresses import ETHEREUM, all_addresses, is_wrong_eip55, known_formats, matching
from sealwax.wallets.derivation import list_accounts, parse_path, search_account, wallet_seed
from sealwax.wallets.public_key import PublicKey, decode_public_key, find_curve, public_key_of

from . import options
from .answers import EXPORT, find_bundle
from .exports import warn_of_case
from .secret_input import SecretInput
from .streams import Input, say, write_json, write_lines
from .usage import Misuse


class _Line(NamedTuple):
    """An address to print; an address of a key has no path."""

    format: str
    curve: str
    path: str | None
    variant: str | None
    address: str


class _Wallet(NamedTuple):
    mnemonic: str
    passphrase: str


class _Wanted(NamedTuple):
    """The addresses to print."""

    formats: tuple[AddressFormatRow, ...]
    curve: str | None
    path: str | None
    expected: str | None


@click.command(
    short_help="List the addresses of a wallet or a key.",
    epilog=options.examples(
        "sealwax addresses --mnemonic-file words.txt --format ADDRESS_FORMAT_ETHEREUM",
        "sealwax addresses --public-key HEX --curve CURVE_SECP256K1",
        "sealwax addresses --bundle answer.json --key export.private --organization-id ID",
    ),
)
@options.secret_file("--mnemonic-file", "Mnemonic", help="The file with the mnemonic, on one line.")
@options.passphrase
@click.option(
    "--allow-invalid-checksum", is_flag=True, help="Derive from a mnemonic that is not valid BIP-39."
)
@options.input_file("--bundle", help="The export of a wallet or account, or the service's whole answer.")
@options.input_file("--key", help="The target key of the export: NAME.private.")
@click.option("--organization-id", metavar="ID", help="The organization that the export must be for.")
@options.bundle_signer("signer")
@click.option("--public-key", type=options.HEX, help="A public key, instead of a wallet. It needs --curve.")
@click.option("--curve", type=click.Choice(list(CURVES)), help="Only addresses of keys on this curve.")
@click.option(
    "--format",
    "address_format",
    type=click.Choice(list(FORMATS)),
    metavar="ADDRESS_FORMAT_...",
    help="Only addresses of this format.",
)
@click.option("--path", metavar="PATH", help="The derivation path.  [default: the formats' default paths]")
@options.expect_address("Print only the addresses that are this account.")
@options.as_json
def addresses(
    *,
    mnemonic_file: SecretInput,
    passphrase_file: Input | None,
    ask_passphrase: bool,
    allow_invalid_checksum: bool,
    bundle: Input | None,
    key: Input | None,
    organization_id: str | None,
    keys: sealwax.EnclaveKeys,
    public_key: str | None,
    curve: str | None,
    address_format: str | None,
    path: str | None,
    expect_address: str | None,
    as_json: bool,
) -> None:
    """List the addresses of a wallet or a key. No secret is written.

    Each line has the format, the curve, the path, the variant and the address, separated by tabs. The service
    uses one variant of a format, and which one is unknown: compare with the address that you know, or pass
    it with --expect-address. If no address matches it, the error is wrong-address, and nothing is listed.
    """
    if sum(source is not None for source in (mnemonic_file.file, bundle, public_key)) > 1:
        raise Misuse("pass only one of --mnemonic-file, --bundle and --public-key")
    if (bundle is None) != (key is None) or (bundle is None) != (organization_id is None):
        raise Misuse("--bundle, --key and --organization-id need each other; pass all three or none")
    passphrase = options.passphrase_of(passphrase_file, ask=ask_passphrase)
    if passphrase is not None and (bundle, public_key) != (None, None):
        raise Misuse("a passphrase is for a mnemonic; leave it out with --bundle or --public-key")
    wanted = _wanted(address_format, curve, path, expect_address)
    if public_key is not None:
        lines = _of_public_key(public_key, wanted)
    elif bundle is not None and key is not None and organization_id is not None:
        opened = _open(bundle, key.read_target_key(), organization_id, keys)
        lines = (
            _of_private_key(opened, wanted)
            if isinstance(opened, bytes)
            else _of_wallet(opened, wanted, allow_invalid_checksum=allow_invalid_checksum)
        )
    else:
        wallet = _Wallet(mnemonic_file.read(), "" if passphrase is None else passphrase.read())
        lines = _of_wallet(wallet, wanted, allow_invalid_checksum=allow_invalid_checksum)
    _write(tuple(lines), wanted, as_json=as_json)


def _wanted(address_format: str | None, curve: str | None, path: str | None, expected: str | None) -> _Wanted:
    formats = tuple(FORMATS.values()) if address_format is None else (find_format(address_format),)
    if curve is not None and address_format is not None:
        variants_on(formats[0], curve)
    if expected is not None:
        formats = tuple(row for row in known_formats(expected) if row in formats)
    return _Wanted(formats, curve, path, expected)


def _open(
    bundle: Input, key: sealwax.TargetKey, organization_id: str, keys: sealwax.EnclaveKeys
) -> _Wallet | bytes:
    """Open an export: 32 bytes are the key of an account; anything else is a wallet."""
    with bundle.opened(limit=MAX_ANSWER_BYTES) as content:
        export = find_bundle(content, EXPORT).bundle
        plaintext = sealwax.decrypt_export(export, key, organization_id=organization_id, keys=keys)
    # The shortest mnemonic, of 12 words of 3 letters, has 47 bytes; in Chinese it has 47 too.
    if len(plaintext) == PRIVATE_KEY_BYTES:
        return plaintext
    mnemonic, passphrase = split_wallet(decode_utf8(plaintext, "the content of the export bundle"))
    return _Wallet(mnemonic, passphrase or "")


def _of_wallet(wallet: _Wallet, wanted: _Wanted, *, allow_invalid_checksum: bool) -> Iterator[_Line]:
    indices = None if wanted.path is None else parse_path(wanted.path)
    seed = wallet_seed(wallet.mnemonic, wallet.passphrase, allow_invalid_checksum=allow_invalid_checksum)
    if not check_mnemonic(wallet.mnemonic).checksum_valid:
        say("warning: the mnemonic is not valid BIP-39")
    if wanted.expected is not None:
        account = search_account(seed, wanted.expected, wanted.formats, indices=indices)
        if account is not None:
            yield _Line(account.address_format, account.curve, account.path, account.variant, account.address)
        return
    for row in wanted.formats:
        for curve in row.variants:
            if wanted.curve in {None, curve}:
                paths = [indices] if indices is not None else [parse_path(path) for path in row.paths]
                for path in paths:
                    for found in list_accounts(seed, path, find_curve(curve), row):
                        yield _Line(row.name, curve, found.path, found.variant, found.address)


def _of_private_key(private_key: bytes, wanted: _Wanted) -> Iterator[_Line]:
    if wanted.path is not None:
        raise Misuse("the export of an account has no path; leave out --path")
    for curve in CURVES.values():
        if wanted.curve in {None, curve.name}:
            try:
                key = public_key_of(private_key, curve)
            except sealwax.MalformedInput:
                continue  # not below the order of this curve
            yield from _of_key(key, curve.name, wanted)


def _of_public_key(public_key: str, wanted: _Wanted) -> Iterator[_Line]:
    if wanted.curve is None or wanted.path is not None:
        raise Misuse("--public-key needs --curve, and no --path")
    return _of_key(decode_public_key(public_key, find_curve(wanted.curve)), wanted.curve, wanted)


def _of_key(key: PublicKey, curve: str, wanted: _Wanted) -> Iterator[_Line]:
    derived = all_addresses(key, find_curve(curve))
    for row in wanted.formats:
        found = tuple(address for address in derived if address.format == row.name)
        if wanted.expected is not None:
            found = matching(found, row, wanted.expected)
        yield from (_Line(row.name, curve, None, address.variant, address.text) for address in found)


def _write(lines: tuple[_Line, ...], wanted: _Wanted, *, as_json: bool) -> None:
    if not lines and wanted.expected is not None:
        raise sealwax.ContextMismatch(
            "wrong-address",
            "no address matches the expected one; check it, and the path, the passphrase and the curve",
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
