from pathlib import Path

from sealwax import ApiKey, TargetKey
from sealwax._crypto.key_files import FoundKey, write_foreign_key
from tests.conftest import Cli

SCALAR = bytes(range(1, 33))


def test_a_target_key(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_bytes(write_foreign_key(FoundKey(SCALAR, "p256", None), "pem"))
    arguments = ["--type", "target", "--to", "hex", "--output", tmp_path / "t.private"]
    assert cli("convert-key", *arguments, tmp_path / "key.pem").exit_code == 0
    assert (tmp_path / "t.private").read_text() == SCALAR.hex()
    assert TargetKey.load(tmp_path / "t.private") == TargetKey.from_private_key(SCALAR)


def test_the_curve_is_asked_for_where_nothing_tells_it(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(f'{{"privateKey":"{SCALAR.hex()}"}}')
    arguments = ["convert-key", "--to", "hex", "--output", tmp_path / "out", tmp_path / "key"]
    refused = cli(*arguments)
    assert (refused.exit_code, refused.stdout, (tmp_path / "out").exists()) == (1, b"", False)
    assert "name it, as in `curve`: p256" in refused.stderr
    assert cli(*arguments, "--curve", "secp256k1").exit_code == 0
    assert ApiKey.load(tmp_path / "out").curve == "secp256k1"


def test_nothing_is_overwritten_or_shown(cli: Cli, tmp_path: Path) -> None:
    ApiKey(SCALAR, "p256").save(tmp_path / "a.private")
    (tmp_path / "out").write_text("older")
    again = cli("convert-key", "--to", "pem", "--output", tmp_path / "out", tmp_path / "a.private")
    assert (again.exit_code, (tmp_path / "out").read_text()) == (1, "older")
    shown = cli("convert-key", "--to", "pem", "--output", "-", tmp_path / "a.private")
    assert (shown.exit_code, shown.stdout) == (2, b"")
