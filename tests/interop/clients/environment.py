"""The client from PyPI, in an environment of its own."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
NODE_CLIENTS = ("@turnkey/http", "@turnkey/sdk-server", "@turnkey/core")
PYTHON_CLIENT = "turnkey-http (PyPI)"


def python_client() -> Path:
    """Install the client from PyPI in an environment of its own, unless it is there; give its interpreter.

    Its dependencies are named beside it, as those that it asks for do not resolve.
    """
    environment, requirements = HERE / "env", HERE / "requirements.txt"
    interpreter, installed = environment / "bin" / "python", environment / "installed.txt"
    wanted = f"{sys.version}\n{requirements.read_text()}"
    if not installed.exists() or installed.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", environment], check=True)
        command = [str(interpreter), "-m", "pip", "install", "--quiet", "--no-deps", "-r", str(requirements)]
        subprocess.run(command, check=True)
        installed.write_text(wanted)
    return interpreter
