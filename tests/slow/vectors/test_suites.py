"""The tests of ``tests/vectors/test_suites.py`` that take longest."""

import json
from pathlib import Path

import pytest

from sealwax import MalformedInput
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors import load
from sealwax_vectors.makers.generator import MAKERS, repeats_in
from sealwax_vectors.makers.repeats import REPEATS
from tests.conftest import SEED, Cli
from tests.vectors.schemas import validator_of
from tests.vectors.test_suites import CORRUPTIONS, FILES, VECTORS, Corruption, check_corruption, read


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


@pytest.mark.parametrize("name", sorted(REPEATS))
def test_a_case_that_is_left_out_repeats_another(name: str) -> None:
    material = KeyMaterial(KeyMaterial(SEED).take(f"vectors/{name}"))
    assert repeats_in(MAKERS[name](material)).keys() == REPEATS[name]
