"""The command line on a terminal, with someone who types."""

import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple


class Session(NamedTuple):
    """What came of a command on a terminal."""

    exit_code: int
    stdout: bytes
    shown: bytes


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
    try:
        while chunk := os.read(leader, 1024):
            shown += chunk
    except OSError:
        pass  # EIO: all has been read, and nobody holds the other end
    os.close(leader)
    return Session(process.returncode, output, shown)
