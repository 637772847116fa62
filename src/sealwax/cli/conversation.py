"""Ask people questions on a terminal: plain lines, no colour, no redrawing, and secrets only on request."""

import codecs
import os
import select
import sys
import textwrap
import unicodedata
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Protocol

import click

from sealwax._limits import MAX_ANSWER_BYTES, MAX_PASTED_LINES

from .streams import printable, write_output


class Conversation(Protocol):
    """The person to ask; in tests, answers from a list."""

    @property
    def has_shown(self) -> bool:
        """Whether a secret is on the screen."""

    def say(self, *lines: str, is_wrapped: bool = True) -> None:
        """Write lines; escape characters that could control a terminal."""

    def fitting(self, lines: Sequence[str], below: Sequence[str]) -> int:
        """Return the number of lines that fit on the screen, above other lines and a prompt."""

    def ask(self, prompt: str, *, is_hidden: bool = False) -> str:
        """Return a typed line; raise ``EOFError`` at the end of input."""

    def pasted(self, *, is_hidden: bool = False) -> list[str]:
        """Return the lines that arrived with the line before, as the lines of a paste do."""

    def discard(self) -> None:
        """Discard typed or pasted input that was not read."""

    def show(self, words: Sequence[str], secret: bytes) -> None:
        """Write a secret to the screen: words in columns if they need them to fit, then other text."""

    def will_show(self) -> None:
        """Clear the screen later, because a secret is about to be typed on it."""

    def clear(self) -> None:
        """Clear the screen if a secret is on it."""


class Back(Exception):  # noqa: N818 - not an error
    """The person returns to the question before."""


class StartAgain(Back):
    """The person returns to the first question."""


BACK: Final = "back"
"""The answer that returns to the question before. Secrets that are not shown have no such answer."""


def answer(talk: Conversation, prompt: str) -> str:
    """Return a typed line without white space around it; raise ``Back`` if it is ``back``."""
    typed = talk.ask(prompt).strip()
    if typed.lower() == BACK:
        raise Back
    return typed


def walk(talk: Conversation, steps: Sequence[Callable[[], bool]]) -> None:
    """Take steps in order. ``back`` returns to the last step that asked something, as its result tells."""
    asked: list[int] = []
    place = 0
    while place < len(steps):
        step = steps[place]
        try:
            asked += [place] if step() else []
            place += 1
        except StartAgain:
            asked, place = [], 0
        except Back:
            if not asked:
                talk.say("This is the first question. To stop, press Ctrl and C together.")
            place = asked.pop() if asked else 0


def choose(talk: Conversation, question: str, choices: Sequence[str]) -> int:
    """Ask for one of several choices by its number, in pages; return its place."""
    numbered = [f"{number}. {choice}" for number, choice in enumerate(choices, 1)]
    more = f"There are {len(choices)}. Type more to list the next ones."
    talk.say(question)
    start = say_page(talk, numbered, 0, (question, more))
    while True:
        if start:
            talk.say(more)
        typed = answer(talk, "Number")
        place = number_in(typed, len(choices))
        if place is not None:
            return place
        if start and typed.lower() == "more":
            start = say_page(talk, numbered, start, (more,))
        else:
            talk.say(f"Type a number from 1 to {len(choices)}, and press Enter.")


def say_page(talk: Conversation, lines: Sequence[str], start: int, below: Sequence[str]) -> int:
    """Write the lines from a place on that fit above others; return the next place, 0 at the end.

    A heading stays with the lines below it.
    """
    end = start + max(1, talk.fitting(lines[start:], below))
    while start + 1 < end < len(lines) and (not lines[end - 1] or lines[end - 1].endswith(":")):
        end -= 1
    talk.say(*lines[start:end])
    return end if end < len(lines) else 0


def number_in(typed: str, count: int) -> int | None:
    """Return the index of the number in an answer, counted from 1; None for other answers."""
    digits = typed.strip().rstrip(".)")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= len(str(count))
    return int(digits) - 1 if is_number and 1 <= int(digits) <= count else None


def confirm(talk: Conversation, question: str, *, otherwise: bool | None = None) -> bool:
    """Ask a yes-or-no question; ``otherwise``, if not None, is the meaning of an empty answer."""
    talk.say(question)
    while True:
        typed = answer(talk, "yes or no").lower()
        if typed in {"y", "yes", "n", "no"}:
            return typed.startswith("y")
        if not typed and otherwise is not None:
            return otherwise
        talk.say("Type yes or no, and press Enter.")


def ask_secret(talk: Conversation, prompt: str, *, is_repeated: bool = False) -> str:
    """Ask for a secret without showing it; ask twice if nothing else detects typing errors.

    An empty answer returns to the question before, as no word can be told from a secret.
    """
    while True:
        secret = _ask_hidden(talk, prompt)
        if not is_repeated or _ask_hidden(talk, f"{prompt}, again") == secret:
            return secret
        talk.say("The two differ. Type it again.")


def _ask_hidden(talk: Conversation, prompt: str) -> str:
    while True:
        secret = talk.ask(prompt, is_hidden=True)
        if not secret:
            raise Back
        if _UNDECODABLE not in secret:
            return secret
        talk.say("The typed text is not in UTF-8, the encoding that is expected. Type it again.")


_UNDECODABLE: Final = "\N{REPLACEMENT CHARACTER}"

_ESCAPE, _ERASE_LINE, _END = "\x1b", "\x15", "\x04"
_ERASE = {"\x7f", "\b", _ERASE_LINE}


class Terminal:
    """A terminal in raw mode: its own editor limits a line to 4095 bytes.

    Backspace erases a character, and Ctrl-U the line. Cursor keys do nothing.
    """

    def __init__(self, source: int) -> None:
        self.has_shown: bool = False
        self._source = source
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._keys: deque[str] = deque()

    def say(self, *lines: str, is_wrapped: bool = True) -> None:
        """Write lines to standard error, between words as wide as the terminal."""
        columns, _ = self._size()
        for line in lines:
            for part in _wrapped(printable(line), columns) if is_wrapped else (printable(line),):
                click.echo(part, err=True)

    def fitting(self, lines: Sequence[str], below: Sequence[str]) -> int:
        """Return the number of lines that fit on the screen, above other lines and a prompt."""
        columns, rows = self._size()
        if not (columns and rows):
            return len(lines)
        left = rows - _ROWS_OF_A_PROMPT - sum(_rows(line, columns) for line in below)
        for count, line in enumerate(lines):
            left -= _rows(line, columns)
            if left < 0:
                return count
        return len(lines)

    def _size(self) -> tuple[int, int]:
        """Return the columns and rows of the terminal; 0 if they are not known."""
        try:
            return os.get_terminal_size(self._source)
        except OSError:
            return 0, 0

    def ask(self, prompt: str, *, is_hidden: bool = False) -> str:
        """Return a typed line; raise ``EOFError`` at the end of input."""
        columns, _ = self._size()
        self._echo("\n".join(_wrapped(f"{printable(prompt)}:", columns)) + " " if prompt else "")
        line: list[str] = []
        while (key := self._next_key()) != "\n":
            if key == _END and not line:
                raise EOFError
            if key in _ERASE:
                erased = line[-1:] if key != _ERASE_LINE else line[:]
                del line[len(line) - len(erased) :]
                echo = "\b \b" * len(erased)
            elif (key == "\t" or key >= " ") and len(line) <= MAX_ANSWER_BYTES:
                line.append(key)
                echo = printable(key.replace("\t", " "))
            else:
                continue
            if not is_hidden:
                self._echo(echo)
        self._echo("\n")
        return "".join(line)

    def pasted(self, *, is_hidden: bool = False) -> list[str]:
        """Return the lines that arrived with the line before, as the lines of a paste do."""
        lines: list[str] = []
        while len(lines) < MAX_PASTED_LINES and (self._keys or is_readable(self._source)):
            lines.append(self.ask("", is_hidden=is_hidden))
        return lines

    def discard(self) -> None:
        """Discard typed or pasted input that was not read."""
        self._keys.clear()
        flush_input(self._source)

    def show(self, words: Sequence[str], secret: bytes) -> None:
        """Write a secret to standard output; it is cleared in the end."""
        self.has_shown = True
        columns, rows = self._size()
        lines = in_columns(words, columns, rows - _ROWS_OF_A_PROMPT - bool(secret))
        write_output("".join(f"{line}\n" for line in lines).encode() + secret)

    def will_show(self) -> None:
        """Clear the screen later, because a secret is about to be typed on it."""
        self.has_shown = True

    def clear(self) -> None:
        """Clear the screen and its scrollback if a secret was shown."""
        if not self.has_shown:
            return
        self.has_shown = False
        if self._clear():
            self.say(
                "The screen was cleared. If you can still scroll to what was shown, close this window later."
            )
        else:
            self.say("This terminal cannot be cleared: close this window when you have read what follows.")

    def _clear(self) -> bool:
        """Clear the screen, and return whether that is possible."""
        if os.environ.get("TERM") in _PLAIN_TERMINALS:
            return False
        # Move to the top left; clear the screen; clear the scrollback (xterm's sequence, which other
        # terminals copied).
        self._echo("\x1b[H\x1b[2J\x1b[3J")
        return True

    def _next_key(self) -> str:
        """Return the next character; skip the sequences that cursor keys and terminals send."""
        key = self._next_character()
        while key == _ESCAPE:
            key = self._next_character()
            if key in "[O":
                # Parameters come before a final byte from @ to ~ (ECMA-48, section 5.4).
                while not "@" <= self._next_character() <= "~":
                    pass
            if key not in {_ESCAPE, "\n"}:
                key = self._next_character()
        return key

    def _next_character(self) -> str:
        while not self._keys:
            sys.stderr.flush()
            read = os.read(self._source, 4096)
            if not read:
                raise EOFError
            self._keys.extend(self._decoder.decode(read))
        return self._keys.popleft()

    def _echo(self, text: str) -> None:
        """Write text unchanged. It is flushed before the next key is read."""
        sys.stderr.write(text)


_PLAIN_TERMINALS: Final = {"dumb", "unknown"}
"""The values of TERM for terminals that would print escape sequences."""

_ROWS_OF_A_PROMPT: Final = 3
"""The rows for a prompt, which may wrap, and for the answer."""


def _rows(line: str, columns: int) -> int:
    """Return the number of rows of a line; a terminal breaks a word that is longer than a row."""
    return sum(max(1, -(-len(part) // columns)) for part in _wrapped(printable(line), columns))


def _wrapped(line: str, columns: int) -> list[str]:
    """Break a line between its words; a long word stays whole, as people copy it."""
    indent = "  " if line.startswith(("- ", "  ")) else ""
    return textwrap.wrap(
        line,
        columns or max(1, len(line)),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [""]


def in_columns(words: Sequence[str], columns: int, rows: int) -> list[str]:
    """Arrange words from left to right, in the fewest columns that fit into a number of rows."""
    width = max(map(_width, words), default=0) + _GAP
    most = max(1, (columns + _GAP) // width)
    count = next((count for count in range(1, most) if -(-len(words) // count) <= rows), most)
    lines = [words[start : start + count] for start in range(0, len(words), count)]
    return ["".join(word + " " * (width - _width(word)) for word in line).rstrip() for line in lines]


_GAP: Final = 2


def _width(text: str) -> int:
    """Return the number of columns of a text of composed letters."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


if sys.platform == "win32":  # pragma: no cover - the tests run elsewhere

    class _Console(Terminal):
        """A console of Windows, which edits lines of any length."""

        def ask(self, prompt: str, *, is_hidden: bool = False) -> str:
            if is_hidden:
                return str(click.prompt(prompt, hide_input=True, default="", show_default=False, err=True))
            self._echo(f"{printable(prompt)}: " if prompt else "")
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            return line.rstrip("\n")

        def _clear(self) -> bool:
            click.clear()
            return True

    def is_readable(source: int) -> bool:
        """Return whether more of a paste arrives."""
        import msvcrt  # noqa: PLC0415 - only on Windows

        return source >= 0 and msvcrt.kbhit()

    def flush_input(source: int) -> None:
        """Discard typed input that was not read."""
        import msvcrt  # noqa: PLC0415 - only on Windows

        while source >= 0 and msvcrt.kbhit():
            msvcrt.getwch()

    @contextmanager
    def terminal() -> Iterator[Terminal]:
        """Yield the terminal of this process."""
        talk = _Console(sys.stdin.fileno())
        try:
            yield talk
        finally:
            talk.clear()

else:
    import termios

    _SECONDS_IN_A_PASTE = 0.2
    """The longest pause within a paste that comes through a network."""

    _LOCAL_MODES, _CONTROL_CHARACTERS = 3, 6  # in what tcgetattr returns

    def is_readable(source: int) -> bool:
        """Return whether more of a paste arrives."""
        return bool(select.select([source], [], [], _SECONDS_IN_A_PASTE)[0])

    def flush_input(source: int) -> None:
        """Discard typed input that was not read."""
        termios.tcflush(source, termios.TCIFLUSH)

    @contextmanager
    def terminal() -> Iterator[Terminal]:
        """Yield the terminal of this process with its echo off.

        Interrupts work; suspending does not, because the shell would echo again. In the end, unread input is
        discarded, because a shell would run it. A shown secret is cleared, even after an interrupt.
        """
        source = sys.stdin.fileno()
        before = termios.tcgetattr(source)
        changed = termios.tcgetattr(source)
        changed[_LOCAL_MODES] &= ~(termios.ICANON | termios.ECHO)
        changed[_CONTROL_CHARACTERS][termios.VSUSP] = b"\0"
        changed[_CONTROL_CHARACTERS][termios.VMIN] = 1
        changed[_CONTROL_CHARACTERS][termios.VTIME] = 0
        termios.tcsetattr(source, termios.TCSADRAIN, changed)
        talk = Terminal(source)
        try:
            yield talk
        finally:
            termios.tcsetattr(source, termios.TCSAFLUSH, before)
            talk.clear()
