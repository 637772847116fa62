"""Print, as pip constraints, the lowest versions that a pyproject.toml allows."""

import re
import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path(sys.argv[1]).read_text())["project"]
requirements = [*project["dependencies"], *sum(project["optional-dependencies"].values(), [])]
for requirement in requirements:
    if bound := re.match(r"([\w.-]+)>=([\w.]+)", requirement):
        print(f"{bound[1]}=={bound[2]}")
