"""The command ``sealwax import-private-key``."""

import sealwax
from sealwax.files import named
from sealwax.wallets.keystore import open_keystore

from . import imports, options
from .secret_input import SecretInput
from .streams import Input, say, write_lines
from .usage import Misuse


@options.command(
    epilog=options.examples(
        "sealwax import-private-key --bundle answer.json --organization-id ID --user-id ID \\\n"
        "  --private-key-file key.txt > encrypted_bundle.json"
    ),
)
@imports.bundle("init_import_private_key")
@options.organization_id
@options.user_id
@options.secret_file(
    "--private-key-file",
    "Private key",
    help="The file with the key, in any form that `sealwax decrypt-account` writes.",
)
@options.input_file("--keystore-file", help="The file of an Ethereum keystore, instead of a key.")
@options.password_file
@options.expect_address("The Ethereum address that the keystore's key must have; any other key is refused.")
@options.bundle_signer("signer")
def import_private_key(
    *,
    bundle: Input,
    organization_id: str,
    user_id: str,
    private_key_file: SecretInput,
    keystore_file: Input | None,
    password_file: SecretInput,
    expect_address: str | None,
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
    if expect_address is not None and keystore_file is None:
        raise Misuse("--expect-address is for --keystore-file")
    target = imports.verify_target(bundle, organization_id, user_id, keys)
    private_key: str | bytes
    if keystore_file is None:
        private_key = private_key_file.read().strip()
    else:
        keystore, password = keystore_file.read(), password_file.read()
        with named(keystore_file.name):
            opened = open_keystore(keystore, password, expected_address=expect_address)
        private_key = opened.private_key
        if not opened.address_checked:
            say(
                "warning: the keystore names no address, so its key was not checked; pass the account's "
                "address with --expect-address"
            )
    write_lines(target.encrypt_private_key(private_key))
