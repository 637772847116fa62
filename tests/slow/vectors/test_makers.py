"""The tests of ``tests/vectors/test_makers.py`` that take long."""

import json

import pytest

from sealwax_vectors import load, run_suite
from tests.conftest import ROOT


@pytest.mark.parametrize("claimed", ["malformed", "wrong-enclave"])
@pytest.mark.parametrize(
    ("pins", "error"),
    [({"pcrs": {"0": "00"}}, "malformed"), ({"pcrs": {"0": "00" * 48}}, "wrong-enclave")],
)
def test_pins_that_are_malformed_are_told_from_too_few(
    pins: dict[str, object], error: str, claimed: str
) -> None:
    document = json.loads((ROOT / "vectors" / "boot_proof.json").read_text())
    group = next(group for group in document["testGroups"] if group["type"] == "BootProof")
    case = next(
        case for case in group["tests"] if case["result"] == "invalid" and "manifestHashes" not in case
    )
    case |= {**pins, "error": claimed}
    document["testGroups"], group["tests"] = [group], [case]
    document["numberOfTests"] = 1
    document["notes"] = {flag: document["notes"][flag] for flag in case["flags"]}
    (outcome,) = run_suite(load(json.dumps(document).encode(), "it"))
    assert outcome.passed == (claimed == error)
