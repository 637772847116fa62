"""The use case for pyca/cryptography does what its text says."""

import subprocess
import sys

import pytest

from tests.conftest import ROOT

USE_CASE = ROOT / "contrib" / "upstream" / "cryptography" / "use_case.py"


@pytest.mark.skipif(not USE_CASE.exists(), reason="the sdist does not have contrib")
@pytest.mark.slow
def test_the_export_opens_with_the_aad_only() -> None:
    done = subprocess.run([sys.executable, USE_CASE], capture_output=True, text=True, check=True)
    without, opened, ratio = done.stdout.splitlines()
    assert without.startswith("Suite.decrypt(enc + ct, key, info): InvalidTag")
    assert opened == "with the aad: the mnemonic that the service exported"
    assert ratio.startswith("to open it, pyhpke takes ")
