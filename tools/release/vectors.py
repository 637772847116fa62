"""Make the archives of the test vectors: the files, schemas and documents, for any language.

The archive ``sealwax-vectors-VERSION.tar.gz`` has a folder that is a module for Go as well, and
``sealwax-vectors-VERSION.tgz`` is the same as a package for npm: the same bytes each time. For example::

    python -m tools.release.vectors --out dist --pages pages --released sealwax-vectors-1.0.0.tar.gz

``--pages`` is the folder of the pages that only a release has, which the tests write (MAINTAINING.md).
``--released`` names an earlier release: no id of a case may mean another case than there.
"""

import argparse
import gzip
import io
import json
import sys
import tarfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from sealwax_vectors.makers.generator import VERSION
from tools.release.ledger import VECTORS, check_archives

SUMS = "SHA256SUMS"
PARTS = ("*.json", "*.md", "LICENSE", "VERSION", "captured/**/*", "go.mod", "schema/*.json", "vectors.go")
"""The files of the directory that the archive holds: all but the Python package and its build."""


def files_of(directory: Path) -> dict[str, bytes]:
    """The files for the archive and their content, by their paths with ``/``."""
    paths = {path for part in PARTS for path in directory.glob(part) if path.is_file()}
    return {path.relative_to(directory).as_posix(): path.read_bytes() for path in paths}


def with_sums(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files and their sums, by sorted paths."""
    sums = "".join(f"{sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    return dict(sorted({**files, SUMS: sums.encode()}.items()))


def archive(files: Mapping[str, bytes], folder: str = f"sealwax-vectors-{VERSION}") -> bytes:
    """The files as an archive of a folder, without times, owners and modes of this machine."""
    buffer = io.BytesIO()
    with (
        gzip.GzipFile(filename="", fileobj=buffer, mode="wb", compresslevel=9, mtime=0) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.USTAR_FORMAT) as tar,
    ):
        for name, content in files.items():
            # A TarInfo that gets no time, owner and group has 0 or an empty text.
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mode = len(content), 0o644
            tar.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def npm_package(files: Mapping[str, bytes]) -> bytes:
    """The files as a package for npm, without a program: by its name, it is the index of the files."""
    about = {
        "name": "sealwax-vectors",
        "version": VERSION,
        "description": "Test vectors for the client-side cryptography of a wallet and key management API.",
        "license": "Apache-2.0",
        "main": "schema/index.json",
    }
    return archive(
        with_sums({**files, "package.json": (json.dumps(about, indent=2) + "\n").encode()}), "package"
    )


def main() -> None:
    """Compare with released archives, and write the new ones."""
    parser = argparse.ArgumentParser(prog="python -m tools.release.vectors")
    parser.add_argument("--out", type=Path, required=True, help="where to put the archives")
    parser.add_argument("--pages", type=Path, help="the folder of pages that only a release has")
    parser.add_argument(
        "--released", type=Path, action="append", default=[], help="the archive of an earlier release"
    )
    arguments = parser.parse_args()
    try:
        check_archives(arguments.released)
    except ValueError as error:
        sys.exit(f"error: {error}")
    out: Path = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    pages: Path | None = arguments.pages
    files = files_of(VECTORS)
    if pages is not None:
        files |= {path.name: path.read_bytes() for path in pages.iterdir()}
    for name, content in (
        (f"sealwax-vectors-{VERSION}.tar.gz", archive(with_sums(files))),
        (f"sealwax-vectors-{VERSION}.tgz", npm_package(files)),
    ):
        (out / name).write_bytes(content)
        sys.stdout.write(f"{sha256(content).hexdigest()}  {out / name}\n")


if __name__ == "__main__":
    main()
