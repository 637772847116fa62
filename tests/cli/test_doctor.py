import json
import platform
from importlib import metadata
from typing import Any

import pytest
from packaging.requirements import Requirement

from sealwax import __version__
from sealwax._crypto import libsecp256k1
from sealwax.errors import install_command
from tests.conftest import Cli
from tests.repository.test_requirements import EXTRAS, PROJECT, requirements


def lines_of(cli: Cli) -> dict[str, str]:
    """The lines that the command writes, by their labels."""
    result = cli("doctor")
    assert (result.exit_code, result.stderr) == (0, "")
    return dict(line.split(": ", 1) for line in result.stdout.decode().splitlines())


def fields_of(cli: Cli) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(cli("doctor", "--json").stdout)
    return fields


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The packages that are not installed in this test."""
    names: set[str] = set()
    version = metadata.version

    def find(name: str) -> str:
        if name in names:
            raise metadata.PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(metadata, "version", find)
    return names


def test_what_is_installed(cli: Cli) -> None:
    lines = lines_of(cli)
    assert lines["sealwax"] == __version__
    assert lines["python"] == f"{platform.python_version()} ({platform.python_implementation()})"
    assert lines["system"] == f"{platform.system()} {platform.machine()}"
    assert lines["package cryptography"] == metadata.version("cryptography")
    assert lines["package sealwax-service"] == metadata.version("sealwax-service")
    assert lines["extra age"] == f"pyrage {metadata.version('pyrage')}"
    assert "OpenSSL" in lines["p256"]
    assert lines["p256"] == lines["ed25519"]


def test_json_has_the_same(cli: Cli) -> None:
    lines, fields = lines_of(cli), fields_of(cli)
    assert {f"package {name}" for name in fields["packages"]} <= lines.keys()
    assert {f"extra {name}" for name in fields["extras"]} <= lines.keys()
    assert {name: lines[name] for name in fields["libraries"]} == fields["libraries"]
    assert all(lines[name] == fields[name] for name in ("sealwax", "python", "system"))
    assert len(lines) == 3 + sum(len(fields[name]) for name in ("libraries", "packages", "extras"))


def test_every_package_of_the_project_is_listed(cli: Cli) -> None:
    fields = fields_of(cli)
    needed = {each.name for each in requirements(PROJECT["dependencies"])}
    assert fields["packages"].keys() == {*needed, "sealwax-service", "sealwax-vectors"}
    assert {name: {*versions} for name, versions in fields["extras"].items()} == {
        name: packages_of(name) for name in EXTRAS.keys() - {"all", "bench", "dev", "test"}
    }


def packages_of(extra: str) -> set[str]:
    """The packages of an extra and of those that it names, as the metadata of the built package has them."""
    own = map(Requirement, EXTRAS[extra])
    return set().union(
        *(
            {each.name} if each.name != "sealwax" else set().union(*map(packages_of, each.extras))
            for each in own
        )
    )


def test_a_missing_package(cli: Cli, missing: set[str]) -> None:
    missing |= {"slip10", "sealwax-vectors"}
    lines, fields = lines_of(cli), fields_of(cli)
    assert lines["package sealwax-vectors"] == "not installed"
    versions = f"pycryptodome {metadata.version('pycryptodome')}, slip10 is missing"
    assert lines["extra wallets"] == f"{versions}; run: {install_command('wallets')}"
    assert fields["extras"]["wallets"]["slip10"] is None
    assert fields["packages"]["sealwax-vectors"] is None


def test_without_the_metadata_of_sealwax(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str) -> list[str]:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", find)
    lines = lines_of(cli)
    assert "its packages are not listed" in lines["note"]
    assert lines["sealwax"] == __version__
    assert not [name for name in lines if name.startswith("extra ")]


@pytest.mark.parametrize(("is_there", "library"), [(True, "libsecp256k1"), (False, "OpenSSL")])
def test_the_library_of_secp256k1(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, is_there: bool, library: str
) -> None:
    monkeypatch.setattr(libsecp256k1, "HAS_LIBSECP256K1", is_there)
    assert lines_of(cli)["secp256k1"].startswith(library)


def test_nothing_of_the_environment_is_shown(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEALWAX_SECRET", "do not show")
    for result in (cli("doctor"), cli("doctor", "--json")):
        assert b"do not show" not in result.stdout
