import base64
import json
from pathlib import Path
from typing import Any

import pytest

from sealwax.testing import AttestedEnclave
from tests.conftest import SEED, Cli, CliResult, near_misses

ENCLAVE = AttestedEnclave(SEED, pcr_count=16)
PCR0 = ENCLAVE.measurements[0].hex()
CHOSEN: dict[str, Any] = {"public_key": b"key", "user_data": b"data", "nonce": b"nonce"}
DOCUMENT = ENCLAVE.document(bytes(32), **CHOSEN)
ROOT = ("--root", ENCLAVE.root_sha256)
EXPECTED = [part for name, value in CHOSEN.items() for part in (f"--{name.replace('_', '-')}", value.hex())]


class Files:
    """A document in a file, and the command on it."""

    def __init__(self, directory: Path, cli: Cli) -> None:
        self.path, self._cli = directory / "document", cli
        self.path.write_bytes(DOCUMENT)

    def verify(self, *arguments: object, root: tuple[str, ...] = ROOT, stdin: bytes = b"") -> CliResult:
        file = "-" if stdin else self.path
        return self._cli("verify-attestation-document", *root, *map(str, arguments), file, stdin=stdin)


@pytest.fixture
def files(tmp_path: Path, cli: Cli) -> Files:
    return Files(tmp_path, cli)


def refused(result: CliResult, code: str) -> bool:
    return (result.exit_code, result.stdout) == (1, b"") and result.stderr.startswith(f"error[{code}]: ")


def test_in_words(files: Files) -> None:
    lines = files.verify("--pcr", f"0={PCR0}", *EXPECTED).stdout.decode().splitlines()
    assert lines[0] == "module_id: i-0123456789abcdef0-enc0123456789abcdef"
    assert lines[2:6] == ["public_key: 6b6579", "user_data: 64617461", "nonce: 6e6f6e6365", f"PCR0: {PCR0}"]
    assert lines[-1] == "as expected: PCR0, user data, nonce, public key"
    lines = files.verify().stdout.decode().splitlines()
    assert lines[-1] == "as expected: nothing: any enclave can have such a document"


def test_as_json(files: Files) -> None:
    fields = json.loads(files.verify("--pcr", f"0={PCR0}", *EXPECTED, "--fresh", "--json").stdout)
    assert {name: fields[name] for name in CHOSEN} == {name: value.hex() for name, value in CHOSEN.items()}
    assert fields["pcrs"]["0"] == PCR0
    assert fields["checked"] == {
        "pcrs": [0], "user_data": True, "nonce": True, "public_key": True, "now": True
    }  # fmt: skip


def test_the_forms_of_a_document(files: Files) -> None:
    shown = files.verify().stdout
    text = base64.b64encode(DOCUMENT)
    for content in (text, text + b"\n", text + b"\r\n", b"\xd2" + DOCUMENT):
        assert files.verify(stdin=content).stdout == shown
    for content in (text + b" ", DOCUMENT.hex().encode(), b"\xff", DOCUMENT + b"\0"):
        assert refused(files.verify(stdin=content), "malformed")


def test_members_that_are_missing(files: Files) -> None:
    document = ENCLAVE.document(bytes(32), **dict.fromkeys(CHOSEN))
    assert b"nonce: none" in files.verify(stdin=document).stdout
    assert json.loads(files.verify("--json", stdin=document).stdout)["nonce"] is None


@pytest.mark.parametrize("near", near_misses(PCR0))
def test_another_pcr(files: Files, near: str) -> None:
    assert refused(files.verify("--pcr", f"0={near}"), "wrong-enclave")


@pytest.mark.parametrize(
    ("option", "code"),
    [("--user-data", "wrong-enclave"), ("--public-key", "wrong-enclave"), ("--nonce", "wrong-challenge")],
)
def test_what_is_not_expected(files: Files, option: str, code: str) -> None:
    assert refused(files.verify(option, "00"), code)
    assert refused(files.verify(option, "zz"), "malformed")


def test_an_old_document(files: Files) -> None:
    old = AttestedEnclave(SEED, booted_at=ENCLAVE.booted_at.replace(year=2020))
    root = ("--root", old.root_sha256)
    document = old.document(bytes(32))
    assert files.verify(root=root, stdin=document).exit_code == 0
    assert refused(files.verify("--fresh", root=root, stdin=document), "expired")


def test_pins_that_say_nothing(files: Files) -> None:
    result = files.verify("--pcr", f"15={'00' * 48}")
    assert (result.exit_code, result.stdout) == (2, b"")
    assert "--pcr must have a PCR that is neither all zero nor the empty measurement" in result.stderr
    assert refused(files.verify(root=()), "untrusted-signer")
