"""Options and arguments that several commands share."""

import functools
import os
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar, cast, get_args

import click

import sealwax
from sealwax._codec.hex import decode_hex
from sealwax.errors import MalformedInput
from sealwax.signers.devices import DEVICES

from .key_source import KEY_PASSWORD, PIN_ENVIRONMENT, PKCS11_MODULE, KeySource
from .secret_input import SecretInput
from .streams import STANDARD_STREAM, Input
from .usage import Command, Misuse, label, nearest

F = TypeVar("F", bound=Callable[..., object])
V = TypeVar("V")


class _Hex(click.types.StringParamType):
    """Hex; an error names the option, and never quotes the value."""

    name = "hex"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        decode_hex(value, "an option" if param is None else label(param))
        return value


HEX = _Hex()


def short_formats() -> dict[str, str]:
    """Return the API's names of address formats, by the command line's short names."""
    # Loaded only for the commands that take one.
    from sealwax.wallets.address_format_names import AddressFormat  # noqa: PLC0415

    names = get_args(AddressFormat)
    return {name.removeprefix("ADDRESS_FORMAT_").lower().replace("_", "-"): name for name in names}


class _AddressFormat(click.Choice[str]):
    """An address format, by the API's name or a short name; its value is the API's name."""

    def __init__(self) -> None:
        self._names = short_formats()
        super().__init__([*self._names])

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name = value.strip().lower().replace("_", "-").removeprefix("address-format-")
        if name not in self._names:
            similar = nearest(name, list(self._names))
            if similar and param is not None:
                raise Misuse(f"{label(param)} is not an address format{similar}", ctx)
            self.fail("unknown", param, ctx)
        return self._names[name]


def address_format(name: str, *, help: str) -> Callable[[F], F]:  # noqa: A002 - click's name
    """Make an option for an address format; its value is the API's name."""
    return click.option(name, "address_format", type=_AddressFormat(), metavar="FORMAT", help=help)


# Not a pathlib.Path, for which ./- is the same as -.
_PATH = click.Path(readable=False)

# A file that can also be standard input or output.
_FILE = f"FILE|{STANDARD_STREAM}"

organization_id: Callable[[F], F] = click.option(
    "--organization-id", required=True, metavar="ID", help="The organization that the bundle must be for."
)
user_id: Callable[[F], F] = click.option(
    "--user-id", required=True, metavar="ID", help="The user that the bundle must be for."
)
deterministic: Callable[[F], F] = click.option(
    "--deterministic", is_flag=True, help="Use the nonces of RFC 6979: the same body gets the same stamp."
)
as_json: Callable[[F], F] = click.option("--json", "as_json", is_flag=True, help="Write JSON.")
item: Callable[[F], F] = click.option(
    "--item",
    type=click.IntRange(min=1, max=1000),
    metavar="NUMBER",
    help="The number of the bundle in the answer, from 1, if it has several.",
)
show: Callable[[F], F] = click.option(
    "--show", is_flag=True, help="Write the secret even if standard output is a terminal."
)


def command(name: str | None = None, **settings: Any) -> Callable[[Callable[..., Any]], Command]:
    """Make a command whose help has the example first and the options by topic."""
    return click.command(name, Command, **settings)


def examples(*commands: str, note: str = "") -> str:
    """Make the epilog of a command's help: command lines to copy, then a note."""
    lines = "\n".join(f"  {line}" for command in commands for line in command.splitlines())
    # \b tells click to keep the paragraph's line breaks.
    return f"\b\nExample:\n{lines}\n\n{note}"


def input_file(
    name: str,
    *,
    help: str,  # noqa: A002 - click's name
    required: bool = False,
) -> Callable[[F], F]:
    """Make an option for a file, or standard input; its value is an ``Input``."""
    return click.option(name, type=_PATH, metavar=_FILE, callback=_to_input, required=required, help=help)


def input_argument(name: str, *, required: bool = True) -> Callable[[F], F]:
    """Make the argument for a file to read, or standard input; its value is an ``Input``."""
    metavar = _FILE if required else f"[{_FILE}]"
    return click.argument(name, type=_PATH, metavar=metavar, callback=_to_input, required=required)


def several_inputs_argument(name: str) -> Callable[[F], F]:
    """Make the argument for one or more files to read; its value is a tuple of ``Input``."""

    def callback(
        context: click.Context, argument: click.Parameter, values: tuple[str, ...]
    ) -> tuple[Input, ...]:
        if values.count(STANDARD_STREAM) > 1:
            raise Misuse("only one file can be -, which is standard input")
        inputs = (_to_input(context, argument, value) for value in values)
        return tuple(found for found in inputs if found is not None)

    return click.argument(name, type=_PATH, metavar=f"{_FILE}...", nargs=-1, callback=callback, required=True)


def secret_file(name: str, prompt: str, *, help: str) -> Callable[[F], F]:  # noqa: A002 - click's name
    """Make an option for the file of a secret, by default a prompt; its value is a ``SecretInput``."""

    def callback(context: click.Context, option: click.Parameter, value: str | None) -> SecretInput:
        return SecretInput(_to_input(context, option, value), name, prompt)

    shown = f"{help}  [default: a hidden prompt]"
    return click.option(name, type=_PATH, metavar=_FILE, callback=callback, help=shown)


def passphrase(command: F) -> F:
    """Add the options of a BIP-39 passphrase, for ``passphrase_of``."""
    ask = click.option("--ask-passphrase", is_flag=True, help="Ask for the passphrase at a hidden prompt.")
    file = input_file(
        "--passphrase-file", help="The file with the BIP-39 passphrase. Leave it out if the wallet has none."
    )
    return file(ask(command))


def passphrase_of(file: Input | None, *, ask: bool) -> SecretInput | None:
    """Return the source of the passphrase; None without one."""
    if ask and file is not None:
        raise Misuse("pass either --passphrase-file or --ask-passphrase")
    return SecretInput(file, "--passphrase-file", "Passphrase") if ask or file is not None else None


def output_file(content: str) -> Callable[[F], F]:
    """Make the option for a file to create for a secret, or standard output."""
    output = plain_output_file(content)
    return lambda command: output(encryption_options(command))


def plain_output_file(content: str) -> Callable[[F], F]:
    """Make the option for a file to create for public output, or standard output."""
    return click.option(
        "--output",
        type=_PATH,
        metavar=_FILE,
        callback=_to_output,
        help=f"The file to create for {content}, with mode 0600.  [default: standard output]",
    )


def encryption_options(command: F) -> F:
    """Add the options that encrypt what a command writes."""
    return _recipient(_encrypt_passphrase_file(_ask_encrypt_passphrase(command)))


# The encryption is loaded only with one of these options.


def _encrypt_to_recipients(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> None:
    if values:
        from . import encryption  # noqa: PLC0415

        encryption.keep_recipients(context, remember(context, option, values))


def _encrypt_with_passphrase_file(context: click.Context, option: click.Parameter, value: str | None) -> None:
    if value is not None:
        from . import encryption  # noqa: PLC0415

        encryption.keep_passphrase(context, _to_input(context, option, value))


def _encrypt_with_asked_passphrase(context: click.Context, _option: click.Parameter, value: object) -> None:
    if value:
        from . import encryption  # noqa: PLC0415

        encryption.keep_passphrase(context, None)


_recipient: Callable[[F], F] = click.option(
    "--recipient",
    multiple=True,
    metavar="age1…|ssh-ed25519…|PATH",
    expose_value=False,
    callback=_encrypt_to_recipients,
    help="Encrypt the output to this recipient of age, or to those in a file. Repeat it for more.",
)
_encrypt_passphrase_file: Callable[[F], F] = click.option(
    "--encrypt-passphrase-file",
    type=_PATH,
    metavar=_FILE,
    expose_value=False,
    callback=_encrypt_with_passphrase_file,
    help="Encrypt the output with the passphrase in this file.",
)
_ask_encrypt_passphrase: Callable[[F], F] = click.option(
    "--ask-encrypt-passphrase",
    is_flag=True,
    expose_value=False,
    callback=_encrypt_with_asked_passphrase,
    help="Encrypt the output with a passphrase that is asked for at a hidden prompt.",
)


def remember(context: click.Context, parameter: click.Parameter, value: V) -> V:
    """Remember the paths of an option or argument, for errors."""
    for path in value if isinstance(value, tuple) else (value,):
        if path is not None and str(path) != STANDARD_STREAM:
            context.ensure_object(dict)[str(path)] = label(parameter)
    return value


def _to_output(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    return None if value == STANDARD_STREAM else remember(context, parameter, value)


def _to_input(context: click.Context, parameter: click.Parameter, value: str | None) -> Input | None:
    """Make an ``Input``; let only one be standard input, which is read to its end."""
    if value is None:
        return None
    if value == STANDARD_STREAM and context.meta.setdefault(STANDARD_STREAM, parameter) is not parameter:
        raise Misuse("only one file can be -, which is standard input")
    remember(context, parameter, value)
    return Input(label(parameter) if isinstance(parameter, click.Option) else "", value)


def bundle(description: str) -> Callable[[F], F]:
    """Make the option for the file of a bundle."""
    return input_file("--bundle", required=True, help=description)


whole_secret_file: Callable[[F], F] = secret_file(
    "--secret-file", "Secret", help="The file with the secret, which is sealed exactly as it is."
)
password_file: Callable[[F], F] = secret_file(
    "--password-file", "Password of the keystore", help="The file with the password of the keystore."
)


def key_file(description: str, *, required: bool = False) -> Callable[[F], F]:
    """Make the option for a key; its value is a ``KeySource``. Its password may be in a file."""
    option = click.option(
        "--key",
        type=_PATH,
        metavar=_KEY,
        callback=_to_key_source,
        required=required,
        help=f"{description} {_KEY_FORMS}",
    )
    return lambda command: option(_key_password(_device_options(command)))


def key_argument(command: F) -> F:
    """Add the argument for a key; its value is a ``KeySource``."""
    return click.argument("key", type=_PATH, metavar=_KEY, callback=_to_key_source)(
        _key_password(_device_options(command))
    )


_KEY = f"{_FILE}|env:NAME|tkcli:NAME|URI"
_KEY_FORMS = (
    "A file in hex, PEM, DER, OpenSSH's form, a JWK or JSON; `sealwax keygen` writes NAME.private. On a "
    f"device: {', '.join(device.prefix + device.example for device in DEVICES)}."
)


def _to_key_source(context: click.Context, parameter: click.Parameter, value: str | None) -> KeySource | None:
    source = _to_input(context, parameter, value)
    return None if source is None else KeySource(source)


def _keep_key_password(context: click.Context, option: click.Parameter, value: str | None) -> None:
    context.meta[KEY_PASSWORD] = _to_input(context, option, value)


_key_password: Callable[[F], F] = click.option(
    "--key-password-file",
    type=_PATH,
    metavar=_FILE,
    expose_value=False,
    callback=_keep_key_password,
    help="The file with the password of an encrypted key.  [default: a hidden prompt]",
)


def _keep_in_meta(name: str) -> Callable[[click.Context, click.Parameter, str | None], None]:
    return lambda context, _option, value: context.meta.update({name: value})


pin_variable: Callable[[F], F] = click.option(
    "--pin-env",
    metavar="NAME",
    expose_value=False,
    callback=_keep_in_meta(PIN_ENVIRONMENT),
    help="The environment variable with the PIN of a token or security key.  [default: a hidden prompt]",
)


def _device_options(command: F) -> F:
    """Add the options for keys on devices, which are kept in the command's state."""
    module = click.option(
        "--pkcs11-module",
        metavar="LIBRARY",
        expose_value=False,
        callback=_keep_in_meta(PKCS11_MODULE),
        help="The PKCS#11 module of a token, if the key's URI has no module-path. A module is code "
        "that is loaded: trust the source of a URI with a module-path.",
    )
    return pin_variable(module(command))


keys_folder: Callable[[F], F] = click.option(
    "--keys",
    "key_folder",
    type=_PATH,
    metavar="DIR",
    callback=remember,
    help="For many exports: a directory of target keys; that with the bundle's name is tried first.",
)

_LINES = (".jsonl", ".ndjson")


def is_many(bundle: Input, key_folder: str | None) -> bool:
    """Return whether a bundle's path stands for many exports."""
    is_lines = bundle.path.endswith(_LINES)
    many = is_lines or (bundle.path != STANDARD_STREAM and os.path.isdir(bundle.path))  # noqa: PTH112
    if key_folder is not None and not many:
        raise Misuse("--keys is for a --bundle that is a directory, or a file of JSON Lines (.jsonl)")
    return many


key_type: Callable[[F], F] = click.option(
    "--type",
    "purpose",
    type=click.Choice(["api", "target"]),
    help="The use of the key, if its form does not say so: to stamp requests, or to open bundles.",
)
target_key: Callable[[F], F] = key_file("The target key.", required=True)


def expect_address(description: str) -> Callable[[F], F]:
    """Make the option for the expected address, without white space around it."""
    return click.option(
        "--expect-address",
        metavar="ADDRESS",
        callback=lambda _context, _option, value: None if value is None else value.strip(),
        help=description,
    )


def at_time(event: str) -> Callable[[F], F]:
    """Make the option for the time of verification; its argument is ``now``."""
    return click.option(
        "--at",
        "now",
        callback=_to_instant,
        metavar="TIME",
        help=f"The time at which {event}, such as 2026-01-31T12:00:00Z.  [default: now]",
    )


def leeway(command: F) -> F:
    """Add the option for the difference of clocks; its argument is ``leeway``, a span."""
    # Most commands compare no time.
    from sealwax._codec.clock import LEEWAY  # noqa: PLC0415

    return click.option(
        "--leeway",
        type=click.IntRange(min=0, max=86400),
        callback=lambda _context, _option, seconds: timedelta(seconds=seconds),
        default=int(LEEWAY.total_seconds()),
        show_default=True,
        metavar="SECONDS",
        help="How far clocks may differ: the time before and after its validity in which it is accepted.",
    )(command)


def _to_instant(_context: click.Context, _option: click.Parameter, value: str | None) -> datetime | None:
    # Imported only for the commands that have the option.
    from sealwax._codec.clock import decode_iso  # noqa: PLC0415

    try:
        return None if value is None else decode_iso(value, "--at")
    except MalformedInput as error:
        raise Misuse(str(error)) from None


def enclave_key(name: str) -> Callable[[F], F]:
    """Make the option for a key of ``EnclaveKeys``, such as ``tls_fetcher``; its argument is ``keys``."""

    def callback(_context: click.Context, _option: click.Parameter, value: str | None) -> sealwax.EnclaveKeys:
        return trusted_enclave_keys(name, value)

    return click.option(
        _public_key_option(name),
        "keys",
        callback=callback,
        type=HEX,
        help=f"The enclave's {name.replace('tls_', 'TLS ')} key.  [default: production's]",
    )


def bundle_signer(name: str) -> Callable[[F], F]:
    """Make the option for the key that signs bundles; errors about the signer name the option."""

    def decorate(command: F) -> F:
        # Also copies the other options, which click keeps as an attribute.
        @functools.wraps(command)
        def with_advice(*arguments: object, **more: object) -> object:
            try:
                return command(*arguments, **more)
            except sealwax.UntrustedSigner as error:
                raise sealwax.UntrustedSigner(f"{error} with {_public_key_option(name)}") from None

        return enclave_key(name)(cast("F", with_advice))

    return decorate


def _public_key_option(name: str) -> str:
    return f"--{name.replace('_', '-')}-public-key"


def trusted_enclave_keys(name: str, value: str | None) -> sealwax.EnclaveKeys:
    """Return the production keys, or a set with only the key of the option."""
    return sealwax.EnclaveKeys.production() if value is None else sealwax.EnclaveKeys(**{name: value})
