"""The client from PyPI, in an environment of its own."""

from pathlib import Path

from tools.support.environments import install

HERE = Path(__file__).parent
NODE_CLIENTS = ("@turnkey/http", "@turnkey/sdk-server", "@turnkey/core")
PYTHON_CLIENT = "turnkey-http (PyPI)"


def python_client() -> Path:
    """Install the client from PyPI in an environment of its own, unless it is there; give its interpreter.

    Its dependencies are named beside it, as those that it asks for do not resolve.
    """
    return install(HERE / "env", HERE / "requirements.txt", "--no-deps")
