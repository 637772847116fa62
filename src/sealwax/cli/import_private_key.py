"""The command ``sealwax import-private-key``."""

import click

import sealwax
from sealwax import wallets
from sealwax.files import named

from . import imports, options
from .secret_input import SecretInput
from .streams import Input, write_lines
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
@options.secret_file(
    "--private-key-file",
    "Private key",
    help="The file with the key, in any form of `decrypt-account --format`.",
)
@options.input_file("--keystore-file", help="The file of an Ethereum keystore, instead of a key.")
@options.password_file
@options.enclave_key("signer")
def import_private_key(
    *,
    bundle: Input,
    organization_id: str,
    user_id: str,
    private_key_file: SecretInput,
    keystore_file: Input | None,
    password_file: SecretInput,
    keys: sealwax.EnclaveKeys,
) -> None:
    """Seal a private key to the enclave. Print the encrypted bundle, which you then send to the service.

    The bundle is verified first: the service's enclave must have signed it, for this organization and user.
    The encrypted bundle is not secret.
    """
    if private_key_file.file is not None and keystore_file is not None:
        raise Misuse("pass either --private-key-file or --keystore-file")
    if password_file.file is not None and keystore_file is None:
        raise Misuse("--password-file is for --keystore-file")
    target = imports.verify_target(bundle, organization_id, user_id, keys)
    private_key: str | bytes
    if keystore_file is None:
        private_key = private_key_file.read()
    else:
        keystore, password = keystore_file.read(), password_file.read()
        with named(keystore_file.name):
            private_key = wallets.decrypt_keystore(keystore, password)
    write_lines(target.encrypt_private_key(private_key))
