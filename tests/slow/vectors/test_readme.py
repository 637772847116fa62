"""The tests of ``tests/vectors/test_readme.py`` that take long."""

import re

from sealwax_vectors import load_file
from sealwax_vectors.constructs.find_constructs import CONSTRUCTS
from sealwax_vectors.features import FEATURES
from sealwax_vectors.protocol import known_cases
from tests.interop.cases import FILES, VECTORS, cases_of
from tests.interop.findings import finding_for
from tests.interop.implementations import IMPLEMENTATIONS, covered_by
from tests.vectors.numbers import findings_by_case
from tests.vectors.test_readme import TEXT
from tools import vector_fields as fields
from tools.vector_fields import LISTS, groups


def test_findings_are_listed_by_the_ids_of_cases() -> None:
    head, *rows = (line.split("\t") for line in findings_by_case().splitlines())
    assert head == ["id", "who", "how", "finding"]
    kinds = {
        (case.fields["id"], name): finding_for(name, case)
        for name in IMPLEMENTATIONS
        for case in covered_by(name)
    }
    expected = {key: finding.kind for key, finding in kinds.items() if finding is not None}
    assert {(case, who): how for case, who, how, _ in rows} == expected
    assert len(rows) == len(expected)


def test_every_feature_is_explained_in_the_words_of_the_table() -> None:
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| ([^|]+) \| ([^|]*) \| [^|]*\|$", TEXT, re.MULTILINE)
    assert [(name, text) for name, text, _ in rows] == [*FEATURES.items()]
    listed = {file: name for name, _, files in rows for file in re.findall(r"`(\w+)`", files)}
    assert listed.keys() == {*FILES}
    for construct in CONSTRUCTS:
        first = next(known_cases([load_file(VECTORS / f"{construct.name}.json")]))
        assert listed[construct.name] in {first.task.features[0], "keystores"}


def test_the_fields_are_those_of_the_schemas() -> None:
    assert fields.PAGE.read_text() == fields.page(), "run `python -m tools.vector_fields`"


def test_the_names_listed_for_a_field_are_those_of_its_valid_cases() -> None:
    listing = [
        (name, field, names["examples"], files)
        for name, _, case, files in groups()
        for field, schema in case["properties"].items()
        if "examples" in (names := LISTS.get(schema.get("$ref", "").rpartition("/")[2], schema))
    ]
    assert {field for _, field, _, _ in listing} >= {"curve", "form", "variant", "accountVariant"}
    for name, field, examples, files in listing:
        cases = [case for file in files for case in cases_of(file) if case.group == name and case.valid]
        # A rule of a path follows the variant of a format.
        used = {part for case in cases for part in case.fields.get(field, "").split("+")}
        assert used <= {"", *examples}, (name, field)
