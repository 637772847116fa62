"""The command ``sealwax``: import each command when it is called, and print errors."""

import os
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import NoReturn

import click
from click.shell_completion import CompletionItem

from sealwax import __version__
from sealwax.errors import MissingExtra, SealwaxError

from .streams import say, write_lines
from .usage import Group, Misuse, in_our_words

# By task. Each command is a function in a module of its name, imported when it is called, to start quickly:
# the help and completion show the summaries without it.
_TOPICS: dict[str, dict[str, str]] = {
    "Recover": {
        "recover": "Ask, step by step, for what is needed to recover a wallet.",
        "decrypt-wallet": "Open the export of a wallet.",
        "decrypt-account": "Open the export of an account.",
        "account": "Write the key of one account of a wallet.",
        "addresses": "List the addresses of a wallet or a key.",
        "decrypt-credential": "Open the credential bundle of an older login.",
        "decrypt-secret": "Open the export of a secret.",
        "decrypt-file": "Open a file that another command encrypted.",
    },
    "Requests": {
        "request": "Make the stamped request of an operation.",
        "stamp": "Stamp a request's body.",
        "operations": "List and describe the operations of the API.",
        "proposal": "Export secrets by several people, from file to file.",
        "import-wallet": "Seal a wallet to the enclave.",
        "import-private-key": "Seal a private key to the enclave.",
        "encrypt-secret": "Seal a secret to the enclave.",
        "encrypt-to-quorum-key": "Seal a secret to the quorum key of an enclave.",
        "fingerprint": "Print the fingerprint of an activity's request.",
    },
    "Keys": {
        "keygen": "Make a key pair.",
        "public": "Print the public half of a key.",
        "convert-key": "Write a key in another form.",
    },
    "Logins and passkeys": {
        "encrypt-otp": "Seal a one-time code to the enclave.",
        "client-signature": "Sign the use of a verification token.",
        "attest": "Encode a new passkey for signup.",
    },
    "Verify": {
        "inspect": "Name an artifact, and check it.",
        "verify-stamp": "Verify a stamp, and print its signer.",
        "verify-token": "Verify a token, and print its claims.",
        "verify-votes": "Verify the votes on an activity.",
        "verify-signature": "Verify a signature of sign_raw_payload.",
        "verify-proof": "Verify an app proof or a boot proof.",
        "verify-custom-proof": "Verify a proof of your own application.",
        "release": "Verify the approvals of a release of the service.",
        "identity": "Show the identity of an application of a release.",
        "verify-attestation-document": "Verify the attestation document of any Nitro enclave.",
        "verify-webhook": "Verify a webhook, and print its event.",
        "audit": "Verify a whole archive of signed lines.",
    },
    "Installation": {
        "doctor": "List what is installed, and the libraries in use.",
    },
    "Tests": {
        "serve": "Serve the API on this machine, for tests.",
        "vectors": "Make and verify test vectors.",
    },
}
_SUMMARIES = {name: summary for commands in _TOPICS.values() for name, summary in commands.items()}
_COMMANDS = tuple(sorted(_SUMMARIES))

_OTHER_PACKAGES = {"serve": "sealwax-service", "vectors": "sealwax-vectors"}
"""The packages of the commands that are entry points of the group ``sealwax.commands``."""


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
    write_lines(f"sealwax, version {__version__}")


# Alternatives to --help and --version, which the list of commands omits.
_META = {"help": _help, "version": _version}


class _LazyGroup(Group):
    """A group that imports a command when it is called."""

    unlisted: tuple[str, ...] = tuple(_META)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the commands by task."""
        width = max(map(len, _COMMANDS))
        for topic, names in _TOPICS.items():
            with formatter.section(topic):
                formatter.write_dl([(name.ljust(width), _summary(name)) for name in names])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command without importing any."""
        names = [name for name in _COMMANDS if name.startswith(incomplete)]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [*(CompletionItem(name, help=_summary(name)) for name in names), *options]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name in _META:
            return _META[cmd_name]
        if cmd_name not in _COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        if name in _OTHER_PACKAGES:
            return _load_from_package(name)
        command: click.Command = getattr(import_module(f".{name}", __package__), name)
        command.short_help = _SUMMARIES[cmd_name]
        return command


def _summary(name: str) -> str:
    """Return the summary of a command, with the package that it needs if that is not installed."""
    package = _OTHER_PACKAGES.get(name)
    if package is None or _is_installed(package):
        return _SUMMARIES[name]
    return f"{_SUMMARIES[name].removesuffix('.')}; needs {package}."


def _is_installed(package: str) -> bool:
    """Tell whether a package can be imported, without reading the metadata of all packages."""
    return find_spec(package.replace("-", "_")) is not None


def _load_from_package(name: str) -> click.Command:
    """Return the command of another package; without the package, a command that names it."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - to start quickly

    for entry_point in entry_points(group="sealwax.commands", name=name):
        command: click.Command = entry_point.load()
        command.short_help = _SUMMARIES[name]
        return command
    return _MissingCommand(name, _OTHER_PACKAGES[name])


class _MissingCommand(Group):
    """Replaces a command or group of a package that is not installed; every use is an error."""

    def __init__(self, name: str, package: str) -> None:
        super().__init__(name, short_help=_summary(name))
        # Bundles without *.dist-info have no entry points.
        problem = (
            "is here without its metadata (*.dist-info)" if _is_installed(package) else "is not installed"
        )
        self._error = MissingExtra(package, f"the command {name} is in {package}, which {problem}")

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
@click.version_option(__version__, "-V", "--version")
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
