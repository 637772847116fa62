"""Make ``vectors/`` a product of its own: a version, a licence, the SHA-256 of each file, and an archive.

``python -m tests.vectors.release`` writes ``VERSION``, ``LICENSE`` and ``SHA256SUMS``; with ``--out DIR``,
also ``sealwax-vectors-VERSION.tar.gz``, the same bytes each time.
"""

import argparse
import gzip
import io
import sys
import tarfile
from hashlib import sha256
from pathlib import Path

from sealwax_vectors.makers.generator import VERSION
from tests.conftest import ROOT
from tests.interop.cases import VECTORS

SUMS = "SHA256SUMS"


def files_of(directory: Path) -> dict[str, bytes]:
    """The files of a directory and their content, by their sorted paths with ``/``."""
    paths = {path.relative_to(directory).as_posix(): path for path in directory.rglob("*") if path.is_file()}
    return {name: paths[name].read_bytes() for name in sorted(paths)}


def written(directory: Path) -> dict[str, bytes]:
    """The files to write into the directory: the version, the licence, and the sums of all other files."""
    made = {"LICENSE": (ROOT / "LICENSE").read_bytes(), "VERSION": f"{VERSION}\n".encode()}
    files = files_of(directory) | made
    files.pop(SUMS, None)
    sums = "".join(f"{sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    return {**made, SUMS: sums.encode()}


def archive(directory: Path) -> bytes:
    """The files of the directory as an archive, without times, owners and modes of this machine."""
    buffer = io.BytesIO()
    with (
        gzip.GzipFile(filename="", fileobj=buffer, mode="wb", compresslevel=9, mtime=0) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.USTAR_FORMAT) as tar,
    ):
        for name, content in files_of(directory).items():
            # What a TarInfo does not get is 0 or empty: the time, the owner and the group.
            entry = tarfile.TarInfo(f"sealwax-vectors-{VERSION}/{name}")
            entry.size, entry.mode = len(content), 0o644
            tar.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def main() -> None:
    """Write the files, and the archive if it is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.vectors.release")
    parser.add_argument("--out", type=Path, help="where to put the archive")
    out: Path | None = parser.parse_args().out
    for name, content in written(VECTORS).items():
        (VECTORS / name).write_bytes(content)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        path = out / f"sealwax-vectors-{VERSION}.tar.gz"
        path.write_bytes(archive(VECTORS))
        sys.stdout.write(f"{sha256(path.read_bytes()).hexdigest()}  {path}\n")


if __name__ == "__main__":
    main()
