"""The command ``sealwax keygen``."""

from pathlib import Path
from typing import get_args

import click

import sealwax
from sealwax.files import write_new_file

from . import encryption, options
from .paths import PATH
from .streams import STANDARD_STREAM, readers_of_new_files, say, write_lines
from .usage import Misuse

_SUFFIXES = {".private", ".public"}


def _to_name(context: click.Context, option: click.Parameter, path: Path) -> Path:
    return options.remember(context, option, path.with_suffix("") if path.suffix in _SUFFIXES else path)


@options.command(
    epilog=options.examples(
        "sealwax keygen --type target --out export",
        "sealwax keygen --type api --curve ed25519 --out a",
        note="Send the content of export.public as the targetPublicKey of an export.",
    ),
)
@click.option(
    "--type",
    "kind",
    type=click.Choice(["api", "target"]),
    required=True,
    help="api: a key that stamps requests. target: a key that opens bundles.",
)
@click.option(
    "--curve", type=click.Choice(get_args(sealwax.Curve)), help="An API key's curve.  [default: p256]"
)
@click.option(
    "--out",
    "name",
    type=PATH,
    callback=_to_name,
    required=True,
    metavar="NAME",
    help="The path of the two files, without .private or .public.",
)
@options.encryption_options
def keygen(kind: str, curve: sealwax.Curve | None, name: Path) -> None:
    """Make a key pair: NAME.private, which is secret (mode 0600), and NAME.public.

    Neither file may exist: nothing is overwritten. The public key is also printed. If the private key is
    encrypted, its file is NAME.private.age: pass it on with age -d NAME.private.age | sealwax … --key -.
    """
    key: sealwax.ApiKey | sealwax.TargetKey
    if kind == "api":
        key = sealwax.ApiKey.generate(curve or "p256")
    elif curve in {None, "p256"}:
        key = sealwax.TargetKey.generate()
    else:
        raise Misuse("a target key is on P-256; leave out --curve")
    if str(name) == STANDARD_STREAM:
        raise Misuse("--out is the name of two files and cannot be standard output; pass a name")
    private_path = _save(key, name)
    try:
        write_new_file(f"{name}.public", key.public_key.encode(), mode=0o644)
    except BaseException:
        # Nobody saw the public key, so nothing was sealed to it.
        private_path.unlink()
        raise
    say(f"wrote {private_path} (keep it secret{readers_of_new_files()}) and {name}.public")
    write_lines(key.public_key)


def _save(key: sealwax.ApiKey | sealwax.TargetKey, name: Path) -> Path:
    """Write the private key to its file, encrypted if an option says so; return its path."""
    if not encryption.is_encrypted():
        path = Path(f"{name}.private")
        key.save(path)
        return path
    from sealwax._crypto.key_files import FoundKey, write_foreign_key  # noqa: PLC0415 - loaded only to encrypt

    found = (
        FoundKey(bytes.fromhex(key.private_key_hex()), key.curve, "api")
        if isinstance(key, sealwax.ApiKey)
        else FoundKey(bytes.fromhex(key.private_key_hex()), "p256", "target")
    )
    path = Path(f"{name}.private.age")
    write_new_file(path, encryption.encrypted(write_foreign_key(found, "hex")))
    return path
