import json
from pathlib import Path

import pytest

from sealwax.testing import ReferenceEnclave
from tests.conftest import ORGANIZATION, USER, Cli, CliResult


def arguments(enclave: ReferenceEnclave, tmp_path: Path, kind: str) -> list[str]:
    """The command that imports to a fresh bundle of the reference enclave."""
    bundle = tmp_path / "bundle.json"
    bundle.write_text(enclave.import_bundle(organization_id=ORGANIZATION, user_id=USER))
    return [
        f"import-{kind}",
        f"--bundle={bundle}",
        f"--organization-id={ORGANIZATION}",
        f"--user-id={USER}",
        f"--signer-public-key={enclave.keys.signer}",
    ]


def run(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, kind: str, *more: str | Path, stdin: str = ""
) -> CliResult:
    return cli(*arguments(enclave, tmp_path, kind), *more, stdin=stdin.encode())


def opened(enclave: ReferenceEnclave, result: CliResult) -> bytes:
    assert (result.exit_code, result.stderr) == (0, "")
    return enclave.open_import(result.stdout.decode(), organization_id=ORGANIZATION, user_id=USER)


@pytest.mark.parametrize("kind", ["wallet", "private-key"])
def test_without_a_terminal_or_a_file_it_says_what_to_give(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, kind: str
) -> None:
    result = run(cli, enclave, tmp_path, kind)
    assert (result.exit_code, result.stdout) == (2, b"")
    assert "there is no terminal for a prompt" in result.stderr


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("--organization-id", "x", "wrong-organization"),
        ("--user-id", "x", "wrong-user"),
        ("--signer-public-key", "04" + "ab" * 64, "malformed"),
    ],
)
def test_refusals(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, option: str, value: str, code: str
) -> None:
    for kind in ("wallet", "private-key"):
        result = run(cli, enclave, tmp_path, kind, option, value)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith(f"error[{code}]: ")


@pytest.mark.parametrize("kind", ["wallet", "private-key"])
def test_what_the_service_says_is_shown(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, kind: str
) -> None:
    for answer, code, said in (
        ({"code": 16, "message": "no such key", "details": []}, "service-error", "no such key (code 16)"),
        ({"activity": {"status": "ACTIVITY_STATUS_PENDING"}}, "not-completed", "ACTIVITY_STATUS_PENDING"),
    ):
        result = run(cli, enclave, tmp_path, kind, "--bundle=-", stdin=json.dumps(answer))
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith(f"error[{code}]: ")
        assert said in result.stderr
