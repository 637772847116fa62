"""The steps of `sealwax.pyz` before it runs the command line: which systems it refuses, where it unpacks."""

import os
import shutil
import signal
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.release.pyz.inside import launcher
from tools.release.pyz.inside.launcher import Index, Refused

WHEELS = ["a-1-py3-none-any.whl"]


def index(glibc: tuple[int, int] = (2, 17)) -> Index:
    version = "{}.{}".format(*sys.version_info)
    return {"glibc": list(glibc), "wheels": {launcher.system(): {version: WHEELS}}}


@pytest.fixture(autouse=True)
def _same_handlers() -> Iterator[None]:
    before = {each: signal.getsignal(each) for each in launcher._SIGNALS}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "temporary").mkdir(mode=0o700)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return tmp_path / "temporary"


def test_the_wheels_of_this_system_and_python_are_chosen() -> None:
    assert launcher.fitting(index()) == WHEELS


def test_another_system_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    known = index()
    monkeypatch.setattr(launcher, "system", lambda: "darwin-x86_64")
    with pytest.raises(
        Refused, match=r"\[unsupported\].*this system.*Linux on x86_64, Linux on aarch64, macOS"
    ):
        launcher.fitting(known)


def test_python_for_32_bits_is_refused_on_a_processor_of_64(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "maxsize", 2**31 - 1)
    with pytest.raises(Refused, match="32-bit"):
        launcher.fitting(index())


def test_a_free_threaded_python_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sysconfig, "get_config_var", {"Py_GIL_DISABLED": 1}.get)
    with pytest.raises(Refused, match="free-threaded"):
        launcher.fitting(index())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has several C libraries")
@pytest.mark.parametrize("library", ["glibc 2.16", "musl 1.2", "", None, OSError(), ValueError()])
def test_a_c_library_that_the_wheels_do_not_run_with_is_refused(
    library: str | Exception | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def confstr(_: str) -> str | None:
        if isinstance(library, Exception):
            raise library
        return library

    monkeypatch.setattr(os, "confstr", confstr)
    with pytest.raises(Refused, match=r"needs glibc 2\.17 or newer"):
        launcher.fitting(index())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has several C libraries")
@pytest.mark.parametrize("library", ["glibc 2.17", "glibc 2.41.9000", "glibc 3.0"])
def test_a_newer_c_library_is_allowed(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "confstr", lambda _: library)
    assert launcher.fitting(index()) == WHEELS


def test_a_private_directory_is_used(temporary: Path) -> None:
    assert launcher.directory_to_unpack_in() == temporary


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o720, 0o702])
def test_a_directory_in_which_others_can_replace_files_is_refused(mode: int, temporary: Path) -> None:
    temporary.chmod(mode)
    if mode & 0o022:
        with pytest.raises(Refused, match=r"\[file\]: others can replace files in '.*'; .* TMPDIR"):
            launcher.directory_to_unpack_in()
    temporary.chmod(mode | 0o1000)
    assert launcher.directory_to_unpack_in() == temporary


def test_a_directory_above_counts_as_well(
    temporary: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (temporary / "private").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(temporary / "private")
    temporary.chmod(0o777)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "link"))
    with pytest.raises(Refused, match="others can replace files"):
        launcher.directory_to_unpack_in()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_a_directory_of_somebody_else_is_refused(temporary: Path) -> None:
    os.chown(temporary, 4242, 4242)
    with pytest.raises(Refused, match="others can replace files"):
        launcher.directory_to_unpack_in()


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive whose command line prints the arguments, the variables and where it is; `main` takes it."""
    path = tmp_path / "some.pyz"
    with zipfile.ZipFile(tmp_path / WHEELS[0], "w") as wheel:
        wheel.writestr("found.py", "")
    with zipfile.ZipFile(path, "w") as content:
        text = repr(index()).replace("'", '"')
        content.writestr("index.json", text)
        content.write(tmp_path / WHEELS[0], WHEELS[0])
        content.writestr(
            "program.py",
            "import found, os, pathlib, sys\n"
            f"pathlib.Path({str(tmp_path / 'seen')!r}).write_text(repr([sys.argv, sys.flags.isolated,"
            " sys.flags.no_site, dict(os.environ), os.stat(sys.path[0]).st_mode]))\n"
            "sys.exit(5)\n",
        )
    monkeypatch.setattr(launcher, "__file__", str(path / "launcher.py"))
    return path


def test_the_command_line_gets_the_arguments_and_no_variable_that_decides_what_runs(
    archive: Path, temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [str(archive), "stamp", "--key", "a b"])
    monkeypatch.setenv("OPENSSL_CONF", "x")
    monkeypatch.setenv("_SEALWAX_COMPLETE", "bash_source")
    monkeypatch.setenv("MY_KEY", "kept")
    assert launcher.main() == 5
    text = (tmp_path / "seen").read_text()
    arguments, isolated, no_site, variables, mode = eval(text)
    # The commands that the program shows begin with it.
    assert variables["SEALWAX_PYZ"] == str(archive)
    assert arguments[1:] == ["stamp", "--key", "a b"]
    assert (isolated, no_site, mode & 0o777) == (1, 1, 0o700)
    assert variables["MY_KEY"] == "kept"
    assert not {"OPENSSL_CONF", "_SEALWAX_COMPLETE"} & variables.keys()
    assert Path(arguments[0]).parent == temporary
    assert not list(temporary.iterdir())


def test_a_signal_that_ends_the_command_line_is_its_exit_status(
    archive: Path, temporary: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(tmp_path / "new", "w") as new:
        for name in old.namelist():
            killed = b"import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
            new.writestr(name, killed if name == "program.py" else old.read(name))
    (tmp_path / "new").replace(archive)
    assert launcher.main() == 128 + signal.SIGKILL
    assert not list(temporary.iterdir())


@pytest.mark.usefixtures("archive")
@pytest.mark.parametrize(
    ("error", "message"),
    [
        (OSError(28, "No space left on device"), r"error\[file\]: '.*' is full; free \d MB, or name another"),
        (OSError(122, "Disk quota exceeded"), r"error\[file\]: '.*' is full; free \d MB, or name another"),
        (
            OSError(5, "Input/output error"),
            r"error\[file\]: .*could not be unpacked: Input/output error; name",
        ),
    ],
)
def test_what_cannot_be_unpacked_is_one_sentence_and_leaves_nothing(
    error: OSError, message: str, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def extract(_: zipfile.ZipFile, directory: Path) -> None:
        (directory / "half").write_bytes(b"")
        raise error

    monkeypatch.setattr(zipfile.ZipFile, "extractall", extract)
    result = launcher.main()
    assert isinstance(result, str)
    with pytest.raises(AssertionError, match=message):
        raise AssertionError(result)
    assert not list(temporary.iterdir())


@pytest.mark.usefixtures("archive")
def test_a_directory_that_cannot_be_removed_is_named(
    temporary: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)
    assert launcher.main() == 5
    (left,) = temporary.iterdir()
    assert capsys.readouterr().err == f"note: {str(left)!r} could not be removed; delete it\n"


@pytest.mark.usefixtures("archive")
def test_a_signal_while_it_unpacks_leaves_nothing(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def extract(_: zipfile.ZipFile, directory: Path) -> None:
        (directory / "half").write_bytes(b"")
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(zipfile.ZipFile, "extractall", extract)
    with pytest.raises(SystemExit) as ended:
        launcher.main()
    assert ended.value.code == 143
    # A second one does not interrupt what removes the directory.
    assert {signal.getsignal(each) for each in launcher._SIGNALS} == {signal.SIG_IGN}
    assert not list(temporary.iterdir())


def test_a_damaged_archive_is_one_sentence(archive: Path) -> None:
    content = archive.read_bytes()
    archive.write_bytes(content.replace(b"found", b"fuund"))
    result = launcher.main()
    assert result == "error[malformed]: sealwax.pyz is damaged; compare its SHA-256, and copy it again"
