"""The vectors, through the implementation in ``js/``: it agrees on all of them."""

import json
import subprocess
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.interop.cases import FILES, VECTORS, Kind, VectorCase, cases_of
from tests.interop.test_go import OUTPUTS
from tests.interop.test_vectors import check
from tests.nodejs import find_program, install

pytestmark = pytest.mark.node

PROGRAM = Path(__file__).parent / "js" / "main.mjs"

Answer = dict[str, Any]


def run(*arguments: str | Path, lines: str = "") -> str:
    install(Path(__file__).parent)
    command = [find_program("node"), PROGRAM, *arguments]
    ran = subprocess.run(command, input=lines, capture_output=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def ask(cases: Sequence[tuple[str, dict[str, Any]]], without: Sequence[str] = ()) -> list[Answer]:
    """Run cases in one process, each by the type of its group and its inputs."""
    requests = ({"group": group, "case": inputs, "without": without} for group, inputs in cases)
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    return [json.loads(line) for line in run(lines=lines).split("\n")[:-1]]


def inputs_of(case: VectorCase) -> dict[str, Any]:
    return {name: value for name, value in case.fields.items() if name not in OUTPUTS[case.group]}


@pytest.fixture(scope="module")
def answers() -> dict[str, list[Answer]]:
    cases = {file: cases_of(file) for file in FILES}
    given = iter(ask([(case.group, inputs_of(case)) for each in cases.values() for case in each]))
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
def test_the_program_agrees(answers: dict[str, list[Answer]], file: str) -> None:
    judged = ((case, judge(case, answer)) for case, answer in zip(cases_of(file), answers[file], strict=True))
    assert check("JavaScript", judged)["agrees"] == len(cases_of(file))


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
