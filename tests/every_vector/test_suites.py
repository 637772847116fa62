"""The tests of ``tests/vectors/test_suites.py`` that read every test vector."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from sealwax_vectors import load, load_file
from sealwax_vectors.features import VECTORS_RULE
from sealwax_vectors.format import group_type
from sealwax_vectors.makers.schemas import dump_json
from tests.vectors.schemas import COMMON, validator_of
from tests.vectors.test_suites import FILES, VECTORS, cases_of, read, shortened
from tools.release.ledger import DESCRIPTION


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
class TestFile:
    def test_it_validates_by_its_schema(self, path: Path) -> None:
        validator_of(path.stem).validate(read(path))

    def test_what_is_corrupted_below_is_not_corrupt(self, path: Path) -> None:
        assert load(shortened(path).encode(), path.name).number_of_tests
        validator_of(path.stem).validate(json.loads(shortened(path)))

    def test_patterns_in_its_schema_are_plain(self, path: Path) -> None:
        names = (f"{path.stem}_schema.json", COMMON)
        schemas = "".join((VECTORS / "schema" / name).read_text() for name in names)
        patterns = {json.loads(text) for text in re.findall(r'"pattern": ("(?:[^"\\]|\\.)*")', schemas)}
        assert patterns
        # Of all that has a meaning in patterns, only what every engine reads alike.
        assert [each for each in patterns if re.search(r"\\|\(\?|[*+}]\+", each)] == []

    def test_it_is_whole(self, path: Path) -> None:
        document, cases = read(path), cases_of(path)
        assert document["schema"] == f"{path.stem}_schema.json"
        assert document["numberOfTests"] == len(cases)
        for group in document["testGroups"]:
            numbers = [case["tcId"] for case in group["tests"]]
            assert numbers == sorted(numbers)
        assert {flag for case in cases for flag in case["flags"]} == document["notes"].keys()
        assert all(case["flags"] for case in cases)
        assert all(("error" in case) == (case["result"] == "invalid") for case in cases)

    def test_its_comments_tell_its_cases_apart(self, path: Path) -> None:
        for group in read(path)["testGroups"]:
            comments = Counter((case["comment"], json.dumps(case)) for case in group["tests"])
            names = Counter(case["comment"] for case in group["tests"])
            assert len(comments) == len(group["tests"])
            assert [name for name, count in names.items() if count > 1] == []

    def test_its_ids_begin_with_the_file_and_its_ideas_with_the_flags(self, path: Path) -> None:
        for group in load_file(path).test_groups:
            prefix = f"{path.stem}/{group_type(type(group))}/"
            for case in group.tests:
                assert re.fullmatch(r"[0-9A-Za-z]+(?:-[0-9A-Za-z]+)*", case.id.removeprefix(prefix))
                assert case.id.startswith(prefix)
                # The idea leaves that flag out.
                flags = [flag for flag in case.flags if flag != VECTORS_RULE]
                assert case.idea.startswith(f"{'+'.join(flags)}: ")

    def test_no_two_of_its_cases_have_the_same_input(self, path: Path) -> None:
        about = DESCRIPTION - {"result", "error"}
        for group in read(path)["testGroups"]:
            inputs = Counter(
                json.dumps({name: value for name, value in case.items() if name not in about})
                for case in group["tests"]
            )
            assert [text for text, count in inputs.items() if count > 1] == []

    def test_it_is_ascii_and_reads_back(self, path: Path) -> None:
        content = path.read_bytes()
        assert content.isascii()
        assert dump_json(load(content, path.name)) == content
