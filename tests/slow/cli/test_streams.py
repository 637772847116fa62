"""The tests of ``tests/cli/test_streams.py`` that take long."""

import json
from pathlib import Path

import click
import pytest

from sealwax_vectors.makers import VectorFile
from tests.cli.terminal import show_on_a_terminal
from tests.cli.test_streams import inputs
from tests.conftest import ROOT, Cli


def test_names_of_files_do_not_steer_a_terminal(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = tmp_path / "\x1b[2J\u202e" / "new"
    one = VectorFile("bip39.json", (ROOT / "vectors" / "bip39.json").read_bytes())
    monkeypatch.setattr("sealwax_vectors.makers.generate_files", lambda _seed: [one])
    made = cli("vectors", "generate", "--seed", "00" * 32, "--out", directory)
    assert made.stderr.endswith(r"files to " + f"{tmp_path}" + r"/\u001b[2J\u202e/new" + "\n")
    keys = cli("keygen", "--type", "api", "--out", directory / "a")
    assert keys.stderr.isprintable() or keys.stderr.removesuffix("\n").isprintable()
    document = json.loads((directory / "bip39.json").read_text())
    case = next(case for case in document["testGroups"][0]["tests"] if case["result"] == "invalid")
    case["error"] = "expired"
    (directory / "bip39.json").write_text(json.dumps(document))
    shown = show_on_a_terminal("vectors", "verify", directory / "bip39.json")
    assert shown.exit_code == 1
    assert r"/\u001b[2J\u202e/new/bip39.json: case " in shown.shown.decode()


@pytest.mark.parametrize(("words", "pair"), inputs())
def test_only_one_is_standard_input(cli: Cli, words: tuple[str, ...], pair: list[click.Parameter]) -> None:
    given = [
        word
        for parameter in pair
        for word in ([parameter.opts[0], "-"] if isinstance(parameter, click.Option) else ["-"])
    ]
    usage = ["login"] if words == ("client-signature",) else []
    operation = ["export_wallet"] if words == ("request",) else []
    result = cli(*words, *usage, *operation, *given)
    assert (result.exit_code, result.stdout) == (2, b"")
    assert "only one file can be -, which is standard input" in result.stderr
