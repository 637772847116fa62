import json
from pathlib import Path

import pytest

from sealwax import ExportedAccount
from sealwax.testing import ReferenceEnclave
from sealwax.wallets import derive_account, derive_address
from sealwax.wallets.address_formats import FORMATS
from tests.conftest import ORGANIZATION, SEED, TARGET, Cli, CliResult, near_misses

ENCLAVE = ReferenceEnclave(SEED)
WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
PRIVATE_KEY = b"\x1f" * 32
NOTE = "note: these addresses were not compared with a known one"
PUBLIC_KEY = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
ETHEREUM_PATH = "m/44'/60'/0'/0/0"


def ethereum(words: str = WORDS, passphrase: str = "") -> str:
    return derive_account(
        words,
        path=ETHEREUM_PATH,
        curve="CURVE_SECP256K1",
        address_format="ADDRESS_FORMAT_ETHEREUM",
        passphrase=passphrase,
        allow_invalid_checksum=True,
    ).address


def listed(cli: Cli, *arguments: str | Path, words: str = WORDS) -> CliResult:
    return cli("addresses", "--mnemonic-file", "-", *arguments, stdin=words.encode())


def rows(result: CliResult) -> list[list[str]]:
    assert result.exit_code == 0, result.stderr
    return [line.split("\t") for line in result.stdout.decode().splitlines()]


class TestMnemonics:
    def test_json(self, cli: Cli) -> None:
        arguments = ["--format", "ADDRESS_FORMAT_ETHEREUM", "--json"]
        assert json.loads(listed(cli, *arguments).stdout) == {
            "addresses": [
                {
                    "format": "ADDRESS_FORMAT_ETHEREUM",
                    "curve": "CURVE_SECP256K1",
                    "path": ETHEREUM_PATH,
                    "variant": None,
                    "address": ethereum(),
                }
            ]
        }

    def test_a_curve_and_a_path(self, cli: Cli) -> None:
        found = rows(listed(cli, "--curve", "CURVE_P256", "--path", "m/5h/6"))
        assert {row[0] for row in found} == {"ADDRESS_FORMAT_COMPRESSED", "ADDRESS_FORMAT_UNCOMPRESSED"}
        assert {tuple(row[1:3]) for row in found} == {("CURVE_P256", "m/5'/6")}

    def test_a_passphrase(self, cli: Cli, tmp_path: Path) -> None:
        (tmp_path / "passphrase").write_text("pässphrase\n")
        arguments = ["--format", "ADDRESS_FORMAT_ETHEREUM", "--passphrase-file", str(tmp_path / "passphrase")]
        assert rows(listed(cli, *arguments))[0][4] == ethereum(passphrase="pässphrase")

    def test_an_invalid_mnemonic_derives_only_when_told_to(self, cli: Cli) -> None:
        words = WORDS.replace("yellow", "winner")
        refused = listed(cli, words=words)
        assert (refused.exit_code, refused.stdout) == (1, b"")
        assert refused.stderr.startswith(
            "error[malformed]: the mnemonic is not valid BIP-39: its checksum is"
        )
        allowed = listed(cli, "--allow-invalid-checksum", "--format", "ADDRESS_FORMAT_ETHEREUM", words=words)
        assert rows(allowed)[0][4] == ethereum(words)
        assert "warning: the mnemonic is not valid BIP-39" in allowed.stderr

    @pytest.mark.parametrize("path", ["m", "m/x", "0/1", "m/2147483648"])
    def test_a_path_that_is_not_one(self, cli: Cli, path: str) -> None:
        result = listed(cli, "--path", path)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[malformed]: ")

    def test_the_mnemonic_is_asked_for(self, cli: Cli) -> None:
        result = cli("addresses")
        assert (result.exit_code, result.stdout) == (2, b"")
        assert "--mnemonic-file" in result.stderr


class TestPublicKeys:
    def test_each_format_of_the_curve(self, cli: Cli) -> None:
        found = rows(cli("addresses", "--public-key", PUBLIC_KEY, "--curve", "CURVE_SECP256K1", "--all"))
        assert {row[0] for row in found} == {
            row.name for row in FORMATS.values() if "CURVE_SECP256K1" in row.variants
        }
        for name, curve, path, variant, address in found:
            assert derive_address(PUBLIC_KEY, name, curve=curve, variant=variant or None) == address
            assert path == ""

    def test_an_expected_address(self, cli: Cli) -> None:
        command = ["addresses", "--public-key", PUBLIC_KEY, "--curve", "CURVE_SECP256K1", "--expect-address"]
        address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"  # BIP-173
        assert rows(cli(*command, address)) == [
            ["ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH", "CURVE_SECP256K1", "", "", address]
        ]
        first, *others = near_misses(address)
        # With another first letter, it has no format.
        assert cli(*command, first).stderr.startswith("error[unsupported]: ")
        for near in others:
            refused = cli(*command, near)
            assert (refused.exit_code, refused.stdout) == (1, b"")
            assert refused.stderr.startswith("error[wrong-address]: ")

    @pytest.mark.parametrize("more", [[], ["--curve", "CURVE_SECP256K1", "--path", "m/0"]])
    def test_it_needs_a_curve_and_has_no_path(self, cli: Cli, more: list[str]) -> None:
        result = cli("addresses", "--public-key", PUBLIC_KEY, *more)
        assert (result.exit_code, result.stdout) == (2, b"")

    def test_a_format_of_another_curve(self, cli: Cli) -> None:
        arguments = ["--curve", "CURVE_P256", "--format", "ADDRESS_FORMAT_ETHEREUM"]
        result = cli("addresses", "--public-key", PUBLIC_KEY, *arguments)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[unsupported]: ADDRESS_FORMAT_ETHEREUM is for CURVE_SECP256K1")


class TestExports:
    @pytest.fixture
    def export(self, tmp_path: Path) -> list[str]:
        TARGET.save(tmp_path / "t.private")
        return [
            "addresses",
            "--bundle=-",
            f"--key={tmp_path / 't.private'}",
            f"--organization-id={ORGANIZATION}",
            f"--signer-public-key={ENCLAVE.keys.signer}",
        ]

    def sealed(self, plaintext: bytes) -> bytes:
        return ENCLAVE.export_plaintext(
            plaintext, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
        ).encode()

    def test_a_wallet(self, cli: Cli, export: list[str]) -> None:
        result = cli(*export, "--format=ADDRESS_FORMAT_ETHEREUM", stdin=self.sealed(WORDS.encode()))
        assert rows(result)[0][4] == ethereum()
        with_passphrase = self.sealed(f"{WORDS}\nTREZOR".encode())
        result = cli(*export, "--format=ADDRESS_FORMAT_ETHEREUM", stdin=with_passphrase)
        assert rows(result)[0][4] == ethereum(passphrase="TREZOR")
        assert WORDS not in result.stdout.decode() + result.stderr

    def test_an_account(self, cli: Cli, export: list[str]) -> None:
        result = cli(*export, "--all", stdin=self.sealed(PRIVATE_KEY))
        account = ExportedAccount(PRIVATE_KEY)
        for curve in ("CURVE_SECP256K1", "CURVE_ED25519", "CURVE_P256"):
            assert sorted((row[0], row[3], row[4]) for row in rows(result) if row[1] == curve) == sorted(
                (address.format, address.variant or "", address.text) for address in account.addresses(curve)
            )
        assert PRIVATE_KEY.hex() not in result.stdout.decode()
        no_scalar = cli(*export, stdin=self.sealed(b"\xff" * 32))
        assert {row[1] for row in rows(no_scalar)} == {"CURVE_ED25519"}
        with_path = cli(*export, "--path=m/0", stdin=self.sealed(PRIVATE_KEY))
        assert (with_path.exit_code, with_path.stdout) == (2, b"")
        beyond = cli(*export, "--curve=CURVE_P256", stdin=self.sealed(b"\xff" * 32))
        assert beyond.stderr.startswith("error[unsupported]: no address")

    def test_another_organization(self, cli: Cli, export: list[str]) -> None:
        result = cli(*export, "--organization-id=x", stdin=self.sealed(PRIVATE_KEY))
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[wrong-organization]: ")

    @pytest.mark.parametrize(
        "arguments",
        [
            ["--bundle=x"],
            ["--bundle=x", "--key=x"],
            ["--key=x"],
            ["--organization-id=x"],
            ["--bundle=x", "--key=x", "--organization-id=x", "--mnemonic-file=x"],
            ["--public-key=00", "--mnemonic-file=x"],
            ["--bundle=x", "--key=x", "--organization-id=x", "--ask-passphrase"],
            ["--public-key=00", "--curve=CURVE_P256", "--passphrase-file=x"],
            ["--mnemonic-file=x", "--passphrase-file=x", "--ask-passphrase"],
            ["--curve=CURVE_X"],
            ["--format=ETHEREUM"],
        ],
    )
    def test_wrong_usage(self, cli: Cli, arguments: list[str]) -> None:
        result = cli("addresses", *arguments)
        assert (result.exit_code, result.stdout) == (2, b"")
