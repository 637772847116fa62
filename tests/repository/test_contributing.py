"""CONTRIBUTING.md and MAINTAINING.md name what is there, where it is."""

import re

import pytest

from tests.conftest import ROOT
from tests.test_imports import MODULES, PACKAGES, TIER_OF, room_of

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
MAINTAINING = (ROOT / "MAINTAINING.md").read_text()


def section(page: str, heading: str) -> str:
    """The text below a heading, up to the next one."""
    found = re.search(rf"^##+ {re.escape(heading)}\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL)
    assert found is not None, heading
    return found[1]


def rooms_of(package: str) -> list[str]:
    """The rooms in a package's table, in its order."""
    table = section(CONTRIBUTING, f"`{PACKAGES[package].relative_to(ROOT).as_posix()}/`")
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`(\w+)(?:/|\.py)`", row)]


@pytest.mark.parametrize("package", PACKAGES)
def test_the_table_of_a_package_has_every_room(package: str) -> None:
    rooms = {[*module.split("."), "__init__"][1] for module in MODULES if module.partition(".")[0] == package}
    # `_*.py` stands for the private modules at the top of sealwax.
    unnamed = {"__init__", "__main__", *(room for room in rooms if room.startswith("_"))}
    listed = rooms_of(package)
    assert sorted(listed) == sorted({*listed} & rooms), (
        "CONTRIBUTING.md lists a room that is not there, or twice"
    )
    assert rooms - {*listed} - unnamed == set(), "add the room to its table in CONTRIBUTING.md"


def test_the_table_of_the_library_is_from_the_bottom_up() -> None:
    tiers = [TIER_OF[room_of(f"sealwax.{room}")] for room in rooms_of("sealwax")]
    assert tiers == sorted(tiers), "order the rows in CONTRIBUTING.md as TIERS of tests/test_imports.py"


def test_the_table_of_commands_has_each_command_of_the_tools() -> None:
    listed = re.findall(
        r"^\| `python -m (tools[\w.]+)", section(MAINTAINING, "The commands of `tools/`"), re.MULTILINE
    )
    commands = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
        for path in (ROOT / "tools").rglob("*.py")
        if path.name == "__main__.py" or '\nif __name__ == "__main__":\n' in path.read_text()
    } - {"tools.release.pyz.inside"}  # sealwax.pyz has it
    assert sorted(listed) == sorted(commands), "MAINTAINING.md has a row for each command"


WALKS = {
    "An export bundle, from text to mnemonic": ("sealwax", 11),
    "An answer, from bytes to a typed result": ("sealwax", 9),
    "A case of the vectors, from its maker to its judgement": ("sealwax_vectors", 5),
    "A request to the service, from bytes to the answer": ("sealwax_service", 12),
}


@pytest.mark.parametrize(("heading", "package", "count"), [(name, *walk) for name, walk in WALKS.items()])
def test_a_walk_names_functions_where_they_are(heading: str, package: str, count: int) -> None:
    steps = re.split(r"^[0-9]+\. ", section(MAINTAINING, heading), flags=re.MULTILINE)[1:]
    assert len(steps) == count
    for step in steps:
        named = re.findall(r"`([\w./]+)`", step)
        code = "".join((PACKAGES[package] / path).read_text() for path in named if path.endswith(".py"))
        names = [name.rpartition(".")[2] for name in named if not name.endswith(".py")]
        assert names
        assert [name for name in names if f"def {name}(" not in code] == [], step


LINK = re.compile(r"\]\(([^)#:\s]*)(?:#([\w-]+))?\)")


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings."""
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", "MAINTAINING.md", "SECURITY.md", "changes/README.md"]
)
def test_links_lead_somewhere(name: str) -> None:
    page = ROOT / name
    for path, anchor in LINK.findall(page.read_text()):
        target = page.parent / path if path else page
        assert target.exists(), path
        assert not anchor or anchor in anchors(target.read_text()), f"{path}#{anchor}"
