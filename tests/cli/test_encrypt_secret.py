import json
from pathlib import Path

import pytest

from sealwax.testing import ReferenceEnclave
from tests.cli.test_decrypt_secret import SECRET, answer
from tests.conftest import ORGANIZATION, Cli, CliResult


def encrypting(
    cli: Cli,
    enclave: ReferenceEnclave,
    tmp_path: Path,
    *more: str | Path,
    bundle: str | None = None,
    stdin: bytes = b"",
) -> CliResult:
    content = enclave.secret_import_bundle(organization_id=ORGANIZATION) if bundle is None else bundle
    (tmp_path / "target.json").write_text(content)
    return cli(
        "encrypt-secret",
        f"--bundle={tmp_path / 'target.json'}",
        f"--organization-id={ORGANIZATION}",
        f"--signer-public-key={enclave.keys.signer}",
        *more,
        stdin=stdin,
    )


@pytest.mark.parametrize("secret", ["s", SECRET, " a ", "\ufeffx", "a\r\nb"])
def test_a_file_is_sealed_exactly(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, secret: str) -> None:
    (tmp_path / "secret").write_bytes(secret.encode())
    for path, stdin in ((tmp_path / "secret", b""), ("-", secret.encode())):
        result = encrypting(cli, enclave, tmp_path, "--secret-file", path, stdin=stdin)
        assert (result.exit_code, result.stderr) == (0, "")
        sealed = result.stdout.decode()
        assert enclave.open_secret_import(sealed, organization_id=ORGANIZATION) == secret


def test_a_final_newline_is_sealed_and_said(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
    result = encrypting(cli, enclave, tmp_path, "--secret-file", "-", stdin=b"hunter2\n")
    assert result.exit_code == 0
    assert result.stderr == ("note: standard input ends with a newline, which is part of the sealed secret\n")
    opened = enclave.open_secret_import(result.stdout.decode(), organization_id=ORGANIZATION)
    assert opened == "hunter2\n"


def test_of_an_answer_one_is_taken(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
    targets = [enclave.secret_import_bundle(organization_id=ORGANIZATION) for _ in range(2)]
    whole = json.dumps(answer("initImportSecretsResult", "enclaveTargetMessages", targets))
    unclear = encrypting(cli, enclave, tmp_path, "--secret-file=-", bundle=whole, stdin=b"x")
    assert ": the answer has 2 bundles; choose one with --item" in unclear.stderr
    result = encrypting(cli, enclave, tmp_path, "--secret-file=-", "--item=2", bundle=whole, stdin=b"x")
    assert enclave.open_secret_import(result.stdout.decode(), organization_id=ORGANIZATION) == "x"


@pytest.mark.parametrize(
    ("secret", "message"),
    [(b"", "the secret is empty"), (b"hunter2\xff", "standard input: the secret is not UTF-8")],
)
def test_secrets_that_are_refused(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, secret: bytes, message: str
) -> None:
    refused = encrypting(cli, enclave, tmp_path, "--secret-file", "-", stdin=secret)
    assert (refused.exit_code, refused.stdout) == (1, b"")
    assert refused.stderr.startswith(f"error[malformed]: {message}")
    assert "hunter2" not in refused.stderr


def test_nobody_is_asked_without_a_terminal(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
    refused = encrypting(cli, enclave, tmp_path)
    assert (refused.exit_code, refused.stdout) == (2, b"")
    assert "pass --secret-file FILE" in refused.stderr
