"""The tests of ``tests/operations/test_vectors.py`` that take longest."""

from typing import Any

import pytest

from sealwax_vectors import load_file, run_case
from tests.operations.test_vectors import PATH, VALID


@pytest.mark.parametrize(
    ("group", "operation"),
    [(0, "unknown"), (1, "unknown"), (0, "otp_login_v2"), (1, "export_wallet"), (1, "list_private_keys")],
)
def test_an_operation_in_a_group_of_others_is_unsupported(group: int, operation: str) -> None:
    changed = load_file(PATH)
    case: Any = changed.test_groups[group].tests[0]
    case.operation = operation
    source = next((each for each in VALID if each.operation == operation), case)
    case.parameters = source.parameters
    assert run_case(changed.test_groups[group], case).actual == "unsupported"
