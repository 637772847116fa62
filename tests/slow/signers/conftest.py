from tests.signers.conftest import *  # noqa: F403 - its fixtures
