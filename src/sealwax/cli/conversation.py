"""Ask people questions on a terminal: plain lines, nothing redrawn, no colour, no secret shown."""

import codecs
import os
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Protocol

import click

from sealwax._limits import MAX_ANSWER_BYTES

from .streams import printable, write_output


class Conversation(Protocol):
    """Someone to ask. The tests have one that answers from a list."""

    def say(self, *lines: str) -> None:
        """Write lines; what could control a terminal is escaped."""

    def ask(self, prompt: str, *, is_hidden: bool = False) -> str:
        """Return a typed line; raise ``EOFError`` at the end of input."""

    def discard(self) -> None:
        """Forget what was typed or pasted, and not read yet."""

    def show(self, secret: bytes) -> None:
        """Write a secret to the screen."""


def choose(talk: Conversation, question: str, choices: Sequence[str]) -> int:
    """Ask for one of several choices by its number; return its place."""
    talk.say(question, *(f"{number}. {choice}" for number, choice in enumerate(choices, 1)))
    while True:
        place = number_in(talk.ask("Number"), len(choices))
        if place is not None:
            return place
        talk.say(f"Type a number from 1 to {len(choices)}, and press Enter.")


def number_in(answer: str, count: int) -> int | None:
    """Return the place that an answer names by its number, from 1; None if it names none."""
    digits = answer.strip().rstrip(".)")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= len(str(count))
    return int(digits) - 1 if is_number and 1 <= int(digits) <= count else None


def confirm(talk: Conversation, question: str, *, otherwise: bool | None = None) -> bool:
    """Ask a question for yes or no; ``otherwise``, if not None, is what nothing typed counts as."""
    talk.say(question)
    while True:
        answer = talk.ask("yes or no").strip().lower()
        if answer in {"y", "yes", "n", "no"}:
            return answer.startswith("y")
        if not answer and otherwise is not None:
            return otherwise
        talk.say("Type yes or no, and press Enter.")


def ask_secret(talk: Conversation, prompt: str, *, is_repeated: bool = False) -> str:
    """Ask for a secret, which is not shown; twice, if nothing else finds typing errors."""
    while True:
        secret = talk.ask(prompt, is_hidden=True)
        if _UNDECODABLE in secret:
            talk.say("The typed text is not in UTF-8, the encoding that is expected. Type it again.")
        elif is_repeated and not secret:
            talk.say("It must not be empty.")
        elif is_repeated and talk.ask(f"{prompt}, again", is_hidden=True) != secret:
            talk.say("The two differ. Type it again.")
        else:
            return secret


_UNDECODABLE: Final = "\N{REPLACEMENT CHARACTER}"

_ESCAPE, _ERASE_LINE, _END = "\x1b", "\x15", "\x04"
_ERASE = {"\x7f", "\b", _ERASE_LINE}


class Terminal:
    """A terminal that gives each key at once: a line may be longer than the 4095 bytes of its own editor.

    Backspace erases a character, and Ctrl-U the line. Cursor keys do nothing.
    """

    def __init__(self, source: int) -> None:
        self._source = source
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._keys: deque[str] = deque()

    def say(self, *lines: str) -> None:
        """Write lines to standard error; what could control a terminal is escaped."""
        for line in lines:
            click.echo(printable(line), err=True)

    def ask(self, prompt: str, *, is_hidden: bool = False) -> str:
        """Return a typed line; raise ``EOFError`` at the end of input."""
        self._echo(f"{printable(prompt)}: " if prompt else "")
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

    def discard(self) -> None:
        """Forget what was typed or pasted, and not read yet."""
        self._keys.clear()
        flush_input(self._source)

    def show(self, secret: bytes) -> None:
        """Write a secret to standard output."""
        write_output(secret)

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
        """Write text as it is. It is flushed before a key is waited for."""
        sys.stderr.write(text)


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

    def flush_input(source: int) -> None:
        """Forget what was typed and not read yet."""
        import msvcrt  # noqa: PLC0415 - only on Windows

        while source >= 0 and msvcrt.kbhit():
            msvcrt.getwch()

    @contextmanager
    def terminal() -> Iterator[Terminal]:
        """Give the terminal of this process."""
        yield _Console(sys.stdin.fileno())

else:
    import termios

    _LOCAL_MODES, _CONTROL_CHARACTERS = 3, 6  # in what tcgetattr returns

    def flush_input(source: int) -> None:
        """Forget what was typed and not read yet."""
        termios.tcflush(source, termios.TCIFLUSH)

    @contextmanager
    def terminal() -> Iterator[Terminal]:
        """Give the terminal of this process, which echoes nothing by itself meanwhile.

        Interrupts work; suspending does not, as a shell would show again what is typed. In the end, what was
        not read is forgotten: a shell would run the rest of what was pasted.
        """
        source = sys.stdin.fileno()
        before = termios.tcgetattr(source)
        changed = termios.tcgetattr(source)
        changed[_LOCAL_MODES] &= ~(termios.ICANON | termios.ECHO)
        changed[_CONTROL_CHARACTERS][termios.VSUSP] = b"\0"
        changed[_CONTROL_CHARACTERS][termios.VMIN] = 1
        changed[_CONTROL_CHARACTERS][termios.VTIME] = 0
        termios.tcsetattr(source, termios.TCSADRAIN, changed)
        try:
            yield Terminal(source)
        finally:
            termios.tcsetattr(source, termios.TCSAFLUSH, before)
