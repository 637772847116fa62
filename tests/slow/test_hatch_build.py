"""The description of the package, as an index shows it."""

import re
import sys
from typing import Any

import pytest

from hatch_build import Description, addresses, long_description
from tests.conftest import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

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


ADDRESS = "https://example.org/owner/sealwax"


@pytest.mark.parametrize(
    ("address", "urls"),
    [
        ("", {}),
        (
            ADDRESS,
            {
                "Source": ADDRESS,
                "Documentation": f"{FILES}/docs/index.md",
                "Changelog": f"{FILES}/CHANGELOG.md",
            },
        ),
    ],
)
def test_the_address_is_one_constant(address: str, urls: dict[str, str]) -> None:
    metadata: dict[str, object] = {"version": "1"}
    Description(str(ROOT), {"address": address}).update(metadata)
    assert metadata["urls"] == addresses(address, "1") == urls
    assert all((ROOT / link.removeprefix(f"{FILES}/")).is_file() for link in urls.values() if FILES in link)
    files = f"{address}/blob/v1" if address else ""
    text = long_description((ROOT / "README.md").read_text(), files)
    assert metadata["readme"] == {"content-type": "text/markdown", "text": text}


def pyproject(folder: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / folder / "pyproject.toml").read_text())


@pytest.mark.parametrize("folder", ["vectors", "service"])
def test_the_other_packages_have_the_same_addresses(folder: str) -> None:
    ours, other = pyproject("."), pyproject(folder)["project"]
    address = ours["tool"]["hatch"]["metadata"]["hooks"]["custom"]["address"]
    urls = addresses(address, ours["project"]["version"])
    assert other.get("urls", {}) == urls, f"set [project.urls] in {folder}/pyproject.toml to these"


def test_the_packages_are_installed_on_the_same_pythons() -> None:
    required = {
        folder: pyproject(folder)["project"]["requires-python"] for folder in (".", "vectors", "service")
    }
    assert len({*required.values()}) == 1, required


def test_the_readme_names_the_pythons_of_the_classifiers() -> None:
    named = re.findall(
        r":: Python :: (3\.\d+)$", "\n".join(pyproject(".")["project"]["classifiers"]), re.MULTILINE
    )
    text = " ".join((ROOT / "README.md").read_text().split())
    assert f"tested on CPython {named[0]} to {named[-1]} on Linux" in text
    assert f"with Python {named[0]} or newer" in text


def test_the_classifiers_name_the_pythons_and_the_system_of_ci() -> None:
    noxfile = (ROOT / "noxfile.py").read_text()
    versions = re.findall(
        r'"(3\.\d+)"', "".join(re.findall(r"^(?:OLDEST|BETWEEN).*$", noxfile, re.MULTILINE))
    )
    versions.sort(key=lambda version: int(version.partition(".")[2]))
    classifiers = pyproject(".")["project"]["classifiers"]
    pythons = [f"Programming Language :: Python :: {version}" for version in versions]
    assert [name for name in classifiers if re.search(r":: Python :: 3\.", name)] == pythons
    assert [name for name in classifiers if name.startswith("Operating System")] == [
        "Operating System :: POSIX :: Linux"
    ]
