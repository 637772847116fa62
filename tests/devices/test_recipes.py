"""The tests of ``tests/signers/test_recipes.py`` that need devices, or stand-ins for them."""

import subprocess
import sys
from pathlib import Path

from tests.signers.guide import blocks


def test_their_types(tmp_path: Path) -> None:
    """With mypy, which takes a while; the clients themselves have any type."""
    made = {
        "google_kms": "GoogleKmsSigner(object(), 'n')",
        "azure_keyvault": "AzureSigner(object(), object())",
    }
    for name, expression in made.items():
        (block,) = blocks(f"python {name}")
        recipe = f"{block}\n\nfrom sealwax import Signer\n\nsigner: Signer = {expression}\n"
        (tmp_path / f"{name}.py").write_text(recipe)
    options = ["--strict", "--ignore-missing-imports", "--config-file=", f"--cache-dir={tmp_path}"]
    subprocess.run([sys.executable, "-m", "mypy", *options, *tmp_path.glob("*.py")], check=True)
