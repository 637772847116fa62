"""The receivers of the guides, as they stand, behind the interfaces that servers call."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx

from tests.conftest import ROOT

Headers = Mapping[str, str] | list[tuple[str, str]]


class Receiver:
    """A receiver, and what it has handled."""

    def __init__(self, framework: str, module: ModuleType, path: str) -> None:
        self._asgi = framework == "fastapi"
        self._has_framework = framework != "wsgi"
        self._path = path
        self._application: Any = module.application if framework == "django" else module.app
        self.handled: list[Any] = []
        self.failure: Exception | None = None
        module.handle = self._handle  # type: ignore[attr-defined]

    def _handle(self, *verified: object) -> str:
        if self.failure is not None:
            raise self.failure
        self.handled.append(verified if len(verified) > 1 else verified[0])
        return "handled"

    def post(self, headers: Headers, body: bytes) -> int:
        """Post a body through the server's interface; give the status of the answer."""
        if self._asgi:
            return asyncio.run(self._post(headers, body))
        transport = httpx.WSGITransport(self._application, raise_app_exceptions=False)
        with httpx.Client(transport=transport, base_url="http://localhost") as client:
            try:
                return client.post(self._path, content=body, headers=headers).status_code
            except (OSError, ValueError):
                if self._has_framework:
                    raise
                # Nothing of an application without a framework catches it: the server answers this.
                return 500

    async def _post(self, headers: Headers, body: bytes) -> int:
        transport = httpx.ASGITransport(self._application, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.post(self._path, content=body, headers=headers)).status_code


Make = Callable[[str], Receiver]
NUMBERS = count()


def forget_settings() -> None:
    """Let another receiver configure Django, whose settings are those of the process."""
    conf: Any = import_module("django.conf")
    conf.settings._wrapped = conf.empty


def code_of(page: str, name: str) -> str:
    """Return the block of a page that has a name."""
    text = (ROOT / "docs" / page).read_text()
    (source,) = re.findall(rf"^```python {name}\n((?:.*\n)*?)```$", text, re.MULTILINE)
    return str(source)


def save(folder: Path, page: str, **blocks: str) -> None:
    """Save blocks of a page as modules, by the name of each module."""
    for name, block in blocks.items():
        (folder / f"{name}.py").write_text(code_of(page, block))


def run_tests(folder: Path) -> str:
    """Run the tests in a folder as a reader does; return what pytest prints."""
    command = [sys.executable, "-m", "pytest", "--quiet", str(folder)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_receiver(page: str, framework: str, path: str) -> Receiver:
    """Run the receiver of a page as a module."""
    source = code_of(page, framework)
    # Django caches the routes of a module by its name.
    name = f"receiver_{next(NUMBERS)}"
    module = sys.modules[name] = ModuleType(name)
    if framework == "django":
        forget_settings()
    exec(compile(source, f"{name}.py", "exec"), module.__dict__)
    return Receiver(framework, module, path)
