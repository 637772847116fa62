"""``sealwax recover`` on a terminal: what people see, and that nothing secret is shown or left behind."""

import json
import re
import shlex
import stat
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import NamedTuple

import click
import hypothesis
import pytest
from hypothesis import strategies as st

from sealwax import EnclaveKeys, ExportedAccount, ExportedWallet, TargetKey
from sealwax.cli import encryption
from sealwax.cli import recover as module
from sealwax.cli.recover_account import Target
from sealwax.cli.recover_export import Export, Opened
from sealwax.testing import ReferenceEnclave
from sealwax.wallets import decrypt_keystore, derive_account, format_private_key, keystore
from tests.cli.script import Script
from tests.cli.terminal import Dialogue
from tests.conftest import CAPTURED, ORGANIZATION, ROOT, SEED, TARGET, Cli, CliResult
from tests.leaks import find_secrets

ENCLAVE = ReferenceEnclave(SEED)
WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
PASSPHRASE = "Tr0ub4dor & drei"
ACCOUNT = derive_account(WORDS, path="m/44'/60'/0'/0/0", address_format="ADDRESS_FORMAT_ETHEREUM")
OF_KEY = bytes(range(32))
OTHER_ORGANIZATION = "00000000-0000-4000-8000-000000000000"
SECRETS = (
    WORDS,
    PASSPHRASE,
    ACCOUNT.private_key,
    OF_KEY,
    format_private_key(OF_KEY, "solana"),
    TARGET.private_key_hex(),
)

FILE, KEY, ORG, ADDRESS, NUMBER, NEW = "File", "Key", "Organization id", "Address", "Number", "New file"
METAMASK, WORDS_OF_ALL, IN_A_FILE = "1", "3", "1"
WITH_ADDRESS = [(ADDRESS, ACCOUNT.address), (NUMBER, METAMASK), (NUMBER, IN_A_FILE), (NEW, "")]


class Desk(NamedTuple):
    """A folder with the files that people have."""

    folder: Path

    def files(self) -> set[str]:
        return {path.name for path in self.folder.rglob("*") if path.is_file()}

    def export(self, content: str | bytes = WORDS, *, name: str = "answer.json", whole: bool = False) -> Path:
        """Write an export, alone or in the service's whole answer."""
        plaintext = content.encode() if isinstance(content, str) else content
        bundle = ENCLAVE.export_plaintext(
            plaintext, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
        )
        result = {"exportWalletResult": {"walletId": "w", "exportBundle": bundle}}
        activity = {
            "id": "a",
            "status": "ACTIVITY_STATUS_COMPLETED",
            "type": "ACTIVITY_TYPE_EXPORT_WALLET",
            "organizationId": ORGANIZATION,
            "intent": {"exportWalletIntent": {"walletId": "w"}},
            "votes": [{"comment": "\u00fc" * 3000}],  # longer than a line that a terminal edits
            "result": result,
        }
        path = self.folder / name
        path.write_text(json.dumps({"activity": activity}, ensure_ascii=False) if whole else bundle)
        return path


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    key = tmp_path / "export.private"
    key.write_text(TARGET.private_key_hex())
    key.chmod(0o600)
    return Desk(tmp_path)


START = [(FILE, "answer.json"), (KEY, "export.private"), (ORG, ORGANIZATION)]
SIGNER = ("--signer-public-key", str(ENCLAVE.keys.signer))


def tell(
    desk: Desk, answers: list[tuple[str, str]], *, program: tuple[str, ...] = ("-m", "sealwax")
) -> Dialogue:
    """Answer the questions in a pseudo-terminal; nothing secret is shown."""
    dialogue = Dialogue("recover", *SIGNER, cwd=desk.folder, program=program)
    for prompt, answer in answers:
        dialogue.answer(prompt, answer)
    assert dialogue.end() == 0, dialogue.text
    assert find_secrets([dialogue.text], SECRETS) == []
    assert "\x1b" not in dialogue.text
    return dialogue


def written(desk: Desk, name: str) -> str:
    path = desk.folder / name
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    return path.read_text()


def run_shown_command(cli: Cli, desk: Desk, text: str, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Run the command that was shown in the end, into another file."""
    monkeypatch.chdir(desk.folder)
    line = text.rstrip("\n").splitlines()[-1]
    assert find_secrets([line], SECRETS) == []
    words = shlex.split(line)
    assert words[0] == "sealwax"
    words[words.index("--output") + 1] = "again"
    result = cli(*words[1:])
    assert result.exit_code == 0, result.stderr
    again = desk.folder / "again"
    content = again.read_bytes()
    again.unlink()
    return content


KEY_OF_ACCOUNT = f"{ACCOUNT.format()}\n"


class TestStories:
    def test_right_at_once(self, desk: Desk, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.export()
        told = tell(desk, [*START, *WITH_ADDRESS])
        assert written(desk, "key.txt") == KEY_OF_ACCOUNT
        assert desk.files() == {"answer.json", "export.private", "key.txt"}
        for said in (
            "This is an export, and it is genuine: the service's enclave signed it.",
            "In the export are the 12 words of a wallet (English).",
            "The wallet has this address: it is the right wallet.\n",
            "\nTo have both, start again later.\nWhich program do you use?\n",
            "The path of the account is m/44'/60'/0'/0/0\n",
            f"Written to {desk.folder / 'key.txt'}\nOnly you can read it.\n",
            f"Check that the program shows this address: {ACCOUNT.address}\n",
            "Keep, for now: the export in the file answer.json, and the key in the file export.private.\n",
            "You took one account; you do not have the words of the wallet yet.\n",
            "To get them: start again, and choose the words of the wallet.\n\nDelete, once ",
        ):
            assert said in told.text
        _, _, deleted = told.text.partition("Delete, once the program shows your coins, and not before:\n")
        assert deleted.startswith(
            "- The new file, key.txt, and any earlier one: whoever reads it can take the coins.\n"
            "- Any text that you copied: copy some other text, and it is gone.\n"
            "\n"
        )
        assert run_shown_command(cli, desk, told.text, monkeypatch) == KEY_OF_ACCOUNT.encode()

    def test_wrong_organization(self, desk: Desk) -> None:
        desk.export()
        told = tell(desk, [*START[:2], (ORG, OTHER_ORGANIZATION), (ORG, ORGANIZATION), *WITH_ADDRESS])
        assert "signed for another organization than you typed" in told.text
        assert written(desk, "key.txt") == KEY_OF_ACCOUNT

    def test_an_unknown_organization(self, desk: Desk) -> None:
        desk.export()
        told = tell(desk, [*START[:2], (ORG, ""), ("yes or no", "yes"), *WITH_ADDRESS])
        assert f"signed for the organization {ORGANIZATION}\n" in told.text
        assert written(desk, "key.txt") == KEY_OF_ACCOUNT

    def test_the_key_of_another_export_among_twenty(
        self, desk: Desk, cli: Cli, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        desk.export()
        keys = desk.folder / "keys"
        keys.mkdir()
        for number in range(20):
            key = TARGET if number == 13 else TargetKey.generate()
            (keys / f"{number:02}.private").write_text(key.private_key_hex())
        (desk.folder / "export.private").unlink()
        told = tell(
            desk,
            [START[0], (KEY, "keys/00.private"), START[2], (NUMBER, "1"), ("Folder", "keys"), *WITH_ADDRESS],
        )
        assert "This key does not open the export: the export was made for another key." in told.text
        assert "Keys in the folder: 20." in told.text
        assert "The export opened with the key in the file keys/13.private." in told.text
        assert run_shown_command(cli, desk, told.text, monkeypatch) == KEY_OF_ACCOUNT.encode()

    def test_the_whole_answer_pasted(self, desk: Desk, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        answer = desk.export(whole=True).read_text()
        assert len(answer.splitlines()) == 1
        assert len(answer.encode()) > 4096
        told = tell(desk, [(FILE, answer), *START[1:], *WITH_ADDRESS])
        assert (
            "Keep, for now: the export that you pasted, and the key in the file export.private." in told.text
        )
        assert "(In place of EXPORT_FILE, name a file with what you pasted.)" in told.text
        assert written(desk, "key.txt") == KEY_OF_ACCOUNT
        line = told.text.replace("--bundle EXPORT_FILE ", "--bundle answer.json ")
        assert run_shown_command(cli, desk, line, monkeypatch) == KEY_OF_ACCOUNT.encode()

    def test_the_answer_pasted_in_lines(self, desk: Desk) -> None:
        answer = json.dumps(json.loads(desk.export(whole=True).read_text()), indent=2)
        told = tell(desk, [(FILE, answer + "\n\n"), *START[1:], *WITH_ADDRESS])
        assert "This is an export, and it is genuine" in told.text
        assert written(desk, "key.txt") == KEY_OF_ACCOUNT

    def test_an_account_instead_of_a_wallet(
        self, desk: Desk, cli: Cli, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        desk.export(OF_KEY)
        address = "FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF"
        told = tell(desk, [*START, (ADDRESS, address), (NUMBER, "1"), (NUMBER, IN_A_FILE), (NEW, "")])
        assert (
            "In the export is the private key of a single account, not the words of a whole wallet."
            in told.text
        )
        assert "The key belongs to this address.\n" in told.text
        assert "\n1. Phantom, or another wallet of Solana\n" in told.text
        content = run_shown_command(cli, desk, told.text, monkeypatch)
        assert content == written(desk, "key.txt").encode()

    def test_no_address_remembered(self, desk: Desk, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.export()
        told = tell(desk, [*START, (ADDRESS, ""), (NUMBER, ""), (NUMBER, IN_A_FILE), (NEW, "")])
        assert f"\n1. Ethereum: {ACCOUNT.address} (m/44'/60'/0'/0/0)\n2. Solana: " in told.text
        assert "Only an address that you know shows that it is the right one" in told.text
        assert written(desk, "words.txt") == f"{WORDS}\n"
        assert run_shown_command(cli, desk, told.text, monkeypatch) == f"{WORDS}\n".encode()

    def test_an_address_with_a_typo(self, desk: Desk) -> None:
        desk.export()
        wrong = ACCOUNT.address[:-1] + ("0" if ACCOUNT.address[-1] != "0" else "1")
        told = tell(desk, [*START, (ADDRESS, wrong), ("yes or no", "yes"), *WITH_ADDRESS[1:]])
        assert (
            "The wallet does not have this address among its first accounts.\n"
            "Its capitals do not match its EIP-55 checksum, so a character of it is wrong.\n"
        ) in told.text
        assert f"nearly what you typed:\n  Ethereum: {ACCOUNT.address} " in told.text
        assert written(desk, "key.txt") == KEY_OF_ACCOUNT

    def test_a_wallet_with_a_passphrase(self, desk: Desk, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.export(f"{WORDS}\n{PASSPHRASE}")
        account = derive_account(
            WORDS, path=ACCOUNT.path, address_format=ACCOUNT.address_format, passphrase=PASSPHRASE
        )
        answers = [(ADDRESS, account.address), (NUMBER, WORDS_OF_ALL), (NUMBER, IN_A_FILE), (NEW, "both.txt")]
        told = tell(desk, [*START, *answers])
        assert "The wallet has a passphrase, too." in told.text
        assert "The words are the first line, and the passphrase the second." in told.text
        assert written(desk, "both.txt") == f"{WORDS}\n{PASSPHRASE}\n"
        assert run_shown_command(cli, desk, told.text, monkeypatch) == f"{WORDS}\n{PASSPHRASE}\n".encode()

    @pytest.mark.parametrize("place", range(len(START) + len(WITH_ADDRESS)))
    def test_interrupted_at_each_question(self, desk: Desk, place: int) -> None:
        desk.export()
        dialogue = Dialogue("recover", *SIGNER, cwd=desk.folder)
        answers = [*START, *WITH_ADDRESS]
        for prompt, answer in answers[:place]:
            dialogue.answer(prompt, answer)
        assert dialogue.interrupt(answers[place][0], b"half an answer") == 130
        assert dialogue.text.endswith("\nStopped. Nothing was written.\n")
        assert find_secrets([dialogue.text], SECRETS) == []
        assert desk.files() == {"answer.json", "export.private"}

    def test_a_full_disk(self, desk: Desk) -> None:
        desk.export()
        full = tell(desk, [*START, *WITH_ADDRESS, (NEW, "later.txt")], program=("-c", FULL_ONCE))
        assert "The file cannot be written: No space left on device. Nothing was left behind." in full.text
        assert desk.files() == {"answer.json", "export.private", "later.txt"}
        assert written(desk, "later.txt") == KEY_OF_ACCOUNT

    def test_an_output_that_exists(self, desk: Desk) -> None:
        desk.export()
        (desk.folder / "key.txt").write_text("older")
        told = tell(desk, [*START, *WITH_ADDRESS, (NEW, "answer.json"), (NEW, "new.txt")])
        assert told.text.count("Something of this name exists. Nothing was overwritten.") == 2
        assert (desk.folder / "key.txt").read_text() == "older"
        assert written(desk, "new.txt") == KEY_OF_ACCOUNT

    def test_ssh_without_a_terminal(self, desk: Desk, cli: Cli) -> None:
        desk.export()
        result = cli("recover", *SIGNER, stdin=b"answer.json\n")
        assert (result.exit_code, result.stdout) == (2, b"")
        assert "there is none (with ssh, pass -t); use sealwax decrypt-wallet, " in result.stderr
        assert desk.files() == {"answer.json", "export.private"}


def put_captured(desk: Desk) -> None:
    """Put the captured export and its key on the desk."""
    for name, captured in (("answer.json", "bundle.json"), ("export.private", "private")):
        (desk.folder / name).write_bytes((CAPTURED / f"export_wallet.{captured}").read_bytes())
        (desk.folder / name).chmod(0o600)


def test_the_guide_shows_what_people_see(desk: Desk) -> None:
    page = (ROOT / "docs" / "recover-a-wallet.md").read_text()
    _, _, block = page.partition("```text recover\n$ sealwax recover\n")
    put_captured(desk)
    dialogue = Dialogue("recover", cwd=desk.folder)
    shown = block.partition("```")[0]
    for prompt, answer in re.findall(r"^([\w ]+): (.*)$", shown.partition("\nWritten to ")[0], re.MULTILINE):
        if prompt in {FILE, KEY, ORG, ADDRESS, NUMBER, NEW}:
            dialogue.answer(prompt, answer)
    assert dialogue.end() == 0
    assert dialogue.text.replace(str(desk.folder), "…") == shown


def test_the_guide_shows_a_typo(desk: Desk) -> None:
    page = (ROOT / "docs" / "recover-a-wallet.md").read_text()
    (shown,) = re.findall(r"^```text typo\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    put_captured(desk)
    dialogue = Dialogue("recover", cwd=desk.folder)
    for prompt, answer in START[:2]:
        dialogue.answer(prompt, answer)
    dialogue.answer(ORG, "f9a31c64-d604-42e4-9bef-a773096afad7")
    for prompt, answer in re.findall(r"^(Address|yes or no): (.*)$", shown, re.MULTILINE):
        dialogue.answer(prompt, answer)
    assert dialogue.interrupt(NUMBER) == 130
    assert shown in dialogue.text


FULL_ONCE = """
import errno, os
from sealwax.cli import main

sync, failures = os.fsync, [errno.ENOSPC]

def fsync(file):
    if failures:
        raise OSError(failures.pop(), os.strerror(errno.ENOSPC))
    sync(file)

os.fsync = fsync
main()
"""
"""The command, on a disk that is full when it writes for the first time."""


# The same in this process, with all the ways to write.


class Outcome(NamedTuple):
    """The lines of a conversation, and of its end."""

    talk: Script
    ending: str


def in_text(ending: module.Ending) -> str:
    return "\n".join([*ending.lines, *filter(None, [ending.command])])


def converse(monkeypatch: pytest.MonkeyPatch, desk: Desk, *answers: tuple[str, str]) -> Outcome:
    """Answer the questions of the whole dialogue; nothing secret is said."""
    monkeypatch.chdir(desk.folder)
    talk = Script(*answers)
    with click.Context(module.recover, obj={}):
        ending = in_text(module.converse(talk, ENCLAVE.keys))
    assert talk.is_over()
    assert find_secrets([talk.text, ending], SECRETS) == []
    return Outcome(talk, ending)


IN_WORDS = [*START, (ADDRESS, ""), (NUMBER, "")]
ON_SCREEN, WITH_PASSPHRASE, TO_RECIPIENT = "2", "3", "4"
SHOW, WRITTEN, TEST = "choose again", "the screen is then cleared", ("yes or no", "no")


class TestWriting:
    def test_a_keystore(self, desk: Desk, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(keystore, "_N", 1 << 10)  # a thousandth of the time
        desk.export()
        told = converse(
            monkeypatch,
            desk,
            *[*START, (ADDRESS, ACCOUNT.address), (NUMBER, "2")],
            *[("keystore", "x" * 5000), ("again", "x" * 5000), ("keystore", "hunter2"), ("again", "hunter2")],
            *[(NUMBER, IN_A_FILE), (NEW, "")],
        )
        assert "This password cannot be used: the password is " in told.talk.text
        assert decrypt_keystore(written(desk, "keystore.json"), "hunter2") == ACCOUNT.private_key
        assert "- Import the new file as a keystore (JSON)." in told.ending
        assert "--form keystore " in told.ending
        (desk.folder / "password").write_text("hunter2")
        words = shlex.split(told.ending.splitlines()[-1])[1:]
        words[words.index("--output") + 1] = "again"
        assert cli(*words, "--password-file", "password").exit_code == 0
        assert decrypt_keystore(written(desk, "again"), "hunter2") == ACCOUNT.private_key

    def test_a_key_without_an_address(self, desk: Desk, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.export(OF_KEY)
        told = converse(monkeypatch, desk, *IN_WORDS, (NUMBER, IN_A_FILE), (NEW, ""))
        assert written(desk, "key.txt") == f"{OF_KEY.hex()}\n"
        assert "- Check that the program shows an address that you know." in told.ending
        assert (
            "Before you delete anything:\n"
            "- Put a copy of the private key in a safe place: the program may be lost.\n"
            "\n"
            "Delete after that, once the program shows your coins, and not before:\n"
        ) in told.ending
        assert "Keep, for now" not in told.ending
        assert "- The export in the file answer.json, and the e-mail that brought it.\n" in told.ending
        assert run_shown_command(cli, desk, told.ending, monkeypatch) == f"{OF_KEY.hex()}\n".encode()

    def test_a_key_whose_answer_has_another_address(
        self, desk: Desk, cli: Cli, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bundle = desk.export(OF_KEY).read_text()
        answer = {"exportBundle": bundle, "address": ACCOUNT.address}
        (desk.folder / "answer.json").write_text(json.dumps(answer))
        told = converse(monkeypatch, desk, *IN_WORDS, (NUMBER, IN_A_FILE), (NEW, ""))
        assert " --allow-wrong-address " in told.ending
        assert run_shown_command(cli, desk, told.ending, monkeypatch) == f"{OF_KEY.hex()}\n".encode()

    def test_a_key_with_an_address(self, desk: Desk, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.export(OF_KEY)
        address = [(ADDRESS, "DAhgxoRfxRGfSNajyoYY27MdW9M2bAfSfn"), (NUMBER, "1")]
        told = converse(monkeypatch, desk, *START, *address, (NUMBER, IN_A_FILE), (NEW, ""))
        assert "- Import the line that is in the file with importprivkey.\n" in told.ending
        content = run_shown_command(cli, desk, told.ending, monkeypatch)
        assert content == written(desk, "key.txt").encode()

    def test_words_with_a_passphrase(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.export(f"{WORDS}\n{PASSPHRASE}")
        told = converse(monkeypatch, desk, *IN_WORDS, (NUMBER, IN_A_FILE), (NEW, ""))
        assert "- The words are the first line, and the passphrase the second." in told.ending
        assert "- Have the words on paper, in order, and the passphrase.\n" in told.ending
        assert written(desk, "words.txt") == f"{WORDS}\n{PASSPHRASE}\n"

    def test_words_with_a_passphrase_on_the_screen(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.export(f"{WORDS}\n{PASSPHRASE}")
        told = converse(
            monkeypatch, desk, *IN_WORDS, (NUMBER, ON_SCREEN), (SHOW, "show"), (WRITTEN, ""), TEST
        )
        assert told.talk.shown.decode().endswith(f"\n12. yellow\nThe passphrase: {PASSPHRASE}\n")
        assert "\n- The program must take the passphrase, too.\n" in told.ending
        assert "first line" not in told.ending
        assert "- Have the words on paper, in order, and the passphrase.\n" in told.ending

    def test_a_paper_that_was_tested(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.export()
        shown = [(NUMBER, ON_SCREEN), (SHOW, "show"), (WRITTEN, ""), ("yes or no", ""), ("Word 1", WORDS)]
        told = converse(monkeypatch, desk, *IN_WORDS, *shown)
        assert "--paper" not in told.ending
        assert "Have the words on paper" not in told.ending
        assert "- Keep the paper.\n" in told.ending
        assert (
            "such as MetaMask, Rabby or Trust Wallet, choose to restore a wallet from its words"
            in told.ending
        )

    def test_a_passphrase_that_cannot_be_seen(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.export(f"{WORDS}\nhunter2 ")
        shown = [(NUMBER, ON_SCREEN), (SHOW, "show"), (WRITTEN, ""), TEST]
        told = converse(monkeypatch, desk, *IN_WORDS, *shown)
        assert (
            "The passphrase, with what cannot be seen written out in brackets: hunter2[space]"
            in told.talk.shown.decode()
        )
        assert "The passphrase has characters that cannot be seen.\nIt ends with a space." in told.talk.text

    def test_a_secret_is_not_called_words(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.export("a secret of another kind")
        told = converse(monkeypatch, desk, *IN_WORDS, (NUMBER, IN_A_FILE), (NEW, ""))
        assert "Where do you want the text in the export?" in told.talk.said
        assert "- Keep this text where only you can read it. It is not the words of a wallet." in told.ending
        assert "- Put a copy of the text in a safe place." in told.ending
        assert written(desk, "secret.txt") == "a secret of another kind\n"

    def test_the_way_back(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(keystore, "_N", 1 << 10)
        desk.export()
        answers = [*START, (ADDRESS, ACCOUNT.address), (NUMBER, "2"), ("keystore", ""), (NUMBER, METAMASK)]
        last = [(NUMBER, ON_SCREEN), (SHOW, "back"), (NUMBER, IN_A_FILE), (NEW, "back"), (NUMBER, "back")]
        again = [(NUMBER, METAMASK), (NUMBER, IN_A_FILE), (NEW, "")]
        converse(monkeypatch, desk, *answers, *last, *again)
        assert written(desk, "key.txt") == KEY_OF_ACCOUNT

    def test_the_way_back_from_encrypting(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("pyrage", reason="the extra age is not installed")
        desk.export()
        ways = [(NUMBER, WITH_PASSPHRASE), ("Passphrase", ""), (NUMBER, TO_RECIPIENT), ("Recipient", "back")]
        converse(monkeypatch, desk, *IN_WORDS, *ways, (NUMBER, IN_A_FILE), (NEW, ""))
        assert written(desk, "words.txt") == f"{WORDS}\n"

    def test_another_program(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.export()
        address = [(ADDRESS, ACCOUNT.address), (NUMBER, "4"), (NUMBER, IN_A_FILE), (NEW, "")]
        told = converse(monkeypatch, desk, *START, *address)
        assert "choose to import a private key, and paste the line that is in the file." in told.ending
        assert "shows words of its own when you set it up, as MetaMask does: they do not bring" in told.ending
        assert "\nTo get them: start again, and choose the words of the wallet.\n" in told.ending

    def test_on_the_screen_if_asked_for_twice(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.export()
        before = desk.files()
        screen = [(NUMBER, ON_SCREEN), (SHOW, ""), (NUMBER, ON_SCREEN), (SHOW, "yes")]
        last = [(NUMBER, ON_SCREEN), (SHOW, "Show"), (WRITTEN, "legal"), TEST]
        told = converse(monkeypatch, desk, *IN_WORDS, *screen, *last)
        assert told.talk.hidden == ["legal"]
        assert "2. on this screen, to write them on paper" in told.talk.said
        assert told.talk.shown.decode().splitlines() == [
            f"{number}. {word}" for number, word in enumerate(WORDS.split(), 1)
        ]
        assert desk.files() == before
        assert "It was shown on this screen alone, and is in no file." in told.ending
        assert "- The text in this window: close it." in told.ending
        assert (
            "Before you delete anything:\n"
            "- Have the words on paper, in order.\n"
            "- Test the paper, offline: sealwax recover --paper\n"
            "- Restore a wallet from the paper, and check that it shows an address that you know.\n"
            "- Keep the paper.\n"
            "\n"
            "Delete after that, once the program shows your coins, and not before:\n"
            "- The text in this window: close it.\n"
            "- Any text that you copied: copy some other text, and it is gone.\n"
            "- The key in the file export.private: with the export, it opens the wallet again.\n"
            "- The export in the file answer.json, and the e-mail that brought it.\n"
        ) in told.ending
        assert told.ending.endswith(" --show")
        refused = Script(*IN_WORDS, *screen, (NUMBER, ON_SCREEN), (SHOW, KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            module.converse(refused, ENCLAVE.keys)
        assert refused.shown == b""

    def test_only_words_are_numbered(self) -> None:
        def numbered(content: ExportedWallet | ExportedAccount, form: str | None = None) -> object:
            export = Export("answer.json", "", ORGANIZATION, None)
            opened = Opened(export, "export.private", ORGANIZATION, content)
            return module._numbered(opened, Target(None, form=form))

        words = [f"{number}. {word}" for number, word in enumerate(WORDS.split(), 1)]
        both = numbered(ExportedWallet(WORDS, PASSPHRASE, "english", True))  # noqa: FBT003 - as it is made
        assert both == (words, f"The passphrase: {PASSPHRASE}\n".encode())
        assert numbered(ExportedWallet("not words", None, None, False)) is None  # noqa: FBT003
        assert numbered(ExportedWallet(WORDS, None, "english", True), "0x") is None  # noqa: FBT003
        assert numbered(ExportedAccount(OF_KEY), "hex") is None

    def test_encrypted_with_a_passphrase(self, desk: Desk, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("pyrage", reason="the extra age is not installed")
        desk.export()
        passphrase = "correct horse"
        told = converse(
            monkeypatch,
            desk,
            *[*IN_WORDS, (NUMBER, WITH_PASSPHRASE), ("Passphrase", "hunter2"), ("Passphrase", passphrase)],
            *[("again", "correct h0rse"), ("Passphrase", passphrase), ("again", passphrase), (NEW, "")],
        )
        assert (
            "This passphrase cannot be used: the passphrase to encrypt with must have at least 12 characters."
        ) in told.talk.said
        assert told.talk.said.count("The two differ. Type it again.") == 1
        assert told.talk.said.count("It opens with this passphrase: that was tried.") == 1
        path = desk.folder / "words.txt.age"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert "It is encrypted.\n" in told.ending
        assert "- Try to open it: sealwax decrypt-file --show words.txt.age\n" in told.ending
        (desk.folder / "p").write_text(passphrase)
        opened = cli("decrypt-file", "--show", "words.txt.age", "--passphrase-file", "p")
        assert opened.stdout.decode() == f"{WORDS}\n"
        assert told.ending.endswith(" --ask-encrypt-passphrase --output words.txt.age")
        assert "- The new file" not in told.ending

    def test_encrypted_to_a_recipient(self, desk: Desk, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        pyrage = pytest.importorskip("pyrage", reason="the extra age is not installed")
        identity = pyrage.x25519.Identity.generate()
        desk.export()
        (desk.folder / "my identity").write_text(f"# mine\n{identity}\n")
        told = converse(
            monkeypatch,
            desk,
            *[*IN_WORDS, (NUMBER, TO_RECIPIENT), ("Recipient", "nobody"), ("Recipient", "answer.json")],
            *[("Recipient", str(identity)), ("Recipient", ""), ("Recipient", str(identity.to_public()))],
            *[("identity", "nowhere"), ("identity", "answer.json"), ("identity", "'my identity'")],
            (NEW, "my words.age"),
        )
        assert told.talk.said.count("It opens with this identity.") == 1
        assert told.talk.text.count("It does not open with this.") == 2
        assert told.talk.text.count("This is not a recipient, nor a file with one.") == 4
        assert str(identity) not in told.talk.text
        content = (desk.folder / "my words.age").read_bytes()
        assert pyrage.decrypt(content, [identity]).decode() == f"{WORDS}\n"
        assert (
            "- Try to open it: sealwax decrypt-file --identity IDENTITY --show 'my words.age'\n"
            in told.ending
        )
        again = run_shown_command(cli, desk, told.ending, monkeypatch)
        assert pyrage.decrypt(again, [identity]).decode() == f"{WORDS}\n"

    def test_a_key_that_is_encrypted(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        pyrage = pytest.importorskip("pyrage", reason="the extra age is not installed")
        desk.export()
        recipient = str(pyrage.x25519.Identity.generate().to_public())
        told = converse(
            monkeypatch,
            desk,
            *[*START, (ADDRESS, ACCOUNT.address), (NUMBER, METAMASK), (NUMBER, TO_RECIPIENT)],
            *[("Recipient", recipient), ("identity", ""), (NEW, "")],
        )
        assert "It was not tried. Keep the export and its key until you have opened it." in told.talk.said
        assert "account by its private key, and paste the line that is in the decrypted file." in told.ending

    def test_a_key_on_the_screen(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.export()
        told = converse(
            monkeypatch,
            desk,
            *[*START, (ADDRESS, ACCOUNT.address), (NUMBER, METAMASK), (NUMBER, ON_SCREEN), (SHOW, "show")],
            (WRITTEN, ""),
        )
        assert told.talk.shown.decode() == KEY_OF_ACCOUNT
        assert "account by its private key, and paste what was shown." in told.ending
        assert " in the file" not in told.ending.partition("\nKeep, for now")[0]

    def test_one_of_a_folder(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        (desk.folder / "exports").mkdir()
        for name in "abc":
            desk.export(name=f"exports/{name}")
        answers = [(FILE, "exports"), (NUMBER, "1"), *IN_WORDS[1:], (NUMBER, IN_A_FILE), (NEW, "")]
        told = converse(monkeypatch, desk, *answers)
        assert "Exports that were there and are not opened yet: 2. The next one: exports/b\n" in told.ending
        assert "brought it, once its other exports are opened, too.\n" in told.ending

    def test_no_command_reads_what_was_mended(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        export = desk.export()
        export.write_text(export.read_text(), encoding="utf-16")
        told = converse(monkeypatch, desk, *IN_WORDS, (NUMBER, IN_A_FILE), (NEW, ""))
        assert "This command does the same" not in told.ending
        assert written(desk, "words.txt") == f"{WORDS}\n"

    def test_without_age_it_is_not_offered(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "find_spec", lambda _: None)
        desk.export(OF_KEY)
        last = [(NUMBER, ON_SCREEN), (SHOW, "show"), (WRITTEN, "")]
        told = converse(monkeypatch, desk, *IN_WORDS, *last)
        assert "encrypted" not in told.talk.text
        assert "2. on this screen" in told.talk.said
        assert told.talk.shown == f"{OF_KEY.hex()}\n".encode()

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("usb/key.txt", "There is no folder usb. Nothing was written."),
            ("answer.json/key.txt", "There is no folder answer.json. Nothing was written."),
            ("x" * 300, "The file cannot be written: File name too long. Nothing was left"),
            (".", "Something of this name exists."),
            ("answer.json", "Something of this name exists."),
            ("dangling", "Something of this name exists."),
        ],
    )
    def test_a_name_that_cannot_be_taken(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch, name: str, said: str
    ) -> None:
        desk.export()
        (desk.folder / "dangling").symlink_to("nowhere")
        told = converse(monkeypatch, desk, *IN_WORDS, (NUMBER, IN_A_FILE), (NEW, name), (NEW, "-"))
        assert said in told.talk.text
        assert written(desk, "-") == f"{WORDS}\n"
        assert told.ending.endswith(" --output ./-")

    def test_a_pasted_key_is_not_named(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.export()
        pasted = [START[0], (KEY, "paste"), ("shown", TARGET.private_key_hex()), *IN_WORDS[2:]]
        told = converse(monkeypatch, desk, *pasted, (NUMBER, IN_A_FILE), (NEW, ""))
        assert "The export opened with the key that you pasted." in told.talk.text
        assert "- The key that you pasted: with the export, it opens the wallet again." in told.ending
        assert "(In place of KEY_FILE, name a file with what you pasted.)" in told.ending
        assert " --key KEY_FILE " in told.ending

    def test_a_key_without_a_file(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SEALWAX_TEST", TARGET.private_key_hex())
        desk.export()
        answers = [START[0], (KEY, "env:SEALWAX_TEST"), *IN_WORDS[2:], (NUMBER, IN_A_FILE), (NEW, "")]
        told = converse(monkeypatch, desk, *answers)
        assert "The export opened with the key env:SEALWAX_TEST." in told.talk.text
        assert "- The key env:SEALWAX_TEST: with the export, it opens the wallet again." in told.ending

    def test_the_enclaves_of_production_are_not_named(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.chdir(tmp_path)
        talk = Script(
            (FILE, str(CAPTURED / "export_wallet.bundle.json")),
            (KEY, str(CAPTURED / "export_wallet.private")),
            *IN_WORDS[2:],
            *[(NUMBER, IN_A_FILE), (NEW, "")],
        )
        assert "--signer-public-key" not in in_text(module.converse(talk, EnclaveKeys.production()))


class FakeTerminal:
    """A stream of this process that says that it is a terminal."""

    def __init__(self, stream: object) -> None:
        self._stream = stream

    def isatty(self) -> bool:
        return True

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


class TestTheCommand:
    @pytest.fixture
    def on_a_terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Standard:
            """The module `sys` with a terminal."""

            stdin = stderr = FakeTerminal(None)
            platform = sys.platform

        monkeypatch.setattr(module, "sys", Standard)

    @pytest.mark.usefixtures("on_a_terminal")
    @pytest.mark.parametrize("last", [EOFError, KeyboardInterrupt])
    def test_stopped_at_each_question(
        self, desk: Desk, cli: Cli, monkeypatch: pytest.MonkeyPatch, last: type[BaseException]
    ) -> None:
        desk.export()
        monkeypatch.chdir(desk.folder)
        answers = [*START, *WITH_ADDRESS]
        for place in range(len(answers)):
            result = self.call(cli, monkeypatch, *answers[:place], (answers[place][0], last))
            assert (result.exit_code, result.stdout) == (130, b"")
            assert result.stderr == "\nStopped. Nothing was written.\n"
            assert desk.files() == {"answer.json", "export.private"}

    @pytest.mark.usefixtures("on_a_terminal")
    def test_to_the_end(self, desk: Desk, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.export()
        monkeypatch.chdir(desk.folder)
        result = self.call(cli, monkeypatch, *START, *WITH_ADDRESS)
        assert (result.exit_code, result.stdout) == (0, b"")
        assert f"\n\nWritten to {desk.folder / 'key.txt'}\n" in self.talk.text
        assert shlex.split(self.talk.said[-1])[:2] == ["sealwax", "account"]

    @pytest.mark.usefixtures("on_a_terminal")
    def test_what_was_shown_is_cleared(self, desk: Desk, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        answer = desk.export()
        answer.write_text(f"Here it is: {answer.read_text()}")
        monkeypatch.chdir(desk.folder)
        last = [(NUMBER, ON_SCREEN), (SHOW, "show"), (WRITTEN, ""), TEST]
        assert self.call(cli, monkeypatch, *IN_WORDS, *last).exit_code == 0
        assert self.talk.is_over()
        assert self.talk.said.index("(cleared)") < self.talk.said.index("Next steps:")

    @pytest.mark.usefixtures("on_a_terminal")
    def test_the_paper_alone(self, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        self.talk = Script(
            ("Word 1", WORDS), ("Word 13", ""), ("there is none", ""), ("first ones", ACCOUNT.address)
        )
        monkeypatch.setattr(module, "terminal", lambda: nullcontext(self.talk))
        assert cli("recover", "--paper").exit_code == 0
        assert self.talk.said[-1].startswith("The paper is right.")

    def call(
        self, cli: Cli, monkeypatch: pytest.MonkeyPatch, *answers: tuple[str, str | type[BaseException]]
    ) -> CliResult:
        self.talk = Script(*answers)
        monkeypatch.setattr(module, "terminal", lambda: nullcontext(self.talk))
        return cli("recover", *SIGNER)

    def test_without_standard_input(self, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        class Standard:
            """The module `sys` without standard input."""

            stdin, stderr = None, FakeTerminal(None)

        monkeypatch.setattr(module, "sys", Standard)
        assert cli("recover").exit_code == 2


HOSTILE = (
    *("", " ", "-", "--", ".", "..", "/", "~", "~x", "'", "\\", "{", "}", "{}", "[", "\x1b[31m", "\u202e"),
    *(
        "x" * 5000,
        "m/",
        "m/0'",
        "more",
        "back",
        "ethereum",
        "paste",
        "show",
        "yes",
        "no",
        "env:HOME",
        "env:",
        "tkcli:",
        "tkcli:../x",
    ),
    *("pkcs11:", "-----BEGIN PRIVATE KEY-----", "0", "99", "\N{DIGIT ONE}"),
)
"""The answers that someone may give to any question."""
FITTING = {
    FILE: ["answer.json"],
    KEY: ["export.private", "."],
    ORG: [ORGANIZATION, ""],
    ADDRESS: [ACCOUNT.address, ""],
    NUMBER: ["1", "2", "3", "4", ""],
    NEW: ["", "new.txt"],
    "Folder": ["."],
    "yes or no": ["yes"],
}


class Chance(Script):
    """Someone who answers by chance, fittingly half of the time, and goes away after a while."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self._chance, self._left = chance, 60

    def ask(self, prompt: str, *, is_hidden: bool = False) -> str:
        assert isinstance(is_hidden, bool)
        self._left -= 1
        if not self._left:
            raise EOFError
        fitting = FITTING.get(prompt, [])
        return self._chance.choice(fitting if fitting and self._chance.random() < 0.6 else HOSTILE)


@hypothesis.settings(max_examples=5)
@hypothesis.given(
    st.randoms(use_true_random=False), st.sampled_from([WORDS, f"{WORDS}\n{PASSPHRASE}", OF_KEY])
)
def test_whatever_is_answered_nothing_secret_is_said(chance: Random, content: str | bytes) -> None:
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        desk = Desk(Path(name))
        patch.chdir(desk.folder)
        patch.setattr(keystore, "_N", 1 << 10)
        patch.setattr(encryption, "to_passphrase", lambda secret, _: bytes(len(secret)))
        patch.setattr(encryption, "open_with_passphrase", lambda *_: b"")
        (desk.folder / "export.private").write_text(TARGET.private_key_hex())
        desk.export(content)
        talk, ending = Chance(chance), ""
        with click.Context(module.recover, obj={}):
            try:
                ending = in_text(module.converse(talk, ENCLAVE.keys))
            except EOFError:
                assert desk.files() == {"answer.json", "export.private"}
        assert find_secrets([talk.text, ending], SECRETS) == []


class TestTheEnd:
    ENDING = module.Ending(["to do", "to delete"], "sealwax decrypt-wallet")

    def test_it_comes_at_once(self) -> None:
        talk = Script()
        talk.rows = 1
        module.tell(talk, self.ENDING)
        assert talk.said == ["to do", "to delete", "sealwax decrypt-wallet"]

    def test_there_may_be_no_command(self) -> None:
        talk = Script()
        module.tell(talk, self.ENDING._replace(command=None))
        assert talk.said == ["to do", "to delete"]
