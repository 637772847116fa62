import fcntl
import io
import os
import pty
import struct
import sys
import termios
from collections.abc import Iterator
from contextlib import redirect_stderr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax.cli import conversation
from sealwax.cli.conversation import (
    Back,
    StartAgain,
    Terminal,
    ask_secret,
    choose,
    confirm,
    in_columns,
    number_in,
    say_page,
    terminal,
    walk,
)
from tests.cli.script import Script

ESCAPE = "\x1b"


class Typist:
    """A terminal of this process, and who types on it."""

    def __init__(self) -> None:
        self.leader, self.follower = pty.openpty()

    def fileno(self) -> int:
        return self.follower

    def type(self, keys: str | bytes) -> None:
        os.write(self.leader, keys.encode() if isinstance(keys, str) else keys)


@pytest.fixture
def typist(monkeypatch: pytest.MonkeyPatch) -> Iterator[Typist]:
    typist = Typist()
    monkeypatch.setattr(sys, "stdin", typist)
    yield typist
    os.close(typist.leader)
    os.close(typist.follower)


class TestTerminal:
    @pytest.mark.parametrize(
        ("keys", "line"),
        [
            ("answer.json\n", "answer.json"),
            ("answer.json\r", "answer.json"),
            ("\n", ""),
            ("anx\x7fswer\n", "answer"),
            ("anx\bswer\n", "answer"),
            ("\x7f\x7fa\n", "a"),
            ("nothing\x15answer\n", "answer"),
            ("\x15\n", ""),
            (f"a{ESCAPE}[Ab{ESCAPE}OBc{ESCAPE}[1;5Cd{ESCAPE}xe{ESCAPE}[200~f{ESCAPE}[201~\n", "abcdef"),
            (f"{ESCAPE}{ESCAPE}[Aa\n", "a"),
            (f"a{ESCAPE}\n", "a"),
            ("a\x04b\x01c\x00\n", "abc"),
            ("\u00fc\u5b57\u3000\u202e\t.\n", "\u00fc\u5b57\u3000\u202e\t."),
            ("\u00fc\x7fu\n", "u"),
        ],
    )
    def test_what_is_typed_is_the_answer(
        self, typist: Typist, capfd: pytest.CaptureFixture[str], keys: str, line: str
    ) -> None:
        with terminal() as talk:
            typist.type(keys)
            assert talk.ask("File") == line
        shown = capfd.readouterr()
        assert (shown.out, shown.err[:6], shown.err[-1]) == ("", "File: ", "\n")
        assert not {ESCAPE, "\u202e", "\x01"} & set(shown.err)

    def test_it_is_shown_once(self, typist: Typist, capfd: pytest.CaptureFixture[str]) -> None:
        with terminal() as talk:
            typist.type("anx\x7fswer\n\n")
            talk.ask("File")
            talk.ask("")
        assert capfd.readouterr().err == "File: anx\b \bswer\n\n"

    def test_the_lines_of_a_paste(self, typist: Typist, capfd: pytest.CaptureFixture[str]) -> None:
        with terminal() as talk:
            typist.type("From: Bob\n\nBye\n")
            assert talk.ask("File") == "From: Bob"
            assert talk.pasted() == ["", "Bye"]
            typist.type("a\nb\n")
            assert talk.ask("Key", is_hidden=True) == "a"
            assert talk.pasted(is_hidden=True) == ["b"]
        assert capfd.readouterr().err == "File: From: Bob\n\nBye\nKey: \n\n"

    @pytest.mark.parametrize("name", ["dumb", "xterm"])
    def test_only_a_screen_is_cleared(
        self, typist: Typist, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        monkeypatch.setenv("TERM", name)
        with terminal() as talk:
            talk.will_show()
        assert not talk.has_shown
        shown = capfd.readouterr().err
        assert (ESCAPE in shown, "cannot be cleared" in shown) == (name == "xterm", name == "dumb")
        assert typist.follower

    def test_a_hidden_answer_is_not_shown(self, typist: Typist, capfd: pytest.CaptureFixture[str]) -> None:
        with terminal() as talk:
            typist.type("hunter3\x7f2\n")
            assert talk.ask("Password", is_hidden=True) == "hunter2"
        assert capfd.readouterr().err == "Password: \n"

    @pytest.mark.parametrize("keys", ["\x04", "abc\x15\x04"])
    def test_the_end_of_input(self, typist: Typist, keys: str) -> None:
        with terminal() as talk:
            typist.type(keys)
            with pytest.raises(EOFError):
                talk.ask("File")

    def test_a_terminal_that_is_gone(self, typist: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "read", lambda *_: b"")
        with pytest.raises(EOFError):
            Terminal(typist.follower).ask("File")

    def test_a_line_is_bounded(self, typist: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(conversation, "MAX_ANSWER_BYTES", 5000)
        left = [b"x" * 4096, b"y" * 4096, b"\n"]
        monkeypatch.setattr(os, "read", lambda *_: left.pop(0))
        assert Terminal(typist.follower).ask("File") == "x" * 4096 + "y" * 905

    @given(st.lists(st.binary(min_size=1, max_size=40)))
    def test_any_keys_give_a_line_or_the_end(self, chunks: list[bytes]) -> None:
        reads = iter([*chunks, b"\n", b"~\n", b""])  # the second ends what an escape began
        with pytest.MonkeyPatch.context() as patch, redirect_stderr(io.StringIO()) as shown:
            patch.setattr(os, "read", lambda *_: next(reads))
            try:
                line = Terminal(0).ask("File")
            except EOFError:
                line = ""
        assert "\n" not in line
        assert not {chr(code) for code in (*range(8), *range(14, 32), *range(0x80, 0xA0))} & set(
            shown.getvalue()
        )

    def test_the_rest_of_a_paste_is_forgotten(self, typist: Typist) -> None:
        with terminal() as talk:
            typist.type("one\ntwo\nthree\n")
            assert talk.ask("File") == "one"
            talk.discard()
            typist.type("four\n")
            assert talk.ask("File") == "four"

    def test_it_is_left_as_it_was(self, typist: Typist) -> None:
        before = termios.tcgetattr(typist.follower)
        with pytest.raises(KeyboardInterrupt), terminal():
            changed = termios.tcgetattr(typist.follower)
            assert not changed[3] & (termios.ECHO | termios.ICANON)
            assert changed[3] & termios.ISIG
            assert changed[6][termios.VSUSP] == b"\0"
            raise KeyboardInterrupt
        assert termios.tcgetattr(typist.follower) == before

    def test_what_controls_a_terminal_is_escaped(
        self, typist: Typist, capfdbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        talk = Terminal(typist.follower)
        talk.say("a\x1b[31m\nb", "c")
        talk.show(["1. one"], b"secret\n")
        assert capfdbinary.readouterr() == (b"1. one\nsecret\n", b"a\\u001b[31m\\nb\nc\n")

    def test_what_was_shown_is_cleared_in_the_end(
        self, typist: Typist, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert typist.fileno()
        with pytest.raises(KeyboardInterrupt), terminal() as talk:
            talk.show(["1. one", "2. two"], b"")
            assert talk.has_shown
            raise KeyboardInterrupt
        shown = capfd.readouterr()
        assert shown.out == "1. one\n2. two\n"
        assert shown.err.startswith("\x1b[H\x1b[2J\x1b[3JThe screen was cleared. ")
        talk.clear()
        assert capfd.readouterr().err == ""


class TestTheSize:
    @pytest.fixture
    def narrow(self, typist: Typist) -> Terminal:
        fcntl.ioctl(typist.follower, termios.TIOCSWINSZ, struct.pack("4H", 12, 20, 0, 0))
        return Terminal(typist.follower)

    @pytest.mark.parametrize(
        ("line", "shown"),
        [
            ("", [""]),
            ("- a line that is wrapped here", ["- a line that is", "  wrapped here"]),
            ("  a line that is wrapped here", ["  a line that is", "  wrapped here"]),
            ("a long-hyphenated-word-is-kept", ["a", "long-hyphenated-word-is-kept"]),
        ],
    )
    def test_lines_are_wrapped_between_words(
        self, narrow: Terminal, capfd: pytest.CaptureFixture[str], line: str, shown: list[str]
    ) -> None:
        narrow.say(line)
        assert capfd.readouterr().err.splitlines() == shown
        narrow.say(line, is_wrapped=False)
        assert capfd.readouterr().err == f"{line}\n"

    def test_what_fits_leaves_room_for_a_question(self, narrow: Terminal) -> None:
        assert narrow.fitting(["x"] * 20, []) == 9
        assert narrow.fitting(["x"] * 20, ["a line that is wrapped here", ""]) == 6
        assert narrow.fitting(["x", "a line that is wrapped here"] * 20, []) == 6
        assert narrow.fitting(["x" * 41] * 20, []) == 3
        assert narrow.fitting(["x"], []) == 1

    def test_without_a_terminal_everything_fits(self) -> None:
        with open(os.devnull) as nothing:  # noqa: PTH123 - a descriptor is needed
            assert Terminal(nothing.fileno()).fitting(["x"] * 99, []) == 99


@pytest.mark.parametrize(
    ("words", "columns", "rows", "lines"),
    [
        ([], 80, 18, []),
        (["1. a", "2. b"], 80, 2, ["1. a", "2. b"]),
        (["1. a", "2. bcd", "3. e"], 80, 2, ["1. a    2. bcd", "3. e"]),
        (["1. a", "2. b", "3. c"], 4, 1, ["1. a", "2. b", "3. c"]),
        (["1. a", "2. b", "3. c"], 16, 1, ["1. a  2. b  3. c"]),
        (["1. a", "2. b", "3. c"], 0, -6, ["1. a", "2. b", "3. c"]),
        (["\u3042", "b"], 80, 1, ["\u3042  b"]),
    ],
)
def test_words_in_columns(words: list[str], columns: int, rows: int, lines: list[str]) -> None:
    assert in_columns(words, columns, rows) == lines


def test_choices_in_pages() -> None:
    talk = Script(("Number", "More"), ("Number", "more"), ("Number", "more"), ("Number", "2"))
    talk.rows = 2
    assert choose(talk, "Which?", list("abcde")) == 1
    hint = "There are 5. Type more to list the next ones."
    assert talk.said == [
        *("Which?", "1. a", "2. b", hint, "3. c", "4. d", hint, "5. e"),
        "Type a number from 1 to 5, and press Enter.",
    ]


class Steps:
    """Steps that note their calls, and raise what is listed for a call."""

    def __init__(self, *raised: type[Back] | None) -> None:
        self.calls: list[int] = []
        self._raised = iter(raised)

    def step(self, number: int, *, asks: bool = True) -> bool:
        self.calls.append(number)
        raised = next(self._raised, None)
        if raised is not None:
            raise raised
        return asks


@pytest.mark.parametrize(
    ("raised", "calls"),
    [
        ((), [0, 1, 2]),
        ((Back,), [0, 0, 1, 2]),
        ((None, None, Back), [0, 1, 2, 0, 1, 2]),
        ((None, None, StartAgain), [0, 1, 2, 0, 1, 2]),
        ((None, StartAgain, Back), [0, 1, 0, 0, 1, 2]),
    ],
)
def test_the_way_back_leads_to_what_was_asked(
    raised: tuple[type[Back] | None, ...], calls: list[int]
) -> None:
    steps, talk = Steps(*raised), Script()
    walk(talk, [lambda: steps.step(0), lambda: steps.step(1, asks=False), lambda: steps.step(2)])
    assert steps.calls == calls
    assert bool(talk.said) == (raised[-1:] == (Back,) and calls[-4] == calls[-3])


@pytest.mark.parametrize(
    ("rows", "pages"),
    [
        (3, ["a", "|Next:|b", "c|d"]),
        (4, ["a||Next:|b", "c|d"]),
        (1, ["a", "", "Next:", "b", "c", "d"]),
    ],
)
def test_a_heading_goes_to_the_page_of_its_lines(rows: int, pages: list[str]) -> None:
    lines = ["a", "", "Next:", "b", "c", "d"]
    found: list[str] = []
    start = 0
    while len(found) < len(pages):
        talk = Script()
        talk.rows = rows
        start = say_page(talk, lines, start, ())
        found.append("|".join(talk.said))
    assert (found, start) == (pages, 0)


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        *[("1", 0), (" 3. ", 2), ("2)", 1), ("12", 11), ("0", None), ("13", None), ("", None), ("x", None)],
        *[("-1", None), ("\u0661", None), ("\u00b2", None), ("0000001", None), ("1.5", None)],
    ],
)
def test_numbers(answer: str, place: int | None) -> None:
    assert number_in(answer, 12) == place


def test_a_choice_is_asked_for_until_it_is_one() -> None:
    talk = Script(("Number", "4"), ("Number", "three"), ("Number", "3"))
    assert choose(talk, "Which?", ["a", "b", "c"]) == 2
    assert talk.said[:4] == ["Which?", "1. a", "2. b", "3. c"]
    assert talk.said[4:] == ["Type a number from 1 to 3, and press Enter."] * 2


@pytest.mark.parametrize(("answer", "outcome"), [("y", True), ("YES ", True), ("n", False), ("No", False)])
def test_yes_or_no(answer: str, outcome: bool) -> None:
    talk = Script(("no", ""), ("no", "nope"), ("no", answer))
    assert confirm(talk, "Is it?") is outcome
    assert talk.said == ["Is it?"] + ["Type yes or no, and press Enter."] * 2


class TestSecrets:
    def test_one_that_nothing_checks_is_typed_twice(self) -> None:
        talk = Script(
            *[("Password", "hunter2"), ("again", "hunter3")],
            *[("Password", "hunter2"), ("again", "hunter2")],
        )
        assert ask_secret(talk, "Password", is_repeated=True) == "hunter2"
        assert talk.said == ["The two differ. Type it again."]

    @pytest.mark.parametrize("is_repeated", [False, True])
    def test_an_empty_one_is_the_way_back(self, *, is_repeated: bool) -> None:
        with pytest.raises(Back):
            ask_secret(Script(("Password", "")), "Password", is_repeated=is_repeated)

    def test_an_empty_one_is_the_way_back_at_the_second_time(self) -> None:
        with pytest.raises(Back):
            ask_secret(Script(("Password", "a"), ("again", "")), "Password", is_repeated=True)

    def test_one_that_is_not_utf_8(self) -> None:
        talk = Script(("Password", "a\N{REPLACEMENT CHARACTER}"), ("Password", "a"))
        assert ask_secret(talk, "Password") == "a"
        assert "not in UTF-8" in talk.text
