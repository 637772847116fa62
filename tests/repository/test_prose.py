"""The prose of the pages and of the vectors' modules: the rules that a program can check."""

import re
from collections.abc import Iterator

import pytest

PRONOUN = re.compile(r"[*_`\[]*(What|Which|Whoever|Of|That)\b.*(?<!\?)$")
PHRASES = re.compile(r"\b(one that|as far as that|but for|such as has)\b", re.IGNORECASE)


def faults(sentence: str, most_words: int) -> Iterator[str]:
    """The rules of design that a sentence breaks."""
    if PRONOUN.match(sentence):
        yield "begins with a pronoun"
    if PHRASES.search(sentence):
        yield "has a phrase that makes readers search for its noun"
    if len(sentence.split()) > most_words:
        yield f"has more than {most_words} words"


@pytest.mark.parametrize(
    ("sentence", "count"),
    [
        ("What is missing is refused.", 1),
        ("*Of several* keys, touch one.", 1),
        ("What is this file?", 0),
        ("Whatever the input, it is refused.", 0),
        ("It opens all but for one that is wrong.", 1),
        ("word " * 50, 0),
        ("word " * 51, 1),
    ],
)
def test_the_rules(sentence: str, count: int) -> None:
    assert len([*faults(sentence, 50)]) == count
