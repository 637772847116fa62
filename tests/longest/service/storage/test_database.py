"""A state file whose service is killed, and one that is damaged."""

from pathlib import Path

from tests.service.storage import test_database as quick
from tests.service.storage.kills import kill_often
from tests.service.storage.test_database import check_damage

path = quick.path


def test_kills(path: Path) -> None:
    kill_often(path, kills=2, seed=2)


def test_damage_is_found_or_changes_nothing(path: Path) -> None:
    check_damage(path, 400)
