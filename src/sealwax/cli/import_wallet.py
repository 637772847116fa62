"""The command ``sealwax import-wallet``."""

import click

import sealwax

from . import imports, options
from .secret_input import SecretInput
from .streams import Input, write_lines


@options.command(
    epilog=options.examples(
        "sealwax import-wallet --bundle answer.json --organization-id ID --user-id ID \\\n"
        "  --mnemonic-file words.txt > encrypted_bundle.json"
    ),
)
@imports.bundle("init_import_wallet")
@options.organization_id
@options.user_id
@options.secret_file("--mnemonic-file", "Mnemonic", help="The file with the mnemonic, on one line.")
@options.passphrase
@click.option("--allow-invalid-checksum", is_flag=True, help="Seal a mnemonic that is not valid BIP-39.")
@options.bundle_signer("signer")
def import_wallet(
    *,
    bundle: Input,
    organization_id: str,
    user_id: str,
    mnemonic_file: SecretInput,
    passphrase_file: Input | None,
    ask_passphrase: bool,
    allow_invalid_checksum: bool,
    keys: sealwax.EnclaveKeys,
) -> None:
    """Seal a wallet to the enclave. Print the encrypted bundle, which you then send to the service.

    The bundle is verified first: the service's enclave must have signed it, for this organization and user.
    The encrypted bundle is not secret.
    """
    source = options.passphrase_of(passphrase_file, ask=ask_passphrase)
    target = imports.verify_target(bundle, organization_id, user_id, keys)
    mnemonic = mnemonic_file.read()
    passphrase = None if source is None else source.read(confirm=True)
    if passphrase == "":
        raise sealwax.MalformedInput("the passphrase is empty; leave out the option if the wallet has none")
    sealed = target.encrypt_wallet(mnemonic, passphrase, allow_invalid_checksum=allow_invalid_checksum)
    write_lines(sealed)
