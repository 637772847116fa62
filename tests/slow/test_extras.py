"""Behaviour where an extra is not installed."""

import re
import subprocess
import sys
from functools import cache
from importlib import metadata

import pytest

from sealwax import ApiKey, ApiKeyStamper
from sealwax.errors import install_command

SIGN = (
    "from sealwax import ApiKey, ApiKeyStamper;"
    "key = ApiKey.from_private_key('1f' * 32, 'secp256k1');"
    "print(ApiKeyStamper(key, deterministic=True).stamp(b'body').header_value)"
)


def run_without(package: str, code: str) -> subprocess.CompletedProcess[str]:
    """Run code in an interpreter that cannot import a package."""
    code = f"import sys; sys.modules[{package!r}] = None; {code}"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_without_libsecp256k1_the_bytes_are_the_same() -> None:
    key = ApiKey.from_private_key("1f" * 32, "secp256k1")
    expected = ApiKeyStamper(key, deterministic=True).stamp(b"body").header_value
    assert run_without("btclib_secp256k1", SIGN).stdout == f"{expected}\n"


def test_without_keccak_the_error_says_what_to_install() -> None:
    code = (
        "from sealwax import ApiKey, Eip191Signer, MissingExtra\n"
        "try: Eip191Signer(ApiKey.generate('secp256k1'))\n"
        "except MissingExtra as error: print(error)"
    )
    assert f"run: {install_command('ethereum')}" in run_without("Crypto", code).stdout


WALLETS = """
from sealwax import *
from sealwax.wallets import *
account = ExportedAccount(b"\\x07" * 32)
wallet = ExportedWallet("abandon " * 11 + "about", None, "english", True)
where = {"path": "m/0'", "curve": "CURVE_SECP256K1", "address_format": "ADDRESS_FORMAT_COMPRESSED"}
for call in (
    lambda: account.addresses("CURVE_SECP256K1"),
    lambda: account.check_address("x"),
    lambda: wallet.account(**where),
    lambda: derive_account(wallet.mnemonic, **where),
    lambda: derive_address("02" * 33, "ADDRESS_FORMAT_COMPRESSED", curve="CURVE_SECP256K1"),
    lambda: encrypt_keystore(account.private_key, "x"),
    lambda: decrypt_keystore("{}", "x"),
):
    try: call()
    except MissingExtra as error: print(error.extra, error)
print(parse_private_key(format_private_key(account.private_key, "wif")) == account.private_key)
"""


@pytest.mark.parametrize("package", ["slip10", "Crypto"])
def test_without_the_packages_of_wallets_the_error_says_what_to_install(package: str) -> None:
    lines = run_without(package, f"exec({WALLETS!r})").stdout.splitlines()
    # Keys are written and read without them.
    assert lines.pop() == "True"
    assert len(lines) == 7
    assert all(line.startswith("wallets ") for line in lines)
    assert all(line.endswith(f"run: {install_command('wallets')}") for line in lines)


@pytest.mark.parametrize("package", ["slip10", "Crypto"])
def test_without_the_packages_of_wallets_there_is_no_local_service(package: str) -> None:
    code = (
        "from sealwax import MissingExtra\n"
        "from sealwax_service import LocalService\n"
        "try: LocalService()\n"
        "except MissingExtra as error: print(error.extra, error)"
    )
    shown = run_without(package, f"exec({code!r})").stdout
    assert shown.startswith("wallets ")
    assert shown.endswith(f"run: {install_command('wallets')}\n")


@pytest.mark.parametrize("arguments", [[], ["--help"], ["stamp"]])
def test_without_click_the_command_says_what_to_install(arguments: list[str]) -> None:
    code = f"sys.argv[1:] = {arguments!r}; from sealwax.cli import main; main()"
    result = run_without("click", code)
    assert (result.returncode, result.stdout) == (1, "")
    assert (
        result.stderr == "error[missing-extra]: the command line needs click: no module named click; "
        f"run: {install_command('cli')}\n"
    )


def test_another_module_that_is_missing_is_not_blamed_on_click() -> None:
    result = run_without("sealwax.cli.streams", "from sealwax.cli import main; main()")
    assert result.returncode == 1
    assert "ModuleNotFoundError" in result.stderr
    assert "click" not in result.stderr.splitlines()[-1]


WITHOUT = """
import sys
class Nothing:
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in {absent}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Nothing)
"""
TRY = """
from sealwax import *
from sealwax.activities import SignatureResult
from sealwax.signers import open_key
try: {statement}
except MissingExtra as error: print(error.extra, error)
"""
NEEDS_EXTRA = {
    "age": "from sealwax.cli.encryption import _pyrage; _pyrage()",
    "aiohttp": "import sealwax.integrations.aiohttp",
    "aws": "open_key('awskms:a')",
    "cli": "from sealwax.cli import main; main()",
    "ethereum": "Eip191Signer(ApiKey.generate('secp256k1'))",
    "fast": "ApiKeyStamper(ApiKey.generate(), fast=True)",
    "fido2": "open_key('fido2:rp-id=a.example')",
    "httpx": "import sealwax.integrations.httpx",
    "pkcs11": "open_key('pkcs11:token=a;object=b?module-path=/c')",
    "redis": "from sealwax.replay_guards import redis; redis.RedisReplayGuard.from_url('redis://a')",
    "requests": "import sealwax.integrations.requests",
    "secp256k1": "SignatureResult('11' * 32, '11' * 32, '00')._recover(b'0' * 32)",
    "wallets": "ExportedAccount(b'1' * 32).addresses('CURVE_SECP256K1')",
}
"""Statements that need each extra."""


def required(distribution: str, *extras: str) -> set[str]:
    """The distributions that one and some of its extras install."""
    try:
        requirements = metadata.requires(distribution) or []
    except metadata.PackageNotFoundError:
        return set()
    found = {re.sub("[-_.]+", "-", distribution).lower()}
    for requirement in requirements:
        extra = re.search(r"extra == .(\w+)", requirement)
        if extra is None or extra[1] in extras:
            (name,) = re.findall(r"^[\w.-]+", requirement)
            found |= set() if name == "sealwax" else required(name)
    return found


@cache
def absent(*extras: str) -> set[str]:
    """The modules of this environment that are not there when only some extras are installed."""
    there = required("sealwax", *extras)
    providers: dict[str, set[str]] = {}
    for distribution in metadata.distributions():
        name = re.sub("[-_.]+", "-", distribution.metadata["Name"]).lower()
        # The standard library's `packages_distributions` reads no files before Python 3.12.
        for file in distribution.files or ():
            providers.setdefault(file.parts[0].partition(".")[0], set()).add(name)
    return {module for module, names in providers.items() if module and not names & there}


def test_each_extra_is_tried() -> None:
    provided = set(metadata.metadata("sealwax").get_all("Provides-Extra") or [])
    assert provided - {"all", "bench", "dev", "test"} == {*NEEDS_EXTRA}


@pytest.mark.parametrize("extra", NEEDS_EXTRA)
def test_where_nothing_else_is_installed_the_error_names_the_extra(extra: str) -> None:
    # The encryption of output is part of the command line.
    without = absent("cli") if extra == "age" else absent()
    assert "pytest" in without
    code = WITHOUT.format(absent=without) + TRY.format(statement=NEEDS_EXTRA[extra])
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    shown = result.stderr if extra == "cli" else result.stdout
    assert shown.endswith(f"; run: {install_command(extra)}\n"), result.stderr


BROKEN = """
import sys
class Broken:
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] == {package!r}:
            raise {error}
sys.meta_path.insert(0, Broken)
"""
PACKAGES = {
    "age": "pyrage",
    "aiohttp": "aiohttp",
    "aws": "botocore",
    "cli": "click",
    "ethereum": "Crypto",
    "fast": "awscrt",
    "fido2": "fido2",
    "httpx": "httpx",
    "pkcs11": "pkcs11",
    "redis": "redis",
    "requests": "requests",
    "secp256k1": "btclib_secp256k1",
    "wallets": "slip10",
}
"""A package of each extra."""
RAISE_OS_ERRORS = ("ethereum", "fast", "secp256k1", "wallets")
"""The extras whose packages can raise OSError where a native module does not load, as pycryptodome does."""


@pytest.mark.parametrize(
    ("extra", "kind"),
    [*((extra, "ImportError") for extra in NEEDS_EXTRA), *((extra, "OSError") for extra in RAISE_OS_ERRORS)],
)
def test_a_package_that_does_not_load_is_not_called_missing(extra: str, kind: str) -> None:
    error = "ImportError('no libffi', name=name)" if kind == "ImportError" else "OSError('no libffi')"
    code = BROKEN.format(package=PACKAGES[extra], error=error) + TRY.format(statement=NEEDS_EXTRA[extra])
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    shown = result.stderr if extra == "cli" else result.stdout
    assert f" is installed, but does not load ({kind}: no libffi); " in shown, result.stderr
    assert shown.endswith(f"; run: pip install --force-reinstall 'sealwax[{extra}]'\n")
