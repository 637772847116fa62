"""All vectors, made once more, and each file damaged in every way."""

from pathlib import Path

import pytest

from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors import load, run_suite
from sealwax_vectors.constructs.find_constructs import CONSTRUCTS
from sealwax_vectors.format import Construct
from sealwax_vectors.makers.generator import MAKERS, generate, repeats_in
from sealwax_vectors.makers.repeats import REPEATS
from sealwax_vectors.makers.schemas import dump_json
from tests.conftest import SEED, Cli
from tests.vectors.test_suites import CORRUPTIONS, FILES, Corruption, check_corruption


@pytest.mark.parametrize("name", MAKERS)
def test_the_cases_that_repeat_another_are_named_and_left_out(name: str) -> None:
    repeats = repeats_in(MAKERS[name](KeyMaterial(KeyMaterial(SEED).take(f"vectors/{name}"))))
    named = REPEATS.get(name, frozenset())
    assert repeats.keys() == named, "change or delete each case, or name it in REPEATS of makers/repeats.py"


@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda construct: construct.name)
def test_the_cases_of_another_seed_hold_as_well(construct: Construct) -> None:
    suite = load(dump_json(generate(construct, b"\x5a" * 32, {})), construct.name)
    assert [outcome for outcome in run_suite(suite) if not outcome.passed] == []


@pytest.mark.parametrize("path", FILES[1:], ids=lambda path: path.stem)
@pytest.mark.parametrize("corruption", CORRUPTIONS)
def test_what_is_corrupt_is_refused(path: Path, corruption: Corruption, cli: Cli, tmp_path: Path) -> None:
    check_corruption(path, corruption, cli, tmp_path)
