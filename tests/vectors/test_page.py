"""The page of reports: who passes, and what they fail; whatever a program says is text."""

import json
import re
from dataclasses import asdict

import pytest

from sealwax.errors import MalformedInput
from sealwax_vectors.judge import Report
from sealwax_vectors.page import page, read_report
from tests.vectors.test_reports import REPORT, verdict

ALL_PASS = Report([verdict("One", 1, "passed"), verdict("Other", 1, "passed")], [])
WRITTEN = (
    b"".join(json.dumps({**asdict(each), "fine": each.fine}).encode() + b"\n" for each in REPORT.verdicts)
    + b'{"problem": "line 1 is not JSON\\u0000", "fine": false}\n'
)


def rows(document: str) -> list[list[str]]:
    """The cells of each row, in the order of the page."""
    found = re.findall(r"<tr>(.*?)</tr>", document)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in found]


def test_a_report_is_read_as_it_was_written() -> None:
    assert read_report(WRITTEN, "a") == REPORT


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b'{"problem": "x", "fine": false}',
        b"garbage",
        WRITTEN + b"\n",
        WRITTEN.replace(b'"status": "passed"', b'"status": "else"'),
        WRITTEN.replace(b'"id": "f/One/1"', b'"id": 1'),
        b'{"problem": 1}\n' + WRITTEN,
        b'{"id": "a", "result": "accepted"}',
    ],
)
def test_anything_else_is_malformed(data: bytes) -> None:
    with pytest.raises(MalformedInput):
        read_report(data, "a")


def test_it_counts_by_program_and_by_group() -> None:
    document = page({"good": ALL_PASS, "other": REPORT})
    assert rows(document)[:6] == [
        ["program", "passed", "failed", "expected", "skipped", "other problems"],
        ["good", "2", "0", "0", "0", "0"],
        ["other", "1 of 4", "2", "1", "1", "1"],
        ["group", "good", "other"],
        ["f/One", "1", "1 of 3"],
        ["f/Other", "1", ""],
    ]
    assert rows(document)[6] == ["f/Another", "", "0 of 1"]


def test_it_lists_what_each_fails_by_flag_and_case() -> None:
    document = page({"good": ALL_PASS, "other": REPORT})
    assert re.findall("<h2>(.*?)</h2>", document) == ["By group", "What other fails"]
    assert rows(document)[7:] == [
        ["flag", "cases"],
        ["Flag", "3"],
        ["FlagOfOne", "2"],
        ["FlagOfAnother", "1"],
    ]
    items = re.findall("<li>(.*?)</li>", document)
    assert [item.partition(" ")[0] for item in items] == ["f/One/2", "f/One/3", "f/Another/2", "line"]
    assert "no curve" not in document


def test_a_program_that_only_prints_garbage_has_no_table_of_flags() -> None:
    document = page({"x": Report(ALL_PASS.verdicts, ["line 1 is not JSON"])})
    assert "flag" not in document
    assert "<li>line 1 is not JSON</li>" in document


def test_nothing_of_a_program_is_markup() -> None:
    lie = "<script>'\"&\x00\u202e"
    report = Report([verdict(lie, 1, "failed", lie)], [lie])
    document = page({lie: report})
    assert not re.search("<script|\x00|\u202e", document)
    assert document.count("&lt;script&gt;&#x27;&quot;&amp;\\u0000\\u202e") >= 5


def test_it_loads_nothing() -> None:
    assert not re.search(r"src|href|url\(|@import|http", page({"x": REPORT}))
