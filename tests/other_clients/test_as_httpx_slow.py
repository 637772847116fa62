"""The tests of httpx that take longest, with the other clients."""

from tests.slow.integrations.test_clients import *  # noqa: F403 - its tests
