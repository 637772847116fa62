import pytest

from sealwax.cli.unseen import marked, unseen_in

COUNT = "They count: without them, the words and the passphrase are another wallet, which is empty."
ODD = "It has characters that no screen shows, or odd spaces: few programs let you type them."


@pytest.mark.parametrize(
    ("text", "shown", "said"),
    [
        ("", "", []),
        ("correct horse", "correct horse", []),
        ("h\u00fcnter 2\U0001f600", "h\u00fcnter 2\U0001f600", []),
        (" a", "[space]a", ["It begins with a space."]),
        ("a  ", "a[space][space]", ["It ends with a space."]),
        ("a  b", "a[space][space]b", ["It has two spaces or more in a row."]),
        ("a\u00a0b", "a[U+00A0]b", [ODD]),
        ("a\tb", "a[U+0009]b", [ODD]),
        *(
            (f"a{each}", f"a[U+{ord(each):04X}]", [ODD])
            for each in "\u00ad\u200b\u2800\ufe0f\U000e0041\ufff8"
        ),
        (" ", "[space]", ["It begins with a space.", "It ends with a space."]),
    ],
)
def test_what_cannot_be_seen_is_written_out(text: str, shown: str, said: list[str]) -> None:
    assert marked(text) == shown
    assert list(unseen_in(text)) == [*said, *([COUNT] if said else [])]
