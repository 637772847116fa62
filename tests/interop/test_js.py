"""The vectors, through the implementation in ``js/``: it agrees on all of them."""

import json
from itertools import islice

import pytest

from tests.interop.cases import FILES, OUTPUTS, VECTORS, Kind, VectorCase, cases_of
from tests.interop.javascript import Answer, ask, run
from tests.interop.test_vectors import check
from tests.tools.results import Record

pytestmark = pytest.mark.node


@pytest.fixture(scope="module")
def answers() -> dict[str, list[Answer]]:
    cases = {file: cases_of(file) for file in FILES}
    given = iter(ask([(case.group, case.given) for each in cases.values() for case in each]))
    found = {file: list(islice(given, len(each))) for file, each in cases.items()}
    assert next(given, None) is None
    return found


def judge(case: VectorCase, answer: Answer) -> Kind:
    assert answer.keys() in ({"outputs"}, {"refused", "check"}), (case.fields["id"], answer)
    if "refused" in answer:
        return case.judge(None)
    if case.valid:
        assert answer["outputs"].keys() >= OUTPUTS[case.group] & case.fields.keys()
    return case.judge(answer["outputs"])


@pytest.mark.parametrize("file", FILES)
def test_the_program_agrees(record_property: Record, answers: dict[str, list[Answer]], file: str) -> None:
    judged = ((case, judge(case, answer)) for case, answer in zip(cases_of(file), answers[file], strict=True))
    assert check(record_property, "JavaScript", judged)["agrees"] == len(cases_of(file))


def test_a_crash_is_no_refusal_and_an_unknown_group_is_not_run() -> None:
    crashed, unknown = ask([("WebhookVerification", {"headers": 1}), ("Else", {})])
    assert crashed.keys() == {"crashed"}
    assert unknown == {"unknown": "Else"}


def test_a_check_is_left_out_by_its_name() -> None:
    case = ("QuorumKeyOpening", {"receiverPrivateKey": "zz", "envelope": ""})
    (refused,) = ask([case])
    assert refused == {"refused": "malformed", "check": "hex.digits"}
    (other,) = ask([case], without=["hex.digits"])
    assert other["check"] != "hex.digits"


def test_the_names_of_checks_are_printed_for_each_group() -> None:
    printed = json.loads(run(VECTORS / "hpke.json", VECTORS / "bip39.json"))
    assert {file: list(groups) for file, groups in printed.items()} == {
        "hpke": ["HpkeDeriveKeyPair", "HpkeSealBase", "HpkeOpenBase", "HpkeKeySchedule"],
        "bip39": ["Bip39Mnemonic"],
    }
    assert "hpke.tag" in printed["hpke"]["HpkeOpenBase"]
