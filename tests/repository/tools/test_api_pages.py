"""The pages of the Python API in the repository: they are of today's modules, and complete."""

import re
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tools.api_pages import FOLDER, PAGES, pages
from tools.support.public_names import ROOMS, names_of


@pytest.fixture(scope="module", name="made")
def made_pages() -> dict[Path, str]:
    return pages()


def test_the_pages_are_current(made: dict[Path, str]) -> None:
    there = {path for path in FOLDER.rglob("*.md") if path.name != "examples.md"}
    remedy = "run: python -m tools.api_pages"
    assert there == made.keys(), remedy
    assert [path for path, text in made.items() if path.read_text() != text] == [], remedy


def test_every_public_name_has_an_entry() -> None:
    assert {module for modules in PAGES.values() for module in modules} == {*ROOMS}
    for page, modules in PAGES.items():
        paths = [FOLDER / f"{page}.md", *((FOLDER / "catalog").glob("*.md") if page == "operations" else ())]
        entries = {*re.findall(r"^##+ (\w+)$", "\n".join(path.read_text() for path in paths), re.MULTILINE)}
        assert {name for module in modules for name in names_of(module)} - entries == set(), page


def test_every_page_is_listed(made: dict[Path, str]) -> None:
    index = (ROOT / "docs" / "index.md").read_text()
    catalog = (FOLDER / "catalog.md").read_text()
    for path in made:
        link = f"({path.relative_to(FOLDER)})" if path.parent != FOLDER else f"(api/{path.name})"
        assert link in (catalog if path.parent != FOLDER else index), path


def test_the_markdown_has_no_rest_of_the_docstrings(made: dict[Path, str]) -> None:
    for path, text in made.items():
        fences = re.findall(r"^ *```(.*)$", text, re.MULTILINE)
        assert fences[0::2] == ["python"] * (len(fences) // 2), path
        assert fences[1::2] == [""] * (len(fences) // 2), path
        outside = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
        assert "``" not in outside, path
        assert not re.search(r"^(Args|Attributes|Returns|Yields|Raises):$|::$", outside, re.MULTILINE), path


def test_the_links_to_entries_lead_to_them(made: dict[Path, str]) -> None:
    anchors = {
        path: {heading.lower() for heading in re.findall(r"^##+ (\w+)$", text, re.MULTILINE)}
        for path, text in made.items()
    }
    links = 0
    for path, text in made.items():
        for page, anchor in re.findall(r"\]\(([\w./]*)#(\w+)\)", text):
            links += 1
            assert anchor in anchors[(path.parent / page).resolve() if page else path], (path, anchor)
    assert links > 500
