"""The site: complete, the same twice, and without anything from another host."""

import json
import os
import posixpath
import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from shutil import rmtree

import click
import pytest

from sealwax.errors import error_codes
from tests.conftest import ROOT
from tools.support.commands import contexts
from tools.support.public_names import ROOMS, names_of

SITE = "README.html"
INDEXES = {"search.html", "genindex.html", "py-modindex.html"}
ENTRANCE = "index.html"


def build(out: Path) -> Path:
    """Build the site in a folder, where a warning is an error."""
    rmtree(out, ignore_errors=True)
    options = ("-W", "--keep-going", "-n", "-E", "-q", "-b", "html", "-c", "docs/site")
    subprocess.run(
        [sys.executable, "-m", "sphinx", *options, "-d", f"{out}-doctrees", ".", str(out)],
        cwd=ROOT,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1767225600"},
        check=True,
    )
    return out


@pytest.fixture(scope="module")
def site() -> Path:
    """Leave the site where the session says that it is."""
    return build(ROOT / "dist" / "site")


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, str]:
    pages = {str(path.relative_to(site)): path.read_text() for path in site.rglob("*.html")}
    return {name: text for name, text in pages.items() if name != ENTRANCE}


@pytest.fixture(scope="module")
def objects(site: Path) -> dict[str, set[str]]:
    """The names that the site's inventory has, by kind."""
    from sphinx.util.inventory import InventoryFile  # noqa: PLC0415 - only the session has it

    with (site / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", posixpath.join)
    found: dict[str, set[str]] = {}
    for kind, names in inventory.items():
        found.setdefault(kind.partition(":")[0], set()).update(names)
    return found


def public_names() -> Iterator[str]:
    """Give each public name, as its page has it."""
    for room in ROOMS:
        yield from (f"{room}.{name}" for name in names_of(room))


def test_every_public_name_has_its_place(objects: dict[str, set[str]]) -> None:
    names = set(public_names())

    assert len(names) > 200
    # Three names of rooms are at the top, too, whose page describes them.
    elsewhere = names - objects["py"]
    assert len(elsewhere) == 3
    assert {f"sealwax.{name.rpartition('.')[2]}" for name in elsewhere} <= objects["py"]


def test_every_command_and_option_has_its_place(objects: dict[str, set[str]], pages: dict[str, str]) -> None:
    _, *found = contexts()

    assert len(found) > 25
    for context in found:
        assert f'id="{context.command_path.replace(" ", "-")}"' in pages["docs/commands.html"]
        for option in context.command.get_params(context):
            if isinstance(option, click.Option) and not option.hidden:
                longest = max(option.opts, key=len)
                name = f"{context.command_path.replace(' ', '-')}.{longest}"
                assert name in objects["std"], name


def test_every_code_of_an_error_has_its_place(pages: dict[str, str]) -> None:
    for code in error_codes():
        assert f'id="{code}"' in pages["docs/errors.html"], code


def test_no_page_is_empty_or_shows_internals(pages: dict[str, str]) -> None:
    for name, text in pages.items():
        shown = re.sub(r"<[^>]+>", "", text)
        assert len(shown) > 1000 or name in INDEXES, name
        for internal in ("msgspec.Meta", "Meta(", "Alias for field number"):
            assert internal not in shown, name
        assert len(text) < 1 << 20, name


CODE = re.compile(r"^(?:from|import) \w|(?:^|\s)\w+(?:\.\w+)* = \S|\) as \w+:|>>> ")


def prose_of(text: str) -> list[str]:
    """The paragraphs of a page, without the code in them."""
    paragraphs = re.findall(r"<p(?: [^>]*)?>(.*?)</p>", text, re.DOTALL)
    return [
        re.sub(r"<[^>]+>", "", re.sub(r"<code.*?</code>", "", each, flags=re.DOTALL)) for each in paragraphs
    ]


def test_examples_of_docstrings_are_shown_as_code(pages: dict[str, str]) -> None:
    modules = {name: text for name, text in pages.items() if name.startswith("docs/api/")}
    assert len(modules) > 10
    for name, text in modules.items():
        # An indented example without `::` before it becomes a quotation, whose lines are joined.
        assert "<blockquote" not in text, name
        assert [each for each in prose_of(text) if CODE.search(each)] == [], name
    shown = [*re.finditer(r"<pre>(.*?)</pre>", modules["docs/api/webhooks.html"], re.DOTALL)]
    assert any("verify_webhook" in each[1] for each in shown)


def test_no_table_is_a_paragraph_and_no_heading_is_empty(pages: dict[str, str]) -> None:
    for name, text in pages.items():
        assert [each for each in prose_of(text) if re.search(r"\|\s*:?-{3}|^\s*\|", each)] == [], name
        for heading in re.findall(r"<h[1-6][^>]*>(.*?)</h[1-6]>", text, re.DOTALL):
            assert re.sub(r"<a class=\"headerlink.*?</a>|<[^>]+>", "", heading, flags=re.DOTALL).strip(), name


PLACE = '<dt class="sig sig-object py" id="'


def shown_at(name: str, pages: dict[str, str]) -> str:
    """The text at the place of a name, up to the next name; empty if it has no place."""
    for text in pages.values():
        _, found, after = text.partition(f'{PLACE}{name}"')
        if found:
            return unescape(re.sub(r"<[^>]+>", "", after.partition(PLACE)[0]))
    return ""


def test_examples_are_at_the_place_of_their_name(pages: dict[str, str]) -> None:
    text = (ROOT / "docs" / "api" / "examples.md").read_text()
    examples = re.findall(r"^## (\S+)\n\n```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(examples) == text.count("\n## ") == 40
    for name, code in examples:
        assert f"Example\n{code}" in shown_at(name, pages), name
        assert code not in shown_at(f"{name}s", pages), name  # a misspelt name


def test_sections_of_the_wire_formats_are_linked(pages: dict[str, str]) -> None:
    formats = pages["vectors/wire-formats.html"]
    linked = 0
    for name, text in pages.items():
        if name.startswith("docs/api/"):
            for anchor, number in re.findall(r'wire-formats\.html#([^"]+)"><span[^>]*>[^<]*?([\d.]+)<', text):
                section = formats.partition(f' id="{anchor}">')[2].partition("</h")[0]
                assert re.search(rf">{re.escape(number)}\.? ", section), (name, number)
                linked += 1
            plain = re.sub(r"<a .*?</a>|<meta [^>]*>", "", text, flags=re.DOTALL)
            assert "wire-formats.md" not in plain, name
    assert linked > 30


def test_parameters_take_any_sequence(pages: dict[str, str]) -> None:
    text = re.sub(r"<[^>]+>", "", pages["docs/api/catalog/users.html"])
    (signature,) = re.findall(r"sealwax\.operations\.CreateUserTag\((.*?)\)", text, re.DOTALL)
    assert " ".join(signature.split()).startswith("*, user_tag_name: str, user_ids: Sequence[str]")


def test_the_fields_of_the_catalog_are_described(pages: dict[str, str]) -> None:
    for page, name, described in (
        ("wallets", "CreateWallet", "wallet_name -- The wallet's display name."),
        ("organizations", "Quorum", "threshold -- The number of members who must approve."),
    ):
        text = unescape(re.sub(r"<[^>]+>", "", pages[f"docs/api/catalog/{page}.html"]))
        _, _, after = " ".join(text.split()).partition(f" sealwax.operations.{name}( ")
        assert described in after.partition(" class sealwax.")[0]


def test_its_address_leads_to_the_first_page(site: Path) -> None:
    entrance = (site / ENTRANCE).read_text()
    assert f'content="0; url={SITE}"' in entrance
    assert f'href="{SITE}"' in entrance


def test_every_page_is_reached_from_the_first(pages: dict[str, str]) -> None:
    linked = set(re.findall(r'href="([^"#]+)', pages[SITE]))

    assert set(pages) - {SITE, "py-modindex.html", "search.html"} <= linked


def test_each_page_of_text_has_a_description(pages: dict[str, str], site: Path) -> None:
    found = {
        name: re.search(r'<meta name="description" content="([^"]{20,210})">', text)
        for name, text in pages.items()
    }
    assert {name for name, match in found.items() if match is None} <= INDEXES
    first = found[SITE]
    assert first is not None
    assert "wallet API from Python" in first[1]
    assert 'href="_static/favicon.svg"' in pages[SITE]
    assert (site / "_static" / "favicon.svg").is_file()


def test_nothing_comes_from_another_host(pages: dict[str, str], site: Path) -> None:
    loads = re.compile(
        r"<(?:script|img|iframe|source)[^>]*\ssrc=\"(?:https?:)?//|<link[^>]*\shref=\"(?:https?:)?//"
    )
    for name, text in pages.items():
        assert not loads.search(text), name
    for style in site.rglob("*.css"):
        assert not re.search(r"url\(\s*[\"']?(?:https?:)?//", style.read_text()), style.name


def test_the_search_needs_no_server(site: Path) -> None:
    # A page that is opened as a file cannot fetch another: the index has to be a script.
    assert (site / "searchindex.js").read_text().startswith("Search.setIndex(")
    assert "verify_webhook" in (site / "searchindex.js").read_text()


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("seed phrase", "docs/recover-a-wallet"),
        ("recovery phrase", "docs/recover-a-wallet"),
        ("mnemonic", "docs/recover-a-wallet"),
        ("private key", "docs/recover-a-wallet"),
        ("api key", "docs/keys"),
        ("webhook", "docs/receive-webhooks"),
        ("hsm", "docs/keys-on-devices"),
        ("passkey", "docs/passkeys"),
        ("mock", "docs/local-service"),
        ("webhook secret", "docs/receive-webhooks"),
        ("signing secret", "docs/receive-webhooks"),
        ("sign transaction", "docs/sign"),
        ("solana sign", "docs/sign"),
        ("export private key", "docs/recover-a-wallet"),
        ("upgrade", "docs/upgrade"),
        ("error handling", "docs/errors"),
        ("logging", "docs/client"),
        ("rate limiting", "docs/client"),
        ("async client", "docs/client"),
        ("sms code", "docs/log-in"),
        ("session expired", "docs/log-in"),
        ("verify passkey", "docs/passkeys"),
        ("import seed phrase", "docs/import-a-wallet"),
        ("replay attack", "docs/receive-requests"),
        ("mock server", "docs/local-service"),
        ("pytest fixture", "docs/local-service"),
        ("command line", "docs/commands"),
        ("proxy settings", "docs/configuration"),
        ("export bundle format", "vectors/wire-formats"),
    ],
)
def test_the_search_knows_the_words_of_people(site: Path, words: str, page: str) -> None:
    index = json.loads(
        (site / "searchindex.js").read_text().removeprefix("Search.setIndex(").removesuffix(")")
    )
    main = [index["docnames"][number] for number, _, is_main in index["indexentries"][words] if is_main]
    assert main == [page]


def test_no_source_and_no_code_is_copied(site: Path) -> None:
    assert not [path for path in (site / "_sources").rglob("*") if path.is_file()]
    assert {path.suffix for path in (site / "_downloads").rglob("*.*")} <= {".json", ".tsv"}


def test_each_page_is_there_as_markdown_for_assistants(site: Path, pages: dict[str, str]) -> None:
    for name in pages.keys() - INDEXES:
        page = Path(name).with_suffix(".md")
        assert (site / page).read_text() == (ROOT / page).read_text()
    listed = (site / "llms.txt").read_text()
    assert listed.startswith("# sealwax\n\n> sealwax calls Turnkey's wallet API")
    links = re.findall(r"^- \[[^\]]+\]\(([^)]+\.md)\)", listed, re.MULTILINE)
    assert len(links) > 50
    assert [link for link in links if not (site / link).is_file()] == []


def test_the_site_is_the_same_twice(tmp_path: Path, site: Path) -> None:
    again = build(tmp_path / "again")

    def content(folder: Path) -> dict[Path, bytes]:
        return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    first, second = content(site), content(again)
    assert [path for path in first | second if first.get(path) != second.get(path)] == []
