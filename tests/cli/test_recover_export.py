import base64
import json
import quopri
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from sealwax import ApiKey, EnclaveKeys, ExportedAccount, ExportedWallet, TargetKey
from sealwax._crypto import key_files
from sealwax._crypto.key_files import FoundKey, write_foreign_key
from sealwax._limits import MAX_ANSWER_BYTES
from sealwax.cli import recover_export
from sealwax.cli.recover_export import Opened, find_path
from sealwax.testing import ReferenceEnclave
from tests.cli.questions import ask_to_open
from tests.cli.script import Script
from tests.conftest import CAPTURED, ORGANIZATION, SEED, TARGET, USER, ordinary_users_directory

ENCLAVE = ReferenceEnclave(SEED)
WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
FILE, KEY, ORG, NUMBER, FOLDER, PASSWORD = "File", "Key", "Organization id", "Number", "Folder", "key"


NOT_A_KEY = "This is not the key of an export. Take another file, or type the name of a folder."
OF_WALLET = "0x35B286d5Ae4a3bcd556f2322B1e5E9Bb17FcfD06"


def export(content: str | bytes = WORDS, **more: str) -> str:
    plaintext = content.encode() if isinstance(content, str) else content
    about = {"organization_id": ORGANIZATION, "target_public_key": TARGET.public_key, **more}
    return ENCLAVE.export_plaintext(plaintext, **about)


def jwk() -> dict[str, str]:
    """The key as browsers keep it."""
    key = FoundKey(bytes.fromhex(TARGET.private_key_hex()), "p256", "target")
    document: dict[str, str] = json.loads(write_foreign_key(key, "jwk"))
    return document


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the person, with an export and its key, and the command's state."""
    monkeypatch.chdir(tmp_path)
    Path("answer.json").write_text(export())
    Path("export.private").write_text(TARGET.private_key_hex())
    Path("export.private").chmod(0o600)
    with click.Context(click.Command("recover"), obj={}):
        yield tmp_path


START = [(FILE, "answer.json"), (KEY, "export.private"), (ORG, ORGANIZATION)]


def opened(*answers: tuple[str, str], keys: EnclaveKeys = ENCLAVE.keys) -> tuple[Script, Opened]:
    """Answer the questions until the export opens."""
    talk = Script(*answers)
    result = ask_to_open(talk, keys)
    assert talk.is_over()
    assert WORDS not in talk.text
    assert TARGET.private_key_hex() not in talk.text
    return talk, result


def told_of(file: str) -> str:
    """Messages about a file that is not an export, or not a good one."""
    talk, _ = opened((FILE, file), *START)
    return talk.text.partition("its whole e-mail.\n")[2].partition("\nTake another file, or")[0]


class TestTheExport:
    def test_it_opens(self) -> None:
        talk, result = opened(*START)
        assert isinstance(result.content, ExportedWallet)
        assert result.content.mnemonic == WORDS
        assert (result.export.path, result.key_name, result.organization_id) == (
            *("answer.json", "export.private"),
            ORGANIZATION,
        )
        assert "In the export are the 12 words of a wallet (English)." in talk.said
        assert WORDS not in repr(result)

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (WORDS, "These are the words of a wallet"),
            (
                TARGET.private_key_hex(),
                "This is a private key, not the export. The key is the next question.",
            ),
            (TARGET.public_key, "This is a public key, not the export."),
            ("0x35B286d5Ae4a3bcd556f2322B1e5E9Bb17FcfD06", "This is an address, not the export."),
            ("", "This is not an export: this is empty."),
            ("hello", "This is not an export: this resembles no known artifact."),
            (export()[:-30], "This is a part of an export: its end is cut off. Copy it whole"),
            ("{}", "This is not an export: this is JSON of an unknown kind."),
            ('{"code": 5, "message": "not found"}', "There is no export in this: "),
            (
                ENCLAVE.import_bundle(organization_id=ORGANIZATION, user_id=USER),
                "This is an import bundle: it brings a wallet into the service.",
            ),
            (
                json.dumps({"encappedPublic": "04", "ciphertext": "00"}),
                "It looks like: sealed import or sealed otp code or sealed secret.",
            ),
            (
                json.dumps({**json.loads(export()), "data": "00"}),
                "This was damaged on its way: the data of the bundle is malformed; get the bundle again.",
            ),
        ],
    )
    def test_what_is_not_one(self, content: str | bytes, said: str) -> None:
        Path("other").write_bytes(content if isinstance(content, bytes) else content.encode())
        assert said in told_of("other")

    @pytest.mark.parametrize(
        ("field", "said"),
        [
            ("data", "This was damaged on its way: the data of the bundle is not hex: remove the whitespace"),
            ("dataSignature", "This is an export that cannot be trusted: the bundle was changed in transit"),
            (
                "enclaveQuorumPublic",
                "This is an export that cannot be trusted: the bundle's key is not pinned",
            ),
        ],
    )
    def test_a_space_among_the_digits(self, field: str, said: str) -> None:
        bundle = json.loads(export())
        for space in (" ", "\u00a0"):
            Path("other").write_text(
                json.dumps({**bundle, field: f"{bundle[field][:20]}{space}{bundle[field][20:]}"})
            )
            assert said in told_of("other")

    def test_a_credential_bundle(self) -> None:
        captured = json.loads((CAPTURED / "credential_bundle.json").read_text())
        Path("other").write_text(captured["bundle"])
        assert "sealwax decrypt-credential" in told_of("other")

    def test_an_activity_that_waits(self) -> None:
        waiting = {"id": "a", "status": "ACTIVITY_STATUS_CONSENSUS_NEEDED", "intent": {}}
        Path("other").write_text(json.dumps({"activity": waiting}))
        assert "There is no export in this: " in told_of("other")
        assert "CONSENSUS_NEEDED" in told_of("other")

    def test_an_answer_whose_export_cannot_be_taken_out(self) -> None:
        Path("other").write_text(json.dumps({"exportBundle": export(), "address": 5}))
        assert "In this answer is no export that can be taken out: " in told_of("other")

    @pytest.mark.parametrize("field", ["dataSignature", "enclaveQuorumPublic"])
    def test_one_that_was_changed(self, field: str) -> None:
        other = json.loads(export(WORDS + " ", target_public_key=TargetKey.generate().public_key))
        if field == "enclaveQuorumPublic":
            other[field] = EnclaveKeys.production().signer
        else:
            other[field] = json.loads(export())[field]
        Path("other").write_text(json.dumps(other))
        assert "This is an export that cannot be trusted: " in told_of("other")
        assert "start again with --signer-public-key." in told_of("other")

    def test_a_json_string_of_it(self) -> None:
        Path("other").write_text(json.dumps(export()))
        _, result = opened((FILE, "other"), *START[1:])
        assert result.export.path == "other"

    def test_the_captured_one(self) -> None:
        _, result = opened(
            (FILE, str(CAPTURED / "export_wallet.bundle.json")),
            (KEY, str(CAPTURED / "export_wallet.private")),
            START[2],
            keys=EnclaveKeys.production(),
        )
        assert result.organization_id == ORGANIZATION


def wrap(text: str, columns: int = 76) -> list[str]:
    return [text[start : start + columns] for start in range(0, len(text), columns)]


ACCOUNT_ADDRESS = "FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF"


class TestWhatPeopleAndProgramsDoToIt:
    """The export is read, what was done to it is said, and its signature decides."""

    @pytest.mark.parametrize(
        ("content", "how"),
        [
            (f"'{export()}'", "in quotes (')"),
            (export().encode("utf-16"), "in UTF-16"),
            (export().encode("utf-16-le"), "in UTF-16"),
            (export().encode("utf-16-be"), "in UTF-16"),
            ("\ufeff" + export(), "after a byte order mark"),
            (base64.b64encode(export().encode()).decode(), "in base64"),
            *(("\n".join(wrap(export(), columns)), "with line breaks in it") for columns in (7, 64, 75, 998)),
            ("\r\n".join(wrap(export())), "with line breaks in it"),
            ("> " + "\n> ".join(wrap(export())), "with line breaks in it, among other text"),
            (export().replace('"', "\u201d"), "with typographic quotes or spaces"),
            (export().replace('"', "&quot;"), "with &quot; in place of quotes"),
            (export().replace('"', '\\"'), "with its quotes escaped"),
            (f"Dear Bob,\nhere it is: {export()}\nBye, {{Al}}", "among other text"),
            (
                "Subject: it\n\n"
                + quopri.encodestring(json.dumps({"exportBundle": export()}).encode()).decode(),
                "in the encoding of e-mails, among other text",
            ),
            (
                f"Subject: it\n\n{base64.encodebytes(export().encode()).decode()}\n--x",
                "in base64, among other text",
            ),
            (f"Your \u201cwallet\u201d: {export()}".encode("cp1252"), "among other text"),
        ],
    )
    def test_one_is_read(self, content: str | bytes, how: str) -> None:
        Path("other").write_bytes(content if isinstance(content, bytes) else content.encode())
        talk, result = opened((FILE, "other"), *START[1:])
        assert (
            f"It was not as the service sends it, but {how}. It was read all the same: its signature shows "
            "that nothing of it was changed."
        ) in talk.said
        assert result.export.path == "other"
        assert result.is_mended

    def test_one_that_lost_a_digit_on_the_way(self) -> None:
        one = export()
        data = json.loads(one)["data"]
        # The lower half of a byte: another digit or letter, so that the JSON stays whole.
        other = one.replace(data, f"{data[:101]}{int(data[101], 16) ^ 1:x}{data[102:]}")
        Path("other").write_text(f"Here it is: {other}")
        assert "This is an export that cannot be trusted: the bundle was changed in transit" in told_of(
            "other"
        )

    @pytest.mark.parametrize("form", ["\n".join, lambda each: f"[{','.join(each)}]", json.dumps])
    def test_several_in_a_file(self, form: Callable[[list[str]], str]) -> None:
        account = json.dumps({"exportBundle": export(b"\x1f" * 32), "address": ACCOUNT_ADDRESS})
        one = export()
        other = json.loads(export())
        other["dataSignature"] = json.loads(one)["dataSignature"]
        Path("other").write_text(form([one, json.dumps(other), account, one]))
        talk, result = opened((FILE, "other"), (NUMBER, "2"), *START[1:])
        assert "There are 2 exports. They are opened one at a time. Which one do you want first?" in talk.said
        assert f"1. number 1 in other: for the organization {ORGANIZATION}" in talk.said
        assert (
            f"2. number 2 in other: for the organization {ORGANIZATION}, with the address {ACCOUNT_ADDRESS}"
            in talk.said
        )
        assert isinstance(result.content, ExportedAccount)
        assert result.export.others == ("number 1 in other",)

    def test_a_folder_of_them(self) -> None:
        folder = Path("exports")
        folder.mkdir()
        for name in "abc":
            (folder / name).write_text(export())
        (folder / "d").write_text(
            json.dumps({"exportBundle": export(organization_id="mine"), "address": "x" * 999})
        )
        (folder / "readme").write_text("hello")
        (folder / "large").symlink_to("/dev/zero")
        talk, result = opened((FILE, "exports"), (NUMBER, "2"), *START[1:])
        assert "There are 4 exports. They are opened one at a time. Which one do you want first?" in talk.said
        assert f"4. {folder / 'd'}: for the organization of an unusual id" in talk.said
        assert result.export.path == str(folder / "b")
        assert result.export.others == tuple(str(folder / name) for name in "cda")
        assert not result.is_mended

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (export()[200:], "This is a part of an export: its beginning is cut off."),
            (export()[:-700], "This is a part of an export: its end is cut off."),
            (f"> {export()[:300]}", "This is a part of an export: its end is cut off."),
            (f"You wrote:\n> {{\n> {export()[1:300]}", "This is a part of an export: its end is cut off."),
            ("{\\rtf1 hello}", "This is a file of a word processor (RTF)"),
            ("%PDF-1.7", "This is a PDF, not plain text."),
        ],
    )
    def test_what_is_not_whole_or_not_plain(self, content: str, said: str) -> None:
        Path("other").write_text(content)
        assert said in told_of("other")


class TestAKeyInTheSameText:
    """An e-mail that brought both is enough."""

    @pytest.mark.parametrize(
        "text",
        [
            "Hello,\nthe export: {export}\nand its key:\n\n{key}\n\nBye",
            "> {key}\n> {export}\n",
            'The export {export} and {{"kty":"x"}}, key 0x{key}.',
        ],
    )
    def test_it_is_tried(self, text: str) -> None:
        Path("mail").write_text(text.format(export=export(), key=TARGET.private_key_hex()))
        talk, result = opened((FILE, "mail"), START[2])
        assert "In the same text is a private key, too: tried after the next question." in talk.said
        assert result.key_name == "mail"
        assert result.is_mended

    def test_a_jwk_of_a_browser(self) -> None:
        stored = json.dumps({"value": jwk(), "expiry": 1})
        Path("mail").write_text(f"{export()}\n{stored}\n")
        _, result = opened((FILE, "mail"), START[2])
        assert result.key_name == "mail"

    def test_one_that_does_not_open_it(self) -> None:
        Path("mail").write_text(f"It: {export()}\n{'1f' * 32} {'2f' * 32}")
        talk, _ = opened((FILE, "mail"), START[2], (NUMBER, "2"), START[1])
        assert "In the same text are 2 private keys, too: tried after the next question." in talk.said
        assert "None of these 2 keys opens the export." in talk.said

    @pytest.mark.parametrize("columns", [32, 64])
    def test_the_lines_of_the_export_are_no_keys(self, columns: int) -> None:
        Path("mail").write_text("\n".join(wrap(export(), columns)))
        talk, _ = opened((FILE, "mail"), *START[1:])
        assert "In the same text" not in talk.text


class TestTheWayBack:
    def test_at_the_first_question(self) -> None:
        talk, _ = opened((FILE, "back"), *START)
        assert "This is the first question. To stop, press Ctrl and C together." in talk.said

    def test_to_the_question_before(self) -> None:
        Path("other.json").write_text(export())
        _, result = opened(
            (FILE, "other.json"), (KEY, "export.private"), (ORG, "Back"), (KEY, "back"), *START
        )
        assert result.export.path == "answer.json"

    def test_over_a_key_that_was_not_asked_for(self) -> None:
        Path("mail").write_text(f"It: {export()}\n{TARGET.private_key_hex()}")
        _, result = opened((FILE, "mail"), (ORG, "back"), *START)
        assert result.export.path == "answer.json"

    def test_out_of_a_list_of_exports(self) -> None:
        Path("two").write_text(f"{export()}\n{export()}")
        _, result = opened((FILE, "two"), (NUMBER, "back"), *START)
        assert result.export.path == "answer.json"

    def test_out_of_a_choice(self) -> None:
        TargetKey.generate().save(Path("other.private"))
        wrong = [START[0], (KEY, "other.private"), START[2], (NUMBER, "back"), START[2]]
        _, result = opened(
            *wrong, (NUMBER, "1"), (FOLDER, "back"), (NUMBER, "2"), (KEY, "back"), (NUMBER, "2"), START[1]
        )
        assert result.key_name == "export.private"

    def test_from_the_last_question_of_the_organization(self) -> None:
        _, result = opened(*START[:2], (ORG, ""), ("no", "back"), *START[1:])
        assert result.organization_id == ORGANIZATION


class TestItsFile:
    @pytest.mark.parametrize("start", ["file://", "file://localhost", "FILE://"])
    def test_its_address_in_a_browser(self, here: Path, start: str) -> None:
        (here / "my answer.json").write_text(export())
        _, result = opened((FILE, f"{start}{here}/my%20answer.json"), *START[1:])
        assert result.export.path == f"{here}/my answer.json"

    def test_one_that_is_missing(self) -> None:
        Path("Downloads").mkdir()
        Path(".cache").mkdir()
        assert told_of("anwser.json").splitlines()[:4] == [
            "There is no file of this name. Check the spelling, and the folder.",
            f"You are in the folder {Path.cwd()}",
            "Its files are: answer.json, export.private",
            "Its folders are: Downloads",
        ]

    def test_among_many(self) -> None:
        for number in range(30):
            Path(f"f{number:02}").touch()
        assert "f17 and 12 more" in told_of("anwser.json")

    @pytest.mark.parametrize("typed", ["Downloads", "Downloads/anwser.json", "'Downloads/anwser.json' "])
    def test_one_in_another_folder(self, here: Path, typed: str) -> None:
        Path("Downloads", "old").mkdir(parents=True)
        Path("Downloads", "download(3).json").touch()
        said = told_of(typed)
        assert "answer.json, " not in said
        assert said.splitlines()[1:4] == [
            f"The folder is {here / 'Downloads'}",
            "Its files are: download(3).json",
            "Its folders are: old",
        ]

    def test_one_in_a_folder_that_is_missing(self, here: Path) -> None:
        assert f"You are in the folder {here}\nIts files are: answer.json" in told_of("usb/answer.json")

    def test_one_in_a_folder_that_may_not_be_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: object) -> str:
            raise PermissionError(13, "Permission denied", "x")

        monkeypatch.setattr(Path, "iterdir", fail)
        assert told_of(".").endswith("\nThe folder cannot be read: Permission denied.")

    def test_in_an_empty_folder(self, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (here / "empty").mkdir()
        monkeypatch.chdir(here / "empty")
        paths = [(FILE, "../answer.json"), (KEY, "../export.private"), START[2]]
        talk, _ = opened((FILE, "answer.json"), *paths)
        assert f"You are in the folder {here / 'empty'}" in talk.said
        assert "Its files are: none" in talk.said
        assert "Its folders are" not in talk.text

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("", "Type the name of a file, and press Enter."),
            ("Downloads", "This is a folder, and no export was found in it."),
            ("/dev/zero", "This is not a file that can be read: it is a device or a pipe."),
            ("/dev/null/x", "There is no file of this name."),
            ("dangling", "The file cannot be read: No such file or directory."),
            ("large", "This file is larger than any export."),
            (TARGET.private_key_hex(), "This is a private key, not the export."),
            (WORDS, "These are the words of a wallet"),
            ("AGE-SECRET-KEY-1AB", "This is not the name of a file: it looks like an age identity."),
            ("x" * 5000, "There is no file of this name."),
            ("a\0b", "There is no file of this name."),
            ('"answer', "There is no file of this name."),
        ],
    )
    def test_what_is_not_one(self, typed: str, said: str) -> None:
        Path("dangling").symlink_to("nowhere")
        Path("Downloads").mkdir()
        with Path("Downloads", "large").open("wb") as file:
            file.truncate(MAX_ANSWER_BYTES + 1)
        Path("large").symlink_to("Downloads/large")
        assert said in told_of(typed)
        assert not typed or len(typed) < 12 or typed not in told_of(typed)

    @pytest.mark.parametrize(
        ("typed", "found"),
        [
            ("answer.json", "answer.json"),
            ("'answer.json'", "answer.json"),
            ('"my answer"', "my answer"),
            (r"my\ answer", "my answer"),
            ("my answer", "my answer"),
            ("~/answer.json", None),
            ("-", "./-"),
            ("env:X", "./env:X"),
            ("", None),
            ("'", None),
        ],
    )
    def test_as_people_name_it(self, typed: str, found: str | None) -> None:
        for name in ("my answer", "-", "env:X"):
            Path(name).touch()
        assert find_path(typed) == found

    def test_in_the_home_of_the_person(self, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HOME", str(here))
        assert find_path("~/answer.json") == str(here / "answer.json")
        assert find_path("~nobody-of-this-name/x") is None

    def test_one_that_may_not_be_read(self) -> None:
        with ordinary_users_directory() as directory:
            (directory / "other").touch(mode=0)
            assert recover_export._read(str(directory / "other")) == (
                "The file cannot be read: Permission denied."
            )

    def test_a_link_into_a_folder_that_may_not_be_searched(self) -> None:
        with ordinary_users_directory() as directory:
            (directory / "closed").mkdir(mode=0)
            link = directory / "link"
            link.symlink_to("closed/file")
            assert [*recover_export._files_in(directory)][1:3] == [
                "Its files are: none",
                "Its folders are: closed",
            ]
            assert recover_export._read(str(link)) == "The file cannot be read: Permission denied."
            talk = Script((KEY, str(link)))
            with pytest.raises(AssertionError):
                recover_export._ask_keys(talk, recover_export.Export("answer.json", "", None, None))
            assert talk.said[-1] == "This is not a file that can be read."


class TestPastes:
    @pytest.mark.parametrize("indent", [None, 2, "\t"])
    def test_an_answer_in_lines(self, indent: int | str | None) -> None:
        answer = {"exportBundle": export(), "comment": 'a " and \\ and {{{'}
        first, *lines = json.dumps(answer, indent=indent).split("\n")
        _, result = opened((FILE, first), *(("", line) for line in lines), *START[1:])
        assert result.export.path == "EXPORT_FILE"

    def test_one_that_ends_early(self) -> None:
        first, *_ = json.dumps({"exportBundle": export()}, indent=1).split("\n")
        talk, _ = opened((FILE, first), ("", '"exportBundle": "'), ("", ""), *START)
        assert "This is a part of an export: its end is cut off. Copy it whole" in talk.text

    @pytest.mark.parametrize(
        ("pasted", "how"),
        [
            ("'{}'", "in quotes (')"),
            ("[{}]", "among other text"),
            ("> {}", "among other text"),
            ("\u201c{}\u201d", "among other text"),
        ],
    )
    def test_one_with_marks_around_it(self, pasted: str, how: str) -> None:
        talk, _ = opened((FILE, pasted.replace("{}", export())), *START[1:])
        assert f"It was not as the service sends it, but {how}. It was read all the same: " in talk.text

    def test_one_whose_lines_are_wrapped(self) -> None:
        first, *lines = wrap(export())
        talk, _ = opened((FILE, first), *(("", line) for line in lines), *START[1:])
        assert "but with line breaks in it." in talk.text

    def test_a_whole_e_mail(self) -> None:
        talk = Script((FILE, "From: Bob"), *START[1:])
        talk.paste = ["Subject: it", "", "Here it is:", *wrap(export()), "", "Bye"]
        result = ask_to_open(talk, ENCLAVE.keys)
        assert result.export.path == "EXPORT_FILE"
        assert "but with line breaks in it, among other text." in talk.text

    def test_paste_is_what_one_does(self) -> None:
        talk, _ = opened((FILE, "paste"), *START)
        assert "Paste it now, and press Enter." in talk.said

    def test_a_key_in_a_pasted_e_mail_is_cleared(self) -> None:
        talk = Script((FILE, "From: Bob"), START[2])
        talk.paste = [export(), TARGET.private_key_hex()]
        assert ask_to_open(talk, ENCLAVE.keys).key_name == "KEY_FILE"
        assert "(cleared)" in talk.said

    def test_an_e_mail_without_an_export(self) -> None:
        talk = Script((FILE, "From: Bob"), *START)
        talk.paste = ["Subject: lunch?"]
        ask_to_open(talk, ENCLAVE.keys)
        assert "This is not an export: " in talk.text

    def test_a_key_in_two_lines(self) -> None:
        first, second = wrap(TARGET.private_key_hex(), 40)
        talk = Script(START[0], (KEY, "paste"), ("shown", first), START[2])
        paste = talk.pasted
        talk.pasted = lambda *, is_hidden=False: [second] if is_hidden else paste()  # type: ignore[method-assign]
        assert ask_to_open(talk, ENCLAVE.keys).key_name == "KEY_FILE"


class TestTheKey:
    @pytest.mark.parametrize(
        "content",
        [
            f"> {TARGET.private_key_hex()}\n",
            "".join(f"> {line}\n" for line in wrap(TARGET.private_key_hex(), 40)),
            f"1. {'1f' * 32}\n2. {TARGET.private_key_hex()}\n",
            re.sub("0", "O", TARGET.private_key_hex()),
            json.dumps({"value": jwk(), "expiry": 1}),
            json.dumps({"value": json.dumps(jwk()), "expiry": 1}),
            f"TURNKEY_EMBEDDED_KEY\t{json.dumps({'value': jwk(), 'expiry': 1})}",
        ],
    )
    @pytest.mark.parametrize("place", ["file", "folder"])
    def test_one_as_people_keep_it(self, content: str, place: str) -> None:
        Path("keys").mkdir()
        Path("keys", "kept").write_text(content)
        _, result = opened(START[0], (KEY, "keys/kept" if place == "file" else "keys"), START[2])
        assert result.key_name == "keys/kept"

    def test_one_beside_a_public_key_of_another(self) -> None:
        Path("kept").write_text(json.dumps({**jwk(), "x": jwk()["y"]}))
        talk, _ = opened(START[0], (KEY, "kept"), *START[1:])
        assert "This key cannot be used: kept: the private key of the JWK does not belong to" in talk.text

    def test_an_unusable_one_of_a_browser(self) -> None:
        for value in (5, "{", "\ud800"):
            Path("kept").write_text(json.dumps({"value": value, "expiry": 1}))
            talk, _ = opened(START[0], (KEY, "kept"), *START[1:])
            assert NOT_A_KEY in talk.said

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (
                ENCLAVE.import_bundle(organization_id=ORGANIZATION, user_id=USER),
                "This is an import bundle, not",
            ),
            (
                json.loads((CAPTURED / "credential_bundle.json").read_text())["bundle"],
                "This is what older log-ins send, not the key of an export.",
            ),
            (OF_WALLET, "This is an address, not the key."),
        ],
    )
    def test_what_people_take_for_one(self, content: str, said: str) -> None:
        Path("other").write_text(content)
        talk, _ = opened(START[0], (KEY, "other"), *START[1:])
        assert said in talk.text

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("", "Type the name of a file, and press Enter."),
            ("none", "There is no file of this name."),
            (
                "answer.json",
                "This is the export. Its key is another file.",
            ),
            ("{here}/answer.json", "This is the export. Its key is another file."),
            ("copy.json", "This is the export. Its key is another file."),
            ("other.json", "This is another export, not a key."),
            ("two.json", "This is another export, not a key."),
            ("t.public", "This is a public key. The private key opens the export: it is in another file."),
            (
                "export.public",
                "This is the public half of the key. The private half is beside it: export.private",
            ),
            ("words.txt", "These are the words of a wallet, not the key."),
            *((name, NOT_A_KEY) for name in ("api.private", "note.txt", "order.txt")),
            ("label.pem", "This key cannot be used: label.pem: the private key does not parse"),
            ("large", "This file is larger than any export."),
            ("dangling", "This is not a file that can be read."),
            ("/dev/zero", "This is not a file that can be read."),
            ("env:SEALWAX_NOT_SET", "This key cannot be used: "),
            ("empty", "Keys in the folder: 0."),
        ],
    )
    def test_what_is_not_one(self, here: Path, typed: str, said: str) -> None:
        for name in ("t.public", "export.public"):
            Path(name).write_text(TARGET.public_key)
        Path("copy.json").write_text(json.dumps({"exportBundle": Path("answer.json").read_text()}))
        Path("other.json").write_text(export())
        Path("two.json").write_text(json.dumps({"exportBundle": export(), "address": 5}))
        Path("words.txt").write_text(WORDS)
        Path("note.txt").write_text(f"MetaMask is {OF_WALLET}")
        Path("order.txt").write_text("0x" + "ff" * 32)
        Path("label.pem").write_text("\ufeff-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----")
        with Path("large").open("wb") as file:
            file.truncate(MAX_ANSWER_BYTES + 1)
        ApiKey(b"\x1f" * 32, "p256").save(Path("api.private"))
        Path("dangling").symlink_to("nowhere")
        Path("empty").mkdir()
        talk, _ = opened(START[0], (KEY, typed.format(here=here)), *START[1:])
        assert said in talk.text
        assert "is not hex" not in talk.text

    def test_one_that_is_pasted_where_it_shows(self) -> None:
        talk, result = opened(START[0], (KEY, TARGET.private_key_hex()), START[2])
        assert "(cleared)" in talk.said
        assert result.key_name == "KEY_FILE"

    def test_what_is_pasted_and_is_no_key(self) -> None:
        talk, _ = opened(START[0], (KEY, TARGET.public_key), (KEY, "none"), *START[1:])
        said = "This is a public key. The private key opens the export: it is in another file."
        assert said in talk.said
        assert "If it is secret" not in talk.text
        hint = "To paste a key, type paste and press Enter first, then paste the key."
        assert talk.said.count(hint) == 1

    def test_nothing_pasted_is_the_way_back(self) -> None:
        _, result = opened(START[0], (KEY, "paste"), ("shown", ""), *START[1:])
        assert result.key_name == "export.private"

    @pytest.mark.parametrize("mode", [0o600, 0o640, 0o604])
    def test_one_that_others_can_read(self, mode: int) -> None:
        Path("my key").write_text(TARGET.private_key_hex())
        Path("my key").chmod(mode)
        talk, _ = opened(START[0], (KEY, "my key"), START[2])
        line = (
            "Other people who use this computer can read the file of this key. You can stop that later: "
            "chmod 600 'my key'"
        )
        assert (line in talk.said) == (mode != 0o600)

    def test_one_in_the_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SEALWAX_TEST", TARGET.private_key_hex())
        _, result = opened(START[0], (KEY, "env:SEALWAX_TEST"), START[2])
        assert result.key_name == "env:SEALWAX_TEST"

    @pytest.mark.parametrize("is_gone", [False, True])
    def test_one_that_may_not_be_read(self, monkeypatch: pytest.MonkeyPatch, *, is_gone: bool) -> None:
        Path("keys").mkdir()

        def fail(*_: object, **__: object) -> bytes:
            raise PermissionError(13, "Permission denied", "x")

        with monkeypatch.context() as patch:
            if is_gone:
                patch.setattr(recover_export, "read_keys", fail)
                talk = Script((KEY, "keys"))
            else:
                patch.setattr("sealwax.cli.streams.read_file", fail)
                talk = Script((KEY, "export.private"))
            with pytest.raises(AssertionError):
                recover_export._ask_keys(talk, recover_export.Export("answer.json", "", None, None))
        assert "cannot be read: Permission denied." in talk.said[-1]

    def test_an_encrypted_one_asks_for_its_password(self) -> None:
        pem = self.encrypted()
        Path("k.pem").write_bytes(pem)
        talk, result = opened(START[0], (KEY, "k.pem"), (PASSWORD, "wrong"), (PASSWORD, "hunter2"), START[2])
        assert talk.hidden == ["wrong", "hunter2"]
        assert "It does not open: the password is wrong, or the key file was changed." in talk.said
        assert "hunter2" not in talk.text
        assert result.key_name == "k.pem"

    def test_a_wrong_password_with_accents_has_the_whole_cause(self) -> None:
        Path("k.pem").write_bytes(self.encrypted())
        talk, _ = opened(START[0], (KEY, "k.pem"), (PASSWORD, "\u00e4"), (PASSWORD, "hunter2"), START[2])
        cause = "the password is wrong, or the key file was changed; the password has characters"
        assert f"It does not open: {cause}" in talk.text

    def encrypted(self, encoding: serialization.Encoding = serialization.Encoding.PEM) -> bytes:
        key = ec.derive_private_key(int(TARGET.private_key_hex(), 16), ec.SECP256R1())
        return key.private_bytes(
            encoding,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(b"hunter2"),
        )

    @pytest.mark.parametrize("encoding", [serialization.Encoding.PEM, serialization.Encoding.DER])
    def test_one_that_is_encrypted_too_strongly(
        self, monkeypatch: pytest.MonkeyPatch, encoding: serialization.Encoding
    ) -> None:
        monkeypatch.setattr(key_files, "MAX_PBKDF2_ITERATIONS", 1)
        assert self.said_of(self.encrypted(encoding)) == (
            "This key cannot be used: strange: the key derivation takes more work than this library's "
            "limits allow."
        )

    def test_one_that_is_damaged(self) -> None:
        said = "This key cannot be used: strange: the private key does not parse; "
        first, *lines, last = self.encrypted().splitlines(keepends=True)
        assert said in self.said_of(b"".join((first, *lines[:-1], last)))
        key = ec.derive_private_key(1, ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.TraditionalOpenSSL,
            serialization.NoEncryption(),
        )
        assert "must have exactly one private key, from its BEGIN to its END" in self.said_of(key[:-60])
        first, rest = key.split(b"\n", 1)
        header = b"\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n"
        assert "the header of the encrypted key is malformed; " in self.said_of(first + header + rest)

    def test_one_of_another_kind(self) -> None:
        key = ec.derive_private_key(1, ec.SECP384R1())
        pem = key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        assert "the key is of an unsupported kind; it must be on P-256" in self.said_of(pem)
        public = key.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        assert self.said_of(public) == NOT_A_KEY

    def said_of(self, content: bytes) -> str:
        """The words about a file that is not a key that can be used."""
        Path("strange").write_bytes(content)
        talk = Script((KEY, "strange"), START[1])
        recover_export._ask_keys(talk, recover_export.Export("answer.json", "", None, None))
        return talk.said[-2]

    @pytest.mark.parametrize("place", ["file", "paste", "folder"])
    @pytest.mark.parametrize(
        "content",
        [
            f"\ufeff{TARGET.private_key_hex()}".encode(),
            TARGET.private_key_hex().encode("utf-16"),
            f"0x{TARGET.private_key_hex()}".encode(),
            f"The key of the export: {TARGET.private_key_hex().upper()}\r\n".encode(),
            f'{{"private": "0x{TARGET.private_key_hex()}"}}'.encode(),
            "\n".join(wrap(TARGET.private_key_hex(), 32)).encode(),
        ],
    )
    def test_one_with_more_around_it(self, content: bytes, place: str) -> None:
        Path("keys").mkdir()
        Path("keys", "one").write_bytes(content)
        if place == "paste":
            pasted = content.decode("utf-16-le" if b"\0" in content else "utf-8")
            answers = [(KEY, "paste"), ("shown", pasted)]
        else:
            answers = [(KEY, "keys/one" if place == "file" else "keys")]
        talk, result = opened(START[0], *answers, START[2])
        assert (recover_export._MENDED in talk.said) == (place != "folder")
        assert result.is_mended

    def test_an_encrypted_one_with_a_mark(self) -> None:
        Path("k.pem").write_text("\ufeff" + self.encrypted().decode())
        wrong = [(KEY, "k.pem"), (PASSWORD, "wrong"), (PASSWORD, "")]
        talk, result = opened(START[0], *wrong, (KEY, "k.pem"), (PASSWORD, "hunter2"), START[2])
        assert "To take another key, press Enter alone." in talk.text
        assert result.key_name == "k.pem"

    def test_one_that_looks_right_and_is_not(self) -> None:
        Path("metamask.txt").write_text("0x" + "1f" * 32)
        talk, _ = opened(START[0], (KEY, "metamask.txt"), START[2], (NUMBER, "2"), START[1])
        assert "This key does not open the export: the export was made for another key." in talk.said

    def test_a_pasted_one_is_not_shown(self) -> None:
        Path("KEY_FILE").touch(mode=0o644)
        talk, result = opened(START[0], (KEY, "paste"), ("shown", TARGET.private_key_hex()), START[2])
        assert talk.hidden == [TARGET.private_key_hex()]
        assert "The export opened with the key that you pasted." in talk.said
        assert "chmod" not in talk.text
        assert result.key_name == "KEY_FILE"

    @pytest.mark.parametrize("prefix", ["", "0x"])
    @pytest.mark.parametrize("count", [63, 65])
    def test_a_pasted_one_of_another_length(self, prefix: str, count: int) -> None:
        pasted = prefix + (TARGET.private_key_hex() + "a")[:count]
        talk, _ = opened(START[0], (KEY, "paste"), ("shown", pasted), *START[1:])
        assert f"a key has 64 digits and letters from a to f, and this has {count}." in talk.text

    @pytest.mark.parametrize("length", [66, 130])
    def test_a_pasted_public_key_is_not_called_too_long(self, length: int) -> None:
        talk, _ = opened(START[0], (KEY, "paste"), ("shown", "02" * (length // 2)), *START[1:])
        assert "This key cannot be used: the pasted text: " in talk.text
        assert "a key has 64 digits" not in talk.text

    def test_a_pasted_one_in_pem(self) -> None:
        first, *lines = self.encrypted().decode().splitlines()
        pasted = [("shown", first), *(("", line) for line in lines), (PASSWORD, "hunter2")]
        talk, _ = opened(START[0], (KEY, "Paste"), *pasted, START[2])
        assert talk.hidden == [first, *lines, "hunter2"]

    def test_a_pasted_one_that_does_not_end(self) -> None:
        lines = [("", "x")] * recover_export._MOST_PEM_LINES
        pasted = [("shown", "-----BEGIN PRIVATE KEY-----"), *lines]
        talk, _ = opened(START[0], (KEY, "paste"), *pasted, *START[1:])
        assert "This key cannot be used: the pasted text: " in talk.text

    def test_another_key(self) -> None:
        TargetKey.generate().save(Path("other.private"))
        wrong = [(KEY, "other.private"), START[2], (NUMBER, "2")]
        talk, result = opened(START[0], *wrong, (KEY, "export.private"))
        assert "This is a key. It is tried after the next question." in talk.said
        assert "This key does not open the export: the export was made for another key." in talk.said
        assert result.key_name == "export.private"

    def test_another_export(self) -> None:
        Path("other.json").write_text(export(target_public_key=TargetKey.generate().public_key))
        _, result = opened((FILE, "other.json"), *START[1:], (NUMBER, "3"), *START)
        assert result.export.path == "answer.json"

    def test_a_folder_of_keys(self) -> None:
        keys = Path("keys")
        keys.mkdir()
        (keys / "readme").write_text("x")
        TargetKey.generate().save(keys / "a.private")
        wrong = [START[0], (KEY, "keys"), START[2]]
        TARGET.save(Path("right.private"))
        right = [
            (NUMBER, "1"),
            (FOLDER, "nowhere"),
            (FOLDER, "answer.json"),
            (FOLDER, "empty"),
            (FOLDER, "."),
        ]
        Path("empty").mkdir()
        talk, result = opened(*wrong, *right)
        assert "Files in the folder that were skipped: 1. They are not keys, or need a password." in talk.said
        assert "Keys in the folder: 1." in talk.said
        assert "were not searched" not in talk.text
        assert talk.said.count("There is no folder of this name. Check the spelling.") == 2
        assert result.key_name == "export.private"

    def test_a_folder_of_folders(self) -> None:
        keys = Path("Desktop") / "keys"
        keys.mkdir(parents=True)
        TARGET.save(keys / "right.private")
        talk, _ = opened(START[0], (KEY, "Desktop"), (KEY, "Desktop/keys"), START[2])
        assert "Keys in the folder: 0." in talk.said
        assert "The folders in it were not searched: keys" in talk.said
        assert "To search one, type the folder, a slash and its name." in talk.said

    def test_none_of_a_folder(self) -> None:
        keys = Path("keys")
        keys.mkdir()
        for name in "ab":
            TargetKey.generate().save(keys / f"{name}.private")
        talk, _ = opened(START[0], (KEY, "keys"), START[2], (NUMBER, "2"), START[1])
        assert "None of these 2 keys opens the export." in talk.said


class TestTheOrganization:
    def test_a_wrong_one(self) -> None:
        other = "00000000-0000-4000-8000-000000000000"
        talk, result = opened(*START[:2], (ORG, other), (ORG, f" '{ORGANIZATION.upper()}' "))
        assert "The export is signed for another organization than you typed." in talk.said
        assert result.organization_id == ORGANIZATION

    @pytest.mark.parametrize("typed", ["I do not know", "2", ORGANIZATION[:-1], f"{{{ORGANIZATION}}}"])
    def test_what_is_not_one(self, typed: str) -> None:
        talk, _ = opened(*START[:2], (ORG, typed), START[2])
        assert "This is not an id. If you do not know it, press Enter." in talk.said
        assert "signed for another organization" not in talk.text

    def test_letters_that_look_like_digits(self) -> None:
        _, result = opened(*START[:2], (ORG, ORGANIZATION.replace("0", "O").replace("1", "l")))
        assert result.organization_id == ORGANIZATION

    def test_it_is_shown_to_those_who_do_not_know_it(self) -> None:
        talk, _ = opened(*START[:2], (ORG, ""), ("no", "yes"))
        assert f"The export is signed for the organization {ORGANIZATION}" in talk.said

    def test_who_has_another_stops_and_is_told_whom_to_ask(self) -> None:
        talk = Script(*START[:2], (ORG, ""), ("no", "no"))
        with pytest.raises(click.exceptions.Exit) as stopped:
            ask_to_open(talk, ENCLAVE.keys)
        assert stopped.value.exit_code == 1
        assert talk.said[-2] == (
            "Stop here, and do not use what is in this export: it was made for somebody else."
        )
        assert talk.said[-1].startswith("Ask the company of the app that kept your wallet for the export of ")

    def test_capitals_do_not_matter(self) -> None:
        talk, _ = opened(*START[:2], (ORG, ORGANIZATION.upper()))
        assert "This is the organization of the export; only the capitals differ." in talk.said

    @pytest.mark.parametrize("answers", [[(ORG, ""), ("no", "yes")], [(ORG, ORGANIZATION)]])
    def test_one_in_capitals(self, answers: list[tuple[str, str]]) -> None:
        Path("answer.json").write_text(export(organization_id=ORGANIZATION.upper()))
        _, result = opened(*START[:2], *answers)
        assert result.organization_id == ORGANIZATION.upper()

    def test_who_does_not_know_goes_on(self) -> None:
        talk, result = opened(*START[:2], (ORG, ""), ("no", "perhaps"), ("no", ""))
        assert (
            "Only an address that you know shows that the wallet in it is yours. "
            "It does not matter who sent it."
        ) in talk.said
        assert "If you do not know, press Enter: your address is checked next." in talk.text
        assert result.organization_id == ORGANIZATION

    @pytest.mark.parametrize("name", ["mine", "\x1b[31m", "x" * 500, "1f" * 32])
    def test_one_of_another_form_must_be_known(self, name: str) -> None:
        Path("answer.json").write_text(export(organization_id=name))
        talk, result = opened(*START[:2], (ORG, ""), (ORG, name))
        assert "The export names no id of the usual form. Type the id that you know." in talk.said
        assert name not in talk.text
        assert result.organization_id == name


class TestWhatIsInIt:
    def test_a_key(self) -> None:
        Path("answer.json").write_text(export(b"\x1f" * 32))
        talk, result = opened(*START)
        assert isinstance(result.content, ExportedAccount)
        assert (
            "In the export is the private key of a single account, not the words of a whole wallet."
            in talk.said
        )
        assert "1f1f" not in talk.text

    def test_a_passphrase(self) -> None:
        Path("answer.json").write_text(export(f"{WORDS}\nhunter2"))
        talk, _ = opened(*START)
        assert "The wallet has a passphrase, too." in talk.text
        assert "hunter2" not in talk.text

    def test_what_is_not_valid_bip_39(self) -> None:
        Path("answer.json").write_text(export("a secret of another kind"))
        talk, _ = opened(*START)
        assert "a text that is not a valid phrase of BIP-39." in talk.text
        assert "open it with: sealwax decrypt-secret" in talk.text

    def test_what_is_not_text(self) -> None:
        Path("other.json").write_text(export(b"\xff" * 33))
        talk, _ = opened((FILE, "other.json"), *START[1:], *START)
        assert (
            "This export cannot be opened: the content of the export bundle (33 bytes) is not UTF-8"
            in talk.text
        )

    def test_one_without_its_parts(self) -> None:
        bundle = json.loads(export())
        data = json.dumps({"organizationId": ORGANIZATION}).encode()
        Path("other.json").write_text(json.dumps({**bundle, "data": data.hex()}))
        assert "This is an export that cannot be trusted" in told_of("other.json")
