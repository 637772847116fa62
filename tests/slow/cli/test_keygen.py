"""The tests of ``tests/cli/test_keygen.py`` that take long."""

from pathlib import Path

import pytest

from tests.conftest import Cli


@pytest.mark.parametrize("kind", ["api", "target"])
@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("a.private", "a"),
        ("a.public", "a"),
        ("a.private.private", "a.private"),
        ("a.privat", "a.privat"),
        ("a.key", "a.key"),
        (".private", ".private"),
    ],
)
def test_the_name_of_one_of_the_files_is_taken_too(
    cli: Cli, tmp_path: Path, kind: str, name: str, stem: str
) -> None:
    result = cli("keygen", "--type", kind, "--out", tmp_path / name)
    assert result.exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{stem}.private", f"{stem}.public"]
    again = cli("keygen", "--type", kind, "--out", tmp_path / name)
    assert (again.exit_code, again.stdout) == (1, b"")
    assert again.stderr.startswith(f"error[file]: --out {tmp_path / stem}.private: File exists; ")
