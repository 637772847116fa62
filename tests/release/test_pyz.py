"""`sealwax.pyz`: the same bytes wherever it is built, the locked files alone, and nothing else runs."""

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.tags import compatible_tags, cpython_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

from tests.conftest import CAPTURED, CapturedWallet
from tests.release.conftest import (
    NAMESPACE,
    clone,
    commands,
    environment_without,
    has_namespaces,
    interpreter,
    tracked,
    without_network,
)
from tools.release.pyz.__main__ import LOCK, TAGS, requirements
from tools.release.pyz.inside.__main__ import PYTHONS
from tools.release.pyz.inside.launcher import SYSTEMS
from tools.support.locks import entries

MAKE, CARRY, OPEN = commands("With one file")
VERSIONS = ["{}.{}".format(*each) for each in PYTHONS]
HERE = sys.executable

ADDRESS = "0x35B286d5Ae4a3bcd556f2322B1e5E9Bb17FcfD06"

PLANTED = """
import os
open(os.environ["PLANTED"], "a").write(__file__ + "\\\\n")
raise SystemExit(99)
"""
"""Says that it ran."""

NAMES = ("sitecustomize", "usercustomize", "tempfile", "zipfile", "json", "launcher", "click", "sealwax")


class Built(NamedTuple):
    """The archive, and the clone that it was built from."""

    source: Path
    archive: Path

    @property
    def members(self) -> dict[str, bytes]:
        with zipfile.ZipFile(self.archive) as archive:
            return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Made with the guide's commands."""
    directory = tmp_path_factory.mktemp("here")
    (directory / "bin").mkdir()
    (directory / "bin" / "python3").symlink_to(Path(sys.base_prefix, "bin", "python3"))
    source = clone(directory / "sealwax", 0o022)
    environment = environment_without("SOURCE_DATE_EPOCH", "VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME")
    environment["PATH"] = f"{directory / 'bin'}{os.pathsep}{environment['PATH']}"
    script = ["bash", "-euo", "pipefail", "-c", MAKE]
    subprocess.run(script, cwd=source, env=environment, check=True, capture_output=True)
    return Built(source, source / "dist" / "sealwax.pyz")


@pytest.fixture
def place(built: Built, tmp_path: Path) -> Path:
    """A directory with the archive alone."""
    (tmp_path / "carried").mkdir()
    shutil.copy(built.archive, tmp_path / "carried")
    return tmp_path / "carried"


def recover(wallet: CapturedWallet) -> list[str]:
    """The arguments that open the captured wallet, and find an address in it."""
    return [
        *("decrypt-wallet", "--show", "--organization-id", wallet.organization_id),
        *("--bundle", str(CAPTURED / "export_wallet.bundle.json")),
        *("--key", str(CAPTURED / "export_wallet.private"), "--expect-address", ADDRESS),
    ]


def run(
    place: Path, *arguments: str, python: str = HERE, within: Sequence[str] = (), **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the archive as the guide says."""
    return subprocess.run(
        [*within, python, "-I", "sealwax.pyz", *arguments],
        cwd=place,
        env={"PATH": os.environ["PATH"], **variables},
        check=False,
        capture_output=True,
        text=True,
    )


def test_the_guide_makes_the_file_of_the_release(built: Built, made: Path) -> None:
    """The release is made with the dependencies of the tests."""
    content = built.archive.read_bytes()
    assert (made / "sealwax.pyz").read_bytes() == content
    line = f"{sha256(content).hexdigest()}  sealwax.pyz\n"
    assert built.archive.with_suffix(".pyz.sha256").read_text() == line


def test_each_wheel_is_a_locked_file_or_sealwax(built: Built) -> None:
    locked = {
        (canonicalize_name(requirement.name), str(requirement.specifier).removeprefix("==")): hashes
        for requirement, hashes in entries(LOCK)
    }
    wheels = {name: content for name, content in built.members.items() if name.endswith(".whl")}
    own = [name for name in wheels if name.startswith("sealwax-")]
    for name in wheels.keys() - set(own):
        project, version, *_ = parse_wheel_filename(name)
        assert f"sha256:{sha256(wheels[name]).hexdigest()}" in locked[project, str(version)], name
    assert len(own) == 1
    with zipfile.ZipFile(io.BytesIO(wheels[own[0]])) as wheel:
        packed = {name: wheel.read(name) for name in wheel.namelist() if ".dist-info/" not in name}
    sources = [name for name in tracked(built.source) if name.startswith("src/")]
    assert packed == {name.removeprefix("src/"): (built.source / name).read_bytes() for name in sources}


def test_beside_the_wheels_is_what_the_repository_has(built: Built) -> None:
    inside = built.source / "tools" / "release" / "pyz" / "inside"
    others = {name for name in built.members if not name.endswith(".whl")}
    assert others == {"index.json", "__main__.py", "launcher.py", "program.py"}
    for name in others - {"index.json"}:
        assert built.members[name] == (inside / name).read_bytes()


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("version", VERSIONS)
def test_each_system_and_python_has_every_locked_package(built: Built, system: str, version: str) -> None:
    index = json.loads(built.members["index.json"])
    wheels = index["wheels"][system][version]
    numbers = [int(part) for part in version.split(".")]
    platforms = list(TAGS[system]) if system != "darwin-arm64" else None
    if platforms is None:
        platforms = ["macosx_11_0_arm64", "macosx_11_0_universal2"]
        platforms += [f"macosx_10_{minor}_universal2" for minor in range(4, 17)]
    runs = {*cpython_tags(numbers, platforms=platforms), *compatible_tags(numbers, platforms=platforms)}
    named: dict[str, str] = {}
    for name in wheels:
        assert name in built.members
        project, found, _, tags = parse_wheel_filename(name)
        assert tags & runs, name
        named[project] = str(found)
    locked = {
        canonicalize_name(requirement.name): str(requirement.specifier).removeprefix("==")
        for requirement, _ in requirements(system, version)
    }
    assert {"cryptography", "pycryptodome", "pyrage", "click"} <= locked.keys()
    assert named.pop("sealwax") == metadata.version("sealwax")
    assert named == locked


def test_no_system_and_python_is_missing(built: Built) -> None:
    index = json.loads(built.members["index.json"])
    listed = {system: list(found) for system, found in index["wheels"].items()}
    assert listed == dict.fromkeys(SYSTEMS, VERSIONS)
    named = {name for found in index["wheels"].values() for wheels in found.values() for name in wheels}
    assert named == {name for name in built.members if name.endswith(".whl")}


def test_the_guide_recovers_a_wallet_without_a_network(
    place: Path, built: Built, captured_wallet: CapturedWallet, capsys: pytest.CaptureFixture[str]
) -> None:
    environment = {
        "PATH": f"{built.source.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "ORGANIZATION_ID": captured_wallet.organization_id,
    }

    def shell(script: str) -> str:
        command = [*without_network(capsys), "bash", "-euo", "pipefail", "-c", script]
        return subprocess.run(
            command, cwd=place, env=environment, check=True, capture_output=True, text=True
        ).stdout

    printed = shell(CARRY).splitlines()
    assert printed[0] + "\n" == built.archive.with_suffix(".pyz.sha256").read_text()
    assert (place / "export.public").read_text().strip() == printed[-1]
    shutil.copy(CAPTURED / "export_wallet.private", place / "export.private")
    shutil.copy(CAPTURED / "export_wallet.bundle.json", place / "answer.json")
    assert shell(OPEN) == captured_wallet.mnemonic + "\n"


def plant(directory: Path) -> None:
    """Put modules there that say that they ran."""
    directory.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        (directory / f"{name}.py").write_text(PLANTED)
    (directory / f"sealwax-{metadata.version('sealwax')}.dist-info").mkdir(exist_ok=True)
    (directory / "__main__.py").write_text(PLANTED)
    (directory / "planted.pth").write_text(f"import sys; exec({PLANTED!r})\n")


def names_in(directory: Path) -> set[str]:
    return {str(path.relative_to(directory)) for path in directory.rglob("*")}


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_it_recovers_and_checks_an_address_without_a_network_in_a_hostile_place(
    version: str,
    place: Path,
    tmp_path: Path,
    captured_wallet: CapturedWallet,
    capsys: pytest.CaptureFixture[str],
) -> None:
    python = interpreter(version)
    home, temporary, modules = (tmp_path / name for name in ("home", "temporary", "modules"))
    plant(modules)
    plant(place)
    plant(home / ".local" / "lib" / f"python{version}" / "site-packages")
    # What earlier runs could have left: of this file, and of the tools that keep a cache.
    digest = sha256((place / "sealwax.pyz").read_bytes()).hexdigest()
    for cache_of in (".shiv", ".pex", ".cache/shiv", ".cache/pex", ".cache/sealwax"):
        plant(home / cache_of / f"sealwax.pyz_{digest}" / "site-packages")
    plant(temporary)
    plant(temporary / "sealwax-abcdefgh")
    plant(place / "__pycache__")
    (tmp_path / "openssl.cnf").write_text(f".include {modules}\n")
    variables = {
        "HOME": str(home),
        "TMPDIR": str(temporary),
        "PYTHONPATH": str(modules),
        "PYTHONHOME": str(modules),
        "PYTHONUSERBASE": str(home / ".local"),
        "PYTHONSTARTUP": str(modules / "json.py"),
        "PYTHONINSPECT": "1",
        "SHIV_ROOT": str(home / ".shiv"),
        "SHIV_ENTRY_POINT": "json:tool",
        "PEX_ROOT": str(home / ".pex"),
        "PEX_MODULE": "json.tool",
        "OPENSSL_CONF": str(tmp_path / "openssl.cnf"),
        "_SEALWAX_COMPLETE": "bash_source",
        "PLANTED": str(tmp_path / "planted"),
    }
    before = names_in(home), names_in(temporary), names_in(place)
    within = without_network(capsys)
    recovered = run(place, *recover(captured_wallet), python=python, within=within, **variables)
    assert (recovered.returncode, recovered.stdout) == (0, captured_wallet.mnemonic + "\n")
    assert "the wallet has the expected address at m/44'/60'/0'/0/0" in recovered.stderr
    assert not (tmp_path / "planted").exists()
    assert (names_in(home), names_in(temporary), names_in(place)) == before

    # The right address is no matter of chance, and age is there.
    wrong = [*recover(captured_wallet)[:-1], ADDRESS.replace("0x35", "0x36")]
    assert "error[wrong-address]: " in run(place, *wrong, python=python, within=within, **variables).stderr
    age = [
        *recover(captured_wallet)[2:],
        "--recipient",
        "age1zagt85s9kwdj838t2e2w5nfcxp8ue6yyp5p70m5qde48h8k72aws8n5ms7",
    ]
    sealed = run(
        place,
        "decrypt-wallet",
        *age,
        "--output",
        str(tmp_path / "a"),
        python=python,
        within=within,
        **variables,
    )
    assert sealed.returncode == 0, sealed.stderr
    assert (tmp_path / "a").read_bytes().startswith(b"age-encryption.org/v1\n")

    # What was planted does run where Python lets it.
    unprotected = {name: variables[name] for name in ("PYTHONPATH", "PLANTED")}
    subprocess.run([python, "-c", "import tempfile"], env=unprotected, check=False, capture_output=True)
    assert (tmp_path / "planted").exists()


@pytest.mark.parametrize("version", ["3.6", "3.8", "3.10"])
def test_another_python_gets_one_sentence(version: str, place: Path) -> None:
    refused = run(place, "--version", python=interpreter(version))
    assert (refused.returncode, refused.stdout) == (1, "")
    message = f"sealwax.pyz does not run on cpython {version}; use CPython 3.11, 3.12, 3.13, 3.14, 3.15"
    assert refused.stderr == f"error[unsupported]: {message}\n"


def test_without_isolation_nothing_is_read(place: Path, tmp_path: Path) -> None:
    """Not even where modules of the names that it imports are found first."""
    plant(tmp_path / "modules")
    for name in ("sitecustomize", "usercustomize"):
        (tmp_path / "modules" / f"{name}.py").unlink()
    variables = {"PYTHONPATH": str(tmp_path / "modules"), "PLANTED": str(tmp_path / "planted")}
    refused = subprocess.run(
        [HERE, "sealwax.pyz"], cwd=place, env=variables, check=False, capture_output=True, text=True
    )
    assert (refused.returncode, refused.stdout) == (1, "")
    assert re.fullmatch(
        r"error\[unsupported\]: without -I, .*; start it with python3 -I .*\n", refused.stderr
    )
    assert not (tmp_path / "planted").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            "noexec",
            r"error\[file\]: this system runs no programs from '.*' \(noexec\); name another directory .*\n",
        ),
        ("size=4m", r"error\[file\]: '.*' is full; free \d\d MB, or name another directory .*\n"),
    ],
)
def test_a_directory_that_does_not_serve_gets_one_sentence(
    options: str, message: str, place: Path, tmp_path: Path
) -> None:
    if not has_namespaces():
        pytest.skip("no namespace can be made here, to mount a directory in")
    (tmp_path / "mounted").mkdir()
    mount = f'mount -t tmpfs -o {options} none "$TMPDIR"'
    script = mount + ' && "$0" -I sealwax.pyz --version || ls -A "$TMPDIR" && exit 7'
    finished = subprocess.run(
        [*NAMESPACE, "sh", "-c", script, HERE],
        cwd=place,
        env={"PATH": os.environ["PATH"], "TMPDIR": str(tmp_path / "mounted")},
        check=False,
        capture_output=True,
        text=True,
    )
    assert (finished.returncode, finished.stdout) == (7, "")
    assert re.fullmatch(message, finished.stderr)


def test_a_file_that_was_changed_on_the_way_gets_one_sentence(place: Path) -> None:
    carried = place / "sealwax.pyz"
    content = bytearray(carried.read_bytes())
    with zipfile.ZipFile(carried) as archive:
        (entry,) = (each for each in archive.infolist() if each.filename.startswith("mnemonic-"))
    content[entry.header_offset + entry.file_size // 2] ^= 1
    carried.write_bytes(content)
    refused = run(place, "--version")
    assert (refused.returncode, refused.stdout) == (1, "")
    message = "sealwax.pyz is damaged; compare its SHA-256, and copy it again"
    assert refused.stderr == f"error[malformed]: {message}\n"


@contextmanager
def waiting(place: Path, temporary: Path) -> Iterator[subprocess.Popen[str]]:
    """The archive, as it waits for a bundle on standard input."""
    temporary.mkdir()
    arguments = ["decrypt-wallet", "--bundle", "-", "--key", os.devnull, "--organization-id", "x"]
    with subprocess.Popen(
        [HERE, "-I", "sealwax.pyz", *arguments],
        cwd=place,
        env={"TMPDIR": str(temporary)},
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        yield process


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_it_leaves_nothing_behind_when_it_is_ended(
    number: signal.Signals, place: Path, tmp_path: Path
) -> None:
    with waiting(place, tmp_path / "temporary") as process:
        while not list((tmp_path / "temporary").glob("sealwax-*")):
            assert process.poll() is None
        if number is signal.SIGINT:
            # As a terminal does: to the process that waits, too.
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        assert process.wait() == 128 + number
    assert not list((tmp_path / "temporary").iterdir())
