"""The tests of httpx, with the other clients."""

from tests.integrations.test_clients import *  # noqa: F403 - its tests
