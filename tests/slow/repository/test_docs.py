"""The tests of ``tests/repository/test_docs.py`` that take long."""

import builtins
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from sealwax.cli import app
from sealwax_service import LocalService
from tests.conftest import ROOT, CapturedWallet
from tests.loops import failures
from tests.repository import test_docs as quick
from tests.repository.test_docs import (
    BLOCKS,
    PAGES,
    README,
    SPANS,
    Block,
    Command,
    Shell,
    check_session,
    options_of,
    run_script,
)
from tests.test_imports import PACKAGES

service = quick.service
shell = quick.shell


README_BLOCKS = [block for block in BLOCKS.values() if block.page == README.name]


def committed_files() -> Iterator[str]:
    """The names of the files that a clone has, or an sdist."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
        yield from listed.decode().strip("\0").split("\0")
    else:
        yield from (str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file())


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory: what is committed, and in `.venv` this interpreter in place of another."""
    top = tmp_path / "clone"
    for name in committed_files():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).symlink_to(ROOT / name)
    programs = top / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "activate").write_text(f"PATH={shlex.quote(str(programs))}:$PATH\n")
    (tmp_path / "installers").mkdir()
    for path, program in (
        (programs / "sealwax", f'exec {shlex.quote(sys.executable)} -m sealwax "$@"'),
        (programs / "pip", "true"),
        (tmp_path / "installers" / "python3", "true"),
    ):
        path.write_text(f"#!/bin/sh\n{program}\n")
        path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'installers'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(top)
    return top


def pasted(fences: list[Block]) -> Iterator[Command]:
    """The commands of a page's `bash` blocks; a `text` block has the output of the command before it."""
    for block, after in zip(fences, [*fences[1:], Block("", "", "")], strict=True):
        if block.language == "bash":
            *before, last = re.findall(r"^(?:.*\\\n)*.*(?=\n)", block.text, re.MULTILINE)
            yield from (Command(line, "") for line in before)
            yield Command(last, after.text if after.language == "text" else "")


@pytest.mark.usefixtures("clone")
def test_the_readme_can_be_followed_in_a_fresh_clone(
    captured_wallet: CapturedWallet, capsys: pytest.CaptureFixture[str]
) -> None:
    setup, tests, *rest = (block for block in README_BLOCKS if block.language == "sh")
    # `.ci/run` follows both, and installs what they say.
    assert setup.text.startswith("python3 -m venv .venv && .venv/bin/pip install --quiet '.[cli]' && ")
    assert tests.text == (
        "python3 -m venv .venv && .venv/bin/pip install --quiet uv && \\\n"
        ".venv/bin/uv pip install --quiet '.[test]' ./vectors ./service && \\\n"
        ".venv/bin/pytest --quiet -n auto\n"
    )
    assert not rest
    session = [Command(setup.text.rstrip("\n"), f"{captured_wallet.mnemonic}\n")]
    session += pasted(README_BLOCKS)
    assert len(session) == 3
    check_session(session, run_script)
    sending, opening = (block for block in README_BLOCKS if block.language == "python")
    exec(compile(sending.text, sending.page, "exec"), {})
    exec(compile(opening.text, opening.page, "exec"), {})
    assert capsys.readouterr().out == f"Root user\n{captured_wallet.mnemonic}\n"


SERVICE_COMMANDS = [name for name, block in BLOCKS.items() if block.language == "sh" and "8123" in block.text]


def test_two_commands_make_a_wallet_in_a_local_service_and_export_it(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve, tour = (BLOCKS[name].text for name in SERVICE_COMMANDS)
    assert serve == "sealwax serve --port 8123\n"
    python = Path(sys.executable)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with LocalService() as made:
        script = tour.replace("http://127.0.0.1:8123", made.url).replace("python3", str(python), 1)
        lines = shell(script).splitlines()
        assert lines[0] == f"logged in as {made.user_id}"
        assert lines[1].startswith("made the wallet of 0x")
        assert lines[2:] == ["exported it: the address matches"]


LOADED = re.compile(r"^\| `((?:import|from) .*?)` \| (.*?) ?\| (.*) \|$", re.MULTILINE)


@pytest.mark.parametrize(("statement", "loaded", "absent"), LOADED.findall(PAGES["embed.md"]))
def test_a_name_loads_what_the_page_says(statement: str, loaded: str, absent: str) -> None:
    code = f"import sys\nbefore = {{*sys.modules}}\n{statement}\nprint(*sys.modules.keys() - before)"
    # Without the modules that an environment loads at its start, such as those of coverage.
    shown = subprocess.run([sys.executable, "-S", "-c", f"import sys; sys.path = {sys.path!r}\n{code}"],
        check=True, capture_output=True, text=True).stdout  # fmt: skip
    modules = {*shown.split()}
    assert {*filter(None, loaded.split(", "))} <= modules
    assert {*absent.split(", ")} & modules == set()


def test_no_thread_goes_on_after_a_call() -> None:
    with LocalService() as service:
        code = (
            "import threading\n"
            "from sealwax import ApiKey, ApiKeyStamper\n"
            "from sealwax.client import Client\n"
            "from sealwax.operations import GetWhoami\n"
            f"stamper = ApiKeyStamper(ApiKey.from_private_key({service.api_key.private_key_hex()!r}))\n"
            f"client = Client(stamper, organization_id={service.organization_id!r},"
            f" base_url={service.url!r})\n"
            "client.send(GetWhoami())\n"
            "print(threading.active_count())"
        )
        assert run_script(f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}") == "1\n"


def test_a_subinterpreter_is_refused() -> None:
    """Once a dependency supports them, `docs/embed.md` has to say so."""
    interpreters = pytest.importorskip("_interpreters", reason="Python has them from 3.13 on")
    made = interpreters.create("isolated")
    assert interpreters.exec(made, f"import sys; sys.path = {sys.path!r}; import sealwax") is None
    failure = interpreters.exec(made, "sealwax.ApiKey.generate()")
    assert "does not support loading in subinterpreters" in failure.formatted


def test_names_in_the_text_exist() -> None:
    """A name that the code does not have is that of something renamed or removed."""
    sources = [path.read_text() for top in PACKAGES.values() for path in top.rglob("*.py")]
    words = set(re.findall(r"\w+", "".join(sources))) | set(dir(builtins))
    classes = {span for _, span in SPANS if re.fullmatch(r"(?:[A-Z]+[a-z0-9]+){2,}", span)}
    calls = {match[1] for _, span in SPANS if (match := re.match(r"([A-Za-z]\w+)\(", span))}
    functions = {span for _, span in SPANS if re.fullmatch(r"(?:verify|decrypt|encrypt|sign)_[a-z_]+", span)}
    named = classes | calls | functions
    assert len(named) > 30
    # Another client, or the candidate before, has them; coming-from-turnkey-http.md and upgrade.md name what
    # replaces them.
    assert named - words == {
        "DescribedOperation",
        "PollingConfig",
        "TurnkeyActivityAuthenticatorsNeededError",
        "TurnkeyActivityConsensusNeededError",
        "TurnkeyActivityError",
        "TurnkeyNetworkError",
    }


def command_lines() -> Iterator[tuple[str, list[str]]]:
    """Each call of `sealwax` on a page, with its arguments."""
    languages = {"sh", "bash", "console"}
    scripts = [(block.page, block.text) for block in BLOCKS.values() if block.language in languages]
    for page, script in [*scripts, *((page, span) for page, span in SPANS if span.startswith("sealwax "))]:
        for line in script.replace("\\\n", "").splitlines():
            if script.startswith("$ ") and not line.startswith("$ "):
                continue  # the output of a command
            lexer = shlex.shlex(line.removeprefix("$ "), posix=True, punctuation_chars=True)
            lexer.whitespace_split = True
            call: list[str] = []
            for word in [*lexer, ";"]:
                if not set(word) <= set("();<>|&"):
                    call.append(word)
                    continue
                if call and call[0].rpartition("/")[2] == "sealwax":
                    yield page, call[1:]
                call = []


COMMAND_LINES = list(command_lines())


def check_commands_and_their_options_exist(page: str, arguments: list[str]) -> None:
    command: click.Command | None = app.sealwax
    words = iter(arguments)
    while isinstance(command, click.Group):
        name = next(words)
        if name in {"--help", "COMMAND"}:
            return
        command = command.get_command(click.Context(command), name)
    assert command is not None, (page, arguments)
    options = {word.partition("=")[0] for word in words if word.startswith("-") and word != "-"}
    assert options <= options_of(command), (page, arguments)


def test_commands_and_their_options_exist() -> None:
    assert failures(check_commands_and_their_options_exist, COMMAND_LINES) == []
