"""From the service's answer, without a network, to the text that a wallet library of npm opens."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from sealwax import TargetKey
from sealwax.testing import ReferenceEnclave
from sealwax.wallets import derive_account
from tests.conftest import ORGANIZATION, TARGET
from tests.interop.wallets.environment import WalletLibraries

MNEMONIC = "test test test test test test test test test test test junk"
PASSWORD = "correct horse"
NAMESPACE = ("unshare", "--user", "--map-root-user", "--net", "--")
"""Runs a command where there is no network interface but a loopback that is down."""


class Account(NamedTuple):
    """An account, the form in which its key is imported, and the library that imports it."""

    name: str
    path: str
    curve: str
    form: str
    library: str


ACCOUNTS = (
    Account("BITCOIN_MAINNET_P2WPKH", "m/84'/0'/0'/0/0", "CURVE_SECP256K1", "wif", "bitcoinjs-lib"),
    Account("BITCOIN_TESTNET_P2TR", "m/86'/1'/0'/0/0", "CURVE_SECP256K1", "wif-testnet", "bitcoinjs-lib"),
    Account("SUI", "m/44'/784'/0'/0'/0'", "CURVE_ED25519", "sui", "@mysten/sui"),
    Account("ETHEREUM", "m/44'/60'/0'/0/0", "CURVE_SECP256K1", "keystore", "ethers"),
    Account("SOLANA", "m/44'/501'/0'/0'", "CURVE_ED25519", "solana", "@solana/web3.js"),
    Account("XLM", "m/44'/148'/0'", "CURVE_ED25519", "stellar", "@stellar/stellar-sdk"),
    Account("APTOS", "m/44'/637'/0'/0'/0'", "CURVE_ED25519", "aptos", "@aptos-labs/ts-sdk"),
)


@pytest.fixture(scope="module")
def npm() -> Iterator[WalletLibraries]:
    running = WalletLibraries("npm")
    yield running
    running.close()


def offline() -> tuple[str, ...]:
    """The prefix that runs a command without a network, where this machine allows that."""
    can = shutil.which("unshare") and not subprocess.run([*NAMESPACE, "true"], check=False).returncode
    return NAMESPACE if can else ()


def export(directory: Path, enclave: ReferenceEnclave, private_key: bytes, address: str) -> None:
    """Write the target key, and the answer of the service with the export."""
    TargetKey.from_private_key(TARGET.private_key_hex()).save(directory / "export.private")
    bundle = enclave.export_account(
        private_key, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
    )
    result = {"exportWalletAccountResult": {"address": address, "exportBundle": bundle}}
    (directory / "answer.json").write_text(json.dumps({"activity": {"result": result}}))


def decrypt(directory: Path, enclave: ReferenceEnclave, *options: str) -> subprocess.CompletedProcess[str]:
    command = [
        *offline(),
        *(sys.executable, "-m", "sealwax", "decrypt-account", "--bundle", "answer.json"),
        *("--key", "export.private", "--organization-id", ORGANIZATION, "--output", "key.txt"),
        *("--signer-public-key", str(enclave.keys.signer), *options),
    ]
    return subprocess.run(
        command, cwd=directory, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


@pytest.mark.parametrize("account", ACCOUNTS, ids=lambda account: account.name)
def test_a_library_opens_what_is_written(npm: WalletLibraries, account: Account, tmp_path: Path) -> None:
    enclave = ReferenceEnclave()
    derived = derive_account(
        MNEMONIC,
        path=account.path,
        curve=account.curve,
        address_format=f"ADDRESS_FORMAT_{account.name}",
    )
    # That the address is the right one, the library says.
    shown = {"format": account.name, "variant": "", "curve": account.curve, "publicKey": derived.public_key}
    assert npm.call_all(account.library, [("address", shown)]) == [{"result": {"address": derived.address}}]
    export(tmp_path, enclave, derived.private_key, derived.address)
    (tmp_path / "password.txt").write_text(f"{PASSWORD}\n")
    options = ["--expect-address", derived.address, "--format", account.form]
    if account.form == "keystore":
        options += ["--password-file", "password.txt"]
    finished = decrypt(tmp_path, enclave, *options)
    assert finished.returncode == 0, finished.stderr
    assert os.stat(tmp_path / "key.txt").st_mode & 0o777 == 0o600  # noqa: PTH116 - the mode of the file itself
    text = (tmp_path / "key.txt").read_text().removesuffix("\n")
    assert text not in finished.stdout + finished.stderr
    opened = npm.call_all(
        account.library, [("read", {"form": account.form, "text": text, "password": PASSWORD})]
    )
    assert opened == [{"result": {"privateKey": derived.private_key.hex()}}]


def test_the_key_of_another_address_is_not_written(tmp_path: Path) -> None:
    enclave = ReferenceEnclave()
    one, other = (
        derive_account(
            MNEMONIC,
            path=f"m/84'/0'/0'/0/{index}",
            curve="CURVE_SECP256K1",
            address_format="ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH",
        )
        for index in (0, 1)
    )
    export(tmp_path, enclave, other.private_key, other.address)
    finished = decrypt(tmp_path, enclave, "--expect-address", one.address, "--format", "wif")
    assert finished.returncode == 1
    assert finished.stderr.startswith("error[wrong-address]: ")
    assert not (tmp_path / "key.txt").exists()
