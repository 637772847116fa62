"""The state of a service in a file: an SQLite database with a row for each record, and every secret key.

A request is one transaction, which is committed before the request is answered. A commit does not wait for
the disk (``synchronous`` is NORMAL, with a write-ahead log): after the end of the process, even a kill, all
that was answered is in the file. A power failure may lose the last requests, but does not break the file.
The process holds the file's lock, so that no other process uses it.

The file may be damaged, or made by somebody else. It is read only if its schema is exactly the one below, if
SQLite finds its pages intact, and if each record has its checksum.
"""

import ctypes
import os
import re
import sqlite3
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import msgspec

from sealwax.errors import InvalidRequest, MalformedInput
from sealwax_service._limits import MAX_SQL_BYTES, MAX_STATE_BYTES
from sealwax_service.api_errors import NOT_KEPT, ApiError
from sealwax_service.state.journal import Changes, Journal, MutableRecords, Place, Records
from sealwax_service.state.records import Json, Organization, State

from .snapshots import KeptEnclave, encode_records, kept_activity, kept_organization

_APPLICATION_ID: Final = 0x5EA13A9
_VERSION: Final = 2
_RECORDS: Final = (
    "CREATE TABLE records (number INTEGER PRIMARY KEY AUTOINCREMENT, "
    "organization_id TEXT NOT NULL, collection TEXT NOT NULL, key TEXT NOT NULL, "
    "content BLOB NOT NULL, checksum INTEGER NOT NULL, UNIQUE (organization_id, collection, key))"
)
_SCHEMA: Final = {
    ("table", "records", "records", _RECORDS),
    ("index", "sqlite_autoindex_records_1", "records", None),
    ("table", "sqlite_sequence", "sqlite_sequence", "CREATE TABLE sqlite_sequence(name,seq)"),
}
"""The whole schema. A view in the place of the table could be endless, and a trigger could change records."""

_BUSY: Final = 5
"""The code of SQLite for a file that another process has locked."""

_OTHERS_MAY: Final = 0o077
_SKIPPED_PIECES: Final = 1 << 20
"""The pieces of key material that a process which was killed may have taken without keeping how many."""

_META, _EMAILS = Place("", "meta", ""), Place("", "emails", "")
_PLAIN: Final = (
    "users",
    "user_tags",
    "private_key_tags",
    "wallets",
    "private_keys",
    "secrets",
    "policies",
    "webhook_endpoints",
    "read_only_sessions",
    "features",
    "refusals",
)
"""The collections of an organization whose records are stored unchanged."""


class StateDatabase:
    """The file with the state of one service at a time. Hold the state's lock to call its methods.

    Args:
        path: The file, which is made if it does not exist.

    Raises:
        InvalidRequest: Another process uses the file, it cannot be written, others may read it, it was
            replaced while it was opened, or ``path`` is ``:memory:`` or a URL.
        MalformedInput: The file is not a state, or is damaged, or another version of sealwax wrote it.
        OSError: The file cannot be made.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        if _NOT_A_NAME.match(os.fspath(path)):
            raise InvalidRequest(
                f"the state file {path} must be the name of a file, not a URL; for a state in memory, pass "
                "no state file"
            )
        self._path = f"{Path(path).absolute()}"
        # Only its owner may read it; SQLite gives its other files the same mode. Errors have the path of the
        # argument, because the command line finds the option by it.
        with suppress(FileExistsError):
            os.close(os.open(os.fspath(path), os.O_CREAT | os.O_EXCL, 0o600))
        found = _check_files(self._path)
        with self._errors():
            self._connection = sqlite3.connect(
                self._path, timeout=0, isolation_level=None, check_same_thread=False
            )
        # By default, the error about text that is not UTF-8 repeats that text.
        self._connection.text_factory = bytes.decode
        if hasattr(self._connection, "setlimit"):  # pragma: no branch - Python 3.10 lacks it
            self._connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, MAX_SQL_BYTES)
            self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_STATE_BYTES)
        self._journal = Journal()
        self._pending = Changes()
        """Changes that could not be written, which the next transaction writes."""
        self._is_rewritten = False
        """Whether the next transaction writes the whole state."""
        self._emails: list[Json] | None = None
        """The e-mails that are kept."""
        try:
            with self._errors("; another process may use it"):
                self._open()
            self._check_place(found)
        except BaseException:
            self._connection.close()
            raise

    @contextmanager
    def _errors(self, hint: str = "") -> Iterator[None]:
        """Name the file in the errors of SQLite, and add a hint."""
        try:
            yield
        except sqlite3.OperationalError as error:
            # Python 3.10 lacks the code.
            is_busy = getattr(error, "sqlite_errorcode", _BUSY) == _BUSY
            problem = f"{error}{hint if is_busy else ''}"
            raise InvalidRequest(f"cannot use the state file {self._path}: {problem}") from None
        except (sqlite3.Error, UnicodeDecodeError):
            # The message of SQLite can repeat text of the file, also text that is not UTF-8.
            raise self._damaged() from None

    def _check_place(self, found: tuple[int, int] | None) -> None:
        """Refuse other files than those that were checked before they were opened.

        Others may be able to change the folder, and SQLite opens files by their names. A descriptor to
        compare would release the locks of SQLite when it is closed.
        """
        if _check_files(self._path) != found:
            raise InvalidRequest(
                f"the state file {self._path} was replaced while it was opened; keep it in a folder that "
                "only you can change"
            )

    def _damaged(self) -> MalformedInput:
        return MalformedInput(f"{self._path} {_DAMAGED}")

    def _open(self) -> None:
        execute = self._connection.execute
        execute("PRAGMA locking_mode = EXCLUSIVE")
        is_new = Path(self._path).stat().st_size == 0
        if is_new:
            # Until there are records, a file needs no journal; SQLite would leave it beside the file.
            execute("PRAGMA journal_mode = MEMORY")
        execute("BEGIN EXCLUSIVE")
        if is_new:
            execute(_RECORDS)
            execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            execute(f"PRAGMA user_version = {_VERSION}")
        else:
            self._check_content()
        execute("COMMIT")
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")
        (page_size,) = execute("PRAGMA page_size").fetchone()
        # A larger file could not be read again.
        execute(f"PRAGMA max_page_count = {MAX_STATE_BYTES // page_size}")

    def _check_content(self) -> None:
        """Refuse a file of another program or version, another schema, and damaged pages."""
        execute = self._connection.execute
        (application_id,) = execute("PRAGMA application_id").fetchone()
        (version,) = execute("PRAGMA user_version").fetchone()
        if (application_id, version) != (_APPLICATION_ID, _VERSION):
            raise MalformedInput(f"{self._path} {_FOREIGN}")
        schema = execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchmany(len(_SCHEMA) + 1)
        if {*schema} != _SCHEMA or execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
            raise self._damaged()

    def read(self) -> Json | None:
        """Return the state in the form of ``take_snapshot``; None if there is none yet."""
        with self._errors():
            rows = self._connection.execute(
                "SELECT organization_id, collection, key, content, checksum FROM records ORDER BY number"
            ).fetchall()
        try:
            kept: dict[Place, Any] = {}
            for *place, content, checksum in rows:
                if checksum != _checksum(place, content):
                    break
                kept[Place(*place)] = msgspec.json.decode(content)
            else:
                return _assemble(kept) if kept else None
        except (msgspec.DecodeError, RecursionError, KeyError, TypeError, ValueError, AttributeError):
            # These exceptions may refer to secrets: the next one is raised after this block.
            pass
        raise self._damaged()

    def follow(self, state: State, enclave: KeptEnclave, others: Json, *, is_kept: bool) -> None:
        """Store what is committed to a state from now on, and first the whole state unless it is stored.

        ``others`` are the members of ``Snapshot`` that the state lacks, and that do not change.
        """
        with state.lock:
            self._attach_state(state)
            enclave.note_changes(self._journal)
            if is_kept:
                self._journal.changes.take()
            self._is_rewritten = not is_kept
            self._state, self._enclave, self._others = state, enclave, others
            self._emails = state.emails if is_kept else None
            state.store = self._store
            state.hold(self._note_state)
            self._write(is_open=True)

    def stop_following(self) -> None:
        """Keep no further change of the state."""
        with self._state.lock:
            self._state.store = None

    def leave(self) -> None:
        """Write nothing in this process, which was forked from the process that uses the file.

        The connection is never freed, even when this process ends: SQLite would close the file, and first
        remove the log that the other process writes.
        """
        self._state.store = None
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._connection))

    def _attach_state(self, state: State) -> None:
        journal = self._journal
        for name in ("organizations", "deleted_organizations"):
            kept = _Organizations(getattr(state, name), journal, "", name, _write_organization)
            setattr(state, name, kept)
        state.sent_otps = Records(state.sent_otps, journal, "", "sent_otps")
        state.legacy_otps = Records(state.legacy_otps, journal, "", "legacy_otps")

    def _store(self) -> None:
        """Write the thread's changes, if there are any."""
        if self._journal.changes.changed or self._pending.changed or self._is_rewritten:
            try:
                self._write(is_open=True)
            except (InvalidRequest, MalformedInput) as error:
                raise ApiError(NOT_KEPT, str(error)) from None

    def _note_state(self) -> None:
        """Note that the clock was moved, or an e-mail kept: every transaction writes both."""
        self._journal.changes.changed[_META] = lambda: None

    def close(self, *, is_kept: bool = True) -> None:
        """Close the file; first write the last numbers if it has the state."""
        try:
            if is_kept:
                self.stop_following()
                self._write(is_open=False)
        finally:
            self._connection.close()

    def _write(self, *, is_open: bool) -> None:
        """Write the changes in one transaction. If that fails, they are pending."""
        changes, execute = self._pending.take(), self._connection.execute
        changes.add(self._journal.changes.take())
        with self._errors():
            try:
                rows = self._rows(changes, is_open=is_open)
                execute("BEGIN")
                if self._is_rewritten:
                    execute("DELETE FROM records")
                for place in changes.removed:
                    execute(_DELETE, place)
                for place, content in rows.items():
                    if content is None:
                        execute(_DELETE, place)
                    else:
                        execute(_UPSERT, (*place, content, _checksum(place, content)))
                execute("COMMIT")
            except BaseException:
                self._pending = changes
                if self._connection.in_transaction:
                    self._connection.rollback()
                raise
        self._is_rewritten = False
        self._emails = self._state.emails

    def _rows(self, changes: Changes, *, is_open: bool) -> dict[Place, bytes | None]:
        """Return the rows of changes, and those of every transaction; None for a row that goes."""
        state = self._state
        meta = {
            **self._others,
            "seed": state.material.seed,
            "counts": state.material.counts(),
            "ahead": state.ahead,
            "frozen_at": state.frozen_at,
            "is_open": is_open,
        }
        # Without the lock, the enclave would change what is written.
        with self._enclave.at_rest():
            meta["enclave_counts"] = self._enclave.counts()
            contents = {**changes.contents(), _META: meta}
            if state.emails is not self._emails:
                contents[_EMAILS] = state.emails
            return encode_records(contents)


# SQLite and other libraries do not open a file of such a name.
_NOT_A_NAME: Final = re.compile(r"\s*:memory:\s*\Z|(file|sqlite[a-z0-9+]*):", re.IGNORECASE)
_FOREIGN: Final = (
    "is not a state file that this version of the local service wrote; POST a state that /_sealwax/state "
    "returned to that path"
)
_DAMAGED: Final = (
    "is not a state of the local service, or is damaged; put a copy of the state in its place, or move it "
    "away to begin a new state"
)
_DELETE: Final = "DELETE FROM records WHERE (organization_id, collection, key) = (?, ?, ?)"
_UPSERT: Final = (
    "INSERT INTO records (organization_id, collection, key, content, checksum) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT DO UPDATE SET content = excluded.content, checksum = excluded.checksum"
)


def _checksum(place: Sequence[str], content: bytes) -> int:
    """Return the checksum of a record: it finds damage, and does not stop a forger."""
    return crc32(content, crc32("\0".join(place).encode()))


def _check_files(path: str) -> tuple[int, int] | None:
    """Refuse a file, or a log of SQLite's beside it, that others may open: both have secret keys.

    Return the device and the number of the file; None if it does not exist.
    """
    found = _check_file(path)
    _check_file(f"{path}-wal")
    if os.path.lexists(f"{path}-journal"):
        # No state has one. SQLite would write its pages over the file, and remove files that it names.
        raise InvalidRequest(f"{path}-journal is not of the local service; remove it")
    return found


def _check_file(name: str) -> tuple[int, int] | None:
    try:
        found = os.lstat(name)
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(found.st_mode):
        raise InvalidRequest(f"the state file {name} is a symbolic link; pass the path of the file itself")
    if not stat.S_ISREG(found.st_mode):
        raise InvalidRequest(f"the state file {name} is not a file; pass the path of a file, or of a new one")
    if _HAS_MODES and found.st_uid != os.geteuid():
        raise InvalidRequest(
            f"the state file {name} belongs to another user, who can read its secret keys; copy it to a file "
            "of your own, with mode 600"
        )
    if _HAS_MODES and found.st_mode & _OTHERS_MAY:
        raise InvalidRequest(
            f"other users may open the state file {name}, which has secret keys; allow only its owner: "
            "chmod 600"
        )
    if found.st_size > MAX_STATE_BYTES:
        raise MalformedInput(f"the state file {name} is larger than {MAX_STATE_BYTES} bytes")
    return found.st_dev, found.st_ino


_HAS_MODES: Final = hasattr(os, "geteuid")
"""Whether files have modes and owners. On Windows, the permissions of the folder apply."""


class _Organizations(Records[str, Organization]):
    """Organizations; the collections of an added organization note their changes, too."""

    def __setitem__(self, organization_id: str, organization: Organization) -> None:
        if not isinstance(organization.activities, Records):
            _attach(organization, self._journal)
        super().__setitem__(organization_id, organization)


def _attach(organization: Organization, journal: Journal) -> None:
    """Make the collections of an organization note their changes."""
    organization_id = organization.organization_id
    for name in _PLAIN:
        records: Records[str, Any] = Records(getattr(organization, name), journal, organization_id, name)
        setattr(organization, name, records)
    organization.records = MutableRecords(organization.records, journal, organization_id, "records")
    organization.activities = Records(
        organization.activities,
        journal,
        organization_id,
        "activities",
        kept_activity,
    )
    organization.allowlists = Records(
        organization.allowlists, journal, organization_id, "allowlists", lambda key, value: (key, value)
    )


def _write_organization(_key: str, organization: Organization) -> object:
    """Return the stored data of an organization, without its collections."""
    empty: dict[str, Any] = {name: {} for name in (*_PLAIN, "records", "activities")}
    return kept_organization(organization, **empty)


def _assemble(kept: Mapping[Place, Any]) -> Json:
    """Return a state in the form of ``take_snapshot``, from its records in the order of their creation."""
    state: Json = dict(kept[_META])
    enclave: Json = {"counts": state.pop("enclave_counts"), "imports": [], "secret_imports": {}, "otps": {}}
    enclave |= {"used_tokens": [], "signed_up_tokens": []}
    if state.pop("is_open"):
        counts = {"event id": 0, **state["counts"]}
        state["counts"] = {label: count + _SKIPPED_PIECES for label, count in counts.items()}
        enclave["counts"] = {label: count + _SKIPPED_PIECES for label, count in enclave["counts"].items()}
    state |= {"enclave": enclave, "emails": kept.get(_EMAILS, []), "sent_otps": {}, "legacy_otps": {}}
    state |= {"organizations": {}, "deleted_organizations": {}}
    for (organization_id, collection, key), content in kept.items():
        owner = enclave if collection in enclave else state
        if organization_id or collection in {_META.collection, _EMAILS.collection}:
            continue
        if isinstance(owner[collection], list):
            owner[collection].append(content)
        else:
            owner[collection][key] = content
    organizations = {**state["deleted_organizations"], **state["organizations"]}
    for (organization_id, collection, key), content in kept.items():
        if organization_id and collection == "allowlists":
            organizations[organization_id]["allowlists"].append(content)
        elif organization_id:
            organizations[organization_id]["organization"][collection][key] = content
    for name in ("organizations", "deleted_organizations"):
        state[name] = [*state[name].values()]
    return state
