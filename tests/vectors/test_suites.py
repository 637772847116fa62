import json
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput, SealwaxError
from sealwax.vectors import generate_files, load, run_suite
from sealwax.vectors.format import Construct
from sealwax.vectors.suites import CONSTRUCTS, dump, generate
from tests.conftest import ROOT, SEED

VECTORS = ROOT / "vectors"
FILES = sorted(VECTORS.glob("*.json"))
SMALL = (VECTORS / "credential_bundle.json").read_bytes()


def read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def cases_of(path: Path) -> list[dict[str, Any]]:
    return [case for group in read(path)["testGroups"] for case in group["tests"]]


def test_what_is_committed_is_what_the_seed_gives() -> None:
    made = {file.path: file.content for file in generate_files(SEED)}
    committed = {
        path.relative_to(VECTORS).as_posix(): path.read_bytes()
        for path in [*FILES, *VECTORS.glob("schema/*.json")]
    }
    assert made.keys() == committed.keys()
    assert [name for name, content in made.items() if committed[name] != content] == []


def test_another_seed_gives_other_keys_and_the_same_cases() -> None:
    construct = next(construct for construct in CONSTRUCTS if construct.name == "wallet_export")
    one, other = (json.loads(dump(generate(construct, seed))) for seed in (SEED, bytes(32)))
    assert one != other
    assert [case["comment"] for group in one["testGroups"] for case in group["tests"]] == [
        case["comment"] for group in other["testGroups"] for case in group["tests"]
    ]


@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda construct: construct.name)
def test_the_cases_of_another_seed_hold_as_well(construct: Construct) -> None:
    suite = load(dump(generate(construct, b"\x5a" * 32)), construct.name)
    assert [outcome for outcome in run_suite(suite) if not outcome.passed] == []


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(MalformedInput, match="it must be 32"):
        list(generate_files(bytes(length)))


def test_there_are_enough_cases_and_most_are_invalid() -> None:
    cases = [case for path in FILES for case in cases_of(path)]
    invalid = [case for case in cases if case["result"] == "invalid"]
    assert len(FILES) == len(CONSTRUCTS)
    assert len(cases) >= max(500, 25 * len(FILES))
    assert len(invalid) * 2 > len(cases)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
class TestFile:
    def test_it_validates_by_its_schema(self, path: Path) -> None:
        document = read(path)
        schema = read(VECTORS / "schema" / document["schema"])
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.Draft202012Validator(schema).validate(document)

    def test_its_schema_refuses_what_is_no_such_file(self, path: Path) -> None:
        document = read(path)
        validator = jsonschema.Draft202012Validator(read(VECTORS / "schema" / document["schema"]))
        case = document["testGroups"][0]["tests"][0]
        for name in ("tcId", "comment", "flags", "result"):
            removed = case.pop(name)
            assert not validator.is_valid(document)
            case[name] = removed
        document["testGroups"][0]["type"] = "Unknown"
        assert not validator.is_valid(document)

    def test_it_is_whole(self, path: Path) -> None:
        document, cases = read(path), cases_of(path)
        assert document["schema"] == f"{path.stem}_schema.json"
        assert document["numberOfTests"] == len(cases)
        assert [case["tcId"] for case in cases] == list(range(1, len(cases) + 1))
        assert {flag for case in cases for flag in case["flags"]} == document["notes"].keys()
        assert all(case["flags"] for case in cases)
        assert all(("error" in case) == (case["result"] == "invalid") for case in cases)

    def test_its_comments_tell_its_cases_apart(self, path: Path) -> None:
        for group in read(path)["testGroups"]:
            comments = Counter((case["comment"], json.dumps(case)) for case in group["tests"])
            names = Counter(case["comment"] for case in group["tests"])
            assert len(comments) == len(group["tests"])
            assert [name for name, count in names.items() if count > 1] == []

    def test_no_two_of_its_cases_have_the_same_input(self, path: Path) -> None:
        about = {"tcId", "comment", "flags"}
        for group in read(path)["testGroups"]:
            inputs = Counter(
                json.dumps({name: value for name, value in case.items() if name not in about})
                for case in group["tests"]
            )
            assert [text for text, count in inputs.items() if count > 1] == []

    def test_it_is_ascii_and_reads_back(self, path: Path) -> None:
        content = path.read_bytes()
        assert content.isascii()
        assert dump(load(content, path.name)) == content


def changed(**changes: object) -> bytes:
    return json.dumps({**json.loads(SMALL), **changes}).encode()


def with_case(**changes: object) -> bytes:
    document = json.loads(SMALL)
    case = document["testGroups"][0]["tests"][0]
    case |= changes
    for name in [name for name, value in case.items() if value is None]:
        del case[name]
    return json.dumps(document).encode()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "not JSON"),
        (b"[]", "it must be an object"),
        (SMALL[:-3], "not JSON"),
        (changed(numberOfTests=1), "says that it has 1 cases"),
        (changed(numberOfTests="1"), "numberOfTests must be an integer"),
        (changed(testGroups=None), "testGroups must be an array"),
        (changed(notes={}), "does not explain its flags"),
        (
            changed(testGroups=[{"type": "Unknown", "tests": []}]),
            r"testGroups\[0\].type is not an allowed value",
        ),
        (with_case(tcId=2), "a tcId twice"),
        (with_case(tcId=0), "tcId must be at least 1"),
        (with_case(comment=""), "comment must not be empty"),
        (with_case(result="perhaps"), "result is not an allowed value; use invalid or valid"),
        (with_case(result="invalid"), "needs an error if it is invalid"),
        (with_case(error="malformed"), "needs an error if it is invalid"),
        (with_case(result="invalid", error="another"), "error is not an allowed value"),
        (with_case(bundle=None), r"testGroups\[0\].tests\[0\].bundle is missing"),
        (with_case(bundle=5), "bundle must be a string"),
        (SMALL.replace(b'"comment"', b'"comment": "x", "comment"', 1), "a key twice"),
    ],
)
def test_other_files_are_malformed(content: bytes, problem: str) -> None:
    with pytest.raises(MalformedInput, match=problem):
        load(content, "the file")


@given(st.binary())
def test_no_bytes_break_the_reader(content: bytes) -> None:
    try:
        load(content, "the file")
    except SealwaxError:
        return
