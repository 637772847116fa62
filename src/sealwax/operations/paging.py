"""The pages of a list: the query of each page, made from the page before.

| input | decision |
|---|---|
| a page with its cursors (``page_info``) | they tell the next page, and whether there is one |
| a page without them | the id of its last record is the cursor; an empty page is the end |
| a cursor that was used before | refused: a service that ignores it would send pages for ever |
"""

from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar, cast

import msgspec

from sealwax._codec.arguments import require_type
from sealwax.errors import MalformedInput

from .operation import QueryOperation
from .responses import Record

R = TypeVar("R", bound=Record)

_MOST_RECORDS = "100"


class _List(NamedTuple):
    """The field of a result that has the records, and the field of a record that has its id."""

    records: str
    record_id: str | None = None


_LISTS = {
    "list_activities": _List("activities", "id"),
    "list_earn_vaults": _List("vaults"),
    "list_email_events": _List("email_events", "id"),
    "list_eth_transaction_history": _List("transactions"),
    "list_secrets": _List("secrets", "secret_id"),
    "list_sol_transaction_history": _List("transactions"),
    # The records are the ids.
    "list_suborgs": _List("organization_ids", ""),
    "list_verified_suborgs": _List("organization_ids", ""),
    "list_wallet_accounts": _List("accounts", "wallet_account_id"),
}
"""The operations with pages, by name; without the field of an id, the result has ``page_info``."""


class Paging(Generic[R]):
    """The state of a walk through the pages of a list.

    The walk goes on after the last record; with ``before`` and without ``after`` in the pagination options,
    it goes backwards, from there to the beginning of the list.

    Attributes:
        query: The query of the next page; None at the end of the list.
    """

    def __init__(self, operation: QueryOperation[R]) -> None:
        require_type(operation, QueryOperation, "operation")
        name = operation.operation_name
        if name not in _LISTS:
            raise ValueError(f"operation is {name}, which has no pages; use send")
        self._list = _LISTS[name]
        self._answer = f"the answer to {name}"
        asked = operation.pagination_options or _pagination()  # type: ignore[attr-defined] # as those of _LISTS
        self._is_backward = bool(asked.before and not asked.after)
        self._with_limit = msgspec.structs.replace(asked, limit=asked.limit or _MOST_RECORDS)
        self.query: QueryOperation[R] | None = _replace(operation, self._with_limit)
        self._pages, self._next_landmark = 0, 1
        self._landmark: str | None = None

    def records(self, page: R) -> tuple[object, ...]:
        """Return the records of a page."""
        return getattr(page, self._list.records) or ()

    def advance(self, page: R) -> tuple[object, ...]:
        """Return the records of the page that the query got, and make the next query."""
        records = self.records(page)
        cursor = self._cursor(page, records)
        if cursor is None:
            self.query = None
            return records
        if not cursor or cursor == self._landmark:
            raise MalformedInput(
                f"{self._answer} has the same records as before, or a record without an id; the service "
                "ignores the cursor of a page, so list the records with send and with filters"
            )
        # The cursor of page 1, 2, 4, 8 and so on: every cycle, however long, meets one of them.
        self._pages += 1
        if self._pages == self._next_landmark:
            self._landmark, self._next_landmark = cursor, 2 * self._next_landmark
        side = "before" if self._is_backward else "after"
        options = msgspec.structs.replace(self._with_limit, **{side: cursor})
        self.query = _replace(cast("QueryOperation[R]", self.query), options)
        return records

    def _cursor(self, page: R, records: tuple[object, ...]) -> str | None:
        """Return the cursor of the next page; None if this is the last."""
        if self._list.record_id is None:
            info = page.page_info  # type: ignore[attr-defined] # as those of _LISTS
            if info is None:
                return None
            has_more = info.has_previous_page if self._is_backward else info.has_next_page
            cursor: str | None = info.start_cursor if self._is_backward else info.end_cursor
            return cursor if has_more else None
        if not records:
            return None
        record = records[0 if self._is_backward else -1]
        return str(attrgetter(self._list.record_id)(record) if self._list.record_id else record)


def _pagination() -> Any:
    # Few programs list pages, and the module has many classes.
    from .catalog.shared import Pagination  # noqa: PLC0415

    return Pagination()


def _replace(operation: QueryOperation[R], options: object) -> QueryOperation[R]:
    return msgspec.structs.replace(operation, pagination_options=options)
