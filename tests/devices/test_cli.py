"""The command line with keys on a token of SoftHSM, and on a security key in software."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from sealwax import (
    RegistrationCredential,
    decode_credential_id,
    verify_api_key_stamp,
    verify_attestation,
    verify_webauthn_stamp,
)
from sealwax._codec.base64url import decode_base64url
from sealwax.signers import fido2
from sealwax.signers.pkcs11 import Pkcs11Signer, Pkcs11TargetKey
from sealwax.testing import ReferenceEnclave
from tests.cli.terminal import run_on_a_terminal
from tests.conftest import ORGANIZATION, Cli
from tests.signers.ctap import SecurityKeyInSoftware
from tests.signers.guide import blocks
from tools.support import softhsm

MNEMONIC = "abandon " * 11 + "about"


def test_the_guide(tokens: Path, tmp_path: Path) -> None:
    assert tokens.exists()
    module = str(softhsm.module())
    signer = Pkcs11Signer(module, token="wallet", key="api", pin=softhsm.PIN)
    target = Pkcs11TargetKey(module, token="wallet", key="target", pin=softhsm.PIN)
    enclave = ReferenceEnclave()
    bundle = enclave.export_wallet(
        MNEMONIC, organization_id=ORGANIZATION, target_public_key=target.public_key
    )
    (tmp_path / "answer.json").write_text(bundle)
    (tmp_path / "body.json").write_text("{}")
    named = {
        "MODULE": module,
        "PIN": softhsm.PIN,
        "ORGANIZATION": ORGANIZATION,
        "SIGNER": enclave.keys.signer or "",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    (script,) = blocks("sh cli")
    done = subprocess.run(
        ["bash", "-euc", script],
        cwd=tmp_path,
        env={**os.environ, **named},
        capture_output=True,
        text=True,
        check=True,
    )
    public_key, stamp = done.stdout.splitlines()
    assert public_key == signer.public_key
    verified = verify_api_key_stamp(stamp.removeprefix("X-Stamp: "), b"{}")
    assert verified.public_key == signer.public_key
    assert (tmp_path / "mnemonic.txt").read_text().strip() == MNEMONIC


@pytest.mark.parametrize(("pin", "exit_code"), [(softhsm.PIN, 0), ("9999", 1)])
def test_the_pin_is_asked_for(tokens: Path, tmp_path: Path, pin: str, exit_code: int) -> None:
    assert tokens.exists()
    (tmp_path / "body.json").write_text("{}")
    uri = f"pkcs11:token=wallet;object=api?module-path={softhsm.module()}"
    session = run_on_a_terminal(
        ["stamp", f"--key={uri}", str(tmp_path / "body.json")], [(b"PIN: ", pin.encode())]
    )
    assert session.exit_code == exit_code
    assert session.piped.startswith(b"X-Stamp: ") is (exit_code == 0)
    assert pin.encode() not in session.shown
    assert (b"error[signer-failed]: the token refused the PIN" in session.shown) is (exit_code == 1)


def test_a_security_key(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    device = SecurityKeyInSoftware(pin="482913")
    monkeypatch.setattr(fido2, "_list_usb", lambda: iter([device]))
    monkeypatch.setenv("KEY_PIN", "482913")
    (script,) = blocks("sh fido2")
    register, stamp = (shlex.split(line.partition(" >")[0])[1:] for line in script.splitlines())
    register += ["--resident", "--pin-env", "KEY_PIN"]
    made = cli(*register)
    assert (made.exit_code, made.stderr) == (0, "touch the security key\n")
    shown = json.loads(made.stdout)
    attestation, challenge = shown["attestation"], decode_base64url(shown["challenge"], "")
    registered = RegistrationCredential(
        decode_credential_id(attestation["credentialId"]),
        decode_base64url(attestation["clientDataJson"], ""),
        decode_base64url(attestation["attestationObject"], ""),
        ("usb",),
    )
    origin = "https://example.com"
    attested = verify_attestation(
        registered, expected_challenge=challenge, expected_origin=origin, expected_rp_id="example.com"
    )
    # With its id, and without: it is the only one that is stored.
    credential_id = shown["key"].rpartition("=")[2]
    in_the_guide = stamp[stamp.index("--key") + 1].replace("$CREDENTIAL_ID", credential_id)
    for key in (shown["key"], in_the_guide, "fido2:rp-id=example.com"):
        stamped = cli("stamp", "--key", key, "-", stdin=b"{}")
        assert (stamped.exit_code, stamped.stderr) == (0, "touch the security key\n")
        header = stamped.stdout.decode().removeprefix("X-Stamp-WebAuthn: ").strip()
        verify_webauthn_stamp(
            header,
            "{}",
            public_key=attested.public_key,
            expected_rp_id="example.com",
            expected_origin=origin,
        )
    monkeypatch.setenv("KEY_PIN", "0000")
    refused = cli(*register)
    assert (refused.exit_code, refused.stdout) == (1, b"")
    assert refused.stderr.startswith("error[signer-failed]: the PIN of the security key is wrong")
    assert "482913" not in made.stdout.decode()
