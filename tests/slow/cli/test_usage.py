"""The tests of ``tests/cli/test_usage.py`` that take longest."""

from pathlib import Path

import click
import pytest

from tests.cli import test_usage as quick
from tests.cli.test_usage import COMMANDS, LEAVES, MARKER, check, named, required, spelled
from tests.conftest import Cli

_elsewhere = quick._elsewhere


pytestmark = pytest.mark.usefixtures("_elsewhere")


PARAMETERS = [
    pytest.param(words, parameter, id=f"{named(words)} {parameter.opts[0]}")
    for words, command in LEAVES.items()
    for parameter in command.params
]


@pytest.mark.parametrize(("words", "parameter"), PARAMETERS)
def test_a_wrong_value(cli: Cli, tmp_path: Path, words: tuple[str, ...], parameter: click.Parameter) -> None:
    wrong = spelled(parameter, MARKER)
    is_typed = not isinstance(parameter.type, click.Path | click.types.StringParamType)
    for others in ([], required(LEAVES[words], tmp_path, but=parameter)):
        result = cli(*words, *wrong, *others)
        # Text is printed again by commands that succeed, such as request --organization-id.
        if result.exit_code:
            check(result, wrong_usage=is_typed)
        else:
            assert not is_typed


@pytest.mark.parametrize("words", COMMANDS, ids=named)
@pytest.mark.parametrize("option", [f"--{MARKER}", f"--{MARKER}=x", f"-{MARKER}", f"--type{MARKER}"])
def test_an_option_that_there_is_not(cli: Cli, tmp_path: Path, words: tuple[str, ...], option: str) -> None:
    for others in ([], required(COMMANDS[words], tmp_path)):
        check(cli(*words, option, *others))


@pytest.mark.parametrize(
    ("words", "option"),
    [
        pytest.param(words, option.opts[0], id=f"{named(words)} {option.opts[0]}")
        for words, command in LEAVES.items()
        for option in command.params
        if isinstance(option, click.Option) and not option.is_flag
    ],
)
def test_an_option_without_its_value(cli: Cli, words: tuple[str, ...], option: str) -> None:
    result = cli(*words, option)
    check(result)
    assert f"{option} is used wrongly; a flag takes no value, and any other" in result.stderr


@pytest.mark.parametrize(
    "words",
    [words for words, command in COMMANDS.items() if all(each.nargs == 1 for each in command.params)],
    ids=named,
)
def test_arguments_too_many(cli: Cli, tmp_path: Path, words: tuple[str, ...]) -> None:
    for more in ([MARKER, MARKER], ["--", MARKER, f"--{MARKER}"]):
        check(cli(*words, *required(COMMANDS[words], tmp_path), *more))
