"""Every failing vector that a command can take: it fails as it should, and shows and leaves no secret."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from sealwax.testing import ReferenceEnclave
from sealwax_vectors import Case, load_file
from tests.conftest import ROOT, SEED, Cli
from tests.leaks import find_secrets, secrets_of

ENCLAVE = ReferenceEnclave(SEED)

Arguments = Callable[[Any, Path], list[str]]


def written(directory: Path, name: str, content: str) -> str:
    """Write a file and give its path."""
    (directory / name).write_bytes(content.encode(errors="surrogatepass"))
    return str(directory / name)


def opening(command: str, case: Any, directory: Path) -> list[str]:
    return [
        command,
        f"--bundle={written(directory, 'bundle', case.bundle)}",
        f"--key={written(directory, 'key', case.target_private_key)}",
        f"--output={directory / 'output'}",
    ]


def export_arguments(command: str) -> Arguments:
    return lambda case, directory: [
        *opening(command, case, directory),
        f"--organization-id={case.organization_id}",
        f"--signer-public-key={case.signer_public_key}",
    ]


def credential_arguments(case: Any, directory: Path) -> list[str]:
    return opening("decrypt-credential", case, directory)


def import_arguments(command: str, option: str, field: str) -> Arguments:
    def arguments(case: Any, directory: Path) -> list[str]:
        bundle = ENCLAVE.import_bundle(organization_id="o", user_id="u")
        more = []
        if getattr(case, "passphrase", None):
            more = [f"--passphrase-file={written(directory, 'passphrase', case.passphrase)}"]
        return [
            command,
            f"--bundle={written(directory, 'bundle', bundle)}",
            "--organization-id=o",
            "--user-id=u",
            f"--signer-public-key={ENCLAVE.keys.signer}",
            f"{option}={written(directory, 'secret', getattr(case, field))}",
            *more,
        ]

    return arguments


def otp_arguments(case: Any, directory: Path) -> list[str]:
    return [
        "encrypt-otp",
        f"--bundle={written(directory, 'bundle', case.target_bundle)}",
        f"--public-key={case.public_key}",
        f"--otp-file={written(directory, 'secret', case.otp_code)}",
        f"--tls-fetcher-public-key={case.tls_fetcher_public_key}",
    ]


def key_file_arguments(case: Any, directory: Path) -> list[str]:
    key = written(directory, "key", f"{case.private_key}:{case.curve}")
    return ["stamp", f"--key={key}", written(directory, "body", "{}")]


def login_arguments(case: Any, directory: Path) -> list[str]:
    session = case.session_public_key
    return [
        "client-signature",
        "login",
        f"--key={written(directory, 'key', f'{case.private_key}:{case.curve}')}",
        f"--token={written(directory, 'token', case.verification_token)}",
        *([] if session is UNSET else [f"--session-public-key={session}"]),
    ]


COMMANDS: dict[tuple[str, str], Arguments] = {
    ("wallet_export", "WalletExport"): export_arguments("decrypt-wallet"),
    ("account_export", "AccountExport"): export_arguments("decrypt-account"),
    ("credential_bundle", "CredentialBundle"): credential_arguments,
    ("secret_export", "SecretExport"): export_arguments("decrypt-secret"),
    ("import_bundle", "ImportedWallet"): import_arguments("import-wallet", "--mnemonic-file", "mnemonic"),
    ("import_bundle", "ImportedPrivateKey"): import_arguments(
        "import-private-key", "--private-key-file", "private_key_text"
    ),
    ("otp_bundle", "OtpBundle"): otp_arguments,
    **{
        (f"api_key_stamp_{curve}", "ApiKeyImport"): key_file_arguments
        for curve in ("p256", "secp256k1", "ed25519")
    },
    ("client_signature", "ClientSignatureLogin"): login_arguments,
}
# What commands do for people and the library does not: white space around what is in a file is dropped,
# the public key that somebody claims is no option, and the bundle is taken out of an answer.
FOR_PEOPLE = ("newline", "white-space", "space-in-front", "public-key", "the-answer-that-holds-it")


def invalid_cases(file: str, group_type: str) -> list[Case]:
    suite = load_file(ROOT / "vectors" / f"{file}.json")
    (cases,) = [group.tests for group in suite.test_groups if type(group).__struct_config__.tag == group_type]
    return [case for case in cases if case.result == "invalid"]


@pytest.mark.parametrize(("file", "group_type"), COMMANDS)
def test_no_secret_is_shown_or_left(
    cli: Cli, tmp_path: Path, caplog: pytest.LogCaptureFixture, file: str, group_type: str
) -> None:
    caplog.set_level(logging.DEBUG)
    failures = 0
    for case in invalid_cases(file, group_type):
        for path in tmp_path.iterdir():
            path.unlink()
        arguments = COMMANDS[file, group_type](case, tmp_path)
        given = {path.name for path in tmp_path.iterdir()}
        result = cli(*arguments)
        if result.exit_code == 0 and any(words in case.id for words in FOR_PEOPLE):
            continue
        failures += 1
        assert result.exit_code == 1, case.comment
        assert result.stdout == b"", case.comment
        assert result.stderr.startswith(f"error[{case.error}]: "), (case.comment, result.stderr)
        assert {path.name for path in tmp_path.iterdir()} == given, case.comment
        assert find_secrets([result.stderr], secrets_of(case)) == [], case.comment
    assert failures > 5
    assert caplog.records == []
