"""The package as a whole: its public names, and what loading it loads."""

import os
import re
import subprocess
import sys
from importlib import import_module, metadata, resources
from pathlib import Path

import pytest

import sealwax
from tests.conftest import ROOT
from tools.support.public_names import PACKAGES, ROOMS, homes_of


def loaded_by(statement: str) -> set[str]:
    """The modules that a fresh interpreter has after a statement."""
    # What measures coverage loads modules of its own.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    output = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys\nprint(*sys.modules)"],
        check=True,
        capture_output=True,
        text=True,
        env=environment,
    ).stdout
    return set(output.split())


@pytest.mark.parametrize("package", PACKAGES)
def test_type_checkers_see_the_names_that_are_there(package: str) -> None:
    room = import_module(package)
    assert sorted(room.__all__) == sorted(homes_of(package)) == dir(room)
    for name, home in homes_of(package).items():
        assert getattr(room, name) is getattr(import_module(home), name)


@pytest.mark.parametrize("package", ["sealwax_vectors", "sealwax_service"])
def test_the_other_packages_load_each_public_name_when_it_is_asked_for(package: str) -> None:
    loaded = loaded_by(f"import {package}")
    assert {name for name in loaded if name.startswith(f"{package}.")} == set()
    room = import_module(package)
    assert dir(room) == sorted(room.__all__)
    for name in room.__all__:
        assert getattr(room, name).__name__ == name
    with pytest.raises(AttributeError, match=f"^module '{package}' has no attribute 'nothing'$"):
        room.nothing  # noqa: B018


def test_names_that_are_not_there_are_attribute_errors() -> None:
    for package in PACKAGES:
        with pytest.raises(AttributeError, match=f"^module '{package}' has no attribute 'nothing'$"):
            import_module(package).nothing  # noqa: B018


MODULES = {
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__"): path
    for path in (ROOT / "src" / "sealwax").rglob("*.py")
}
NOT_PUBLIC = {"sealwax.bundles", "sealwax.login", "sealwax.operations.catalog"}
"""Their names are those of other packages."""


def test_every_module_with_public_names_is_in_the_list() -> None:
    listing = {
        name for name, path in MODULES.items() if re.search(r"^__all__\b", path.read_text(), re.MULTILINE)
    }
    public = {room for room in ROOMS if room.partition(".")[0] == "sealwax"}
    assert listing - NOT_PUBLIC == public, "add it to tools/support/public_names.py"


def test_the_docstring_of_the_package_has_its_names() -> None:
    text = sealwax.__doc__ or ""
    missing = [name for name in sealwax.__all__ if not re.search(rf"\b{name}\b", text)]
    assert missing == [], "add the names to the docstring of sealwax, beside those of their subject"


def test_the_changelog_has_the_public_packages() -> None:
    intro = " ".join((ROOT / "CHANGELOG.md").read_text().partition("\n## ")[0].split())
    named = [
        each if each.startswith("sealwax") else f"sealwax{each}"
        for each in re.findall(r"`(\.?\w+(?:\.\w+)*)`", intro)
    ]
    packages = {".".join(room.split(".")[:2]) for room in ROOMS}
    assert sorted(named) == sorted(packages), "name it in the first paragraph of CHANGELOG.md"


def test_the_version_is_a_name_of_the_package_alone() -> None:
    assert "__version__" not in sealwax.__all__
    with pytest.raises(AttributeError, match="has no attribute '__version__'"):
        sealwax.wallets.__version__  # type: ignore[attr-defined]  # noqa: B018


def test_only_commands_of_other_packages_read_metadata_and_no_module_reads_its_own_folder() -> None:
    """A module in an archive has no folder; ``importlib.resources`` reads its files there, too."""
    sources = [*ROOT.glob("src/**/*.py"), *ROOT.glob("service/**/*.py"), *ROOT.glob("vectors/**/*.py")]
    metadata_readers = {path.name for path in sources if "importlib.metadata" in path.read_text()}
    folder_readers = {path.name for path in sources if "__file__" in path.read_text()}
    assert (metadata_readers, folder_readers) == ({"app.py", "primitives.py"}, {"loader.py"})


def test_importing_the_package_loads_no_library() -> None:
    loaded = loaded_by("import sealwax")
    libraries = {"pyhpke", "cbor2", "mnemonic", "msgspec", "cryptography", "click", "btclib_secp256k1"}
    assert not (loaded - loaded_by("pass")) & {*libraries, "importlib.metadata", "inspect", "typing"}


def test_pyinstaller_finds_the_hook() -> None:
    """`nox -s frozen` runs it."""
    (entry,) = metadata.entry_points(group="pyinstaller40", name="hook-dirs", module="sealwax._pyinstaller")
    assert [path.name for folder in entry.load()() for path in Path(folder).glob("hook-*")] == [
        "hook-sealwax.py"
    ]


def test_it_is_typed() -> None:
    assert resources.files("sealwax").joinpath("py.typed").is_file()
