"""Measure the cost of r||s signatures, and of importing `serialization.ssh`.

It needs only cryptography: ``python measure_raw_signatures.py [PAIRS]``.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import cryptography
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import (
    decode_dss_signature,
    encode_dss_signature,
)
from cryptography.hazmat.primitives.hashes import SHA256

PAIRS, CALLS = 40, 50
ECDSA = ec.ECDSA(SHA256())
MESSAGE = bytes(200)

SERIALIZATION = "cryptography.hazmat.primitives.serialization"
SSH = f"{SERIALIZATION}.ssh"
# The stub has every name that `serialization` takes from the module `ssh`.
STUB = f"""
class Stub(type(sys)):
    def __getattr__(self, name):
        return object
sys.modules["{SSH}"] = Stub("{SSH}")
"""
IMPORT = f"""
import sys, time
{{before}}
start = time.process_time()
import {SERIALIZATION}
print(time.process_time() - start)
"""
PRELOADED = "import dataclasses, re"
EC = "import cryptography.hazmat.primitives.asymmetric.ec"


def raw_to_der(raw: bytes, size: int) -> bytes:
    """Convert r||s to DER, as a reader of JWS must."""
    if len(raw) != 2 * size:
        raise ValueError(f"The signature must be {2 * size} bytes.")
    r = int.from_bytes(raw[:size], "big")
    s = int.from_bytes(raw[size:], "big")
    return encode_dss_signature(r, s)


def verify_raw(key: ec.EllipticCurvePublicKey, raw: bytes, size: int) -> None:
    """Verify a signature as r||s."""
    key.verify(raw_to_der(raw, size), MESSAGE, ECDSA)


def seconds_of_calls(call: Callable[[], object]) -> float:
    """The processor time of a call, from a series of calls."""
    start = time.process_time()
    for _ in range(CALLS):
        call()
    return (time.process_time() - start) / CALLS


def seconds_of_import(before: str) -> float:
    """The processor time of an import in a new interpreter."""
    code = IMPORT.format(before=before)
    done = subprocess.run(
        [sys.executable, "-I", "-c", code],
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def compare(
    label: str,
    first: Callable[[], float],
    second: Callable[[], float],
    pairs: int,
) -> None:
    """Print the medians of two measurements, taken in turns."""
    taken = [(first(), second()) for _ in range(pairs)]
    one = statistics.median(pair[0] for pair in taken)
    other = statistics.median(pair[1] for pair in taken)
    ratio = statistics.median(after / before for before, after in taken)
    print(
        f"{label}: {one * 1e6:.1f} us, {other * 1e6:.1f} us; "
        f"median ratio {ratio:.3f}"
    )


def main(pairs: int) -> None:
    """Print a line for each comparison."""
    version = sys.version.partition(" ")[0]
    print(f"cryptography {cryptography.__version__}, Python {version}")
    for curve in (ec.SECP256R1(), ec.SECP384R1()):
        private = ec.generate_private_key(curve)
        key, size = private.public_key(), (curve.key_size + 7) // 8
        der = private.sign(MESSAGE, ECDSA)
        r, s = decode_dss_signature(der)
        raw = r.to_bytes(size, "big") + s.to_bytes(size, "big")
        verify = partial(key.verify, der, MESSAGE, ECDSA)
        compare(
            f"{curve.name}: verify DER, verify r||s",
            partial(seconds_of_calls, verify),
            partial(seconds_of_calls, partial(verify_raw, key, raw, size)),
            pairs,
        )
    for label, before in (
        ("", ""),
        (" after dataclasses and re", PRELOADED),
        (" after asymmetric.ec", EC),
        (" after all three", f"{PRELOADED}\n{EC}"),
    ):
        compare(
            f"import serialization{label}: without ssh, with ssh",
            partial(seconds_of_import, before + STUB),
            partial(seconds_of_import, before),
            pairs,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS)
