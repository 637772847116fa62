"""The commands ``sealwax decrypt-wallet`` and ``sealwax decrypt-account``."""

import dataclasses
from collections.abc import Callable

import click

import sealwax
from sealwax._codec.base58 import decode_base58

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

_ED25519_BYTES = 32


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
        return to_json_line(
            {name: getattr(wallet, name) for name in ("mnemonic", "passphrase", "language", "checksum_valid")}
        )
    if wallet.passphrase is None:
        return f"{wallet.mnemonic}\n".encode()
    say("note: the first line is the mnemonic; the passphrase follows it")
    return f"{wallet.mnemonic}\n{wallet.passphrase}\n".encode()


def _open_account(
    export: _Export, *, key_format: str | None, expect_address: str | None, ed25519: bool
) -> bytes:
    """Open the export of a wallet account or private key, and write the private key.

    The bundle is checked first: the service's enclave must have signed it, for this organization. The bundle
    does not say which curve the key is on. For Solana, say it with --expect-address or --ed25519.
    """
    public_key = None if expect_address is None else _solana_public_key(expect_address)
    on_ed25519 = ed25519 or public_key is not None
    if key_format == "solana" and not on_ed25519:
        raise Misuse(
            "--format solana is for keys on Ed25519, and the export does not say which curve its key is on; "
            "give the account's address with --expect-address, or --ed25519 if you know the curve"
        )
    account = sealwax.decrypt_account_export(
        export.bundle, export.target_key, organization_id=export.organization_id, keys=export.keys
    )
    if public_key is not None:
        _check_public_key(account, public_key)
    forms: dict[str, object] = {"hex": account.to_hex()}
    if on_ed25519:
        forms["solana"] = account.to_solana()
    if export.as_json:
        return to_json_line(forms)
    return f"{forms[key_format or 'hex']}\n".encode()


def _solana_public_key(address: str) -> bytes:
    """Decode a Solana address, which is an Ed25519 public key."""
    public_key = decode_base58(address, "the expected address")
    if len(public_key) != _ED25519_BYTES:
        raise sealwax.MalformedInput(
            f"the expected address must be a Solana address, which is base58 of {_ED25519_BYTES} bytes; "
            "leave it out for accounts of other chains"
        )
    return public_key


def _check_public_key(account: sealwax.ExportedAccount, public_key: bytes) -> None:
    if sealwax.ApiKey.from_private_key(account.private_key, "ed25519").public_key != public_key.hex():
        raise sealwax.KeyMismatch(
            "the exported key is not that of the expected address; check that the address is that of this "
            "account, and that the account is on Ed25519"
        )


def _export_command(
    open_export: Callable[..., bytes],
    *more_options: Callable[[click.Command], click.Command],
    short_help: str,
    epilog: str,
) -> click.Command:
    """Make a command that opens one kind of export; both kinds take the same options, and one takes more."""

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
        **more: str | bool | None,
    ) -> None:
        if raw and (as_json or any(value not in {None, False} for value in more.values())):
            raise Misuse(
                "--raw writes the bytes unchanged and unchecked; leave the options on the key's form out"
            )
        if as_json and more.get("key_format") is not None:
            raise Misuse("--json writes every format; leave --format out")
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

    for option in more_options:
        option(command)
    return command


_FORM_OPTIONS = (
    click.option(
        "--ed25519",
        is_flag=True,
        help="The account is on CURVE_ED25519. This is not checked.",
    ),
    click.option(
        "--expect-address",
        metavar="ADDRESS",
        help="The account's Solana address. It is compared with the key, which is then on Ed25519.",
    ),
    click.option(
        "--format",
        "key_format",
        type=click.Choice(["hex", "solana"]),
        help="hex, or solana: base58 of seed and public key, as Solana wallets take it. It needs "
        "--expect-address or --ed25519.  [default: hex]",
    ),
)

decrypt_wallet = _export_command(
    _open_wallet,
    short_help="Open the export of a wallet.",
    epilog=options.examples(
        "sealwax decrypt-wallet --bundle response.json --key export.private \\\n"
        "  --organization-id ID --output mnemonic.txt"
    ),
)
decrypt_account = _export_command(
    _open_account,
    *_FORM_OPTIONS,
    short_help="Open the export of an account.",
    epilog=options.examples(
        "sealwax decrypt-account --bundle response.json --key export.private \\\n"
        "  --organization-id ID --format solana --expect-address ADDRESS --output key.txt"
    ),
)
