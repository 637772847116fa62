"""The cases that rest on a rule of the vectors alone: they have a flag, and are in no core."""

import re

import pytest

from sealwax_vectors.features import VECTORS_RULE
from sealwax_vectors.makers.rules import _EVERYWHERE, _IN_FILES
from tests.interop.cases import FILES, VectorCase, cases_of
from tests.tools.core_search import core_candidates, find_cores, of_file


def flagged(*files: str) -> list[VectorCase]:
    return [case for file in files for case in cases_of(file) if VECTORS_RULE in case.fields["flags"]]


def test_none_is_in_a_core() -> None:
    cases = flagged(*FILES)
    assert len(cases) > 500
    assert not [case for case in cases if case.fields.get("core")]


@pytest.mark.parametrize(
    ("files", "pattern"),
    [
        *((FILES, pattern) for pattern in _EVERYWHERE),
        *(((file,), pattern) for file, patterns in _IN_FILES.items() for pattern in patterns),
    ],
)
def test_each_rule_has_a_case(files: tuple[str, ...], pattern: str) -> None:
    assert any(re.search(pattern, case.fields["idea"]) for case in flagged(*files))


def test_names_that_are_there_twice_or_folded_are_such() -> None:
    cases = [case for file in FILES for case in cases_of(file)]
    names = [case for case in cases if {"DuplicateKey", "FoldedName"} & {*case.fields["flags"]}]
    assert names
    assert all(VECTORS_RULE in case.fields["flags"] for case in names)


@pytest.mark.parametrize(
    "case_id",
    [
        "credential_bundle/CredentialBundle/an-ordinary-key",
        "attestation_document/AttestationDocument/nonce-of-1025-bytes",
    ],
)
def test_what_the_protocol_says_is_not(case_id: str) -> None:
    file = case_id.partition("/")[0]
    assert case_id in {case.fields["id"] for case in cases_of(file)}
    assert case_id in core_candidates(file)


def test_the_core_is_sought_among_the_others() -> None:
    ruled = flagged("webhook")[0].fields["id"]
    other = next(
        case.fields["id"] for case in cases_of("webhook") if case.fields["id"] in core_candidates("webhook")
    )
    assert of_file({"one": [ruled], "two": [ruled, other]}, "webhook") == {"two": [other]}
    assert ruled not in find_cores({"one": [ruled]})
