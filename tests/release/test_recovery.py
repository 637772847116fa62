"""The guide to recovery without a network: its commands as they stand, and no network."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from sealwax import TargetKey
from sealwax.testing import ReferenceEnclave
from sealwax.wallets import decrypt_keystore, parse_private_key
from tests.conftest import CAPTURED, ORGANIZATION, ROOT, SEED, CapturedWallet
from tests.release.conftest import CONNECT, clone, commands, environment_without, without_network

FETCH, INSTALL, DECRYPT = commands("Installed")

REFUSAL = """
import os
import sys


def refuse(event, arguments):
    if event.startswith("socket."):
        with open(os.environ["SOCKET_LOG"], "a") as log:
            print(os.path.basename(sys.orig_argv[1]), event, file=log)
        raise PermissionError(f"{event} was refused")


sys.addaudithook(refuse)
"""
"""Loaded by every interpreter as it starts: writes down and refuses each use of a socket, so that none goes
unnoticed because its failure was handled."""

Shell = Callable[[str], str]


def run(script: str, directory: Path, environment: dict[str, str], within: Sequence[str] = ()) -> str:
    finished = subprocess.run(
        [*within, "bash", "-euo", "pipefail", "-c", script],
        cwd=directory,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A search path on which `python3` is the interpreter of this test, without what is installed for it."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to(Path(sys.base_prefix, "bin", "python3"))
    return f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"


@pytest.fixture
def connected(tmp_path: Path, path: str) -> Shell:
    """A shell in a clone, on this machine."""
    directory = clone(tmp_path / "connected")
    environment = environment_without("VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME") | {"PATH": path}
    return lambda script: run(script, directory, environment)


@pytest.fixture
def offline(tmp_path: Path, path: str, capsys: pytest.CaptureFixture[str]) -> Shell:
    """A shell in an empty directory, without a network or settings of this machine."""
    directory, hooks = tmp_path / "offline", tmp_path / "hooks"
    directory.mkdir()
    hooks.mkdir()
    (hooks / "sitecustomize.py").write_text(REFUSAL)
    environment = {
        "PATH": path,
        "HOME": str(directory),
        "PIP_CONFIG_FILE": os.devnull,
        "PYTHONPATH": str(hooks),
        "SOCKET_LOG": str(tmp_path / "sockets"),
    }
    within = without_network(capsys)
    return lambda script: run(script, directory, environment, within)


def programs_that_used_sockets(tmp_path: Path) -> set[str]:
    return {line.partition(" ")[0] for line in (tmp_path / "sockets").read_text().splitlines()}


class Exported(NamedTuple):
    """The account of the guide, and what tells the command line that another enclave made it."""

    private_key: bytes
    option: str


def account_of_the_guide(directory: Path) -> Exported:
    """Write the answer with the account that `docs/wallet-programs.md` opens."""
    enclave, key = ReferenceEnclave(SEED), bytes(range(32))
    target = TargetKey.load(directory / "export.private").public_key
    bundle = enclave.export_account(key, organization_id=ORGANIZATION, target_public_key=target)
    result = {"exportWalletAccountResult": {"exportBundle": bundle}}
    answer = {"activity": {"id": "a", "status": "ACTIVITY_STATUS_COMPLETED", "result": result}}
    (directory / "account.json").write_text(json.dumps(answer))
    return Exported(key, f" --signer-public-key {enclave.keys.signer}")


def commands_of(section: str) -> str:
    """The commands of a section of the guide to wallet programs; the last is one of sealwax."""
    text = (ROOT / "docs" / "wallet-programs.md").read_text().partition(f"\n## {section}\n")[2]
    lines = re.findall(r"^\$ (.*)$", text.partition("\n## ")[0], re.MULTILINE)
    return "\n".join(lines)


def test_a_wallet_is_recovered_without_a_network(
    tmp_path: Path, connected: Shell, offline: Shell, captured_wallet: CapturedWallet
) -> None:
    fetched = connected(FETCH)
    shutil.copytree(tmp_path / "connected" / "wheelhouse", tmp_path / "offline" / "wheelhouse")
    installed = offline(INSTALL)
    assert re.fullmatch(r"[0-9a-f]{64}  -\n", fetched)
    assert installed.startswith(fetched)

    assert (tmp_path / "offline" / "export.public").read_text().strip() == installed.split()[-1]
    shutil.copy(CAPTURED / "export_wallet.private", tmp_path / "offline" / "export.private")
    shutil.copy(CAPTURED / "export_wallet.bundle.json", tmp_path / "offline" / "answer.json")
    recovered = offline(f"ORGANIZATION_ID={captured_wallet.organization_id}\n{DECRYPT}")
    assert recovered == captured_wallet.mnemonic + "\n"

    exported = account_of_the_guide(tmp_path / "offline")
    for section in ("Electrum", "Sui", "Ethereum"):
        commands = commands_of(section) + exported.option
        offline(f"PATH=recovery/bin:$PATH\nORGANIZATION_ID={ORGANIZATION}\n{commands}")
        written = tmp_path / "offline" / ("keystore.json" if section == "Ethereum" else "key.txt")
        text = written.read_text().rstrip("\n")
        if section == "Ethereum":
            assert decrypt_keystore(text, "correct horse battery staple") == exported.private_key
        else:
            assert text.startswith({"Electrum": "K", "Sui": "suiprivkey1"}[section])
            assert parse_private_key(text) == exported.private_key
        written.unlink()

    # pip looks whether the machine has IPv6. That the log can tell who asked is shown by asking.
    assert programs_that_used_sockets(tmp_path) <= {"pip"}
    offline(f'! recovery/bin/python -c "{CONNECT}"')
    assert "-c" in programs_that_used_sockets(tmp_path)


def test_a_file_other_than_the_hashed_one_is_not_fetched(tmp_path: Path, connected: Shell) -> None:
    lock = tmp_path / "connected" / "requirements" / "recovery.txt"
    pinned = lock.read_text()
    start = pinned.index("\nclick==")
    end = pinned.index("\n    # via", start)
    hashes = re.sub(r"sha256:[0-9a-f]{64}", f"sha256:{'0' * 64}", pinned[start:end])
    lock.write_text(pinned[:start] + hashes + pinned[end:])
    with pytest.raises(AssertionError, match="THESE PACKAGES DO NOT MATCH THE HASHES"):
        connected(FETCH)
    assert not list((tmp_path / "connected").glob("wheelhouse/click*"))
