import json
from pathlib import Path
from typing import get_args

import pytest

from sealwax import ApiKey, ApiKeyStamper, Curve, Eip191Signer, verify_api_key_stamp
from sealwax._codec.base64url import encode_base64url
from sealwax.errors import install_command
from tests.conftest import Cli

BODY = b'{"organizationId":"x"}'


@pytest.fixture(params=get_args(Curve))
def key_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "a.private"
    ApiKey.from_private_key("1f" * 32, request.param).save(path)
    return path


def test_the_line_is_ready_for_curl(cli: Cli, key_file: Path) -> None:
    result = cli("stamp", "--key", key_file, "-", stdin=BODY)
    assert result.exit_code == 0
    name, value = result.stdout.decode().removesuffix("\n").split(": ")
    assert name == "X-Stamp"
    assert verify_api_key_stamp(value, BODY).public_key == ApiKey.load(key_file).public_key


def test_deterministic_json(cli: Cli, key_file: Path) -> None:
    expected = ApiKeyStamper(ApiKey.load(key_file), deterministic=True).stamp(BODY)
    result = cli("stamp", "--key", key_file, "--deterministic", "--json", "-", stdin=BODY)
    assert json.loads(result.stdout) == expected._asdict()


def test_eip191(cli: Cli, tmp_path: Path) -> None:
    pytest.importorskip("Crypto", reason="the extra ethereum is not installed")
    key = ApiKey.from_private_key("1f" * 32, "secp256k1")
    key.save(tmp_path / "e.private")
    for scheme in (Eip191Signer(key).scheme, key.scheme):
        result = cli("stamp", "--key", tmp_path / "e.private", "--scheme", scheme, "-", stdin=BODY)
        verified = verify_api_key_stamp(result.stdout.decode().split(": ")[1].strip(), BODY)
        assert verified.scheme == scheme


def test_a_scheme_of_another_curve_is_refused(cli: Cli, tmp_path: Path) -> None:
    ApiKey.from_private_key("1f" * 32).save(tmp_path / "a.private")
    scheme = "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191"
    result = cli("stamp", "--key", tmp_path / "a.private", "--scheme", scheme, "-", stdin=BODY)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr == f"error[key-mismatch]: {scheme} needs a key on secp256k1; this key is on p256\n"


def test_what_is_no_key_file_is_refused(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.private").write_text("1f" * 31)
    result = cli("stamp", "--key", tmp_path / "a.private", "-", stdin=BODY)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith("error[malformed]: ")
    assert "1f1f" not in result.stderr


def test_a_byte_order_mark_is_said_to_be_one(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.private").write_text("\ufeff" + "1f" * 32)
    result = cli("stamp", "--key", tmp_path / "a.private", "-", stdin=BODY)
    assert result.stderr.startswith("error[malformed]: ")
    assert "byte order mark" in result.stderr


def test_the_key_of_another_use_is_refused(cli: Cli, tmp_path: Path) -> None:
    cli("keygen", "--type", "target", "--out", tmp_path / "export")
    result = cli("stamp", "--key", tmp_path / "export.private", "-", stdin=BODY)
    assert (result.exit_code, result.stdout) == (1, b"")
    named = f"error[malformed]: --key {tmp_path / 'export.private'}: this is a target key, "
    assert result.stderr.startswith(named)
    assert result.stderr.endswith("an API key, which stamps requests\n")


def test_a_secret_in_place_of_a_file_is_not_shown(cli: Cli) -> None:
    words = "leaf lady until indicate praise final route toast cake minimum"
    for secret in ("1f" * 32, words, "hunter2", "a/b"):
        result = cli("stamp", "--key", secret, "-", stdin=BODY)
        assert result.exit_code == 1
        assert result.stderr.startswith("error[file]: --key: ")
        assert secret not in result.stderr


def test_a_body_has_a_limit(cli: Cli, key_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sealwax.cli.stamp.MAX_BODY_BYTES", len(BODY) - 1)
    result = cli("stamp", "--key", key_file, "-", stdin=BODY)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith("error[malformed]: standard input is larger than")


def test_without_keccak_the_pip_command_is_shown(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = ApiKey.from_private_key("1f" * 32, "secp256k1")
    key.save(tmp_path / "e.private")
    scheme = "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191"
    fields = {"publicKey": key.public_key, "scheme": scheme, "signature": key.sign(BODY).hex()}
    value = encode_base64url(json.dumps(fields).encode())
    monkeypatch.setattr("sealwax._crypto.keccak.keccak", None)
    for arguments in (
        ["stamp", "--key", str(tmp_path / "e.private"), "--scheme", scheme, "-"],
        ["verify-stamp", "--body", "-", value],
    ):
        result = cli(*arguments, stdin=BODY)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[missing-extra]: ")
        assert result.stderr.endswith(f"; run: {install_command('ethereum')}\n")
