"""The command line on a terminal, with someone who types."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Session(NamedTuple):
    """The result of a command on a terminal: its screen, and what it wrote elsewhere."""

    exit_code: int
    piped: bytes
    shown: bytes


def show_on_a_terminal(*arguments: str | Path, stdin: bytes = b"") -> Session:
    """Run a command whose standard output is a terminal; its standard error is a pipe."""
    leader, follower = pty.openpty()
    process = subprocess.run(
        [sys.executable, "-m", "sealwax", *map(str, arguments)],
        check=False,
        input=stdin,
        stdout=follower,
        stderr=subprocess.PIPE,
    )
    os.close(follower)
    return Session(process.returncode, process.stderr, _read_to_the_end(leader))


def run_on_a_terminal(arguments: Sequence[str], answers: Sequence[tuple[bytes, bytes]]) -> Session:
    """Run a command whose standard input and error are a terminal, and type an answer at each prompt."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "sealwax", *arguments],
        stdin=follower,
        stdout=subprocess.PIPE,
        stderr=follower,
        start_new_session=True,
    )
    os.close(follower)
    shown = waited = b""
    for prompt, answer in answers:
        while prompt not in waited:
            waited += os.read(leader, 1024)
        shown, waited = shown + waited, b""
        os.write(leader, answer + b"\n")
    output, _ = process.communicate()
    return Session(process.returncode, output, shown + _read_to_the_end(leader))


def _read_to_the_end(leader: int) -> bytes:
    """Read what a terminal was sent, once nobody holds its other end, and close it."""
    shown = b""
    try:
        while chunk := os.read(leader, 4096):
            shown += chunk
    except OSError:
        pass  # EIO: all has been read
    os.close(leader)
    return shown


class Dialogue:
    """A command on a terminal of its own, with someone who waits for each prompt and answers it."""

    def __init__(
        self,
        *arguments: str,
        cwd: Path,
        program: Sequence[str] = ("-m", "sealwax"),
        size: tuple[int, int] = (0, 0),
    ) -> None:
        self._leader, follower = pty.openpty()
        columns, rows = size
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("4H", rows, columns, 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, *program, *arguments],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            cwd=cwd,
            start_new_session=True,
            preexec_fn=_take_terminal,  # noqa: PLW1509 - it calls nothing that a thread could hold
        )
        os.close(follower)
        self.shown = b""
        self._waited = b""

    def wait(self, prompt: str) -> None:
        """Wait for a prompt."""
        self.wait_for(prompt)

    def wait_for(self, *prompts: str) -> str:
        """Wait for one of several prompts, and return it."""
        while True:
            # A narrow screen has a prompt in lines.
            waited = " ".join(self._waited.decode(errors="replace").split())
            for prompt in prompts:
                if waited.endswith(f"{prompt}:"):
                    return prompt
            if not self._read():
                raise AssertionError((prompts, self.shown.decode(errors="replace")))

    def answer(self, prompt: str, answer: str) -> None:
        """Wait for a prompt, and type an answer and Enter."""
        self.press(prompt, f"{answer}\n".encode())

    def press(self, prompt: str, keys: bytes) -> None:
        """Wait for a prompt, and press keys."""
        self.wait(prompt)
        self._waited = b""
        while keys:
            # The terminal takes some kilobytes at once; what it echoes must be read meanwhile.
            written = os.write(self._leader, keys[:_KEYS_AT_ONCE])
            keys = keys[written:]
            while keys and self._is_readable(0):
                self._read()

    def interrupt(self, prompt: str, keys: bytes = b"") -> int:
        """Wait for a prompt, press keys and Ctrl-C, and return the exit status.

        Python loses an interrupt that comes just before it waits for a key: if nothing happens, Ctrl-C is
        pressed again.
        """
        self.press(prompt, keys + _CTRL_C)
        pressed = 1
        while pressed < _MOST_INTERRUPTS:
            if not self._is_readable(_PATIENCE / _MOST_INTERRUPTS):
                os.write(self._leader, _CTRL_C)
                pressed += 1
            elif not self._read():
                break
        return self.end()

    def end(self) -> int:
        """Read what comes until the end, and return the exit status."""
        while self._read():
            pass
        os.close(self._leader)
        return self._process.wait(_PATIENCE)

    @property
    def text(self) -> str:
        """The screen, without the returns that terminals add."""
        return self.shown.decode().replace("\r\n", "\n")

    def _read(self) -> bytes:
        if not self._is_readable(_PATIENCE):
            self._process.kill()
            # A later test would be warned of a process that nobody waited for.
            self._process.wait()
            os.close(self._leader)
            raise AssertionError(self.shown.decode(errors="replace"))
        try:
            read = os.read(self._leader, 65536)
        except OSError:
            read = b""  # EIO: nobody holds the other end
        self.shown += read
        self._waited += read
        return read

    def _is_readable(self, seconds: float) -> bool:
        return bool(select.select([self._leader], [], [], seconds)[0])


_CTRL_C = b"\x03"
_KEYS_AT_ONCE = 1024
_MOST_INTERRUPTS = 3
_PATIENCE = 60
"""Seconds, after which a test fails instead of waiting forever."""


def _take_terminal() -> None:
    """Make the terminal that of the session, so that Ctrl-C interrupts."""
    # A script that runs the tests in the background has it ignored.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
