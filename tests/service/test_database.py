"""The state in a file: what was answered is there, however the process ended."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from sealwax import InvalidRequest, MalformedInput
from sealwax_service import LocalService
from sealwax_service.submits import SUBMITS
from tests.conftest import SEED, Cli
from tests.service.client import ETHEREUM, Client
from tests.service.kills import kill_often
from tests.service.permissions import SUBMIT_FIELDS, TOP_LEVEL, World

CLOCK: Final = ("ahead", "counts")
"""The members of a state that change without a request."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state.db"


@pytest.fixture
def kept(path: Path) -> Iterator[Client]:
    """A client of a service that keeps its state in a file."""
    with LocalService(SEED, state_file=path) as service:
        made = Client(service)
        yield made
        made.http.close()


def comparable(state: Any) -> Any:
    """A state without what changes by itself, and without the users in votes, who are looked up."""
    made = {name: value for name, value in state.items() if name not in {*CLOCK, "format", "version"}}
    made["enclave"] = {name: value for name, value in state["enclave"].items() if name != "counts"}
    for name in ("used_tokens", "signed_up_tokens"):
        made["enclave"][name] = sorted(made["enclave"][name])
    for owner in (*made["organizations"], *made["deleted_organizations"]):
        for user in owner["organization"]["users"].values():
            user["verified_contacts"].sort()
        for activity in owner["organization"]["activities"].values():
            for vote in activity["votes"]:
                vote["user"] = vote["user"]["user_id"]
    return made


def in_memory(service: LocalService) -> Any:
    return comparable(json.loads(service.export_state()))


def in_file(service: LocalService) -> Any:
    database = service._deployment._database
    assert database is not None
    state = database.read()
    assert state is not None
    return comparable(state)


def restarted(path: Path) -> Any:
    """The state of a service that continues from a file."""
    with LocalService(state_file=path) as service:
        return in_memory(service)


def crash(path: Path, tmp_path: Path) -> Path:
    """The files as a process leaves them that ends now."""
    left = tmp_path / "left"
    left.mkdir(exist_ok=True)
    for each in path.parent.glob("state.db*"):
        shutil.copy(each, left / each.name)
    return left / path.name


@pytest.mark.slow
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


def test_the_changes_of_others_are_kept(kept: Client) -> None:
    service = kept.service
    otp = kept.proxy("otp_init_v2", otpType="OTP_TYPE_EMAIL", contact="root@example.com").body
    for code in ("wrong", service.otp_code(otp["otpId"])):
        sealed = kept.seal_code(otp, code, service.api_key)
        kept.proxy("otp_verify_v2", otpId=otp["otpId"], encryptedOtpBundle=sealed)
        assert in_file(service) == in_memory(service)
    for kind in ("wallet", "private_key", "policy", "mfa_policy", "webhook_endpoint", "user", "user_tag"):
        service.add(kind, name=kind)
        assert in_file(service) == in_memory(service), kind
    assert kept.proxy("signup_v2", apiKeys=[], authenticators=[], oauthProviders=[]).status == 200
    service.advance(timedelta(days=1))
    service.freeze_clock()
    kept.ahead = timedelta(days=1)
    assert in_file(service) == in_memory(service)
    for change in (service.reset, lambda: service.import_state(service.export_state())):
        change()
        assert in_file(service) == in_memory(service)


def test_it_goes_on_after_a_stop(path: Path) -> None:
    service = LocalService(SEED, state_file=path)
    with service:
        client = Client(service)
        made = client.submit("create_wallet", walletName="w", accounts=[ETHEREUM]).result
        before = in_memory(service)
        client.http.close()
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    assert path.stat().st_mode & 0o777 == 0o600
    with service:
        assert in_memory(service) == before
        client = Client(service)
        (account,) = client.query("list_wallet_accounts", walletId=made["walletId"])["accounts"]
        assert account["address"] == made["addresses"][0]
        client.http.close()
    # What follows has the ids that it would have had.
    with LocalService(state_file=path) as other, LocalService(SEED) as fresh:
        fresh.import_state(json.dumps(json.loads(other.export_state())))
        assert other.add("user_tag") == fresh.add("user_tag")


def test_after_a_crash_no_key_material_is_used_again(kept: Client, path: Path, tmp_path: Path) -> None:
    left = crash(path, tmp_path)
    # Nothing keeps how many were taken.
    kept.service._deployment.webhooks._material.take("event id")
    taken = kept.service._deployment.state.material.counts()
    with LocalService(state_file=left) as service:
        counts = service._deployment.state.material.counts()
        assert all(counts[label] > count for label, count in taken.items())
        assert (
            service._deployment._enclave.counts().keys() >= kept.service._deployment._enclave.counts().keys()
        )


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.fuzz)])
@pytest.mark.slow
def test_kills(path: Path, kills: int) -> None:
    kill_often(path, kills=kills, seed=kills)


# What is refused.


def test_another_process_is_refused(kept: Client, path: Path, cli: Cli) -> None:
    with pytest.raises(InvalidRequest, match=f"{path}: database is locked; another process may use it"):
        LocalService(state_file=path).start()
    result = cli("serve", "--state", path)
    assert (result.exit_code, f"{path}: database is locked; another process may use it" in result.stderr) == (
        1,
        True,
    )
    assert kept.query("whoami")


def test_a_port_in_use_leaves_the_file(kept: Client, tmp_path: Path, cli: Cli) -> None:
    other, port = tmp_path / "other.db", kept.service.url.rpartition(":")[2]
    result = cli("serve", "--state", other, "--port", port)
    assert result.stderr.startswith("error[invalid-request]: cannot serve on port ")
    assert restarted(other)


def another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE x (y)")


def changed(statement: str) -> Callable[[Path], None]:
    """Return what makes a state, and then changes it."""

    def change(path: Path) -> None:
        with LocalService(SEED, state_file=path):
            pass
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(statement)

    return change


FOREIGN: Final[dict[str, Callable[[Path], object]]] = {
    "no database": lambda path: path.write_text("{}" * 1000),
    "another program": another_program,
    "another version": changed("PRAGMA user_version = 2"),
    "no JSON": changed("UPDATE records SET content = 'x' WHERE collection = 'users'"),
    "another shape": changed("UPDATE records SET content = '[]' WHERE collection = 'users'"),
    "no numbers": changed("DELETE FROM records WHERE collection = 'meta'"),
    "no organization": changed("DELETE FROM records WHERE collection = 'organizations'"),
    "another collection": changed("UPDATE records SET collection = 'x' WHERE collection = 'users'"),
}


@pytest.mark.parametrize("case", FOREIGN)
@pytest.mark.slow
def test_what_is_no_state_file(path: Path, cli: Cli, case: str) -> None:
    FOREIGN[case](path)
    before = path.read_bytes()
    with pytest.raises(MalformedInput, match=str(path)):
        LocalService(state_file=path).start()
    assert path.read_bytes() == before
    result = cli("serve", "--state", path)
    assert (result.exit_code, "error[malformed]" in result.stderr) == (1, True)


def test_a_file_that_cannot_be_made(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for path in (tmp_path / "no" / "state.db", Path("no/state.db")):
        with pytest.raises(FileNotFoundError) as caught:
            LocalService(state_file=path).start()
        assert caught.value.filename == f"{path}"
        result = cli("serve", "--state", path)
        assert result.stderr == "error[file]: --state: No such file or directory; check the path\n"
    result = cli("serve", "--state", tmp_path)
    assert (result.exit_code, f"cannot use the state file {tmp_path}" in result.stderr) == (1, True)


def test_a_full_disk(kept: Client, path: Path, tmp_path: Path) -> None:
    service = kept.service
    kept.submit("create_user_tag", userTagName="before", userIds=[]).check()
    database = service._deployment._database
    assert database is not None
    execute = database._connection.execute
    (pages,) = execute("PRAGMA page_count").fetchone()
    execute(f"PRAGMA max_page_count = {pages}")
    large = kept.body("create_user_tag", {"userTagName": "x" * 100_000, "userIds": []})
    for _ in range(2):
        refused = kept.post("create_user_tag", large)
        assert refused.error == (503, "SEALWAX_NOT_KEPT")
        assert refused.body["message"] == (
            f"the state was not kept: cannot use the state file {path}: database or disk is full"
        )
    # Nothing else is answered either, until it is kept.
    assert kept.try_query("whoami").error == (503, "SEALWAX_NOT_KEPT")
    assert "before" in json.dumps(restarted(crash(path, tmp_path)))
    execute("PRAGMA max_page_count = 100000")
    assert kept.post("create_user_tag", large).result["userTagId"]
    assert in_file(service) == in_memory(service)
    assert len(kept.query("list_user_tags")["userTags"]) == 3


def test_a_disk_that_is_full_at_the_end(path: Path) -> None:
    service = LocalService(SEED, state_file=path)
    service.start()
    database = service._deployment._database
    assert database is not None
    database._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(InvalidRequest, match=f"{path}: attempt to write a readonly database"):
        service.stop()
    assert restarted(path)
