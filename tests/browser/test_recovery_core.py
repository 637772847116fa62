"""The core of the recovery page: the vectors through its bundle, in a real Chromium without a network."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.interop.cases import FILES, OUTPUTS, cases_of
from tests.nodejs import find_program, install

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent
PAGE = ROOT / "recovery-page"
LARGEST = 400_000
"""The bytes that the whole page may have."""
ADDRESSES = ("AccountDerivation", "AddressCheck", "AddressEncoding")
EXPORTS = ("AccountExport", "SecretExport", "WalletExport")


def build(path: Path) -> bytes:
    install(PAGE)
    built = subprocess.run(
        [find_program("node"), PAGE / "build.mjs", path], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    return path.read_bytes()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    build(folder / "core.js")
    (folder / "index.html").write_text('<!doctype html><meta charset="utf-8"><script src="core.js"></script>')
    return folder


def test_it_is_built_twice_alike_and_small(folder: Path) -> None:
    content = build(folder / "again.js")
    assert content == (folder / "core.js").read_bytes()
    assert len(content) < LARGEST
    assert str(ROOT).encode() not in content


def test_it_agrees_on_all_vectors_that_it_reads(folder: Path) -> None:
    install(HERE)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    assert chromium, "the browser tests need chromium or google-chrome on the PATH"
    cases = [case for file in FILES for case in cases_of(file)]
    lines = "".join(f"{json.dumps([case.group, case.given])}\n" for case in cases)
    ran = subprocess.run(
        [find_program("node"), HERE / "recovery_core.mjs", chromium, folder],
        input=lines,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr
    *answers, last = map(json.loads, ran.stdout.split("\n")[:-1])
    assert last == {"requests": 0}
    assert len(answers) == len(cases)
    read = [(case, answer) for case, answer in zip(cases, answers, strict=True) if "unknown" not in answer]
    assert {case.group for case, _ in read} >= {*ADDRESSES, *EXPORTS, "Bip39Mnemonic"}
    for case, answer in read:
        assert answer.keys() in ({"outputs"}, {"refused"}), (case.fields["id"], answer)
        outputs = answer.get("outputs")
        assert case.judge(outputs) == "agrees", (case.fields["id"], answer)
        if case.valid:
            assert outputs.keys() >= OUTPUTS[case.group] & case.fields.keys()
