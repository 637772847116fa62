import json
import stat
from pathlib import Path

import pytest

from sealwax.testing import ReferenceEnclave
from tests.conftest import CAPTURED, ORGANIZATION, SEED, TARGET, CapturedWallet, Cli, CliResult

ENCLAVE = ReferenceEnclave(SEED)
CAPTURED_ARGUMENTS = [
    "decrypt-wallet",
    "--bundle",
    str(CAPTURED / "export_wallet.bundle.json"),
    "--key",
    str(CAPTURED / "export_wallet.private"),
    "--organization-id",
    ORGANIZATION,
]


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    TARGET.save(tmp_path / "t.private")
    return tmp_path / "t.private"


def decrypt(cli: Cli, kind: str, bundle: str, key_file: Path, *more: str | Path) -> CliResult:
    """Open a bundle of the reference enclave, from standard input."""
    return cli(
        f"decrypt-{kind}",
        "--bundle",
        "-",
        "--key",
        key_file,
        "--organization-id",
        ORGANIZATION,
        "--signer-public-key",
        ENCLAVE.keys.signer,
        *more,
        stdin=bundle.encode(),
    )


def sealed(plaintext: str | bytes) -> str:
    content = plaintext.encode() if isinstance(plaintext, str) else plaintext
    return ENCLAVE.export_plaintext(
        content, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
    )


class TestCapturedWallet:
    def test_it_opens(self, cli: Cli, captured_wallet: CapturedWallet) -> None:
        result = cli(*CAPTURED_ARGUMENTS)
        assert result == (0, f"{captured_wallet.mnemonic}\n".encode(), "")

    def test_json(self, cli: Cli, captured_wallet: CapturedWallet) -> None:
        result = cli(*CAPTURED_ARGUMENTS, "--json")
        assert json.loads(result.stdout) == {
            "mnemonic": captured_wallet.mnemonic,
            "passphrase": None,
            "language": "english",
            "checksum_valid": True,
        }

    def test_it_goes_to_a_new_file_of_its_owner(
        self, cli: Cli, captured_wallet: CapturedWallet, tmp_path: Path
    ) -> None:
        output = tmp_path / "mnemonic"
        result = cli(*CAPTURED_ARGUMENTS, "--output", output)
        assert result == (0, b"", f"wrote {output}\n")
        assert output.read_text() == captured_wallet.mnemonic + "\n"
        assert stat.S_IMODE(output.stat().st_mode) == 0o600
        output.write_text("older")
        again = cli(*CAPTURED_ARGUMENTS, "--output", output)
        assert (again.exit_code, again.stdout) == (1, b"")
        assert again.stderr.startswith(
            f"error[file]: --output {output}: File exists; nothing was overwritten"
        )
        assert output.read_text() == "older"

    @pytest.mark.parametrize("result_name", ["exportWalletResult", "exportWalletAccountResult"])
    def test_the_services_whole_answer_is_taken(
        self, cli: Cli, captured_wallet: CapturedWallet, tmp_path: Path, result_name: str
    ) -> None:
        answer = {
            "activity": {
                "id": "a",
                "status": "ACTIVITY_STATUS_COMPLETED",
                "result": {result_name: {"walletId": "w", "exportBundle": captured_wallet.text}},
            }
        }
        (tmp_path / "answer").write_text(json.dumps(answer))
        arguments = [*CAPTURED_ARGUMENTS, "--bundle", str(tmp_path / "answer")]
        assert cli(*arguments).stdout.decode() == captured_wallet.mnemonic + "\n"

    def test_parts_of_an_answer_are_taken_too(self, cli: Cli, captured_wallet: CapturedWallet) -> None:
        holder = {"walletId": "w", "exportBundle": captured_wallet.text}
        for answer in (
            {"activity": {"exportWalletResult": holder}},
            {"activity": {"result": {"exportPrivateKeyResult": holder, "exportWalletResult": None}}},
            {"activity": None, "result": {"exportWalletResult": holder}},
            {"exportWalletResult": holder},
            holder,
        ):
            result = cli(*CAPTURED_ARGUMENTS, "--bundle", "-", stdin=json.dumps(answer).encode())
            assert result == (0, f"{captured_wallet.mnemonic}\n".encode(), "")

    def test_a_bundle_in_quotes_is_taken(self, cli: Cli, captured_wallet: CapturedWallet) -> None:
        quoted = json.dumps(captured_wallet.text)
        result = cli(*CAPTURED_ARGUMENTS, "--bundle", "-", stdin=f"{quoted}\n".encode())
        assert result == (0, f"{captured_wallet.mnemonic}\n".encode(), "")
        halves = {quoted[1:-1]: "its quotes are escaped", quoted[:-1]: "not JSON", '"x"': "not JSON"}
        for text, problem in halves.items():
            refused = cli(*CAPTURED_ARGUMENTS, "--bundle", "-", stdin=text.encode())
            assert refused.stderr.startswith("error[malformed]: ")
            assert problem in refused.stderr

    def test_standard_output_may_be_named(self, cli: Cli, captured_wallet: CapturedWallet) -> None:
        result = cli(*CAPTURED_ARGUMENTS, "--output", "-")
        assert result == (0, f"{captured_wallet.mnemonic}\n".encode(), "")

    @pytest.mark.parametrize(
        "options",
        [
            ["decrypt-wallet", "--raw", "--json"],
            ["decrypt-account", "--raw", "--format", "hex"],
            ["decrypt-account", "--raw", "--ed25519"],
            ["decrypt-account", "--raw", "--expect-address", "x"],
            ["decrypt-account", "--raw", "--expect-address", ""],
            ["decrypt-account", "--json", "--format", "hex"],
        ],
    )
    def test_options_that_exclude_each_other(self, cli: Cli, options: list[str]) -> None:
        result = cli(options[0], *CAPTURED_ARGUMENTS[1:], *options[1:])
        assert (result.exit_code, result.stdout) == (2, b"")
        assert " leave " in result.stderr

    @pytest.mark.parametrize(
        "answer",
        [
            {"activity": {}},
            {"activity": None},
            {"activity": {"result": None}},
            {"activity": {"result": {}}},
            {"activity": {"result": {"otherResult": {}}}},
            {"activity": {"result": {"exportWalletResult": None}}},
            {"activity": {"result": {"exportWalletResult": {}}}},
            {"activity": {"result": {"exportWalletResult": {"exportBundle": None}}}},
            {"activity": {"result": {"initImportWalletResult": {"importBundle": "{}"}}}},
        ],
    )
    def test_an_answer_without_an_export_is_refused(self, cli: Cli, answer: object) -> None:
        result = cli(*CAPTURED_ARGUMENTS, "--bundle", "-", stdin=json.dumps(answer).encode())
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[malformed]: standard input: the answer has no export bundle")


class TestAnswersOfTheService:
    """An answer without a bundle shows what the service says, and nothing that steers a terminal."""

    def read(self, cli: Cli, answer: object) -> CliResult:
        result = cli(*CAPTURED_ARGUMENTS, "--bundle", "-", stdin=json.dumps(answer).encode())
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.count("\n") == 1
        return result

    def test_a_completed_activity_without_a_bundle(self, cli: Cli) -> None:
        completed = {"status": "ACTIVITY_STATUS_COMPLETED"}
        for answer in ({"activity": completed}, completed):
            assert self.read(cli, answer).stderr == (
                "error[malformed]: standard input: the answer has no export bundle; check that its activity "
                "is an export and completed\n"
            )

    def test_a_bundle_is_read_whatever_fields_it_has_beside_its_own(
        self, cli: Cli, captured_wallet: CapturedWallet
    ) -> None:
        more = {"code": 16, "message": "x", "status": "ACTIVITY_STATUS_FAILED", "activity": {"id": 5}}
        content = json.dumps({**captured_wallet.bundle, **more}).encode()
        result = cli(*CAPTURED_ARGUMENTS, "--bundle", "-", stdin=content)
        assert result.stdout.decode() == captured_wallet.mnemonic + "\n"

    def test_a_bundle_is_found_whatever_the_status(self, cli: Cli, captured_wallet: CapturedWallet) -> None:
        answer = {"activity": {"status": "x", "exportWalletResult": {"exportBundle": captured_wallet.text}}}
        result = cli(*CAPTURED_ARGUMENTS, "--bundle", "-", stdin=json.dumps(answer).encode())
        assert result.stdout.decode() == captured_wallet.mnemonic + "\n"


class TestRefusals:
    """Each failure has its code, exits 1, and shows nothing of the secret."""

    def check(self, result: CliResult, code: str) -> None:
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith(f"error[{code}]: ")
        assert result.stderr.count("\n") == 1
        secrets = (CAPTURED / "export_wallet.private").read_text(), "leaf lady", "insect"
        assert not any(secret.strip() in result.stderr for secret in secrets)

    @pytest.mark.parametrize(
        ("name", "codes"),
        [
            ("data", {"bad-signature"}),
            ("dataSignature", {"bad-signature", "malformed"}),
            ("enclaveQuorumPublic", {"untrusted-signer"}),
        ],
    )
    def test_a_digit_changed(
        self, cli: Cli, captured_wallet: CapturedWallet, name: str, codes: set[str]
    ) -> None:
        value = captured_wallet.bundle[name]
        for position in range(0, len(value), 41):
            digit = f"{int(value[position], 16) ^ 1:x}"
            changed = {**captured_wallet.bundle, name: value[:position] + digit + value[position + 1 :]}
            result = cli(*CAPTURED_ARGUMENTS, "--bundle", "-", stdin=json.dumps(changed).encode())
            code = result.stderr.split("]")[0].removeprefix("error[")
            assert code in codes
            self.check(result, code)

    def test_another_organization(self, cli: Cli) -> None:
        self.check(cli(*CAPTURED_ARGUMENTS, "--organization-id", "x"), "wrong-organization")

    def test_another_quorum_key(self, cli: Cli) -> None:
        key = ENCLAVE.keys.signer
        self.check(cli(*CAPTURED_ARGUMENTS, "--signer-public-key", key), "untrusted-signer")
        self.check(cli(*CAPTURED_ARGUMENTS, "--signer-public-key", key[2:]), "malformed")

    def test_an_unversioned_bundle(self, cli: Cli, captured_wallet: CapturedWallet) -> None:
        bundle = {name: value for name, value in captured_wallet.bundle.items() if name != "version"}
        result = cli(*CAPTURED_ARGUMENTS, "--bundle", "-", stdin=json.dumps(bundle).encode())
        self.check(result, "unsupported")

    def test_another_target_key(self, cli: Cli, key_file: Path) -> None:
        self.check(cli(*CAPTURED_ARGUMENTS, "--key", key_file), "decryption-failed")

    @pytest.mark.parametrize("bundle", [b"", b"\xff", b"{}x", b"[]", b"x" * (5 << 20)])
    def test_what_is_no_bundle(self, cli: Cli, bundle: bytes) -> None:
        self.check(cli(*CAPTURED_ARGUMENTS, "--bundle", "-", stdin=bundle), "malformed")

    def test_missing_files(self, cli: Cli, tmp_path: Path) -> None:
        for option in ("--bundle", "--key"):
            self.check(cli(*CAPTURED_ARGUMENTS, option, tmp_path / "none"), "file")
        self.check(cli(*CAPTURED_ARGUMENTS, "--key", tmp_path), "file")


class TestWallet:
    def test_a_passphrase_follows_on_the_second_line(self, cli: Cli, key_file: Path) -> None:
        result = decrypt(cli, "wallet", sealed("words\n--PASS--\npässword "), key_file)
        assert result.exit_code == 0
        assert result.stdout == "words\npässword \n".encode()
        assert "the passphrase follows it" in result.stderr
        assert "note: the passphrase: It ends with a space.\n" in result.stderr


STEERING = "\x1b[2J\x1b]52;c;x\x07\r\x7f\x9b31m\u202e\u200b\t\\ é　"


def arguments_with(key_file: Path) -> list[str]:
    return [
        "decrypt-wallet",
        "--bundle=-",
        f"--key={key_file}",
        f"--organization-id={ORGANIZATION}",
        f"--signer-public-key={ENCLAVE.keys.signer}",
    ]


class TestControlCharacters:
    """A terminal gets them escaped, except for tabs; a pipe and a file get the exact bytes."""


class TestMisplaced:
    """An input in a wrong place is named for what it is, with the option and the path."""

    KEY, BUNDLE = CAPTURED / "export_wallet.private", CAPTURED / "export_wallet.bundle.json"

    def test_the_captured_file_that_everyone_picks_first(
        self, cli: Cli, captured_wallet: CapturedWallet
    ) -> None:
        result = cli(*CAPTURED_ARGUMENTS, "--bundle", CAPTURED / "export_wallet.json")
        assert result == (0, f"{captured_wallet.mnemonic}\n".encode(), "")

    @pytest.mark.parametrize("member", ["bundle", "exportBundle"])
    def test_a_member_may_be_text_or_an_object(
        self, cli: Cli, captured_wallet: CapturedWallet, member: str
    ) -> None:
        for value in (captured_wallet.text, captured_wallet.bundle):
            content = json.dumps({member: value}).encode()
            result = cli(*CAPTURED_ARGUMENTS, "--bundle", "-", stdin=content)
            assert result.stdout.decode() == captured_wallet.mnemonic + "\n"
        both = json.dumps({"exportBundle": captured_wallet.text, "bundle": "{}"}).encode()
        assert cli(*CAPTURED_ARGUMENTS, "--bundle", "-", stdin=both).exit_code == 0
        refused = cli(*CAPTURED_ARGUMENTS, "--bundle", "-", stdin=json.dumps({member: 5}).encode())
        assert refused.stderr.startswith("error[malformed]: ")

    @pytest.mark.parametrize("around", [b"%s\n\n", b" %s", b"\r\n%s\r\n", b"\t%s "])
    def test_white_space_around_a_key_is_left_out(
        self, cli: Cli, tmp_path: Path, captured_wallet: CapturedWallet, around: bytes
    ) -> None:
        (tmp_path / "k.private").write_bytes(around % self.KEY.read_bytes().strip())
        result = cli(*CAPTURED_ARGUMENTS, "--key", tmp_path / "k.private")
        assert result.stdout.decode() == captured_wallet.mnemonic + "\n"

    def test_white_space_within_a_key_is_not(self, cli: Cli, tmp_path: Path) -> None:
        digits = self.KEY.read_bytes().strip()
        (tmp_path / "k.private").write_bytes(digits[:32] + b" " + digits[32:])
        result = cli(*CAPTURED_ARGUMENTS, "--key", tmp_path / "k.private")
        assert (result.exit_code, result.stdout) == (1, b"")
        assert "remove the whitespace" in result.stderr

    def test_a_swapped_key_and_bundle(self, cli: Cli) -> None:
        key = cli(*CAPTURED_ARGUMENTS, "--key", self.BUNDLE)
        assert key.stderr == (
            f"error[malformed]: --key {self.BUNDLE}: this is a bundle; pass the private key, which "
            "is usually in NAME.private\n"
        )
        bundle = cli(*CAPTURED_ARGUMENTS, "--bundle", self.KEY)
        assert bundle.stderr == (
            f"error[malformed]: --bundle {self.KEY}: this is a private key in hex; pass the export bundle\n"
        )

    def test_a_mnemonic_in_place_of_a_key(
        self, cli: Cli, tmp_path: Path, captured_wallet: CapturedWallet
    ) -> None:
        (tmp_path / "words").write_text(captured_wallet.mnemonic)
        for arguments in ([*CAPTURED_ARGUMENTS, "--key"], ["stamp", str(self.BUNDLE), "--key"]):
            result = cli(*arguments, tmp_path / "words")
            assert result.stderr == (
                f"error[malformed]: --key {tmp_path / 'words'}: this is a mnemonic; pass the private key, "
                "which is usually in NAME.private\n"
            )

    def test_a_signer_that_is_not_trusted_names_the_option(self, cli: Cli, key_file: Path) -> None:
        content = sealed("words").encode()
        result = cli(*CAPTURED_ARGUMENTS, "--key", key_file, "--bundle", "-", stdin=content)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[untrusted-signer]: ")
        assert result.stderr.endswith("pass that deployment's keys with --signer-public-key\n")


class TestUnknownAddresses:
    """An address that cannot be compared gives no wallet, unless a flag says so."""

    ADDRESS = "0x35B286d5Ae4a3bcd556f2322B1e5E9Bb17FcfD06"
