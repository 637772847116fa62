"""The state in a file: what was answered is there, however the process ended."""

import json
import os
import random
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from sealwax import ApiKey, InvalidRequest, MalformedInput
from sealwax.activities import activity_fingerprint
from sealwax_service import LocalService
from sealwax_service.storage import database
from sealwax_service.storage.snapshots import KeptEnclave
from tests.conftest import SEED, Cli
from tests.service.access.permissions import SUBMIT_FIELDS, TOP_LEVEL, World
from tests.service.client import ETHEREUM, Client, new_tag

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


def test_the_changes_of_others_are_kept(kept: Client) -> None:
    service = kept.service
    otp = kept.proxy("otp_init_v2", otpType="OTP_TYPE_EMAIL", contact="root@example.com").body
    for code in ("wrong", service.otp_code(otp["otpId"])):
        sealed = kept.seal_code(otp, code, service.api_key)
        kept.proxy("otp_verify_v2", otpId=otp["otpId"], encryptedOtpBundle=sealed)
        assert in_file(service) == in_memory(service)
    for kind in ("wallet", "private_key", "policy", "mfa_policy", "webhook_endpoint", "user", "user_tag"):
        getattr(service, f"add_{kind}")(kind)
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
        assert other.add_user_tag() == fresh.add_user_tag()


def test_after_a_crash_no_key_material_is_used_again(kept: Client, path: Path, tmp_path: Path) -> None:
    kept.submit("create_user_tag", **new_tag()).check()
    left = crash(path, tmp_path)
    # Nothing keeps how many were taken.
    kept.service._deployment.webhooks._material.take("event id")
    before = kept.service._deployment
    with LocalService(state_file=left) as service:
        after = service._deployment
        for taken, counts in (
            (before.state.material.counts(), after.state.material.counts()),
            (before._enclave.counts(), after._enclave.counts()),
        ):
            assert taken
            assert all(counts[label] > count for label, count in taken.items())


def test_a_query_writes_nothing(kept: Client) -> None:
    made = kept.service._deployment._database
    assert made is not None
    written = []
    for _ in range(2):
        kept.submit("create_user_tag", **new_tag()).check()
        written.append(made._connection.total_changes)
        kept.query("list_user_tags")
        written.append(made._connection.total_changes)
    assert written[0] == written[1] < written[2] == written[3]


def test_what_is_replaced_in_one_request_is_the_newest(kept: Client, path: Path, tmp_path: Path) -> None:
    key = ApiKey.generate()
    kept.add_user(key)
    other = kept.with_key(key)
    first, second = (other.body("create_user_tag", new_tag()) for _ in range(2))
    for body in (first, second, first):
        assert other.post("create_user_tag", body).status == 403
    expected = [activity_fingerprint(body) for body in (second, first)]
    assert [*kept.service._deployment.organization.refusals] == expected
    with LocalService(state_file=crash(path, tmp_path)) as service:
        assert [*service._deployment.organization.refusals] == expected


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


def _checksum(*row: Any) -> int:
    *place, content = row
    return database._checksum(place, content.encode() if isinstance(content, str) else content)


def changed(*statements: str) -> Callable[[Path], None]:
    """Return what makes a state, and then changes it."""

    def change(path: Path) -> None:
        with LocalService(SEED, state_file=path):
            pass
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.create_function("checksum", 4, _checksum)
            for statement in statements:
                connection.execute(statement)

    return change


def rewritten(content: str, where: str = "collection = 'users'") -> Callable[[Path], None]:
    """Return what makes a state, and then gives records another content, with its checksum."""
    return changed(
        f"UPDATE records SET content = {content} WHERE {where}",
        "UPDATE records SET checksum = checksum(organization_id, collection, key, content)",
    )


def with_another_table(columns: str) -> Callable[[Path], None]:
    return changed(
        "DROP TABLE records",
        f"CREATE TABLE records {columns}",
    )


def with_an_empty_index(path: Path) -> None:
    """Make a state, and empty the index of its records: each record that is read is right."""
    changed()(path)
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE type = 'index'").fetchone()
    content, start = bytearray(path.read_bytes()), (page - 1) * _PAGE_BYTES
    # The head of a leaf of an index, without an entry.
    content[start : start + 8] = b"\x0a\0\0\0\0\x10\0\0"
    path.write_bytes(content)


_COLUMNS: Final = "organization_id, collection, key, content, checksum"
# A view can be endless. This one ends, so that a service that reads it fails a test, and does not hang.
_LONG: Final = (
    f"CREATE VIEW records ({_COLUMNS}, number) AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 "
    "FROM n LIMIT 10000) SELECT '', 'meta', i, x'7b7d', 0, i FROM n"
)
FOREIGN: Final[dict[str, Callable[[Path], object]]] = {
    "no database": lambda path: path.write_text("{}" * 1000),
    "another program": another_program,
    "another version": changed("PRAGMA user_version = 1"),
    "another application": changed("PRAGMA application_id = 1"),
    "a long view": changed("DROP TABLE records", _LONG),
    "another view": changed("CREATE VIEW v AS SELECT 1"),
    "a trigger": changed(
        "CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records WHERE number = new.number; END"
    ),
    "without rowid": with_another_table(f"({_COLUMNS}, number PRIMARY KEY) WITHOUT ROWID"),
    "generated columns": with_another_table(f"({_COLUMNS}, number AS (zeroblob(1000000000)))"),
    "no unique places": with_another_table(f"({_COLUMNS}, number INTEGER PRIMARY KEY)"),
    "no tables": changed("DROP TABLE records"),
    "an empty index": with_an_empty_index,
    "a name that is not UTF-8": changed(
        "PRAGMA writable_schema = ON", "UPDATE sqlite_master SET sql = CAST(x'ff' AS TEXT) WHERE sql IS NULL"
    ),
    "an organization as bytes": changed("UPDATE records SET organization_id = CAST(organization_id AS BLOB)"),
    "a collection as bytes": changed("UPDATE records SET collection = x'ff' WHERE collection = 'users'"),
    "a key that is not UTF-8": changed("UPDATE records SET key = CAST(x'ff' AS TEXT) WHERE key = ''"),
    "content as text": rewritten("CAST(content AS TEXT)"),
    "content as a number": changed("UPDATE records SET content = 1"),
    "a checksum as text": changed("UPDATE records SET checksum = 'x'"),
    "a checksum of another record": changed("UPDATE records SET checksum = checksum + 1 WHERE key = ''"),
    "a huge blob": changed("UPDATE records SET content = zeroblob(4000000) WHERE collection = 'users'"),
    "no JSON": rewritten("x'78'"),
    "deep JSON": rewritten(f"CAST('{'[' * 100_000}' AS BLOB)"),
    "another shape": rewritten("x'5b5d'"),
    "numbers of another shape": rewritten("CAST('[[1]]' AS BLOB)", "collection = 'meta'"),
    "numbers that are a list": rewritten("CAST('[1]' AS BLOB)", "collection = 'meta'"),
    "no numbers": changed("DELETE FROM records WHERE collection = 'meta'"),
    "no organization": changed("DELETE FROM records WHERE collection = 'organizations'"),
    "another collection": changed("UPDATE records SET collection = 'x' WHERE collection = 'users'"),
}


@pytest.mark.parametrize("case", FOREIGN)
def test_what_is_no_state_file(path: Path, case: str) -> None:
    FOREIGN[case](path)
    path.chmod(0o600)
    before = path.read_bytes()
    with pytest.raises(MalformedInput, match=str(path)) as caught:
        LocalService(state_file=path).start()
    assert caught.value.__context__ is None or caught.value.__suppress_context__
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_the_command_names_a_damaged_file(path: Path, cli: Cli) -> None:
    path.touch(0o600)
    path.write_text("{}" * 1000)
    result = cli("serve", "--state", path)
    assert (result.exit_code, result.stderr.startswith(f"error[malformed]: {path} is not a state ")) == (
        1,
        True,
    )


def damage(content: bytes, dice: random.Random) -> bytes:
    """Damage a file in one of the ways of disks and copies."""
    made, place = bytearray(content), dice.randrange(len(content))
    page, other = (dice.randrange(len(content) // _PAGE_BYTES) * _PAGE_BYTES for _ in range(2))
    kind = dice.randrange(7)
    if kind == 0:
        made[place] ^= 1 << dice.randrange(8)
    elif kind == 1:
        made[place : place + 50] = dice.randbytes(len(made[place : place + 50]))
    elif kind == 2:
        del made[max(place, 1) :]
    elif kind == 3:
        made[page : page + _PAGE_BYTES] = bytes(_PAGE_BYTES)
    elif kind == 4:
        made[page : page + _PAGE_BYTES] = content[other : other + _PAGE_BYTES]
    elif kind == 5:
        made[dice.randrange(100)] = dice.randrange(256)
    else:
        made.insert(place, 0)
    return bytes(made)


_PAGE_BYTES: Final = 4096


def check_damage(path: Path, rounds: int) -> None:
    """Damage a file of the state: that is found, or changes nothing."""
    with LocalService(SEED, state_file=path) as service:
        expected = in_memory(service)
    content, dice = path.read_bytes(), random.Random(rounds)
    refused = 0
    for _ in range(rounds):
        path.write_bytes(damage(content, dice))
        try:
            # Damage of unused bytes, such as those between the records of a page.
            assert restarted(path) == expected
        except (InvalidRequest, MalformedInput):
            refused += 1
    assert refused > rounds // 3


def test_damage_is_found_or_changes_nothing(path: Path) -> None:
    check_damage(path, 25)


def test_a_damaged_log_beside_the_file(kept: Client, path: Path, tmp_path: Path) -> None:
    kept.submit("create_user_tag", userTagName="last", userIds=[]).check()
    left = crash(path, tmp_path)
    log = left.with_name(f"{left.name}-wal")
    content, dice = log.read_bytes(), random.Random(1)
    assert "last" in json.dumps(restarted(left))
    for _ in range(10):
        crash(path, tmp_path)
        log.write_bytes(damage(content, dice))
        try:
            # What SQLite no longer believes is as if it had not been written.
            assert restarted(left)["organizations"]
        except (InvalidRequest, MalformedInput):
            continue


def test_a_journal_beside_the_file(path: Path) -> None:
    (path.parent / "state.db-journal").write_bytes(b"x" * 1000)
    with pytest.raises(InvalidRequest, match=r"state\.db-journal is not of the local service"):
        LocalService(state_file=path).start()


def a_link(path: Path) -> None:
    path.with_name("other").touch(0o600)
    path.symlink_to("other")


def a_file_of_a_group(path: Path) -> None:
    path.touch()
    path.chmod(0o620)


def a_dangling_link(path: Path) -> None:
    path.symlink_to("other")


def a_file_of_another_user(path: Path) -> None:
    path.touch(0o600)
    os.chown(path, 65534, 65534)


NOT_ALONE: Final[dict[str, tuple[Callable[[Path], object], str]]] = {
    "others may read it": (lambda path: path.touch(0o604), "chmod 600"),
    "its group may write it": (a_file_of_a_group, "chmod 600"),
    "a link": (a_link, "symbolic link"),
    "a dangling link": (a_dangling_link, "symbolic link"),
    "a folder": (lambda path: path.mkdir(0o700), "not a file"),
    "a pipe": (lambda path: os.mkfifo(path, 0o600), "not a file"),
    "of another user": (a_file_of_another_user, "another user"),
}


@pytest.mark.parametrize(
    "name", [":memory:", " :Memory: ", "file:a?mode=memory", "SQLITE:///a", "sqlite+x:a"]
)
def test_a_name_that_sqlite_would_not_open_as_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidRequest, match="must be the name of a file"):
        database.StateDatabase(name)
    assert not [*tmp_path.iterdir()]
    for near in ("memory", ":memory:2", "files:a"):
        with LocalService(state_file=near):
            assert (tmp_path / near).exists()


def replaced(path: Path) -> None:
    # The former file stays, so that its number is not given to the new one.
    path.rename(path.with_name("former"))
    path.touch(0o600)


def linked(path: Path) -> None:
    former = path.with_name("former")
    path.rename(former)
    path.symlink_to(former)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (replaced, "replaced while it was opened"),
        (linked, "symbolic link"),
        # SQLite makes a file, whose mode depends on the process.
        (Path.unlink, "replaced while it was opened|other users may open"),
    ],
)
@pytest.mark.parametrize("is_new", [True, False])
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
def test_a_file_that_is_replaced_while_it_is_opened(
    path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], object], why: str, *, is_new: bool
) -> None:
    if not is_new:
        with LocalService(SEED, state_file=path):
            pass
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def connect_late(*arguments: Any, **named: Any) -> sqlite3.Connection:
        change(path)
        return connect(*arguments, **named)

    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", connect_late)
        with pytest.raises(InvalidRequest, match=why):
            database.StateDatabase(path)


@pytest.mark.parametrize("beside", ["", "-wal"])
@pytest.mark.parametrize("case", NOT_ALONE)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
def test_a_file_that_is_not_its_users_alone(path: Path, beside: str, case: str) -> None:
    if case == "of another user" and os.geteuid() != 0:
        pytest.skip("only root can give a file away")
    if beside:
        with LocalService(SEED, state_file=path):
            pass
    make, words = NOT_ALONE[case]
    make(path.with_name(f"{path.name}{beside}"))
    with pytest.raises(InvalidRequest, match=f"{path.name}{beside} .*{words}|{words}|{beside} {words}"):
        LocalService(state_file=path).start()


def test_a_file_that_only_its_user_may_open(path: Path) -> None:
    path.touch(0o600)
    assert restarted(path)["organizations"]


def test_a_file_that_is_too_large(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with LocalService(SEED, state_file=path):
        pass
    size = path.stat().st_size
    monkeypatch.setattr(database, "MAX_STATE_BYTES", size - 1)
    with pytest.raises(MalformedInput, match=f"larger than {size - 1} bytes"):
        LocalService(state_file=path).start()
    # A file does not become larger than what can be read.
    monkeypatch.setattr(database, "MAX_STATE_BYTES", size)
    with LocalService(state_file=path) as service:
        kept = service._deployment._database
        assert kept is not None
        (pages,) = kept._connection.execute("PRAGMA max_page_count").fetchone()
        assert pages * _PAGE_BYTES == size


@pytest.mark.skipif(not hasattr(sqlite3.Connection, "setlimit"), reason="SQLite's limits need Python 3.11")
def test_a_statement_that_is_too_long(kept: Client) -> None:
    made = kept.service._deployment._database
    assert made is not None
    with pytest.raises(sqlite3.DataError, match="too large"):
        made._connection.execute(f"SELECT {'1' * 1000}")


@pytest.mark.skipif(not hasattr(sqlite3.Connection, "setlimit"), reason="SQLite's limits need Python 3.11")
def test_a_value_that_is_too_long(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "MAX_STATE_BYTES", 1 << 20)
    made = database.StateDatabase(path)
    with pytest.raises(sqlite3.DataError, match="too big"):
        made._connection.execute("SELECT zeroblob(?)", ((1 << 20) + 1,))
    (value,) = made._connection.execute("SELECT zeroblob(?)", (1 << 20,)).fetchone()
    assert len(value) == 1 << 20
    made.close(is_kept=False)


@pytest.mark.parametrize("is_new", [True, False])
def test_how_the_file_is_written(path: Path, *, is_new: bool) -> None:
    if not is_new:
        database.StateDatabase(path).close(is_kept=False)
        assert [each.name for each in path.parent.iterdir()] == [path.name]
    made = database.StateDatabase(path)
    names = ("locking_mode", "journal_mode", "synchronous")
    settings = [made._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]
    made.close(is_kept=False)
    # The last is NORMAL.
    assert settings == ["exclusive", "wal", 1]


_IO_ERROR: Final = 10
"""The code of SQLite."""


def test_a_failure_that_no_other_process_causes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: database.StateDatabase) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = _IO_ERROR
        raise error

    monkeypatch.setattr(database.StateDatabase, "_open", fail)
    with pytest.raises(InvalidRequest, match=f"^cannot use the state file {path}: disk I/O error$"):
        database.StateDatabase(path)


def test_a_file_that_cannot_be_made(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for path in (tmp_path / "no" / "state.db", Path("no/state.db")):
        with pytest.raises(FileNotFoundError) as caught:
            LocalService(state_file=path).start()
        assert caught.value.filename == f"{path}"
        result = cli("serve", "--state", path)
        assert result.stderr == "error[file]: --state: No such file or directory; check the path\n"
    result = cli("serve", "--state", tmp_path)
    assert (result.exit_code, f"the state file {tmp_path} is not a file" in result.stderr) == (1, True)


def test_a_write_that_fails_is_rolled_back(kept: Client) -> None:
    service = kept.service
    database = service._deployment._database
    assert database is not None
    execute = database._connection.execute
    execute(
        "CREATE TEMP TRIGGER t BEFORE INSERT ON main.records WHEN new.collection = 'user_tags' "
        "BEGIN SELECT RAISE(ABORT, 'x'); END"
    )
    tag = kept.body("create_user_tag", {"userTagName": "x", "userIds": []})
    for _ in range(2):
        assert kept.post("create_user_tag", tag).error == (503, "SEALWAX_NOT_KEPT")
        assert not database._connection.in_transaction
    execute("DROP TRIGGER temp.t")
    assert kept.post("create_user_tag", tag).result["userTagId"]
    assert in_file(service) == in_memory(service)


def test_a_defect_while_it_is_written_loses_no_change(kept: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(KeptEnclave, "counts", lambda _: 1 // 0)
        assert kept.submit("create_user_tag", userTagName="x", userIds=[]).status == 500
        assert kept.try_query("whoami").status == 500
    assert kept.query("whoami")
    assert in_file(kept.service) == in_memory(kept.service)


SOME: Final = (
    "set_ip_allowlist",
    "remove_ip_allowlist",
    "create_session_profile",
    "init_otp_auth",
    "email_auth",
    "create_read_only_session",
    "create_sub_organization",
    "delete_user_tags",
    "init_import_wallet",
    "otp_login",
)
"""Operations that change collections of each kind."""


def test_the_changes_of_some_operations_are_kept(kept: Client, path: Path, tmp_path: Path) -> None:
    inside, top = World(kept), World(kept, is_top=True)
    for name in SOME:
        world = top if name in TOP_LEVEL else inside
        caller = world.caller("root")
        reply = caller.ask(f"submit/{name}", SUBMIT_FIELDS[name](world, caller))
        assert reply.status == 200, (name, reply.body)
        assert in_file(kept.service) == in_memory(kept.service), name
    assert restarted(crash(path, tmp_path)) == in_memory(kept.service)


class Watched:
    """The lock of a state; whenever it is released, the file must have every change of a record."""

    def __init__(self, service: LocalService) -> None:
        self._service, self._lock, self._depth = service, service._deployment.state.lock, 0
        self.lost: list[object] = []
        """The organizations as they were when a change was lost."""

    def __enter__(self) -> bool:
        self._lock.__enter__()
        self._depth += 1
        return True

    def __exit__(self, *_: object) -> None:
        if self._depth == 1:
            expected = in_memory(self._service)["organizations"]
            if in_file(self._service)["organizations"] != expected:
                self.lost.append(expected)
        self._depth -= 1
        self._lock.__exit__(None, None, None)


def test_each_change_is_committed_before_others_see_it(kept: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    state, user = kept.service._deployment.state, ApiKey.generate()
    kept.add_user(user)
    watched = Watched(kept.service)
    world = World(kept, is_top=True)
    caller = world.caller("root")
    monkeypatch.setattr(state, "lock", watched)
    for name in ("create_session_profile", "create_sub_organization", "otp_login", "set_ip_allowlist"):
        assert caller.ask(f"submit/{name}", SUBMIT_FIELDS[name](world, caller)).status == 200
    assert kept.with_key(user).submit("create_user_tag", **new_tag()).status == 403
    kept.service.fail("create_user_tag", "pending", polls=2)
    activity = kept.submit("create_user_tag", **new_tag()).activity
    for _ in range(2):
        activity = kept.query("get_activity", activityId=activity["id"])["activity"]
    assert activity["status"] == "ACTIVITY_STATUS_COMPLETED"
    kept.service.add_wallet("w")
    kept.service.add_user("u")
    assert watched.lost == []
    with watched:
        state.organizations[kept.organization_id].name = "new"
    assert len(watched.lost) == 1


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
