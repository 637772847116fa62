"""A stamp with a key on a token of SoftHSM, beside the bare call of python-pkcs11.

``python -m benchmarks.devices`` prints the ratios; with ``--check``, it fails if one exceeds its limit three
times in a row. It needs the extra ``pkcs11`` and SoftHSM.
"""

import argparse
import hashlib
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from sealwax import ApiKeyStamper
from sealwax.signers.pkcs11 import Pkcs11Signer
from tools.support import softhsm

from .measuring import Turns, function, medians
from .targets import SLACK

TARGET = 1.25
BODY = b'{"organizationId":"f9a31c64-d604-42e4-9bef-a773096afad7"}'
_TRIES = 3


def bare_call(curve: str) -> Callable[[], object]:
    """The module's signature of the same body, with the key that is found already."""
    import pkcs11  # noqa: PLC0415 - an extra

    # The process is logged in: the signer was opened before.
    session = pkcs11.lib(str(softhsm.module().resolve())).get_token(token_label="one").open()
    names = pkcs11.Attribute
    (key,) = session.get_objects({names.CLASS: pkcs11.ObjectClass.PRIVATE_KEY, names.LABEL: curve})
    if curve == "ed25519":
        return lambda: key.sign(BODY, mechanism=pkcs11.Mechanism.EDDSA)
    return lambda: key.sign(hashlib.sha256(BODY).digest(), mechanism=pkcs11.Mechanism.ECDSA)


def ratio(curve: str, seconds: float) -> float:
    """The median of a stamp, divided by that of the bare call."""
    signer = Pkcs11Signer(softhsm.module(), token="one", key=curve, pin=softhsm.PIN)
    stamper = ApiKeyStamper(signer)
    subjects = {"bare": function(bare_call(curve)), "sealwax": function(lambda: stamper.stamp(BODY))}
    taken = medians(Turns(subjects), seconds)
    return taken["sealwax"] / taken["bare"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each curve")
    parser.add_argument("--check", action="store_true", help="fail if a ratio exceeds its limit")
    options = parser.parse_args()
    failed = []
    with tempfile.TemporaryDirectory() as directory:
        softhsm.make_tokens(Path(directory))
        for curve in softhsm.KEY_TYPES:
            found = [ratio(curve, options.seconds)]
            while options.check and found[-1] > TARGET * SLACK and len(found) < _TRIES:
                found.append(ratio(curve, options.seconds))
            print(f"a stamp on a token, {curve}: {found[-1]:.2f} of the bare call; target {TARGET}")
            failed += [curve] if found[-1] > TARGET * SLACK else []
    if options.check and failed:
        sys.exit(f"beyond {SLACK} times the target: {', '.join(failed)}")


if __name__ == "__main__":
    main()
