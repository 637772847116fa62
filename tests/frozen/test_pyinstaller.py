"""A program that PyInstaller made of another: it has all that sealwax imports by name."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sealwax
from sealwax.wallets import derive_account
from sealwax_service import LocalService
from tests.conftest import CAPTURED, ORGANIZATION

pytestmark = pytest.mark.frozen

PROGRAM = Path(__file__).with_name("program.py")


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program as one file, with the hook that PyInstaller found by its entry point."""
    folder = tmp_path_factory.mktemp("frozen")
    folders = [f"--{name}path={folder / name}" for name in ("dist", "work", "spec")]
    command = [sys.executable, "-m", "PyInstaller", "--onefile", "--log-level=WARN", *folders, str(PROGRAM)]
    subprocess.run(command, check=True, cwd=folder)
    return folder / "dist" / PROGRAM.stem


@pytest.fixture(scope="module")
def service() -> Iterator[LocalService]:
    with LocalService() as service:
        yield service


def test_a_frozen_program_stamps_opens_derives_and_sends(
    frozen: Path, service: LocalService, tmp_path: Path
) -> None:
    service.api_key.save(tmp_path / "api.private")
    given = {
        "api_key": str(tmp_path / "api.private"),
        "bundle": str(CAPTURED / "export_wallet.bundle.json"),
        "target_key": str(CAPTURED / "export_wallet.private"),
        "exported_from": ORGANIZATION,
        "organization_id": service.organization_id,
        "base_url": service.url,
    }
    (tmp_path / "given.json").write_text(json.dumps(given))
    # Nothing of this environment helps it.
    bare = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "TMPDIR") if name in os.environ}
    ran = subprocess.run(
        [frozen, tmp_path / "given.json"], env=bare, capture_output=True, text=True, check=False, timeout=120
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    wallet = sealwax.decrypt_wallet_export(
        (CAPTURED / "export_wallet.bundle.json").read_bytes(),
        sealwax.TargetKey.load(CAPTURED / "export_wallet.private"),
        organization_id=ORGANIZATION,
    )
    assert json.loads(ran.stdout) == {
        "version": sealwax.__version__,
        "frozen": True,
        "scheme": "SIGNATURE_SCHEME_TK_API_P256",
        "words": 12,
        "addresses": [
            derive_account(wallet.mnemonic, path=path, curve=curve, address_format=address_format).address
            for path, curve, address_format in (
                ("m/44'/60'/0'/0/0", "CURVE_SECP256K1", "ADDRESS_FORMAT_ETHEREUM"),
                ("m/44'/501'/0'/0'", "CURVE_ED25519", "ADDRESS_FORMAT_SOLANA"),
                ("m/84'/0'/0'/0/0", "CURVE_SECP256K1", "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH"),
            )
        ],
        "user_id": service.user_id,
    }
