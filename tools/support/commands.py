"""The commands of the command line, found by walking its groups, and the paragraphs of their help."""

import re
from collections.abc import Iterator
from inspect import cleandoc

import click

from sealwax.cli import app


def commands() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command and group, with the words that call it; first the command line itself."""
    for context in contexts():
        yield tuple(context.command_path.split()[1:]), context.command


def contexts() -> Iterator[click.Context]:
    """Yield the context of every command and group; first that of the command line itself."""
    waiting = [click.Context(app.sealwax, info_name="sealwax", **app.sealwax.context_settings)]
    while waiting:
        context = waiting.pop(0)
        yield context
        waiting[:0] = commands_of(context)


def commands_of(context: click.Context) -> list[click.Context]:
    """Return the commands of a group; of another command, none."""
    group = context.command
    if not isinstance(group, click.Group):
        return []
    found = [(name, group.get_command(context, name)) for name in group.list_commands(context)]
    return [click.Context(inner, info_name=name, parent=context) for name, inner in found if inner]


def paragraphs_of(text: str) -> Iterator[str | list[str]]:
    """Yield the paragraphs of a help text: one line, or the lines of one that click keeps as it is."""
    for paragraph in re.split(r"\n\s*\n", cleandoc(text)):
        lines = paragraph.strip("\n").splitlines()
        if lines and lines[0].strip() == "\b":
            yield lines[1:]
        else:
            yield " ".join(line.strip() for line in lines)
