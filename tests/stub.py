"""Write the ``__init__.pyi`` that type checkers read, from the package's list of names.

``python -m tests.stub`` writes them anew.
"""

from collections.abc import Mapping
from pathlib import Path

from sealwax._names import MODULE_OF, of_room
from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "sealwax"


def stubs() -> dict[Path, str]:
    """Give the stubs, by their paths: of the package, and of each room that loads its names when asked."""
    return {
        PACKAGE / "__init__.pyi": _written(MODULE_OF),
        PACKAGE / "proofs" / "__init__.pyi": _written(of_room("proofs")),
    }


def _written(names: Mapping[str, str]) -> str:
    """Give a stub's text: each name, imported from the module that has it."""
    in_order = sorted(names.items(), key=lambda item: item[1])
    imports = [f"from .{module} import {name} as {name}" for name, module in in_order]
    return "\n".join(["# Written by `python -m tests.stub`.", "", *imports, ""])


if __name__ == "__main__":
    for path, text in stubs().items():
        path.write_text(text)
