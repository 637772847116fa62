"""The tests of ``tests/upstream/test_cryptography.py`` that take long."""

import re
import runpy
import subprocess
import sys

import pytest

from tests.upstream.test_cryptography import FOLDER, MEASURE, USE_CASE

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the sdist does not have contrib")


def test_the_export_opens_with_the_aad_only() -> None:
    done = subprocess.run([sys.executable, USE_CASE], capture_output=True, text=True, check=True)
    without, opened, ratio = done.stdout.splitlines()
    assert without.startswith("Suite.decrypt(enc + ct, key, info): InvalidTag")
    assert opened == "with the aad: the mnemonic that the service exported"
    assert ratio.startswith("to open it, pyhpke takes ")


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


def test_the_stub_keeps_ssh_out() -> None:
    script = runpy.run_path(str(MEASURE))
    code = f"import sys\n{script['STUB']}import {script['SERIALIZATION']}\nprint('bcrypt' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
