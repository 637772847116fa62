"""A loop of many cases in one test, where a parametrized test would collect each."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def failures(
    check: Callable[..., object], cases: Iterable[Any], name: Callable[[Any], object] = repr
) -> list[str]:
    """Run a check for each case, and name those that fail.

    Args:
        check: It raises if a case is wrong. A tuple's parts are its arguments.
        cases: The cases; without any, that is a failure.
        name: The words for a case.

    Returns:
        A text for each case that failed, with the error.
    """
    found, count = [], 0
    for case in cases:
        count += 1
        try:
            check(*case) if type(case) is tuple else check(case)
        except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - whatever it is, the others run too
            found.append(f"{name(case)}: {type(error).__name__}: {error}")
    return found if count else ["there are no cases"]
