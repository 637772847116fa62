"""Run a packed program, and compare its results with those of this environment."""

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import sealwax
from sealwax.wallets import derive_account
from sealwax_service import LocalService
from tests.conftest import CAPTURED, ORGANIZATION

PROGRAM = Path(__file__).with_name("program.py")


def check_program(command: Sequence[str | Path], folder: Path, *, is_frozen: bool) -> None:
    """Check that the program stamps, opens, derives and sends, without help of this environment."""
    with LocalService() as service:
        service.api_key.save(folder / "api.private")
        given = {
            "api_key": str(folder / "api.private"),
            "bundle": str(CAPTURED / "export_wallet.bundle.json"),
            "target_key": str(CAPTURED / "export_wallet.private"),
            "exported_from": ORGANIZATION,
            "organization_id": service.organization_id,
            "base_url": service.url,
        }
        (folder / "given.json").write_text(json.dumps(given))
        bare = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "TMPDIR") if name in os.environ}
        ran = subprocess.run(
            [*command, folder / "given.json"],
            env=bare,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        user_id = service.user_id
    assert (ran.returncode, ran.stderr) == (0, "")
    wallet = sealwax.decrypt_wallet_export(
        (CAPTURED / "export_wallet.bundle.json").read_bytes(),
        sealwax.TargetKey.load(CAPTURED / "export_wallet.private"),
        organization_id=ORGANIZATION,
    )
    assert json.loads(ran.stdout) == {
        "version": sealwax.__version__,
        "frozen": is_frozen,
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
        "user_id": user_id,
    }
