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


def export_command(
    *, sought: Bundles = EXPORT, takes_many: bool = False, short_help: str, epilog: str
) -> Callable[[Callable[..., bytes]], click.Command]:
    """Turn a function from an ``Export`` to the bytes to write into a command, with the shared options.

    ``takes_many``: a directory or JSON Lines of bundles, too.
    """
    add_keys_folder: Callable[[Callable[..., None]], Callable[..., None]] = (
        options.keys_folder if takes_many else lambda command: command
    )
    what = "The export bundle, or the service's whole answer" + (
        "; or a directory or JSON Lines of them." if takes_many else "."
    )

    def make_command(open_export: Callable[..., bytes]) -> click.Command:
        @click.command(short_help=short_help, epilog=epilog)
        @options.bundle(what)
        @options.key_file("The target key.", required=not takes_many)
        @add_keys_folder
        @options.organization_id
        @options.output_file("the secret")
        @options.as_json
        @options.show
        @click.option("--raw", is_flag=True, help="Write the sealed bytes unchanged.")
        @options.bundle_signer("signer")
        # Also copies the options of the function, which click keeps as an attribute.
        @functools.wraps(open_export)
        def command(
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
            **more: Any,
        ) -> None:
            item = more.pop("item", None)
            source_of = click.get_current_context().get_parameter_source
            if raw and (as_json or any(source_of(name) is ParameterSource.COMMANDLINE for name in more)):
                raise Misuse(
                    "--raw writes the bytes unchanged and unchecked; leave out --json, and the options on "
                    "the form and the address"
                )

            def open_one(file: Input, content: bytes, target_key: "KeyAgreement") -> bytes:
                with named(file.name):
                    found = find_bundle(content, sought, item)
                export = Export(file, *found, target_key, organization_id, keys, as_json)
                return export.open_with(sealwax.decrypt_export) if raw else open_export(export, **more)

            if takes_many and options.is_many(bundle, key_folder):
                from . import many  # noqa: PLC0415 - loaded only for many exports

                many.refuse_with_many(more)
                many.open_many(bundle, key, key_folder, output, open_one)
                return
            if key is None:
                raise Misuse("--key is missing")
            check_secret_destination(output, show=show)
            content = bundle.read(limit=MAX_ANSWER_BYTES)
            write_secret(open_one(bundle, content, key.read_target_key()), output)

        return command

    return make_command


allow_wrong_address: Callable[[options.F], options.F] = click.option(
    "--allow-wrong-address",
    is_flag=True,
    help="Write the secret even if it does not belong to the expected address.",
)


allow_unknown_address: Callable[[options.F], options.F] = click.option(
    "--allow-unknown-address",
    is_flag=True,
    help="Write the secret even if the address has an unsupported format, and nothing was compared.",
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
            "warning: the capitals of the expected address do not match its EIP-55 checksum; it is the same "
            "account, but check where the text was changed"
        )
