"""The tests of ``tests/service/seeding/test_seed_files.py`` that take longest."""

from pathlib import Path

import pytest

from sealwax import MalformedInput
from sealwax_service import LocalService
from tests.service.seeding.test_seed_files import write


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "is not JSON"),
        ('{"organizations": [], "organizations": []}', "twice"),
        ("a: [", "is not YAML: look at line"),
        ("a: 1\n---\nb: 2", "is not YAML: look at line"),
        ("a: &x 1\nb: *x", "an alias"),
        ("organizations: []\norganizations: []", "a name twice"),
        ("5: []", "a name that is not text"),
        ("? [a]\n: 1", "a name that is not text"),
        ("a: !!python/object/apply:os.system ['true']", "is not YAML"),
        ("a: !!bool x", "a tag"),
        ("a: !!timestamp x", "a tag"),
        ('a: !!int ""', "a tag"),
        ("a: !!map [a]", "a tag"),
        ("!!map {}", "a tag"),
        ("a: ! x", "a tag"),
        ("!!str a: x", "a tag"),
        ("a: 1:30", "a number with a colon"),
        pytest.param("a: 1" + ":0" * 180 + ".0", "a number with a colon", id="a long float"),
        pytest.param("a: 1" + ":0" * 200_000, "a number with a colon", id="a long integer"),
        pytest.param("[" * 5000, "is nested too deeply", id="nested"),
        ("a: 2026-99-99", "a value that cannot be read"),
        ("\x00", "is not YAML"),
    ],
)
def test_what_is_no_seed_file(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(MalformedInput, match=words) as caught:
        LocalService(seed_file=write(tmp_path, text))
    assert caught.value.__context__ is None
