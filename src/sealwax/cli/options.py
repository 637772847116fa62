"""Options that several commands share."""

from collections.abc import Callable
from typing import TypeVar

import click

import sealwax

from .streams import PATH_OR_STDIN

F = TypeVar("F", bound=Callable[..., object])

organization_id = click.option(
    "--organization-id", required=True, help="The organization that it must be made for."
)
user_id = click.option("--user-id", required=True, help="The user that it must be made for.")
as_json = click.option("--json", "as_json", is_flag=True, help="Give JSON.")


def examples(*commands: str, note: str = "") -> str:
    """Lay out what a command's help ends with.

    Args:
        commands: Command lines to copy, each perhaps of several lines.
        note: A sentence after them.

    Returns:
        The epilog.
    """
    lines = "\n".join(f"  {line}" for command in commands for line in command.splitlines())
    # The control character tells click to leave the paragraph as it is.
    return f"\b\nExample:\n{lines}\n\n{note}"


def bundle(what: str) -> Callable[[F], F]:
    """Make the option that names a bundle.

    Args:
        what: What is in the file.

    Returns:
        The decorator.
    """
    return click.option("--bundle", type=PATH_OR_STDIN, required=True, metavar="FILE|-", help=what)


def enclave_key(name: str) -> Callable[[F], F]:
    """Make the option that puts another key in place of one of the production enclaves'.

    Args:
        name: The attribute of ``EnclaveKeys``, such as ``tls_fetcher``.

    Returns:
        The decorator; the command gets ``keys``.
    """

    def callback(_context: click.Context, _option: click.Parameter, value: str | None) -> sealwax.EnclaveKeys:
        return to_keys(name, value)

    option = f"--{name.replace('_', '-')}-public-key"
    return click.option(
        option,
        "keys",
        callback=callback,
        metavar="HEX",
        help=f"The enclave's {name.replace('_', ' ')} key, where it is not the production one.",
    )


def to_keys(name: str, value: str | None) -> sealwax.EnclaveKeys:
    """Give the production keys, or a set of the one key that a caller named."""
    return sealwax.EnclaveKeys.production() if value is None else sealwax.EnclaveKeys(**{name: value})
