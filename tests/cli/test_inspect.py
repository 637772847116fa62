import base64
import json
from pathlib import Path

from sealwax import ApiKey, ApiKeyStamper
from sealwax.testing import ReferenceEnclave
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
    assert b"failed: the stamp, with the body: it was made for the body without white space" in result.stdout
    assert stamp.encode() not in result.stdout


def test_what_is_not_verified_is_said(cli: Cli) -> None:
    claims = {"iss": "https://issuer.example", "aud": "app", "nonce": "n", "exp": 4102444800}
    parts = (base64.urlsafe_b64encode(json.dumps(each).encode()).rstrip(b"=") for each in ({}, claims))
    shown = cli("inspect", "-", stdin=b".".join([*parts, b"c2ln"])).stdout.decode().splitlines()
    assert shown[:6] == [
        "kind: oidc-token",
        "none of these fields is verified:",
        "  iss: https://issuer.example",
        "  aud: app",
        "  nonce: n",
        "  expires_at: 2100-01-01T00:00:00+00:00",
    ]
    assert shown[-1].startswith("next: this is a token of another issuer, not of the service; keep it secret")
    sealed = b'{"publicKeyAttestation": "x"}'
    assert b"\nno part of it is verified\n" in cli("inspect", "-", stdin=sealed).stdout
    assert b"is verified" not in cli("inspect", BUNDLE).stdout


def test_a_file_that_is_too_large_is_named(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"x" * (6 << 20))
    result = cli("inspect", tmp_path / "large")
    assert (result.exit_code, result.stdout.decode().splitlines()) == (
        0,
        [
            "kind: unknown",
            "  bytes: 6291456",
            "next: this is larger than any artifact; check that it is the right file",
        ],
    )


def test_a_captured_registration(cli: Cli) -> None:
    result = cli("inspect", CAPTURED / "browser" / "es256_direct_uv.json")
    assert result.stdout.startswith(b"kind: attestation\n")


def test_no_secret_is_shown(cli: Cli) -> None:
    result = cli("inspect", CAPTURED / "export_wallet.private")
    assert result.exit_code == 0
    assert (CAPTURED / "export_wallet.private").read_bytes().strip() not in result.stdout


def test_standard_input_is_read_only_when_told_to(cli: Cli) -> None:
    result = cli("inspect", stdin=BUNDLE.read_bytes())
    assert (result.exit_code, result.stdout) == (2, b"")
    assert "pass -" in result.stderr


def test_what_controls_a_terminal_is_escaped(cli: Cli) -> None:
    content = json.dumps({"id": "\x1b[31m", "status": "s", "intent": {}}).encode()
    assert b"\x1b" not in cli("inspect", "-", stdin=content).stdout
