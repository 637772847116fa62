"""Options and arguments that several commands share."""

from collections.abc import Callable
from typing import TypeVar

import click

import sealwax

from .streams import STANDARD_STREAM
from .usage import Misuse, label

F = TypeVar("F", bound=Callable[..., object])

# Text and no pathlib.Path, for which ./- is the same as -.
_PATH = click.Path(readable=False)

# What the help calls a file that can also be standard input or output.
_FILE = f"FILE|{STANDARD_STREAM}"

organization_id = click.option(
    "--organization-id", required=True, help="The organization that the bundle must be for."
)
user_id = click.option("--user-id", required=True, help="The user that the bundle must be for.")
as_json = click.option("--json", "as_json", is_flag=True, help="Write JSON.")
show = click.option("--show", is_flag=True, help="Write the secret even if standard output is a terminal.")


def examples(*commands: str, note: str = "") -> str:
    """Make the epilog of a command's help: command lines to copy, then a note."""
    lines = "\n".join(f"  {line}" for command in commands for line in command.splitlines())
    # \b tells click to keep the paragraph's line breaks.
    return f"\b\nExample:\n{lines}\n\n{note}"


def input_file(name: str, *, help: str, required: bool = False) -> Callable[[F], F]:  # noqa: A002 - click's name
    """Make an option that names a file to read, or standard input."""
    return click.option(
        name, type=_PATH, metavar=_FILE, callback=_register_input, required=required, help=help
    )


def input_argument(name: str) -> Callable[[F], F]:
    """Make the argument that names a file to read, or standard input."""
    return click.argument(name, type=_PATH, metavar=_FILE, callback=_register_input)


def output_file(what: str) -> Callable[[F], F]:
    """Make the option that names a file to create for a secret, or standard output."""
    return click.option(
        "--output", type=_PATH, metavar=_FILE, help=f"The file to create for {what}, with mode 0600."
    )


def _register_input(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Remember which parameter names which file; let only one be standard input, as it is read to its end."""
    if value is not None:
        inputs: dict[str, str] = context.ensure_object(dict)
        if value == STANDARD_STREAM and value in inputs:
            raise Misuse("only one file can be -, which is standard input")
        inputs[value] = label(parameter)
    return value


def bundle(what: str) -> Callable[[F], F]:
    """Make the option that names the file of a bundle."""
    return input_file("--bundle", required=True, help=what)


target_key = input_file("--key", required=True, help="The target key: NAME.private.")


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
