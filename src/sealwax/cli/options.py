"""Options that several commands share."""

from collections.abc import Callable
from typing import TypeVar

import click

import sealwax

from .streams import PATH_OR_STDIN

F = TypeVar("F", bound=Callable[..., object])

organization_id = click.option(
    "--organization-id", required=True, help="The organization that the bundle must be for."
)
user_id = click.option("--user-id", required=True, help="The user that the bundle must be for.")
as_json = click.option("--json", "as_json", is_flag=True, help="Write JSON.")


def examples(*commands: str, note: str = "") -> str:
    """Make the epilog of a command's help: command lines to copy, then a note."""
    lines = "\n".join(f"  {line}" for command in commands for line in command.splitlines())
    # \b tells click to keep the paragraph's line breaks.
    return f"\b\nExample:\n{lines}\n\n{note}"


def bundle(what: str) -> Callable[[F], F]:
    """Make the option that names the file of a bundle."""
    return click.option("--bundle", type=PATH_OR_STDIN, required=True, metavar="FILE|-", help=what)


def enclave_key(name: str) -> Callable[[F], F]:
    """Make the option that replaces a key of ``EnclaveKeys``, such as ``tls_fetcher``; it gives ``keys``."""

    def callback(_context: click.Context, _option: click.Parameter, value: str | None) -> sealwax.EnclaveKeys:
        return to_keys(name, value)

    option = f"--{name.replace('_', '-')}-public-key"
    return click.option(
        option,
        "keys",
        callback=callback,
        metavar="HEX",
        help=f"The enclave's {name.replace('_', ' ')} key, if it is not production's.",
    )


def to_keys(name: str, value: str | None) -> sealwax.EnclaveKeys:
    """Return the production keys, or a set with only the given key."""
    return sealwax.EnclaveKeys.production() if value is None else sealwax.EnclaveKeys(**{name: value})
