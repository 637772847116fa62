"""The documents of the vectors stand on their own, and their archive is the same bytes each time."""

import json
import os
import re
import sys
import tarfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest

from sealwax_vectors.constructs.find_constructs import CONSTRUCTS
from sealwax_vectors.makers.generator import VERSION
from tests.conftest import ROOT
from tests.interop.cases import VECTORS
from tools.release.vectors import SUMS, archive, files_of, main, npm_package, with_sums

FILES = with_sums({**files_of(VECTORS), "numbers.md": b"x", "findings.tsv": b"x"})


def test_the_archive_has_the_files_and_not_the_python_package() -> None:
    wanted = {"LICENSE", "README.md", "VERSION", "hpke.json", "schema/hpke_schema.json", "schema/index.json"}
    assert {*wanted, "captured/browser/README.md", "findings.tsv", "numbers.md", SUMS} <= FILES.keys()
    assert [name for name in FILES if name.endswith((".py", ".toml", ".txt"))] == []
    assert {name.partition("/")[0] for name in FILES if "/" in name} == {"captured", "schema"}


def test_the_sums_are_of_every_other_file_and_as_sha256sum_writes_them() -> None:
    lines = FILES[SUMS].decode().splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert sums.keys() | {SUMS} == FILES.keys()
    for name, digest in sums.items():
        assert sha256(FILES[name]).hexdigest() == digest, name


def test_its_version_and_licence_are_those_of_this_library() -> None:
    assert (VECTORS / "VERSION").read_text() == f"{VERSION}\n"
    assert (VECTORS / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_no_page_links_out_of_the_directory() -> None:
    for page in VECTORS.rglob("*.md"):
        for link in re.findall(r"\]\((?!https://|#)([^)#]+)", page.read_text()):
            assert (page.parent / link).resolve().is_relative_to(VECTORS), f"{page}: {link}"


def test_the_version_is_in_every_file() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)
    for construct in CONSTRUCTS:
        assert f'"generatorVersion": "{VERSION}"' in (VECTORS / f"{construct.name}.json").read_text()


def test_the_archive_does_not_depend_on_the_machine(tmp_path: Path) -> None:
    copy = tmp_path / "vectors"
    copy.mkdir()
    # Made in another order, at another time, with other modes.
    for name, content in reversed(FILES.items()):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes(content)
        (copy / name).chmod(0o600)
        os.utime(copy / name, (10**9, 10**9))
    pages = {name: FILES[name] for name in ("findings.tsv", "numbers.md")}
    assert archive(with_sums({**files_of(copy), **pages})) == archive(FILES)


def test_the_archive_holds_the_files_and_nothing_of_this_machine() -> None:
    made = archive(FILES)
    with tarfile.open(fileobj=BytesIO(made)) as tar:
        members = tar.getmembers()
        names = [member.name.removeprefix(f"sealwax-vectors-{VERSION}/") for member in members]
        contents = [file.read() for member in members if (file := tar.extractfile(member)) is not None]
    assert dict(zip(names, contents, strict=True)) == FILES
    assert names == sorted(names)
    about = {(each.mtime, each.uid, each.gid, each.uname, each.gname, each.mode) for each in members}
    assert about == {(0, 0, 0, "", "", 0o644)}
    # After the identification and the method: no name, no time, and an unknown system.
    assert made[3:8] == bytes(5)
    assert made[9] == 255


def test_the_package_for_npm_is_the_same_files_and_their_version() -> None:
    with tarfile.open(fileobj=BytesIO(npm_package({"VERSION": b"1", "schema/index.json": b"{}"}))) as tar:
        names = tar.getnames()
        about = json.load(tar.extractfile("package/package.json") or BytesIO())
    assert names == [f"package/{name}" for name in (SUMS, "VERSION", "package.json", "schema/index.json")]
    assert about["version"] == VERSION
    assert f"package/{about['main']}" in names
    assert "scripts" not in about


def test_the_module_for_go_has_the_address_of_the_repository() -> None:
    address = re.search(
        r'^address = "(?:https://(.*))?"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE
    )
    assert address is not None
    module = f"{address[1]}/vectors" if address[1] else "sealwax-vectors"
    assert FILES["go.mod"].decode().startswith(f"module {module}\n")


def test_the_command_writes_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "numbers.md").write_bytes(b"x")
    out = tmp_path / "out"
    monkeypatch.setattr(sys, "argv", ["release", "--out", str(out), "--pages", str(pages)])
    main()
    files = {**files_of(VECTORS), "numbers.md": b"x"}
    wanted = {
        out / f"sealwax-vectors-{VERSION}.tar.gz": archive(with_sums(files)),
        out / f"sealwax-vectors-{VERSION}.tgz": npm_package(files),
    }
    assert {path: path.read_bytes() for path in out.iterdir()} == wanted
    lines = [f"{sha256(content).hexdigest()}  {path}\n" for path, content in wanted.items()]
    assert capsys.readouterr().out == "".join(lines)


def test_the_command_refuses_an_id_that_means_another_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hpke = (VECTORS / "hpke.json").read_bytes().replace(b'"result": "valid"', b'"result": "invalid"', 1)
    released = tmp_path / "released.tar.gz"
    released.write_bytes(archive({"hpke.json": hpke}))
    out = tmp_path / "out"
    monkeypatch.setattr(sys, "argv", ["release", "--out", str(out), "--released", str(released)])
    with pytest.raises(SystemExit, match="error: these released ids would mean other cases"):
        main()
    assert not out.exists()
