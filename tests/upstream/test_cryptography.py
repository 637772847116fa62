"""The scripts for pyca/cryptography do what its texts say."""

import re
import runpy
import subprocess
import sys

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from tests.conftest import ROOT

FOLDER = ROOT / "contrib" / "upstream" / "cryptography"
USE_CASE, MEASURE = FOLDER / "use_case.py", FOLDER / "measure_raw_signatures.py"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the sdist does not have contrib")


@pytest.mark.slow
def test_the_export_opens_with_the_aad_only() -> None:
    done = subprocess.run([sys.executable, USE_CASE], capture_output=True, text=True, check=True)
    without, opened, ratio = done.stdout.splitlines()
    assert without.startswith("Suite.decrypt(enc + ct, key, info): InvalidTag")
    assert opened == "with the aad: the mnemonic that the service exported"
    assert ratio.startswith("to open it, pyhpke takes ")


@pytest.mark.slow
def test_each_comparison_is_measured() -> None:
    done = subprocess.run([sys.executable, MEASURE, "1"], capture_output=True, text=True, check=True)
    version, *lines = done.stdout.splitlines()
    assert version.startswith("cryptography ")
    figures = r"[\d.]+ us, [\d.]+ us; median ratio [\d.]+"
    assert [line.partition(":")[0] for line in lines if re.search(f": {figures}$", line)] == [
        "secp256r1",
        "secp384r1",
        "import serialization",
        "import serialization after dataclasses and re",
        "import serialization after asymmetric.ec",
        "import serialization after all three",
    ]


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


@pytest.mark.slow
def test_the_stub_keeps_ssh_out() -> None:
    script = runpy.run_path(str(MEASURE))
    code = f"import sys\n{script['STUB']}import {script['SERIALIZATION']}\nprint('bcrypt' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
