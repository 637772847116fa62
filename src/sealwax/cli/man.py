"""The command ``sealwax man``: write manual pages from the commands."""

import re
from collections.abc import Iterator
from importlib.metadata import version
from inspect import cleandoc
from pathlib import Path
from textwrap import wrap

import click

from sealwax.files import replace_file

from . import options
from .paths import PATH
from .streams import say

_DATE = "2026-11-22"
"""The date of the pages: that of the release."""


@click.command(
    short_help="Write manual pages.",
    epilog=options.examples(
        "sealwax man --out ~/.local/share/man/man1",
        note="Then `man sealwax` and `man sealwax-stamp` show them.",
    ),
)
@click.option(
    "--out",
    type=PATH,
    required=True,
    metavar="DIR",
    callback=options.remember,
    help="The directory for the pages, which is created if it is missing.",
)
@click.pass_context
def man(context: click.Context, *, out: Path) -> None:
    """Write the manual pages of sealwax and of each command: sealwax.1, sealwax-stamp.1 and so on.

    Existing pages of these names are replaced.
    """
    out.mkdir(parents=True, exist_ok=True)
    pages = list(_pages(context.find_root().command))
    for name, page in pages:
        replace_file(out / f"{name}.1", page.encode())
    say(f"wrote {len(pages)} pages to {out}")


def _pages(root: click.Command) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each page."""
    context = click.Context(root, info_name="sealwax")
    for each in (context, *commands_of(context)):
        yield each.command_path.replace(" ", "-"), _page(each)


def commands_of(context: click.Context) -> list[click.Context]:
    """Return the commands of a group; of another command, none."""
    group = context.command
    if not isinstance(group, click.Group):
        return []
    found = [(name, group.get_command(context, name)) for name in group.list_commands(context)]
    return [click.Context(each, info_name=name, parent=context) for name, each in found if each is not None]


def _page(context: click.Context) -> str:
    """Write a page in the macros of man(7)."""
    command, name = context.command, context.command_path
    page = name.replace(" ", "-")
    short = command.get_short_help_str(200).rstrip(".")
    lines = [
        f'.TH "{page.upper()}" "1" "{_DATE}" "sealwax {version("sealwax")}" "Manual of sealwax"',
        ".SH NAME",
        f"{_roff(page)} \\-",
        *_filled(short),
        ".SH SYNOPSIS",
        f".B {_roff(name)}",
        *map(_roff, command.collect_usage_pieces(context)),
        ".SH DESCRIPTION",
        *_paragraphs(command.help or ""),
    ]
    records = [
        record for option in command.get_params(context) if (record := option.get_help_record(context))
    ]
    # There is always --help.
    lines.append(".SH OPTIONS")
    for names, text in records:
        lines += [".TP", f".B {_roff(names)}", *_filled(text)]
    inner = commands_of(context)
    if inner:
        lines.append(".SH COMMANDS")
    for each in inner:
        lines += [".TP", f".B {_roff(each.info_name or '')}", *_filled(each.command.get_short_help_str(200))]
    if command.epilog:
        lines += [".SH NOTES", *_paragraphs(command.epilog)]
    if context.parent is not None:
        lines += [".SH SEE ALSO", ".BR sealwax (1)"]
    return "\n".join(lines) + "\n"


def paragraphs_of(text: str) -> Iterator[str | list[str]]:
    """Yield the paragraphs of a help text: one line, or the lines of one that click keeps as it is."""
    for paragraph in re.split(r"\n\s*\n", cleandoc(text)):
        lines = paragraph.strip("\n").splitlines()
        if lines and lines[0].strip() == "\b":
            yield lines[1:]
        else:
            yield " ".join(line.strip() for line in lines)


def _paragraphs(text: str) -> Iterator[str]:
    for place, paragraph in enumerate(paragraphs_of(text)):
        # A heading is followed by a paragraph without this macro.
        if place:
            yield ".PP"
        if isinstance(paragraph, str):
            yield from _filled(paragraph)
        else:
            yield from (".nf", *map(_roff, paragraph), ".fi")


def _filled(text: str) -> list[str]:
    """Break a text into short lines, which roff fills again."""
    return [_roff(line) for line in wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)]


_WIDTH = 60  # with escapes, below 80


def _roff(text: str) -> str:
    """Escape a text for roff; a line must not begin like a macro."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").strip()
    escaped = escaped.replace("'", "\\(aq").replace("`", "\\(ga").replace("…", "...").replace("^", "\\(ha")
    return f"\\&{escaped}" if escaped.startswith((".", "\\(aq")) else escaped.replace("~", "\\(ti")
