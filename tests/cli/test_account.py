from pathlib import Path

import pytest

from sealwax.testing import ReferenceEnclave
from sealwax.wallets import derive_account
from tests.conftest import CAPTURED, ORGANIZATION, SEED, TARGET, Cli, CliResult

ENCLAVE = ReferenceEnclave(SEED)
WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
PATH = "m/44'/60'/0'/0/5"
ETHEREUM = derive_account(WORDS, path=PATH, curve="CURVE_SECP256K1", address_format="ADDRESS_FORMAT_ETHEREUM")


@pytest.fixture
def bundle(tmp_path: Path) -> list[str]:
    """The options that open the export of the wallet."""
    return export_of(WORDS, tmp_path)


def export_of(plaintext: str | bytes, directory: Path) -> list[str]:
    content = plaintext.encode() if isinstance(plaintext, str) else plaintext
    sealed = ENCLAVE.export_plaintext(
        content, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
    )
    (directory / "bundle").write_text(sealed)
    (directory / "t.private").write_text(TARGET.private_key_hex())
    return [
        f"--bundle={directory / 'bundle'}",
        f"--key={directory / 't.private'}",
        f"--organization-id={ORGANIZATION}",
        f"--signer-public-key={ENCLAVE.keys.signer}",
    ]


def refused(result: CliResult, code: str) -> str:
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith(f"error[{code}]: ")
    assert ETHEREUM.private_key.hex() not in result.stderr
    assert "sausage" not in result.stderr
    return result.stderr


class TestWhichAccount:
    @pytest.mark.parametrize("name", ["ethereum", "ADDRESS_FORMAT_ETHEREUM", "Ethereum"])
    def test_a_mnemonic_will_do(self, cli: Cli, name: str) -> None:
        where = ["--path", PATH, "--address-format", name]
        result = cli("account", "--mnemonic-file", "-", *where, stdin=f"{WORDS}\n".encode())
        assert (result.exit_code, result.stdout.decode()) == (0, f"0x{ETHEREUM.private_key.hex()}\n")

    def test_a_passphrase_makes_another_wallet(self, cli: Cli, tmp_path: Path) -> None:
        expected = derive_account(WORDS, path=PATH, address_format="ADDRESS_FORMAT_ETHEREUM", passphrase="p")
        (tmp_path / "p").write_text("p\n")
        where = ["--path", PATH, "--address-format", "ethereum"]
        more = ["--mnemonic-file", "-", "--passphrase-file", tmp_path / "p"]
        result = cli("account", *where, *more, stdin=WORDS.encode())
        assert result.stdout.decode() == expected.format() + "\n"
        exported = cli("account", *where, *export_of(f"{WORDS}\n--PASS--\np", tmp_path))
        assert exported.stdout == result.stdout

    def test_an_address_of_no_known_format_is_refused(self, cli: Cli, bundle: list[str]) -> None:
        result = cli("account", *bundle, "--expect-address", ETHEREUM.address[:-1])
        assert "it has 39 digits after 0x" in refused(result, "unsupported")

    @pytest.mark.parametrize(
        ("arguments", "named"),
        [
            (
                ["--address-format", "sei", "--path", "m/44'/118'/0'/0'/0'"],
                "CURVE_SECP256K1 or CURVE_ED25519",
            ),
            (["--address-format", "bitcoin-mainnet-p2sh", "--path", "m/49'/0'/0'/0/0"], "p2sh-p2wpkh"),
            (["--address-format", "solana", "--path", "m/44'/501'/0'/0"], "non-hardened-skipped"),
            (["--address-format", "solana", "--path", "m/0'", "--curve", "CURVE_P256"], "CURVE_ED25519"),
        ],
    )
    def test_what_is_not_known_is_named(
        self, cli: Cli, bundle: list[str], arguments: list[str], named: str
    ) -> None:
        assert named in refused(cli("account", *bundle, *arguments), "unsupported")

    def test_a_wallet_that_is_not_valid_bip39(self, cli: Cli, tmp_path: Path) -> None:
        words = WORDS.replace("yellow", "winner")
        where = ["--path", PATH, "--address-format", "ethereum"]
        refused(cli("account", "--mnemonic-file=-", *where, stdin=words.encode()), "malformed")
        allowed = cli(
            "account", "--mnemonic-file=-", "--allow-invalid-checksum", *where, stdin=words.encode()
        )
        exported = cli("account", *export_of(words, tmp_path), *where)
        assert allowed.exit_code == 0
        assert exported.stdout == allowed.stdout
        assert exported.stderr.startswith("warning: the enclave sealed an invalid BIP-39 mnemonic")


class TestForms:
    def test_a_keystore_is_for_secp256k1(self, cli: Cli, bundle: list[str]) -> None:
        where = ["--path", "m/44'/501'/0'/0'", "--address-format", "solana"]
        refused(cli("account", *bundle, *where, "--form", "keystore"), "unsupported")


class TestUsage:
    @pytest.mark.parametrize(
        "arguments",
        [
            [],
            ["--path", PATH],
            ["--address-format", "ethereum"],
            ["--expect-address", "x", "--bundle", "x"],
            ["--expect-address", "x", "--bundle", "x", "--key", "x"],
            ["--expect-address", "x", "--key", "x", "--organization-id", "x"],
            ["--expect-address", "x", "--mnemonic-file", "x", "--bundle", "x"],
            ["--bundle=x", "--key=x", "--organization-id=x", "--ask-passphrase", "--expect-address=x"],
            ["--expect-address", "x", "--password-file", "x"],
            ["--expect-address", "x", "--form", "wif", "--password-file", "x"],
        ],
    )
    def test_options_that_need_or_exclude_each_other(self, cli: Cli, arguments: list[str]) -> None:
        result = cli("account", *arguments)
        assert (result.exit_code, result.stdout) == (2, b"")

    def test_the_captured_wallet(self, cli: Cli) -> None:
        result = cli(
            "account",
            *["--bundle", CAPTURED / "export_wallet.json", "--key", CAPTURED / "export_wallet.private"],
            *["--organization-id", ORGANIZATION],
            *["--expect-address", "0x35B286d5Ae4a3bcd556f2322B1e5E9Bb17FcfD06"],
        )
        assert result.exit_code == 0
        assert len(result.stdout) == 67
