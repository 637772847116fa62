"""The tests of ``tests/cli/test_account.py`` that take long."""

import json
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sealwax.wallets import Account, decrypt_keystore, derive_account, format_private_key, keystore
from sealwax.wallets.address_formats import FORMATS
from tests.cli import test_account as quick
from tests.cli.terminal import run_on_a_terminal, show_on_a_terminal
from tests.cli.test_account import ETHEREUM, PATH, WORDS, refused
from tests.conftest import Cli, near_misses

bundle = quick.bundle


def accounts() -> Iterator[Account]:
    """An account of each format, curve and variant, at a default path of the format."""
    for row in FORMATS.values():
        for curve, variants in row.variants.items():
            # Other paths have variants of their own on Ed25519.
            path = next(
                each for each in row.paths if curve != "CURVE_ED25519" or each.count("'") == each.count("/")
            )
            for variant in variants:
                yield derive_account(
                    WORDS, path=path, curve=curve, address_format=row.name, variant=variant or None
                )


def short(name: str) -> str:
    return name.removeprefix("ADDRESS_FORMAT_").lower().replace("_", "-")


class TestWhichAccount:
    def test_each_format_is_found_by_its_address(self, cli: Cli, bundle: list[str]) -> None:
        seen = set()
        for expected in accounts():
            result = cli("account", *bundle, "--expect-address", expected.address, "--json")
            assert result.exit_code == 0, result.stderr
            found = json.loads(result.stdout)
            assert found["address"] == expected.address
            # TESTNET, SIGNET and REGTEST share addresses, and keys; COMPRESSED may be Solana's key.
            row = FORMATS[found["address_format"]]
            key = format_private_key(expected.private_key, row.key_format, curve=expected.curve)
            assert (found["private_key"], found["form"]) == (key, row.key_format)
            assert found["curve"] == expected.curve
            assert found["public_key"] == expected.public_key
            assert "has the expected address\n" in result.stderr
            seen.add(expected.address_format)
        assert seen == FORMATS.keys()

    def test_each_format_by_its_path_and_short_name(self, cli: Cli, bundle: list[str]) -> None:
        for expected in accounts():
            more = ["--variant", expected.variant] if expected.variant else []
            result = cli(
                "account",
                *bundle,
                *["--path", expected.path, "--address-format", short(expected.address_format)],
                *["--curve", expected.curve, *more],
            )
            assert (result.exit_code, result.stdout.decode()) == (0, f"{expected.format()}\n")
            assert f"has the address {expected.address}; compare it" in result.stderr

    @pytest.mark.parametrize("address", near_misses(ETHEREUM.address))
    @pytest.mark.parametrize(
        "where", [[], ["--path", PATH], ["--path", PATH, "--address-format", "ethereum"]]
    )
    def test_another_address_gives_nothing(
        self, cli: Cli, bundle: list[str], tmp_path: Path, address: str, where: list[str]
    ) -> None:
        output = tmp_path / "out"
        result = cli("account", *bundle, "--expect-address", address, *where, "--output", output)
        refused(result, "wrong-address")
        assert not output.exists()
        assert address not in result.stderr
        assert (
            "its capitals do not match its EIP-55 checksum, so a character of it is wrong; " in result.stderr
        )
        # Without a path, the address of the fifth account is searched for, and not compared with others.
        assert (
            f"an address that is nearly the same, Ethereum: {ETHEREUM.address} ({PATH}); " in result.stderr
        ) == bool(where)

    @pytest.mark.parametrize(
        "more",
        [
            ["--path", "m/44'/60'/0'/0/4"],
            ["--address-format", "solana"],
            ["--curve", "CURVE_P256"],
            ["--path", PATH, "--curve", "CURVE_ED25519"],
        ],
    )
    def test_what_does_not_fit_the_address_gives_nothing(
        self, cli: Cli, bundle: list[str], more: list[str]
    ) -> None:
        text = refused(cli("account", *bundle, "--expect-address", ETHEREUM.address, *more), "wrong-address")
        assert "EIP-55" not in text
        assert "nearly" not in text

    @pytest.mark.parametrize("case", [str.lower, str.upper])
    def test_the_very_address_in_another_case(
        self, cli: Cli, bundle: list[str], case: Callable[[str], str]
    ) -> None:
        address = ETHEREUM.address[:2] + case(ETHEREUM.address[2:])
        more = ["--expect-address", address, "--path", PATH, "--address-format", "solana"]
        text = refused(cli("account", *bundle, *more), "wrong-address")
        assert f"; the wallet has it, Ethereum: {ETHEREUM.address} ({PATH})" in text
        assert "character" not in text

    def test_the_very_address_of_another_format(self, cli: Cli, bundle: list[str]) -> None:
        address = ETHEREUM.address
        more = ["--path", PATH, "--address-format", "solana"]
        text = refused(cli("account", *bundle, "--expect-address", address, *more), "wrong-address")
        assert f"; the wallet has it, Ethereum: {address} ({PATH})" in text


class TestForms:
    @pytest.mark.parametrize("form", ["hex", "0x", "wif", "xrp-hex"])
    def test_a_form_may_be_chosen(self, cli: Cli, bundle: list[str], form: str) -> None:
        result = cli("account", *bundle, "--expect-address", ETHEREUM.address, "--form", form)
        assert result.stdout.decode() == format_private_key(ETHEREUM.private_key, form) + "\n"

    @pytest.mark.parametrize("form", ["solana", "sui", "stellar", "descriptor"])
    def test_a_form_of_another_kind_of_account_is_refused(
        self, cli: Cli, bundle: list[str], form: str
    ) -> None:
        refused(cli("account", *bundle, "--expect-address", ETHEREUM.address, "--form", form), "unsupported")

    def test_a_descriptor_has_the_script_of_the_address(self, cli: Cli, bundle: list[str]) -> None:
        for account in accounts():
            if "BITCOIN" in account.address_format:
                result = cli("account", *bundle, "--expect-address", account.address, "--form", "descriptor")
                script = FORMATS[account.address_format].descriptors[account.variant or ""]
                assert result.stdout.decode() == format_private_key(account.private_key, script) + "\n"

    def test_its_password_is_asked_for_twice(self, bundle: list[str], tmp_path: Path) -> None:
        output = tmp_path / "keystore.json"
        command = ["account", *bundle, f"--expect-address={ETHEREUM.address}", "--form=keystore"]
        answers = [(b"keystore: ", b"a password"), (b"confirmation: ", b"a password")]
        session = run_on_a_terminal([*command, f"--output={output}"], answers)
        assert (session.exit_code, session.piped) == (0, b"")
        assert b"a password" not in session.shown
        assert decrypt_keystore(output.read_text(), "a password") == ETHEREUM.private_key

    @pytest.mark.parametrize("name", ["xrp", "ton-v4r2", "spark-mainnet"])
    def test_what_wallets_import_instead_is_said(self, cli: Cli, bundle: list[str], name: str) -> None:
        account = next(each for each in accounts() if short(each.address_format) == name)
        result = cli("account", *bundle, "--expect-address", account.address)
        assert result.stderr.endswith(f"note: {FORMATS[account.address_format].advice}\n")

    def test_a_keystore_opens_with_its_password(
        self, cli: Cli, bundle: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(keystore, "_N", 1 << 10)  # a thousandth of the time
        (tmp_path / "password").write_text("a password\n")
        output = tmp_path / "keystore.json"
        arguments = ["--form", "keystore", "--password-file", tmp_path / "password", "--output", output]
        result = cli("account", *bundle, "--expect-address", ETHEREUM.address, *arguments)
        assert (result.exit_code, result.stdout) == (0, b"")
        assert stat.S_IMODE(output.stat().st_mode) == 0o600
        assert decrypt_keystore(output.read_text(), "a password") == ETHEREUM.private_key

    def test_the_capitals_of_an_ethereum_address(self, cli: Cli, bundle: list[str]) -> None:
        address = "0x" + ETHEREUM.address[2:].swapcase()
        result = cli("account", *bundle, "--expect-address", address)
        assert result.exit_code == 0
        assert "warning: the capitals of the expected address" in result.stderr


class TestUsage:
    def test_no_secret_is_shown_on_a_terminal_unasked(self, bundle: list[str]) -> None:
        command = ["account", *bundle, f"--expect-address={ETHEREUM.address}"]
        session = show_on_a_terminal(*command)
        assert (session.exit_code, session.shown) == (2, b"")
        assert ETHEREUM.private_key.hex().encode() in show_on_a_terminal(*command, "--show").shown

    def test_a_file_is_never_overwritten(self, cli: Cli, bundle: list[str], tmp_path: Path) -> None:
        output = tmp_path / "key"
        arguments = ["account", *bundle, "--expect-address", ETHEREUM.address, "--output", output]
        assert cli(*arguments).exit_code == 0
        before = output.read_bytes()
        assert (stat.S_IMODE(output.stat().st_mode), before) == (0o600, f"{ETHEREUM.format()}\n".encode())
        again = cli(*arguments)
        assert (again.exit_code, output.read_bytes()) == (1, before)
