"""Make everything that a release publishes.

The sdist and the wheel of each package, the archive of the test vectors, the manual pages, ``sealwax.pyz``,
the page ``sealwax-recover.html``, the bills of materials of what these two carry (CycloneDX), and the SHA-256
of them all. The same commit gives the same bytes. The changes of a tagged commit must be in CHANGELOG.md.
It needs what ``requirements/dev.txt`` and
``requirements/release.txt`` lock, a package index, git, Node.js and npm. For example::

    python -m tests.vectors.numbers --out pages
    python -m tools.release.dist --out dist --pages pages
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import venv
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from packaging.utils import canonicalize_name

from sealwax import EnclaveKeys, __version__
from tools import ROOT
from tools.release import changes, recovery_page
from tools.release.man import write_man_pages
from tools.release.pyz.__main__ import LOCK
from tools.support.locks import entries

SUMS = "SHA256SUMS"
PACKAGES = (".", "vectors", "service")
"""The folders of the packages."""


def run(*command: str, **options: Any) -> str:
    """Run a command of this interpreter's environment; return its output."""
    output: str = subprocess.run(
        [sys.executable, "-m", *command], check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True, **options
    ).stdout
    return output


def bill_of_materials(wheel: Path) -> str:
    """List what ``sealwax.pyz`` carries: licences and graph of an installation, hashes of the lock."""
    with TemporaryDirectory() as name:
        environment = Path(name)
        # Without pip, which would be in the list.
        venv.create(environment, with_pip=False)
        python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
        install = ("pip", "--python", str(python), "install", "--quiet")
        locked = str(ROOT / "requirements" / LOCK)
        run(*install, "--require-hashes", "--no-deps", "--requirement", locked)
        run(*install, "--no-deps", str(wheel))
        made = run(
            "cyclonedx_py", "environment", "--output-reproducible", "--mc-type", "library", str(python)
        )
    found: dict[str, Any] = json.loads(made)
    hashes = {canonicalize_name(each.name): values for each, values in entries(LOCK)}
    for component in found["components"]:
        # An address of an index or of a file here is of no use elsewhere.
        component.pop("externalReferences", None)
        component["hashes"] = [
            {"alg": "SHA-256", "content": value.removeprefix("sha256:")}
            for value in sorted(hashes.get(canonicalize_name(component["name"]), ()))
        ]
    return json.dumps(found, indent=2, sort_keys=True) + "\n"


def make(out: Path, pages: Path) -> None:
    """Write the files into an empty folder; the vectors with the pages of another."""
    out.mkdir(parents=True)
    for folder in PACKAGES:
        run("build", "--no-isolation", "--outdir", str(out), folder)
    run("tools.release.vectors", "--out", str(out), "--pages", str(pages))
    run("tools.release.pyz", "--out", str(out))
    (out / "sealwax.pyz.sha256").unlink()  # it is among the others
    (wheel,) = out.glob("sealwax-*.whl")
    (out / "sealwax.cdx.json").write_text(bill_of_materials(wheel))
    recovery_page.build(out / recovery_page.PAGE, EnclaveKeys.production())
    (out / "sealwax-recover.cdx.json").write_text(recovery_page.bill_of_materials())
    write_man_pages(out / "man")
    files = {path.relative_to(out).as_posix(): path for path in out.rglob("*") if path.is_file()}
    sums = {name: sha256(files[name].read_bytes()).hexdigest() for name in sorted(files)}
    (out / SUMS).write_text("".join(f"{value}  {name}\n" for name, value in sums.items()))


def main() -> None:
    """Replace the folder."""
    parser = argparse.ArgumentParser(prog="python -m tools.release.dist")
    parser.add_argument(
        "--out", type=Path, required=True, help="where to put the files; what is there is removed"
    )
    parser.add_argument(
        "--pages", type=Path, required=True, help="the folder of pages for the vectors, which the tests write"
    )
    given = parser.parse_args()
    out: Path = given.out.resolve()
    pages: Path = given.pages.resolve(strict=True)
    changes.require_built_changelog(changes.tags_of(ROOT), __version__, changes.fragments(changes.FOLDER))
    if out.exists():
        shutil.rmtree(out)
    make(out, pages)
    sys.stdout.write((out / SUMS).read_text())


if __name__ == "__main__":
    main()
