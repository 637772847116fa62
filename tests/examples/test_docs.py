"""The tests of ``tests/repository/test_docs.py`` that run what the documentation shows."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

import pytest

import sealwax
from sealwax import (
    ApiKey,
    TargetKey,
    testing,
)
from sealwax.testing.authenticator import SoftwareAuthenticator
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.nitro import to_base64
from sealwax_service import LocalService
from tests.conftest import CAPTURED, ORGANIZATION, ROOT
from tests.operations.openapi.descriptions import with_wallets
from tests.repository import test_docs as quick
from tests.repository.test_docs import (
    ATTESTED,
    BALANCE,
    BLOCKS,
    KEY,
    MNEMONIC,
    README,
    RELEASE,
    SENDER,
    TARGET_KEY,
    USER,
    Block,
    Command,
    Names,
    Shell,
    check_session,
    given_proofs,
    session_jwt,
    verification_token,
    voted,
)
from tests.webauthn.test_registration import as_json

names = quick.names
service = quick.service
shell = quick.shell


def blocks(language: str) -> list[object]:
    """The guides' blocks in a language, as parameters."""
    return [
        pytest.param(block, id=name)
        for name, block in BLOCKS.items()
        if block.language == language and block.page != README.name
    ]


NEXT_RELEASE = replace(RELEASE, nonce=20260803, approvers=("2", "3"))


@pytest.fixture
def directory(enclave: ReferenceEnclave, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, with the files that the examples name."""
    otp = enclave.init_otp(code="A1B2C3", contact="user@example.com", organization_id=ORGANIZATION)
    passkey = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com")
    export = (CAPTURED / "export_wallet.bundle.json").read_text()
    account = enclave.export_account(
        bytes(range(32)),
        organization_id=ORGANIZATION,
        target_public_key=TargetKey.load(CAPTURED / "export_wallet.private").public_key,
    )
    init_import = enclave.import_bundle(organization_id=ORGANIZATION, user_id=USER)
    delivery = SENDER.deliver(BALANCE, event_id="evt_1", now=datetime(2026, 1, 1, tzinfo=timezone.utc))
    secret = enclave.export_secret(
        "s",
        organization_id=ORGANIZATION,
        target_public_key=TargetKey.load(CAPTURED / "export_wallet.private").public_key,
    )
    targets = [enclave.secret_import_bundle(organization_id=ORGANIZATION)]
    parameters = {"walletId": "w", "targetPublicKey": TARGET_KEY.public_key}
    request = testing.request_body(
        "ACTIVITY_TYPE_EXPORT_WALLET",
        parameters,
        organization_id=ORGANIZATION,
        timestamp=datetime(2026, 1, 1, tzinfo=timezone.utc),
    )
    made = {
        "headers.txt": "".join(f"{name}: {value}\n" for name, value in delivery.headers.items()),
        "webhook.json": delivery.body.decode(),
        "jwks.json": SENDER.jwks,
        "export_secrets.json": json.dumps(
            {"activity": {"result": {"exportSecretsResult": {"secretPayloads": [secret]}}}}
        ),
        "init_import_secrets.json": json.dumps(
            {"activity": {"result": {"initImportSecretsResult": {"enclaveTargetMessages": targets}}}}
        ),
        "answer.json": json.dumps({"activity": {"result": {"exportWalletResult": {"exportBundle": export}}}}),
        "account.json": account,
        "bundle.json": export,
        "body.json": json.dumps({"organizationId": ORGANIZATION}),
        "words.txt": f"{MNEMONIC}\n",
        "init_import.json": json.dumps(
            {"activity": {"result": {"initImportWalletResult": {"importBundle": init_import}}}}
        ),
        "import.json": json.dumps(
            {"userId": "u", "walletName": "imported", "encryptedBundle": "{}", "accounts": []}
        ),
        "otp_target.json": otp.target_bundle,
        "operators.json": RELEASE.operator_set.to_json(),
        "document.b64": to_base64(ATTESTED.document(bytes(32))),
        "code.txt": "A1B2C3\n",
        "token.txt": verification_token(enclave),
        "session.txt": session_jwt(enclave),
        "credential.json": json.dumps(as_json(passkey.create(b"challenge"))),
        "params.json": json.dumps({"walletId": "w", "targetPublicKey": TARGET_KEY.public_key}),
        "a.public": KEY.public_key,
        "request.json": request.decode(),
        "keys.txt": f"{KEY.public_key} {KEY.curve}\n",
        "requests.jsonl": "".join(
            json.dumps({"body": "{}", "stamp": sealwax.ApiKeyStamper(KEY).stamp("{}").header_value}) + "\n"
            for _ in range(2)
        ),
        "voted.json": voted(request, KEY, ApiKey.from_private_key(b"\x0b" * 32)),
        "payload.txt": "hello",
        "signed.json": json.dumps(
            testing.sign_raw_payload(
                "hello",
                b"\x0c" * 32,
                encoding="PAYLOAD_ENCODING_TEXT_UTF8",
                hash_function="HASH_FUNCTION_SHA256",
            )
        ),
        "account.public": ApiKey.from_private_key(b"\x0c" * 32, "secp256k1").public_key,
        "boot.json": str(given_proofs()["boot_proof"]),
        "app.json": str(given_proofs()["app_proof"]),
        "custom.json": str(given_proofs()["proof"]),
    }
    here = tmp_path / "here"
    here.mkdir()
    for name, content in made.items():
        (here / name).write_text(content)
    KEY.save(here / "a.private")
    ApiKey.from_private_key(b"\x0b" * 32).save(here / "b.private")
    (here / "recipient.public").write_text(TARGET_KEY.public_key)
    (here / "public_api.swagger.json").write_bytes(with_wallets())
    shutil.copy(CAPTURED / "export_wallet.private", here / "export.private")
    (here / "vectors").mkdir()
    shutil.copy(ROOT / "vectors" / "session_jwt.json", here / "vectors")
    RELEASE.save(here / "releases" / "2026.4.2")
    NEXT_RELEASE.save(here / "releases" / "2026.8.3")
    monkeypatch.chdir(here)
    return here


@pytest.mark.parametrize("block", blocks("python"))
def test_python_examples_run(block: Block, directory: Path, names: Names) -> None:
    for name in re.findall(r'\.save\("(\S+?)"\)', block.text):
        (directory / name).unlink(missing_ok=True)
    exec(compile(block.text, block.page, "exec"), {**names})


COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


def commands(block: Block) -> list[Command]:
    """Take the session of a console apart."""
    found = list(COMMAND.finditer(block.text))
    assert "".join(match[0] for match in found) == block.text
    return [Command(*match.groups()) for match in found]


@pytest.mark.parametrize("block", blocks("console"))
def test_console_examples_do_what_they_show(block: Block, directory: Path, shell: Shell) -> None:
    session = commands(block)
    if any(line.startswith("curl ") for line, _ in session) and shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    for name in re.findall(r" --out (\S+)", block.text):
        for made in directory.glob(f"{name}.*"):
            made.unlink()
    check_session(session, shell)


@pytest.mark.parametrize(
    ("language", "function"),
    [
        ("python test_wallet", "test_wallet"),
        ("python test_faults", "test_an_activity_that_others_must_approve"),
    ],
)
def test_the_examples_of_tests_pass(sealwax_service: LocalService, language: str, function: str) -> None:
    (block,) = (block for block in BLOCKS.values() if block.language == language)
    made: dict[str, Callable[[LocalService], None]] = {}
    exec(compile(block.text, block.page, "exec"), made)
    made[function](sealwax_service)
