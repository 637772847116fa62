"""The commands of the command line, found by walking its groups."""

from collections.abc import Iterator

import click

from sealwax.cli import app


def commands() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command and group, with the words that call it; first the command line itself."""
    yield (), app.sealwax
    with click.Context(app.sealwax) as context:
        for name in app.sealwax.list_commands(context):
            command = app.sealwax.get_command(context, name)
            assert command is not None
            yield (name,), command
            if isinstance(command, click.Group):
                yield from (((name, inner), command.commands[inner]) for inner in command.commands)
