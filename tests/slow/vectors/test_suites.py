"""The tests of ``tests/vectors/test_suites.py`` that take long."""

import json
from pathlib import Path

import pytest

from sealwax import MalformedInput
from sealwax_vectors import load
from sealwax_vectors.constructs.find_constructs import CONSTRUCTS
from sealwax_vectors.makers.generator import generate
from sealwax_vectors.makers.schemas import dump_json
from tests.conftest import SEED, Cli
from tests.vectors.schemas import validator_of
from tests.vectors.test_suites import (
    CORRUPTIONS,
    FILES,
    VECTORS,
    Corruption,
    cases_of,
    check_corruption,
    read,
)
from tools.release.ledger import DESCRIPTION


def test_the_outputs_of_some_cases_come_together() -> None:
    path = VECTORS / "import_bundle.json"
    document = read(path)
    case = next(
        case
        for group in document["testGroups"]
        for case in group["tests"]
        if group["type"] == "SealedImport" and "passphrase" in case
    )
    del case["passphrase"]
    assert not validator_of(path.stem).is_valid(document)
    with pytest.raises(MalformedInput, match="is valid and lacks its passphrase"):
        load(json.dumps(document).encode(), "it")


@pytest.mark.parametrize("path", FILES[:1], ids=lambda path: path.stem)
@pytest.mark.parametrize("corruption", CORRUPTIONS)
def test_what_is_corrupt_is_refused(path: Path, corruption: Corruption, cli: Cli, tmp_path: Path) -> None:
    check_corruption(path, corruption, cli, tmp_path)


def test_another_seed_gives_other_keys_and_the_same_cases() -> None:
    construct = next(construct for construct in CONSTRUCTS if construct.name == "wallet_export")
    one, other = (json.loads(dump_json(generate(construct, seed, {}))) for seed in (SEED, bytes(32)))
    assert one != other
    assert [case["comment"] for group in one["testGroups"] for case in group["tests"]] == [
        case["comment"] for group in other["testGroups"] for case in group["tests"]
    ]


def test_the_index_has_every_file() -> None:
    index = read(VECTORS / "schema" / "index.json")
    assert index["version"] == (VECTORS / "VERSION").read_text().strip()
    assert (VECTORS / index["requests"]).is_file()
    assert [VECTORS / row["file"] for row in index["files"]] == FILES
    for row in index["files"]:
        document = read(VECTORS / row["file"])
        assert row["construct"] == document["algorithm"]
        assert row["schema"] == f"schema/{document['schema']}"
        assert row["groups"] == [group["type"] for group in document["testGroups"]]


def test_each_group_in_a_schema_lists_the_inputs_and_outputs_of_its_cases() -> None:
    for path in FILES:
        definitions = read(VECTORS / "schema" / f"{path.stem}_schema.json")["$defs"]
        groups = {
            each["properties"]["type"]["enum"][0]: each for each in definitions.values() if "inputs" in each
        }
        for group in read(path)["testGroups"]:
            known = groups[group["type"]]
            inputs, outputs = ({*known[name]} for name in ("inputs", "outputs"))
            for case in group["tests"]:
                rest = case.keys() - DESCRIPTION - inputs
                assert rest >= outputs if case["result"] == "valid" else not rest
                assert rest <= outputs | {*known["outputsOfSome"]}


def test_there_are_enough_cases_and_most_are_invalid() -> None:
    cases = [case for path in FILES for case in cases_of(path)]
    invalid = [case for case in cases if case["result"] == "invalid"]
    assert len(FILES) == len(CONSTRUCTS)
    assert len(cases) >= max(500, 25 * len(FILES))
    assert len(invalid) * 2 > len(cases)
