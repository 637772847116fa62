"""The tests of ``tests/interop/test_coming_from.py`` that need nothing but Python."""

import re

from sealwax.operations.all_operations import NEWEST
from tests.interop.test_coming_from import PAGE, PAIRS, rows_of_methods


def rows_that_run() -> list[str]:
    """The first call of each row whose last column says *yes*."""
    rows = [line.strip("| \n").split(" | ") for line in PAGE.splitlines() if line.endswith("| yes |")]
    return [re.split(r", (?=`|\.)", row[0])[0].replace("`", "") for row in rows]


def test_the_rows_that_run_are_those_with_a_pair() -> None:
    assert sorted(rows_that_run()) == sorted(PAIRS)


def test_the_methods_are_of_all_operations_but_three() -> None:
    public = {name for name, (_, facts) in NEWEST.items() if facts.surface != "auth_proxy"}
    sent = {name for _, name in rows_of_methods().values()}
    assert len(rows_of_methods()) == 188
    assert public - sent == {"create_api_only_users", "eth_send_raw_transaction", "get_organization"}
