"""Write the literal ``__all__`` and the ``__init__.pyi`` of each package that loads its names lazily.

``python -m tests.stub`` writes them from ``sealwax._names``.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path

from sealwax._names import NAMES, PUBLIC_MODULES
from tests.conftest import ROOT

_ALL = re.compile(r"^__all__ = \[.*?^\][^\n]*\n", re.DOTALL | re.MULTILINE)


def stubs() -> Iterator[tuple[Path, str]]:
    """Give each file that is written, in part or whole, with its text."""
    for package, names in NAMES.items():
        source = ROOT / "src" / package.replace(".", "/") / "__init__.py"
        listed = _listed(names)
        yield source, _ALL.sub(listed, source.read_text())
        yield source.with_suffix(".pyi"), f"{_imports(package, names)}\n{listed}"


def _listed(names: Mapping[str, str]) -> str:
    """Give the assignment of ``__all__``."""
    in_order = sorted(
        (name for of_module in names.values() for name in of_module.split()),
        key=lambda name: (not name.isupper(), name.lower() == name, name),  # as ruff wants them
    )
    lines = textwrap.wrap(", ".join(f'"{name}"' for name in in_order), 104)
    return "".join(["__all__ = [\n", *(f"    {line}\n" for line in lines), "]  # fmt: skip\n"])


def _imports(package: str, names: Mapping[str, str]) -> str:
    """Give the imports of a stub: each name, from the module that has it; other rooms' modules first."""
    absolute, relative = [
        [
            f"from {prefix}{module} import {name} as {name}\n"
            for module, of_module in sorted(names.items())
            if module.startswith("sealwax.") is not bool(prefix)
            for name in of_module.split()
        ]
        for prefix in ("", ".")
    ]
    of_package = [module.rpartition(".")[2] for module in PUBLIC_MODULES if package == "sealwax"]
    modules = [f"from . import {module} as {module}\n" for module in of_package]
    return "".join(
        [
            "# Written by `python -m tests.stub`.\n\n",
            *absolute,
            *["\n"] * bool(absolute and relative),
            *modules,
            *relative,
        ]
    )


if __name__ == "__main__":
    for path, text in stubs():
        path.write_text(text)
