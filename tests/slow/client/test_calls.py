"""The tests of ``tests/client/test_calls.py`` that take long."""

import subprocess
import sys

import pytest

from sealwax.errors import install_command


@pytest.mark.parametrize(
    ("name", "missing"), [("Client", "httpx"), ("AsyncClient", "httpx"), ("AsyncClient", "anyio")]
)
def test_without_httpx_the_error_says_what_to_install(name: str, missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from sealwax import MissingExtra\n"
        "import sealwax.client\n"
        f"try: sealwax.client.{name}\n"
        "except MissingExtra as error: print(error.extra, error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("httpx sealwax.client needs httpx")
    assert done.stdout.endswith(f"run: {install_command('httpx')}\n")
