"""The command ``sealwax convert-key``."""

from typing import get_args

import click

from sealwax._crypto.curves import Curve
from sealwax._crypto.key_files import FORMS, Purpose, write_foreign_key
from sealwax.files import write_new_file

from . import encryption, options
from .key_source import KeySource
from .public import check_curve
from .streams import STANDARD_STREAM, say
from .usage import Misuse


@options.command(
    "convert-key",
    epilog=options.examples(
        "sealwax convert-key --to hex --output a.private key.pem",
        "sealwax convert-key --to jwk --output a.jwk tkcli:default",
    ),
)
@click.option(
    "--to",
    "form",
    type=click.Choice([*FORMS]),
    required=True,
    help="hex: the key files of sealwax and of the service's tools. pem, der: PKCS#8. sec1, openssh: PEM. "
    "jwk: RFC 7517. json: publicKey and privateKey.",
)
@options.key_type
@click.option(
    "--curve", type=click.Choice(get_args(Curve)), help="The curve, if the key's form does not name it."
)
@click.option(
    "--output",
    type=click.Path(readable=False),
    required=True,
    metavar="NEW",
    callback=options.remember,
    help="The file to create, with mode 0600.",
)
@options.encryption_options
@options.key_argument
def convert_key(
    *, form: str, purpose: Purpose | None, curve: Curve | None, output: str, key: KeySource
) -> None:
    """Write a private key in another form, to a new file that only you can read.

    The new file is encrypted only if you pass --recipient or a passphrase. Nothing is overwritten, and no key
    is written to standard output.
    """
    if output == STANDARD_STREAM:
        raise Misuse("--output must be a file: a private key is not written to standard output")
    encryption.check_recipients()
    found = key.read_any(purpose, curve)
    check_curve(found.purpose, found.curve)
    write_new_file(output, encryption.encrypted(write_foreign_key(found, form)))
    say(f"wrote {output} (keep it secret)")
