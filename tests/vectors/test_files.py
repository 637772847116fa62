import errno
import os
from pathlib import Path

import pytest

from sealwax_vectors.files import replace_file


def test_a_file_is_put_in_the_place_of_another(tmp_path: Path) -> None:
    for content in (b"one", b"two"):
        replace_file(tmp_path / "a", content)
        assert (tmp_path / "a").read_bytes() == content
        assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_what_was_there_stays_if_it_cannot_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(OSError, match="directory"):
        replace_file(tmp_path / "a", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_what_was_there_stays_if_the_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"older")

    def fail(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        replace_file(tmp_path / "a", b"newer")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"older"
