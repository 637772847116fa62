"""A package of security keys, if none is installed: the tests here use no key, and make some."""

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import pytest


@pytest.fixture(scope="module", autouse=True)
def package_of_security_keys() -> Iterator[None]:
    """Let security keys be made without the extra."""
    if find_spec("fido2") is not None:
        yield
        return
    package: Any = ModuleType("fido2")
    package.client = ModuleType("fido2.client")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "fido2", package)
        yield
