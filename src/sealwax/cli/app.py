"""The command ``sealwax``: its sub-commands, loaded when called, and how errors are shown."""

import os
from importlib import import_module

import click

from sealwax.errors import SealwaxError

# Which module of this package has which command. `sealwax stamp` does not load what `decrypt-wallet` needs.
_COMMANDS = {
    "attest": "attest",
    "client-signature": "client_signature",
    "decrypt-account": "exports",
    "decrypt-credential": "credential",
    "decrypt-wallet": "exports",
    "encrypt-otp": "otp",
    "import-private-key": "imports",
    "import-wallet": "imports",
    "keygen": "keygen",
    "operations": "operations",
    "request": "request",
    "stamp": "stamp",
    "vectors": "vectors",
    "verify-stamp": "verify_stamp",
    "verify-token": "tokens",
}


class _LazyGroup(click.Group):
    """A group whose commands are imported by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f".{_COMMANDS[cmd_name]}", __package__)
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return command


@click.group(
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=(
        "Errors are one line, error[CODE]: what was wrong; what to do. The exit status is 1 for them, 2 for "
        "wrong usage. To complete commands in bash (or zsh, fish): "
        'eval "$(_SEALWAX_COMPLETE=bash_source sealwax)"'
    ),
)
@click.version_option(package_name="sealwax")
def sealwax() -> None:
    """Stamp requests, and open what the enclave sealed. Nothing here talks to the network."""


def run() -> int:
    """Run the command line on this process's arguments.

    Returns:
        The exit status: 0, 1 for an error, 2 for wrong usage, 130 when interrupted.
    """
    try:
        result = sealwax.main(prog_name="sealwax", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        click.echo("interrupted", err=True)
        return 130
    except Exception as error:  # noqa: BLE001 - no traceback, ever: its lines could hold a secret
        code, message = _describe(error)
        one_line = "".join(character if character.isprintable() else "?" for character in message)
        click.echo(f"error[{code}]: {one_line}", err=True)
        return 1
    # --help and --version end with a status of their own.
    return result if isinstance(result, int) else 0


def _describe(error: Exception) -> tuple[str, str]:
    """Say what went wrong, and what to do about it, as code and message."""
    if isinstance(error, SealwaxError):
        return error.code, str(error)
    if isinstance(error, OSError):
        where = "standard input or output" if error.filename is None else os.fsdecode(error.filename)
        advice = (
            "nothing was overwritten; choose another name"
            if isinstance(error, FileExistsError)
            else "check the path, its permissions and the space left"
        )
        return "file", f"{where}: {error.strerror}; {advice}"
    return "internal", f"{type(error).__name__} in sealwax itself; please report how to make it happen"
