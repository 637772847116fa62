"""Messages about wrong usage. They never repeat typed text, which could be a misplaced secret."""

from collections.abc import Sequence
from typing import Final

import click


class Misuse(click.UsageError):
    """Wrong usage, with our own message, because click's messages quote the arguments."""


def in_our_words(error: click.UsageError) -> Misuse:
    """Describe an error that click found, from its data, not from its text."""
    return error if isinstance(error, Misuse) else Misuse(_describe(error), error.ctx)


def _describe(error: click.UsageError) -> str:
    if isinstance(error, click.BadParameter) and error.param is not None:
        wrong = "is missing" if isinstance(error, click.MissingParameter) else "has a wrong value"
        return f"{label(error.param)} {wrong}{_rule(error.param.type)}"
    if isinstance(error, click.BadOptionUsage):
        # click has looked up this name, so it is not typed text.
        return f"{error.option_name} is used wrongly; a flag takes no value, and any other option needs one"
    if isinstance(error, click.NoSuchOption):
        return f"an option is unknown to this command{nearest(error.option_name, _options_of(error.ctx))}"
    if error.ctx is not None and isinstance(error.ctx.command, click.Group):
        return "the command is missing; run it with --help for a list"
    return "too many arguments for this command"


_TOPICS: Final = {
    "Keys": "--key --keys --key-password-file --pin-env --pkcs11-module",
    "Wallets": "--mnemonic-file --passphrase-file --ask-passphrase --allow-invalid-checksum",
    "Accounts": "--expect-address --path --address-format --curve --variant --form --format --ed25519 "
    "--secp256k1 --allow-wrong-address --allow-unknown-address --password-file",
    "Keys of the enclaves": "--signer-public-key --tls-fetcher-public-key --notarizer-public-key",
    "Enclaves": "--release --operators --newer --application --pcr --root --pivot-hash --manifest-hash "
    "--quorum-public-key --namespace --min-nonce --member --threshold --share-member --share-threshold "
    "--args --environment --resolvers --bridges --require-live --allow-any-program --allow-debug-mode",
    "Passkeys": "--rp-id --origin --cose-key",
    "Output": "--output --out --recipient --encrypt-passphrase-file --ask-encrypt-passphrase --json --raw "
    "--show",
}
_TOPIC_OF: Final = {option: topic for topic, options in _TOPICS.items() for option in options.split()}


class Command(click.Command):
    """A command whose help has the example first, and the options by topic."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        self.format_epilog(ctx, formatter)
        self.format_options(ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options; options without a topic come first."""
        options = [(option, option.get_help_record(ctx)) for option in self.get_params(ctx)]
        rows = [
            (_TOPIC_OF.get(max(option.opts, key=len), "Options"), record)
            for option, record in options
            if record
        ]
        for topic in ("Options", *_TOPICS):
            if records := [record for of_topic, record in rows if of_topic == topic]:
                with formatter.section(topic):
                    formatter.write_dl(records)


class Group(click.Group):
    """A group of commands that suggests a command for an unknown one."""

    command_class: type[click.Command] | None = Command

    unlisted: tuple[str, ...] = ()
    """Commands that the help does not list."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first argument names."""
        if not ctx.resilient_parsing:
            self.find(ctx, args[0])
        return super().resolve_command(ctx, args)

    def find(self, context: click.Context, name: str) -> click.Command:
        """Return the command with a name; refuse an unknown name."""
        command = self.get_command(context, name)
        if command is None:
            similar = (
                nearest(name, [*self.list_commands(context), *self.unlisted])
                or "; run it with --help for a list"
            )
            raise Misuse(f"the command is unknown{similar}", context)
        return command


def nearest(typed: str, names: Sequence[str]) -> str:
    """Suggest the names that begin with the typed text, or the most similar name."""
    # Imported only for an error, to start quickly.
    from difflib import get_close_matches  # noqa: PLC0415

    is_start = len(typed.lstrip("-")) >= _SHORTEST_START
    similar = [name for name in names if is_start and name.startswith(typed)][:_MAX_SUGGESTIONS]
    similar = similar or get_close_matches(typed, names, 1)
    return f"; did you mean {' or '.join(similar)}?" if similar else ""


_SHORTEST_START = 2
_MAX_SUGGESTIONS = 3


def _options_of(context: click.Context | None) -> list[str]:
    """Return the options of a command."""
    parameters = [] if context is None else context.command.get_params(context)
    return [name for option in parameters if isinstance(option, click.Option) for name in option.opts]


def label(parameter: click.Parameter) -> str:
    """Return the name of an option or argument, as the help shows it."""
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len)
    return f"the argument {parameter.human_readable_name.strip('[].').partition('|')[0]}"


def _rule(kind: object) -> str:
    if isinstance(kind, click.Choice):
        return f"; it must be one of {', '.join(kind.choices)}"
    if isinstance(kind, click.IntRange):
        return f"; it must be an integer from {kind.min} to {kind.max}"
    return "; it must be an integer" if kind is click.INT else ""
