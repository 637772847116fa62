"""The directory of the vectors stands on its own, and its archive is the same bytes each time."""

import os
import re
import shutil
import sys
import tarfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest

from sealwax_vectors.cases.find_constructs import CONSTRUCTS
from sealwax_vectors.makers.generator import VERSION
from tests.conftest import ROOT
from tests.interop.cases import VECTORS
from tests.vectors import release
from tests.vectors.release import SUMS, archive, files_of, main, written


def test_what_is_committed_is_what_the_command_writes() -> None:
    for name, content in written(VECTORS).items():
        assert (VECTORS / name).read_bytes() == content, "run `python -m tests.vectors.release`"


def test_the_manifest_is_of_every_file_and_as_sha256sum_writes_it() -> None:
    lines = (VECTORS / SUMS).read_text().splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert sums.keys() | {SUMS} == files_of(VECTORS).keys()
    assert {"LICENSE", "README.md", "VERSION", "ledger.tsv", "schema/hpke_schema.json"} <= sums.keys()
    for name, digest in sums.items():
        assert sha256((VECTORS / name).read_bytes()).hexdigest() == digest, name


def test_a_change_of_any_file_changes_the_manifest(tmp_path: Path) -> None:
    copy = tmp_path / "vectors"
    shutil.copytree(VECTORS, copy)
    before = written(copy)
    assert before == written(VECTORS)
    (copy / "captured" / "README.md").write_text("x")
    assert written(copy)[SUMS] != before[SUMS]


def test_no_page_links_out_of_the_directory() -> None:
    for page in VECTORS.rglob("*.md"):
        for link in re.findall(r"\]\((?!https://|#)([^)#]+)", page.read_text()):
            assert (page.parent / link).resolve().is_relative_to(VECTORS), f"{page}: {link}"


def test_the_version_is_in_every_file() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)
    for construct in CONSTRUCTS:
        assert f'"generatorVersion": "{VERSION}"' in (VECTORS / f"{construct.name}.json").read_text()


def test_the_archive_does_not_depend_on_the_machine(tmp_path: Path) -> None:
    made = archive(VECTORS)
    copy = tmp_path / "vectors"
    copy.mkdir()
    # Made in another order, at another time, with other modes.
    for name, content in reversed(files_of(VECTORS).items()):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes(content)
        (copy / name).chmod(0o600)
        os.utime(copy / name, (10**9, 10**9))
    assert archive(copy) == made


def test_the_archive_holds_the_files_and_nothing_of_this_machine() -> None:
    with tarfile.open(fileobj=BytesIO(archive(VECTORS))) as tar:
        members = tar.getmembers()
        names = [member.name.removeprefix(f"sealwax-vectors-{VERSION}/") for member in members]
        contents = [file.read() for member in members if (file := tar.extractfile(member)) is not None]
    assert dict(zip(names, contents, strict=True)) == files_of(VECTORS)
    assert names == sorted(names)
    about = {(each.mtime, each.uid, each.gid, each.uname, each.gname, each.mode) for each in members}
    assert about == {(0, 0, 0, "", "", 0o644)}
    # After the identification and the method: no name, no time, and an unknown system.
    assert archive(VECTORS)[3:8] == bytes(5)
    assert archive(VECTORS)[9] == 255


def test_the_command_writes_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "vectors"
    copy.mkdir()
    monkeypatch.setattr(release, "VECTORS", copy)
    monkeypatch.setattr(sys, "argv", ["release", "--out", str(tmp_path / "out")])
    main()
    assert {path.name for path in copy.iterdir()} == {"LICENSE", "VERSION", SUMS}
    assert (copy / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    (made,) = (tmp_path / "out").iterdir()
    assert made.name == f"sealwax-vectors-{VERSION}.tar.gz"
    assert capsys.readouterr().out == f"{sha256(made.read_bytes()).hexdigest()}  {made}\n"
