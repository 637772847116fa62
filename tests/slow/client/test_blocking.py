"""The tests of ``tests/client/test_blocking.py`` that take long."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import httpx

from sealwax.operations import (
    CreateUserTag,
)
from sealwax_service import LocalService
from tests.client.clients import NO_CERTIFICATES, PATIENT, Clock, create_key
from tests.client.test_blocking import make
from tests.service.client import Client as Plain

THREADS, CALLS_OF_A_THREAD = 32, 4


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
