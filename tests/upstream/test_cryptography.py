"""The scripts for pyca/cryptography do what its texts say."""

import runpy

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from tests.conftest import ROOT

FOLDER = ROOT / "contrib" / "upstream" / "cryptography"
USE_CASE, MEASURE = FOLDER / "use_case.py", FOLDER / "measure_raw_signatures.py"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the sdist does not have contrib")


def test_a_raw_signature_is_really_verified() -> None:
    script = runpy.run_path(str(MEASURE))
    private = ec.generate_private_key(ec.SECP256R1())
    r, s = decode_dss_signature(private.sign(script["MESSAGE"], script["ECDSA"]))
    raw = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    script["verify_raw"](private.public_key(), raw, 32)
    with pytest.raises(InvalidSignature):
        script["verify_raw"](private.public_key(), raw[:-1] + bytes([raw[-1] ^ 1]), 32)
    with pytest.raises(ValueError, match="must be 64 bytes"):
        script["verify_raw"](private.public_key(), raw[:-1], 32)
