import json
import os
from pathlib import Path
from typing import Any

import pytest

from sealwax import MalformedInput
from sealwax.vectors import Outcome, find_files, load, load_file, run_file, run_suite
from tests.conftest import ROOT

FILES = sorted((ROOT / "vectors").glob("*.json"))
FILE = ROOT / "vectors" / "credential_bundle.json"


def outcomes(document: dict[str, Any]) -> list[Outcome]:
    return list(run_suite(load(json.dumps(document).encode(), "the file")))


@pytest.fixture
def document() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(FILE.read_text())
    return content


def first(document: dict[str, Any], result: str) -> dict[str, Any]:
    case: dict[str, Any] = next(
        case for group in document["testGroups"] for case in group["tests"] if case["result"] == result
    )
    return case


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_case_comes_out_as_its_file_says(path: Path) -> None:
    made = list(run_file(path))
    assert len(made) == json.loads(path.read_text())["numberOfTests"]
    assert [outcome for outcome in made if not outcome.passed] == []


def test_a_valid_case_that_is_said_to_be_invalid_is_named(document: dict[str, Any]) -> None:
    case = first(document, "valid")
    case |= {"result": "invalid", "error": "malformed"}
    (failed,) = [outcome for outcome in outcomes(document) if not outcome.passed]
    assert (failed.tc_id, failed.expected, failed.actual) == (case["tcId"], "malformed", "valid")
    assert failed.comment == case["comment"]
    assert failed.group == document["testGroups"][0]["type"]
    assert failed.flags == tuple(case["flags"])


def test_an_invalid_case_that_is_said_to_be_valid_is_named(document: dict[str, Any]) -> None:
    case = first(document, "invalid")
    code = case.pop("error")
    case["result"] = "valid"
    (failed,) = [outcome for outcome in outcomes(document) if not outcome.passed]
    assert (failed.tc_id, failed.expected, failed.actual) == (case["tcId"], "valid", code)


def test_another_error_is_named(document: dict[str, Any]) -> None:
    case = first(document, "invalid")
    case["error"] = "expired"
    (failed,) = [outcome for outcome in outcomes(document) if not outcome.passed]
    assert (failed.tc_id, failed.expected) == (case["tcId"], "expired")


def test_another_output_is_named(document: dict[str, Any]) -> None:
    case = first(document, "valid")
    case["privateKey"] = "00" * 32
    (failed,) = [outcome for outcome in outcomes(document) if not outcome.passed]
    assert (failed.tc_id, failed.actual) == (case["tcId"], "another private_key")


def test_a_case_that_breaks_the_library_is_named_and_the_others_run(
    document: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = load(json.dumps(document).encode(), "the file")

    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(type(suite.test_groups[0]), "run", fail)
    made = list(run_suite(suite))
    assert len(made) == document["numberOfTests"]
    assert {outcome.actual for outcome in made} == {"RuntimeError, which is no error of ours"}


def test_a_body_too_large_to_hold_is_malformed() -> None:
    path = ROOT / "vectors" / "api_key_stamp_p256.json"
    document = json.loads(path.read_text())
    for group in document["testGroups"][:2]:
        case = first({"testGroups": [group]}, "valid")
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
    assert [path.name for path in find_files(tmp_path)] == ["a.json", "b.json"]
    assert find_files(tmp_path / "c.txt") == [tmp_path / "c.txt"]
    with pytest.raises(MalformedInput, match="without any file of vectors"):
        find_files(tmp_path / "schema")


def test_what_cannot_be_read_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_file(tmp_path / "a.json")
