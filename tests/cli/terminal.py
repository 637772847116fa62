"""The command line on a terminal, with someone who types."""

import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Session(NamedTuple):
    """What came of a command on a terminal: what it was shown, and what the command wrote elsewhere."""

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
