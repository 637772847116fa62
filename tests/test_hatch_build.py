"""The description of the package, as an index shows it."""

import pytest

from hatch_build import Description, long_description
from tests.conftest import ROOT

FILES = "https://example.org/owner/sealwax/blob/v1"


@pytest.mark.parametrize(
    ("text", "shown", "linked"),
    [
        ("see [a page](docs/a.md)", "see a page (`docs/a.md`)", f"see [a page]({FILES}/docs/a.md)"),
        ("[a\npage](docs/a.md#part),", "a\npage (`docs/a.md`),", f"[a\npage]({FILES}/docs/a.md#part),"),
        ("[a](A), [b](B)", "a (`A`), b (`B`)", f"[a]({FILES}/A), [b]({FILES}/B)"),
    ],
)
def test_relative_links_become_names_or_addresses(text: str, shown: str, linked: str) -> None:
    assert long_description(text, "") == shown
    assert long_description(text, FILES) == linked


@pytest.mark.parametrize(
    "text", ["[a](https://example.org/)", "[a](mailto:a@example.org)", "[a](#part)", "a[0](b c)"]
)
def test_other_text_stays(text: str) -> None:
    assert long_description(text, "") == long_description(text, FILES) == text


@pytest.mark.parametrize(
    ("address", "urls"),
    [("", {}), ("https://example.org/owner/sealwax", {"Source": "https://example.org/owner/sealwax"})],
)
def test_the_address_is_one_constant(address: str, urls: dict[str, str]) -> None:
    metadata: dict[str, object] = {"version": "1"}
    Description(str(ROOT), {"address": address}).update(metadata)
    assert metadata["urls"] == urls
    files = f"{address}/blob/v1" if address else ""
    text = long_description((ROOT / "README.md").read_text(), files)
    assert metadata["readme"] == {"content-type": "text/markdown", "text": text}
