"""The vectors, through the implementation in ``recovery-page/readers``: it agrees on all of them."""

from datetime import timedelta
from itertools import islice

import pytest

from sealwax_vectors import load_file
from sealwax_vectors.judge import judge as judge_results
from sealwax_vectors.protocol import known_cases
from sealwax_vectors.runner import run_program
from tests.interop.cases import FILES, OUTPUTS, VECTORS, Kind, VectorCase, cases_of
from tests.interop.javascript import PROGRAM, Answer, ask
from tests.interop.test_vectors import check
from tools.support.nodejs import find_program, install


@pytest.fixture(scope="module")
def answers() -> dict[str, list[Answer]]:
    cases = {file: cases_of(file) for file in FILES}
    given = iter(ask([(case.group, case.given) for each in cases.values() for case in each]))
    found = {file: list(islice(given, len(each))) for file, each in cases.items()}
    assert next(given, None) is None
    return found


def judge(case: VectorCase, answer: Answer) -> Kind:
    assert answer["result"] in {"accepted", "refused"}, (case.fields["id"], answer)
    if answer["result"] == "refused":
        return case.judge(None)
    outputs = answer.get("outputs", {})
    if case.valid:
        assert outputs.keys() >= OUTPUTS[case.group] & case.fields.keys()
    return case.judge(outputs)


@pytest.mark.parametrize("file", FILES)
def test_the_program_agrees(answers: dict[str, list[Answer]], file: str) -> None:
    judged = ((case, judge(case, answer)) for case, answer in zip(cases_of(file), answers[file], strict=True))
    assert check("JavaScript", judged)["agrees"] == len(cases_of(file))


def test_it_passes_by_the_protocol() -> None:
    cases = list(known_cases(load_file(VECTORS / f"{file}.json") for file in FILES))
    install(PROGRAM.parent.parent)
    command = [find_program("node"), str(PROGRAM)]
    results = run_program(command, [known.task for known in cases], time_limit=timedelta(minutes=5))
    report = judge_results(cases, results)
    assert report.fine
    assert {verdict.status for verdict in report.verdicts} == {"passed"}


def test_a_crash_is_no_refusal_and_an_unknown_group_is_not_run() -> None:
    crashed, unknown = ask([("WebhookVerification", {"headers": 1}), ("Else", {})])
    assert crashed["result"] == "crashed"
    assert unknown == {"id": "", "result": "skipped", "reason": "no implementation of Else"}


def test_the_reason_of_a_refusal_is_the_name_of_the_check() -> None:
    (refused,) = ask([("QuorumKeyOpening", {"receiverPrivateKey": "zz", "envelope": ""})])
    assert refused == {"id": "", "result": "refused", "code": "malformed", "reason": "hex.digits"}
