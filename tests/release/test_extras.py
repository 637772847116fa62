"""The wheel in an environment that has nothing else: each module, and a use of each extra."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from sealwax.errors import install_command
from tests.conftest import ROOT
from tests.slow.test_extras import NEEDS_EXTRA, TRY, required
from tools.support.locks import entries

LOCK = "dev.txt"
CORE = required("sealwax")
IN_A_NEW_ENVIRONMENT = {"pip"} if sys.version_info >= (3, 12) else {"pip", "setuptools"}
INSTALLED = "from importlib import metadata; print(*(each.name for each in metadata.distributions()))"
IMPORT_ALL = """
import importlib, pkgutil, sealwax
from sealwax import MissingExtra
for module in pkgutil.walk_packages(sealwax.__path__, "sealwax."):
    # Only the command imports its modules.
    if not module.name.startswith(("sealwax.cli.", "sealwax.__main__")):
        try: importlib.import_module(module.name)
        except MissingExtra as error: print(module.name, error.extra)
"""
USE = """
from sealwax import ApiKey, ApiKeyStamper, verify_api_key_stamp
for curve in ("p256", "secp256k1", "ed25519"):
    stamp = ApiKeyStamper(ApiKey.generate(curve)).stamp(b"{}")
    print(verify_api_key_stamp(stamp.header_value, b"{}").scheme)
"""


def install(python: str, folder: Path, names: set[str], *options: str) -> None:
    """Install distributions at their locked versions, and nothing else."""
    lines = [
        f"{requirement} {' '.join(f'--hash={value}' for value in hashes)}"
        for requirement, hashes in entries(LOCK)
        if requirement.name in names
    ]
    path = folder / "requirements.txt"
    path.write_text("\n".join(lines))
    pip = [python, "-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps", *options]
    subprocess.run([*pip, "--requirement", str(path)], check=True)


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The interpreter of an environment with the wheel of this release and what it needs."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder / "venv", with_pip=True)
    interpreter = str(next((folder / "venv").glob("*/python")))
    install(interpreter, folder, CORE)
    (wheel,) = (ROOT / "dist").glob("sealwax-*.whl")
    subprocess.run([interpreter, "-m", "pip", "install", "--quiet", "--no-index", str(wheel)], check=True)
    return interpreter


def run(python: str, code: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run code with the packages of an environment alone."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = [python, "-W", "error", "-c", code]
    return subprocess.run(
        command,
        env={**environment, **variables},
        cwd=Path(python).parent,
        capture_output=True,
        text=True,
        check=False,
    )


def test_nothing_else_is_there(python: str) -> None:
    found = {name.lower().replace("_", "-") for name in run(python, INSTALLED).stdout.split()}
    assert found == CORE | IN_A_NEW_ENVIRONMENT


def test_stamps_are_made_and_verified(python: str) -> None:
    assert len(run(python, USE).stdout.splitlines()) == 3


def test_each_module_is_imported_or_names_its_extra(python: str) -> None:
    done = run(python, IMPORT_ALL)
    assert not done.stderr
    assert done.stdout.splitlines() == [
        *(f"sealwax.client.{module} httpx" for module in ("asynchronous", "auth_proxy", "blocking", "calls")),
        "sealwax.flows httpx",
        "sealwax.integrations.aiohttp aiohttp",
        "sealwax.integrations.environment httpx",
        "sealwax.integrations.httpx httpx",
        "sealwax.integrations.requests requests",
    ]


@pytest.mark.parametrize("extra", NEEDS_EXTRA)
def test_a_use_of_an_extra_names_it(python: str, extra: str, tmp_path: Path) -> None:
    variables: dict[str, str] = {}
    if extra == "age":
        # The encryption of output is part of the command line.
        install(python, tmp_path, {"click", "bcrypt"}, "--target", str(tmp_path / "packages"))
        variables["PYTHONPATH"] = str(tmp_path / "packages")
    done = run(python, TRY.format(statement=NEEDS_EXTRA[extra]), **variables)
    shown = done.stderr if extra == "cli" else done.stdout
    assert shown.endswith(f"; run: {install_command(extra)}\n"), done.stderr
