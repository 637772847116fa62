"""The files of a release: complete, the same twice, and enough to install from."""

import json
import os
import re
import subprocess
import sys
import venv
from hashlib import sha256
from pathlib import Path

from sealwax import EnclaveKeys
from tests.conftest import ROOT
from tests.release.conftest import clone, environment_without, tracked
from tools.release import dist, recovery_page
from tools.release.pyz.__main__ import LOCK
from tools.support.locks import entries


def test_it_is_complete_and_the_sums_are_right(made: Path) -> None:
    sums = dict(line.split("  ")[::-1] for line in (made / dist.SUMS).read_text().splitlines())
    paths = [path for path in made.rglob("*") if path.is_file() and path.name != dist.SUMS]
    files = {path.relative_to(made).as_posix(): path.read_bytes() for path in paths}
    assert sums == {name: sha256(content).hexdigest() for name, content in files.items()}
    assert {"man/sealwax.1", "man/sealwax-serve.1", "man/sealwax-vectors-verify.1"} <= files.keys()
    beside = [name for name in files if not name.startswith("man/")]
    endings = sorted(re.sub(r"-\d+\.\d+\.\d+(rc\d+)?", "", name) for name in beside)
    assert endings == [
        "sealwax-py3-none-any.whl",
        "sealwax-recover.cdx.json",
        "sealwax-recover.html",
        "sealwax-vectors.tar.gz",
        "sealwax-vectors.tgz",
        "sealwax.cdx.json",
        "sealwax.pyz",
        "sealwax.tar.gz",
        "sealwax_service-py3-none-any.whl",
        "sealwax_service.tar.gz",
        "sealwax_vectors-py3-none-any.whl",
        "sealwax_vectors.tar.gz",
    ]


def test_a_clone_in_another_place_time_and_language_gives_the_same_bytes(made: Path, tmp_path: Path) -> None:
    source = clone(tmp_path / "further down" / "sealwax", 0o077)
    for name in tracked(source):
        os.utime(source / name, (2**31, 2**31))
    variables = {"TZ": "Asia/Kathmandu", "LC_ALL": "C", "PYTHONHASHSEED": "2"}
    for module, *options in (
        ("tests.vectors.numbers", "--out", "pages"),
        ("tools.release.dist", "--out", "dist", "--pages", "pages"),
    ):
        subprocess.run(
            [sys.executable, "-m", module, *options],
            cwd=source,
            env=environment_without("SOURCE_DATE_EPOCH") | variables,
            umask=0o077,
            check=True,
            stdout=subprocess.DEVNULL,
        )
    assert (source / "dist" / dist.SUMS).read_text() == (made / dist.SUMS).read_text()


def test_the_bill_of_materials_has_every_file_of_the_lock(made: Path) -> None:
    # Only the session has it.
    from cyclonedx.schema import SchemaVersion  # noqa: PLC0415
    from cyclonedx.validation.json import JsonStrictValidator  # noqa: PLC0415

    text = (made / "sealwax.cdx.json").read_text()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    found = json.loads(text)
    listed = {
        each["name"].lower().replace("_", "-"): {value["content"] for value in each["hashes"]}
        for each in found["components"]
    }
    for requirement, hashes in entries(LOCK):
        if requirement.marker is None or requirement.marker.evaluate():
            assert listed[requirement.name] == {value.removeprefix("sha256:") for value in hashes}
    assert "sealwax" in listed
    assert "pip" not in listed
    # That package says nothing of its licence in its metadata.
    assert [each["name"] for each in found["components"] if not each.get("licenses")] == ["pyrage"]
    assert "file:" not in text


def test_the_bill_of_materials_of_the_page_has_its_libraries(made: Path) -> None:
    from cyclonedx.schema import SchemaVersion  # noqa: PLC0415 - only the session has it
    from cyclonedx.validation.json import JsonStrictValidator  # noqa: PLC0415

    text = (made / "sealwax-recover.cdx.json").read_text()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    listed = {(each["name"], each["version"]) for each in json.loads(text)["components"]}
    wanted = json.loads((ROOT / "recovery-page" / "package.json").read_text())["dependencies"]
    assert wanted.items() <= listed
    assert "esbuild" not in dict(listed)


def test_the_page_is_that_of_the_production_enclave(made: Path, tmp_path: Path) -> None:
    recovery_page.build(tmp_path / "again.html", EnclaveKeys.production())
    assert (made / recovery_page.PAGE).read_bytes() == (tmp_path / "again.html").read_bytes()


def test_the_wheel_alone_opens_the_captured_wallet(made: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = str(next((tmp_path / "venv").glob("*/python")))
    (wheel,) = made.glob("sealwax-*.whl")
    locked = str(ROOT / "requirements" / LOCK)
    pip = [python, "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "--require-hashes", "--requirement", locked], check=True)
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    # The first command of the README, after its installation.
    command = re.search(
        r"^```sh\n.*?&& \\\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL
    )
    assert command is not None
    script = command[1].replace(".venv/bin/sealwax", str(Path(python).parent / "sealwax"))
    shown = subprocess.run(
        ["bash", "-euc", script], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    assert len(shown.split()) == 12
