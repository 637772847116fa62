"""The tests of ``tests/vectors/test_readme.py`` that need Node.js."""

import re
import subprocess
from pathlib import Path

from tests.conftest import ROOT, Cli
from tests.interop.cases import cases_of
from tests.vectors.test_readme import TEXT, check_opened, examples
from tools.support.nodejs import find_program


def test_so_does_the_one_in_javascript(tmp_path: Path) -> None:
    (program,) = examples("js")
    path = tmp_path / "example.mjs"
    path.write_text(program)
    finished = subprocess.run(
        [find_program("node"), path], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert not finished.stderr
    check_opened(finished.stdout)


def test_the_program_of_the_protocol_passes(cli: Cli, tmp_path: Path) -> None:
    (program,) = examples("javascript")
    path = tmp_path / "my-program.mjs"
    path.write_text(program)
    (command,) = re.findall(r"^sealwax (vectors run .* --) node my-program\.mjs$", TEXT, re.MULTILINE)
    result = cli(*command.split(), find_program("node"), path)
    passed = sum(case.group == "WebAuthnChallenge" for case in cases_of("webauthn_stamp"))
    assert result.exit_code == 0
    assert re.search(
        rf"^webauthn_stamp/WebAuthnChallenge +{passed} +0 ", result.stdout.decode(), re.MULTILINE
    )
    # It skips the others, which it may only if that is said.
    lax = cli("vectors", "run", "--features", "passkey-stamps", "--", find_program("node"), path)
    assert lax.exit_code == 1
    assert b": undeclared-skip: " in lax.stdout
