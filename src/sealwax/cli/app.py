"""The command ``sealwax``: import each command when it is called, and print errors."""

import os
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

import click

from sealwax.errors import MissingExtra, SealwaxError

from .streams import say, write_lines
from .usage import Group, Misuse, in_our_words

# By task. Each command is a function in a module of its name, imported when it is called, to start quickly.
_TOPICS: dict[str, tuple[str, ...]] = {
    "Recover": (
        "recover",
        "decrypt-wallet",
        "decrypt-account",
        "account",
        "addresses",
        "decrypt-credential",
        "decrypt-secret",
        "decrypt-file",
    ),
    "Requests": (
        "request",
        "stamp",
        "operations",
        "proposal",
        "import-wallet",
        "import-private-key",
        "encrypt-secret",
        "encrypt-to-quorum-key",
        "fingerprint",
    ),
    "Keys": ("keygen", "public", "convert-key"),
    "Logins and passkeys": ("encrypt-otp", "client-signature", "attest"),
    "Verify": (
        "inspect",
        "verify-stamp",
        "verify-token",
        "verify-votes",
        "verify-signature",
        "verify-proof",
        "verify-custom-proof",
        "release",
        "identity",
        "verify-attestation-document",
        "verify-webhook",
        "audit",
    ),
    "Tests": ("serve", "vectors"),
}
_COMMANDS = tuple(sorted(name for names in _TOPICS.values() for name in names))

_OTHER_PACKAGES = {
    "serve": ("sealwax-service", "Serve the API for tests"),
    "vectors": ("sealwax-vectors", "Make and verify vectors"),
}
"""The commands of other packages, which are entry points of the group ``sealwax.commands``."""


@click.command("help", add_help_option=False)
@click.argument("words", nargs=-1, metavar="[COMMAND]...")
@click.pass_context
def _help(context: click.Context, words: tuple[str, ...]) -> None:
    """Show the help of a command."""
    parent = context.find_root()
    for word in words:
        if not isinstance(parent.command, Group):
            raise Misuse("the command has no commands of its own; pass fewer words", parent)
        parent = click.Context(parent.command.find(parent, word), info_name=word, parent=parent)
    write_lines(parent.get_help())


@click.command("version", add_help_option=False)
def _version() -> None:
    """Show the version."""
    from sealwax import __version__  # noqa: PLC0415 - to start quickly

    write_lines(f"sealwax, version {__version__}")


# Alternatives to --help and --version, which the list of commands omits.
_META = {"help": _help, "version": _version}


class _LazyGroup(Group):
    """A group that imports a command when it is called."""

    unlisted: tuple[str, ...] = tuple(_META)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by task."""
        width = max(map(len, _COMMANDS))
        for topic, names in _TOPICS.items():
            found = [(name, self.get_command(ctx, name)) for name in names]
            rows = [
                (name.ljust(width), command.get_short_help_str(formatter.width))
                for name, command in found
                if command is not None
            ]
            with formatter.section(topic):
                formatter.write_dl(rows)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name in _META:
            return _META[cmd_name]
        if cmd_name not in _COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        if name in _OTHER_PACKAGES:
            return _load_from_package(name)
        command: click.Command = getattr(import_module(f".{name}", __package__), name)
        return command


def _load_from_package(name: str) -> click.Command:
    """Return the command of another package; without the package, a command that names it."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - to start quickly

    for entry_point in entry_points(group="sealwax.commands", name=name):
        command: click.Command = entry_point.load()
        return command
    return _MissingCommand(name, *_OTHER_PACKAGES[name])


class _MissingCommand(Group):
    """Replaces a command or group of a package that is not installed; every use is an error."""

    def __init__(self, name: str, package: str, short_help: str) -> None:
        super().__init__(name, short_help=f"{short_help}; needs {package}.")
        self._error = MissingExtra(package, f"the command {name} is in another package")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Completion parses incomplete lines.
        if ctx.resilient_parsing:
            return args
        raise self._error

    def get_help(self, ctx: click.Context) -> NoReturn:  # noqa: ARG002
        raise self._error

    def find(self, context: click.Context, name: str) -> NoReturn:  # noqa: ARG002
        raise self._error


@click.group(
    cls=_LazyGroup,
    short_help="Client-side cryptography of a wallet and key management API.",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=(
        "For FILE|-, pass a file, or - for standard input (once in a command) or standard output. Pass ./- "
        "for a file of that name.\n\n"
        "An error is one line: error[CODE]: what is wrong; what to do. The exit status is 1 after an error, "
        "and 2 after wrong usage.\n\n\b\nTo complete commands in bash (or zsh, fish):\n"
        '  eval "$(_SEALWAX_COMPLETE=bash_source sealwax)"'
    ),
)
@click.version_option(None, "-V", "--version", package_name="sealwax")
def sealwax() -> None:
    """Sign API requests (stamps); open, verify and seal encrypted bundles; verify tokens and proofs.

    Two things use the network: `serve`, on this machine unless you pass --host, and keys in AWS KMS.
    """


def run() -> int:
    """Run the command line; return 0, 1 for an error, 2 for wrong usage or 130 if interrupted."""
    _dump_no_core()
    # The options and arguments that name files, by their paths.
    options: dict[str, str] = {}
    try:
        result = sealwax.main(prog_name="sealwax", standalone_mode=False, obj=options)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.UsageError as error:
        in_our_words(error).show()
        return error.exit_code
    except click.Abort:
        click.echo("interrupted", err=True)
        return 130
    except Exception as error:  # noqa: BLE001 - a traceback could show a secret
        code, message = _describe(error, options)
        say(f"error[{code}]: {message}")
        return 1
    # --help and --version return a status.
    return result if isinstance(result, int) else 0


def _dump_no_core() -> None:
    """Prevent core files, which would contain keys and plaintext, where the system allows it."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - not on Windows

        _, hard = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, hard))


def _describe(error: Exception, options: dict[str, str]) -> tuple[str, str]:
    """Return an error's code and message."""
    if isinstance(error, SealwaxError):
        return error.code, str(error)
    if isinstance(error, OSError):
        advice = _FILE_ADVICE.get(type(error), "check the path, its permissions and the space left")
        return "file", f"{_place(error, options)}: {error.strerror}; {advice}"
    return "internal", f"sealwax has a defect ({type(error).__name__}); please report how to reproduce it"


_FILE_ADVICE: dict[type[OSError], str] = {
    BrokenPipeError: "the program that reads the output has ended",
    FileExistsError: "nothing was overwritten; choose another name",
    FileNotFoundError: "check the path",
    IsADirectoryError: "name a file, not a directory",
    NotADirectoryError: "check the path",
    PermissionError: "check its permissions",
}


def _place(error: OSError, options: dict[str, str]) -> str:
    """Name the option, and the path if it exists. Any other path could be a misplaced secret."""
    if error.filename is None:
        return "standard input or output"
    name = os.fsdecode(error.filename)
    # A command also writes files in a named directory, or with an added ending.
    option = options.get(name) or next(
        (option for path, option in options.items() if path and name.startswith(path)), "a file or directory"
    )
    if not os.path.lexists(name):
        return option
    return f"{option} {name}" if option.startswith("--") else name
