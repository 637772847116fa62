"""The tests of ``tests/wallets/test_flow.py`` that take long."""

import json
from pathlib import Path

import pytest

from sealwax import ContextMismatch, decrypt_account_export, decrypt_wallet_export
from sealwax.wallets import Account, derive_account, format_private_key, parse_private_key
from sealwax.wallets.address_formats import FORMATS
from tests.conftest import ORGANIZATION, TARGET, Cli
from tests.wallets import test_flow as quick
from tests.wallets.test_flow import ACCOUNTS, ENCLAVE, PASSPHRASE, WORDS, answer, open_wallet

command = quick.command


def name(account: Account) -> str:
    return f"{account.address_format} {account.curve}"


def test_the_wallet_has_every_account() -> None:
    bundle = ENCLAVE.export_wallet(
        WORDS, PASSPHRASE, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
    )
    wallet = decrypt_wallet_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)
    assert {account.address_format for account in ACCOUNTS} == FORMATS.keys()
    for account in ACCOUNTS:
        derived = wallet.account(
            path=account.path,
            curve=account.curve,
            address_format=account.address_format,
            expected_address=account.address,
        )
        assert derived.private_key == account.private_key
        assert derived.address == account.address


@pytest.mark.parametrize("account", ACCOUNTS, ids=name)
def test_an_account_is_exported_and_is_the_right_one(cli: Cli, command: list[str], account: Account) -> None:
    exported = answer(account, account.private_key)
    bundle = json.loads(exported)["activity"]["result"]["exportWalletAccountResult"]["exportBundle"]
    opened = decrypt_account_export(
        bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys, expected_address=account.address
    )
    assert opened.private_key == account.private_key
    assert account.address_format in {fits.format for fits in opened.check_address(account.address)}
    result = cli("decrypt-account", *command, f"--expect-address={account.address}", stdin=exported.encode())
    assert result.exit_code == 0
    # The form is one that is read again.
    assert parse_private_key(result.stdout.decode().rstrip("\n")) == account.private_key
    form = FORMATS[account.address_format].key_format
    assert result.stdout.decode() == format_private_key(account.private_key, form) + "\n"


@pytest.mark.parametrize("account", ACCOUNTS, ids=name)
@pytest.mark.parametrize("by", ["--expect-address", "the answer"])
def test_an_account_that_was_swapped_is_not(
    cli: Cli, command: list[str], account: Account, by: str, tmp_path: Path
) -> None:
    other = bytes(31) + b"\1"
    exported = answer(account, other)
    expected = [f"--expect-address={account.address}"] if by == "--expect-address" else []
    output = tmp_path / "key.txt"
    result = cli("decrypt-account", *command, *expected, f"--output={output}", stdin=exported.encode())
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith("error[wrong-address]: ")
    assert other.hex() not in result.stderr
    assert not output.exists()
    allowed = cli("decrypt-account", *command, *expected, "--allow-wrong-address", stdin=exported.encode())
    assert (allowed.exit_code, allowed.stdout) == (0, f"{other.hex()}\n".encode())
    bundle = json.loads(exported)["activity"]["result"]["exportWalletAccountResult"]["exportBundle"]
    with pytest.raises(ContextMismatch) as raised:
        decrypt_account_export(
            bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys, expected_address=account.address
        )
    assert raised.value.code == "wrong-address"
    assert other.hex() not in str(raised.value)
    opened = decrypt_account_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)
    assert opened.private_key == other


class TestDecryptWallet:
    WHERE = "m/44'/60'/0'/0/7"
    FOUND = "(CURVE_SECP256K1, ADDRESS_FORMAT_ETHEREUM)"
    ADDRESS = derive_account(
        WORDS, path=WHERE, curve="CURVE_SECP256K1", address_format="ADDRESS_FORMAT_ETHEREUM"
    ).address

    @pytest.mark.parametrize("more", [[], ["--path=m/44'/60'/0'/0/0"]])
    def test_an_address_that_the_wallet_does_not_have(
        self, cli: Cli, command: list[str], more: list[str], tmp_path: Path
    ) -> None:
        address = self.ADDRESS if more else "0x" + "1f" * 20
        output = tmp_path / "words"
        exit_code, stdout, said = open_wallet(
            cli, command, f"--expect-address={address}", f"--output={output}", *more
        )
        assert (exit_code, stdout) == (1, b"")
        assert said.startswith("error[wrong-address]: the wallet does not have the expected address at ")
        assert "legal" not in said
        assert not output.exists()
        allowed = open_wallet(cli, command, f"--expect-address={address}", "--allow-wrong-address", *more)
        assert allowed[:2] == (0, f"{WORDS}\n".encode())
        assert allowed[2].startswith("warning: the wallet does not have the expected address")

    def test_a_path_of_ones_own(self, cli: Cli, command: list[str]) -> None:
        path = "m/7'/8/9"
        account = derive_account(
            WORDS, path=path, curve="CURVE_SECP256K1", address_format="ADDRESS_FORMAT_TRON"
        )
        expected = f"--expect-address={account.address}"
        assert open_wallet(cli, command, expected)[0] == 1
        exit_code, _, said = open_wallet(cli, command, expected, f"--path={path}")
        assert exit_code == 0
        assert f"at {path} (CURVE_SECP256K1, ADDRESS_FORMAT_TRON)" in said
        assert open_wallet(cli, command, f"--path={path}")[0] == 2
        exit_code, _, said = open_wallet(cli, command, expected, "--path=m/x")
        assert exit_code == 1
        assert said.startswith("error[malformed]: level 1 of the path")

    def test_the_capitals_of_an_ethereum_address(self, cli: Cli, command: list[str]) -> None:
        address = "0x" + self.ADDRESS[2:].swapcase()
        exit_code, _, said = open_wallet(cli, command, f"--expect-address={address}")
        assert exit_code == 0
        assert "warning: the capitals of the expected address" in said

    def test_it_says_at_which_path_the_address_is(self, cli: Cli, command: list[str]) -> None:
        assert open_wallet(cli, command, f"--expect-address={self.ADDRESS}") == (
            0,
            f"{WORDS}\n".encode(),
            f"note: the wallet has the expected address at {self.WHERE} {self.FOUND}\n",
        )
