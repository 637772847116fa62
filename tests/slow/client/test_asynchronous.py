"""The tests of ``tests/client/test_asynchronous.py`` that take longest."""

import asyncio
from datetime import timedelta

from sealwax_service import LocalService
from tests.client import test_asynchronous as quick
from tests.client.clients import Clock, create_key
from tests.client.test_asynchronous import make, open_http
from tests.service.client import Client as Plain

service = quick.service


TASKS = 200


def test_tasks_share_a_client(service: LocalService) -> None:
    """Each task sends what differs from all others, and gets the answer to just that."""
    service.fail("create_private_keys", "error", times=TASKS // 4, status=503)
    service.fail("create_private_keys", "pending", times=TASKS // 4)

    async def run() -> list[tuple[str, str | None]]:
        async with open_http() as http:
            client = make(service, http=http, timeout=timedelta(minutes=5))
            client._sleep, client._jitter = Clock().sleep_later, lambda: 0.0

            async def send(name: str) -> tuple[str, str | None]:
                result = await client.send(create_key(name))
                return name, result.private_keys[0].private_key_id

            return await asyncio.gather(*(send(f"task {number}") for number in range(TASKS)))

    sent = asyncio.run(run())
    plain = Plain(service)
    keys = plain.query("list_private_keys")["privateKeys"]
    names = {key["privateKeyId"]: key["privateKeyName"] for key in keys}
    plain.http.close()
    assert len({key_id for _, key_id in sent}) == TASKS
    assert all(names[key_id] == name for name, key_id in sent)
