"""The whole table of the recovery page in Firefox, which takes minutes."""

from pathlib import Path

from tests.browser.test_recovery_page import check_decisions


def test_it_decides_as_the_library_does(made_page: Path, tmp_path: Path) -> None:
    check_decisions(made_page, tmp_path, in_firefox=True, is_whole=True)
