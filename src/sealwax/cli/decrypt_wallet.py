"""The command ``sealwax decrypt-wallet``."""

import click

import sealwax

from . import options
from .exports import (
    Export,
    allow_unknown_address,
    allow_wrong_address,
    export_command,
    refuse_unknown_address,
    refuse_wrong_address,
    warn_of_case,
)
from .streams import say, to_json_line
from .usage import Misuse


@export_command(
    takes_many=True,
    epilog=options.examples(
        "sealwax decrypt-wallet --bundle response.json --key export.private \\\n"
        "  --organization-id ID --expect-address ADDRESS --output mnemonic.txt"
    ),
)
@options.expect_address("An address that the wallet must have, in any format of the API.")
@click.option("--path", metavar="PATH", help="The path of this address, such as m/44'/60'/0'/0/0.")
@allow_wrong_address
@allow_unknown_address
def decrypt_wallet(
    export: Export,
    *,
    expect_address: str | None,
    path: str | None,
    allow_wrong_address: bool,
    allow_unknown_address: bool,
) -> bytes:
    """Open the export of a wallet, and write its mnemonic.

    The bundle is verified first: the service's enclave must have signed it, for this organization. If the
    wallet has a passphrase, it is on the second line.

    With --expect-address, the wallet must have an account with this address: at --path, or else at the
    default paths of the address's formats, with the first 20 indices at each level, one level at a time, and
    at the first 20 accounts of common wallet programs.
    """
    if path is not None and expect_address is None:
        raise Misuse("--path is the path of --expect-address; pass both, or leave it out")
    wallet = export.open_with(sealwax.decrypt_wallet_export)
    if not wallet.checksum_valid:
        say(
            "warning: the enclave sealed an invalid BIP-39 mnemonic; it is authentic and written unchanged. "
            "Keep it, and find out how this wallet was made"
        )
    if expect_address is not None:
        _search(
            wallet,
            expect_address,
            path,
            allow_wrong_address=allow_wrong_address,
            allow_unknown_address=allow_unknown_address,
        )
    if export.as_json:
        return to_json_line(
            {name: getattr(wallet, name) for name in ("mnemonic", "passphrase", "language", "checksum_valid")}
        )
    if wallet.passphrase is not None:
        # Few wallets have one, and the command stays fast without it.
        from .unseen import unseen_in  # noqa: PLC0415

        say("note: the first line is the mnemonic; the passphrase follows it")
        for unseen in unseen_in(wallet.passphrase):
            say(f"note: the passphrase: {unseen}")
    return written(wallet)


def written(wallet: sealwax.ExportedWallet) -> bytes:
    """Return the mnemonic on a line, and the passphrase, if any, on the next."""
    passphrase = "" if wallet.passphrase is None else f"{wallet.passphrase}\n"
    return f"{wallet.mnemonic}\n{passphrase}".encode()


def _search(
    wallet: sealwax.ExportedWallet,
    address: str,
    path: str | None,
    *,
    allow_wrong_address: bool,
    allow_unknown_address: bool,
) -> None:
    """Search the wallet for an address, and print its path; raise ``wrong-address`` if it is not found."""
    # Loaded only for a search, to keep the command fast without one.
    from sealwax.wallets.addresses import known_formats, typo_note  # noqa: PLC0415
    from sealwax.wallets.derivation import parse_path, search_account, wallet_seed  # noqa: PLC0415

    indices = None if path is None else parse_path(path)
    seed = wallet_seed(wallet.mnemonic, wallet.passphrase or "", allow_invalid_checksum=True)
    try:
        formats = known_formats(address)
    except sealwax.Unsupported as error:
        refuse_unknown_address(error, allow=allow_unknown_address)
        return
    account = search_account(seed, address, formats, indices=indices)
    if account is not None:
        variant = f", {account.variant}" if account.variant else ""
        say(
            f"note: the wallet has the expected address at {account.path} ({account.curve}, "
            f"{account.address_format}{variant})"
        )
        warn_of_case(wrong_case=account.wrong_case)
        return
    from .near_address import near_note  # noqa: PLC0415
    from .wallet_source import Wallet  # noqa: PLC0415

    where = "at that path" if indices else "at the first 20 indices of the default paths of its format"
    near = near_note(Wallet(wallet.mnemonic, wallet.passphrase or ""), address, path)
    problem = f"the wallet does not have the expected address {where}{typo_note(address)}{near}"
    refuse_wrong_address(
        problem, "check the address, or pass the account's --path", allow=allow_wrong_address
    )
