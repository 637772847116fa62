"""Write the files that a command makes again."""

import os
from pathlib import Path

from sealwax.files import write_new_file


def replace_file(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all; replace an existing one.

    A crash leaves the old file, and perhaps a second file whose name ends in ``.new``.
    """
    temporary = path.with_name(f"{path.name}.{os.urandom(8).hex()}.new")
    write_new_file(temporary, content, mode=0o644)
    try:
        temporary.replace(path)
    except BaseException:
        temporary.unlink()
        raise
