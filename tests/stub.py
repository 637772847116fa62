"""Write ``sealwax/__init__.pyi``, which type checkers read, from the package's list of names.

``python -m tests.stub`` writes it anew.
"""

from sealwax._names import NAMES
from tests.conftest import ROOT

STUB = ROOT / "src" / "sealwax" / "__init__.pyi"


def written() -> str:
    """Give the stub's text: each name, imported from the module that has it."""
    imports = [
        f"from .{module} import {name} as {name}" for module, names in sorted(NAMES.items()) for name in names
    ]
    return "\n".join(["# Written by `python -m tests.stub`.", "", *imports, ""])


if __name__ == "__main__":
    STUB.write_text(written())
