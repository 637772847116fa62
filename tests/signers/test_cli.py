"""The command line with keys on a token of SoftHSM."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sealwax import verify_api_key_stamp
from sealwax.signers.pkcs11 import Pkcs11Signer, Pkcs11TargetKey
from sealwax.testing import ReferenceEnclave
from tests.cli.terminal import run_on_a_terminal
from tests.conftest import ORGANIZATION
from tests.signers import softhsm
from tests.signers.guide import blocks

pytestmark = pytest.mark.devices
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
