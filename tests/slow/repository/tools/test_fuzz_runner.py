"""The tests of ``tests/repository/tools/test_fuzz_runner.py`` that take long."""

import json

import pytest

from tests.fuzz.layers import layers_of
from tests.fuzz.targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_taken_apart_can_be_put_together(name: str) -> None:
    for seed in TARGETS[name].seeds():
        for layer in layers_of(seed.document):
            joined = layer.join(list(layer.parts))
            if layer.kind.startswith("json") and b"\\u" not in seed.document:
                assert json.loads(joined) == json.loads(seed.document)
            assert [again.parts for again in layers_of(joined) if again.kind == layer.kind] == [layer.parts]
