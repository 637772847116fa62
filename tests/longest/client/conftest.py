from tests.client.conftest import *  # noqa: F403 - its fixtures
