"""A signature and its verification by ``openssl speed``, without Python."""

import shutil
import subprocess

_NAMES = {"ecdsap256": "p256", "ed25519": "ed25519"}
"""The curves that ``openssl speed`` knows, by its names. It does not know secp256k1."""


def speed(seconds: float) -> str:
    """Measure, and give a line for each curve; empty without OpenSSL 3, as LibreSSL has other options."""
    program = shutil.which("openssl")
    if program is None:
        return ""
    # It counts whole seconds.
    command = [program, "speed", "-mr", "-seconds", str(max(1, round(seconds))), *_NAMES]
    version = subprocess.run([program, "version"], check=True, capture_output=True, text=True).stdout
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    return "" if done.returncode else "\n".join(lines(version.strip(), done.stdout))


def lines(version: str, printed: str) -> list[str]:
    """Give the lines, from the output of ``openssl speed -mr``, which has operations a second."""
    rates = [line.split(":")[-2:] for line in printed.splitlines() if line.startswith(("+F4:", "+F6:"))]
    return [
        f"openssl speed, {curve}: {1e6 / float(sign):.1f} µs to sign, {1e6 / float(verify):.1f} µs to verify "
        f"({version})"
        for curve, (sign, verify) in zip(_NAMES.values(), rates, strict=True)
    ]
