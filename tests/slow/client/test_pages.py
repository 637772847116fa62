"""The tests of ``tests/client/test_pages.py`` that take long."""

from datetime import timedelta

import pytest

from sealwax import ApiKeyStamper, ServiceError
from sealwax.client import Client
from sealwax.operations import CreateUserTag, ListActivities, ListSuborgs, Pagination, RetryPolicy
from sealwax_service import LocalService
from tests.client.clients import Kind
from tests.client.test_calls import Tags
from tests.client.test_pages import Lists, ids


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
