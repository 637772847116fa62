"""The commands ``sealwax decrypt-wallet`` and ``sealwax decrypt-account``."""

import dataclasses
from collections.abc import Callable

import click

import sealwax

from . import options
from .answers import MAX_ANSWER_BYTES, export_bundle_in
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
class _Export:
    """An export to open, and whether to write it as JSON."""

    bundle: str | bytes
    target_key: sealwax.TargetKey
    organization_id: str
    keys: sealwax.EnclaveKeys
    as_json: bool


def _open_wallet(export: _Export) -> bytes:
    """Open the export of a wallet, and write its mnemonic.

    The bundle is checked first: the service's enclave must have signed it, for this organization. If the
    wallet has a passphrase, the second line is the passphrase.
    """
    wallet = sealwax.decrypt_wallet_export(
        export.bundle, export.target_key, organization_id=export.organization_id, keys=export.keys
    )
    if not wallet.checksum_valid:
        say(
            "warning: the enclave sealed something that is not a valid BIP-39 mnemonic; it is authentic and "
            "written unchanged. Keep it, and find out how this wallet was made"
        )
    if export.as_json:
        return to_json_line(dataclasses.asdict(wallet))
    if wallet.passphrase is None:
        return f"{wallet.mnemonic}\n".encode()
    say("note: the first line is the mnemonic; the passphrase follows it")
    return f"{wallet.mnemonic}\n{wallet.passphrase}\n".encode()


def _open_account(export: _Export, *, key_format: str | None) -> bytes:
    """Open the export of a wallet account or private key, and write the private key.

    The bundle is checked first: the service's enclave must have signed it, for this organization.
    """
    account = sealwax.decrypt_account_export(
        export.bundle, export.target_key, organization_id=export.organization_id, keys=export.keys
    )
    if export.as_json:
        return to_json_line({"hex": account.to_hex(), "solana": account.to_solana()})
    return f"{account.to_solana() if key_format == 'solana' else account.to_hex()}\n".encode()


def _export_command(open_export: Callable[..., bytes], *, short_help: str, epilog: str) -> click.Command:
    """Make a command that opens one kind of export; both kinds take the same options."""

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
        **more: str | None,
    ) -> None:
        if raw and (as_json or more.get("key_format") is not None):
            raise Misuse("--raw writes the bytes unchanged; leave --json and --format out")
        if as_json and more.get("key_format") is not None:
            raise Misuse("--json writes both formats; leave --format out")
        check_secret_destination(output, show=show)
        content = export_bundle_in(read_input(bundle, limit=MAX_ANSWER_BYTES))
        export = _Export(content, read_target_key(key), organization_id, keys, as_json)
        if raw:
            secret = sealwax.decrypt_export(
                content, export.target_key, organization_id=organization_id, keys=keys
            )
        else:
            secret = open_export(export, **more)
        write_secret(secret, output)

    return command


decrypt_wallet = _export_command(
    _open_wallet,
    short_help="Open the export of a wallet.",
    epilog=options.examples(
        "sealwax decrypt-wallet --bundle response.json --key export.private \\\n"
        "  --organization-id ID --output mnemonic.txt"
    ),
)
decrypt_account = click.option(
    "--format",
    "key_format",
    type=click.Choice(["hex", "solana"]),
    help="hex, or solana: base58 of seed and public key, as Solana wallets take it (only Ed25519 keys).  "
    "[default: hex]",
)(
    _export_command(
        _open_account,
        short_help="Open the export of an account.",
        epilog=options.examples(
            "sealwax decrypt-account --bundle response.json --key export.private \\\n"
            "  --organization-id ID --format solana --output key.txt"
        ),
    )
)
