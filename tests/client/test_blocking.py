"""The client that blocks: its connections, its threads, and a process that is killed."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import httpx
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
from tests.client.clients import NO_CERTIFICATES, PATIENT, Clock, create_key
from tests.conftest import SEED
from tests.service.client import Client as Plain
from tests.service.client import open_http

THREADS, CALLS_OF_A_THREAD = 32, 4


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


@pytest.mark.slow
def test_threads_share_a_client(service: LocalService) -> None:
    """Each thread sends what differs from all others, and gets the answer to just that."""
    service.fail("create_private_keys", "error", times=THREADS, status=503)
    service.fail("create_private_keys", "pending", times=THREADS)
    with httpx.Client(verify=NO_CERTIFICATES, trust_env=False, timeout=PATIENT) as http:
        client = make(service, http=http, timeout=timedelta(minutes=5))
        client._sleep, client._jitter = Clock().sleep, lambda: 0.0

        def send(number: int) -> list[tuple[str, str | None]]:
            return [
                (name, client.send(create_key(name)).private_keys[0].private_key_id)
                for each in range(CALLS_OF_A_THREAD)
                for name in [f"thread {number}, {each}"]
            ]

        with ThreadPoolExecutor(THREADS) as pool:
            sent = [pair for pairs in pool.map(send, range(THREADS)) for pair in pairs]
    plain = Plain(service)
    keys = plain.query("list_private_keys")["privateKeys"]
    names = {key["privateKeyId"]: key["privateKeyName"] for key in keys}
    plain.http.close()
    assert len({key_id for _, key_id in sent}) == THREADS * CALLS_OF_A_THREAD
    assert all(names[key_id] == name for name, key_id in sent)


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


_SUBMIT = """
import json, sys, threading
from sealwax import ApiKey, ApiKeyStamper
from sealwax.client import Client
from sealwax.operations import CreateUserTag

url, organization_id, private_key = json.load(sys.stdin)
stamper = ApiKeyStamper(ApiKey.from_private_key(private_key))
client = Client(stamper, organization_id=organization_id, base_url=url)
print(client.submit(CreateUserTag(user_tag_name="killed", user_ids=[])).id, flush=True)
threading.Event().wait()
"""


@pytest.mark.slow
def test_a_process_that_is_killed_after_it_submitted(service: LocalService) -> None:
    service.fail("create_user_tag", "pending", polls=2)
    with subprocess.Popen(
        [sys.executable, "-c", _SUBMIT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        json.dump([service.url, service.organization_id, service.api_key.private_key_hex()], process.stdin)
        process.stdin.close()
        activity_id = process.stdout.readline().strip()
        process.kill()
        assert process.wait() != 0
    with make(service) as client:
        client._sleep = Clock().sleep
        operation = CreateUserTag(user_tag_name="killed", user_ids=[])
        result = client.wait(activity_id, operation)
    plain = Plain(service)
    tags = plain.query("list_user_tags")["userTags"]
    plain.http.close()
    assert [tag["tagId"] for tag in tags if tag["tagName"] == "killed"] == [result.user_tag_id]


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
