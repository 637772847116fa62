"""The tests of ``tests/crypto/test_fast.py`` that take longest."""

import re
import subprocess
import sys

import pytest

from sealwax import (
    Curve,
)
from sealwax.errors import install_command

pytest.importorskip("awscrt", reason="the extra fast is not installed")


pytest.importorskip("nacl", reason="the extra fast is not installed")


pytest.importorskip("btclib_secp256k1", reason="the extra fast is not installed")


@pytest.mark.parametrize(
    ("package", "curve"), [("awscrt", "p256"), ("nacl", "ed25519"), ("btclib_secp256k1", "secp256k1")]
)
def test_without_its_library_the_error_says_what_to_install(package: str, curve: Curve) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from sealwax import ApiKey, ApiKeyStamper, MissingExtra, StampVerifier\n"
        f"key = ApiKey.from_private_key('1f' * 32, {curve!r})\n"
        "for make in (lambda: ApiKeyStamper(key, fast=True),\n"
        "             lambda: StampVerifier([(key.public_key, key.curve)], fast=True)):\n"
        "    try: make()\n"
        "    except MissingExtra as error: print(error)"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    expected = (
        rf"`fast` needs {package} for this curve: no module named {package}[.a-z]*; "
        rf"run: {re.escape(install_command('fast'))}\n"
    )
    assert re.fullmatch(f"({expected}){{2}}", printed)


def test_a_fork_makes_other_nonces() -> None:
    # Two signatures with one nonce would give the private key away.
    code = (
        "import os; from sealwax import ApiKey, ApiKeyStamper\n"
        "sign = ApiKeyStamper(ApiKey.from_private_key('1f' * 32), fast=True).stamp\n"
        "sign(b'before')\n"
        "child = os.fork()\n"
        "print(sign(b'after').header_value, flush=True)\n"
        "if child: os.waitpid(child, 0)"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    stamps = printed.split()
    assert len(stamps) == len(set(stamps)) == 2
