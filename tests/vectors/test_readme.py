"""The pages in ``vectors/`` say what the files have, and their programs run as they stand."""

import contextlib
import io
import re
from fnmatch import fnmatch

import pytest

from sealwax.wallets.address_formats import FORMATS
from sealwax_vectors.format import Case, Suite
from tests.conftest import ROOT
from tests.interop.cases import FILES, VECTORS, cases_of

PAGES = [VECTORS / f"{name}.md" for name in ("README", "PROTOCOL", "fields", "origin")]
TEXT = "\n".join(page.read_text() for page in PAGES)
WIRE_FORMATS = (VECTORS / "wire-formats.md").read_text()


def examples(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def run(example: str) -> str:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(example, "vectors", "exec"), {})
    return output.getvalue()


@pytest.fixture
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.usefixtures("at_root")
def test_the_first_program_agrees_on_every_case() -> None:
    check_opened(run(examples("python")[0]))


def check_opened(output: str) -> None:
    cases = [case for case in cases_of("hpke") if case.group == "HpkeOpenBase"]
    assert output.splitlines() == [f"ok {case.fields['id']}" for case in cases]


@pytest.mark.usefixtures("at_root")
def test_the_worked_example_derives_what_it_says() -> None:
    _, program = examples("python")
    (shown,) = examples("text")
    assert run(program) == shown


def test_the_wire_formats_have_each_address_format() -> None:
    table = WIRE_FORMATS.partition("\n| format | curve | default paths | address |\n")[2].partition("\n\n")[0]
    named = {
        name for row in table.splitlines() for name in re.findall(r"`([A-Z0-9_*]+)`", row.split(" | ")[0])
    }
    formats = {name.removeprefix("ADDRESS_FORMAT_") for name in FORMATS}
    rows = {name: [each for each in formats if fnmatch(each, name)] for name in named}
    assert {name for name, those in rows.items() if not those} == set(), (
        "wire-formats.md has an unknown format"
    )
    assert {each for those in rows.values() for each in those} == formats, "add its row to wire-formats.md"


def test_every_error_of_a_case_is_there() -> None:
    _, _, after = TEXT.partition("| `error` | failure |")
    codes = re.findall(r"^\| `([a-z-]+)` \|", after.partition("\n\n")[0], re.MULTILINE)
    assert set(codes) == {case.fields["error"] for file in FILES for case in cases_of(file) if not case.valid}


@pytest.mark.parametrize("struct", [Suite, Case], ids=["file", "case"])
def test_every_field_of_the_envelope_is_there(struct: type[Suite] | type[Case]) -> None:
    for name in struct.__struct_encode_fields__:
        assert f"\n| `{name}` |" in TEXT


def test_files_that_it_links_to_are_there() -> None:
    prose = re.sub(r"^```.*?^```", "", TEXT, flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(([\w./-]+)\)", prose)
    assert links
    for link in links:
        assert (VECTORS / link).is_file(), link


def test_wire_formats_has_every_section_that_is_spoken_of() -> None:
    sources = [path.read_text() for path in (ROOT / "src").rglob("*.py")]
    sections = {
        section
        for source in sources
        for spoken in re.findall(r"wire-formats\.md, (?:sections? )?([\d., and]*\d)", source)
        for section in re.findall(r"\d+(?:\.\d)?", spoken)
    }
    assert len(sections) > 10
    headings = set(re.findall(r"^##+ (\d+(?:\.\d)?)\.? ", WIRE_FORMATS, re.MULTILINE))
    assert sections <= headings
