"""Faults around a command: files, disks, pipes, terminals, clocks, and being killed."""

import os
import re
import resource
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path

import click
import pytest

from sealwax import ApiKey, TargetKey
from sealwax.cli import app
from tests.conftest import CAPTURED, ORGANIZATION, CapturedWallet, Cli, ordinary_users_directory
from tools.support.commands import commands

BUNDLE, KEY = CAPTURED / "export_wallet.bundle.json", CAPTURED / "export_wallet.private"
ARGUMENTS = ["decrypt-wallet", "--bundle", str(BUNDLE), "--organization-id", ORGANIZATION]


FEW_VECTORS = """
from sealwax.cli import main
from sealwax_vectors.makers import generator

generator.CONSTRUCTS = generator.CONSTRUCTS[:1]
main()
"""
"""The command, which makes a single file of vectors and its schema."""


def run(
    *arguments: str | Path,
    prepare: Callable[[], None] | None = None,
    program: str = "from sealwax.cli import main; main()",
    **environment: str,
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own; coverage is not measured, for that writes files too."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        check=False,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        preexec_fn=prepare,
        env={**inherited, **environment},
    )


class TestKeyFiles:
    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"\n",
            KEY.read_bytes()[:40],
            KEY.read_bytes().strip()[:-1],
            b"\0" * 64,
            b"\xff" * 64,
            b"x" * 100_000,
        ],
        ids=["empty", "a newline", "cut", "a digit short", "zeros", "no text", "large"],
    )
    def test_one_that_is_half_written_is_malformed(self, cli: Cli, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "t.private").write_bytes(content)
        for arguments in ([*ARGUMENTS, "--key"], ["stamp", str(BUNDLE), "--key"]):
            result = cli(*arguments, tmp_path / "t.private")
            assert (result.exit_code, result.stdout) == (1, b"")
            assert result.stderr.startswith("error[malformed]: ")

    def test_a_directory_in_its_place(self, cli: Cli, tmp_path: Path) -> None:
        for arguments in (
            [*ARGUMENTS, "--key", str(tmp_path)],
            ["stamp", "--key", str(KEY), str(tmp_path)],
            ["keygen", "--type", "api", "--out", str(tmp_path / "missing" / "a")],
            ["vectors", "verify", str(tmp_path / "missing")],
        ):
            result = cli(*arguments)
            assert (result.exit_code, result.stdout) == (1, b"")
            assert result.stderr.startswith("error[file]: ")

    def test_one_that_may_not_be_read(self, cli: Cli) -> None:
        cli("stamp", "--help")  # loads what another user may not
        with ordinary_users_directory() as directory:
            (directory / "k").touch(mode=0)
            result = cli("stamp", "--key", directory / "k", "-")
            assert (result.exit_code, result.stdout) == (1, b"")
            expected = f"error[file]: --key {directory / 'k'}: Permission denied; check its permissions\n"
            assert result.stderr == expected


class TestOutput:
    def test_a_disk_that_is_full_leaves_nothing_behind(self, tmp_path: Path) -> None:
        def no_space() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

        for arguments in (
            [*ARGUMENTS, "--key", str(KEY), "--output", str(tmp_path / "out")],
            ["keygen", "--type", "target", "--out", str(tmp_path / "t")],
            ["vectors", "generate", "--seed", "00" * 32, "--out", str(tmp_path / "vectors")],
        ):
            result = run(*arguments, prepare=no_space, program=FEW_VECTORS)
            assert (result.returncode, result.stdout) == (1, b"")
            assert result.stderr.splitlines()[-1].startswith(b"error[file]: ")
        assert [path for path in tmp_path.rglob("*") if path.is_file()] == []

    def test_secrets_are_their_owners_whatever_the_umask(
        self, tmp_path: Path, captured_wallet: CapturedWallet
    ) -> None:
        def open_umask() -> None:
            os.umask(0)

        run(*ARGUMENTS, "--key", KEY, "--output", tmp_path / "out", prepare=open_umask)
        run("keygen", "--type", "target", "--out", tmp_path / "t", prepare=open_umask)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        assert modes == {"out": 0o600, "t.private": 0o600, "t.public": 0o644}
        assert (tmp_path / "out").read_text() == captured_wallet.mnemonic + "\n"

    @pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-16"])
    def test_a_terminal_of_another_encoding_changes_no_byte(
        self, captured_wallet: CapturedWallet, encoding: str
    ) -> None:
        result = run(*ARGUMENTS, "--key", KEY, LC_ALL="C", PYTHONIOENCODING=encoding)
        assert result.stdout.decode() == captured_wallet.mnemonic + "\n"
        refused = run(*ARGUMENTS, "--key", "ключ", LC_ALL="C", PYTHONIOENCODING="ascii")
        assert refused.returncode == 1
        assert refused.stderr.startswith(b"error[file]: ")

    def test_no_core_is_dumped(self) -> None:
        code = (
            "import resource, sys\n"
            "soft, hard = resource.getrlimit(resource.RLIMIT_CORE)\n"
            "resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))\n"
            "from sealwax.cli.app import run\n"
            "sys.argv[1:] = ['--version']\n"
            "run()\n"
            "print(resource.getrlimit(resource.RLIMIT_CORE)[0])"
        )
        result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert result.stdout.splitlines()[-1] == "0"


@pytest.mark.parametrize("year", [1900, 1969, 2500, 9999])
def test_clocks_far_off_are_no_fault(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, year: int
) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: timezone | None = None) -> "Clock":  # type: ignore[override]
            return cls(year, 12, 31, 23, 59, 59, tzinfo=tz)

    monkeypatch.setattr("sealwax._codec.clock.datetime", Clock)
    seconds = int(datetime(year, 12, 31, 23, 59, 59, tzinfo=timezone.utc).timestamp())
    monkeypatch.setattr("sealwax.operations.timestamps.time.time_ns", lambda: seconds * 10**9)
    token = (CAPTURED / "session_jwt.json").read_text()
    jwt = re.search(r'"(ey[^"]+)"', token)
    assert jwt
    late = year > 2026
    result = cli("verify-token", "--type", "session", "--leeway", "86400", "-", stdin=jwt[1].encode())
    assert result.exit_code == (1 if late else 0)
    assert result.stderr.startswith("error[expired]: " if late else "")
    ApiKey.generate().save(tmp_path / "a.private")
    request = ["request", "delete_mfa_policy", "--organization-id", "o", "--key", str(tmp_path / "a.private")]
    made = cli(*request, "--params", "-", stdin=b'{"userId":"u","mfaPolicyId":"m"}')
    assert made.exit_code == (0 if year >= 1970 else 1)
    assert made.stderr.startswith("" if year >= 1970 else "error[invalid-request]: ")


def test_no_secret_is_taken_from_arguments_or_the_environment() -> None:
    # What the name of an option that takes a secret would have in it.
    secret = re.compile(r"mnemonic|passphrase|private|otp|token|secret|key$")
    public = re.compile(r"public-key$|cose-key$|trusted-key$|secret-id$")
    options = 0
    for name, command in commands():
        for parameter in command.params:
            options += 1
            assert parameter.envvar is None, name
            spelled = " ".join(parameter.opts)
            if secret.search(spelled) and not public.search(spelled) and not getattr(parameter, "is_flag", 0):
                assert isinstance(parameter.type, click.Path), f"{name} {spelled}"
    assert options > 50
    assert app.sealwax.context_settings.get("auto_envvar_prefix") is None


class TestKilled:
    """A process that is killed at any of its writes leaves a whole file or none, and what was there."""

    STEPS = ("open", "fdopen", "write", "flush", "fsync", "link", "close")

    def leave_behind(self, directory: Path, step: int) -> tuple[int, dict[str, bytes]]:
        """Save a key, and be killed before the system call of this number."""
        code = f"""
import os, signal, sealwax.files as files
from sealwax import TargetKey
left = {step}
def die(name):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
class Watched:
    def __getattr__(self, name):
        value = getattr(os, name)
        if name not in {self.STEPS!r}:
            return value
        def call(*arguments, **more):
            die(name)
            result = value(*arguments, **more)
            return WatchedFile(result) if name == "fdopen" else result
        return call
class WatchedFile:
    def __init__(self, file): self.file = file
    def __enter__(self): return self
    def __exit__(self, *why): self.file.close()
    def write(self, content):
        die("write")
        self.file.write(content[:20]); self.file.flush()
        die("write")
        return self.file.write(content[20:])
    def flush(self):
        die("flush")
        self.file.flush()
    def fileno(self): return self.file.fileno()
files.os = Watched()
TargetKey.from_private_key("1f" * 32).save({str(directory / "t.private")!r})
"""
        result = subprocess.run([sys.executable, "-c", code], check=False)
        return result.returncode, {path.name: path.read_bytes() for path in directory.iterdir()}

    def test_at_every_step(self, tmp_path: Path) -> None:
        if not hasattr(os, "O_TMPFILE"):
            pytest.skip("this system has no unnamed files")
        seen = set()
        for step in range(30):
            directory = tmp_path / str(step)
            directory.mkdir()
            code, files = self.leave_behind(directory, step)
            assert code in {0, -signal.SIGKILL}
            seen.add((code == 0, bool(files)))
            if files:
                assert files == {"t.private": b"1f" * 32}
                assert stat.S_IMODE((directory / "t.private").stat().st_mode) == 0o600
                TargetKey.load(directory / "t.private")
            if code == 0:
                break
        # It was killed before and after there was a file, and ran through in the end.
        assert seen == {(False, False), (False, True), (True, True)}

    def test_what_was_there_stays(self, tmp_path: Path) -> None:
        (tmp_path / "t.private").write_bytes(b"older")
        for step in range(0, 12, 2):
            _, files = self.leave_behind(tmp_path, step)
            assert files == {"t.private": b"older"}
