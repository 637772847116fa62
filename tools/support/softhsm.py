"""Tokens of SoftHSM 2, with keys made by ``pkcs11-tool``, in this process or in another by p11-kit."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

PIN = "1234"
KEY_TYPES = {"p256": "EC:prime256v1", "secp256k1": "EC:secp256k1", "ed25519": "EC:edwards25519"}
"""The types of pkcs11-tool, by the names of curves."""
TOKENS = ("one", "two")

_MODULES = tuple(
    f"{folder}softhsm/libsofthsm2.so" for folder in ("", "x86_64-linux-gnu/", "aarch64-linux-gnu/")
)
_CLIENTS = tuple(f"{system}-linux-gnu/pkcs11/p11-kit-client.so" for system in ("x86_64", "aarch64"))
_SERVER = Path("/usr/libexec/p11-kit/p11-kit-server")


def find_library(*names: str) -> Path:
    """The first of some libraries that is there; a session that needs it must not go on without it."""
    found = [path for name in names if (path := Path("/usr/lib", name)).exists()]
    assert found, f"{names[0]} is not installed: apt-get install softhsm2 opensc p11-kit p11-kit-modules"
    return found[0]


def run(*command: str | Path) -> str:
    """Run a program of SoftHSM or opensc, and give what it printed."""
    assert shutil.which(command[0]), f"{command[0]} is not installed: apt-get install softhsm2 opensc"
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def module() -> Path:
    """Give the module of SoftHSM."""
    return find_library(*_MODULES)


def client() -> Path:
    """Give the module that asks a server of p11-kit."""
    return find_library(*_CLIENTS)


def make_tokens(directory: Path) -> None:
    """Make two tokens, each with an API key on each curve and a target key; this process uses them, too."""
    (directory / "tokens").mkdir()
    config = directory / "softhsm2.conf"
    config.write_text(
        f"directories.tokendir = {directory}/tokens\nobjectstore.backend = file\nlog.level = ERROR\n"
    )
    os.environ["SOFTHSM2_CONF"] = str(config)
    for token in TOKENS:
        run("softhsm2-util", "--init-token", "--free", "--label", token, "--pin", PIN, "--so-pin", "12345678")
        for number, (label, kind) in enumerate(KEY_TYPES.items(), start=1):
            make_key(token, kind, label, f"{number:02x}", "--usage-sign")
        make_key(token, KEY_TYPES["p256"], "target", "10", "--usage-derive")


def make_key(token: str, kind: str, label: str, key_id: str, *options: str) -> None:
    """Make a key on a token."""
    tool(token, "--keypairgen", "--key-type", kind, "--label", label, "--id", key_id, *options)


def tool(token: str, *options: str) -> str:
    """Run ``pkcs11-tool`` with a token, logged in."""
    return run("pkcs11-tool", "--module", module(), "--token-label", token, "--login", "--pin", PIN, *options)


class RemoteToken:
    """A server that has a token in processes of its own, and the environment of its clients."""

    def __init__(self, server: int, environment: dict[str, str]) -> None:
        self.server = server
        self.environment = environment

    def kill_token(self) -> None:
        """End the process that has the token; the server starts another for the next connection."""
        children = Path(f"/proc/{self.server}/task/{self.server}/children").read_text().split()
        assert children, "no process has the token"
        for child in children:
            os.kill(int(child), signal.SIGKILL)


@contextmanager
def remote_token(token: str) -> Iterator[RemoteToken]:
    """Serve a token on a socket, while the block runs."""
    assert _SERVER.exists(), "p11-kit is not installed: apt-get install p11-kit"
    # The path of a socket has at most 107 bytes; the directory of a test may be longer.
    with TemporaryDirectory(dir="/tmp") as directory:
        socket = Path(directory) / "socket"
        server = subprocess.Popen(
            [_SERVER, "--foreground", "--name", socket, "--provider", module(), f"pkcs11:token={token}"],
            stdout=subprocess.DEVNULL,
        )
        try:
            while not socket.exists():
                assert server.poll() is None, "the server ended"
                os.sched_yield()
            yield RemoteToken(server.pid, {"P11_KIT_SERVER_ADDRESS": f"unix:path={socket}"})
        finally:
            server.terminate()
            server.wait()
