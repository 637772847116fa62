"""The whole table of the recovery page, which takes minutes in each browser."""

from pathlib import Path

import pytest

from tests.browser.test_recovery_input import check_decisions


@pytest.mark.parametrize("in_firefox", [False, True], ids=["chromium", "firefox"])
def test_it_decides_as_the_library_does(made_page: Path, tmp_path: Path, *, in_firefox: bool) -> None:
    check_decisions(made_page, tmp_path, in_firefox=in_firefox, is_whole=True)
