from tests.service.operations.conftest import *  # noqa: F403 - its fixtures
