"""The command ``sealwax import-private-key``."""

import click

import sealwax
from sealwax import wallets

from . import imports, options
from .secret_input import read_secret
from .streams import read_input, write_output
from .usage import Misuse


@click.command(
    short_help="Seal a private key to the enclave.",
    epilog=options.examples(
        "sealwax import-private-key --bundle answer.json --organization-id ID --user-id ID \\\n"
        "  --private-key-file key.txt > encrypted_bundle.json"
    ),
)
@imports.bundle
@options.organization_id
@options.user_id
@options.input_file(
    "--private-key-file",
    help="The file with the key, in any form of `decrypt-account --format`. Without it, you are asked "
    "for the key, unseen.",
)
@options.input_file("--keystore-file", help="The file of an Ethereum keystore, instead of a key.")
@options.input_file(
    "--password-file",
    help="The file with the password of the keystore. Without it, you are asked for it, unseen.",
)
@options.enclave_key("signer")
def import_private_key(
    *,
    bundle: str,
    organization_id: str,
    user_id: str,
    private_key_file: str | None,
    keystore_file: str | None,
    password_file: str | None,
    keys: sealwax.EnclaveKeys,
) -> None:
    """Seal a private key to the enclave. Print the encrypted bundle, which you then send to the service.

    The bundle is checked first: the service's enclave must have signed it, for this organization and user.
    The encrypted bundle is not secret.
    """
    if private_key_file is not None and keystore_file is not None:
        raise Misuse("give either --private-key-file or --keystore-file")
    if password_file is not None and keystore_file is None:
        raise Misuse("--password-file is for --keystore-file")
    target = imports.verify_target(bundle, organization_id, user_id, keys)
    private_key: str | bytes
    if keystore_file is None:
        private_key = read_secret(private_key_file, "--private-key-file", "Private key")
    else:
        keystore = read_input(keystore_file)
        password = read_secret(password_file, "--password-file", "Password of the keystore")
        private_key = wallets.decrypt_keystore(keystore, password)
    sealed = target.encrypt_private_key(private_key)
    write_output(f"{sealed}\n".encode())
