"""The tests of ``tests/cli/test_decrypt_account.py`` that take long."""

from pathlib import Path

import pytest

from sealwax.wallets import decrypt_keystore, format_private_key
from tests.cli import test_decrypt_account as quick
from tests.cli.terminal import run_on_a_terminal
from tests.cli.test_decrypt_account import (
    ADDRESSES,
    ETHEREUM,
    NEAR_SOLANA,
    NOT_COMPARED,
    PRIVATE_KEY,
    SOLANA,
    open_account,
    shows_no_secret,
)
from tests.cli.test_decrypt_wallet import ENCLAVE, sealed
from tests.conftest import ORGANIZATION, Cli, near_misses

__all__ = ["key_file"]

key_file = quick.key_file


class TestKeystore:
    def test_the_password_is_asked_for_twice_and_not_shown(self, key_file: Path, tmp_path: Path) -> None:
        (tmp_path / "bundle").write_text(sealed(PRIVATE_KEY))
        output = tmp_path / "keystore.json"
        command = [
            "decrypt-account",
            f"--bundle={tmp_path / 'bundle'}",
            f"--key={key_file}",
            f"--organization-id={ORGANIZATION}",
            f"--signer-public-key={ENCLAVE.keys.signer}",
            f"--expect-address={ETHEREUM}",
            "--format=keystore",
            f"--output={output}",
        ]
        answers = [(b"keystore: ", b"a password"), (b"confirmation: ", b"a password")]
        session = run_on_a_terminal(command, answers)
        assert (session.exit_code, session.piped) == (0, b"")
        assert b"a password" not in session.shown
        assert decrypt_keystore(output.read_text(), "a password") == PRIVATE_KEY


class TestAddresses:
    """A key of another address is not written, unless a flag says so."""

    @pytest.mark.parametrize("address", [*near_misses(ETHEREUM), *NEAR_SOLANA])
    @pytest.mark.parametrize("form", [[], ["--format", "hex"], ["--json"]])
    def test_another_address_gives_no_key(
        self, cli: Cli, key_file: Path, address: str, form: list[str]
    ) -> None:
        result = open_account(cli, key_file, "--expect-address", address, *form)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith(
            "error[wrong-address]: the private key does not belong to the expected "
        )
        assert result.stderr.count("\n") == 1
        assert address not in result.stderr
        assert shows_no_secret(result)

    @pytest.mark.parametrize("variant", ["bounceable", "non-bounceable", "raw", "testnet-bounceable"])
    def test_ton_is_compared_whatever_the_text(self, cli: Cli, key_file: Path, variant: str) -> None:
        address = ADDRESSES["TON_V3R2", variant]
        assert open_account(cli, key_file, "--expect-address", address).exit_code == 0
        for near in near_misses(address):
            refused = open_account(cli, key_file, "--expect-address", near)
            assert (refused.exit_code, refused.stdout) == (1, b"")


class TestForms:
    """The form follows from the address, if none is named."""

    @pytest.mark.parametrize(
        ("address", "form"),
        [
            (SOLANA, "solana"),
            (ETHEREUM, "0x"),
            (ADDRESSES["TRON", ""], "hex"),
            (ADDRESSES["COSMOS", ""], "hex"),
            (ADDRESSES["XRP", "classic"], "xrp-hex"),
            (ADDRESSES["XLM", ""], "stellar"),
            (ADDRESSES["SUI", ""], "sui"),
            (ADDRESSES["APTOS", "legacy-ed25519"], "aptos"),
            (ADDRESSES["TON_V4R2", "non-bounceable"], "hex"),
            (ADDRESSES["SPARK_MAINNET", ""], "hex"),
            (ADDRESSES["DOGE_MAINNET", ""], "wif-doge"),
            (ADDRESSES["DOGE_TESTNET", ""], "wif-doge-testnet"),
            (ADDRESSES["BITCOIN_MAINNET_P2WPKH", ""], "wif"),
            (ADDRESSES["BITCOIN_SIGNET_P2TR", ""], "wif-testnet"),
            (ADDRESSES["COMPRESSED", ""], "hex"),
        ],
    )
    def test_it_follows_from_the_address(self, cli: Cli, key_file: Path, address: str, form: str) -> None:
        result = open_account(cli, key_file, "--expect-address", address)
        assert (result.exit_code, result.stdout.decode()) == (0, format_private_key(PRIVATE_KEY, form) + "\n")
        assert result.stderr.startswith("note: the key belongs to the expected address (ADDRESS_FORMAT_")
        advised = any(name in result.stderr for name in ("_XRP)", "_TON_", "_SPARK_"))
        assert result.stderr.count("\n") == 1 + advised
        assert advised == (" wallets cannot import raw keys: " in result.stderr)

    @pytest.mark.parametrize("form", ["hex", "0x", "solana", "solana-cli", "sui", "stellar", "aptos"])
    @pytest.mark.parametrize("known", [["--ed25519"], ["--expect-address", SOLANA]])
    def test_forms_of_a_key_on_ed25519(self, cli: Cli, key_file: Path, form: str, known: list[str]) -> None:
        result = open_account(cli, key_file, *known, "--format", form)
        assert (result.exit_code, result.stdout.decode()) == (0, format_private_key(PRIVATE_KEY, form) + "\n")
        assert (result.stderr == NOT_COMPARED) == (known == ["--ed25519"])
