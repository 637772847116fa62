"""The tests of ``tests/crypto/test_fast.py`` that take long."""

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    BadSignature,
    Curve,
    MalformedInput,
    SealwaxError,
)
from sealwax.errors import install_command
from sealwax.schemes import SCHEMES, Scheme
from tests.crypto.test_fast import PRIVATE

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


pytest.importorskip("awscrt", reason="the extra fast is not installed")


pytest.importorskip("nacl", reason="the extra fast is not installed")


pytest.importorskip("btclib_secp256k1", reason="the extra fast is not installed")


@given(st.sampled_from(list(SCHEMES.values())), st.binary(max_size=80), st.binary(max_size=40))
def test_no_signature_is_decided_otherwise(scheme: Scheme, signature: bytes, message: bytes) -> None:
    public_key, _, _ = scheme.open_key(PRIVATE, "the key")
    outcomes = []
    for verifier in (scheme.verifier, scheme.fast().verifier):
        with pytest.raises((BadSignature, MalformedInput)) as refused:
            verifier(bytes.fromhex(public_key), "the key")(signature, message, "it")
        outcomes.append((refused.value.code, str(refused.value)))
    assert outcomes[0] == outcomes[1]


@given(st.sampled_from(list(SCHEMES.values())), st.integers(0, 600), st.binary(max_size=40))
def test_no_changed_bit_is_decided_otherwise(scheme: Scheme, bit: int, message: bytes) -> None:
    public_key, sign, _ = scheme.open_key(PRIVATE, "the key")
    signature = bytearray(sign(message))
    signature[bit // 8 % len(signature)] ^= 1 << bit % 8
    codes = []
    for verifier in (scheme.verifier, scheme.fast().verifier):
        with pytest.raises(SealwaxError) as refused:
            verifier(bytes.fromhex(public_key), "the key")(bytes(signature), message, "it")
        codes.append(refused.value.code)
    assert codes[0] == codes[1]
