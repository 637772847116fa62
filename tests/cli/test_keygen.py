import stat
from pathlib import Path

import pytest

from sealwax import ApiKey, TargetKey
from tests.conftest import Cli


@pytest.mark.parametrize("curve", ["p256", "secp256k1", "ed25519"])
def test_an_api_key(cli: Cli, tmp_path: Path, curve: str) -> None:
    result = cli("keygen", "--type", "api", "--curve", curve, "--out", tmp_path / "a")
    assert result.exit_code == 0
    key = ApiKey.load(tmp_path / "a.private")
    assert key.curve == curve
    assert (tmp_path / "a.public").read_text() == key.public_key
    assert result.stdout.decode() == key.public_key + "\n"
    assert stat.S_IMODE((tmp_path / "a.private").stat().st_mode) == 0o600
    assert key.private_key_hex() not in result.stderr


def test_p256_is_the_default(cli: Cli, tmp_path: Path) -> None:
    cli("keygen", "--type", "api", "--out", tmp_path / "a")
    assert (tmp_path / "a.private").read_text().endswith(":p256")


@pytest.mark.parametrize("curve", [[], ["--curve", "p256"]])
def test_a_target_key(cli: Cli, tmp_path: Path, curve: list[str]) -> None:
    result = cli("keygen", "--type", "target", *curve, "--out", tmp_path / "t")
    assert result.exit_code == 0
    key = TargetKey.load(tmp_path / "t.private")
    assert (tmp_path / "t.public").read_text() == key.public_key == result.stdout.decode().strip()


def test_a_target_key_is_on_p256(cli: Cli, tmp_path: Path) -> None:
    result = cli("keygen", "--type", "target", "--curve", "ed25519", "--out", tmp_path / "t")
    assert result.exit_code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["api", "target"])
@pytest.mark.parametrize("existing", ["a.private", "a.public"])
def test_nothing_is_overwritten_or_left_half_done(cli: Cli, tmp_path: Path, kind: str, existing: str) -> None:
    (tmp_path / existing).write_text("older")
    result = cli("keygen", "--type", kind, "--out", tmp_path / "a")
    assert result.exit_code == 1
    assert result.stderr.startswith(
        f"error[file]: --out {tmp_path / existing}: File exists; nothing was overwritten"
    )
    assert [path.name for path in tmp_path.iterdir()] == [existing]
    assert (tmp_path / existing).read_text() == "older"


def test_two_files_are_not_standard_output(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = cli("keygen", "--type", "api", "--out", "-")
    assert (result.exit_code, result.stdout) == (2, b"")
    assert "pass a name" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_directory_that_is_not_there(cli: Cli, tmp_path: Path) -> None:
    result = cli("keygen", "--type", "api", "--out", tmp_path / "no" / "a")
    assert result.exit_code == 1
    assert result.stderr.startswith("error[file]: ")
