"""A wallet with an account of each format: exported by the reference enclave, opened and checked."""

import json
from pathlib import Path

import pytest

from sealwax import ContextMismatch, TargetKey, decrypt_account_export, decrypt_wallet_export
from sealwax.testing import ReferenceEnclave
from sealwax.wallets import Account, derive_account, format_private_key, parse_private_key
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


def name(account: Account) -> str:
    return f"{account.address_format} {account.curve}"


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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


class TestDecryptWallet:
    def open(self, cli: Cli, command: list[str], *more: str, words: str = WORDS) -> tuple[int, bytes, str]:
        bundle = ENCLAVE.export_wallet(
            words, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
        )
        return cli("decrypt-wallet", *command, *more, stdin=bundle.encode())

    WHERE = "m/44'/60'/0'/0/7"
    FOUND = "(CURVE_SECP256K1, ADDRESS_FORMAT_ETHEREUM)"
    ADDRESS = derive_account(
        WORDS, path=WHERE, curve="CURVE_SECP256K1", address_format="ADDRESS_FORMAT_ETHEREUM"
    ).address

    def test_it_says_at_which_path_the_address_is(self, cli: Cli, command: list[str]) -> None:
        assert self.open(cli, command, f"--expect-address={self.ADDRESS}") == (
            0,
            f"{WORDS}\n".encode(),
            f"note: the wallet has the expected address at {self.WHERE} {self.FOUND}\n",
        )

    def test_it_names_the_variant(self, cli: Cli, command: list[str]) -> None:
        account = derive_account(
            WORDS,
            path="m/44'/501'/0'/0",
            curve="CURVE_ED25519",
            address_format="ADDRESS_FORMAT_SOLANA",
            variant="non-hardened-skipped",
        )
        exit_code, _, said = self.open(cli, command, f"--expect-address={account.address}")
        assert exit_code == 0
        assert "at m/44'/501'/0'/0 (CURVE_ED25519, ADDRESS_FORMAT_SOLANA, non-hardened-skipped)" in said

    @pytest.mark.parametrize("more", [[], ["--path=m/44'/60'/0'/0/0"]])
    @pytest.mark.slow
    def test_an_address_that_the_wallet_does_not_have(
        self, cli: Cli, command: list[str], more: list[str], tmp_path: Path
    ) -> None:
        address = self.ADDRESS if more else "0x" + "1f" * 20
        output = tmp_path / "words"
        exit_code, stdout, said = self.open(
            cli, command, f"--expect-address={address}", f"--output={output}", *more
        )
        assert (exit_code, stdout) == (1, b"")
        assert said.startswith("error[wrong-address]: the wallet does not have the expected address at ")
        assert "legal" not in said
        assert not output.exists()
        allowed = self.open(cli, command, f"--expect-address={address}", "--allow-wrong-address", *more)
        assert allowed[:2] == (0, f"{WORDS}\n".encode())
        assert allowed[2].startswith("warning: the wallet does not have the expected address")

    @pytest.mark.slow
    def test_a_path_of_ones_own(self, cli: Cli, command: list[str]) -> None:
        path = "m/7'/8/9"
        account = derive_account(
            WORDS, path=path, curve="CURVE_SECP256K1", address_format="ADDRESS_FORMAT_TRON"
        )
        expected = f"--expect-address={account.address}"
        assert self.open(cli, command, expected)[0] == 1
        exit_code, _, said = self.open(cli, command, expected, f"--path={path}")
        assert exit_code == 0
        assert f"at {path} (CURVE_SECP256K1, ADDRESS_FORMAT_TRON)" in said
        assert self.open(cli, command, f"--path={path}")[0] == 2
        exit_code, _, said = self.open(cli, command, expected, "--path=m/x")
        assert exit_code == 1
        assert said.startswith("error[malformed]: level 1 of the path")

    def test_an_address_of_no_known_format_is_an_error(self, cli: Cli, command: list[str]) -> None:
        exit_code, stdout, said = self.open(cli, command, "--expect-address=nowhere")
        assert (exit_code, stdout) == (1, b"")
        assert said.startswith("error[unsupported]: the expected address has an unsupported format")
        allow = "--allow-unknown-address"
        exit_code, stdout, said = self.open(cli, command, "--expect-address=nowhere", allow)
        assert (exit_code, stdout) == (0, f"{WORDS}\n".encode())
        assert said.startswith("warning: the expected address has an unsupported format")

    @pytest.mark.slow
    def test_the_capitals_of_an_ethereum_address(self, cli: Cli, command: list[str]) -> None:
        address = "0x" + self.ADDRESS[2:].swapcase()
        exit_code, _, said = self.open(cli, command, f"--expect-address={address}")
        assert exit_code == 0
        assert "warning: the capitals of the expected address" in said

    def test_a_mnemonic_that_is_not_valid_is_searched_too(self, cli: Cli, command: list[str]) -> None:
        words = WORDS.replace("yellow", "winner")
        address = derive_account(
            words,
            path="m/44'/60'/0'/0/0",
            curve="CURVE_SECP256K1",
            address_format="ADDRESS_FORMAT_ETHEREUM",
            allow_invalid_checksum=True,
        ).address
        exit_code, _, said = self.open(cli, command, f"--expect-address={address}", words=words)
        assert exit_code == 0
        assert "an invalid BIP-39 mnemonic" in said
        assert "has the expected address at m/44'/60'/0'/0/0" in said
