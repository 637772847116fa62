"""The manual pages of a release: one for each command, complete, and without a fault of form."""

import shutil
import subprocess
from pathlib import Path

import click
import pytest

from tools.release.man import man_page, write_man_pages
from tools.support.commands import commands


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release") / "man"
    write_man_pages(folder)
    return folder


@pytest.fixture(scope="module")
def pages(folder: Path) -> dict[str, str]:
    return {path.stem: path.read_text() for path in folder.iterdir()}


def test_there_is_a_page_for_each_command(pages: dict[str, str]) -> None:
    assert pages.keys() == {"-".join(("sealwax", *words)) for words, _ in commands()}
    assert {"sealwax-serve", "sealwax-vectors-verify"} <= pages.keys()
    for words, command in commands():
        name = "-".join(("sealwax", *words))
        shown = pages[name].replace("\\-", "-")
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert max(parameter.opts, key=len) in shown
        assert "\n\\fB-h,\\fP --help\n" in shown
        assert "\n.SH NOTES\n" in shown or isinstance(command, click.Group)
        if words:
            group = pages["-".join(("sealwax", *words[:-1]))]
            assert f"\n\\fB{words[-1]}\\fP\n" in group
            assert f"See \\fB{name}(1)\\fP for" in group


def test_written_again_they_are_the_same(tmp_path: Path, pages: dict[str, str]) -> None:
    write_man_pages(tmp_path / "man")
    assert {path.stem: path.read_text() for path in (tmp_path / "man").iterdir()} == pages


def test_mandoc_has_no_warning(folder: Path) -> None:
    if shutil.which("mandoc") is None:
        pytest.skip("mandoc is not installed")
    for path in folder.iterdir():
        command = ("mandoc", "-Tlint", "-Wwarning", str(path))
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (result.returncode, result.stdout) == (0, ""), path.name


def test_what_begins_like_a_macro_is_text() -> None:
    command = click.Command("a", help=".TH x\n\n'x\n\n\b\n--a\\b~^`", epilog="\b\nNow:\n  .x")
    shown = man_page(click.Context(command, info_name="a"), "a", "2026-01-31")
    assert ".SH DESCRIPTION\n\\&.TH x\n.PP\n\\(aqx\n.PP\n.nf\n\\-\\-a\\eb\\(ti\\(ha\\(ga\n.fi\n" in shown
    assert shown.endswith(".SH NOTES\n.nf\nNow:\n  .x\n.fi\n")


def test_a_command_of_a_package_that_is_not_installed_has_no_page() -> None:
    with pytest.raises(AssertionError, match="a has no help"):
        man_page(click.Context(click.Command("a"), info_name="a"), "a", "2026-01-31")
