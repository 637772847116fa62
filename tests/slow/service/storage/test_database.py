"""The tests of ``tests/service/storage/test_database.py`` that take long."""

from pathlib import Path

from sealwax_service.operations.submits import SUBMITS
from tests.service.access.permissions import SUBMIT_FIELDS, TOP_LEVEL, World
from tests.service.client import Client
from tests.service.storage import test_database as quick
from tests.service.storage.test_database import crash, in_file, in_memory, restarted

kept = quick.kept
path = quick.path


def test_the_change_of_every_operation_is_kept(kept: Client, path: Path, tmp_path: Path) -> None:
    last = ("update_root_quorum", "update_organization_name", "delete_sub_organization")
    inside, top = World(kept), World(kept, is_top=True)
    for name in [*(each for each in SUBMITS if each not in last), *last]:
        world = top if name in TOP_LEVEL else inside
        caller = world.caller("root")
        reply = caller.ask(f"submit/{name}", SUBMIT_FIELDS[name](world, caller))
        assert reply.status == 200, (name, reply.body)
        assert in_file(kept.service) == in_memory(kept.service), name
    assert restarted(crash(path, tmp_path)) == in_memory(kept.service)
