"""The command ``sealwax public``."""

from typing import get_args

import click

from sealwax._crypto.curves import Curve
from sealwax._crypto.key_files import Purpose, public_forms

from . import options
from .key_source import KeySource, signer_of, target_key_of
from .streams import say, write_lines
from .usage import Misuse


def check_curve(purpose: Purpose | None, curve: Curve) -> None:
    """Refuse a target key that is not on P-256."""
    if purpose == "target" and curve != "p256":
        raise Misuse("a target key is on P-256; leave out --type target, or pass another key")


@options.command(
    epilog=options.examples("sealwax public a.private", "sealwax public --type target key.pem"),
)
@options.key_type
@click.option(
    "--curve", type=click.Choice(get_args(Curve)), help="The curve, if the key's form does not name it."
)
@options.key_argument
def public(*, purpose: Purpose | None, curve: Curve | None, key: KeySource) -> None:
    """Print the public half of a private key, in the API's form.

    An API key is compressed, a target key uncompressed; on Ed25519, it is 32 bytes. The key may be in any
    form that sealwax reads.
    """
    device = key.open_device()
    if device is not None:
        if curve is not None:
            raise Misuse("the device knows the curve of its key; leave out --curve")
        is_target = purpose == "target" or (purpose is None and device.signer is None)
        write_lines((target_key_of(device) if is_target else signer_of(device)).public_key)
        return
    found = key.read_any(purpose, curve)
    check_curve(found.purpose, found.curve)
    if found.purpose is None and found.curve == "p256":
        say("note: this is the form of an API key; for a target key, pass --type target")
    compressed, *uncompressed = public_forms(found.private_key, found.curve)
    write_lines((uncompressed[0] if found.purpose == "target" else compressed).hex())
