"""The cases that rest on a rule of the vectors alone: they have a flag."""

import re

import pytest

from sealwax_vectors.features import VECTORS_RULE
from tests.interop.cases import FILES, VECTORS, VectorCase, cases_of


def flagged(*files: str) -> list[VectorCase]:
    return [case for file in files for case in cases_of(file) if VECTORS_RULE in case.fields["flags"]]


def test_names_that_are_there_twice_or_folded_are_such() -> None:
    cases = [case for file in FILES for case in cases_of(file)]
    names = [case for case in cases if {"DuplicateKey", "FoldedName"} & {*case.fields["flags"]}]
    assert names
    assert all(VECTORS_RULE in case.fields["flags"] for case in names)


def test_the_section_of_each_case_is_one_of_the_wire_formats() -> None:
    text = (VECTORS / "wire-formats.md").read_text()
    headings = set(re.findall(r"^##+ ([0-9.]*[0-9])\.? ", text, re.MULTILINE))
    sections = {case.fields["section"] for file in FILES for case in cases_of(file)}
    assert sections <= headings
    # These are of the clock, of how replay is guarded against and of other SDKs, or have subsections.
    assert headings - sections == {"2", "4", "5", "7", "8", "8.6", "8.7", "9", "14.6"}


@pytest.mark.parametrize(
    "case_id",
    [
        "credential_bundle/CredentialBundle/an-ordinary-key",
        "attestation_document/AttestationDocument/nonce-of-1025-bytes",
    ],
)
def test_what_the_protocol_says_is_not(case_id: str) -> None:
    (case,) = (case for case in cases_of(case_id.partition("/")[0]) if case.fields["id"] == case_id)
    assert VECTORS_RULE not in case.fields["flags"]
