"""``sealwax decrypt-wallet`` and ``sealwax decrypt-account``."""

import dataclasses
from collections.abc import Callable
from pathlib import Path

import click
import msgspec
from msgspec import UNSET, UnsetType

import sealwax
from sealwax.encoding import MAX_INPUT_BYTES
from sealwax.strict_json import decode_json

from .streams import (
    PATH,
    PATH_OR_STDIN,
    check_secret_destination,
    read_input,
    to_json_line,
    write_secret,
)

# The service's whole answer repeats the request and says what it knows about the activity.
_MAX_RESPONSE_BYTES = 4 * MAX_INPUT_BYTES


@dataclasses.dataclass(frozen=True)
class _Export:
    """What is to be opened, and how it is to be written."""

    bundle: str | bytes
    target_key: sealwax.TargetKey
    organization_id: str
    keys: sealwax.EnclaveKeys
    as_json: bool


def _open_wallet(export: _Export) -> bytes:
    """Open the export of a wallet, and give its mnemonic.

    The bundle is checked before it is opened: that the service's enclave signed it, and for this
    organization. Where the wallet has a passphrase, it follows on a second line.
    """
    wallet = sealwax.decrypt_wallet_export(
        export.bundle, export.target_key, organization_id=export.organization_id, keys=export.keys
    )
    if not wallet.checksum_valid:
        click.echo(
            "warning: what the enclave sealed is not a valid BIP-39 mnemonic; it is authentic and given as "
            "it is. Keep it, and find out how this wallet was made",
            err=True,
        )
    if export.as_json:
        return to_json_line(dataclasses.asdict(wallet))
    if wallet.passphrase is None:
        return f"{wallet.mnemonic}\n".encode()
    click.echo("note: the first line is the mnemonic, what follows it is the passphrase", err=True)
    return f"{wallet.mnemonic}\n{wallet.passphrase}\n".encode()


def _open_account(export: _Export, *, key_format: str) -> bytes:
    """Open the export of a wallet account or private key, and give the private key.

    The bundle is checked before it is opened: that the service's enclave signed it, and for this
    organization.
    """
    account = sealwax.decrypt_account_export(
        export.bundle, export.target_key, organization_id=export.organization_id, keys=export.keys
    )
    if export.as_json:
        return to_json_line({"hex": account.to_hex(), "solana": account.to_solana()})
    return f"{account.to_solana() if key_format == 'solana' else account.to_hex()}\n".encode()


def _export_command(open_export: Callable[..., bytes], *, epilog: str) -> click.Command:
    """Make a command that opens one kind of export; both take the same options."""

    @click.command(help=open_export.__doc__, epilog=epilog)
    @click.option(
        "--bundle",
        type=PATH_OR_STDIN,
        required=True,
        metavar="FILE|-",
        help="The export bundle, or the service's whole answer that holds it.",
    )
    @click.option("--key", type=PATH, required=True, help="The target key: NAME.private.")
    @click.option("--organization-id", required=True, help="The organization that it must be made for.")
    @click.option("--output", type=PATH, help="A new file for the secret, mode 0600.")
    @click.option("--json", "as_json", is_flag=True, help="Give JSON.")
    @click.option("--show", is_flag=True, help="Write the secret even if standard output is a terminal.")
    @click.option("--raw", is_flag=True, help="Give the bytes that were sealed, whatever they are.")
    @click.option(
        "--signer-public-key",
        metavar="HEX",
        help="The enclave's signing key, where it is not the production one.",
    )
    def command(
        *,
        bundle: Path,
        key: Path,
        organization_id: str,
        output: Path | None,
        as_json: bool,
        show: bool,
        raw: bool,
        signer_public_key: str | None,
        **more: str,
    ) -> None:
        check_secret_destination(output, show=show)
        keys = sealwax.EnclaveKeys.production()
        if signer_public_key is not None:
            keys = dataclasses.replace(keys, signer=signer_public_key)
        export = _Export(
            _bundle_in(read_input(bundle, limit=_MAX_RESPONSE_BYTES)),
            sealwax.TargetKey.load(key),
            organization_id,
            keys,
            as_json,
        )
        if raw:
            content = sealwax.decrypt_export(
                export.bundle, export.target_key, organization_id=organization_id, keys=keys
            )
        else:
            content = open_export(export, **more)
        write_secret(content, output)

    return command


decrypt_wallet = _export_command(
    _open_wallet,
    epilog="Example: sealwax decrypt-wallet --bundle response.json --key export.private "
    "--organization-id ID --output mnemonic.txt",
)
decrypt_account = click.option(
    "--format",
    "key_format",
    type=click.Choice(["hex", "solana"]),
    default="hex",
    show_default=True,
    help="Hex, or base58 of seed and public key as Solana wallets take it (Ed25519 keys only).",
)(
    _export_command(
        _open_account,
        epilog="Example: sealwax decrypt-account --bundle response.json --key export.private "
        "--organization-id ID --format solana --output key.txt",
    )
)


class _Exported(msgspec.Struct, frozen=True, rename="camel"):
    export_bundle: str


class _Result(msgspec.Struct, frozen=True, rename="camel"):
    export_wallet_result: _Exported | UnsetType = UNSET
    export_wallet_account_result: _Exported | UnsetType = UNSET


class _Activity(msgspec.Struct, frozen=True):
    result: _Result | UnsetType = UNSET


class _Response(msgspec.Struct, frozen=True):
    activity: _Activity | UnsetType = UNSET


def _bundle_in(content: bytes) -> str | bytes:
    """Take the bundle out of the service's answer; whatever is no such answer should be the bundle itself."""
    try:
        activity = decode_json(content, _Response, "the answer").activity
    except sealwax.MalformedInput:
        # What opens bundles says what is wrong with this one.
        return content
    if activity is UNSET:
        return content
    if activity.result is not UNSET:
        for result in (activity.result.export_wallet_result, activity.result.export_wallet_account_result):
            if result is not UNSET:
                return result.export_bundle
    raise sealwax.MalformedInput(
        "the answer holds no export; check that its activity is an export, and completed"
    )
