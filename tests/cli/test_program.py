import sys

import pytest

from sealwax.cli import program
from sealwax.cli.program import as_typed, command


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(program.ARCHIVE, raising=False)


@pytest.mark.parametrize(
    ("started_as", "is_on_the_path", "expected"),
    [
        ("/usr/bin/sealwax", True, "sealwax"),
        ("recovery/bin/sealwax", False, "recovery/bin/sealwax"),
        ("my recovery/sealwax", False, "'my recovery/sealwax'"),
        ("/lib/sealwax/__main__.py", False, "sealwax"),
    ],
)
def test_the_command_is_as_it_was_typed(
    monkeypatch: pytest.MonkeyPatch, started_as: str, *, is_on_the_path: bool, expected: str
) -> None:
    monkeypatch.setattr(sys, "argv", [started_as])
    monkeypatch.setattr(program, "which", lambda name: f"/usr/bin/{name}" if is_on_the_path else None)
    assert command(["account", "my file"]) == f"{expected} account 'my file'"
    assert as_typed("open it with: sealwax decrypt-secret") == f"open it with: {expected} decrypt-secret"


@pytest.mark.parametrize(
    ("is_windows", "expected"),
    [(False, "python3 -I 'a b.pyz' account"), (True, 'py -I "a b.pyz" account')],
)
def test_the_archive_tells_where_it_is(
    monkeypatch: pytest.MonkeyPatch, *, is_windows: bool, expected: str
) -> None:
    monkeypatch.setattr(program, "_IS_WINDOWS", is_windows)
    monkeypatch.setenv(program.ARCHIVE, "a b.pyz")
    assert command(["account"]) == expected
