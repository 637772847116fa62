"""The pages of lists, with both clients."""

import asyncio
import inspect
import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import httpx
import msgspec
import pytest

from sealwax import ApiKeyStamper, MalformedInput
from sealwax.client import AsyncClient, Client
from sealwax.operations import (
    OPERATIONS,
    ListEarnVaults,
    ListSuborgs,
    ListWallets,
    Operation,
    Pagination,
    QueryOperation,
    paging,
)
from sealwax_service import LocalService
from tests.client.clients import Kind
from tests.client.test_calls import Tags

MOST_REQUESTS = 200
"""A list without an end fails soon."""
LISTS = {name: each for name, each in OPERATIONS.items() if "pagination_options" in each.__struct_fields__}


class Lists:
    """A client of a kind, whose requests a function answers, or the local service."""

    def __init__(
        self, kind: Kind, service: LocalService, answer: Callable[[dict[str, Any]], object] | None = None
    ) -> None:
        self.kind, self.service = kind, service
        self.asked: list[dict[str, Any]] = []
        self._answer = answer

    def _reply(self, request: httpx.Request) -> httpx.Response:
        assert self._answer is not None
        assert len(self.asked) < MOST_REQUESTS
        body = json.loads(request.content)
        self.asked.append(body.get("paginationOptions"))
        return httpx.Response(200, json=self._answer(body["paginationOptions"]))

    def walk(self, method: str, operation: Any, **options: Any) -> Iterator[Any]:
        """Walk through pages or items."""
        settings: Any = {
            "stamper": ApiKeyStamper(self.service.api_key),
            "organization_id": self.service.organization_id,
            "base_url": self.service.url,
        }
        transport: Any = {"trust_env": False}
        if self._answer is not None:
            transport["transport"] = httpx.MockTransport(self._reply)
        if self.kind == "blocking":
            with httpx.Client(**transport) as http, Client(http=http, **settings) as client:
                yield from getattr(client, method)(operation, **options)
            return
        loop = asyncio.new_event_loop()
        http_later = httpx.AsyncClient(**transport)
        walk = getattr(AsyncClient(http=http_later, **settings), method)(operation, **options)
        try:
            with suppress(StopAsyncIteration):
                while True:
                    yield loop.run_until_complete(anext(walk))
        finally:
            loop.run_until_complete(walk.aclose())
            loop.run_until_complete(http_later.aclose())
            loop.close()


def numbered(options: dict[str, str], count: int) -> list[int]:
    """The numbers of the records of a page, of so many."""
    limit = int(options["limit"])
    if "before" in options and "after" not in options:
        end = int(options["before"])
        return [*range(max(0, end - limit), end)]
    start = int(options["after"]) + 1 if "after" in options else 0
    end = min(int(options["before"]), count) if "before" in options else count
    return [*range(count)][start : min(start + limit, end)]


def ids(count: int) -> Callable[[dict[str, str]], object]:
    return lambda options: {"organizationIds": [str(number) for number in numbered(options, count)]}


class TestTable:
    def test_every_operation_with_a_cursor_has_pages(self) -> None:
        assert paging._LISTS.keys() == LISTS.keys()
        assert all(issubclass(each, QueryOperation) for each in LISTS.values())

    @pytest.mark.parametrize("name", sorted(LISTS))
    def test_the_fields_are_those_of_the_results(self, name: str) -> None:
        made, operation = paging._LISTS[name], LISTS[name]
        fields = {each.name: each.type for each in msgspec.structs.fields(operation.result_type)}
        assert made.records in fields
        assert ("page_info" in fields) == (made.record_id is None)
        if made.record_id:
            assert made.record_id in str(fields_of_records(operation, made.records))

    def test_the_types_of_the_items_are_in_both_clients(self) -> None:
        names = {each.__name__ for each in LISTS.values()}
        for client in (Client, AsyncClient):
            given = re.findall(r'operation: "([A-Za-z |]+)"', inspect.getsource(client))
            assert {name for each in given for name in each.split(" | ")} == names


def fields_of_records(operation: type[Operation[Any]], name: str) -> tuple[str, ...]:
    """The names of the fields of the records of a list."""
    described = msgspec.inspect.type_info(operation.result_type)
    assert isinstance(described, msgspec.inspect.StructType)
    (found,) = (each.type for each in described.fields if each.name == name)
    while not isinstance(found, msgspec.inspect.StructType):
        # Of an array, or of a type with a description.
        found = getattr(found, "item_type", None) or found.type  # type: ignore[attr-defined]
    return tuple(each.name for each in found.fields)


class TestPages:
    def test_from_a_record_on(self, kind: Kind, service: LocalService) -> None:
        for options, expected in (
            (Pagination(after="6"), [7, 8, 9]),
            (Pagination(after="3", before="6", limit="1"), [4, 5]),
            (Pagination(before="3", limit="2"), [1, 2, 0]),
        ):
            found = Lists(kind, service, ids(10)).walk("items", ListSuborgs(pagination_options=options))
            assert [*found] == [*map(str, expected)]

    def test_cursors_of_the_service(self, kind: Kind, service: LocalService) -> None:
        def answer(options: dict[str, str]) -> object:
            pages = {None: "a", "a": "b", "b": None}
            asked = options.get("after")
            info = {"endCursor": pages[asked] or "last", "hasNextPage": pages[asked] is not None}
            return {"vaults": [] if asked == "a" else [VAULT], "pageInfo": info}

        lists = Lists(kind, service, answer)
        # An empty page is not the last, if the service says so.
        assert len([*lists.walk("pages", ListEarnVaults(caip19=CAIP19))]) == 2
        assert [each.get("after") for each in lists.asked] == [None, "a", "b"]

    def test_cursors_of_the_service_backwards(self, kind: Kind, service: LocalService) -> None:
        def answer(options: dict[str, str]) -> object:
            info = {"startCursor": "a", "hasPreviousPage": options["before"] == "z", "hasNextPage": True}
            return {"vaults": [VAULT], "pageInfo": info}

        lists = Lists(kind, service, answer)
        operation = ListEarnVaults(caip19=CAIP19, pagination_options=Pagination(before="z"))
        assert len([*lists.walk("items", operation)]) == 2
        assert [each["before"] for each in lists.asked] == ["z", "a"]

    @pytest.mark.parametrize("info", [{}, {"pageInfo": {}}, {"pageInfo": {"endCursor": "a"}}])
    def test_without_a_next_page_it_ends(
        self, kind: Kind, service: LocalService, info: dict[str, Any]
    ) -> None:
        lists = Lists(kind, service, lambda _: {"vaults": [VAULT], **info})
        assert len([*lists.walk("items", ListEarnVaults(caip19=CAIP19))]) == 1
        assert len(lists.asked) == 1
        assert [*Lists(kind, service, lambda _: info).walk("items", ListEarnVaults(caip19=CAIP19))] == []

    def test_it_is_lazy(self, kind: Kind, service: LocalService) -> None:
        for method in ("pages", "items"):
            lists = Lists(kind, service, ids(250))
            walk = lists.walk(method, ListSuborgs())
            assert lists.asked == []
            next(walk)
            assert len(lists.asked) == 1
            next(walk)
            assert len(lists.asked) == (2 if method == "pages" else 1)
            walk.close()  # type: ignore[attr-defined] # a generator

    @pytest.mark.parametrize("period", [1, 2, 3, 7])
    def test_a_service_that_repeats_pages(self, kind: Kind, service: LocalService, period: int) -> None:
        def answer(_: object) -> object:
            return {"organizationIds": [str(len(lists.asked) % period)]}

        lists = Lists(kind, service, answer)
        with pytest.raises(MalformedInput, match="the same records as before"):
            [*lists.walk("items", ListSuborgs())]
        assert len(lists.asked) <= 4 * period

    def test_a_record_without_an_id(self, kind: Kind, service: LocalService) -> None:
        for operation, answer in (
            (ListSuborgs(), {"organizationIds": [""]}),
            (ListEarnVaults(caip19=CAIP19), {"pageInfo": {"hasNextPage": True, "endCursor": ""}}),
        ):
            lists = Lists(kind, service, lambda _: answer)  # noqa: B023 - called at once
            with pytest.raises(MalformedInput, match="a record without an id"):
                [*lists.walk("pages", operation)]
            assert len(lists.asked) == 1

    @pytest.mark.parametrize("method", ["pages", "items"])
    def test_an_operation_without_pages(self, kind: Kind, service: LocalService, method: str) -> None:
        make = Client if kind == "blocking" else AsyncClient
        client = make(
            ApiKeyStamper(service.api_key), organization_id=service.organization_id, base_url=service.url
        )
        # At once, not when the first record is asked for.
        with pytest.raises(ValueError, match="operation is list_wallets, which has no pages; use send"):
            getattr(client, method)(ListWallets())
        for wrong in (Tags.make(), None, ListSuborgs):
            with pytest.raises(TypeError, match="operation must be"):
                getattr(client, method)(wrong)


CAIP19 = "eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
VAULT: dict[str, str] = {}
