import json
import stat
from pathlib import Path

from sealwax.testing import ReferenceEnclave
from tests.conftest import ORGANIZATION, TARGET, Cli

SECRET = "pässwörd\n second line \x1b[31m"


def decrypting(enclave: ReferenceEnclave, tmp_path: Path) -> list[str]:
    """The command that opens an export from standard input."""
    (tmp_path / "t.private").write_text(TARGET.private_key_hex())
    return [
        "decrypt-secret",
        "--bundle=-",
        f"--key={tmp_path / 't.private'}",
        f"--organization-id={ORGANIZATION}",
        f"--signer-public-key={enclave.keys.signer}",
    ]


def export(enclave: ReferenceEnclave, secret: str = SECRET) -> str:
    return enclave.export_secret(secret, organization_id=ORGANIZATION, target_public_key=TARGET.public_key)


def answer(field: str, name: str, bundles: list[str]) -> dict[str, object]:
    return {"activity": {"status": "ACTIVITY_STATUS_COMPLETED", "result": {field: {name: bundles}}}}


def test_the_secret_comes_exactly_as_it_was_sealed(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path
) -> None:
    base, bundle = decrypting(enclave, tmp_path), export(enclave).encode()
    assert cli(*base, stdin=bundle) == (0, SECRET.encode(), "")
    assert cli(*base, "--raw", stdin=bundle) == (0, SECRET.encode(), "")
    as_json = cli(*base, "--json", stdin=bundle)
    assert json.loads(as_json.stdout) == {"text": SECRET}
    assert b"\x1b" not in as_json.stdout


def test_a_new_file_of_the_owner_alone(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
    base, path = decrypting(enclave, tmp_path), tmp_path / "secret"
    written = cli(*base, "--output", path, stdin=export(enclave).encode())
    assert written == (0, b"", f"wrote {path}\n")
    assert path.read_bytes() == SECRET.encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = cli(*base, "--output", path, stdin=export(enclave, "another").encode())
    assert again.stderr.startswith("error[file]: ")
    assert path.read_bytes() == SECRET.encode()


def test_of_an_answer_one_is_taken(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
    base = decrypting(enclave, tmp_path)
    one = answer("exportSecretsResult", "secretPayloads", [export(enclave, "a")])
    assert cli(*base, stdin=json.dumps(one).encode()).stdout == b"a"
    assert cli(*base, "--item=1", stdin=json.dumps(one).encode()).stdout == b"a"
    two = answer("exportSecretsResult", "secretPayloads", [export(enclave, "a"), export(enclave, "b")])
    for number, secret in ((1, b"a"), (2, b"b")):
        assert cli(*base, f"--item={number}", stdin=json.dumps(two).encode()).stdout == secret
    unclear = cli(*base, stdin=json.dumps(two).encode())
    assert unclear.stderr.startswith(
        "error[malformed]: standard input: the answer has 2 bundles; choose one with --item"
    )
    assert unclear.stdout == b""
    missing = cli(*base, "--item=3", stdin=json.dumps(two).encode())
    assert missing.stderr == "error[malformed]: standard input: the answer has 2 bundles, and no number 3\n"
    for other in (
        answer("exportSecretsResult", "secretPayloads", []),
        answer("initImportSecretsResult", "enclaveTargetMessages", [export(enclave)]),
        answer("exportWalletResult", "x", []),
    ):
        refused = cli(*base, stdin=json.dumps(other).encode())
        assert refused.stderr.startswith("error[malformed]: standard input: the answer has ")


def test_refusals(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
    base = decrypting(enclave, tmp_path)
    target = enclave.secret_import_bundle(organization_id=ORGANIZATION)
    for arguments, bundle, code in (
        (base[:-1], export(enclave), "untrusted-signer"),
        ([*base, "--organization-id=other"], export(enclave), "wrong-organization"),
        (base, target, "malformed"),
        (base, "{}", "malformed"),
    ):
        refused = cli(*arguments, stdin=bundle.encode())
        assert refused.stdout == b""
        assert refused.stderr.startswith(f"error[{code}]: ")
        assert "second line" not in refused.stderr
    both = cli(*base, "--raw", "--json", stdin=b"")
    assert both.exit_code == 2
