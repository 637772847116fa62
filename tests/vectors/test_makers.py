"""The makers of cases, on what the files of today do not have."""

import json

import pytest

from sealwax_vectors import load, run_suite
from sealwax_vectors.makers.certificates import element, elements
from sealwax_vectors.makers.defects import near_texts
from tests.conftest import ROOT


@pytest.mark.parametrize("size", [0, 1, 127, 128, 255, 256, 65_535])
def test_der_is_split_into_its_elements(size: int) -> None:
    parts = [element(0x04, b"\x81" * size), element(0x02, b"\x01"), element(0x30, b"\x82" * size)]
    assert elements(b"".join(parts)) == parts


@pytest.mark.parametrize(
    ("text", "others"),
    [("v2", {"V2"}), ("Always", {"aLWAYS"}), ("12-34", set())],
)
def test_only_letters_have_another_case(text: str, others: set[str]) -> None:
    made = [other for _, other in near_texts(text)]
    assert text not in made
    assert len({*made}) == len(made)
    assert {other for what, other in near_texts(text) if "case" in what} == others


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
