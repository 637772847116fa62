"""The inputs that grow are what they should be, and each is worked on once."""

import json
from pathlib import Path

import pytest

from sealwax.operations import ListPrivateKeys

from . import scale
from .groups import BARE, OURS
from .stamps import stamper

COUNT = 40
SIZES = scale.Sizes(body=400, cases=COUNT, records=COUNT, exports=20, interfaces=20, requests=20)


def test_times(tmp_path: Path) -> None:
    found = {each.name: each.take(0, each.names) for each in scale.times(SIZES, tmp_path)}
    assert found.keys() == {*scale.LINEAR}
    assert all(taken.keys() == {BARE, OURS, scale.QUARTERS} for taken in found.values())
    assert all(each > 0 for taken in found.values() for each in taken.values())


def test_an_answer_has_as_many_private_keys_of_which_no_two_are_alike() -> None:
    request = ListPrivateKeys().seal(stamper("p256"), organization_id="o")
    keys = request.read(scale.answer_with(COUNT)).private_keys
    assert len({key.private_key_id for key in keys}) == COUNT
    assert len({key.addresses[0].address for key in keys}) == COUNT


def test_a_file_has_as_many_cases(tmp_path: Path) -> None:
    (vectors,) = (each for each in scale.inputs(SIZES, tmp_path) if each.name == scale.VECTORS)
    suite = vectors.make(COUNT)
    assert json.loads(suite.content)["numberOfTests"] == COUNT


@pytest.mark.skipif(not scale.HAS_STATUS, reason="the system does not say what memory is used")
def test_memory(tmp_path: Path) -> None:
    (exports,) = scale.exports_memory(SIZES)
    taken = exports.take(0, exports.names)
    assert taken[scale.FIRST] > 1 << 20
    assert taken[OURS] >= taken[scale.FIRST]
    (answers,) = scale.answers_memory(SIZES, tmp_path)
    taken = answers.take(0, answers.names)
    assert taken[BARE] == pytest.approx(len(scale.answer_with(COUNT)) / COUNT)
    assert taken.keys() == {BARE, OURS, scale.QUARTER}
