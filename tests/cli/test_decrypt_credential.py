import json
from pathlib import Path

from sealwax import ApiKey
from tests.conftest import CAPTURED, Cli

CONTENT = json.loads((CAPTURED / "credential_bundle.json").read_text())
EXPECTED = CONTENT["expected"]["privateKey"]


def arguments(tmp_path: Path) -> list[str]:
    (tmp_path / "bundle").write_text(CONTENT["bundle"] + "\n")
    (tmp_path / "t.private").write_text(CONTENT["targetPrivateKey"])
    return ["decrypt-credential", "--bundle", str(tmp_path / "bundle"), "--key", str(tmp_path / "t.private")]


def test_it_gives_a_key_file(cli: Cli, tmp_path: Path) -> None:
    assert cli(*arguments(tmp_path)) == (0, f"{EXPECTED}:p256".encode(), "")
    result = cli(*arguments(tmp_path), "--output", tmp_path / "a.private")
    assert result == (0, b"", f"wrote {tmp_path / 'a.private'}\n")
    assert ApiKey.load(tmp_path / "a.private").private_key_hex() == EXPECTED
    again = cli(*arguments(tmp_path), "--output", tmp_path / "a.private")
    assert again.exit_code == 1
    assert again.stderr.startswith("error[file]: ")


def test_refusals(cli: Cli, tmp_path: Path) -> None:
    base = arguments(tmp_path)
    (tmp_path / "t.private").write_text("07" * 32)
    wrong_key = cli(*base)
    assert (wrong_key.exit_code, wrong_key.stdout) == (1, b"")
    assert wrong_key.stderr.startswith("error[decryption-failed]: ")
    (tmp_path / "bundle").write_text(CONTENT["bundle"][:-1])
    cut = cli(*base)
    assert "bundle: the credential bundle has a wrong checksum" in cut.stderr
    assert EXPECTED not in wrong_key.stderr + cut.stderr
