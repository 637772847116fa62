"""Judging results: each way to be wrong is found, and nothing else is."""

from collections.abc import Sequence

import pytest

from sealwax.errors import MalformedInput
from sealwax_vectors import load_file
from sealwax_vectors.judge import (
    Abilities,
    Report,
    Verdict,
    check_names,
    count_statuses,
    judge,
    read_expected_failures,
)
from sealwax_vectors.protocol import Result, Results, answer, known_cases, to_line
from tests.conftest import ROOT

CASES = list(
    known_cases(load_file(ROOT / "vectors" / f"{name}.json") for name in ("credential_bundle", "hpke"))
)
RIGHT = [answer(to_line(known.task)) for known in CASES]
VALID = next(number for number, known in enumerate(CASES) if known.case.result == "valid")
INVALID = next(number for number, known in enumerate(CASES) if known.case.result == "invalid")
VALID_ID, INVALID_ID = CASES[VALID].task.id, CASES[INVALID].task.id


def with_result(number: int, *results: Result) -> Results:
    return Results([*RIGHT[:number], *results, *RIGHT[number + 1 :]])


def wrong(report: Report) -> list[Verdict]:
    return [verdict for verdict in report.verdicts if not verdict.fine]


def accepted(outputs: dict[str, object] | None = None) -> Result:
    given = RIGHT[VALID].outputs
    assert isinstance(given, dict)
    return Result(id=VALID_ID, result="accepted", outputs={**given, **(outputs or {})})


def test_right_results_are_fine_in_any_order() -> None:
    for results in (RIGHT, RIGHT[::-1]):
        report = judge(CASES, Results(list(results)))
        assert report.fine
        assert [verdict.id for verdict in report.verdicts] == [known.task.id for known in CASES]
        assert {verdict.status for verdict in report.verdicts} == {"passed"}


@pytest.mark.parametrize(
    ("number", "results", "status", "detail"),
    [
        (VALID, [], "missing", "there is no result"),
        (VALID, [accepted(), accepted()], "repeated", "there are 2 results"),
        (VALID, [Result(id=VALID_ID, result="refused", code="malformed")], "failed", "it was refused"),
        (INVALID, [Result(id=INVALID_ID, result="accepted")], "failed", "it was accepted"),
        (
            INVALID,
            [Result(id=INVALID_ID, result="crashed", reason="a panic")],
            "crashed",
            "a panic",
        ),
        (VALID, [Result(id=VALID_ID, result="crashed")], "crashed", ""),
        (
            VALID,
            [Result(id=VALID_ID, result="skipped", reason="no idea")],
            "undeclared-skip",
            "no idea",
        ),
        (
            VALID,
            [Result(id=VALID_ID, result="refused", code="E", reason="r")],
            "failed",
            "it was refused (E, r)",
        ),
        (VALID, [Result(id=VALID_ID, result="accepted")], "failed", "privateKey: wanted"),
        (VALID, [accepted({"privateKey": "00" * 32})], "failed", "privateKey: wanted"),
        (VALID, [accepted({"privateKey": None})], "failed", "privateKey: wanted"),
        (VALID, [accepted({"else": 1})], "failed", "1 of its outputs have names"),
        (VALID, [accepted({"bundle": "x"})], "failed", "bundle: wanted"),
        (VALID, [accepted({"error": "malformed"})], "failed", "error: wanted nothing"),
    ],
)
def test_each_wrong_result_is_found(number: int, results: Sequence[Result], status: str, detail: str) -> None:
    report = judge(CASES, with_result(number, *results))
    assert not report.fine
    (verdict,) = wrong(report)
    assert (verdict.id, verdict.status) == (CASES[number].task.id, status)
    assert verdict.detail.startswith(detail)


def test_numbers_and_booleans_are_not_alike() -> None:
    suite = load_file(ROOT / "vectors" / "webauthn_stamp.json")
    known = next(
        known
        for known in known_cases([suite])
        if known.task.group == "WebAuthnStampVerification" and known.case.result == "valid"
    )
    right = answer(to_line(known.task))
    assert isinstance(right.outputs, dict)
    assert judge([known], Results([right])).fine
    for name, other in (("userVerified", 1), ("signCount", True), ("signCount", "5")):
        outputs = {**right.outputs, name: other}
        assert not judge([known], Results([Result(id=right.id, result="accepted", outputs=outputs)])).fine


def test_a_refusal_with_another_code_passes_and_is_told() -> None:
    other = Result(id=INVALID_ID, result="refused", code="E_OTHER")
    report = judge(CASES, with_result(INVALID, other))
    assert report.fine
    assert [verdict.id for verdict in report.verdicts if verdict.other_code] == [INVALID_ID]
    silent = judge(CASES, with_result(INVALID, Result(id=INVALID_ID, result="refused")))
    assert not any(verdict.other_code for verdict in silent.verdicts)


def test_unknown_ids_are_a_problem() -> None:
    strange = Results([*RIGHT, Result(id="x", result="accepted"), Result(id="y", result="accepted")])
    report = judge(CASES, strange)
    assert report.problems == ["2 results are of ids that no case has"]
    assert not report.fine
    assert not wrong(report)


def test_problems_of_the_output_fail_it() -> None:
    report = judge(CASES, Results(list(RIGHT), ["line 1 is not JSON"]))
    assert (report.fine, report.problems) == (False, ["line 1 is not JSON"])


@pytest.mark.parametrize(
    "abilities",
    [
        Abilities(features=frozenset({"hpke", "hpke-internals"})),
        Abilities(without=frozenset({"credentials"})),
        Abilities(without=frozenset({"CredentialBundle"})),
    ],
)
def test_what_a_program_lacks_may_be_skipped_or_left_out(abilities: Abilities) -> None:
    skipped = [
        Result(id=result.id, result="skipped", reason="no base58")
        if result.id.startswith("credential_bundle/")
        else result
        for result in RIGHT
    ]
    left_out = [result for result in RIGHT if not result.id.startswith("credential_bundle/")]
    for results in (skipped, left_out):
        assert not judge(CASES, Results(list(results))).fine
        report = judge(CASES, Results(list(results)), abilities=abilities)
        assert report.fine
        assert {verdict.status for verdict in report.verdicts} == {"passed", "skipped"}
    # It need not answer these cases, but what it answers must be right.
    lie = [*left_out, Result(id=INVALID_ID, result="accepted")]
    (verdict,) = wrong(judge(CASES, Results(lie), abilities=abilities))
    assert (verdict.id, verdict.status) == (INVALID_ID, "failed")


def test_a_run_that_judges_nothing_is_not_fine() -> None:
    report = judge(CASES, Results(), abilities=Abilities(features=frozenset({"webhooks"})))
    assert report.problems == ["no case was judged"]
    assert not report.fine


def test_outputs_that_a_program_does_not_give_are_declared() -> None:
    outputs = {"publicKey": accepted().outputs["publicKey"]}  # type: ignore[index]
    less = with_result(VALID, Result(id=VALID_ID, result="accepted", outputs=outputs))
    assert not judge(CASES, less).fine
    abilities = Abilities(without_outputs=frozenset({"CredentialBundle.privateKey"}))
    assert judge(CASES, less, abilities=abilities).fine
    wrong_output = with_result(VALID, accepted({"privateKey": "00" * 32}))
    assert not judge(CASES, wrong_output, abilities=abilities).fine


def test_whether_a_sealed_import_is_a_wallet_need_not_be_known() -> None:
    suite = load_file(ROOT / "vectors" / "import_bundle.json")
    known = next(
        known for known in known_cases([suite]) if known.task.id == "import_bundle/SealedImport/a-wallet"
    )
    right = answer(to_line(known.task))
    assert isinstance(right.outputs, dict)
    assert right.outputs.keys() == {"plaintext"}
    assert judge([known], Results([right])).fine
    wallet = {**right.outputs, "mnemonic": "another"}
    assert not judge([known], Results([Result(id=right.id, result="accepted", outputs=wallet)])).fine


def test_expected_failures_must_fail() -> None:
    lie = with_result(INVALID, Result(id=INVALID_ID, result="accepted"))
    report = judge(CASES, lie, expected_failures={INVALID_ID})
    assert report.fine
    assert [verdict.id for verdict in report.verdicts if verdict.status == "expected-failure"] == [INVALID_ID]
    crash = with_result(INVALID, Result(id=INVALID_ID, result="crashed"))
    assert judge(CASES, crash, expected_failures={INVALID_ID}).fine
    (verdict,) = wrong(judge(CASES, Results(list(RIGHT)), expected_failures={INVALID_ID}))
    assert (verdict.id, verdict.status) == (INVALID_ID, "unexpected-pass")


def skipping(*groups: str, but: Sequence[Result] = ()) -> Results:
    """The right results, except for skipped groups; of these, only the named cases have another result."""
    others = {result.id: result for result in but}
    return Results(
        [
            others.get(known.task.id, Result(id=known.task.id, result="skipped", reason="not written yet"))
            if known.task.group in groups
            else right
            for known, right in zip(CASES, RIGHT, strict=True)
        ]
    )


GROUP = "HpkeOpenBase"
OF_GROUP = [right for known, right in zip(CASES, RIGHT, strict=True) if known.task.group == GROUP]


def test_whole_groups_may_be_skipped_if_that_is_allowed() -> None:
    report = judge(CASES, skipping(GROUP, "CredentialBundle"), allow_skipped_groups=True)
    assert report.fine
    assert report.skipped_groups == ["credential_bundle/CredentialBundle", f"hpke/{GROUP}"]
    skipped = [verdict for verdict in report.verdicts if verdict.status == "skipped"]
    assert {verdict.group_name for verdict in skipped} == {*report.skipped_groups}
    assert {verdict.detail for verdict in skipped} == {"not written yet"}
    strict = judge(CASES, skipping(GROUP))
    assert (len(wrong(strict)), strict.skipped_groups) == (len(OF_GROUP), [])
    assert {verdict.status for verdict in wrong(strict)} == {"undeclared-skip"}


@pytest.mark.parametrize("number", [0, len(OF_GROUP) // 2, len(OF_GROUP) - 1])
def test_a_group_with_any_other_result_was_not_skipped(number: int) -> None:
    answered = OF_GROUP[number]
    crashed = Result(id=answered.id, result="crashed")
    for but, failed in (([answered], len(OF_GROUP) - 1), ([crashed], len(OF_GROUP))):
        report = judge(CASES, skipping(GROUP, but=but), allow_skipped_groups=True)
        assert (len(wrong(report)), report.skipped_groups) == (failed, [])
    for again in ([], [Result(id=answered.id, result="skipped")] * 2):
        results = [result for result in skipping(GROUP).results if result.id != answered.id]
        report = judge(CASES, Results([*results, *again]), allow_skipped_groups=True)
        assert (len(wrong(report)), report.skipped_groups) == (len(OF_GROUP), [])


def test_a_group_without_results_was_not_skipped() -> None:
    results = [right for known, right in zip(CASES, RIGHT, strict=True) if known.task.group != GROUP]
    report = judge(CASES, Results(results), allow_skipped_groups=True)
    assert {verdict.status for verdict in wrong(report)} == {"missing"}
    assert len(wrong(report)) == len(OF_GROUP)


def test_a_declared_group_is_not_named() -> None:
    abilities = Abilities(without=frozenset({GROUP}))
    report = judge(CASES, skipping(GROUP), abilities=abilities, allow_skipped_groups=True)
    assert (report.fine, report.skipped_groups) == (True, [])


def test_something_must_be_judged() -> None:
    groups = {known.task.group for known in CASES}
    report = judge(CASES, skipping(*groups), allow_skipped_groups=True)
    assert report.problems == ["no case was judged"]
    assert not report.fine


@pytest.mark.parametrize(
    ("results", "status"),
    [
        ([], "missing"),
        ([Result(id=INVALID_ID, result="refused")] * 2, "repeated"),
        ([Result(id=INVALID_ID, result="skipped", reason="a")], "undeclared-skip"),
    ],
)
def test_the_list_excuses_nothing_else(results: Sequence[Result], status: str) -> None:
    (verdict,) = wrong(judge(CASES, with_result(INVALID, *results), expected_failures={INVALID_ID}))
    assert verdict.status == status


def test_a_list_of_expected_failures_is_read() -> None:
    text = f"# known\n\n{VALID_ID}  # why\r\n{INVALID_ID}\nwebhook/WebhookKeySet/any\n"
    found = read_expected_failures(text.encode(), CASES, "the list")
    assert found == {VALID_ID, INVALID_ID, "webhook/WebhookKeySet/any"}


@pytest.mark.parametrize(
    "line",
    ["credential_bundle/CredentialBundle/nothing", "hpke", f"a/{'b' * 1024}", f"{VALID_ID}\n{VALID_ID}"],
)
def test_other_lists_are_malformed(line: str) -> None:
    with pytest.raises(MalformedInput, match=r"^line [23] of the list"):
        read_expected_failures(f"\n{line}\n".encode(), CASES, "the list")


@pytest.mark.parametrize(
    "abilities",
    [
        Abilities(features=frozenset({"hpke", "HpkeOpenBase"})),
        Abilities(without=frozenset({"nothing"})),
        Abilities(without_outputs=frozenset({"CredentialBundle.bundle"})),
        Abilities(without_outputs=frozenset({"privateKey"})),
    ],
)
def test_names_that_do_not_exist_are_refused(abilities: Abilities) -> None:
    with pytest.raises(ValueError, match="a name that does not exist"):
        check_names(abilities, CASES)


def test_names_that_exist_are_not() -> None:
    check_names(Abilities(), CASES)
    check_names(
        Abilities(
            features=frozenset({"stamps"}),
            without=frozenset({"secp256k1", "HpkeOpenBase"}),
            without_outputs=frozenset({"HpkeOpenBase.pt"}),
        ),
        CASES,
    )


def test_statuses_are_counted_by_group() -> None:
    counted = count_statuses(judge(CASES, Results(list(RIGHT))).verdicts)
    assert [*counted][:2] == ["credential_bundle/CredentialBundle", "hpke/HpkeDeriveKeyPair"]
    assert sum(statuses["passed"] for statuses in counted.values()) == len(CASES)
