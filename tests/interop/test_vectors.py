"""The vectors, through other implementations: they agree but for what ``findings.py`` explains."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interop import ethereum
from tests.interop.cases import FILES, Kind, VectorCase, cases_of
from tests.interop.ethereum import LIBRARIES
from tests.interop.findings import FINDINGS, finding_for, read_findings
from tests.interop.implementations import IMPLEMENTATIONS, covered_by
from tests.interop.npm import call_for, outputs_of
from tests.interop.openssl import OpenSsl
from tests.interop.peer import Peer
from tests.interop.second import COVERED, REFUSALS


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


@pytest.mark.node
@pytest.mark.parametrize("file", FILES)
def test_the_npm_packages(peer: Peer, file: str) -> None:
    covered = [(case, call) for case in cases_of(file) if (call := call_for(case)) is not None]
    answers = peer.call_all([call for _, call in covered])
    judged = ((case, judge(case, answer)) for (case, _), answer in zip(covered, answers, strict=True))
    assert check("npm", judged).total() == len(covered)


@pytest.mark.node
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


@pytest.mark.peers
@pytest.mark.parametrize(("file", "group"), COVERED, ids=lambda name: name)
@pytest.mark.slow
def test_libraries_in_this_process(file: str, group: str) -> None:
    covered = COVERED[file, group]
    if covered.library == "libsecp256k1":
        pytest.importorskip("btclib_secp256k1", reason="the extra secp256k1 is not installed")

    def judged() -> Iterator[tuple[VectorCase, Kind]]:
        for case in cases_of(file):
            if case.group == group and covered.covers(case):
                try:
                    outputs = covered.run(case)
                except REFUSALS:
                    yield case, case.judge(None)
                else:
                    yield case, case.judge(outputs)

    assert check(covered.library, judged())["agrees"]


@pytest.mark.openssl
def test_openssl(tmp_path: Path) -> None:
    openssl = OpenSsl(tmp_path)
    cases = covered_by("OpenSSL")
    judged = ((case, case.judge({} if openssl.verifies(case) else None)) for case in cases)
    assert check("OpenSSL", judged).total() == len(cases)


@pytest.mark.slow
def test_every_line_of_findings_tsv_is_of_a_case_that_its_implementation_covers() -> None:
    covered = {(name, case.fields["id"]) for name in IMPLEMENTATIONS for case in covered_by(name)}
    assert not read_findings().keys() - covered


def test_every_finding_has_a_case() -> None:
    assert {*read_findings().values()} == {*FINDINGS}


def test_every_finding_is_of_an_implementation() -> None:
    assert {finding.implementation for finding in FINDINGS} <= IMPLEMENTATIONS.keys()


def test_a_disagreement_without_a_finding_fails_and_so_does_a_finding_without_one() -> None:
    cases = covered_by("npm")
    agreed = next(case for case in cases if finding_for("npm", case) is None)
    found = next(case for case in cases if finding_for("npm", case) is not None)
    surprises: list[tuple[VectorCase, Kind]] = [(agreed, "accepts"), (found, "agrees")]
    for surprise in surprises:
        with pytest.raises(AssertionError, match="expected"):
            check("npm", iter([surprise]))
