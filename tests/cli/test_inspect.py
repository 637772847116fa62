import json
from pathlib import Path

from sealwax import ApiKey, ApiKeyStamper
from sealwax.testing import ReferenceEnclave
from tests.cli.terminal import run_on_a_terminal
from tests.conftest import CAPTURED, ORGANIZATION, SEED, TARGET, Cli

ENCLAVE = ReferenceEnclave(SEED)
BUNDLE = CAPTURED / "export_wallet.bundle.json"


def test_a_bundle(cli: Cli) -> None:
    result = cli("inspect", BUNDLE)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.decode().splitlines()
    assert lines[0] == "kind: account-export or secret-export or wallet-export"
    assert f"  organizationId: {ORGANIZATION}" in lines
    assert "verified: the enclave's signature: by the pinned key signer" in lines
    assert lines[-1].startswith("next: ")


def test_json(cli: Cli) -> None:
    shown = json.loads(cli("inspect", "--json", "-", stdin=BUNDLE.read_bytes()).stdout)
    assert shown["kinds"] == ["account-export", "secret-export", "wallet-export"]
    assert {"name": "organizationId", "value": ORGANIZATION} in shown["fields"]
    assert shown["checks"][0]["outcome"] == "verified"


def test_keys_of_another_deployment(cli: Cli) -> None:
    bundle = ENCLAVE.export_wallet(
        "words", organization_id=ORGANIZATION, target_public_key=TARGET.public_key
    ).encode()
    assert b"failed: the enclave's signature" in cli("inspect", "-", stdin=bundle).stdout
    keys = ["--signer-public-key", ENCLAVE.keys.signer, "--tls-fetcher-public-key", ENCLAVE.keys.tls_fetcher]
    assert b"verified: the enclave's signature" in cli("inspect", *keys, "-", stdin=bundle).stdout


def test_why_a_stamp_was_refused(cli: Cli, tmp_path: Path) -> None:
    stamp = ApiKeyStamper(ApiKey(b"\x1f" * 32, "p256")).stamp(b'{"a":1}').header_value
    (tmp_path / "body").write_bytes(b'{"a": 1}\n')
    result = cli("inspect", "--body", tmp_path / "body", "-", stdin=stamp.encode())
    assert b"failed: the stamp, with the body: it verifies for the body without white space" in result.stdout
    assert stamp.encode() not in result.stdout


def test_no_secret_is_shown(cli: Cli) -> None:
    result = cli("inspect", CAPTURED / "export_wallet.private")
    assert result.exit_code == 0
    assert (CAPTURED / "export_wallet.private").read_bytes().strip() not in result.stdout


def test_standard_input_is_read_only_when_told_to(cli: Cli) -> None:
    result = cli("inspect", stdin=BUNDLE.read_bytes())
    assert (result.exit_code, result.stdout) == (2, b"")
    assert "pass -" in result.stderr


def test_it_does_not_wait_for_a_terminal() -> None:
    for arguments in (["inspect"], ["inspect", "-"]):
        session = run_on_a_terminal(arguments, [])
        assert (session.exit_code, session.piped) == (2, b"")


def test_what_controls_a_terminal_is_escaped(cli: Cli) -> None:
    content = json.dumps({"id": "\x1b[31m", "status": "s", "intent": {}}).encode()
    assert b"\x1b" not in cli("inspect", "-", stdin=content).stdout
