import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput, SealwaxError, Unsupported
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors import load
from sealwax_vectors.constructs.find_constructs import CONSTRUCTS
from sealwax_vectors.format import Case, Construct, case_type, output_fields
from sealwax_vectors.makers import generate_files
from sealwax_vectors.makers.case_numbers import read_case_numbers
from sealwax_vectors.makers.generator import MAKERS, generate, repeats_in
from sealwax_vectors.makers.repeats import REPEATS
from tests.conftest import ROOT, SEED, Cli
from tests.vectors.schemas import validator_of
from tools.release.ledger import GROUPS

VECTORS = ROOT / "vectors"
FILES = sorted(VECTORS.glob("*.json"))
SMALL = (VECTORS / "credential_bundle.json").read_bytes()


Document = dict[str, Any]


def read(path: Path) -> Document:
    document: Document = json.loads(path.read_text())
    return document


def cases_of(path: Path) -> list[dict[str, Any]]:
    return [case for group in read(path)["testGroups"] for case in group["tests"]]


def test_two_cases_with_the_same_id_are_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    construct = next(construct for construct in CONSTRUCTS if construct.name == "credential_bundle")
    make = MAKERS[construct.name]

    def make_two(material: KeyMaterial) -> list[Case]:
        """Two cases of one comment and other inputs: the same input would be left out."""
        return [next(iter(make(KeyMaterial(material.take(name))))) for name in ("one", "other")]

    monkeypatch.setitem(MAKERS, construct.name, make_two)
    with pytest.raises(ValueError, match="give the cases credential_bundle/CredentialBundle/"):
        generate(construct, SEED, {})


def small_construct() -> Construct:
    return next(construct for construct in CONSTRUCTS if construct.name == "credential_bundle")


def test_a_new_case_takes_the_next_number_and_no_other_case_changes() -> None:
    construct = small_construct()
    numbers = read_case_numbers(VECTORS / "credential_bundle.json")
    known = generate(construct, SEED, numbers)
    new = known.test_groups[0].tests[5].id
    del numbers[new]
    last = max(numbers.values())
    made = generate(construct, SEED, numbers).test_groups[0].tests
    assert (made[-1].id, made[-1].tc_id) == (new, last + 1)
    assert made[:-1] == [case for case in known.test_groups[0].tests if case.id != new]


def test_without_known_numbers_they_follow_the_makers() -> None:
    suite = generate(small_construct(), SEED, {})
    assert [case.tc_id for case in suite.test_groups[0].tests] == [*range(1, suite.number_of_tests + 1)]


def test_a_file_that_is_missing_has_no_numbers(tmp_path: Path) -> None:
    assert read_case_numbers(tmp_path / "absent.json") == {}


def test_numbers_are_read_beside_fields_that_there_are_no_more(tmp_path: Path) -> None:
    path = tmp_path / "hpke.json"
    path.write_text('{"testGroups": [{"tests": [{"id": "a", "tcId": 3, "core": true}], "old": 1}]}')
    assert read_case_numbers(path) == {"a": 3}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "not JSON"),
        (b"[]", "must be an object"),
        (b'{"testGroups": [{"tests": [{"id": "a"}]}]}', "tcId is missing"),
        (b'{"testGroups": [{"tests": [{"id": "a", "tcId": 1}, {"id": "b", "tcId": 1}]}]}', r"twice \(1\)"),
        (b'{"testGroups": [{"tests": [{"id": "a", "tcId": 1}, {"id": "a", "tcId": 2}]}]}', r"twice \(a\)"),
    ],
)
def test_numbers_of_another_form_are_malformed(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "hpke.json"
    path.write_bytes(content)
    with pytest.raises(MalformedInput, match=f"hpke.json.*{problem}"):
        read_case_numbers(path)


def test_every_construct_has_a_maker() -> None:
    assert MAKERS.keys() == {construct.name for construct in CONSTRUCTS}


def test_a_construct_without_a_maker_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    construct = small_construct()
    monkeypatch.delitem(MAKERS, construct.name)
    with pytest.raises(Unsupported, match=rf"{construct.name} has no maker; .* name it in MAKERS of makers/"):
        generate(construct, SEED, {})


def with_cases_again(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> Construct:
    """Let the maker of a construct make its first case twice, the second time with changes."""
    construct = small_construct()
    make = MAKERS[construct.name]

    def make_again(material: KeyMaterial) -> list[Case]:
        cases = list(make(material))
        return [
            *cases,
            msgspec.structs.replace(cases[0], id="again", comment="again", flags=["Valid"], **changes),
        ]

    monkeypatch.setitem(MAKERS, construct.name, make_again)
    return construct


def test_a_case_that_repeats_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    construct = small_construct()
    with_cases_again(monkeypatch)
    cases = list(MAKERS[construct.name](KeyMaterial(SEED)))
    assert repeats_in(cases) == {"again": cases[0].id}


def test_a_case_with_the_input_of_another_and_another_result_is_no_repeat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    construct = small_construct()
    with_cases_again(monkeypatch, result="acceptable")
    assert repeats_in(MAKERS[construct.name](KeyMaterial(SEED))) == {}


def test_a_repeated_case_that_is_named_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    construct = with_cases_again(monkeypatch)
    monkeypatch.setitem(REPEATS, construct.name, frozenset({"again"}))
    suite = generate(construct, SEED, {})
    assert not any(case.id.endswith("/again") for group in suite.test_groups for case in group.tests)


def test_a_group_of_another_file_is_refused() -> None:
    document = json.loads(SMALL)
    document["testGroups"] += [{"type": "WalletExport", "tests": []}]
    with pytest.raises(MalformedInput, match="a group of type WalletExport, which is of another file"):
        load(json.dumps(document).encode(), "it")


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(MalformedInput, match="it must be 32"):
        list(generate_files(bytes(length)))


def first_case(document: Document, result: str) -> dict[str, Any]:
    cases = (case for group in document["testGroups"] for case in group["tests"])
    case: dict[str, Any] = next(case for case in cases if case["result"] == result)
    return case


@cache
def shortened(path: Path) -> str:
    """A file with one case of each flag and of each result in a group, whole in itself."""
    document = read(path)
    explained: set[str] = set()
    for group in document["testGroups"]:
        kept: list[dict[str, Any]] = []
        for case in group["tests"]:
            if not explained.issuperset(case["flags"]) or case["result"] not in {it["result"] for it in kept}:
                kept.append(case)
                explained.update(case["flags"])
        group["tests"] = kept
    cases = [case for group in document["testGroups"] for case in group["tests"]]
    document["numberOfTests"] = len(cases)
    for number, case in enumerate(cases, start=1):
        case["tcId"] = number
    return json.dumps(document)


def remove_output(document: Document) -> None:
    for group in document["testGroups"]:
        names = output_fields(case_type(GROUPS[group["type"]])).always
        for case in group["tests"] if names else []:
            if case["result"] == "valid":
                del case[names[-1]]
                return


def add_output(document: Document) -> None:
    for group in document["testGroups"]:
        names = output_fields(case_type(GROUPS[group["type"]])).always
        valid = next((case for case in group["tests"] if case["result"] == "valid"), None)
        for case in group["tests"] if names else []:
            if valid is not None and case["result"] == "invalid":
                case[names[0]] = valid[names[0]]
                return


def repeat(name: str) -> Callable[[Document], None]:
    def corrupt(document: Document) -> None:
        one, other, *_ = (case for group in document["testGroups"] for case in group["tests"])
        other[name] = one[name]

    return corrupt


class Corruption(NamedTuple):
    """Something wrong with a file, what is said of it, and whether a JSON Schema can refuse it."""

    corrupt: Callable[[Document], object]
    problem: str
    in_schema: bool = True


NOTE = {"bugType": "BASIC", "description": "x"}
CORRUPTIONS = [
    pytest.param(Corruption(corrupt, problem, in_schema), id=name)
    for name, corrupt, problem, in_schema in (
        ("output removed", remove_output, "is valid and lacks its", True),
        ("output of an invalid case", add_output, "is invalid and must not have the field", True),
        (
            "unknown field",
            lambda it: first_case(it, "valid").update(x=1),
            r"\bx is unknown; check its spelling",
            True,
        ),
        (
            "error of a valid case",
            lambda it: first_case(it, "valid").update(error="malformed"),
            "field error",
            True,
        ),
        (
            "no error of an invalid case",
            lambda it: first_case(it, "invalid").pop("error"),
            "lacks its error",
            True,
        ),
        (
            "unknown flag",
            lambda it: first_case(it, "valid")["flags"].append("X"),
            "explain its flags X",
            False,
        ),
        ("no flag", lambda it: first_case(it, "valid")["flags"].clear(), "flags", True),
        ("unused note", lambda it: it["notes"].update(X=NOTE), "no case has: X", False),
        (
            "unknown field of a note",
            lambda it: it["notes"].update(X=NOTE | {"x": 1}),
            r"\bx is unknown; check its spelling",
            True,
        ),
        (
            "wrong count",
            lambda it: it.update(numberOfTests=it["numberOfTests"] + 1),
            "says that it has",
            False,
        ),
        ("extra top-level field", lambda it: it.update(x=1), r"\bx is unknown; check its spelling", True),
        (
            "unknown field of a group",
            lambda it: it["testGroups"][0].update(x=1),
            r"\bx is unknown; check its spelling",
            True,
        ),
        ("id twice", repeat("id"), "has the id .* twice", False),
        ("tcId twice", repeat("tcId"), "has the tcId 1 twice", False),
        (
            "id of another file",
            lambda it: first_case(it, "valid").update(id="x/X/x"),
            "must begin with",
            False,
        ),
        ("no id", lambda it: first_case(it, "valid").pop("id"), r"\bid is missing", True),
        ("no tcId", lambda it: first_case(it, "valid").pop("tcId"), r"\btcId is missing", True),
        ("no comment", lambda it: first_case(it, "valid").pop("comment"), r"\bcomment is missing", True),
        ("no flags", lambda it: first_case(it, "valid").pop("flags"), r"\bflags is missing", True),
        ("no result", lambda it: first_case(it, "valid").pop("result"), r"\bresult is missing", True),
        (
            "unknown group",
            lambda it: it["testGroups"][0].update(type="X"),
            "type is not an allowed value",
            True,
        ),
        ("unknown schema", lambda it: it.update(schema="x"), "names a schema that is not known", True),
    )
]


def check_corruption(path: Path, corruption: Corruption, cli: Cli, tmp_path: Path) -> None:
    """Corrupt a copy of a file: the command line must refuse it, and the schema where it can."""
    document = json.loads(shortened(path))
    corruption.corrupt(document)
    assert validator_of(path.stem).is_valid(document) is not corruption.in_schema
    copy = tmp_path / path.name
    copy.write_text(json.dumps(document))
    result = cli("vectors", "verify", copy)
    assert (result.exit_code, result.stdout) == (1, b"")
    (line,) = result.stderr.splitlines()
    assert re.fullmatch(rf"error\[malformed\]: {re.escape(path.name)} .*({corruption.problem}).*", line)


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
        (with_case(tcId=0), "tcId must be at least 1"),
        (with_case(comment=""), "comment must not be empty"),
        (with_case(result="perhaps"), "result is not an allowed value; use invalid or valid"),
        (with_case(result="invalid", error="another"), "error is not an allowed value"),
        (with_case(id="credential_bundle/CredentialBundle/"), "id"),
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
