"""The vectors, through the implementation in ``go/``: it agrees but for what ``findings.py`` explains."""

from datetime import timedelta
from itertools import islice
from pathlib import Path

import pytest

from sealwax_vectors import load_file
from sealwax_vectors.judge import Abilities
from sealwax_vectors.judge import judge as judge_results
from sealwax_vectors.protocol import known_cases
from sealwax_vectors.runner import run_program
from tests.interop.cases import FILES, OUTPUTS, VECTORS, Kind, VectorCase, cases_of
from tests.interop.findings import finding_for
from tests.interop.golang import SOURCE, WORD_LISTS, Answer, Go, answers_of, output_of
from tests.interop.implementations import covered_by
from tests.interop.test_vectors import check

FEATURES = frozenset(
    {
        "stamps", "passkey-stamps", "attested-stamps", "registrations", "exports", "imports", "secrets",
        "otp", "credentials", "quorum-keys", "hpke", "tokens", "client-signatures", "mnemonics", "webhooks",
        "ed25519", "rfc6979", "hpke-internals", "passphrase",
    }
)  # fmt: skip
"""The features that the program has: all cases that need no others are not skipped."""


@pytest.fixture(scope="module")
def go(tmp_path_factory: pytest.TempPathFactory) -> Go:
    return Go(tmp_path_factory.mktemp("go"))


@pytest.fixture(scope="module")
def program(go: Go) -> Path:
    return go.program()


@pytest.fixture(scope="module")
def answers(program: Path) -> dict[str, list[Answer]]:
    cases = {file: cases_of(file) for file in FILES}
    given = iter(answers_of(program, (case.task for each in cases.values() for case in each)))
    found = {file: list(islice(given, len(each))) for file, each in cases.items()}
    assert next(given, None) is None
    return found


def judge(case: VectorCase, answer: Answer) -> Kind:
    assert answer["result"] in {"accepted", "refused"}, answer
    if answer["result"] == "refused":
        return case.judge(None)
    outputs = answer.get("outputs", {})
    if case.valid:
        # Whether a sealed import is a wallet, no input tells.
        untold = {"mnemonic", "passphrase"} if case.group == "SealedImport" else set()
        assert outputs.keys() >= (OUTPUTS[case.group] & case.fields.keys()) - untold
    return case.judge(outputs)


@pytest.mark.parametrize("file", FILES)
def test_the_program_agrees(answers: dict[str, list[Answer]], file: str) -> None:
    answered = list(zip(cases_of(file), answers[file], strict=True))
    assert all(case.fields["id"] == answer["id"] for case, answer in answered)
    ran = [(case, answer) for case, answer in answered if answer["result"] != "skipped"]
    assert [case for case, _ in ran] == [case for case in covered_by("Go") if case.file == file]
    judged = ((case, judge(case, answer)) for case, answer in ran)
    assert check("Go", judged).total() == len(ran)


def test_it_passes_by_the_protocol(program: Path) -> None:
    cases = list(known_cases(load_file(VECTORS / f"{file}.json") for file in FILES))
    command = [str(program), str(WORD_LISTS)]
    results = run_program(command, [known.task for known in cases], time_limit=timedelta(minutes=5))
    found = {case.fields["id"] for case in covered_by("Go") if finding_for("Go", case)}
    abilities = Abilities(features=FEATURES)
    report = judge_results(cases, results, abilities=abilities, expected_failures=found)
    assert report.fine
    assert sum(verdict.status == "passed" for verdict in report.verdicts) > 4000


def test_a_crash_is_no_refusal_and_an_unknown_group_is_not_run(program: Path) -> None:
    groups = ("HpkeOpenBase", "Else")
    tasks: list[dict[str, object]] = [
        {"id": group, "file": "hpke", "group": group, "input": {}} for group in groups
    ]
    assert [answer["result"] for answer in answers_of(program, tasks)] == ["crashed", "skipped"]


def test_the_source_is_formatted_and_sound(go: Go) -> None:
    assert output_of(go.formatter, "-l", SOURCE) == ""
    go.run("vet", ".")
