from tests.service.conftest import *  # noqa: F403 - its fixtures
