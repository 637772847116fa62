"""The tests of ``tests/service/storage/test_database.py`` that are hostile in large numbers."""

from pathlib import Path

from tests.service.storage import test_database as quick
from tests.service.storage.kills import kill_often

path = quick.path


def test_kills(path: Path) -> None:
    kill_often(path, kills=20, seed=20)
