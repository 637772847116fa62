"""Write a file of pip constraints: the lowest versions that the packages allow, build tools included."""

import re
import sys
from pathlib import Path

from nox.project import load_toml

requirements: list[str] = []
for folder in (".", "vectors", "service"):
    pyproject = load_toml(f"{folder}/pyproject.toml")
    project = pyproject["project"]
    requirements += [*pyproject["build-system"]["requires"], *project["dependencies"]]
    requirements += [each for extra in project.get("optional-dependencies", {}).values() for each in extra]
bounds = filter(None, (re.match(r"([\w.-]+)>=([\w.]+)", requirement) for requirement in requirements))
Path(sys.argv[1]).write_text("".join(f"{bound[1]}=={bound[2]}\n" for bound in bounds))
