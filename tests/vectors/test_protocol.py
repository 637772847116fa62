"""The protocol for programs that are tested: lines of a suite, strict reading of results, our own answers."""

import json

import pytest

from sealwax._crypto import keccak
from sealwax.errors import MalformedInput
from sealwax_vectors import load_file, protocol
from sealwax_vectors.protocol import Result, answer, known_cases, read_result, read_results, to_line
from tests.conftest import ROOT

FILE = ROOT / "vectors" / "credential_bundle.json"
CASES = list(known_cases([load_file(FILE)]))


def test_a_line_of_the_suite_has_the_inputs_and_nothing_of_the_result() -> None:
    document = json.loads(FILE.read_text())["testGroups"][0]["tests"]
    lines = [json.loads(to_line(known.task)) for known in CASES]
    assert [line["id"] for line in lines] == [case["id"] for case in document]
    assert lines[0] == {
        "id": document[0]["id"],
        "file": "credential_bundle",
        "group": "CredentialBundle",
        "features": ["credentials"],
        "input": {name: document[0][name] for name in ("bundle", "targetPrivateKey")},
    }
    assert all(line["input"].keys() == {"bundle", "targetPrivateKey"} for line in lines)
    assert all(to_line(known.task).isascii() for known in CASES)


def test_the_order_of_keys_is_kept() -> None:
    given = Result(id="a", result="accepted", outputs={"b": {"d": 1, "c": 2}, "a": None})
    assert to_line(given).endswith(b'"outputs": {"b": {"d": 1, "c": 2}, "a": null}}\n')


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ('{"id":"a","result":"accepted"}', Result(id="a", result="accepted")),
        (
            '{"result":"accepted","id":"a","outputs":{"b":[1]}}\r',
            Result(id="a", result="accepted", outputs={"b": [1]}),
        ),
        ('{"id":"a","result":"refused"}', Result(id="a", result="refused")),
        (
            '{"id":"a","result":"refused","code":"x","reason":"y"}',
            Result(id="a", result="refused", code="x", reason="y"),
        ),
        ('{"id":"a","result":"skipped","reason":"y"}', Result(id="a", result="skipped", reason="y")),
        ('{"id":"a","result":"crashed"}', Result(id="a", result="crashed")),
    ],
)
def test_results_are_read(line: str, result: Result) -> None:
    assert read_result(line.encode(), "a line") == result
    assert read_result(to_line(result), "a line") == result


@pytest.mark.parametrize(
    "line",
    [
        "garbage",
        "[]",
        "{}",
        '{"id":"a"}',
        '{"id":"","result":"accepted"}',
        f'{{"id":"{"a" * 1025}","result":"accepted"}}',
        '{"id":1,"result":"accepted"}',
        '{"id":"a","result":"passed"}',
        '{"id":"a","result":"accepted","outputs":[]}',
        '{"id":"a","result":"accepted","outputs":null}',
        '{"id":"a","result":"accepted","result":"refused"}',
        '{"id":"a","result":"accepted","outputs":{"b":1,"b":2}}',
        '{"id":"a","result":"accepted","else":1}',
        '{"id":"a","result":"accepted"} {}',
        '{"id":"a","result":"refused","outputs":{}}',
        '{"id":"a","result":"accepted","code":"x"}',
        '{"id":"a","result":"skipped"}',
        '{"id":"a","result":"skipped","reason":""}',
        f'{{"id":"a","result":"accepted","outputs":{{"b":{"[" * 70}{"]" * 70}}}}}',
        '{"id":"a","result":"crashed","reason":"\\ud800"}',
    ],
)
def test_other_lines_are_malformed(line: str) -> None:
    with pytest.raises(MalformedInput, match=r"^line 3 "):
        read_result(line.encode(), "line 3")


def test_bytes_that_are_not_utf8_and_long_lines_are_malformed(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MalformedInput):
        read_result(b'{"id":"\xff","result":"accepted"}', "a line")
    monkeypatch.setattr(protocol, "MAX_RESULT_LINE_BYTES", 30)
    assert read_result(b'{"id":"a","result":"accepted"}', "a line").id == "a"
    with pytest.raises(MalformedInput, match="longer than 30 bytes"):
        read_result(b'{"id":"a","result":"accepted"} ', "a line")


def test_each_line_is_a_result_or_a_problem() -> None:
    found = read_results(b'{"id":"a","result":"accepted"}\n\n \r\nx\n{"id":"b","result":"refused"}')
    assert [result.id for result in found.results] == ["a", "b"]
    (problem,) = found.problems
    assert problem.startswith("line 4 is not JSON")


def test_reading_ends_after_many_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "MAX_RESULT_PROBLEMS", 2)
    found = read_results(b'x\nx\n{"id":"a","result":"accepted"}\n')
    assert not found.results
    assert found.problems[2:] == ["the other lines were not read"]


def test_this_library_answers() -> None:
    for known in CASES:
        result = answer(to_line(known.task))
        assert result.id == known.case.id
        if known.case.result == "valid":
            fields = json.loads(FILE.read_text())["testGroups"][0]["tests"][known.case.tc_id - 1]
            assert result.outputs == {name: fields[name] for name in ("privateKey", "publicKey")}
        else:
            assert (result.result, result.code) == ("refused", known.case.error)


def test_it_skips_what_it_cannot_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = answer(b'{"id":"a","file":"b","group":"c","features":[],"input":{}}')
    assert unknown == Result(id="a", result="skipped", reason="the group is unknown to this version")
    monkeypatch.setattr(keccak, "keccak", None)
    suite = load_file(ROOT / "vectors" / "api_key_stamp_eip191.json")
    known = next(known for known in known_cases([suite]) if known.case.result == "valid")
    without = answer(to_line(known.task))
    assert without.result == "skipped"
    assert "pip install" in str(without.reason)


def test_it_says_that_it_crashed(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise ZeroDivisionError("a secret")

    group = protocol._groups()["CredentialBundle"]
    monkeypatch.setattr(group, "run", crash)
    assert answer(to_line(CASES[0].task)) == Result(
        id=CASES[0].task.id, result="crashed", reason="ZeroDivisionError"
    )


def test_lines_of_no_suite_are_malformed() -> None:
    with pytest.raises(MalformedInput, match="a line of the suite"):
        answer(b"{}")
    with pytest.raises(
        MalformedInput, match="the input of a is malformed: bundle must be a string"
    ) as caught:
        answer(b'{"id":"a","file":"b","group":"CredentialBundle","features":[],"input":{"bundle":5}}')
    assert caught.value.__context__ is None
