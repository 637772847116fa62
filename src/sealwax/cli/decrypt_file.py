"""The command ``sealwax decrypt-file``."""

import sealwax
from sealwax._limits import MAX_ANSWER_BYTES, MAX_KEY_FILE_BYTES

from . import encryption, options
from .secret_input import SecretInput
from .streams import Input, check_secret_destination, write_secret
from .usage import Misuse

_STARTS = (b"age-encryption.org/v1\n", b"-----BEGIN AGE ENCRYPTED FILE-----")


@options.command(
    "decrypt-file",
    epilog=options.examples(
        "sealwax decrypt-file --show words.txt.age",
        "sealwax decrypt-file --identity identity.txt --output key.txt key.txt.age",
    ),
)
@options.secret_file("--passphrase-file", "Passphrase", help="The file with the passphrase.")
@options.input_file("--identity", help="The file with the identity of age, or the SSH key, of the recipient.")
@options.plain_output_file("what was encrypted")
@options.show
@options.input_argument("encrypted")
def decrypt_file(
    *, encrypted: Input, passphrase_file: SecretInput, identity: Input | None, output: str | None, show: bool
) -> None:
    """Open a file that was encrypted with a passphrase, or to a recipient, in the format of age.

    The options --recipient and --ask-encrypt-passphrase of other commands, and `sealwax recover`, write such
    files. Without --identity, the passphrase is asked for.
    """
    if identity is not None and passphrase_file.file is not None:
        raise Misuse("pass either --identity or --passphrase-file")
    check_secret_destination(output, show=show)
    content = encrypted.read(limit=MAX_ANSWER_BYTES)
    if not content.startswith(_STARTS):
        raise sealwax.MalformedInput(f"{encrypted.name} is not encrypted in the format of age")
    if identity is not None:
        secret = encryption.open_with_identity(content, identity.read(limit=MAX_KEY_FILE_BYTES))
    else:
        secret = encryption.open_with_passphrase(content, passphrase_file.read())
    write_secret(secret, output)
