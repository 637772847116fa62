import json
import os
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from sealwax import MalformedInput, MissingExtra
from sealwax.errors import install_command
from sealwax_vectors import (
    Difference,
    Outcome,
    find_files,
    load,
    load_file,
    run_case,
    run_file,
    run_suite,
)
from sealwax_vectors.format import case_type, output_fields
from tests.conftest import ROOT
from tests.deadlines import deadline
from tools.release.ledger import GROUPS

FILE = ROOT / "vectors" / "credential_bundle.json"


def outcomes(document: dict[str, Any]) -> list[Outcome]:
    return list(run_suite(load(json.dumps(document).encode(), "the file")))


@pytest.fixture
def document() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(FILE.read_text())
    return content


def flip(case: dict[str, Any], **outputs: object) -> None:
    """Say of a case that it has the other result."""
    if case["result"] == "valid":
        for name in ("privateKey", "publicKey"):
            del case[name]
        case |= {"result": "invalid", "error": "malformed"}
    else:
        del case["error"]
        case |= {"result": "valid", **outputs}


def first(document: dict[str, Any], result: str) -> dict[str, Any]:
    case: dict[str, Any] = next(
        case for group in document["testGroups"] for case in group["tests"] if case["result"] == result
    )
    return case


def test_a_valid_case_that_is_said_to_be_invalid_is_named(document: dict[str, Any]) -> None:
    case = first(document, "valid")
    flip(case)
    (failed,) = [outcome for outcome in outcomes(document) if not outcome.passed]
    assert (failed.tc_id, failed.expected, failed.actual) == (case["tcId"], "malformed", "valid")
    assert failed.failed
    assert (failed.comment, failed.id, failed.idea) == (case["comment"], case["id"], case["idea"])
    assert failed.summary == "expected malformed, got valid"
    assert failed.group == document["testGroups"][0]["type"]
    assert failed.flags == tuple(case["flags"])


def test_an_invalid_case_that_is_said_to_be_valid_is_named(document: dict[str, Any]) -> None:
    case = first(document, "invalid")
    code = case["error"]
    flip(case, privateKey="00" * 32, publicKey="02" * 33)
    (failed,) = [outcome for outcome in outcomes(document) if not outcome.passed]
    assert (failed.tc_id, failed.expected, failed.actual) == (case["tcId"], "valid", code)


def test_another_error_is_named(document: dict[str, Any]) -> None:
    case = first(document, "invalid")
    case["error"] = "expired"
    (failed,) = [outcome for outcome in outcomes(document) if not outcome.passed]
    assert (failed.tc_id, failed.expected) == (case["tcId"], "expired")


def test_another_output_is_named(document: dict[str, Any]) -> None:
    case = first(document, "valid")
    key = case["privateKey"]
    case["privateKey"] = "00" * 32
    (failed,) = [outcome for outcome in outcomes(document) if not outcome.passed]
    assert (failed.tc_id, failed.actual) == (case["tcId"], "another privateKey")
    assert failed.differences == (Difference("privateKey", f'"{"00" * 32}"', f'"{key}"'),)
    assert failed.summary == (
        f'expected valid, got another privateKey; privateKey: wanted "{"00" * 32}", got "{key}"'
    )


def test_outputs_that_are_missing_or_too_many_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    suite = load_file(ROOT / "vectors" / "wallet_export.json")
    (group,) = suite.test_groups
    case = group.tests[0]
    outputs = dict(group.run(case))
    del outputs["language"]
    outputs["checksum_valid"] = case.checksum_valid
    case.checksum_valid = UNSET
    monkeypatch.setattr(type(group), "run", lambda *_: outputs)
    outcome = run_case(group, case)
    assert outcome.actual == "another language, checksumValid"
    assert outcome.differences == (
        Difference("language", '"english"', "nothing"),
        Difference("checksumValid", "nothing", "true"),
    )


def test_what_needs_an_extra_that_is_missing_is_skipped(
    document: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = load(json.dumps(document).encode(), "the file")

    def fail(*_: object) -> None:
        raise MissingExtra("ethereum", "this needs Keccak-256")

    monkeypatch.setattr(type(suite.test_groups[0]), "run", fail)
    for outcome in run_suite(suite):
        assert (outcome.actual, outcome.passed, outcome.failed) == ("missing-extra", False, False)
        assert outcome.skipped == f"this needs Keccak-256; run: {install_command('ethereum')}"


def test_a_path_may_be_text() -> None:
    made = list(run_file(FILE))
    assert made
    assert list(run_file(str(FILE))) == made
    assert find_files(str(FILE)) == [FILE]


def test_a_case_that_breaks_the_library_is_named_and_the_others_run(
    document: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = load(json.dumps(document).encode(), "the file")

    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(type(suite.test_groups[0]), "run", fail)
    made = list(run_suite(suite))
    assert len(made) == document["numberOfTests"]
    assert {outcome.actual for outcome in made} == {"a crash with RuntimeError, which is no refusal"}
    assert all(outcome.failed for outcome in made)


def test_a_body_too_large_to_hold_is_malformed() -> None:
    path = ROOT / "vectors" / "api_key_stamp_p256.json"
    document = json.loads(path.read_text())
    for group in document["testGroups"][:2]:
        case = first({"testGroups": [group]}, "valid")
        for name in output_fields(case_type(GROUPS[group["type"]])).all:
            del case[name]
        case |= {"body": "00" * 1000, "bodyRepeat": 1 << 20, "result": "invalid", "error": "malformed"}
    assert [outcome for outcome in outcomes(document) if not outcome.passed] == []
    first(document, "invalid")["bodyRepeat"] = (1 << 20) + 1
    with pytest.raises(MalformedInput, match="bodyRepeat"):
        outcomes(document)


def test_a_text_too_long_to_normalize_is_malformed() -> None:
    document = json.loads((ROOT / "vectors" / "bip39.json").read_text())
    document["testGroups"][0]["tests"][0]["passphrase"] = "a" + "\u0316\u0300" * 2048
    with pytest.raises(MalformedInput, match="passphrase"):
        outcomes(document)


def test_files_are_found_in_order(tmp_path: Path) -> None:
    for name in ("b.json", "a.json", "c.txt"):
        (tmp_path / name).touch()
    (tmp_path / "schema").mkdir()
    os.mkfifo(tmp_path / "d.json")
    with deadline():
        assert [path.name for path in find_files(tmp_path)] == ["a.json", "b.json"]
    assert find_files(tmp_path / "c.txt") == [tmp_path / "c.txt"]
    with pytest.raises(MalformedInput, match="without any file of vectors"):
        find_files(tmp_path / "schema")


def test_what_cannot_be_read_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_file(tmp_path / "a.json")
