"""The fixtures of tests/integrations, with the clients of other libraries."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.integrations.clients import OTHERS, Reply
from tests.integrations.conftest import away as away  # noqa: PLC0414 - a fixture
from tests.integrations.conftest import home as home  # noqa: PLC0414 - a fixture
from tests.integrations.conftest import proxy as proxy  # noqa: PLC0414 - a fixture


@pytest.fixture(params=OTHERS)
def post(request: pytest.FixtureRequest) -> Callable[..., Reply]:
    """Each way to post."""
    return OTHERS[request.param]


@pytest.fixture(params=OTHERS)
def library(request: pytest.FixtureRequest) -> Any:
    """The name of each library that is asked."""
    return request.param
