"""The examples of docs/keys-on-devices.md that need a device."""

import os
import re
import subprocess
from typing import TypedDict

from tests.conftest import ROOT
from tools.support import softhsm

MODULE = "/usr/lib/softhsm/libsofthsm2.so"
"""The module of SoftHSM in the examples."""


class KmsNames(TypedDict):
    """The names that the example of a key management service uses without making them."""

    key_id: str
    target_key_id: str


def blocks(language: str) -> list[str]:
    text = (ROOT / "docs" / "keys-on-devices.md").read_text()
    found = re.findall(rf"^```{language}\n((?:.*\n)*?)```$", text, re.MULTILINE)
    assert found
    # Only those that have a token need SoftHSM.
    return [block.replace(MODULE, str(softhsm.module())) if MODULE in block else block for block in found]


def run_shell() -> None:
    """Make the token of the guide, before a module is loaded that lists its tokens once."""
    pins = {"PIN": softhsm.PIN, "SO_PIN": "12345678"}
    for script in blocks("sh pkcs11"):
        subprocess.run(["bash", "-euc", script], check=True, env={**os.environ, **pins}, capture_output=True)
