"""The client that blocks: its connections, its threads, and a process that is killed."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import pytest
from typing_extensions import assert_type

from sealwax import ApiKeyStamper
from sealwax.client import Client
from sealwax.operations import (
    Activity,
    ActivityRecord,
    ApproveActivity,
    CreateUserTag,
    CreateUserTagResult,
    ListPrivateKeys,
    PrivateKeys,
    SealedRequest,
    UncheckedActivity,
)
from sealwax_service import LocalService
from tests.conftest import SEED
from tests.service.client import Client as Plain
from tests.service.client import open_http


@pytest.fixture(scope="module")
def service() -> Iterator[LocalService]:
    with LocalService(SEED) as made:
        yield made


def make(service: LocalService, **options: Any) -> Client:
    stamper = ApiKeyStamper(service.api_key)
    return Client(stamper, organization_id=service.organization_id, base_url=service.url, **options)


def test_its_own_connections_are_closed(service: LocalService) -> None:
    with make(service) as client:
        assert client.send(ListPrivateKeys()).private_keys
        assert service.requests[-1].headers["user-agent"].startswith("sealwax/")
    with pytest.raises(ValueError, match=r"^the client is closed; make a new one"):
        client.send(ListPrivateKeys())


def test_the_callers_stay_open(service: LocalService) -> None:
    with open_http() as http:
        for _ in range(2):
            with make(service, http=http) as client:
                assert client.send(ListPrivateKeys()).private_keys
        assert not http.is_closed
        assert service.requests[-1].headers["user-agent"] == http.headers["User-Agent"]


def test_an_interrupt_tells_the_activity(service: LocalService) -> None:
    service.fail("create_user_tag", "pending", polls=1000)
    client = make(service)

    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    client._sleep = interrupt
    with client, pytest.raises(KeyboardInterrupt) as raised:
        client.send(CreateUserTag(user_tag_name="interrupted", user_ids=[]))
    told: Any = raised.value
    plain = Plain(service)
    activity = plain.query("get_activity", activityId=told.activity_id)["activity"]
    plain.http.close()
    assert (told.operation, told.attempts, told.fingerprint) == (
        "create_user_tag",
        1,
        activity["fingerprint"],
    )


def test_the_types_of_results_are_those_of_the_operations(service: LocalService) -> None:
    """The type checker reads these, and the calls work."""
    tag = CreateUserTag(user_tag_name="typed", user_ids=[])
    with open_http() as http:
        client = make(service, http=http)
        assert_type(client.send(ListPrivateKeys()), PrivateKeys)
        assert_type(client.send(tag), CreateUserTagResult)
        request = client.seal(CreateUserTag(user_tag_name="sealed", user_ids=[]))
        assert_type(request, SealedRequest[Activity[CreateUserTagResult]])
        assert_type(client.send(request), CreateUserTagResult)
        activity = client.submit(CreateUserTag(user_tag_name="submitted", user_ids=[]))
        assert_type(activity, Activity[CreateUserTagResult])
        assert_type(client.submit(request), Activity[CreateUserTagResult])
        if TYPE_CHECKING:
            assert_type(client.submit(ApproveActivity(fingerprint="")), UncheckedActivity)
        assert_type(client.wait(activity.id, tag), CreateUserTagResult)
        assert_type(client.wait(activity.id), Mapping[str, object])
        body = Plain(service, http=http).body("create_user_tag", {"userTagName": "own", "userIds": []})
        own = SealedRequest.of(
            "/public/v1/submit/create_user_tag", body, client._stamper, base_url=service.url
        )
        assert_type(client.send(own), Mapping[str, object])
        assert_type(client.submit(own), ActivityRecord)
