"""The locked requirements: allowed by `pyproject.toml`, each file with its hash, without a URL."""

import re
import sys

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from tests.conftest import ROOT
from tests.loops import failures
from tools.support.locks import REQUIREMENTS, entries, lock

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = PYPROJECT["project"]
SERVICE = tomllib.loads((ROOT / "service" / "pyproject.toml").read_text())["project"]["dependencies"]
EXTRAS = PROJECT["optional-dependencies"]
BUILD = PYPROJECT["build-system"]["requires"]
GROUPS = PYPROJECT["dependency-groups"]
LOCKS = {
    "dev.txt": [
        *PROJECT["dependencies"],
        *SERVICE,
        *(each for name in ("cli", "wallets", "ethereum", "dev") for each in EXTRAS[name]),
    ],
    "pyz.txt": [*PROJECT["dependencies"], *EXTRAS["cli"], *EXTRAS["wallets"], *EXTRAS["age"]],
    "recovery.txt": [*PROJECT["dependencies"], *EXTRAS["cli"], *EXTRAS["wallets"], *BUILD],
    **{f"{name}.txt": group for name, group in GROUPS.items()},
    "devices.txt": [
        *PROJECT["dependencies"],
        *(each for name in ("pkcs11", "aws", "fido2") for each in EXTRAS[name]),
        *GROUPS["devices"],
    ],
}
OPTIONAL = [*EXTRAS.values(), *GROUPS.values()]
ALL = [*PROJECT["dependencies"], *SERVICE, *BUILD, *(each for several in OPTIONAL for each in several)]
"""Every requirement that `pyproject.toml` names."""


def requirements(texts: list[str]) -> list[Requirement]:
    return [each for each in map(Requirement, texts) if each.name != "sealwax"]


def check_every_dependency_has_both_bounds(requirement: Requirement) -> None:
    assert sorted(each.operator for each in requirement.specifier) == ["<", ">="]


def test_every_dependency_has_both_bounds() -> None:
    assert failures(check_every_dependency_has_both_bounds, requirements(ALL), name=str) == []


def test_a_dependency_has_the_same_bounds_wherever_it_is_named() -> None:
    bounds: dict[str, set[SpecifierSet]] = {}
    for each in requirements(ALL):
        bounds.setdefault(each.name, set()).add(each.specifier)
    assert {name: found for name, found in bounds.items() if len(found) > 1} == {}


@pytest.mark.parametrize("name", LOCKS)
def test_every_file_is_pinned_by_hash(name: str) -> None:
    for requirement, hashes in entries(name):
        assert [each.operator for each in requirement.specifier] == ["=="]
        assert hashes
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in hashes)


@pytest.mark.parametrize("name", LOCKS)
def test_what_is_locked_is_what_is_allowed(name: str) -> None:
    locked: dict[str, list[str]] = {}
    for requirement, _ in entries(name):
        locked.setdefault(requirement.name, []).append(str(requirement.specifier).removeprefix("=="))
    for requirement in requirements(LOCKS[name]):
        assert locked[requirement.name]
        assert all(requirement.specifier.contains(version) for version in locked[requirement.name])


@pytest.mark.parametrize("name", LOCKS)
def test_no_place_is_named(name: str) -> None:
    assert not re.search(r"://|\.(com|org|net|io)\b|--(extra-)?index|--find-links|^\s*# via -r /", lock(name))


def test_no_lock_goes_untested() -> None:
    assert {path.name for path in REQUIREMENTS.iterdir()} == set(LOCKS)


def test_the_extra_all_has_every_extra_for_programs() -> None:
    (requirement,) = map(Requirement, EXTRAS["all"])
    assert requirement.name == "sealwax"
    assert requirement.extras == EXTRAS.keys() - {"all", "bench", "dev", "test"}
