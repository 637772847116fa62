"""Both clients behind one interface, with a clock of the tests' own."""

import asyncio
import ssl
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Literal

import httpx

from sealwax import ApiKeyStamper
from sealwax.client import AsyncClient, Client
from sealwax.operations import CreatePrivateKeys, PrivateKeyParams, Stamper
from sealwax_service import LocalService

Kind = Literal["blocking", "asynchronous"]
KINDS: tuple[Kind, ...] = ("blocking", "asynchronous")

# Reading the certificates of all authorities takes 50 ms, and nothing here is encrypted.
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
PATIENT = 60
"""No test fails because the machine is busy."""

_MOST_PAUSES = 100
"""A call without an end fails before it has polled for minutes."""


def create_key(name: str) -> CreatePrivateKeys:
    """Make an activity that an organization can have often: it keeps few tags, and many private keys."""
    key = PrivateKeyParams(private_key_name=name, curve="CURVE_P256", private_key_tags=[], address_formats=[])
    return CreatePrivateKeys(private_keys=[key])


class Clock:
    """Moves by the pauses alone."""

    def __init__(self, paused: Callable[[], None] = lambda: None) -> None:
        self.pauses: list[float] = []
        self._paused = paused

    def __call__(self) -> float:
        return sum(self.pauses)

    def sleep(self, seconds: float) -> None:
        assert len(self.pauses) < _MOST_PAUSES
        self.pauses.append(seconds)
        self._paused()

    async def sleep_later(self, seconds: float) -> None:
        self.sleep(seconds)


class AnyClient:
    """Calls methods of a client of a kind; each call has a client of its own."""

    def __init__(
        self,
        kind: Kind,
        service: LocalService,
        *,
        base_url: str | None = None,
        stamper: Stamper | None = None,
        seconds_of_attempt: float = PATIENT,
        timeout: timedelta = timedelta(seconds=10),
        clock: Clock | None = None,
        http: Mapping[str, Any] | None = None,
    ) -> None:
        self.kind, self.service = kind, service
        self.clock = clock or Clock()
        self.settings: dict[str, Any] = {
            "stamper": stamper or ApiKeyStamper(service.api_key),
            "organization_id": service.organization_id,
            "base_url": base_url or service.url,
            "timeout": timeout,
        }
        self._http: dict[str, Any] = {
            "trust_env": False,
            "verify": NO_CERTIFICATES,
            "timeout": httpx.Timeout(PATIENT, read=seconds_of_attempt),
            **(http or {}),
        }

    def call(self, name: str, *arguments: Any, **options: Any) -> Any:
        """Call a method of the client."""
        return self.call_often(name, *arguments, times=1, **options)

    def call_often(self, name: str, *arguments: Any, times: int, **options: Any) -> Any:
        """Call a method of one client several times; give what the last call returns."""
        if self.kind == "blocking":
            with httpx.Client(**self._http) as http, Client(**{"http": http, **self.settings}) as client:
                client._clock, client._sleep, client._jitter = self.clock, self.clock.sleep, lambda: 1.0
                return [getattr(client, name)(*arguments, **options) for _ in range(times)][-1]
        return asyncio.run(self._call_later(name, *arguments, times=times, **options))

    async def _call_later(self, name: str, *arguments: Any, times: int, **options: Any) -> Any:
        async with (
            httpx.AsyncClient(**self._http) as http,
            AsyncClient(**{"http": http, **self.settings}) as client,
        ):
            client._clock, client._sleep, client._jitter = self.clock, self.clock.sleep_later, lambda: 1.0
            return [await getattr(client, name)(*arguments, **options) for _ in range(times)][-1]

    def send(self, operation: Any, **options: Any) -> Any:
        return self.call("send", operation, **options)
