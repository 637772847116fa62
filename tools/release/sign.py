"""Sign the sums of a release with an SSH key.

It writes ``SHA256SUMS.sig``. OpenSSH, which Windows, macOS and Linux have, verifies it without a network. The
key must be the one in ``release_key.pub`` beside this module, whose fingerprint the documents and the page
state. It may be on a security key (``ssh-keygen -t ed25519-sk``). For example::

    python -m tools.release.sign --out dist --key ~/.ssh/sealwax-release
"""

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Final

from tools.release.dist import SUMS
from tools.support.release_key import RELEASE_KEY, fingerprint

NAMESPACE: Final = "sealwax-release"
"""The purpose of the signatures: OpenSSH takes no signature of another one."""


def sign(folder: Path, key: Path, release_key: Path = RELEASE_KEY) -> Path:
    """Sign the sums in a folder, and return the file of the signature."""
    expected = fingerprint(release_key)
    if expected is None:
        raise ValueError(f"there is no {release_key.name}: MAINTAINING.md says how to make the key")
    sums = folder / SUMS
    signature = sums.with_name(f"{SUMS}.sig")
    if signature.exists():
        raise ValueError(f"{signature} exists already")
    # OpenSSH asks for the passphrase, or for a touch of the security key.
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", NAMESPACE, sums], check=True)
    found = signer(folder)
    if found != expected:
        signature.unlink()
        raise ValueError(f"this key is {found}; the one of releases is {expected}")
    return signature


def signer(folder: Path) -> str | None:
    """Return the fingerprint of the key that signed the sums in a folder; None if the signature is wrong."""
    ran = subprocess.run(
        ["ssh-keygen", "-Y", "check-novalidate", "-n", NAMESPACE, "-s", folder / f"{SUMS}.sig"],
        input=(folder / SUMS).read_bytes(),
        capture_output=True,
        check=False,
    )
    return ran.stdout.decode().split()[-1] if ran.returncode == 0 else None


def main() -> None:
    """Sign the sums of a folder."""
    parser = argparse.ArgumentParser(prog="python -m tools.release.sign")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the release")
    parser.add_argument("--key", type=Path, required=True, help="the file of the private key")
    given = parser.parse_args()
    try:
        signature = sign(given.out, given.key)
    except ValueError as error:
        sys.exit(f"error: {error}")
    sys.stdout.write(f"{signature}\n")


if __name__ == "__main__":
    main()
