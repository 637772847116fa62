"""The client for asyncio: its connections, its tasks, and a task that is cancelled."""

import asyncio
import threading
from typing import Any

import httpx
import pytest

from sealwax import ApiKeyStamper, Stamp
from sealwax.client import AsyncClient
from sealwax.operations import CreateUserTag, ListPrivateKeys
from sealwax_service import LocalService
from tests.client.clients import NO_CERTIFICATES, PATIENT
from tests.service.client import Client as Plain

# More connections take longer on a small machine.
_FEW = httpx.Limits(max_connections=16)


def make(service: LocalService, **options: Any) -> AsyncClient:
    stamper = options.pop("stamper", ApiKeyStamper(service.api_key))
    return AsyncClient(stamper, organization_id=service.organization_id, base_url=service.url, **options)


def open_http() -> httpx.AsyncClient:
    return httpx.AsyncClient(verify=NO_CERTIFICATES, trust_env=False, timeout=PATIENT, limits=_FEW)


def test_its_own_connections_are_closed(service: LocalService) -> None:
    async def run() -> None:
        async with make(service) as client:
            assert (await client.send(ListPrivateKeys())).private_keys
        with pytest.raises(ValueError, match=r"^the client is closed; make a new one"):
            await client.send(ListPrivateKeys())

    asyncio.run(run())


def test_the_callers_stay_open(service: LocalService) -> None:
    async def run() -> None:
        async with open_http() as http:
            for _ in range(2):
                async with make(service, http=http) as client:
                    assert (await client.send(ListPrivateKeys())).private_keys
            assert not http.is_closed

    asyncio.run(run())


def test_another_runtime_error_passes(service: LocalService) -> None:
    async def run() -> None:
        async with open_http() as http:
            http.event_hooks = {"request": [broken]}
            await make(service, http=http).send(ListPrivateKeys())

    async def broken(_: httpx.Request) -> None:
        raise RuntimeError("of a hook")

    with pytest.raises(RuntimeError, match="of a hook"):
        asyncio.run(run())


def test_a_task_that_is_cancelled_tells_the_activity(service: LocalService) -> None:
    service.fail("create_user_tag", "pending", polls=1000)
    told: list[Any] = []

    async def run() -> None:
        async with open_http() as http:
            client = make(service, http=http)
            waits = asyncio.Event()

            async def pause(_: float) -> None:
                waits.set()
                await asyncio.Event().wait()

            client._sleep = pause

            async def send() -> None:
                try:
                    await client.send(CreateUserTag(user_tag_name="cancelled", user_ids=[]))
                except asyncio.CancelledError as error:
                    told.append(error)
                    raise

            task = asyncio.create_task(send())
            await waits.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            # The client goes on to serve others.
            assert (await client.send(ListPrivateKeys())).private_keys

    asyncio.run(run())
    (error,) = told
    plain = Plain(service)
    activity = plain.query("get_activity", activityId=error.activity_id)["activity"]
    plain.http.close()
    assert error.fingerprint == activity["fingerprint"]


def test_a_stamper_that_takes_its_time_does_not_stop_the_loop(service: LocalService) -> None:
    inner = ApiKeyStamper(service.api_key)
    threads: list[threading.Thread] = []

    class Slow:
        def stamp(self, body: bytes) -> Stamp:
            threads.append(threading.current_thread())
            return inner.stamp(body)

    async def run() -> None:
        async with open_http() as http:
            client = make(service, http=http, stamper=Slow())
            request = await client.seal(CreateUserTag(user_tag_name="slow", user_ids=[]))
            await client.submit(request)
            await client.send(ListPrivateKeys())

    asyncio.run(run())
    assert len(threads) == 2
    assert threading.main_thread() not in threads
