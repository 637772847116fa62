"""Forks: a real one, in a process that has no other threads, and a process that appears to be forked."""

import os
import subprocess
import sys

import pytest


def run_python(code: str, *arguments: str) -> list[str]:
    """Run code that forks, in a process of its own because pytest's has threads; return what it prints."""
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", code, *arguments]
    # Each line is written at once, so that those of several processes do not mix.
    buffered = {**os.environ, "PYTHONUNBUFFERED": ""}
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60, env=buffered)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def print_together(count: int, code: str, *arguments: str) -> list[str]:
    """Run code in processes that print ``ready``, read a line, and go on together; return their words."""
    command, pipe = [sys.executable, "-c", code, *arguments], subprocess.PIPE
    processes = [subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) for _ in range(count)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    return [word for process in processes for word in process.communicate()[0].split()]


def be_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process appear to be one that was forked."""
    here = os.getpid()
    monkeypatch.setattr(os, "getpid", lambda: here + 1)
