from pathlib import Path

import pytest

from sealwax import ApiKey, TargetKey
from sealwax._crypto.key_files import FORMS, FoundKey, write_foreign_key
from tests.conftest import Cli

SCALAR = bytes(range(1, 33))
COMPRESSED = ApiKey(SCALAR, "p256").public_key
UNCOMPRESSED = TargetKey.from_private_key(SCALAR).public_key
NOTE = "note: this is the form of an API key; for a target key, pass --type target\n"


@pytest.mark.parametrize("form", FORMS)
def test_a_target_key(cli: Cli, tmp_path: Path, form: str) -> None:
    (tmp_path / "key").write_bytes(write_foreign_key(FoundKey(SCALAR, "p256", "target"), form))
    assert cli("public", "--type", "target", tmp_path / "key") == (0, f"{UNCOMPRESSED}\n".encode(), "")


@pytest.mark.parametrize("kind", ["api", "target"])
def test_what_keygen_makes(cli: Cli, tmp_path: Path, kind: str) -> None:
    made = cli("keygen", "--type", kind, "--out", tmp_path / "a")
    assert cli("public", tmp_path / "a.private") == (0, made.stdout, "")


def test_hex_alone_may_be_either(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(SCALAR.hex())
    assert cli("public", tmp_path / "key") == (0, f"{COMPRESSED}\n".encode(), NOTE)
    other = ApiKey(SCALAR, "secp256k1").public_key
    assert cli("public", "--curve", "secp256k1", tmp_path / "key") == (0, f"{other}\n".encode(), "")


def test_a_curve_or_purpose_of_another_key(cli: Cli, tmp_path: Path) -> None:
    for form in ("hex", "pem"):
        (tmp_path / form).write_bytes(write_foreign_key(FoundKey(SCALAR, "ed25519", "api"), form))
        result = cli("public", "--curve", "p256", tmp_path / form)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[key-mismatch]: ")
        usage = cli("public", "--type", "target", tmp_path / form)
        assert (usage.exit_code, usage.stdout) == (2, b"")


def test_the_file_of_a_target_key_is_not_an_api_key(cli: Cli, tmp_path: Path) -> None:
    cli("keygen", "--type", "target", "--out", tmp_path / "a")
    refused = cli("public", "--type", "api", tmp_path / "a.private")
    assert (refused.exit_code, refused.stdout) == (1, b"")
    assert "this is a target key" in refused.stderr
