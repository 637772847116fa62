"""What is public is what the snapshot has; each change of it is in CHANGELOG.md."""

import pytest

from tests import promise


def test_the_snapshot_is_of_what_is_public() -> None:
    _, _, body = promise.SNAPSHOT.read_text().partition("\n")
    assert list(promise.promised()) == body.splitlines(), "run `python -m tests.promise`"


def test_a_change_needs_a_line_in_the_changelog(monkeypatch: pytest.MonkeyPatch) -> None:
    before = promise.SNAPSHOT.read_text()
    monkeypatch.setattr(promise, "promised", lambda: iter(["another"]))
    monkeypatch.setattr(promise, "unreleased", lambda: before.splitlines()[0].rpartition(" ")[2])
    with pytest.raises(SystemExit, match=r"CHANGELOG\.md"):
        promise.main()
    assert promise.SNAPSHOT.read_text() == before


@pytest.mark.parametrize(
    "line",
    [
        "sealwax.verify_api_key_stamp(header_value, body)",
        "error wrong-scope",
        "  mnemonic",
        "exit status 0 | done",
    ],
)
def test_it_has_names_codes_and_fields(line: str) -> None:
    assert line in [each.split(":")[0] for each in promise.promised()]
