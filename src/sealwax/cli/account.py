"""The command ``sealwax account``."""

import click

import sealwax
from sealwax import wallets
from sealwax._crypto.bip39 import check_mnemonic
from sealwax._crypto.curves import CURVES
from sealwax.wallets.address_formats import FORMATS
from sealwax.wallets.key_formats import DESCRIPTOR, KEY_FORMATS, KEYSTORE, NOT_DERIVABLE

from . import many, options, wallet_source
from .exports import warn_of_case
from .secret_input import SecretInput
from .streams import check_secret_destination, say, to_json_line, write_secret
from .usage import Misuse

_SECP256K1 = "CURVE_SECP256K1"
FORMS = (*(name for name in KEY_FORMATS if not name.startswith(DESCRIPTOR)), DESCRIPTOR, KEYSTORE)
"""The forms of a key that commands write."""


@options.command(
    epilog=options.examples(
        "sealwax account --bundle answer.json --key export.private --organization-id ID \\\n"
        "  --expect-address ADDRESS --output key.txt",
        "sealwax account --mnemonic-file words.txt --address-format ethereum \\\n"
        "  --path \"m/44'/60'/0'/0/5\" --output key.txt",
    ),
)
@wallet_source.options_of_a_wallet
@options.keys_folder
@options.expect_address(
    "The address that the account must have. Without --path, the wallet is searched for it."
)
@click.option("--path", metavar="PATH", help="The path of the account, such as m/44'/60'/0'/0/5.")
@options.address_format(
    "--address-format", help="The format of the account's address, such as ethereum, solana or tron."
)
@click.option("--curve", type=click.Choice(list(CURVES)), help="The curve, if the format has several.")
@click.option("--variant", metavar="NAME", help="The variant, if the format has several.")
@click.option(
    "--form",
    type=click.Choice(FORMS),
    help="The form that your wallet imports; keystore is Ethereum's, descriptor is Bitcoin Core's. "
    f"{NOT_DERIVABLE}.  [default: the usual form for the address]",
)
@options.password_file
@options.output_file("the key")
@options.as_json
@options.show
def account(
    *,
    source: wallet_source.WalletSource,
    key_folder: str | None,
    expect_address: str | None,
    path: str | None,
    address_format: str | None,
    curve: str | None,
    variant: str | None,
    form: str | None,
    password_file: SecretInput,
    output: str | None,
    as_json: bool,
    show: bool,
) -> None:
    """Write the private key of one account of a wallet, in the form that wallet programs import.

    The wallet is an export, which is verified first, or a mnemonic. The account is the one at --path with
    an address of --address-format, or the account whose address is --expect-address: at the default paths
    of the address's formats, with the first 20 indices at each level, one level at a time, and at the first
    20 accounts of common wallet programs. Pass both, and they are compared. If no account fits, nothing is
    written.

    A directory or JSON Lines of exports, with --keys or one --key, is opened into the directory --output.
    With --json, the key is written with its address, path, curve and form.
    """
    if expect_address is None and (path is None or address_format is None):
        raise Misuse("pass --expect-address, or both --path and --address-format")
    if password_file.file is not None and form != KEYSTORE:
        raise Misuse("--password-file is for --form keystore")

    def write(wallet: wallet_source.Wallet | bytes) -> bytes:
        found = _derive(
            source,
            wallet,
            path=path,
            curve=curve,
            address_format=address_format,
            variant=variant,
            expected_address=expect_address,
        )
        return _written(found, form, password_file, as_json=as_json, is_compared=expect_address is not None)

    if source.bundle is not None and options.is_many(source.bundle, key_folder):
        many.refuse_with_many({"expect_address": expect_address, "form": form})
        many.open_many(
            source.bundle,
            source.key,
            key_folder,
            output,
            lambda file, content, key: write(source.open_export(file, content, key)),
        )
        return
    check_secret_destination(output, show=show)
    write_secret(write(source.open()), output)


def _derive(
    source: wallet_source.WalletSource, wallet: wallet_source.Wallet | bytes, **which: str | None
) -> wallets.Account:
    """Derive the account from a wallet; refuse the export of an account."""
    if isinstance(wallet, bytes):
        raise sealwax.MalformedInput("this is the export of an account; open it with sealwax decrypt-account")
    if not check_mnemonic(wallet.mnemonic).checksum_valid and source.bundle is not None:
        say("warning: the enclave sealed an invalid BIP-39 mnemonic; it is authentic and used unchanged")
    try:
        return wallets.derive_account(
            wallet.mnemonic,
            path=which["path"],
            curve=which["curve"],
            address_format=which["address_format"],
            variant=which["variant"],
            expected_address=which["expected_address"],
            passphrase=wallet.passphrase or None,
            # The service derives addresses even from a mnemonic with a wrong checksum.
            allow_invalid_checksum=source.allow_invalid_checksum or source.bundle is not None,
        )
    except sealwax.ContextMismatch as error:
        # Loaded only if the address is not found, to keep the command fast.
        from .near_address import near_note  # noqa: PLC0415

        problem, near = str(error), near_note(wallet, which["expected_address"] or "", which["path"])
    raise sealwax.ContextMismatch("wrong-address", f"{problem}{near}")


def _written(
    found: wallets.Account,
    form: str | None,
    password_file: SecretInput,
    *,
    as_json: bool,
    is_compared: bool,
) -> bytes:
    """Return the key in its form, as bytes to write, and describe its account."""
    key = _to_keystore(found, password_file) if form == KEYSTORE else found.format(form)
    _describe(found, is_compared=is_compared)
    if as_json:
        names = ("address", "address_format", "variant", "path", "curve", "public_key")
        fields = {name: getattr(found, name) for name in names}
        usual = form or FORMATS[found.address_format].key_format
        return to_json_line({**fields, "form": usual, "private_key": key})
    return f"{key}\n".encode()


def _to_keystore(found: wallets.Account, password_file: SecretInput) -> str:
    if found.curve != _SECP256K1:
        raise sealwax.Unsupported(f"--form keystore is for keys on {_SECP256K1}; choose another --form")
    return wallets.encrypt_keystore(found.private_key, password_file.read(confirm=True))


def _describe(found: wallets.Account, *, is_compared: bool) -> None:
    """Print the account, and notes about its address."""
    variant = f", {found.variant}" if found.variant else ""
    where = f"{found.path} ({found.curve}, {found.address_format}{variant})"
    if is_compared:
        say(f"note: the account at {where} has the expected address")
        warn_of_case(wrong_case=found.wrong_case)
    else:
        say(
            f"note: the account at {where} has the address {found.address}; compare it with the one that you "
            "know"
        )
    if advice := FORMATS[found.address_format].advice:
        say(f"note: {advice}")
