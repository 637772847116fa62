"""``sealwax keygen``."""

from pathlib import Path

import click

import sealwax
from sealwax.files import write_new_file

from .streams import PATH, write_output

CURVES = ("p256", "secp256k1", "ed25519")


@click.command(
    epilog="Example: sealwax keygen --type target --out export, then send what export.public holds as "
    "targetPublicKey."
)
@click.option(
    "--type", "kind", type=click.Choice(["api", "target"]), required=True, help="What the key is for."
)
@click.option("--curve", type=click.Choice(CURVES), help="An API key's curve.  [default: p256]")
@click.option("--out", "name", type=PATH, required=True, metavar="NAME", help="Where to write the pair.")
def keygen(kind: str, curve: sealwax.Curve | None, name: Path) -> None:
    """Make a key pair: NAME.private, which is a secret (mode 0600), and NAME.public.

    Neither may exist: nothing is overwritten. The public key is printed too.
    """
    key: sealwax.ApiKey | sealwax.TargetKey
    if kind == "api":
        key = sealwax.ApiKey.generate(curve or "p256")
    elif curve in {None, "p256"}:
        key = sealwax.TargetKey.generate()
    else:
        raise click.UsageError("a target key is on P-256; leave --curve out")
    public_path = Path(f"{name}.public")
    write_new_file(public_path, key.public_key.encode(), mode=0o644)
    try:
        key.save(f"{name}.private")
    except BaseException:
        # The public key of a private one that was never written is of no use to anyone.
        public_path.unlink()
        raise
    click.echo(f"wrote {name}.private (keep it secret) and {name}.public", err=True)
    write_output(f"{key.public_key}\n".encode())
