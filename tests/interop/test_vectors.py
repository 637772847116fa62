"""The vectors, through other implementations: they agree but for what ``findings.py`` explains."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interop import ethereum
from tests.interop.cases import FILES, Kind, VectorCase, cases_of
from tests.interop.ethereum import LIBRARIES
from tests.interop.findings import finding_for
from tests.interop.implementations import covered_by
from tests.interop.npm import call_for, outputs_of
from tests.interop.openssl import OpenSsl
from tests.interop.peer import Peer


def check(implementation: str, judged: Iterator[tuple[VectorCase, Kind]]) -> Counter[Kind]:
    """Compare with the findings; give how many cases came out how."""
    outcomes: Counter[Kind] = Counter()
    surprises = []
    for case, kind in judged:
        outcomes[kind] += 1
        finding = finding_for(implementation, case)
        expected = "agrees" if finding is None else finding.kind
        if kind != expected:
            surprises.append(f"{case.fields['id']}: expected {expected}, got {kind}")
    assert not surprises
    return outcomes


@pytest.mark.parametrize("file", FILES)
def test_the_npm_packages(peer: Peer, file: str) -> None:
    covered = [(case, call) for case in cases_of(file) if (call := call_for(case)) is not None]
    answers = peer.call_all([call for _, call in covered])
    judged = ((case, judge(case, answer)) for (case, _), answer in zip(covered, answers, strict=True))
    assert check("npm", judged).total() == len(covered)


@pytest.mark.parametrize("library", LIBRARIES)
def test_libraries_for_ethereum(peer: Peer, library: str) -> None:
    covered = [(case, call) for case in covered_by(library) if (call := ethereum.call_for(library, case))]
    answers = peer.call_all([call for _, call in covered])
    judged = ((case, judge(case, answer)) for (case, _), answer in zip(covered, answers, strict=True))
    assert check(library, judged)["agrees"] > 30


def judge(case: VectorCase, answer: dict[str, object]) -> Kind:
    if "error" in answer:
        return case.judge(None)
    result = answer["result"]
    assert isinstance(result, dict)
    # What comes of a case that should be refused is not looked at: often, there is nothing to compare with.
    return case.judge(outputs_of(case, result) if case.valid else {})


def test_openssl(tmp_path: Path) -> None:
    openssl = OpenSsl(tmp_path)
    cases = covered_by("OpenSSL")
    judged = ((case, case.judge({} if openssl.verifies(case) else None)) for case in cases)
    assert check("OpenSSL", judged).total() == len(cases)
