"""A release as an index shows it: valid metadata, and a description without dead links."""

import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from email.message import Message
from importlib.metadata import version
from pathlib import Path

import pytest

from hatch_build import long_description
from tests.conftest import ROOT

# What renders is not up to date with what it renders with.
pytestmark = pytest.mark.filterwarnings("ignore:Use `header_id_prefix`:FutureWarning")

README = (ROOT / "README.md").read_text()


@pytest.fixture(params=["sealwax", "sealwax_vectors", "sealwax_service"])
def released(made: Path, request: pytest.FixtureRequest) -> Path:
    """A package's files, without their endings."""
    return made / f"{request.param}-{version('sealwax')}"


@pytest.fixture
def wheel(released: Path) -> Path:
    return released.with_name(f"{released.name}-py3-none-any.whl")


@pytest.fixture
def sdist(released: Path) -> Path:
    return released.with_name(f"{released.name}.tar.gz")


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (each for each in opened.namelist() if each.endswith(".dist-info/METADATA"))
        return message_from_bytes(opened.read(name))


def dead_links(description: str) -> list[str]:
    """The links and pictures of a description that lead nowhere from an index's page."""
    # Only the session has it.
    from readme_renderer import markdown  # noqa: PLC0415

    page = markdown.render(description)
    assert page
    anchors = set(re.findall(r'\bid="([^"]*)"', page))
    targets = re.findall(r'\b(?:href|src)="([^"]*)"', page)
    assert targets
    return [
        each
        for each in targets
        if not each.startswith("https://") and not (each[:1] == "#" and each[1:] in anchors)
    ]


def test_an_index_takes_the_metadata_and_renders_the_description(wheel: Path, sdist: Path) -> None:
    command = [sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(sdist)]
    checked = subprocess.run(command, check=False, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
    assert checked.stdout.count("PASSED") == 2


def test_twine_renders(tmp_path: Path, sdist: Path) -> None:
    # Without what renders Markdown, it only warns.
    with tarfile.open(sdist) as opened:
        opened.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    information = source / "PKG-INFO"
    text = information.read_text().replace("text/markdown", "text/x-rst")
    information.write_text(f"{text}\n.. image::\n")  # without the image
    broken = tmp_path / sdist.name
    with tarfile.open(broken, "w:gz") as packed:
        packed.add(source, source.name)
    command = [sys.executable, "-m", "twine", "check", "--strict", str(broken)]
    assert (
        "syntax errors in markup"
        in subprocess.run(command, check=False, capture_output=True, text=True).stdout
    )


def test_the_description_has_no_dead_link(wheel: Path) -> None:
    description = metadata(wheel).get_payload(decode=True)
    assert isinstance(description, bytes)
    assert not dead_links(description.decode())


@pytest.mark.parametrize("added", ["[a](docs/tutorial.md)", "![a](docs/a.svg)", "[a](#no-such-heading)"])
def test_a_dead_link_is_found(added: str) -> None:
    shown = f"{long_description(README, '')}\n\n"
    assert not dead_links(shown + "[a](#packages) [b](https://example.org/)")
    assert len(dead_links(shown + added)) == 1


def test_with_a_public_address_every_link_is_below_it() -> None:
    address = "https://example.org/owner/sealwax/blob/v1"
    shown = long_description(README, address)
    assert not dead_links(shown)
    assert shown.count(f"]({address}/") == len(re.findall(r"\]\((?!https:)", README))
