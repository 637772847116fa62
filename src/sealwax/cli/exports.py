"""The shared part of the commands that open exports: options, opening and warnings."""

import dataclasses
import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

import sealwax
from sealwax._limits import MAX_ANSWER_BYTES
from sealwax.bundles.answers import EXPORT, Bundles
from sealwax.files import named

from . import options
from .answers import find_bundle
from .key_source import KeySource
from .streams import Input, check_secret_destination, say, write_secret
from .usage import Misuse

if TYPE_CHECKING:
    from sealwax.signing import KeyAgreement

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class Export:
    """An export to open, the unauthenticated address in the answer, and whether to write JSON."""

    file: Input
    bundle: str | bytes
    address: str | None
    target_key: "KeyAgreement"
    organization_id: str
    keys: sealwax.EnclaveKeys
    as_json: bool

    def open_with(self, decrypt: Callable[..., T]) -> T:
        """Open the bundle with one of the functions of ``sealwax``."""
        with named(self.file.name):
            return decrypt(self.bundle, self.target_key, organization_id=self.organization_id, keys=self.keys)


@dataclasses.dataclass(frozen=True)
class _Opener:
    """Opens the exports of one call of a command; ``own_options`` are the command's own options."""

    open_export: Callable[..., bytes]
    sought: Bundles
    item: int | None
    organization_id: str
    keys: sealwax.EnclaveKeys
    as_json: bool
    is_raw: bool
    own_options: dict[str, Any]

    def open(self, file: Input, content: bytes, target_key: "KeyAgreement") -> bytes:
        """Return the bytes to write for a bundle, or for the answer that contains it."""
        with named(file.name):
            found = find_bundle(content, self.sought, self.item)
        export = Export(
            file, found.bundle, found.address, target_key, self.organization_id, self.keys, self.as_json
        )
        if self.is_raw:
            return export.open_with(sealwax.decrypt_export)
        return self.open_export(export, **self.own_options)


def export_command(
    *, sought: Bundles = EXPORT, takes_many: bool = False, epilog: str
) -> Callable[[Callable[..., bytes]], click.Command]:
    """Turn a function from an ``Export`` to the bytes to write into a command, with the shared options.

    ``takes_many``: a directory or JSON Lines of bundles, too.
    """
    make_command = options.command(epilog=epilog)
    return lambda open_export: make_command(_with_options(open_export, sought, takes_many=takes_many))


def _with_options(
    open_export: Callable[..., bytes], sought: Bundles, *, takes_many: bool
) -> Callable[..., None]:
    """Return the function that click calls, with the shared options before those of ``open_export``."""
    run = functools.partial(_run, open_export, sought, takes_many)
    # Also copies the options of the function, which click keeps as an attribute.
    command: Callable[..., None] = functools.update_wrapper(run, open_export)
    for add in (
        options.bundle_signer("signer"),
        click.option("--raw", is_flag=True, help="Write the sealed bytes unchanged."),
        options.show,
        options.as_json,
        options.output_file("the secret"),
        options.organization_id,
        *([options.keys_folder] if takes_many else []),
        options.key_file("The target key.", required=not takes_many),
        options.bundle(
            "The export bundle, or the service's whole answer"
            + ("; or a directory or JSON Lines of them." if takes_many else ".")
        ),
    ):
        command = add(command)
    return command


def _run(
    open_export: Callable[..., bytes],
    sought: Bundles,
    takes_many: bool,  # noqa: FBT001 - fixed by partial
    *,
    bundle: Input,
    key: KeySource | None,
    organization_id: str,
    output: str | None,
    as_json: bool,
    show: bool,
    raw: bool,
    keys: sealwax.EnclaveKeys,
    key_folder: str | None = None,
    item: int | None = None,
    **own_options: Any,
) -> None:
    """Open the export, or each of many, and write it."""
    source_of = click.get_current_context().get_parameter_source
    if raw and (as_json or any(source_of(name) is ParameterSource.COMMANDLINE for name in own_options)):
        raise Misuse(
            "--raw writes the bytes unchanged and unchecked; leave out --json, and the options on "
            "the form and the address"
        )
    opener = _Opener(open_export, sought, item, organization_id, keys, as_json, raw, own_options)
    if takes_many and options.is_many(bundle, key_folder):
        from . import many  # noqa: PLC0415 - loaded only for many exports

        many.refuse_with_many(own_options)
        many.open_many(bundle, key, key_folder, output, opener.open)
        return
    if key is None:
        raise Misuse("--key is missing")
    check_secret_destination(output, show=show)
    content = bundle.read(limit=MAX_ANSWER_BYTES)
    write_secret(opener.open(bundle, content, key.read_target_key()), output)


allow_wrong_address: Callable[[options.F], options.F] = click.option(
    "--allow-wrong-address",
    is_flag=True,
    help="Write the secret even if it does not belong to the expected address.",
)


allow_unknown_address: Callable[[options.F], options.F] = click.option(
    "--allow-unknown-address",
    is_flag=True,
    help="Write the secret even if the address has an unsupported format and cannot be compared.",
)


def refuse_unknown_address(error: sealwax.Unsupported, *, allow: bool) -> None:
    """Raise the error about an address of no known format, or only warn if that is allowed."""
    if not allow:
        raise sealwax.Unsupported(f"{error}; --allow-unknown-address writes it uncompared")
    say(f"warning: {error}; it is written uncompared")


def refuse_wrong_address(problem: str, advice: str, *, allow: bool) -> None:
    """Raise ``wrong-address``, or only warn if that is allowed."""
    if not allow:
        advice = f"{advice}; --allow-wrong-address writes it anyway"
        raise sealwax.ContextMismatch("wrong-address", f"{problem}; {advice}")
    say(f"warning: {problem}; it is written anyway")


def warn_of_case(*, wrong_case: bool) -> None:
    """Warn that the capitals of an Ethereum address do not match its checksum."""
    if wrong_case:
        say(
            "warning: the capitals of the expected address do not match its EIP-55 checksum; the account is "
            "the same, but the text was changed"
        )
