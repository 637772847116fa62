"""Put the files of vectors into the wheel; hatchling calls this."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Files(BuildHookInterface[Any]):
    """Name the files, as ``sealwax_vectors.directory`` finds them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files, unless the installation is editable: then they are where they are."""
        if version == "editable":
            return
        top = Path(self.root)
        files = [*top.glob("*.json"), *top.glob("*.md"), top / "VERSION", top / "captured", top / "schema"]
        build_data["force_include"] |= {str(path): f"sealwax_vectors/files/{path.name}" for path in files}
