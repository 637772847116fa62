"""The packages of the test vectors: each is installed, and used by a program of the README."""

import json
import re
import subprocess
import tarfile
import venv
from pathlib import Path

from tests.conftest import ROOT
from tests.interop.cases import VECTORS
from tests.interop.golang import Go
from tools.release.pyz.__main__ import LOCK
from tools.support.nodejs import find_program

README = (VECTORS / "README.md").read_text()
NUMBER = json.loads((VECTORS / "hpke.json").read_text())["numberOfTests"]


def program(language: str) -> str:
    """The only program of the README in a language."""
    (found,) = re.findall(
        rf"^```{language}\n(.*?)^```", (VECTORS / "README.md").read_text(), re.MULTILINE | re.DOTALL
    )
    return str(found)


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command that must succeed, and give its output."""
    return subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.PIPE, text=True).stdout


def test_the_wheel(made: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = next((tmp_path / "venv").glob("*/python"))
    pip = (python, "-m", "pip", "install", "--quiet")
    run(*pip, "--require-hashes", "--requirement", ROOT / "requirements" / LOCK, cwd=tmp_path)
    wheels = [*made.glob("sealwax-*.whl"), *made.glob("sealwax_vectors-*.whl")]
    run(*pip, "--no-deps", "--no-index", *wheels, cwd=tmp_path)
    run(python, "-m", "pip", "check", cwd=tmp_path)
    assert run(python, "-c", program("py"), cwd=tmp_path) == f"hpke {NUMBER}\n"
    program_of_ours = ("--", python, "-m", "sealwax_vectors", "answer")
    asked = ("-m", "sealwax_vectors", "run", "--features", "hpke,vectors-rules", *program_of_ours)
    table = run(python, *asked, cwd=tmp_path)
    assert re.search(r"^hpke/HpkeOpenBase +[1-9]\d* +0 +0 +0$", table, re.MULTILINE)


def test_the_package_for_npm(made: Path, tmp_path: Path) -> None:
    (package,) = made.glob("sealwax-vectors-*.tgz")
    run(find_program("npm"), "init", "--yes", cwd=tmp_path)
    run(find_program("npm"), "install", "--offline", "--no-audit", "--no-fund", package, cwd=tmp_path)
    (tmp_path / "program.mjs").write_text(program("mjs"))
    assert run(find_program("node"), "program.mjs", cwd=tmp_path) == f"hpke {NUMBER}\n"
    index = run(find_program("node"), "-p", "JSON.stringify(require('sealwax-vectors'))", cwd=tmp_path)
    assert json.loads(index) == json.loads((VECTORS / "schema" / "index.json").read_text())


def test_the_module_for_go(made: Path, tmp_path: Path) -> None:
    (package,) = made.glob("sealwax-vectors-*.tar.gz")
    with tarfile.open(package) as tar:
        tar.extractall(tmp_path, filter="data")
    folder = package.name.removesuffix(".tar.gz")
    version = folder.removeprefix("sealwax-vectors-")
    user = tmp_path / "user"
    user.mkdir()
    (user / "main.go").write_text(program("go"))
    go = Go(tmp_path)
    go.run("mod", "init", "example", cwd=user)
    # The command of the README, where the archive was unpacked.
    (command,) = re.findall(r"`go (mod edit .*?)`", README)
    arguments = command.replace("VERSION", version).replace("FOLDER", f"../{folder}")
    go.run(*arguments.split(), cwd=user)
    assert go.run("run", ".", cwd=user) == f"hpke {NUMBER}\n"
    assert go.run("vet", "sealwax-vectors", cwd=user) == ""
