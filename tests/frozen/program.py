"""A program to freeze: it stamps, opens an export, derives addresses, and sends to the local service."""

import json
import sys
from pathlib import Path

import sealwax
from sealwax import ApiKey, ApiKeyStamper, TargetKey, decrypt_wallet_export, verify_api_key_stamp
from sealwax.client import Client
from sealwax.operations import GetWhoami
from sealwax.wallets import derive_account

_BODY = b"{}"
_FORMATS = {
    "m/44'/60'/0'/0/0": ("CURVE_SECP256K1", "ADDRESS_FORMAT_ETHEREUM"),
    "m/44'/501'/0'/0'": ("CURVE_ED25519", "ADDRESS_FORMAT_SOLANA"),
    "m/84'/0'/0'/0/0": ("CURVE_SECP256K1", "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH"),
}


def main() -> None:
    """Write the results of all four as JSON."""
    given = json.loads(Path(sys.argv[1]).read_text())
    stamper = ApiKeyStamper(ApiKey.load(given["api_key"]))
    wallet = decrypt_wallet_export(
        Path(given["bundle"]).read_bytes(),
        TargetKey.load(given["target_key"]),
        organization_id=given["exported_from"],
    )
    addresses = [
        derive_account(wallet.mnemonic, path=path, curve=curve, address_format=address_format).address
        for path, (curve, address_format) in _FORMATS.items()
    ]
    with Client(stamper, organization_id=given["organization_id"], base_url=given["base_url"]) as client:
        user_id = client.send(GetWhoami()).user_id
    results = {
        "version": sealwax.__version__,
        "frozen": bool(getattr(sys, "frozen", False) or "__compiled__" in globals()),
        "scheme": verify_api_key_stamp(stamper.stamp(_BODY).header_value, _BODY).scheme,
        "words": len(wallet.mnemonic.split()),
        "addresses": addresses,
        "user_id": user_id,
    }
    sys.stdout.write(json.dumps(results))


if __name__ == "__main__":
    main()
