"""The tests of ``tests/client/test_asynchronous.py`` that take long."""

import asyncio
import gc
import logging
from datetime import timedelta

import pytest

from sealwax.operations import ListPrivateKeys
from sealwax_service import LocalService
from tests.client.clients import Clock, create_key
from tests.client.test_asynchronous import make, open_http
from tests.service.client import Client as Plain

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


# Nobody can close a connection whose loop is closed: Python does, with a warning.
leaves_connections = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")


@leaves_connections
def test_each_event_loop_has_connections_of_its_own(
    service: LocalService, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "sealwax.client")
    client = make(service)

    async def send() -> None:
        results = await asyncio.gather(*(client.send(ListPrivateKeys()) for _ in range(3)))
        assert all(result.private_keys for result in results)

    for _ in range(3):
        asyncio.run(send())
        # Those of the loops before are gone.
        assert len(client._opened.get()) == 1
    assert caplog.records == []
    client._opened.get().clear()
    gc.collect()


@leaves_connections
def test_a_connection_of_a_closed_loop_is_lost(service: LocalService) -> None:
    clock = Clock()

    def send_in_two_loops() -> None:
        client = make(service, http=open_http())
        client._sleep = clock.sleep_later

        async def send() -> None:
            assert (await client.send(ListPrivateKeys())).private_keys

        asyncio.run(send())
        assert clock.pauses == []
        asyncio.run(send())

    send_in_two_loops()
    gc.collect()
    assert len(clock.pauses) == 1
