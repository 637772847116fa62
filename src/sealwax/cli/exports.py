"""The command ``sealwax decrypt-wallet``, and what it shares with other exports."""

import dataclasses
from collections.abc import Callable

import click

import sealwax

from . import options
from .answers import MAX_ANSWER_BYTES, ExportInAnswer, export_in
from .streams import (
    check_secret_destination,
    read_input,
    read_target_key,
    say,
    to_json_line,
    write_secret,
)
from .usage import Misuse


@dataclasses.dataclass(frozen=True)
class Export:
    """An export to open, the address in the answer, which nobody signed, and whether to write JSON."""

    bundle: str | bytes
    address: str | None
    target_key: sealwax.TargetKey
    organization_id: str
    keys: sealwax.EnclaveKeys
    as_json: bool


def _open_wallet(
    export: Export, *, expect_address: str | None, path: str | None, allow_wrong_address: bool
) -> bytes:
    """Open the export of a wallet, and write its mnemonic.

    The bundle is checked first: the service's enclave must have signed it, for this organization. If the
    wallet has a passphrase, the second line is the passphrase.

    With --expect-address, the wallet is searched for an account with this address: at the default paths of
    the address's formats, where each level that is 0 is counted up to 20 indices, or at --path alone.
    """
    if path is not None and expect_address is None:
        raise Misuse("--path says where to look for an address; give --expect-address too")
    wallet = sealwax.decrypt_wallet_export(
        export.bundle, export.target_key, organization_id=export.organization_id, keys=export.keys
    )
    if not wallet.checksum_valid:
        say(
            "warning: the enclave sealed something that is not a valid BIP-39 mnemonic; it is authentic and "
            "written unchanged. Keep it, and find out how this wallet was made"
        )
    if expect_address is not None:
        _search(wallet, expect_address, path, allow_wrong_address=allow_wrong_address)
    if export.as_json:
        return to_json_line(
            {name: getattr(wallet, name) for name in ("mnemonic", "passphrase", "language", "checksum_valid")}
        )
    if wallet.passphrase is None:
        return f"{wallet.mnemonic}\n".encode()
    say("note: the first line is the mnemonic; the passphrase follows it")
    return f"{wallet.mnemonic}\n{wallet.passphrase}\n".encode()


def _search(
    wallet: sealwax.ExportedWallet, address: str, path: str | None, *, allow_wrong_address: bool
) -> None:
    """Say at which path the wallet has an address; raise ``wrong-address`` if it is at none."""
    # Loaded here: who only opens a wallet does not wait for it.
    from sealwax.wallets.addresses import known_formats  # noqa: PLC0415
    from sealwax.wallets.derivation import parse_path, search_account, wallet_seed  # noqa: PLC0415

    indices = None if path is None else parse_path(path)
    seed = wallet_seed(wallet.mnemonic, wallet.passphrase or "", allow_invalid_checksum=True)
    try:
        account = search_account(seed, address, known_formats(address), indices=indices)
    except sealwax.Unsupported as error:
        say(f"warning: {error}")
        return
    if account is not None:
        variant = f", {account.variant}" if account.variant else ""
        say(
            f"note: the wallet has the expected address at {account.path} ({account.curve}, "
            f"{account.address_format}{variant})"
        )
        warn_of_case(wrong_case=account.wrong_case)
        return
    where = (
        "at that path" if indices else "at the default paths of its format and the first 20 indices of each"
    )
    problem = f"the wallet does not have the expected address {where}"
    if not allow_wrong_address:
        raise sealwax.ContextMismatch(
            "wrong-address",
            f"{problem}; check the address, or give the account's path with --path; --allow-wrong-address "
            "writes the wallet all the same",
        )
    say(f"warning: {problem}; it is written all the same")


def warn_of_case(*, wrong_case: bool) -> None:
    """Warn of an Ethereum address whose capitals are wrong."""
    if wrong_case:
        say(
            "warning: the capitals of the expected address are not those of EIP-55; it is the same account, "
            "but the text was changed or mistyped"
        )


def export_command(
    open_export: Callable[..., bytes],
    *more_options: Callable[[click.Command], click.Command],
    find: Callable[..., ExportInAnswer] = export_in,
    short_help: str,
    epilog: str,
) -> click.Command:
    """Make a command that opens one kind of export; all kinds take the same options, and more."""

    @click.command(help=open_export.__doc__, short_help=short_help, epilog=epilog)
    @options.bundle("The export bundle, or the service's whole answer.")
    @options.target_key
    @options.organization_id
    @options.output_file("the secret")
    @options.as_json
    @options.show
    @click.option("--raw", is_flag=True, help="Write the sealed bytes unchanged.")
    @options.enclave_key("signer")
    def command(
        *,
        bundle: str,
        key: str,
        organization_id: str,
        output: str | None,
        as_json: bool,
        show: bool,
        raw: bool,
        keys: sealwax.EnclaveKeys,
        **more: str | int | None,
    ) -> None:
        item = {"item": more.pop("item")} if "item" in more else {}
        if raw and (as_json or any(value not in {None, False} for value in more.values())):
            raise Misuse(
                "--raw writes the bytes unchanged and unchecked; leave the options on the key's form and "
                "address out"
            )
        if as_json and more.get("key_format") is not None:
            raise Misuse("--json writes the forms that fit; leave --format out")
        check_secret_destination(output, show=show)
        found = find(read_input(bundle, limit=MAX_ANSWER_BYTES), **item)
        export = Export(found.bundle, found.address, read_target_key(key), organization_id, keys, as_json)
        if raw:
            secret = sealwax.decrypt_export(
                export.bundle, export.target_key, organization_id=organization_id, keys=keys
            )
        else:
            secret = open_export(export, **more)
        write_secret(secret, output)

    for option in reversed(more_options):
        option(command)
    return command


allow_wrong_address = click.option(
    "--allow-wrong-address",
    is_flag=True,
    help="Write the secret even if it is not that of the expected address.",
)

decrypt_wallet = export_command(
    _open_wallet,
    click.option(
        "--expect-address",
        metavar="ADDRESS",
        help="An address that the wallet must have, of any format of the API.",
    ),
    click.option("--path", metavar="PATH", help="The path of this address, such as m/44'/60'/0'/0/0."),
    allow_wrong_address,
    short_help="Open the export of a wallet.",
    epilog=options.examples(
        "sealwax decrypt-wallet --bundle response.json --key export.private \\\n"
        "  --organization-id ID --expect-address ADDRESS --output mnemonic.txt"
    ),
)
