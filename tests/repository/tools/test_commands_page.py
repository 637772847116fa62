"""The page of the commands in the repository: it is of today's commands, and complete."""

import re

import click

from tools.commands_page import PAGE, page
from tools.support.commands import contexts


def test_the_page_is_current() -> None:
    assert PAGE.read_text() == page(), "run: python -m tools.commands_page"


def test_every_command_and_option_is_there() -> None:
    _, *sections = re.split(r"^##+ ", PAGE.read_text(), flags=re.MULTILINE)
    shown = {section.partition("\n")[0]: section for section in sections}
    _, *found = contexts()
    assert [context.command_path for context in found] == [*shown]
    for context in found:
        for option in context.command.get_params(context):
            if isinstance(option, click.Option) and not option.hidden:
                assert max(option.opts, key=len) in shown[context.command_path]
