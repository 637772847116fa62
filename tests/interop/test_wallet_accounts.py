"""From the export of a wallet to a wallet program: `sealwax account` writes what its library imports.

The mnemonic is derived, and the address made, by these libraries too; sealwax gets nothing but the address.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sealwax.testing import ReferenceEnclave
from sealwax.wallets.address_formats import FORMATS
from tests.conftest import ORGANIZATION, SEED, TARGET, Cli
from tests.interop.wallets.coverage import PREFIX
from tests.interop.wallets.environment import WalletLibraries

ENCLAVE = ReferenceEnclave(SEED)
WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"

ED25519, SECP256K1 = "CURVE_ED25519", "CURVE_SECP256K1"

PROGRAMS = {
    "APTOS": ("@aptos-labs/ts-sdk", ED25519, "legacy-ed25519"),
    "COMPRESSED": ("ethers", SECP256K1, ""),
    "COSMOS": ("@cosmjs", SECP256K1, ""),
    "DOGE_MAINNET": ("bitcore-lib", SECP256K1, ""),
    "DOGE_TESTNET": ("bitcore-lib", SECP256K1, ""),
    "ETHEREUM": ("ethers", SECP256K1, ""),
    "SEI": ("@cosmjs", SECP256K1, ""),
    "SOLANA": ("@solana/web3.js", ED25519, ""),
    "SPARK_MAINNET": ("@buildonspark/spark-sdk", SECP256K1, ""),
    "SPARK_REGTEST": ("@buildonspark/spark-sdk", SECP256K1, ""),
    "SUI": ("@mysten/sui", ED25519, ""),
    "TON_V3R2": ("@ton/ton", ED25519, "non-bounceable"),
    "TON_V4R2": ("@ton/ton", ED25519, "bounceable"),
    "TON_V5R1": ("@ton/ton", ED25519, "raw"),
    "TRON": ("tronweb", SECP256K1, ""),
    "UNCOMPRESSED": ("ethers", SECP256K1, ""),
    "XLM": ("@stellar/stellar-sdk", ED25519, ""),
    "XRP": ("xrpl", SECP256K1, "classic"),
    **{
        f"BITCOIN_{network}_{script}": ("bitcoinjs-lib", SECP256K1, variant)
        for network in ("MAINNET", "TESTNET", "SIGNET", "REGTEST")
        for script, variant in [
            ("P2PKH", ""),
            ("P2SH", "p2sh-p2wpkh"),
            ("P2WPKH", ""),
            ("P2WSH", "p2wsh-multi-1of1"),
            ("P2TR", ""),
        ]
    },
}
"""The library that stands for a wallet program of each format, the curve, and the variant."""


@pytest.fixture(scope="module")
def npm() -> Iterator[WalletLibraries]:
    running = WalletLibraries("npm")
    yield running
    running.close()


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The options that open an export of the mnemonic."""
    directory = tmp_path_factory.mktemp("export")
    (directory / "bundle").write_text(
        ENCLAVE.export_wallet(WORDS, organization_id=ORGANIZATION, target_public_key=TARGET.public_key)
    )
    (directory / "t.private").write_text(TARGET.private_key_hex())
    return [
        f"--bundle={directory / 'bundle'}",
        f"--key={directory / 't.private'}",
        f"--organization-id={ORGANIZATION}",
        f"--signer-public-key={ENCLAVE.keys.signer}",
    ]


def test_every_format_has_a_program() -> None:
    assert PROGRAMS.keys() == {name.removeprefix(PREFIX) for name in FORMATS}


def ask(npm: WalletLibraries, library: str, call: str, **arguments: str) -> dict[str, str]:
    (answer,) = npm.call_all(library, [(call, arguments)])
    assert "error" not in answer, answer
    result: dict[str, str] = answer["result"]
    return result


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_imports_the_account_of_its_format(
    name: str, npm: WalletLibraries, bundle: list[str], cli: Cli, tmp_path: Path
) -> None:
    library, curve, variant = PROGRAMS[name]
    row = FORMATS[PREFIX + name]
    # Libraries harden other paths on Ed25519, or refuse them.
    path = next(each for each in row.paths if curve == SECP256K1 or each.count("'") == each.count("/"))
    key = ask(
        npm, "@trustwallet/wallet-core", "derive", mnemonic=WORDS, passphrase="", path=path, curve=curve
    )
    of_format = {"format": name, "variant": variant}
    address = ask(npm, library, "address", publicKey=key["publicKey"], curve=curve, **of_format)["address"]

    output = tmp_path / "key.txt"
    written = cli("account", *bundle, "--expect-address", address, "--output", output)
    assert written.exit_code == 0, written.stderr
    assert f"note: the account at {path} ({curve}, {PREFIX}" in written.stderr
    text = output.read_text().removesuffix("\n")
    assert ask(npm, library, "import", text=text, **of_format)["address"] == address
