"""Many exports at once: each in its own file, none lost, none written twice."""

import json
import stat
import sys
from pathlib import Path

import pytest

from sealwax import TargetKey
from sealwax.testing import ReferenceEnclave
from sealwax.wallets import derive_account
from tests.conftest import ORGANIZATION, SEED, Cli, CliResult

ENCLAVE = ReferenceEnclave(SEED)
WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
NAMES = [f"w{number:02}" for number in range(12)]


class Wallets:
    """Folders of exports and of their keys."""

    def __init__(self, directory: Path) -> None:
        self.bundles, self.keys, self.output = (directory / name for name in ("bundles", "keys", "opened"))
        self.bundles.mkdir()
        self.keys.mkdir()
        self.contents: dict[str, str] = {}

    def add(self, name: str, plaintext: bytes, key_name: str | None = None) -> str:
        key = TargetKey.generate()
        key.save(self.keys / f"{key_name or name}.private")
        (self.keys / f"{key_name or name}.public").write_text(key.public_key)
        bundle = ENCLAVE.export_plaintext(
            plaintext, organization_id=ORGANIZATION, target_public_key=key.public_key
        )
        (self.bundles / f"{name}.json").write_text(bundle)
        self.contents[f"{name}.json.txt"] = plaintext.decode(errors="replace")
        return bundle

    def run(self, cli: Cli, *more: str | Path, command: str = "decrypt-wallet") -> CliResult:
        return cli(command, *self.arguments(), *more)

    def arguments(self) -> list[str | Path]:
        folders: list[str | Path] = ["--bundle", self.bundles, "--keys", self.keys, "--output", self.output]
        return [
            *folders,
            *("--organization-id", ORGANIZATION, "--signer-public-key", ENCLAVE.keys.signer),
        ]

    def opened(self) -> dict[str, str]:
        assert {stat.S_IMODE(path.stat().st_mode) for path in self.output.iterdir()} <= {0o600}
        return {path.name: path.read_text() for path in self.output.iterdir()}


@pytest.fixture
def wallets(tmp_path: Path) -> Wallets:
    made = Wallets(tmp_path)
    for name in NAMES:
        made.add(name, f"{WORDS} {name}".encode())
    return made


def lines(contents: dict[str, str]) -> dict[str, str]:
    return {name: f"{content}\n" for name, content in contents.items()}


class TestFolders:
    def test_each_export_is_opened_into_its_file(self, cli: Cli, wallets: Wallets) -> None:
        result = wallets.run(cli)
        assert (result.exit_code, result.stdout) == (0, b"")
        assert wallets.opened() == lines(wallets.contents)
        assert result.stderr.splitlines()[-1] == "12 exports: 12 written, 0 already there, 0 failed"
        assert stat.S_IMODE(wallets.output.stat().st_mode) & 0o077 == 0
        assert WORDS not in result.stderr

    def test_run_again_it_compares(self, cli: Cli, wallets: Wallets) -> None:
        wallets.run(cli)
        before = {path.name: path.stat().st_mtime_ns for path in wallets.output.iterdir()}
        again = wallets.run(cli)
        assert again.exit_code == 0
        assert again.stderr.splitlines()[-1] == "12 exports: 0 written, 12 already there, 0 failed"
        assert {path.name: path.stat().st_mtime_ns for path in wallets.output.iterdir()} == before

    def test_it_goes_on_after_a_failure(self, cli: Cli, wallets: Wallets) -> None:
        (wallets.bundles / "a.json").write_text("{}")
        (wallets.bundles / "b.json").write_text((wallets.bundles / "w00.json").read_text()[:-20])
        (wallets.bundles / ".hidden").write_text("x")
        (wallets.bundles / "folder").mkdir()
        (wallets.keys / "w07.private").unlink()
        result = wallets.run(cli)
        assert result.exit_code == 1
        failed = [line.partition(": ")[0] for line in result.stderr.splitlines() if "error[" in line]
        assert failed == ["a.json", "b.json", "w07.json"]
        assert "w07.json: error[decryption-failed]: no key opens this export" in result.stderr
        assert result.stderr.splitlines()[-1] == "14 exports: 11 written, 0 already there, 3 failed"

    def test_the_key_of_the_name_may_be_a_wrong_one(self, cli: Cli, wallets: Wallets) -> None:
        names = [wallets.keys / f"{name}.private" for name in NAMES[:2]]
        contents = [name.read_text() for name in names]
        for path, content in zip(names, reversed(contents), strict=True):
            path.write_text(content)
            path.with_suffix(".public").unlink()
        assert wallets.run(cli).exit_code == 0
        assert wallets.opened() == lines(wallets.contents)

    def test_one_key_may_open_several(self, cli: Cli, tmp_path: Path, target_key: TargetKey) -> None:
        wallets = Wallets(tmp_path)
        target_key.save(tmp_path / "t.private")
        for name in NAMES[:3]:
            bundle = ENCLAVE.export_plaintext(
                name.encode(), organization_id=ORGANIZATION, target_public_key=target_key.public_key
            )
            (wallets.bundles / name).write_text(bundle)
        arguments = [each for each in wallets.arguments() if each not in {"--keys", wallets.keys}]
        result = cli("decrypt-wallet", *arguments, "--key", tmp_path / "t.private", "--raw")
        assert result.exit_code == 0, result.stderr
        assert wallets.opened() == {f"{name}.txt": name for name in NAMES[:3]}

    def test_what_is_no_key_is_left_out(self, cli: Cli, wallets: Wallets) -> None:
        (wallets.keys / "readme.txt").write_text("x")
        (wallets.keys / "folder").mkdir()
        result = wallets.run(cli)
        assert result.exit_code == 0
        assert "note: 1 files in --keys are not readable target keys" in result.stderr
        for path in wallets.keys.glob("w*"):
            path.unlink()
        refused = wallets.run(cli)
        assert (refused.exit_code, refused.stderr.startswith("error[malformed]: --keys: ")) == (1, True)

    def test_notes_are_counted(self, cli: Cli, tmp_path: Path) -> None:
        wallets = Wallets(tmp_path)
        for name in NAMES[:3]:
            wallets.add(name, b"\x1f" * 32)
        result = wallets.run(cli, command="decrypt-account")
        assert result.exit_code == 0
        assert "pass the account's with --expect-address (3 times)\n" in result.stderr
        assert set(wallets.opened().values()) == {"1f" * 32 + "\n"}


def test_json_lines(cli: Cli, tmp_path: Path) -> None:
    wallets = Wallets(tmp_path)
    bundles = [wallets.add(name, f"{WORDS} {name}".encode()) for name in NAMES[:4]]
    file = tmp_path / "all.jsonl"
    file.write_text("\n".join([*(json.dumps({"exportBundle": each}) for each in bundles), "", "[", "{}"]))
    result = wallets.run(cli, "--bundle", file)
    assert result.exit_code == 1
    assert sorted(wallets.opened()) == [f"all-{number:06}.txt" for number in range(1, 5)]
    assert "all-000006: error[malformed]: " in result.stderr
    assert result.stderr.splitlines()[-1] == "6 exports: 4 written, 0 already there, 2 failed"


def test_accounts_of_many_wallets(cli: Cli, tmp_path: Path) -> None:
    wallets = Wallets(tmp_path)
    for name in NAMES[:3]:
        wallets.add(name, WORDS.encode())
    where = ["--path", "m/44'/60'/0'/0/5", "--address-format", "ethereum"]
    result = wallets.run(cli, *where, command="account")
    assert result.exit_code == 0, result.stderr
    expected = derive_account(
        WORDS, path="m/44'/60'/0'/0/5", address_format="ADDRESS_FORMAT_ETHEREUM"
    ).format()
    assert set(wallets.opened().values()) == {f"{expected}\n"}
    wallets.add("account", b"\x1f" * 32)
    again = wallets.run(cli, *where, command="account")
    assert again.exit_code == 1
    assert "account.json: error[malformed]: this is the export of an account" in again.stderr


class TestUsage:
    @pytest.mark.parametrize(
        "more",
        [
            ["--output", "-"],
            ["--key", "x"],
            ["--expect-address", "0x" + "1f" * 20],
        ],
    )
    def test_options_that_exclude_each_other(self, cli: Cli, wallets: Wallets, more: list[str]) -> None:
        result = wallets.run(cli, *more)
        assert (result.exit_code, result.stdout) == (2, b"")
        assert not wallets.output.exists()

    def test_a_keystore_cannot_be_compared(self, cli: Cli, wallets: Wallets) -> None:
        for command, option in (("decrypt-account", "--format"), ("account", "--form")):
            where = ["--path", "m/0'", "--address-format", "ethereum"] if command == "account" else []
            result = wallets.run(cli, option, "keystore", *where, command=command)
            assert (result.exit_code, "cannot be compared" in result.stderr) == (2, True)

    def test_keys_are_for_many(self, cli: Cli, wallets: Wallets) -> None:
        result = wallets.run(cli, "--bundle", wallets.bundles / "w00.json")
        assert (result.exit_code, result.stdout) == (2, b"")
        arguments = [each for each in wallets.arguments() if each not in {"--keys", wallets.keys}]
        assert cli("decrypt-wallet", *arguments).exit_code == 2
        one = [*arguments, "--bundle", wallets.bundles / "w00.json"]
        missing = cli("decrypt-wallet", *one)
        assert (missing.exit_code, "--key is missing" in missing.stderr) == (2, True)

    def test_nothing_to_open(self, cli: Cli, wallets: Wallets) -> None:
        for path in wallets.bundles.iterdir():
            path.unlink()
        (wallets.bundles / ".hidden").write_text("")
        result = wallets.run(cli)
        assert (result.exit_code, result.stdout) == (1, b"")
        message = f"--bundle {wallets.bundles} has no exports; check that it is the right one"
        assert result.stderr == f"error[malformed]: {message}\n"
        assert not wallets.output.exists()

    def test_an_output_that_is_a_file(self, cli: Cli, wallets: Wallets) -> None:
        wallets.output.write_text("x")
        result = wallets.run(cli)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[file]: --output ")


def test_without_standard_error(cli: Cli, wallets: Wallets, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert wallets.run(cli).exit_code == 0
