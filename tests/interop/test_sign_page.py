"""The examples of docs/sign.md with libraries of networks, which an environment of their own has."""

import subprocess
import sys

import pytest

from tests.examples import test_docs as examples
from tests.interop.wallets.environment import install
from tests.repository.test_docs import BLOCKS, Block, Names

names = examples.names
service = examples.service
directory = examples.directory
shell = examples.shell

SIGNING = [block for block in BLOCKS.values() if block.language.startswith("python sign-")]


@pytest.fixture
def libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look into the environment of the libraries after ours."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    found = subprocess.run([install(), "-c", code], check=True, capture_output=True, text=True).stdout
    monkeypatch.setattr(sys, "path", [*sys.path, found.strip()])


@pytest.mark.usefixtures("libraries", "directory")
@pytest.mark.parametrize("block", SIGNING, ids=[block.language for block in SIGNING])
def test_the_libraries_accept_what_was_signed(block: Block, names: Names) -> None:
    exec(compile(block.text, block.page, "exec"), {**names})


def test_each_network_is_there() -> None:
    assert len(SIGNING) == 4
