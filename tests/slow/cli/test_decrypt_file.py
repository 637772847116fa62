"""``sealwax decrypt-file``: encrypted output opens with the program that wrote it."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed25519

from tests.cli.terminal import run_on_a_terminal
from tests.cli.test_decrypt_wallet import CAPTURED_ARGUMENTS
from tests.conftest import CapturedWallet, Cli

pyrage = pytest.importorskip("pyrage", reason="the extra age is not installed")
IDENTITY = pyrage.x25519.Identity.generate()
PASSPHRASE = "correct horse"


@pytest.fixture(scope="module")
def encrypted() -> bytes:
    """An output, made once: the derivation of its key takes a second."""
    return pyrage.passphrase.encrypt(b"legal winner\n", PASSPHRASE)  # type: ignore[no-any-return]


@pytest.fixture
def with_passphrase(tmp_path: Path, encrypted: bytes) -> Path:
    path = tmp_path / "mnemonic.age"
    path.write_bytes(encrypted)
    (tmp_path / "p").write_text(PASSPHRASE)
    return path


def test_a_passphrase_in_a_file(cli: Cli, tmp_path: Path, with_passphrase: Path) -> None:
    result = cli("decrypt-file", "--passphrase-file", tmp_path / "p", with_passphrase)
    assert (result.exit_code, result.stdout) == (0, b"legal winner\n")
    output = tmp_path / "out"
    assert (
        cli("decrypt-file", "--passphrase-file", tmp_path / "p", "--output", output, with_passphrase).stdout
        == b""
    )
    assert output.read_bytes() == b"legal winner\n"


def test_a_passphrase_is_asked_for(with_passphrase: Path) -> None:
    session = run_on_a_terminal(
        ["decrypt-file", str(with_passphrase)], [(b"Passphrase: ", PASSPHRASE.encode())]
    )
    assert (session.exit_code, session.piped) == (0, b"legal winner\n")
    assert PASSPHRASE.encode() not in session.shown


@pytest.mark.parametrize("armored", [False, True])
def test_an_identity_of_age(cli: Cli, tmp_path: Path, *, armored: bool) -> None:
    encrypted = pyrage.encrypt(b"legal winner\n", [IDENTITY.to_public()], armored=armored)
    text = f"# created: today\n{pyrage.x25519.Identity.generate()}\n{IDENTITY}\n"
    (tmp_path / "identity.txt").write_text(text)
    result = cli("decrypt-file", "--identity", tmp_path / "identity.txt", "-", stdin=encrypted)
    assert (result.exit_code, result.stdout) == (0, b"legal winner\n")


def test_an_ssh_key(cli: Cli, tmp_path: Path, captured_wallet: CapturedWallet) -> None:
    key = ed25519.Ed25519PrivateKey.generate()
    public = key.public_key().public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH)
    (tmp_path / "id_ed25519").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.OpenSSH, serialization.NoEncryption()
        )
    )
    encrypted = cli(*CAPTURED_ARGUMENTS, "--recipient", public.decode()).stdout
    result = cli("decrypt-file", "--identity", tmp_path / "id_ed25519", "-", stdin=encrypted)
    assert result.stdout.decode() == f"{captured_wallet.mnemonic}\n"


@pytest.mark.parametrize(
    ("identity", "error"),
    [
        (str(pyrage.x25519.Identity.generate()), "error[decryption-failed]: "),
        ("", "error[malformed]: --identity must be a file with AGE-SECRET-KEY-1"),
        ("AGE-SECRET-KEY-1X", "error[malformed]: --identity must be a file with AGE-SECRET-KEY-1"),
        (str(IDENTITY.to_public()), "error[malformed]: --identity must be a file with AGE-SECRET-KEY-1"),
    ],
    ids=["another", "empty", "damaged", "recipient"],
)
def test_another_identity(cli: Cli, tmp_path: Path, identity: str, error: str) -> None:
    (tmp_path / "identity.txt").write_text(identity)
    encrypted = pyrage.encrypt(b"legal winner\n", [IDENTITY.to_public()])
    result = cli("decrypt-file", "--identity", tmp_path / "identity.txt", "-", stdin=encrypted)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert error in result.stderr
    assert not identity or identity not in result.stderr


def test_another_passphrase(cli: Cli, tmp_path: Path, with_passphrase: Path) -> None:
    (tmp_path / "p").write_text("correct h0rse")
    result = cli("decrypt-file", "--passphrase-file", tmp_path / "p", with_passphrase)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert "the file does not open with this passphrase; check it, or pass --identity" in result.stderr
    assert "h0rse" not in result.stderr
    assert "Unicode" not in result.stderr
    (tmp_path / "p").write_text("corre\u0301ct h0rse")
    result = cli("decrypt-file", "--passphrase-file", tmp_path / "p", with_passphrase)
    assert "the password has characters that programs encode in several ways" in result.stderr


def test_what_is_not_encrypted(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "p").write_text("legal winner")
    result = cli("decrypt-file", "--passphrase-file", tmp_path / "p", tmp_path / "p")
    assert result.stderr == f"error[malformed]: {tmp_path / 'p'} is not encrypted in the format of age\n"


def test_one_way_alone(cli: Cli, tmp_path: Path, with_passphrase: Path) -> None:
    file = tmp_path / "p"
    result = cli("decrypt-file", "--passphrase-file", file, "--identity", file, with_passphrase)
    assert result.exit_code == 2
    assert "pass either --identity or --passphrase-file" in result.stderr
