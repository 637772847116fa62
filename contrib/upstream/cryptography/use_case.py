"""Open an export that a deployed service sealed with an HPKE `aad`.

It needs cryptography and pyhpke, and runs in a clone of sealwax:
``python contrib/upstream/cryptography/use_case.py``.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.bindings._rust import openssl
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey

CAPTURED = (
    Path(__file__).parents[3] / "vectors" / "captured" / "export_wallet.json"
)
INFO = b"turnkey_hpke"
SUITE = Suite(KEM.P256, KDF.HKDF_SHA256, AEAD.AES_256_GCM)
OTHER = CipherSuite.new(
    KEMId.DHKEM_P256_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.AES256_GCM
)


def main() -> None:
    """Open the export with and without the aad, and compare the speed."""
    capture = json.loads(CAPTURED.read_text())
    sealed = json.loads(bytes.fromhex(capture["bundle"]["data"]))
    key = ec.derive_private_key(
        int(capture["targetPrivateKey"], 16), ec.SECP256R1()
    )
    enc, ct = (
        bytes.fromhex(sealed["encappedPublic"]),
        bytes.fromhex(sealed["ciphertext"]),
    )
    # RFC 9180 binds both points already, but the protocol fixes this aad.
    aad = enc + key.public_key().public_bytes(
        Encoding.X962, PublicFormat.UncompressedPoint
    )
    try:
        SUITE.decrypt(enc + ct, key, INFO)
    except InvalidTag:
        print(
            "Suite.decrypt(enc + ct, key, info): InvalidTag, as it has no aad"
        )
    else:
        sys.exit("Suite.decrypt opened it without the aad")

    def native() -> bytes:
        # The tests of cryptography use this private function.
        return openssl.hpke._decrypt_with_aad(SUITE, enc + ct, key, INFO, aad)

    def python() -> bytes:
        context = OTHER.create_recipient_context(
            enc, KEMKey.from_pyca_cryptography_key(key), INFO
        )
        return bytes(context.open(ct, aad))

    if (
        native().decode() != capture["expected"]["mnemonic"]
        or python() != native()
    ):
        sys.exit("the export does not open")
    print("with the aad: the mnemonic that the service exported")
    ratios = [seconds(python) / seconds(native) for _ in range(5)]
    ratio = statistics.median(ratios)
    print(f"to open it, pyhpke takes {ratio:.1f} times as long")


def seconds(call: Callable[[], bytes]) -> float:
    """The processor time of some calls."""
    start = time.process_time()
    for _ in range(100):
        call()
    return time.process_time() - start


if __name__ == "__main__":
    main()
