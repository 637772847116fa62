import json
from pathlib import Path

import pytest
from mnemonic import Mnemonic

from sealwax.testing import ReferenceEnclave
from tests.cli.test_imports import arguments, opened, run
from tests.conftest import Cli

MNEMONIC = Mnemonic("czech").to_mnemonic(bytes(range(16)))


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_wallet_from_a_file_or_standard_input(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, end: str
) -> None:
    (tmp_path / "words").write_bytes(f"{MNEMONIC}{end}".encode())
    result = run(cli, enclave, tmp_path, "wallet", "--mnemonic-file", tmp_path / "words")
    assert opened(enclave, result) == MNEMONIC.encode()
    result = run(cli, enclave, tmp_path, "wallet", "--mnemonic-file", "-", stdin=MNEMONIC + end)
    assert opened(enclave, result) == MNEMONIC.encode()


def test_a_passphrase_from_a_file(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
    (tmp_path / "words").write_text(MNEMONIC)
    (tmp_path / "pass").write_text(" pässword \n")
    result = run(
        cli,
        enclave,
        tmp_path,
        "wallet",
        "--mnemonic-file",
        tmp_path / "words",
        "--passphrase-file",
        tmp_path / "pass",
    )
    assert opened(enclave, result) == f"{MNEMONIC}\n--PASS--\n pässword ".encode()


def test_an_invalid_mnemonic_is_sealed_only_when_asked_for(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path
) -> None:
    arguments = ("wallet", "--mnemonic-file", "-")
    refused = run(cli, enclave, tmp_path, *arguments, stdin="correct horse")
    assert (refused.exit_code, refused.stdout) == (1, b"")
    assert refused.stderr.startswith("error[malformed]: the mnemonic is not valid BIP-39")
    assert "horse" not in refused.stderr
    allowed = run(cli, enclave, tmp_path, *arguments, "--allow-invalid-checksum", stdin="correct horse")
    assert opened(enclave, allowed) == b"correct horse"


def test_the_services_whole_answer_is_taken(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
    (tmp_path / "words").write_text(MNEMONIC)
    words = f"--mnemonic-file={tmp_path / 'words'}"
    command = [*arguments(enclave, tmp_path, "wallet"), words, "--bundle"]
    bundle = (tmp_path / "bundle.json").read_text()
    answer = {"activity": {"result": {"initImportWalletResult": {"importBundle": bundle}}}}
    (tmp_path / "answer").write_text(json.dumps(answer))
    assert opened(enclave, cli(*command, tmp_path / "answer")) == MNEMONIC.encode()
    other = cli(*command, "-", stdin=b'{"activity":{"result":{}}}')
    assert (other.exit_code, other.stdout) == (1, b"")
    assert other.stderr.startswith("error[malformed]: standard input: the answer has no import bundle")


def test_an_empty_passphrase_is_no_passphrase(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
    (tmp_path / "pass").write_text("\n")
    more = ["--mnemonic-file", "-", "--passphrase-file", str(tmp_path / "pass")]
    result = run(cli, enclave, tmp_path, "wallet", *more, stdin=MNEMONIC)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert "the passphrase is empty; leave out the option" in result.stderr
