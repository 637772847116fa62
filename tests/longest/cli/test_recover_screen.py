"""``sealwax recover`` on the screens that people have, as an emulator of a terminal shows them."""

import json
import unicodedata
from pathlib import Path

import pyte
import pytest

from sealwax.testing import ReferenceEnclave
from tests.cli.terminal import Dialogue
from tests.conftest import ORGANIZATION, ROOT, SEED, TARGET
from tests.leaks import find_secrets

ENCLAVE = ReferenceEnclave(SEED)
SIGNER = ("--signer-public-key", str(ENCLAVE.keys.signer))
SIZES = [(80, 24), (40, 24)]
TWELVE = "legal winner thank year wave sausage worth useful legal winner thank yellow"
LONG = (
    "dignity pass list indicate nasty swamp pool script soccer toe leaf photo multiply desk host tomato "
    "cradle drill spread actor shine dismiss champion exotic"
)
PASSPHRASE = "Tr0ub4dor & drei"
WRITTEN, TEST = "the screen is then cleared", "yes or no"


def of_language(language: str) -> str:
    """Return a mnemonic of 24 words in a language."""
    groups = json.loads((ROOT / "vectors" / "bip39.json").read_text())["testGroups"]
    return next(
        str(case["mnemonic"])
        for group in groups
        for case in group["tests"]
        if case.get("language") == language and len(case["mnemonic"].split()) == 24
    )


def export(content: str) -> str:
    return ENCLAVE.export_plaintext(
        content.encode(), organization_id=ORGANIZATION, target_public_key=TARGET.public_key
    )


class Screen:
    """The dialogue on a screen of a size, after a file with an export or several was named."""

    def __init__(self, folder: Path, answer: str, size: tuple[int, int]) -> None:
        (folder / "answer.json").write_text(answer)
        (folder / "export.private").write_text(TARGET.private_key_hex())
        (folder / "export.private").chmod(0o600)
        self.size = size
        self.dialogue = Dialogue("recover", *SIGNER, cwd=folder, size=size)
        self.dialogue.answer("File", "answer.json")

    @property
    def lines(self) -> list[str]:
        """The text on the screen, without the lines that were scrolled out of it."""
        screen = pyte.Screen(*self.size)
        pyte.ByteStream(screen).feed(self.dialogue.shown)
        return [line.rstrip() for line in screen.display]

    def show_words(self) -> None:
        """Go on to the pause after the words."""
        answers = [("Address", ""), ("Number", ""), ("Number", "2"), ("again", "show")]
        for prompt, answer in answers:
            self.dialogue.answer(prompt, answer)
        self.dialogue.wait(WRITTEN)

    def see_all(self) -> tuple[set[int], int]:
        """List the choices page by page; return the numbers that were on the screen, and the pages."""
        seen: set[int] = set()
        pages = 0
        while True:
            assert pages < 1000
            self.dialogue.wait("Number")
            seen |= {number_of(line) for line in self.lines}
            pages += 1
            page = " ".join(self.dialogue.text.rpartition("Number: more\n")[2].split())
            if "Type more to list the next ones." not in page:
                return seen - {0}, pages
            self.dialogue.answer("Number", "more")


def opened(folder: Path, content: str, size: tuple[int, int]) -> Screen:
    """Open an export with some content."""
    screen = Screen(folder, export(content), size)
    for prompt, answer in (("Key", "export.private"), ("id", ORGANIZATION)):
        screen.dialogue.answer(prompt, answer)
    return screen


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "content",
    [
        TWELVE,
        LONG,
        f"{LONG}\n{PASSPHRASE}",
        of_language("japanese"),
        of_language("korean"),
        of_language("chinese_simplified"),
    ],
)
def test_all_words_are_on_the_screen_when_the_pause_comes(
    tmp_path: Path, content: str, size: tuple[int, int]
) -> None:
    screen = opened(tmp_path, content, size)
    screen.show_words()
    shown = "".join("\n".join(screen.lines).split())
    mnemonic, _, passphrase = content.partition("\n")
    places = []
    for number, word in enumerate(mnemonic.split(), 1):
        places.append(shown.find(f"{number}.{unicodedata.normalize('NFC', word)}"))
    assert places == sorted(places)
    assert -1 not in places
    assert f"The passphrase: {passphrase}" in screen.lines or not passphrase
    screen.dialogue.answer(WRITTEN, "")
    screen.dialogue.wait(TEST)
    left = "\n".join(screen.lines)
    assert left.startswith("The screen was cleared. If you can")
    assert find_secrets([left], [mnemonic]) == []
    screen.dialogue.answer(TEST, "no")
    assert screen.dialogue.end() == 0
    _, _, after = screen.dialogue.text.rpartition("\x1b[3J")
    assert find_secrets([after], [mnemonic]) == []


def test_the_advice_stays_after_the_words_are_cleared(tmp_path: Path) -> None:
    screen = opened(tmp_path, TWELVE, (80, 60))
    screen.show_words()
    screen.dialogue.answer(WRITTEN, "")
    screen.dialogue.answer(TEST, "no")
    assert screen.dialogue.end() == 0
    left = "\n".join(screen.lines)
    for said in (
        "The screen was cleared.",
        "Next steps:",
        "- Test the paper, offline: sealwax recover --paper",
        "- Keep the paper.",
    ):
        assert said in left


def test_a_plain_terminal_gets_no_escapes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    screen = opened(tmp_path, TWELVE, (80, 24))
    screen.show_words()
    screen.dialogue.answer(WRITTEN, "")
    screen.dialogue.answer(TEST, "no")
    assert screen.dialogue.end() == 0
    assert "\x1b" not in screen.dialogue.text
    assert (
        "This terminal cannot be cleared: close this window when you have read what" in screen.dialogue.text
    )


def test_a_word_is_mistyped_and_the_paper_is_right(tmp_path: Path) -> None:
    screen = opened(tmp_path, TWELVE, (80, 24))
    screen.show_words()
    screen.dialogue.answer(WRITTEN, "")
    screen.dialogue.answer(TEST, "")
    screen.dialogue.answer("Word 1", "legal winer")
    screen.dialogue.wait("Word 2")
    assert "Similar words: wine, winter, winner" in screen.dialogue.text
    screen.dialogue.answer("Word 2", TWELVE.removeprefix("legal "))
    assert screen.dialogue.end() == 0
    _, _, after = screen.dialogue.text.rpartition("\x1b[3J")
    assert "The paper is right. Its words give the wallet's address: Ethereum: 0x" in " ".join(after.split())
    assert find_secrets([after], [TWELVE]) == []


def test_a_pasted_e_mail_is_read_to_its_end(tmp_path: Path) -> None:
    screen = Screen(tmp_path, export(TWELVE), (80, 24))
    screen.dialogue.answer("Key", "back")
    both = f"The export: {export(TWELVE)}\nand its key: {TARGET.private_key_hex()}"
    mail = f"From: Bob\nSubject: it\n\n{both}\n\nBye"
    screen.dialogue.answer("File", mail)
    screen.dialogue.answer("Organization id", ORGANIZATION)
    assert screen.dialogue.interrupt("Address") == 130
    assert "In the same text is a private key, too" in screen.dialogue.text


def test_an_interrupt_clears_the_words(tmp_path: Path) -> None:
    screen = opened(tmp_path, TWELVE, (80, 24))
    screen.show_words()
    assert screen.dialogue.interrupt(WRITTEN) == 130
    assert [line for line in screen.lines if line] == [
        "The screen was cleared. If you can still scroll to what was shown, close this",
        "window later.",
        "Stopped. Nothing was written.",
    ]


@pytest.mark.parametrize("size", SIZES)
def test_lines_are_as_wide_as_the_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    screen = opened(tmp_path, TWELVE, size)
    answers = [("Address", ""), ("Number", ""), ("Number", "1"), ("New file", "")]
    for prompt, answer in answers:
        screen.dialogue.answer(prompt, answer)
    assert screen.dialogue.end() == 0
    lines = screen.dialogue.text.splitlines()
    # The last line is a command, which people copy; the third is an answer with an id.
    for line in lines[:-1]:
        longest = max(map(len, line.split()), default=0)
        assert len(line) <= size[0] or longest + 4 > size[0] or ORGANIZATION in line, line
    assert sum(len(line) > size[0] * 3 // 4 for line in lines) > 10


def number_of(line: str) -> int:
    """Return the number in front of a line; 0 if there is none."""
    number, _, rest = line.partition(". ")
    return int(number) if rest and number.isdigit() else 0


@pytest.mark.parametrize("size", SIZES)
def test_all_formats_come_in_pages(tmp_path: Path, size: tuple[int, int]) -> None:
    screen = opened(tmp_path, TWELVE, size)
    screen.dialogue.answer("Address", "")
    seen, pages = screen.see_all()
    # Nothing was scrolled out of the screen unseen.
    assert seen == set(range(1, max(seen) + 1))
    assert pages > 1
    assert screen.dialogue.interrupt("Number") == 130


@pytest.mark.parametrize("size", SIZES)
def test_many_exports_come_in_pages(tmp_path: Path, size: tuple[int, int]) -> None:
    exports = "\n".join(export(TWELVE) for _ in range(30))
    screen = Screen(tmp_path, exports, size)
    seen, pages = screen.see_all()
    assert seen == set(range(1, 31))
    assert pages > 1
    screen.dialogue.answer("Number", "30")
    screen.dialogue.wait("Key")
    assert screen.dialogue.interrupt("Key") == 130
