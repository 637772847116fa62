"""A wallet with an account of each format: exported by the reference enclave, opened and checked."""

import json
from pathlib import Path

import pytest

from sealwax import TargetKey
from sealwax.testing import ReferenceEnclave
from sealwax.wallets import Account, derive_account
from sealwax.wallets.address_formats import FORMATS, AddressFormatRow
from tests.conftest import ORGANIZATION, SEED, TARGET, Cli

ENCLAVE = ReferenceEnclave(SEED)
WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
PASSPHRASE = "pässphrase"


def account_of(row: AddressFormatRow, curve: str, number: int) -> Account:
    """An account as the service might have it: of the last variant, at the format's first path."""
    return derive_account(
        WORDS,
        passphrase=PASSPHRASE,
        path=row.paths[0].removesuffix("'").rpartition("/")[0] + f"/{number}'",
        curve=curve,
        address_format=row.name,
        variant=tuple(row.variants[curve])[-1] or None,
    )


ACCOUNTS = [
    account_of(row, curve, number) for number, row in enumerate(FORMATS.values()) for curve in row.variants
]


def answer(account: Account, private_key: bytes) -> str:
    """The service's answer to the export of an account."""
    bundle = ENCLAVE.export_account(
        private_key, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
    )
    result = {"exportWalletAccountResult": {"address": account.address, "exportBundle": bundle}}
    return json.dumps({"activity": {"id": "a", "status": "ACTIVITY_STATUS_COMPLETED", "result": result}})


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    TARGET.save(tmp_path / "t.private")
    return [
        "--bundle=-",
        f"--key={tmp_path / 't.private'}",
        f"--organization-id={ORGANIZATION}",
        f"--signer-public-key={ENCLAVE.keys.signer}",
    ]


def test_an_answer_to_another_key_opens_nothing(cli: Cli, command: list[str], tmp_path: Path) -> None:
    TargetKey.generate().save(tmp_path / "other.private")
    account = ACCOUNTS[0]
    result = cli(
        "decrypt-account",
        *command,
        f"--key={tmp_path / 'other.private'}",
        stdin=answer(account, account.private_key).encode(),
    )
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith("error[decryption-failed]: ")


def open_wallet(cli: Cli, command: list[str], *more: str, words: str = WORDS) -> tuple[int, bytes, str]:
    bundle = ENCLAVE.export_wallet(words, organization_id=ORGANIZATION, target_public_key=TARGET.public_key)
    return cli("decrypt-wallet", *command, *more, stdin=bundle.encode())


class TestDecryptWallet:
    def test_it_names_the_variant(self, cli: Cli, command: list[str]) -> None:
        account = derive_account(
            WORDS,
            path="m/44'/501'/0'/0",
            curve="CURVE_ED25519",
            address_format="ADDRESS_FORMAT_SOLANA",
            variant="non-hardened-skipped",
        )
        exit_code, _, said = open_wallet(cli, command, f"--expect-address={account.address}")
        assert exit_code == 0
        assert "at m/44'/501'/0'/0 (CURVE_ED25519, ADDRESS_FORMAT_SOLANA, non-hardened-skipped)" in said

    def test_an_address_of_no_known_format_is_an_error(self, cli: Cli, command: list[str]) -> None:
        exit_code, stdout, said = open_wallet(cli, command, "--expect-address=nowhere")
        assert (exit_code, stdout) == (1, b"")
        assert said.startswith("error[unsupported]: the expected address has an unsupported format")
        allow = "--allow-unknown-address"
        exit_code, stdout, said = open_wallet(cli, command, "--expect-address=nowhere", allow)
        assert (exit_code, stdout) == (0, f"{WORDS}\n".encode())
        assert said.startswith("warning: the expected address has an unsupported format")

    def test_a_mnemonic_that_is_not_valid_is_searched_too(self, cli: Cli, command: list[str]) -> None:
        words = WORDS.replace("yellow", "winner")
        address = derive_account(
            words,
            path="m/44'/60'/0'/0/0",
            curve="CURVE_SECP256K1",
            address_format="ADDRESS_FORMAT_ETHEREUM",
            allow_invalid_checksum=True,
        ).address
        exit_code, _, said = open_wallet(cli, command, f"--expect-address={address}", words=words)
        assert exit_code == 0
        assert "an invalid BIP-39 mnemonic" in said
        assert "has the expected address at m/44'/60'/0'/0/0" in said
