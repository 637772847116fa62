"""The tests of ``tests/cli/test_usage.py`` that take long."""

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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["keygen", "--type", MARKER], "--type has a wrong value; it must be one of api, target"),
        (["keygen"], "--type is missing; it must be one of api, target"),
        (["keygen", "--type", "api"], "--out is missing"),
        (["keygen", f"--typ={MARKER}"], "an option is unknown to this command; did you mean "),
        (["keygen", f"--{MARKER}"], "an option is unknown to this command"),
        (["keygen", "--type=api", "--out=x", MARKER], "too many arguments for this command"),
        (
            ["client-signature", MARKER],
            "the argument USAGE has a wrong value; it must be one of login, ",
        ),
        (
            ["verify-token", "--leeway", MARKER],
            "--leeway has a wrong value; it must be an integer from 0 to 8",
        ),
        (["verify-token", "--at", MARKER], "--at must be a date, a time and a zone, such as 2026-"),
        (
            ["request", "--timestamp-ms", MARKER],
            "--timestamp-ms has a wrong value; it must be an integer",
        ),
        ([MARKER], "the command is unknown; run it with --help for a list"),
        (
            ["decrypt-wallet", "--org", MARKER],
            "an option is unknown to this command; did you mean --organization-id?\n",
        ),
        (
            ["decrypt-wallet", "--allow", MARKER],
            "an option is unknown to this command; did you mean --allow-wrong-address or --allow-unknown-",
        ),
        (
            ["decrypt-wallet", "--orgnization-id", MARKER],
            "an option is unknown to this command; did you mean --organization-id?\n",
        ),
        (
            ["dec", MARKER],
            "the command is unknown; did you mean decrypt-account or decrypt-credential or decrypt-file?\n",
        ),
        (["vectors", "generat", MARKER], "the command is unknown; did you mean generate?\n"),
        (["help", MARKER], "the command is unknown; run it with --help for a list"),
        (["help", "stamp", MARKER], "the command has no commands of its own; pass fewer words"),
        (["help", f"--{MARKER}"], "an option is unknown to this command"),
        (["help", "--", f"--{MARKER}"], "the command is unknown; run it with --help for a list"),
        (["decrypt-walet", MARKER], "the command is unknown; did you mean decrypt-wallet?\n"),
        (["vectors", MARKER], "the command is unknown; run it with --help for a list"),
        (["hepl", MARKER], "the command is unknown; did you mean help?\n"),
        (
            ["addresses", "--format", "bitcoin-mainnet-p2wpk"],
            "--format is not an address format; did you mean bitcoin-mainnet-p2wpkh?\n",
        ),
        (
            ["account", "--address-format", "ADDRESS_FORMAT_ETHERUM"],
            "--address-format is not an address format; did you mean ethereum?\n",
        ),
        (["account", "--address-format", MARKER], "--address-format has a wrong value; it must be one of "),
        (["--"], "the command is missing; run it with --help for a list"),
    ],
)
def test_messages(cli: Cli, arguments: list[str], message: str) -> None:
    result = cli(*arguments)
    check(result)
    assert f"\nError: {message}" in result.stderr
