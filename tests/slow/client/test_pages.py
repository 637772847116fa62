"""The tests of ``tests/client/test_pages.py`` that take longest."""

import gc
import json
import tracemalloc
from datetime import timedelta

import pytest

from sealwax import ApiKeyStamper, ServiceError
from sealwax.client import Client
from sealwax.operations import CreateUserTag, ListActivities, ListSuborgs, Pagination, RetryPolicy
from sealwax_service import LocalService
from tests.client.clients import Kind
from tests.client.test_calls import Tags
from tests.client.test_pages import Lists, ids, numbered
from tests.operations.test_retries import activity
from tests.operations.test_waiting import activity_of


def test_ten_thousand_activities_take_the_memory_of_a_few(kind: Kind, service: LocalService) -> None:
    record = json.loads(activity().content)["activity"]
    record = {**record, "organizationId": service.organization_id, "intent": activity_of()["intent"]}

    def answer(options: dict[str, str]) -> object:
        return {"activities": [{**record, "id": str(number)} for number in numbered(options, 10_000)]}

    lists = Lists(kind, service, answer)
    tracemalloc.start()
    try:
        count, peaks = 0, []
        for each in lists.walk("items", ListActivities()):
            assert each.id == str(count)
            count += 1
            if count % 1000 == 0:
                gc.collect()
                peaks.append(tracemalloc.get_traced_memory()[1])
                tracemalloc.reset_peak()
    finally:
        tracemalloc.stop()
    assert count == 10_000
    assert len(lists.asked) == 101
    # All activities would take ten times the memory of the first thousand.
    assert max(peaks) < 1.5 * peaks[0]


class TestPages:
    def test_the_filters_stay(self, kind: Kind, service: LocalService) -> None:
        tags = [Tags.make() for _ in range(5)]
        with Client(
            ApiKeyStamper(service.api_key), organization_id=service.organization_id, base_url=service.url
        ) as client:
            for tag in tags:
                client.send(tag)
        operation = ListActivities(
            filter_by_type=["ACTIVITY_TYPE_CREATE_USER_TAG"], pagination_options=Pagination(limit="2")
        )
        found = [*Lists(kind, service).walk("items", operation)]
        assert len({each.id for each in found}) == len(found) >= 5
        assert {each.type for each in found} == {CreateUserTag.activity_type}

    def test_an_error_in_the_middle(self, kind: Kind, service: LocalService) -> None:
        operation = ListActivities(pagination_options=Pagination(limit="1"))
        service.fail("list_activities", "error", status=503)
        with pytest.raises(ServiceError) as raised:
            [*Lists(kind, service).walk("items", operation, retry=RetryPolicy(max_attempts=1))]
        assert (raised.value.operation, raised.value.attempts) == ("list_activities", 1)
        service.fail("list_activities", "error", status=503)
        with pytest.raises(ServiceError):
            [*Lists(kind, service).walk("items", operation, timeout=timedelta())]

    @pytest.mark.parametrize(
        ("count", "limit", "sizes"),
        [
            (0, None, []),
            (1, None, [1]),
            (100, None, [100]),
            (101, None, [100, 1]),
            (250, None, [100, 100, 50]),
            (5, "2", [2, 2, 1]),
            (4, "2", [2, 2]),
        ],
    )
    def test_each_record_comes_once(
        self, kind: Kind, service: LocalService, count: int, limit: str | None, sizes: list[int]
    ) -> None:
        operation = ListSuborgs(pagination_options=Pagination(limit=limit) if limit else None)
        lists = Lists(kind, service, ids(count))
        pages = [*lists.walk("pages", operation)]
        assert [len(each.organization_ids) for each in pages] == sizes
        # A page may be smaller than the limit, so that only an empty one is the last.
        assert len(lists.asked) == len(sizes) + 1
        assert lists.asked[0] == {"limit": limit or "100"}
        assert [*lists.walk("items", operation)] == [str(number) for number in range(count)]
