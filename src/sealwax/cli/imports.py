"""The commands ``sealwax import-wallet`` and ``sealwax import-private-key``."""

import click

import sealwax

from . import options
from .answers import MAX_ANSWER_BYTES, import_bundle_in
from .secret_input import read_secret
from .streams import read_input, write_output
from .usage import Misuse

_BUNDLE = "The import bundle, or the service's whole answer to init_import_wallet."


@click.command(
    short_help="Seal a wallet to the enclave.",
    epilog=options.examples(
        "sealwax import-wallet --bundle answer.json --organization-id ID --user-id ID \\\n"
        "  --mnemonic-file words.txt > encrypted_bundle.json"
    ),
)
@options.bundle(_BUNDLE)
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
@click.option("--allow-invalid-mnemonic", is_flag=True, help="Seal a mnemonic that is not valid BIP-39.")
@options.enclave_key("signer")
def import_wallet(
    *,
    bundle: str,
    organization_id: str,
    user_id: str,
    mnemonic_file: str | None,
    passphrase_file: str | None,
    ask_passphrase: bool,
    allow_invalid_mnemonic: bool,
    keys: sealwax.EnclaveKeys,
) -> None:
    """Seal a wallet to the enclave. Print the encrypted bundle, which you then send to the service.

    The bundle is checked first: the service's enclave must have signed it, for this organization and user.
    The encrypted bundle is not secret.
    """
    if ask_passphrase and passphrase_file is not None:
        raise Misuse("give either --passphrase-file or --ask-passphrase")
    target = _verify(bundle, organization_id, user_id, keys)
    mnemonic = read_secret(mnemonic_file, "--mnemonic-file", "Mnemonic")
    passphrase = None
    if ask_passphrase or passphrase_file is not None:
        passphrase = read_secret(passphrase_file, "--passphrase-file", "Passphrase", confirm=True)
        if not passphrase:
            raise sealwax.MalformedInput(
                "the passphrase is empty; leave the option out if the wallet has none"
            )
    sealed = target.encrypt_wallet(mnemonic, passphrase, allow_invalid_mnemonic=allow_invalid_mnemonic)
    write_output(f"{sealed}\n".encode())


@click.command(
    short_help="Seal a private key to the enclave.",
    epilog=options.examples(
        "sealwax import-private-key --bundle answer.json --organization-id ID --user-id ID \\\n"
        "  --private-key-file key.txt > encrypted_bundle.json"
    ),
)
@options.bundle(_BUNDLE)
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
    target = _verify(bundle, organization_id, user_id, keys)
    private_key: str | bytes
    if keystore_file is None:
        private_key = read_secret(private_key_file, "--private-key-file", "Private key")
    else:
        keystore = read_input(keystore_file)
        password = read_secret(password_file, "--password-file", "Password of the keystore")
        private_key = sealwax.decrypt_keystore(keystore, password)
    sealed = target.encrypt_private_key(private_key)
    write_output(f"{sealed}\n".encode())


def _verify(
    bundle: str, organization_id: str, user_id: str, keys: sealwax.EnclaveKeys
) -> sealwax.ImportTarget:
    content = import_bundle_in(read_input(bundle, limit=MAX_ANSWER_BYTES))
    return sealwax.verify_import_bundle(content, organization_id=organization_id, user_id=user_id, keys=keys)
