"""The client that blocks: its connections, its threads, and a process that is killed."""

from typing import Any

import pytest

from sealwax import ApiKeyStamper
from sealwax.client import Client
from sealwax.operations import (
    CreateUserTag,
    ListPrivateKeys,
)
from sealwax_service import LocalService
from tests.service.client import Client as Plain
from tests.service.client import open_http


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
