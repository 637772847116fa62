"""Fail unless this environment has the newest versions that the packages allow; name newer ones."""

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import tomllib
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

project, *others = (tomllib.loads(Path(name).read_text())["project"] for name in sys.argv[1:])
extras = project["optional-dependencies"]


def requirements(extra: str) -> list[Requirement]:
    """What an extra requires, by way of other extras of this package too."""
    named = list(map(Requirement, extras[extra]))
    others = sorted({extra for each in named if each.name == "sealwax" for extra in each.extras})
    return [*named, *(each for extra in others for each in requirements(extra))]


# The extras that `dev` does not have are tested at the versions of requirements/devices.txt.
direct = [text for each in (project, *others) for text in each["dependencies"]]
named = [*map(Requirement, direct), *requirements("dev")]
allowed = {each.name: str(each.specifier) for each in named if each.name != "sealwax"}


def newest(requirements: list[str]) -> dict[str, str]:
    """The versions on the package index, whatever they require of each other."""
    options = ["--dry-run", "--ignore-installed", "--no-deps", "--report", "-", "--quiet"]
    command = [sys.executable, "-m", "pip", "install", *options, *requirements]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    choices = [choice["metadata"] for choice in json.loads(output)["install"]]
    return {canonicalize_name(choice["name"]): choice["version"] for choice in choices}


highest, latest = newest([name + bounds for name, bounds in allowed.items()]), newest(list(allowed))
for name in allowed:
    beyond = f"; {latest[name]} is out, and not allowed yet" if latest[name] != highest[name] else ""
    print(f"{name} {version(name)}{beyond}")
untested = [f"{name} {highest[name]}" for name in allowed if version(name) != highest[name]]
if untested:
    sys.exit(f"allowed, but not tested: {', '.join(untested)}")
