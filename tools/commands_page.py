"""Write the page of the commands, ``docs/commands.md``, from their help.

The site has entries of Sphinx in its place. The packages must be installed, as for the command line. For
example::

    python -m tools.commands_page
"""

from collections.abc import Iterator
from typing import Final

import click

from tools import ROOT
from tools.support.commands import contexts, paragraphs_of

PAGE: Final = ROOT / "docs" / "commands.md"

_START: Final = """\
# Commands

The command line needs the extra `cli`. `sealwax COMMAND --help` shows the description of a command in a
terminal. A release has them all as manual pages. `sealwax-service` brings the command `serve`, and
`sealwax-vectors` the command `vectors`.
"""


def page() -> str:
    """Return the text of the page."""
    _, *commands = contexts()  # the first is the command line itself
    return "\n".join([_START, *(line for context in commands for line in _described(context))])


def _described(context: click.Context) -> Iterator[str]:
    """Yield the lines about a command: its call, its help, its options and its examples."""
    command, path = context.command, context.command_path
    yield from (f"{'#' * len(path.split())} {path}", "")
    yield from ("```text", " ".join([path, *command.collect_usage_pieces(context)]), "```", "")
    yield from _paragraphs(command.help or "")
    options = [option for option in command.get_params(context) if isinstance(option, click.Option)]
    records = [record for option in options if (record := option.get_help_record(context))]
    if records:
        yield from (*(f"- `{names}`: {_escaped(text)}" for names, text in records), "")
    yield from _paragraphs(command.epilog or "")


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in paragraphs_of(text):
        if isinstance(paragraph, str):
            yield from (_escaped(paragraph), "")
        else:
            yield from ("```text", *paragraph, "```", "")


def _escaped(text: str) -> str:
    """Escape what Markdown takes for markup, except code between backticks."""
    parts = " ".join(text.split()).split("`")
    return "`".join(part if place % 2 else part.translate(_MARKUP) for place, part in enumerate(parts))


_MARKUP: Final = str.maketrans({character: f"\\{character}" for character in "\\*_<[|"})


if __name__ == "__main__":
    PAGE.write_text(page())
