"""Write the manual pages of a release from the commands, with click-man."""

import subprocess
from importlib.metadata import version
from pathlib import Path

import click

from tools import ROOT
from tools.support.commands import commands_of, contexts, paragraphs_of


def write_man_pages(directory: Path) -> None:
    """Write a page for each command, ``sealwax.1``, ``sealwax-stamp.1`` and so on, into a new directory."""
    directory.mkdir()
    # The date of the commit, so that the same commit gives the same bytes.
    command = ("git", "show", "--no-patch", "--format=%cs", "HEAD")
    date = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    for context in contexts():
        name = context.command_path.replace(" ", "-")
        (directory / f"{name}.1").write_text(man_page(context, name, date))


def man_page(context: click.Context, name: str, date: str) -> str:
    """Return the page of a command.

    click-man lays it out. Its own reader of a command does not list the commands that a lazy group loads, and
    leaves out ``--help`` and the epilog, so the parts are passed here, escaped.
    """
    # Only the session has it.
    from click_man.man import ManPage  # noqa: PLC0415

    command = context.command
    # The command of a package that is not installed has no text.
    assert command.help, f"{context.command_path} has no help"
    page = ManPage(context.command_path)
    page.date, page.version = date, f"sealwax {version('sealwax')}"
    page.short_help = _escaped(_summary(command).rstrip("."))
    page.synopsis = " ".join(command.collect_usage_pieces(context))
    page.description = _paragraphs(command.help)
    options = (each for each in command.get_params(context) if isinstance(each, click.Option))
    records = (option.get_help_record(context) for option in options)
    page.options = [(record[0].replace("…", "..."), _escaped(record[1])) for record in records if record]
    page.commands = [
        (str(inner.info_name), _escaped(_summary(inner.command))) for inner in commands_of(context)
    ]
    notes = f".SH NOTES\n{_paragraphs(command.epilog)}\n" if command.epilog else ""
    text = str(page).replace(".SH COMMANDS\n.PP\n", ".SH COMMANDS\n")
    # The names of pages that a group within the group refers to have no space.
    return text.replace(f"\\fB{context.command_path}-", f"\\fB{name}-") + notes


def _summary(command: click.Command) -> str:
    return command.get_short_help_str(200)


def _paragraphs(text: str) -> str:
    """Return a help text with the macros of its paragraphs; a first one has none after a heading."""
    return "\n.PP\n".join(
        _escaped(paragraph)
        if isinstance(paragraph, str)
        else "\n".join((".nf", *map(_escaped, paragraph), ".fi"))
        for paragraph in paragraphs_of(text)
    )


def _escaped(line: str) -> str:
    """Escape a line for roff: ASCII as it is typed, and no macro at its beginning."""
    escaped = line.replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    for character, escape in (("'", "\\(aq"), ("`", "\\(ga"), ("^", "\\(ha"), ("~", "\\(ti")):
        escaped = escaped.replace(character, escape)
    return f"\\&{escaped}" if escaped.startswith(".") else escaped
