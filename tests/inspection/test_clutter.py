import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax._limits import (
    MAX_UNCLOSED_OBJECTS,
)
from sealwax.inspection.clutter import decoded, unwrapped

OBJECT = json.dumps({"a": 'with " and \\ and {', "b": {"c": ["7b" * 50]}})


@pytest.mark.parametrize(
    ("content", "encoding", "text"),
    [
        (b"", "", ""),
        (b"a", "", "a"),
        (b"\x93a\x94", "", "\u201ca\u201d"),
        ("\ufeffa".encode(), "after a byte order mark", "a"),
        ("a\u00fc".encode("utf-16"), "in UTF-16", "a\u00fc"),
        ("a".encode("utf-16-le"), "in UTF-16", "a"),
        ("a".encode("utf-16-be"), "in UTF-16", "a"),
        (b"\xff\xfea", "in UTF-16", "\ufffd"),
    ],
)
def test_text_is_decoded(content: bytes, encoding: str, text: str) -> None:
    assert decoded(content) == (encoding, text)


def parts(text: str) -> list[tuple[str, str]]:
    return [(how, inner.decode(errors="replace")) for how, inner in unwrapped(text.encode())]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("hello { and }", []),
        (OBJECT, []),
        (json.dumps(json.loads(OBJECT), indent=2), []),
        (f"[{OBJECT}]", [("among other text", OBJECT)]),
        (
            f"a {OBJECT[:50]} \t\n \n{OBJECT[50:]}",
            [
                ("among other text", f"{OBJECT[:50]} \t\n \n{OBJECT[50:]}"),
                ("with line breaks in it, among other text", OBJECT),
            ],
        ),
        (f"a {OBJECT} b {OBJECT}", [("among other text", OBJECT)] * 2),
        (
            f"a {OBJECT[:50]}\n  > {OBJECT[50:]}",
            [
                ("among other text", f"{OBJECT[:50]}\n  > {OBJECT[50:]}"),
                ("with line breaks in it, among other text", OBJECT),
            ],
        ),
        ('{"a" {"b"', []),
        ('{"a": {"b": "c', []),
        ('{"a": "b\\', []),
        (
            OBJECT.replace('"', "\u201c"),
            [("with typographic quotes or spaces", OBJECT)],
        ),
        (
            "\u00a0{&quot;a&quot;:\u00a01}",
            [("with &quot; in place of quotes and with typographic quotes or spaces", '{"a": 1}')],
        ),
        ("{=22a=22:=\n 1}", [("in the encoding of e-mails", '{"a": 1}')]),
        (
            'x {\\"a\\": 1}',
            [("with its quotes escaped, among other text", '{"a": 1}')],
        ),
        ('["{}", "x"]', [("in a list", "{}"), ("in a list", "x")]),
        ("[1]", []),
        ("A" * 17, []),
    ],
)
def test_objects_are_found(text: str, found: list[tuple[str, str]]) -> None:
    assert parts(text) == found


def test_base64_is_found_in_lines() -> None:
    encoded = base64.encodebytes(OBJECT.encode()).decode()
    assert ("in base64, among other text", OBJECT) in parts(f"Subject: x\n\n{encoded}\n--boundary")
    assert parts(f"x e{'A' * 63} y") == parts("x ey y") == []


def test_the_search_ends_after_some_that_are_not_closed() -> None:
    assert parts('{"a" ' * MAX_UNCLOSED_OBJECTS + '{"b": 1}') == []
    assert parts('{"a" ' * (MAX_UNCLOSED_OBJECTS - 1) + '{"b": 1}') == [("among other text", '{"b": 1}')]


@given(
    st.text(alphabet='{}"\\\n> ab=&;[]\u201c')
    | st.text()
    | st.binary().map(lambda each: each.decode("latin-1"))
)
def test_any_text_is_read(text: str) -> None:
    for how, inner in unwrapped(text.encode()):
        assert how
        assert isinstance(inner, bytes)
