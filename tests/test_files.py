import errno
import fcntl
import os
import stat
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from sealwax import ApiKey, MalformedInput, TargetKey
from sealwax.files import read_file, write_new_file
from sealwax.operations import ApiDescription
from sealwax.proofs import OperatorSet
from tests.conftest import ordinary_users_directory


def test_a_file_of_the_limit_is_read_and_one_byte_more_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert read_file(path, limit=5) == b"12345"
    with pytest.raises(MalformedInput, match="larger than 4 bytes"):
        read_file(path, limit=4)


def test_a_limit_above_what_is_read_at_once_is_kept_to(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(bytes(3 << 20))
    assert read_file(path, limit=3 << 20) == bytes(3 << 20)
    with pytest.raises(MalformedInput, match="larger than"):
        read_file(path, limit=(3 << 20) - 1)


def test_a_high_limit_sets_no_memory_aside_for_a_small_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    tracemalloc.start()
    try:
        assert read_file(path, limit=64 << 20) == b"12345"
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


def test_what_cannot_be_read_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        read_file(tmp_path, limit=5)
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "a", limit=5)


@pytest.mark.parametrize("load", [ApiKey.load, TargetKey.load, OperatorSet.load, ApiDescription.load])
def test_a_key_instead_of_its_path_is_not_quoted(load: Callable[[str], object], tmp_path: Path) -> None:
    key = ApiKey.generate()
    for content, name in (
        (key.private_key_hex(), "a private key in hex"),
        (f"{key.private_key_hex()}:p256", "a private key in hex"),
        ("-----BEGIN PRIVATE KEY-----\nMHcC\n-----END PRIVATE KEY-----\n", "a private key in PEM"),
        ("a\0b", "binary data"),
    ):
        with pytest.raises(MalformedInput) as raised:
            load(content)
        words = f"path is {name}, not the name of a file; pass the file's name, or pass the text of a key to "
        assert str(raised.value) == f"{words}from_text"
        assert raised.value.__context__ is None
    # A name that only resembles a content is a name.
    with pytest.raises(FileNotFoundError):
        load(str(tmp_path / key.private_key_hex()[:-1]))
    # A file of such a name is read.
    (tmp_path / key.private_key_hex()).write_text(key.private_key_hex())
    assert ApiKey.load(tmp_path / key.private_key_hex()) == key


@pytest.fixture(
    params=["unnamed file, then link", "named file, then link", "no link", "no unnamed file, no link"]
)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each way in which a new file is written, on a system that has them all."""
    if request.param in {"named file, then link", "no unnamed file, no link"}:
        monkeypatch.delattr(os, "O_TMPFILE")
    if "no link" in request.param:

        def refuse(*_: object, **__: object) -> None:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))

        monkeypatch.setattr(os, "link", refuse)


@pytest.mark.usefixtures("way")
class TestWriteNewFile:
    def test_it_is_written_for_its_owner_alone(self, tmp_path: Path) -> None:
        write_new_file(tmp_path / "a", b"secret")
        assert (tmp_path / "a").read_bytes() == b"secret"
        assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o600
        assert [path.name for path in tmp_path.iterdir()] == ["a"]

    def test_it_is_found_in_the_working_directory(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        write_new_file("a", b"x", mode=0o644)
        assert (tmp_path / "a").read_bytes() == b"x"

    def test_what_exists_is_left_as_it_is(self, tmp_path: Path) -> None:
        path = tmp_path / "a"
        path.write_bytes(b"older")
        with pytest.raises(FileExistsError) as raised:
            write_new_file(path, b"newer")
        assert raised.value.filename == str(path)
        assert path.read_bytes() == b"older"
        assert [path.name for path in tmp_path.iterdir()] == ["a"]

    def test_a_dangling_link_is_not_followed(self, tmp_path: Path) -> None:
        (tmp_path / "a").symlink_to(tmp_path / "elsewhere")
        with pytest.raises(FileExistsError):
            write_new_file(tmp_path / "a", b"secret")
        assert not (tmp_path / "elsewhere").exists()

    def test_a_failure_leaves_nothing_behind(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            write_new_file(tmp_path / "a", b"secret")
        assert list(tmp_path.iterdir()) == []

    def test_a_directory_that_is_not_there_is_an_os_error(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            write_new_file(tmp_path / "no" / "a", b"x")


def test_a_file_system_without_unnamed_files_is_written_to_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_open = os.open

    def no_unnamed(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if flags & os.O_TMPFILE == os.O_TMPFILE:
            raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
        return real_open(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", no_unnamed)
    write_new_file(tmp_path / "a", b"x")
    assert (tmp_path / "a").read_bytes() == b"x"


class TestDirectoriesThatDoNotSync:
    @pytest.fixture
    def failing(self, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
        """Make the syncing of directories fail with an error."""
        real = os.fsync

        def install(number: int) -> None:
            def sync(descriptor: int) -> None:
                if stat.S_ISDIR(os.fstat(descriptor).st_mode):
                    raise OSError(number, os.strerror(number))
                real(descriptor)

            monkeypatch.setattr(os, "fsync", sync)

        return install

    def test_a_failure_leaves_nothing_behind(self, tmp_path: Path, failing: Callable[[int], None]) -> None:
        failing(errno.EIO)
        with pytest.raises(OSError, match="the new file was removed") as raised:
            write_new_file(tmp_path / "a", b"secret")
        assert (raised.value.errno, raised.value.filename) == (errno.EIO, str(tmp_path / "a"))
        assert list(tmp_path.iterdir()) == []

    def test_a_file_system_that_syncs_none_is_no_failure(
        self, tmp_path: Path, failing: Callable[[int], None]
    ) -> None:
        failing(errno.EINVAL)
        write_new_file(tmp_path / "a", b"secret")
        assert (tmp_path / "a").read_bytes() == b"secret"


@pytest.mark.usefixtures("way")
class TestClosedDirectories:
    def test_one_that_may_not_be_written_to_is_named(self) -> None:
        with ordinary_users_directory() as directory:
            directory.chmod(0o500)
            with pytest.raises(PermissionError) as raised:
                write_new_file(directory / "a", b"x")
            assert raised.value.filename == str(directory / "a")

    def test_one_that_may_not_be_read_is_written_to(self) -> None:
        with ordinary_users_directory() as directory:
            (directory / "d").mkdir(mode=0o300)
            write_new_file(directory / "d" / "a", b"x")
            assert (directory / "d" / "a").read_bytes() == b"x"


def test_where_renaming_refuses_a_name_that_exists_the_file_is_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "O_TMPFILE")
    monkeypatch.setattr("sealwax.files._RENAME_REFUSES", True)
    monkeypatch.delattr(os, "link")
    write_new_file(tmp_path / "a", b"secret")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"secret")]


def test_a_drive_is_told_to_write_where_syncing_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", lambda _, command: told.append(command))
    write_new_file(tmp_path / "a", b"x")
    assert told == [51]


def test_a_file_system_that_cannot_tell_its_drive_is_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: int) -> None:
        raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))

    synced: list[int] = []
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", refuse)
    monkeypatch.setattr(os, "fsync", synced.append)
    write_new_file(tmp_path / "a", b"x")
    assert len(synced) == 2  # the file, and its directory
