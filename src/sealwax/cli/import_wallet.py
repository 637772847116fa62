"""The command ``sealwax import-wallet``."""

import click

import sealwax

from . import imports, options
from .secret_input import read_secret
from .streams import write_output
from .usage import Misuse


@click.command(
    short_help="Seal a wallet to the enclave.",
    epilog=options.examples(
        "sealwax import-wallet --bundle answer.json --organization-id ID --user-id ID \\\n"
        "  --mnemonic-file words.txt > encrypted_bundle.json"
    ),
)
@imports.bundle
@options.organization_id
@options.user_id
@options.input_file(
    "--mnemonic-file",
    help="The file with the mnemonic, on one line. Without it, you are asked for the mnemonic, unseen.",
)
@options.input_file(
    "--passphrase-file",
    help="The file with the BIP-39 passphrase. Leave it out if the wallet has none.",
)
@click.option("--ask-passphrase", is_flag=True, help="Ask for the passphrase, unseen.")
@click.option("--allow-invalid-checksum", is_flag=True, help="Seal a mnemonic that is not valid BIP-39.")
@options.enclave_key("signer")
def import_wallet(
    *,
    bundle: str,
    organization_id: str,
    user_id: str,
    mnemonic_file: str | None,
    passphrase_file: str | None,
    ask_passphrase: bool,
    allow_invalid_checksum: bool,
    keys: sealwax.EnclaveKeys,
) -> None:
    """Seal a wallet to the enclave. Print the encrypted bundle, which you then send to the service.

    The bundle is checked first: the service's enclave must have signed it, for this organization and user.
    The encrypted bundle is not secret.
    """
    if ask_passphrase and passphrase_file is not None:
        raise Misuse("give either --passphrase-file or --ask-passphrase")
    target = imports.verify_target(bundle, organization_id, user_id, keys)
    mnemonic = read_secret(mnemonic_file, "--mnemonic-file", "Mnemonic")
    passphrase = None
    if ask_passphrase or passphrase_file is not None:
        passphrase = read_secret(passphrase_file, "--passphrase-file", "Passphrase", confirm=True)
        if not passphrase:
            raise sealwax.MalformedInput(
                "the passphrase is empty; leave the option out if the wallet has none"
            )
    sealed = target.encrypt_wallet(mnemonic, passphrase, allow_invalid_checksum=allow_invalid_checksum)
    write_output(f"{sealed}\n".encode())
