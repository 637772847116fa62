"""Shared by the tests: captured artifacts, a seeded enclave, and a command line to call."""

import io
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import hypothesis
import pytest

from sealwax import TargetKey
from sealwax.cli.app import run
from sealwax.testing import ReferenceEnclave

ROOT = Path(__file__).resolve().parent.parent
CAPTURED = ROOT / "vectors" / "captured"
DATA = Path(__file__).parent / "data"

UNPUBLISHED = "it compares with artifacts that are not published"
"""Why a test is skipped where only the developers' own machines have what it reads."""

ORGANIZATION = "f9a31c64-d604-42e4-9bef-a773096afad7"
USER = "6912b819-f4df-40f4-a192-20ee43090974"
SEED = bytes(range(32))
TARGET = TargetKey.from_private_key(b"\x07" * 32)

NOT_TEXT: tuple[object, ...] = (None, 5, 1.5, True, [], ["x"], {})
"""Values of JSON and CBOR that are not text."""


def near_misses(value: str) -> list[str]:
    """Change a digit of a text: the first, ninth, seventeenth (of hex, that is byte nine), or last."""
    return [
        value[:position] + ("1" if value[position] == "0" else "0") + value[position + 1 :]
        for position in (2 if value.startswith("0x") else 0, 8, 16, len(value) - 1)
    ]


def near_texts(value: str) -> list[str]:
    """Change a text at each end, and in each way in which a comparison may be too weak."""
    changed = [f"{value[:-1]}~", f"~{value[1:]}", value[:-1], f"{value}~", value.swapcase(), f" {value} "]
    return [text for text in changed if text != value]


# No test fails because the machine is busy, and each run has the same values: what fails for somebody is of
# their change. `nox -s fuzz` tries four times as many; to look for others, pass --hypothesis-profile=random.
hypothesis.settings.register_profile("sealwax", deadline=None, derandomize=True, max_examples=25)
hypothesis.settings.register_profile("many", deadline=None, derandomize=True)
hypothesis.settings.register_profile("random", deadline=None)
hypothesis.settings.load_profile("sealwax")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests were skipped for each reason."""
    reasons = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", ()))
    for reason, number in sorted(reasons.items()):
        terminalreporter.write_line(f"{number} skipped: {reason.removeprefix('Skipped: ')}")


@contextmanager
def ordinary_users_directory() -> Iterator[Path]:
    """A directory of an ordinary user, as whom the test runs meanwhile: root may open every file."""
    nobody, user = 65534, os.geteuid()
    # Not under tmp_path, which only the user of pytest can enter.
    with tempfile.TemporaryDirectory() as name:
        if user == 0:
            os.chown(name, nobody, nobody)
            os.seteuid(nobody)
        try:
            yield Path(name)
        finally:
            os.seteuid(user)


class CapturedWallet(NamedTuple):
    """The captured export of a wallet."""

    bundle: dict[str, str]
    target_key: TargetKey
    organization_id: str
    mnemonic: str

    @property
    def text(self) -> str:
        return json.dumps(self.bundle)


@pytest.fixture
def captured_wallet() -> CapturedWallet:
    content = json.loads((CAPTURED / "export_wallet.json").read_text())
    return CapturedWallet(
        content["bundle"],
        TargetKey.from_private_key(content["targetPrivateKey"]),
        content["organizationId"],
        content["expected"]["mnemonic"],
    )


@pytest.fixture
def enclave() -> ReferenceEnclave:
    return ReferenceEnclave(SEED)


@pytest.fixture
def target_key() -> TargetKey:
    return TARGET


class CliResult(NamedTuple):
    """The outcome of a command."""

    exit_code: int
    stdout: bytes
    stderr: str


Cli = Callable[..., CliResult]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Cli:
    """Call the command line in this process; standard input and output are not terminals."""

    def call(*arguments: str | Path, stdin: bytes = b"") -> CliResult:
        monkeypatch.setattr(sys, "argv", ["sealwax", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capfdbinary.readouterr()
        exit_code = run()
        stdout, stderr = capfdbinary.readouterr()
        return CliResult(exit_code, stdout, stderr.decode())

    return call
