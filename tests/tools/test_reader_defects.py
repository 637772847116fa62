"""The forms of ``reader_defects.py``: where they are in a source, and what is written there."""

import pytest

from tests.interop.golang import SOURCE as GO_SOURCE
from tests.interop.javascript import PROGRAM
from tests.tools.reader_defects import find_forms, rewrite, tokenize
from tests.tools.reader_edits import GO, JAVASCRIPT, Edit


def rewritten(source: str, *edits: Edit, is_go: bool = False) -> str:
    return rewrite(source, find_forms(source, edits, is_go=is_go), 0)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("if (a) b();", "if ($.condition(0, (a))) $.statement(8, () => b());"),
        (
            "return a && b;",
            "return $.operand(0, true, () => (a)) && $.operand(8, true, () => (b));",
        ),
        ("x = a.b === c;", 'x = $.compare(0, "===", a.b , c);'),
        ("x = a < 4n;", 'x = $.compare(0, "<", a , 4n);'),
        ("x = a !== undefined;", "x = a !== undefined;"),
        ("x = a ? b : c;", "x = $.condition(0, (a)) ? b : c;"),
        ("x = f(y).trim();", 'x = $.method(0, f(y), "trim", );'),
        ("x = y?.z.trim();", "x = y?.z.trim();"),
        ("x = /^a$/.test(y);", "x = $.matches(0, /^a$/, y);"),
        ("x = a.equals(b);", "x = $.equals(0, a, b);"),
        ("x = a[3];", "x = a[$.number(0, 3)];"),
        ("x = { 3: `${a && b}` };", "x = { 3: `${a && b}` };"),
        ("x = a / b / c;", "x = a / b / c;"),
        ('// a && b\nx = "a && b";', '// a && b\nx = "a && b";'),
    ],
)
def test_javascript(source: str, expected: str) -> None:
    assert rewritten(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("\tif err != nil {\n", "\tif madeCondition(0, err != nil) {\n"),
        ("\tif a := f(); a == b {\n", "\tif a := f(); madeCondition(0, madeEqual(8, a , b)) {\n"),
        ("\treturn a || !b\n", "\treturn madeOperand(0, false, a) || madeOperand(8, false, !b)\n"),
        ("\tfor i < n {\n", '\tfor madeOrder(0, "<", i , n) {\n'),
        ("\tx := bytes.Equal(a, b)\n", "\tx := madeBytesEqual(0, bytes.Equal, a, b)\n"),
        ("\tx := strings.ToLower(a)\n", "\tx := madeText(0, strings.ToLower, a)\n"),
        ("\tx := `a && b`\n", "\tx := `a && b`\n"),
    ],
)
def test_go(source: str, expected: str) -> None:
    assert rewritten(source, is_go=True) == expected


def test_an_edit_stands_alone_and_once() -> None:
    edit = Edit("a.mjs", "a && b", "a && ($.edited(@) || b)", "takes any b")
    assert rewritten("if (a && b) c;", edit) == "if ($.condition(0, (a && ($.edited(8) || b)))) c;"
    for source in ("if (a) c;", "if (a && b || a && b) c;"):
        with pytest.raises(ValueError, match="takes any b: the old text is there"):
            rewritten(source, edit)


def test_every_edit_changes_its_file() -> None:
    for edits, folder in ((JAVASCRIPT, PROGRAM.parent), (GO, GO_SOURCE)):
        for edit in edits:
            source = (folder / edit.file).read_text()
            assert rewritten(source, edit, is_go=folder == GO_SOURCE) != source
            assert edit.new.count("@") == 1


def test_tokens_of_the_readers_hold_all_of_their_sources() -> None:
    for path in [*PROGRAM.parent.glob("*.mjs"), *GO_SOURCE.glob("*.go")]:
        source = path.read_text()
        tokens = tokenize(source, is_go=path.suffix == ".go")
        assert all(source[each.start : each.end] == each.text or each.start == each.end for each in tokens)
        assert [each.start for each in tokens] == sorted(each.start for each in tokens)
