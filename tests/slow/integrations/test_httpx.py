"""The tests of ``tests/integrations/test_httpx.py`` that take long."""

import re
import subprocess
import sys

import pytest

from sealwax.errors import install_command


@pytest.mark.parametrize(
    ("name", "module"),
    [("httpx", "httpx"), ("httpx", "environment"), ("requests", "requests"), ("aiohttp", "aiohttp")],
)
def test_without_the_client_the_error_says_what_to_install(name: str, module: str) -> None:
    code = (
        f"import sys; sys.modules[{name!r}] = None\n"
        "from sealwax import MissingExtra\n"
        f"try: import sealwax.integrations.{module}\n"
        "except MissingExtra as error: print(error.extra, error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{name} ")
    assert done.stdout.endswith(f"run: {install_command(name)}\n")


def test_another_missing_module_is_named() -> None:
    code = (
        "import sys; sys.modules['httpcore'] = sys.modules['anyio'] = None; import sealwax.integrations.httpx"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert re.search(r"MissingExtra: .*: no module named (anyio|httpcore)[.a-z_]*; run: ", done.stderr)
