"""The description of the package and its addresses, as an index shows them; hatchling calls this.

An index has no other file of this repository: there, a relative link leads nowhere. This needs no package
beside hatchling, as what builds sealwax for a recovery without a network is locked file by file.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"\[([^\]]+)\]\((?![a-z]+:|#)([^)\s]+)\)")


def long_description(text: str, files: str) -> str:
    """Give relative links their public address; without one, name the files of the source archive."""
    if files:
        return _LINK.sub(rf"[\1]({files}/\2)", text)
    return _LINK.sub(lambda link: f"{link[1]} (`{link[2].partition('#')[0]}`)", text)


def addresses(address: str, version: str) -> dict[str, str]:
    """Return the links of a release on an index; none without the address of the repository."""
    if not address:
        return {}
    files = f"{address}/blob/v{version}"
    return {
        "Source": address,
        "Documentation": f"{files}/docs/index.md",
        "Changelog": f"{files}/CHANGELOG.md",
    }


class Description(MetadataHookInterface):
    """Set the fields that pyproject.toml names as dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description and the addresses."""
        address = self.config["address"]
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        files = f"{address}/blob/v{metadata['version']}" if address else ""
        metadata["readme"] = {"content-type": "text/markdown", "text": long_description(text, files)}
        metadata["urls"] = addresses(address, metadata["version"])
