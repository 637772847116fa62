"""Replace the output files of commands."""

from pathlib import Path

from sealwax.files import temporary_name, write_new_file


def replace_file(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all; replace an existing one.

    A crash leaves the old file, and perhaps a second file whose name ends in ``.new``.
    """
    temporary = Path(temporary_name(str(path)))
    write_new_file(temporary, content, mode=0o644)
    try:
        temporary.replace(path)
    except BaseException:
        temporary.unlink()
        raise
