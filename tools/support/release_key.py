"""The public key that signs releases, in the form of OpenSSH."""

import subprocess
from pathlib import Path
from typing import Final

from tools import ROOT

RELEASE_KEY: Final = ROOT / "tools" / "release" / "release_key.pub"
"""The file of the key. It is missing until a maintainer made the key."""


def fingerprint(path: Path = RELEASE_KEY) -> str | None:
    """Return the fingerprint of a public key, ``SHA256:`` and 43 characters; None without the file."""
    if not path.exists():
        return None
    shown = subprocess.run(["ssh-keygen", "-l", "-f", path], check=True, capture_output=True, text=True)
    return shown.stdout.split()[1]
