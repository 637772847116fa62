"""Print, as pip constraints, the lowest versions that a pyproject.toml allows."""

import re
import sys
from pathlib import Path

import tomllib

project = tomllib.loads(Path(sys.argv[1]).read_text())["project"]
extras = project["optional-dependencies"].values()
requirements = [*project["dependencies"], *(each for extra in extras for each in extra)]
for requirement in requirements:
    if bound := re.match(r"([\w.-]+)>=([\w.]+)", requirement):
        print(f"{bound[1]}=={bound[2]}")
