"""The tests of ``tests/repository/test_prose.py`` that take long."""

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT
from tests.loops import failures
from tests.repository.test_prose import faults

PAGES = [
    path
    for pattern in (
        "*.md",
        ".github/*.md",
        "changes/*.md",
        "docs/**/*.md",
        "vectors/**/*.md",
        "tests/*/README.md",
        "*/README.md",
        "contrib/**/*.md",
        "vectors/sealwax_vectors/**/*.py",
    )
    for path in ROOT.glob(pattern)
    # Names of fields, and a page that only grows; its new items are in changes/.
    if path.name not in {"fields.md", "CHANGELOG.md"}
    and not {"node_modules", ".pytest_cache"} & {*path.parts}
]


MOST_WORDS = {"wire-formats.md": 100}
"""The most words of a sentence; a definition in the specification lists its parts."""


def texts(path: Path) -> Iterator[str]:
    """Yield the text of a page, or the docstrings and comments of a module."""
    if path.suffix != ".py":
        yield path.read_text()
        return
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.string.removeprefix("# ")
            elif token.type == tokenize.STRING and token.string.startswith('"""'):
                yield ast.literal_eval(token.string)


def sentences(text: str) -> Iterator[str]:
    """Split the prose of a page, without code, tables and headings."""
    prose = re.sub(r"^(```|~~~).*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", prose):
        if not block.lstrip().startswith(("|", "#", "<")):
            joined = re.sub(r"^(?:[-*]|\d+\.) |\]\([^)]*\)", "", " ".join(block.split()))
            yield from re.split(r"(?<=[.!?:;]) (?=[A-Z`*\[])", joined)


def check_each_sentence_is_read_once(path: Path) -> None:
    most = MOST_WORDS.get(path.name, 50)
    found = [
        (sentence, *broken)
        for text in texts(path)
        for sentence in sentences(text)
        if (broken := [*faults(sentence, most)])
    ]
    assert found == []


def test_each_sentence_is_read_once() -> None:
    assert failures(check_each_sentence_is_read_once, sorted(set(PAGES)), name=str) == []
