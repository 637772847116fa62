import json
import stat
from pathlib import Path

import pytest

from sealwax import ExportedAccount
from sealwax._codec.base58 import decode_base58, encode_base58
from sealwax.wallets import decrypt_keystore, format_private_key, keystore
from tests.cli.test_decrypt_wallet import decrypt, sealed
from tests.conftest import TARGET, Cli, CliResult, near_misses

PRIVATE_KEY = b"\x1f" * 32
ADDRESSES = {
    (address.format.removeprefix("ADDRESS_FORMAT_"), address.variant or ""): address.text
    for curve in ("CURVE_SECP256K1", "CURVE_ED25519", "CURVE_P256")
    for address in ExportedAccount(PRIVATE_KEY).addresses(curve)
}
SOLANA, ETHEREUM = ADDRESSES["SOLANA", ""], ADDRESSES["ETHEREUM", ""]
# Other keys, which differ in a byte.
NEAR_SOLANA = [
    encode_base58(bytes(byte ^ (place == changed) for place, byte in enumerate(decode_base58(SOLANA, ""))))
    for changed in (0, 8, 31)
]
NOT_COMPARED = "note: the key was not compared with an address; pass the account's with --expect-address\n"


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    TARGET.save(tmp_path / "t.private")
    return tmp_path / "t.private"


def open_account(cli: Cli, key_file: Path, *more: str | Path) -> CliResult:
    return decrypt(cli, "account", sealed(PRIVATE_KEY), key_file, *more)


def answered(address: object) -> str:
    """The service's whole answer, with an address that nobody signed."""
    result = {"address": address, "exportBundle": sealed(PRIVATE_KEY)}
    return json.dumps(
        {"activity": {"id": "a", "status": "ACTIVITY_STATUS_COMPLETED", "result": {RESULT: result}}}
    )


RESULT = "exportWalletAccountResult"


def shows_no_secret(result: CliResult) -> bool:
    forms = [PRIVATE_KEY.hex(), *(format_private_key(PRIVATE_KEY, form) for form in ("solana", "wif", "sui"))]
    shown = result.stdout.decode() + result.stderr
    return not any(form in shown for form in forms)


class TestForms:
    """The form follows from the address, if none is named."""

    @pytest.mark.parametrize(
        ("name", "form"),
        [
            (("BITCOIN_MAINNET_P2PKH", ""), "descriptor-pkh"),
            (("BITCOIN_MAINNET_P2WPKH", ""), "descriptor-wpkh"),
            (("BITCOIN_MAINNET_P2TR", ""), "descriptor-tr"),
            (("BITCOIN_MAINNET_P2SH", "p2sh-p2wpkh"), "descriptor-sh-wpkh"),
            (("BITCOIN_MAINNET_P2SH", "p2sh-p2pkh"), "descriptor-sh-pkh"),
            (("BITCOIN_MAINNET_P2SH", "p2sh-p2pk"), "descriptor-sh-pk"),
            (("BITCOIN_TESTNET_P2WSH", "p2wsh-p2pk"), "descriptor-wsh-pk-testnet"),
            (("BITCOIN_REGTEST_P2WSH", "p2wsh-p2pkh"), "descriptor-wsh-pkh-testnet"),
            (("BITCOIN_MAINNET_P2WSH", "p2wsh-multi-1of1"), "descriptor-wsh-multi"),
        ],
    )
    def test_a_descriptor_has_the_script_of_the_address(
        self, cli: Cli, key_file: Path, name: tuple[str, str], form: str
    ) -> None:
        result = open_account(cli, key_file, "--expect-address", ADDRESSES[name], "--format", "descriptor")
        assert result.stdout.decode() == format_private_key(PRIVATE_KEY, form) + "\n"

    @pytest.mark.parametrize("form", ["wif", "wif-testnet", "wif-doge", "wif-doge-testnet", "xrp-hex"])
    @pytest.mark.parametrize("known", [["--secp256k1"], ["--expect-address", ETHEREUM]])
    def test_forms_of_a_key_on_secp256k1(self, cli: Cli, key_file: Path, form: str, known: list[str]) -> None:
        result = open_account(cli, key_file, *known, "--format", form)
        assert (result.exit_code, result.stdout.decode()) == (0, format_private_key(PRIVATE_KEY, form) + "\n")

    def test_hex_is_the_default_without_an_address(self, cli: Cli, key_file: Path) -> None:
        assert open_account(cli, key_file) == (0, f"{PRIVATE_KEY.hex()}\n".encode(), NOT_COMPARED)

    def test_json_has_hex_and_the_forms_that_wallets_of_the_address_import(
        self, cli: Cli, key_file: Path
    ) -> None:
        for known, forms in (
            ([], ["hex"]),
            (["--ed25519"], ["hex", "solana"]),
            (["--expect-address", SOLANA], ["hex", "solana"]),
            (["--expect-address", ETHEREUM], ["hex", "0x"]),
        ):
            result = open_account(cli, key_file, *known, "--json")
            assert json.loads(result.stdout) == {
                form: format_private_key(PRIVATE_KEY, form) for form in forms
            }
        taproot = open_account(
            cli, key_file, "--expect-address", ADDRESSES["BITCOIN_MAINNET_P2TR", ""], "--json"
        )
        assert json.loads(taproot.stdout) == {
            "hex": PRIVATE_KEY.hex(),
            "wif": format_private_key(PRIVATE_KEY, "wif"),
            "descriptor": format_private_key(PRIVATE_KEY, "descriptor-tr"),
        }

    @pytest.mark.parametrize("form", ["solana", "wif", "sui", "keystore", "descriptor"])
    @pytest.mark.parametrize("known", [[], ["--expect-address", "nowhere", "--allow-unknown-address"]])
    def test_the_curve_must_be_known(self, cli: Cli, key_file: Path, form: str, known: list[str]) -> None:
        result = open_account(cli, key_file, "--format", form, *known)
        assert (result.exit_code, result.stdout) == (2, b"")
        assert "--expect-address" in result.stderr
        assert shows_no_secret(result)

    @pytest.mark.parametrize(
        ("form", "address"),
        [("solana", ETHEREUM), ("sui", ETHEREUM), ("wif", SOLANA), ("xrp-hex", SOLANA), ("keystore", SOLANA),
         ("descriptor", SOLANA), ("descriptor", ETHEREUM)],
    )  # fmt: skip
    def test_a_form_of_another_curve_or_chain_is_refused(
        self, cli: Cli, key_file: Path, form: str, address: str
    ) -> None:
        result = open_account(cli, key_file, "--format", form, "--expect-address", address)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert "error[unsupported]: " in result.stderr
        assert shows_no_secret(result)

    def test_what_no_wallet_can_be_given_is_said_in_the_help(self, cli: Cli) -> None:
        shown = " ".join(cli("decrypt-account", "--help").stdout.decode().split())
        assert "An XRP family seed, a TON mnemonic or other words cannot be derived" in shown

    def test_two_curves_are_wrong_usage(self, cli: Cli, key_file: Path) -> None:
        result = open_account(cli, key_file, "--ed25519", "--secp256k1")
        assert (result.exit_code, result.stdout) == (2, b"")

    def test_another_curve_than_the_addresss_is_refused(self, cli: Cli, key_file: Path) -> None:
        result = open_account(cli, key_file, "--ed25519", "--expect-address", ETHEREUM)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[wrong-address]: ")


class TestKeystore:
    def test_it_opens_with_its_password_and_is_its_owners(
        self, cli: Cli, key_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(keystore, "_N", 1 << 10)  # a thousandth of the time
        (tmp_path / "password").write_text("a password\n")
        output = tmp_path / "keystore.json"
        arguments = ["--expect-address", ETHEREUM, "--format", "keystore", "--output", str(output)]
        result = open_account(cli, key_file, *arguments, "--password-file", tmp_path / "password")
        assert (result.exit_code, result.stdout) == (0, b"")
        assert stat.S_IMODE(output.stat().st_mode) == 0o600
        assert decrypt_keystore(output.read_text(), "a password") == PRIVATE_KEY
        assert PRIVATE_KEY.hex() not in output.read_text()
        before = output.read_bytes()
        again = open_account(cli, key_file, *arguments, "--password-file", tmp_path / "password")
        assert again.stderr.endswith("nothing was overwritten; choose another name\n")
        assert output.read_bytes() == before

    def test_without_a_terminal_it_says_what_to_give(self, cli: Cli, key_file: Path) -> None:
        result = open_account(cli, key_file, "--expect-address", ETHEREUM, "--format", "keystore")
        assert (result.exit_code, result.stdout) == (2, b"")
        assert "--password-file" in result.stderr

    def test_a_password_file_is_for_a_keystore(self, cli: Cli, key_file: Path) -> None:
        for form in ([], ["--format", "hex"]):
            arguments = ["--expect-address", ETHEREUM, "--password-file", str(key_file), *form]
            result = open_account(cli, key_file, *arguments)
            assert (result.exit_code, result.stdout) == (2, b"")


class TestAddresses:
    """A key of another address is not written, unless a flag says so."""

    def test_the_flag_writes_the_key_all_the_same(self, cli: Cli, key_file: Path) -> None:
        address = near_misses(ETHEREUM)[0]
        result = open_account(cli, key_file, "--expect-address", address, "--allow-wrong-address")
        assert (result.exit_code, result.stdout) == (0, f"{PRIVATE_KEY.hex()}\n".encode())
        assert result.stderr == (
            "warning: the private key does not belong to the expected address; its capitals do not match its "
            "EIP-55 checksum, so a character of it is wrong; it is written anyway\n"
        )

    @pytest.mark.parametrize("address", [SOLANA, ETHEREUM, ADDRESSES["BITCOIN_MAINNET_P2SH", "p2sh-p2pk"]])
    def test_the_answers_address_is_compared_for_lack_of_another(
        self, cli: Cli, key_file: Path, address: str
    ) -> None:
        result = decrypt(cli, "account", answered(address), key_file, "--format", "hex")
        assert (result.exit_code, result.stdout) == (0, f"{PRIVATE_KEY.hex()}\n".encode())
        assert result.stderr.startswith("note: the key belongs to the address in the answer (")
        assert "the address in the answer is unauthenticated" in result.stderr

    def test_a_swapped_answer_gives_no_key(self, cli: Cli, key_file: Path) -> None:
        swapped = near_misses(ETHEREUM)[2]
        result = decrypt(cli, "account", answered(swapped), key_file)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith(
            "error[wrong-address]: the private key does not belong to the address in "
        )
        assert shows_no_secret(result)
        expected = decrypt(cli, "account", answered(swapped), key_file, "--expect-address", ETHEREUM)
        assert expected.exit_code == 0
        assert "answer" not in expected.stderr

    @pytest.mark.parametrize("address", [None, 5])
    def test_an_answer_without_an_address(self, cli: Cli, key_file: Path, address: object) -> None:
        result = decrypt(cli, "account", answered(address), key_file)
        if address is None:
            assert result == (0, f"{PRIVATE_KEY.hex()}\n".encode(), NOT_COMPARED)
        else:
            assert (result.exit_code, result.stdout) == (1, b"")
            assert result.stderr.startswith("error[malformed]: ")

    @pytest.mark.parametrize(
        "address",
        ["nowhere", "0x" + "1f" * 19, encode_base58(b"\1" * 31), encode_base58(b"\1" * 33), "1" * 300, "é"],
    )
    def test_an_address_of_no_known_format_gives_no_key(
        self, cli: Cli, key_file: Path, tmp_path: Path, address: str
    ) -> None:
        output = tmp_path / "out"
        result = open_account(cli, key_file, "--expect-address", address, "--output", output)
        assert (result.exit_code, result.stdout, output.exists()) == (1, b"", False)
        assert result.stderr.startswith("error[unsupported]: the expected address has an unsupported format")
        assert result.stderr.endswith("; --allow-unknown-address writes it uncompared\n")
        assert address not in result.stderr
        allowed = open_account(cli, key_file, "--expect-address", address, "--allow-unknown-address")
        assert (allowed.exit_code, allowed.stdout) == (0, f"{PRIVATE_KEY.hex()}\n".encode())
        assert allowed.stderr.startswith("warning: the expected address has an unsupported format")
        assert address not in allowed.stderr

    def test_an_unknown_address_is_allowed_and_a_wrong_one_is_not(self, cli: Cli, key_file: Path) -> None:
        wrong = near_misses(ETHEREUM)[0]
        for address, flag in ((wrong, "--allow-unknown-address"), (wrong[:-1], "--allow-wrong-address")):
            result = open_account(cli, key_file, "--expect-address", address, flag)
            assert (result.exit_code, result.stdout) == (1, b"")

    def test_the_answers_address_of_no_known_format_gives_no_key(self, cli: Cli, key_file: Path) -> None:
        result = decrypt(cli, "account", answered("nowhere"), key_file)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[unsupported]: the address in the answer has an unsupported")
        allowed = decrypt(cli, "account", answered("nowhere"), key_file, "--allow-unknown-address")
        assert allowed.stdout == f"{PRIVATE_KEY.hex()}\n".encode()

    @pytest.mark.parametrize("around", [" {}", "{}\n", "\t{}\r\n", "\u00a0{}\u3000"])
    def test_white_space_around_an_address_is_left_out(self, cli: Cli, key_file: Path, around: str) -> None:
        result = open_account(cli, key_file, "--expect-address", around.format(ETHEREUM))
        assert result.stdout.decode() == format_private_key(PRIVATE_KEY, "0x") + "\n"

    @pytest.mark.parametrize("case", [str.lower, str.upper])
    def test_one_case_of_an_ethereum_address_is_no_warning(
        self, cli: Cli, key_file: Path, case: object
    ) -> None:
        address = "0x" + (ETHEREUM[2:].lower() if case is str.lower else ETHEREUM[2:].upper())
        result = open_account(cli, key_file, "--expect-address", address)
        assert result.exit_code == 0
        assert "warning" not in result.stderr

    def test_a_wrong_case_of_an_ethereum_address_is_a_warning(self, cli: Cli, key_file: Path) -> None:
        result = open_account(cli, key_file, "--expect-address", "0x" + ETHEREUM[2:].swapcase())
        assert (result.exit_code, result.stdout) == (0, f"0x{PRIVATE_KEY.hex()}\n".encode())
        assert (
            "warning: the capitals of the expected address do not match its EIP-55 checksum" in result.stderr
        )
