"""Messages about wrong usage. They never repeat what was typed: it could be a misplaced secret."""

from collections.abc import Sequence

import click


class Misuse(click.UsageError):
    """Wrong usage, with our own message: those of click quote the arguments."""


def in_our_words(error: click.UsageError) -> Misuse:
    """Describe an error that click found, from its data, not from its text."""
    return error if isinstance(error, Misuse) else Misuse(_describe(error), error.ctx)


def _describe(error: click.UsageError) -> str:
    if isinstance(error, click.BadParameter) and error.param is not None:
        wrong = "is missing" if isinstance(error, click.MissingParameter) else "has a wrong value"
        return f"{label(error.param)} {wrong}{_rule(error.param.type)}"
    if isinstance(error, click.BadOptionUsage):
        # The name is the command's own: click has looked it up.
        return f"{error.option_name} is used wrongly; a flag takes no value, and any other option needs one"
    if isinstance(error, click.NoSuchOption):
        similar = f"; did you mean {' or '.join(error.possibilities)}?" if error.possibilities else ""
        return f"an option is unknown to this command{similar}"
    if error.ctx is not None and isinstance(error.ctx.command, click.Group):
        return "the command is missing or unknown; run it with --help for a list"
    return "too many arguments for this command"


def nearest(typed: str, names: Sequence[str]) -> str:
    """Suggest the name that is most like what was typed; nothing if none is."""
    # Imported only for an error, to start quickly.
    from difflib import get_close_matches  # noqa: PLC0415

    return "".join(f"; did you mean {name}?" for name in get_close_matches(typed, names, 1))


def label(parameter: click.Parameter) -> str:
    """Return the name of an option or argument, as the help shows it."""
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len)
    return f"the argument {parameter.human_readable_name.strip('[].').removesuffix('|-')}"


def _rule(kind: object) -> str:
    if isinstance(kind, click.Choice):
        return f"; it must be one of {', '.join(kind.choices)}"
    if isinstance(kind, click.IntRange):
        return f"; it must be an integer from {kind.min} to {kind.max}"
    return "; it must be an integer" if kind is click.INT else ""
