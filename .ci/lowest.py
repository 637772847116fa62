"""Print, as pip constraints, the lowest versions that a pyproject.toml allows, of what builds it too."""

import re
import sys
from pathlib import Path

import tomllib

content = tomllib.loads(Path(sys.argv[1]).read_text())
project = content["project"]
extras = project["optional-dependencies"].values()
requirements = [*content["build-system"]["requires"], *project["dependencies"]]
for requirement in [*requirements, *(each for extra in extras for each in extra)]:
    if bound := re.match(r"([\w.-]+)>=([\w.]+)", requirement):
        print(f"{bound[1]}=={bound[2]}")
